// node node.js [size]
import { load } from 'gemmkit';
import { compare, describe } from './compare.js';

const result = compare(await load(), Number(process.argv[2] ?? 256));
console.log(describe(result));
process.exitCode = result.same ? 0 : 1;
