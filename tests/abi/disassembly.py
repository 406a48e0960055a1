"""What the compiler made of the code.

usage: disassembly.py baseline OBJECT...           no AVX register anywhere: objects that run before an ISA is chosen
       disassembly.py kernel ISA OBJECT...         innermost multiply loops keep a whole microtile in registers
       disassembly.py --self-test
"""
import re

import gate

# Accumulators the largest microtile holds, and the register class that names them. A tile whose loops were not unrolled,
# or whose accumulators live in memory, shows fewer. neon_half, bfdot: where strips are narrower than registers allow.
TILES = {"fma": (12, "ymm"), "avx512f": (24, "zmm"), "avxvnni": (12, "ymm"), "avx512vnni": (24, "zmm"),
         "avx512bf16": (24, "zmm"), "neon": (24, "v"), "neon_half": (16, "v"), "dotprod": (24, "v"), "i8mm": (24, "v"),
         "bfdot": (16, "v")}
FMAS_PER_SCALAR_RELOAD = 8
# The strip kernels, in which such a reload counts.
WHOLE_TILE = re.compile(r"::(?:Int8)?Tile<")
# What multiplies, and what writes an accumulator: pairs of 16-bit integers are added by an instruction of its own.
MULTIPLY = re.compile(r"^(?:\{\w+\} )?(?:vfn?m(?:add|sub)\d*p[sd]|vdpbf16ps|vpdpbusd|vpmaddwd)\b|^(?:fml[as]|smlal2?|sdot|smmla|bfdot)\s")
PAIRS, PAIR_SUM = re.compile(r"^vpmaddwd\b"), re.compile(r"^vpaddd\b")
# Take sums to C by way of the stack: to strided elements, to parts of columns. No depth loop is in them.
GATHERING = re.compile(r"\bupdate_line<|\bupdate_columns<|\bDiagonalStrip<.*::crossed\(")
# Conditional jumps only: a plain jmp backwards is how a cold block returns to the middle of a function.
JUMP = re.compile(r"^(?:j(?!mp)\w+\s+|b\.\w+\s+|cbn?z\s+\w+, |tbn?z\s+\w+, #\d+, )([0-9a-f]+)\b")
LINE = re.compile(r"^\s*([0-9a-f]+):\s+(.*\S)")


def functions(path):
    """(name, [(address, instruction)]) of each function of an object."""
    name, body = None, []
    for line in gate.run(gate.tool("objdump"), "-dC", "--no-show-raw-insn", path).splitlines():
        header = re.match(r"^[0-9a-f]+ <(.*)>:$", line)
        if header:
            if body:
                yield name, body
            name, body = header.group(1), []
            continue
        match = LINE.match(line)
        if match:
            body.append((int(match.group(1), 16), match.group(2)))
    if body:
        yield name, body


def innermost_loops(body):
    """Instruction lists from the target of a backward jump to the jump, without those that contain another one."""
    index = {address: i for i, (address, _) in enumerate(body)}
    spans = set()
    for i, (address, text) in enumerate(body):
        match = JUMP.match(text)
        if match and int(match.group(1), 16) <= address and int(match.group(1), 16) in index:
            spans.add((index[int(match.group(1), 16)], i))
    for first, last in sorted(spans):
        if not any((f, l) != (first, last) and first <= f and l <= last for f, l in spans):
            yield [text for _, text in body[first:last + 1]]


def check_baseline(objects):
    problems = [] if objects else ["no objects given"]
    for path in objects:
        for name, body in functions(path):
            for address, text in body:
                if re.search(r"%[yz]mm\d|%k[1-7]\b", text) or re.match(r"v[a-z0-9]+\s", text) and "%xmm" in text:
                    problems.append("%s: %s+%x: %s" % (path, name, address - body[0][0], text))
                    break
    return problems


class X86:
    """AT&T syntax: the destination comes last."""
    counts_scalars = True

    def __init__(self, body, register):
        # rbp is a frame pointer only where the function makes it one.
        framed = any(re.match(r"mov\s+%rsp,%rbp", text) for _, text in body)
        self.stack = re.compile(r"^(?!lea).*\(%r(?:sp|bp)" if framed else r"^(?!lea).*\(%rsp")
        self.vector = re.compile(r"%[xyz]mm")
        self.target = re.compile(r"%(" + register + r"\d+)(?:\{[^}]*\})*$")


class Arm:
    """The destination comes first. Twice the general registers: tiles need no reloads, other loops of theirs may."""
    counts_scalars = False

    def __init__(self, body, register):
        self.stack = re.compile(r"\[(?:sp|x29)\b")
        self.vector = re.compile(r"^\w+\s+\{?[qv]\d")
        self.target = re.compile(r"^\w+\s+(" + register + r"\d+)\.")


def check_kernel(isa, objects):
    want, register = TILES[isa]
    syntax = Arm if register == "v" else X86
    problems = [] if objects else ["no objects given"]
    for path in objects:
        largest = 0
        for name, body in functions(path):
            if GATHERING.search(name):
                continue
            assembly = syntax(body, register)
            for loop in innermost_loops(body):
                if any(re.match(r"ret\b", text) for text in loop):  # a way out before a cold block that returns
                    continue
                accumulate = PAIR_SUM if any(PAIRS.match(text) for text in loop) else MULTIPLY
                targets = set()
                for text in loop:
                    match = assembly.target.search(text)
                    if accumulate.match(text) and match:
                        targets.add(match.group(1))
                if not targets:
                    continue
                largest = max(largest, len(targets))
                fmas = sum(1 for text in loop if MULTIPLY.match(text))
                touching = [text for text in loop if assembly.stack.search(text)]
                spilled = [text for text in touching if assembly.vector.search(text)]
                # A counter or pointer reloaded now and then is free beside the multiplications of a microtile, and of
                # no weight where a loop waits for memory; a vector never is.
                if not spilled and assembly.counts_scalars and WHOLE_TILE.search(name) and len(touching) * FMAS_PER_SCALAR_RELOAD > fmas:
                    spilled = touching
                if spilled:
                    problems.append("%s: %s: stack reference in a loop of %d accumulators: %s"
                                    % (path, name, len(targets), spilled[0]))
        if largest < want:
            problems.append("%s: the largest multiply loop keeps %d accumulators, expected %d" % (path, largest, want))
    return problems


