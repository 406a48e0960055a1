// Serves a folder to this machine: node serve.js FOLDER [command...]; {} in the command becomes the address. Without a
// command it serves until it is stopped, else until a page has posted its result, which is printed, or the command ends.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const [folder, ...command] = process.argv.slice(2);
const types = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json', '.wasm': 'application/wasm' };
let browser;
const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    for await (const text of request) process.stdout.write(`${text}\n`);
    response.end(() => process.exit(browser?.kill() ? 0 : 1));
    return;
  }
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
  try {
    const body = await readFile(join(folder, path.endsWith('/') ? path + 'index.html' : path));
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/html' }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = `http://127.0.0.1:${server.address().port}/`;
  if (command.length === 0) return console.log(address);
  const [program, ...args] = command.map((word) => word.replace('{}', address));
  browser = spawn(program, args, { stdio: 'ignore' }).on('exit', (code) => process.exit(code ?? 1));
});
