"""The faults that mutate.py seeds, one at a time: what a slip of a keyboard or of a thought could have made.

Each: (name, file, text, what takes its place, objects to compile anew, suites that should notice). The text has to stand in the
file once. Objects are regular expressions over the paths of object files; a suite is what a test's name begins with.
"""

F32 = "kernels/.*/avx2/f32"
I8 = "kernels/.*/avx2/i8"
HALF = "kernels/.*/avx2/half"
C32 = "kernels/.*/avx2/c32"
BLAS_KERNELS = "kernels/.*/avx2/blas"
BLAS = "gemmkit_blas_objects"

# The quick ones first.
PRODUCTS = ["fuzz_gemm.fma", "blas_gemm.fma", "cases_values.fma", "cases_memory.fma", "driver_peers.fma"]
FAMILIES = ["fuzz_gemm.fma", "families_values.fma", "families_sweep.fma"]
EPILOGUES = ["api_epilogue_cases.fma", "fuzz_gemm.fma"]
LEVEL3 = ["fuzz_blas.fma", "blas_level3.fma"]

FAULTS = [
    # Kernels
    ("tile: one row too many at the edge", "kernels/core/microkernel.h",
     "(kVecs - 1) * O::kLanes);\n    T *packed", "(kVecs - 1) * O::kLanes + 1);\n    T *packed", F32, PRODUCTS),
    ("tile: sums begin at one", "kernels/core/microkernel.h",
     "acc[j][v] = O::zero();", "acc[j][v] = O::splat(T(1));", F32, PRODUCTS),
    ("tile: the last step of the depth is forgotten", "kernels/core/microkernel.h",
     "depth % kUnroll; rest != 0;", "depth % kUnroll; rest > 1;", F32, PRODUCTS),
    ("tile: C with a stride loses beta", "kernels/core/microkernel.h",
     "beta != 0 ? O::fma(O::splat(beta), O::load(buffer + i), product) : product", "product", F32, PRODUCTS),
    ("tile: alpha is applied to the first vector only", "kernels/core/microkernel.h",
     "for (int v = 0; v < kVecs; ++v) acc[j][v] = O::mul(factor, acc[j][v]);",
     "for (int v = 0; v < 1; ++v) acc[j][v] = O::mul(factor, acc[j][v]);", F32, PRODUCTS),
    ("strip: the last panel is as high as the others", "kernels/core/strip.h",
     "panel.rows = full < left ? full : left;", "panel.rows = left < full ? full : full;", F32, PRODUCTS),
    ("finish: the bias of a piece starts at the top", "kernels/core/finish.h",
     "if constexpr (kBias == GK_BIAS_PER_ROW) bias += s.row;", "", F32, EPILOGUES),
    ("finish: no activation in the last rows", "kernels/core/finish.h",
     "O::store_masked(c + i, mask, activate<O, kAct>(x, params));", "O::store_masked(c + i, mask, x);", F32, EPILOGUES),
    ("requantise: scales of rows start at the top", "kernels/core/requant.h",
     "get(e.scale + to.row + i, rows, scale);", "get(e.scale + i, rows, scale);", I8, EPILOGUES + ["fuzz_prepack_i8.fma"]),
    ("requantise: unsigned results end at 254", "kernels/core/requant.h",
     "? 127 : 255;", "? 127 : 254;", I8, EPILOGUES),
    ("dots: every slice starts anew", "kernels/core/dots.h",
     "p == 0};", "true};", F32, PRODUCTS),
    ("gemv: a rest of rows is read from the top", "kernels/core/gemv.h",
     "row += rows - part;", "", F32, ["fuzz_blas.fma", "fuzz_gemm.fma", "special_gemv.fma"]),
    ("int8: what is past the depth is not zero", "kernels/core/int8_pack.h",
     "quads[i] = p + i < depth ? few.load(b) : O::zero();", "quads[i] = few.load(b);", I8, FAMILIES),
    ("complex: conjugating A has the sign of B", "kernels/core/complex_update.h",
     "{{1, -1}, {1, 1}}, {{1, 1}, {1, -1}}", "{{1, 1}, {1, -1}}, {{1, -1}, {1, 1}}", C32, FAMILIES),
    ("half: old elements are not scaled by beta", "kernels/core/half_store.h",
     "factor = O::splat(beta), was", "factor = O::splat(kOne), was", HALF, ["fuzz_gemm.fma"]),
    ("trsm: Smith's formula subtracts", "kernels/core/level3_triangular.h",
     "by = x.re + x.im * ratio;", "by = x.re - x.im * ratio;", BLAS_KERNELS, LEVEL3),
    ("herk: the diagonal keeps an imaginary part", "kernels/core/level3_symmetric.h",
     "if (s.hermitian) *diagonal = Parts<O>::real(*diagonal);", "", BLAS_KERNELS, LEVEL3),
    ("syrk: the last row of the lower triangle is left out", "kernels/core/level3_symmetric.h",
     "count = s.lower ? s.n - j : j + 1;", "count = s.lower ? s.n - j - 1 : j + 1;", BLAS_KERNELS, LEVEL3),
    ("level 1: a term too many is read at the end", "kernels/core/level1_sums.h",
     "if (i + kLanes > n) {", "if (i + kLanes > n + 1) {", BLAS_KERNELS, ["blas_level1.fma"]),
    # Driver
    ("driver: beta again with every slice", "src/driver/gemm.cc",
     "first || sums != nullptr ? t.beta : kt.one;", "t.beta;", "driver/gemm", PRODUCTS),
    ("driver: the last block is as wide as the others", "src/driver/gemm.cc",
     "slice.cols = min64(plan.block_cols, t.n - slice.j0);", "slice.cols = plan.block_cols;", "driver/gemm",
     ["fuzz_knobs.fma"] + PRODUCTS + FAMILIES),
    ("driver: strips are packed over one another", "src/driver/gemm.cc",
     "packed_rhs + j * plan.rhs_stride);", "packed_rhs);", "driver/gemm", PRODUCTS + FAMILIES),
    ("driver: sums of all columns in one place", "src/driver/gemm.cc",
     "sums + i * kt.acc_size + j * plan.acc_stride : sums;", "sums + i * kt.acc_size : sums;", "driver/gemm", FAMILIES),
    ("cursor: the last job is handed out no more", "src/parallel/cursor.h",
     "if (first >= end_) return false;", "if (first >= end_ - 1) return false;", "driver/gemm|special|batch/strided",
     ["fuzz_batched.fma", "fuzz_gemm.fma", "blas_gemm.fma", "families_batch.fma"]),
    ("plan: half precision's sums are as high as a piece of A", "src/driver/plan.cc",
     "round_up(waits ? p->block_rows : p->mc, kt.row_quantum)", "round_up(p->mc, kt.row_quantum)", "driver/plan", FAMILIES),
    ("plan: narrow blocks for packed sums only", "src/driver/plan.cc",
     "p->acc_bytes = (size_t)((waits ? p->block_cols : kt.nr) * p->acc_stride);",
     "p->acc_bytes = (size_t)(kt.nr * p->acc_stride);", "driver/plan", FAMILIES),
    # Routes
    ("route: turned around, A stays the conjugated one", "src/dispatch/route.cc",
     "t->conj = swapped(t->conj);", "", "dispatch/route", FAMILIES),
    ("route: turned around, rows stay rows to the epilogue", "src/dispatch/route.cc",
     "t->turned ^= 1;", "", "dispatch/route", EPILOGUES),
    ("route: a batch turned around keeps its steps", "src/dispatch/route.cc",
     "by = {steps.b, steps.a, steps.c, steps.residual};", "by = steps;", "dispatch/route",
     ["fuzz_batched.fma", "families_batch.fma"]),
    ("gemv: a row times a matrix conjugates the vector", "src/special/gemv.cc",
     "s.conj = t.n == 1 ? t.conj : swapped(t.conj);", "s.conj = t.conj;", "special/gemv", FAMILIES),
    ("gemv: the last piece is as long as the others", "src/special/gemv.cc",
     "min64(end * team.piece, whole.m) - row;", "end * team.piece - row;", "special/gemv",
     ["fuzz_gemm.fma", "fuzz_blas.fma", "special_gemv.fma"]),
    ("small k: the last columns are as many as the others", "src/special/small_k.cc",
     "p.n = min64(step, end - j);", "p.n = step;", "special/small_k", ["fuzz_gemm.fma", "fuzz_knobs.fma", "special_small_k.fma"]),
    ("batch: each share begins with the first entry", "src/batch/strided.cc",
     "advance(&from, team.steps, begin);", "advance(&from, team.steps, 0);", "batch/strided",
     ["fuzz_batched.fma", "families_batch.fma"]),
    # Validation, dispatch
    ("views: one element more than there is", "src/api/validate.cc",
     "if (needed <= v.len) return", "if (needed <= v.len + 1) return", "api/validate", ["api_messages", "api_families"]),
    ("views: a C that touches itself once", "src/api/validate.cc",
     "return v.cs / gcd < v.rows && v.rs / gcd < v.cols;", "return v.cs / gcd + 1 < v.rows && v.rs / gcd < v.cols;",
     "api/validate", ["api_messages", "api_alias"]),
    ("views: C may begin at the last element of A", "src/api/overlap.cc",
     "quotient_below(distance - c.elem_size, unit) + 1,", "quotient_below(distance - c.elem_size, unit) + 2,", "api/overlap",
     ["api_messages", "api_alias"]),
    ("epilogue: a bias may be too long", "src/api/epilogue.cc",
     "if (length != needed) {", "if (length < needed) {", "api/epilogue", ["api_messages", "api_families"]),
    ("packed: any C will do", "src/api/packed.cc",
     "(is_lhs ? rs >= cs : cs >= rs)", "rs + cs > 0", "api/packed", ["fuzz_prepack.fma", "api_packed.fma"]),
    ("sizes: strides of columns are not looked at", "src/api/lower.cc",
     "checked_mul(cols - 1, magnitude(x.cs), &across)", "checked_mul(cols - 1, int64_t{0}, &across)", "api/lower",
     ["api_too_large", "api_absurd_sizes"]),
    ("dispatch: a pin is ignored", "src/dispatch/select.cc",
     "if (table->elem != elem || (pinned >= 0 && table->isa != pinned)) continue;", "if (table->elem != elem) continue;",
     "dispatch/select", ["api_identity.scalar"]),
    # BLAS
    ("gemv: a vector that runs backwards begins at its start", "src/blas/gemv.h",
     "incx < 0 ? g.x - (depth - 1) * incx : g.x;", "g.x;", BLAS, ["fuzz_blas.fma", "blas_gemm.fma"]),
    ("gemv: an empty matrix scales y", "src/blas/gemv.h",
     "if (g.m == 0 || g.n == 0) return;", "", BLAS, ["fuzz_blas.fma", "blas_gemm.fma"]),
    ("options: small letters are others", "src/blas/options.h",
     "c >= 'a' && c <= 'z'", "c > 'z'", BLAS, ["blas_level3.fma", "blas_level2.fma"]),
    ("arguments: a leading dimension one too small", "src/blas/args.h",
     "static_cast<uint64_t>(ld) >= rows;", "static_cast<uint64_t>(ld) + 1 >= rows;", BLAS,
     ["fuzz_blas.fma", "blas_gemm.fma", "blas_level3.fma"]),
    ("trsm: the second half keeps what the first explains", "src/blas/level3/triangular.h",
     "update(first + half, rows - half, first, half, number(-1), alpha, b, rhs);\n    solve",
     "update(first + half, rows - half, first, half, number(1), alpha, b, rhs);\n    solve", BLAS, LEVEL3),
]
