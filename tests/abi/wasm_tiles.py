"""What the compiler made of the WebAssembly tiles, as disassembly.py judges those of machines.

usage: wasm_tiles.py OBJECT...       innermost multiply loops keep a whole microtile in locals, and leave the stack alone
       wasm_tiles.py --self-test

There are no registers there: values live in locals, of which an engine keeps in registers what fits. What can be seen is how many
accumulators a loop has, that each product is added by an instruction of its own, and whether anything lies in memory.
"""
import re

import gate

# kernels/simd128: 2 vectors x 4 columns of every type, 2 x 2 complex numbers with two sums each.
ACCUMULATORS = 8
MULTIPLY, ADD = {"f32x4.mul", "f64x2.mul", "i32x4.dot_i16x8_s"}, {"f32x4.add", "f64x2.add", "i32x4.add"}
# Takes strided elements to vectors and back by way of the stack.
GATHERING = re.compile(r"\bupdate_line<")


def functions(path):
    """(name, [[operation, operand]]) of each function of an object."""
    name, body = None, []
    for line in gate.run("llvm-objdump-14", "-dC", "--no-show-raw-insn", path).splitlines():
        header = re.match(r"^[0-9a-f]+ <(.*)>:$", line)
        if header:
            if body:
                yield name, body
            name, body = header.group(1), []
            continue
        match = re.match(r"^\s*[0-9a-f]+:\s+([^#]*\S)", line)
        if match:
            body.append(match.group(1).split())
    if body:
        yield name, body


def innermost_loops(body):
    open_blocks = []  # operation, where it begins, whether there is a loop inside
    for i, words in enumerate(body):
        if words[0] in ("block", "loop", "if", "try"):
            open_blocks.append([words[0], i, False])
        elif words[0] == "end" and open_blocks:
            kind, first, outer = open_blocks.pop()
            if kind == "loop":
                if not outer:
                    yield body[first:i + 1]
                for block in open_blocks:
                    block[2] = True


def frame_of(body):
    """The local that points to the function's place on the stack, or None: it is made from the first global."""
    for i, words in enumerate(body):
        if words[0] == "global.get":
            for later in body[i + 1:i + 5]:
                if later[0] in ("local.tee", "local.set"):
                    return later[1]
    return None


def accumulators(loop):
    """Locals that a sum goes to."""
    return {then[1] for sum_of, then in zip(loop, loop[1:]) if sum_of[0] in ADD and then[0] in ("local.set", "local.tee")}


def check(objects):
    problems = [] if objects else ["no objects given"]
    for path in objects:
        largest = 0
        for name, body in functions(path):
            if GATHERING.search(name):
                continue
            frame = frame_of(body)
            for loop in innermost_loops(body):
                multiplied = sum(words[0] in MULTIPLY for words in loop)
                if not multiplied:
                    continue
                largest = max(largest, len(accumulators(loop)))
                # B of an int8 strip is read from there; an accumulator would be written too.
                stored = any(words[0].startswith("v128.store") for words in loop)
                if stored and frame and ["local.get", frame] in loop and "Tile<" in name:
                    problems.append("%s: %s: stack reference in a loop of %d multiplications" % (path, name, multiplied))
        if largest < ACCUMULATORS:
            problems.append("%s: the largest multiply loop keeps %d accumulators, expected %d" % (path, largest, ACCUMULATORS))
    return problems


def tile(count, before="", step=""):
    """A multiply loop with count accumulators."""
    names = ["c%d" % i for i in range(count)]
    return ("#include <wasm_simd128.h>\ntemplate <int> struct Tile { static void run(const float *a, float *c, long k); };\n"
            "template <> void Tile<1>::run(const float *a, float *c, long k) {\n" + before
            + "".join("v128_t %s = wasm_i32x4_splat(0);\n" % name for name in names)
            + "for (long p = 0; p < k; ++p) {\nv128_t x = wasm_v128_load(a + 4 * p);\n" + step
            + "".join("%s = wasm_f32x4_add(%s, wasm_f32x4_mul(x, wasm_v128_load32_splat(c + %d * p + %d)));\n" % (name, name, count, i)
                      for i, name in enumerate(names))
            + "}\n" + "".join("wasm_v128_store(c + 4 * %d, %s);\n" % (i, name) for i, name in enumerate(names)) + "}\n")


def kernel(source):
    return lambda folder: check([gate.compile_object(folder, source, "--target=wasm32-wasi", "-O2", "-msimd128")])


CASES = [
    ("a tile in locals passes", kernel(tile(8)), None),
    ("a tile of half the size", kernel(tile(4)), "keeps 4 accumulators"),
    ("an accumulator on the stack", kernel(tile(8, "volatile v128_t s;\n", "s = x;\n")), "stack reference"),
    ("no multiplications", kernel("int f(int x) { return x + 1; }"), "keeps 0 accumulators"),
]

gate.main(check, CASES)
