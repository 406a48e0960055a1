// Matrix multiplication of Float32Arrays by gemmkit.wasm, in Node and in browsers.
//
//   import { load } from 'gemmkit';
//   const gemmkit = await load();
//   const c = gemmkit.multiply(a, b, m, n, k);    // row-major: a is m x k, b is k x n, c is m x n

async function bytes(url) {
  if (url.protocol === 'file:') return (await import('node:fs/promises')).readFile(url);
  return (await fetch(url)).arrayBuffer();
}

export class Gemmkit {
  constructor(instance) {
    this.exports = instance.exports;
    this.exports._initialize?.();
  }

  // The instruction set in force: simd128 or scalar.
  get isa() {
    const memory = new Uint8Array(this.exports.memory.buffer);
    const from = this.exports.isa();
    return new TextDecoder().decode(memory.slice(from, memory.indexOf(0, from)));
  }

  multiply(a, b, m, n, k) {
    if (a.length < m * k || b.length < k * n) throw new RangeError('the operands are shorter than m*k and k*n');
    const { allocate, release, multiply, memory } = this.exports;
    const place = allocate(4 * (m * k + k * n + m * n));
    if (place === 0) throw new RangeError('no memory for the operands');
    try {
      const pb = place + 4 * m * k, pc = pb + 4 * k * n;
      new Float32Array(memory.buffer, place, m * k).set(a.subarray(0, m * k));
      new Float32Array(memory.buffer, pb, k * n).set(b.subarray(0, k * n));
      const status = multiply(m, n, k, place, pb, pc);
      if (status !== 0) throw new Error(`gemmkit refused the product (${status})`);
      return new Float32Array(memory.buffer, pc, m * n).slice();  // the memory may have grown: a new view
    } finally {
      release(place);
    }
  }
}

export async function load(url = new URL('gemmkit.wasm', import.meta.url)) {
  const { instance } = await WebAssembly.instantiate(await bytes(url), {});
  return new Gemmkit(instance);
}
