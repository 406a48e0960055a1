// gemmkit against the three loops anyone writes: the results, and GFLOP/s.
export function plain(a, b, m, n, k) {
  const c = new Float32Array(m * n);
  for (let i = 0; i < m; ++i) {
    for (let p = 0; p < k; ++p) {
      const x = a[i * k + p];
      for (let j = 0; j < n; ++j) c[i * n + j] += x * b[p * n + j];
    }
  }
  return c;
}

function rate(flops, run) {
  run();  // compiled, and memory there
  let best = Infinity;
  for (let round = 0; round < 3; ++round) {
    const begin = performance.now();
    run();
    best = Math.min(best, performance.now() - begin);
  }
  return flops / best / 1e6;
}

export function compare(gemmkit, size) {
  const a = Float32Array.from({ length: size * size }, (_, i) => (i * 7 % 11) - 5);
  const b = Float32Array.from({ length: size * size }, (_, i) => (i * 5 % 13) - 6);
  const ours = gemmkit.multiply(a, b, size, size, size), theirs = plain(a, b, size, size, size);
  return {
    size,
    isa: gemmkit.isa,
    same: ours.every((x, i) => x === theirs[i]),  // small integers: exact in any order
    gemmkit: rate(2 * size ** 3, () => gemmkit.multiply(a, b, size, size, size)),
    plain: rate(2 * size ** 3, () => plain(a, b, size, size, size)),
  };
}

export const describe = (r) =>
  `${r.size} x ${r.size} on ${r.isa}: gemmkit ${r.gemmkit.toFixed(2)} GFLOP/s, JavaScript ${r.plain.toFixed(2)} GFLOP/s, ` +
  `results ${r.same ? 'the same' : 'DIFFER'}`;
