// Runs a WASI program: node wasi.mjs program.wasm argument...   It sees the environment and no files.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [path, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [path, ...args], env: process.env, returnOnExit: true });
const program = await WebAssembly.compile(await readFile(path));
const instance = await WebAssembly.instantiate(program, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
