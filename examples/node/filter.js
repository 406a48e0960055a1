// Filtering an image by a matrix product: 16 filters of 7 x 7 look for edges of 16 directions in an image of a disc. A window
// that moves by one pixel is a view of the image with strides of its own: for each row of the filter, its windows are a matrix
// whose rows overlap, multiplied without being built.
'use strict';
const {gemm, matrix, config} = require('./gemmkit.js');

const SIZE = 512, TAPS = 7, FILTERS = 16, RADIUS = 150;
const image = new Float32Array(SIZE * SIZE);
for (let y = 0; y < SIZE; ++y)
  for (let x = 0; x < SIZE; ++x) image[y * SIZE + x] = Math.hypot(x - SIZE / 2, y - SIZE / 2) < RADIUS ? 1 : 0;

// Filter f is the derivative of a bell in direction f: filters[tap row][tap column][f].
const filters = new Float32Array(TAPS * TAPS * FILTERS);
for (let v = 0; v < TAPS; ++v)
  for (let u = 0; u < TAPS; ++u)
    for (let f = 0; f < FILTERS; ++f) {
      const angle = 2 * Math.PI * f / FILTERS, dx = u - 3, dy = v - 3;
      filters[(v * TAPS + u) * FILTERS + f] =
          (dx * Math.cos(angle) + dy * Math.sin(angle)) * Math.exp(-(dx * dx + dy * dy) / 4);
    }

const begin = process.hrtime.bigint();
const across = SIZE - TAPS + 1, windows = (SIZE - TAPS) * SIZE + across; // windows, those cut by the right border included
const response = new Float32Array(windows * FILTERS);
for (let v = 0; v < TAPS; ++v)
  gemm(1, matrix(image, windows, TAPS, 1, 1, v * SIZE), matrix(filters, TAPS, FILTERS, FILTERS, 1, v * TAPS * FILTERS),
       v === 0 ? 0 : 1, matrix(response, windows, FILTERS));
const seconds = Number(process.hrtime.bigint() - begin) * 1e-9;

// Where each filter answers strongest, seen from the middle: on the rim, opposite to the direction of its growth.
let along = 0, distance = 0;
for (let f = 0; f < FILTERS; ++f) {
  let best = 0;
  for (let y = 0; y + TAPS <= SIZE; ++y)
    for (let x = 0; x < across; ++x)
      if (response[(y * SIZE + x) * FILTERS + f] > response[best * FILTERS + f] + 1e-5) best = y * SIZE + x;
  const dx = best % SIZE + 3 - SIZE / 2, dy = Math.floor(best / SIZE) + 3 - SIZE / 2, angle = 2 * Math.PI * f / FILTERS;
  along += -(dx * Math.cos(angle) + dy * Math.sin(angle)) / Math.hypot(dx, dy) / FILTERS;
  distance += Math.hypot(dx, dy) / FILTERS;
}
console.log('strongest answers on the rim of a disc: cosine with the filter\'s direction, distance from the middle');
console.log(`result ${along.toFixed(3)} ${distance.toFixed(1)}`);
console.log(`time ${seconds.toFixed(6)}`);
console.log(config());