def check(arguments):
    if arguments[0] == "baseline":
        return check_baseline(arguments[1:])
    return check_kernel(arguments[1], arguments[2:])


def tile(count, extra="", step=""):
    """A multiply loop with count accumulators in registers."""
    names = ["c%d" % i for i in range(count)]
    return ("#include <immintrin.h>\nextern \"C\" void tile(const float *a, float *c, long k) {\n"
            + "".join("__m512 %s = _mm512_setzero_ps();\n" % name for name in names) + extra
            + "for (long p = 0; p < k; ++p) {\n__m512 x = _mm512_load_ps(a + 16 * p);\n" + step
            + "".join("%s = _mm512_fmadd_ps(x, _mm512_set1_ps(c[24 * p + %d]), %s);\n" % (name, i, name)
                      for i, name in enumerate(names))
            + "}\n" + "".join("_mm512_store_ps(c + 16 * %d, %s);\n" % (i, name) for i, name in enumerate(names)) + "}\n")


def kernel(source):
    return lambda folder: check_kernel("avx512f", [gate.compile_object(folder, source, "-O2", "-mavx512f", "-mavx512bw")])


def baseline(source, *flags):
    return lambda folder: check_baseline([gate.compile_object(folder, source, "-O2", *flags)])


ADD = "void add(double *a) { for (int i = 0; i < 64; ++i) a[i] += 1; }"
# Inline assembly: a spill whatever the compiler's mood.
SPILL = "asm volatile(\"vmovups %%zmm0, -64(%%rsp)\" ::: \"memory\");\n"
ROLLED = """#include <immintrin.h>
extern "C" void tile(const float *a, float *c, long k) {
  for (long p = 0; p < k; ++p) _mm512_store_ps(c, _mm512_fmadd_ps(_mm512_load_ps(a + 16 * p), _mm512_set1_ps(c[p]),
                                                                  _mm512_load_ps(c)));
}"""


def pair_tile(count):
    """The same of integers, 16 bits wide before they are added."""
    return tile(count).replace("float", "int").replace("_mm512_setzero_ps", "_mm512_setzero_si512") \
        .replace("__m512 ", "__m512i ").replace("_mm512_load_ps", "_mm512_load_si512") \
        .replace("_mm512_store_ps", "_mm512_store_si512").replace("_mm512_set1_ps", "_mm512_set1_epi32") \
        .replace("_mm512_fmadd_ps(", "add(") \
        .replace("extern", "static inline __m512i add(__m512i a, __m512i b, __m512i c) {\n"
                 "asm(\"vpaddd %1, %0, %0\" : \"+v\"(c) : \"v\"(_mm512_madd_epi16(a, b)));\nreturn c; }\nextern")


CASES = [
    ("baseline code passes", baseline(ADD), None),
    ("an AVX2 object", baseline(ADD, "-O3", "-mavx2"), "ymm"),
    ("a VEX-coded scalar object", baseline("double f(double a, double b) { return a * b; }", "-mavx"), "vmul"),
    ("a tile in registers passes", kernel(tile(24)), None),
    ("a tile of half the size", kernel(tile(12)), "keeps 12 accumulators"),
    ("pairs of integers in registers pass", kernel(pair_tile(24)), None),
    ("pairs of integers in half of the registers", kernel(pair_tile(12)), "expected 24"),
    ("an accumulator in memory", kernel(ROLLED), "keeps 1 accumulators"),
    ("a stack reference in the loop", kernel(tile(24, step=SPILL)), "stack reference"),
]


def arm_tile(count, step=""):
    """The same for 64-bit Arm, with 24 accumulators at most."""
    names = ["c%d" % i for i in range(count)]
    return ("#include <arm_neon.h>\nextern \"C\" void tile(const float *a, float *c, long k) {\n"
            + "".join("float32x4_t %s = vdupq_n_f32(0);\n" % name for name in names)
            + "for (long p = 0; p < k; ++p) {\nconst float32x4_t x = vld1q_f32(a + 4 * p);\n" + step
            + "".join("%s = vfmaq_n_f32(%s, x, c[24 * p + %d]);\n" % (name, name, i) for i, name in enumerate(names))
            + "}\n" + "".join("vst1q_f32(c + 4 * %d, %s);\n" % (i, name) for i, name in enumerate(names)) + "}\n")


def arm_kernel(source):
    return lambda folder: check_kernel("neon", [gate.compile_object(folder, source, "-O2", "-fno-schedule-insns")])


ARM_CASES = [
    ("a tile in registers passes", arm_kernel(arm_tile(24)), None),
    ("a tile of half the size", arm_kernel(arm_tile(12)), "keeps 12 accumulators"),
    ("a stack reference in the loop", arm_kernel(arm_tile(24, "asm volatile(\"str q0, [sp, #-16]\" ::: \"memory\");\n")),
     "stack reference"),
]

gate.main(check, ARM_CASES if "aarch64" in gate.tool("") else CASES)
