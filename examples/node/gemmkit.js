// SPDX-License-Identifier: MIT OR Apache-2.0
// Matrix products by gemmkit over typed arrays, through koffi (npm install koffi). A matrix is
// {data, offset, rows, cols, rs, cs}: element (i, j) is data[offset + i*rs + j*cs], and is used where it lies.
'use strict';
const koffi = require('koffi');

const library = koffi.load(process.env.GEMMKIT_LIBRARY || 'libgemmkit.so.0');
const declare = (type, scalar, element, epilogue, out = element) => library.func(
    `int32_t gemmkit_gemm_${type}_unchecked(int64_t m, int64_t n, int64_t k, ${scalar} alpha, const ${element} *a, ` +
    `int64_t rsa, int64_t csa, const ${element} *b, int64_t rsb, int64_t csb, ${scalar} beta, _Inout_ ${out} *c, ` +
    `int64_t rsc, int64_t csc, ${epilogue}const void *exec)`);
const entries = new Map([
  [Float32Array, {gemm: declare('f32', 'float', 'float', 'const void *epilogue, '), out: Float32Array}],
  [Float64Array, {gemm: declare('f64', 'double', 'double', 'const void *epilogue, '), out: Float64Array}],
  [Int8Array, {gemm: declare('i8', 'int32_t', 'int8_t', '', 'int32_t'), out: Int32Array}],
]);
const lastError = library.func('const char *gemmkit_last_error()');
const config = library.func('const char *gemmkit_config()');
const setNumThreads = library.func('void gemmkit_set_num_threads(int32_t n)');

const matrix = (data, rows, cols, rs = cols, cs = 1, offset = 0) => ({data, offset, rows, cols, rs, cs});
const transposed = (a) => ({...a, rows: a.cols, cols: a.rows, rs: a.cs, cs: a.rs});

// The part of the array from element (0, 0) on, after a look at the bounds.
function from(a, name) {
  const down = (a.rows - 1) * a.rs, across = (a.cols - 1) * a.cs;
  const first = a.offset + Math.min(down, 0) + Math.min(across, 0), last = a.offset + Math.max(down, 0) + Math.max(across, 0);
  if (a.rows && a.cols && (first < 0 || last >= a.data.length)) throw new RangeError(`gemmkit: ${name} reaches outside its array`);
  return a.data.subarray(a.offset);
}

// C = alpha*A*B + beta*C. Float32Array, Float64Array, or Int8Array into Int32Array.
function gemm(alpha, a, b, beta, c) {
  const entry = entries.get(a.data.constructor);
  if (!entry || b.data.constructor !== a.data.constructor || c.data.constructor !== entry.out)
    throw new TypeError('gemmkit: no product of these types');
  if (a.cols !== b.rows || c.rows !== a.rows || c.cols !== b.cols)
    throw new RangeError(`gemmkit: ${a.rows}x${a.cols} times ${b.rows}x${b.cols} into ${c.rows}x${c.cols}`);
  if (c.data.buffer === a.data.buffer || c.data.buffer === b.data.buffer)
    throw new TypeError('gemmkit: C shares the memory of an operand');
  const more = entry.out === Int32Array ? [null] : [null, null];
  const status = entry.gemm(c.rows, c.cols, a.cols, alpha, from(a, 'A'), a.rs, a.cs, from(b, 'B'), b.rs, b.cs, beta,
                            from(c, 'C'), c.rs, c.cs, ...more);
  if (status !== 0) throw new Error(lastError());
}

module.exports = {gemm, matrix, transposed, config, setNumThreads};
