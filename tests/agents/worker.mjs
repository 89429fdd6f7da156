// Serves a folder as a host does whose worker answers first: reads {worker, folder} from its input,
// prints its address, and ends with its input.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';

const lines = createInterface({ input: process.stdin });
const { worker, folder } = JSON.parse((await lines[Symbol.asyncIterator]().next()).value);
const { default: script } = await import(pathToFileURL(worker));
const ASSETS = {
  async fetch(request) {
    const path = join(folder, normalize(decodeURIComponent(new URL(request.url).pathname)));
    return readFile(path).then((data) => new Response(data), () => new Response('', { status: 404 }));
  },
};
const server = createServer(async (incoming, outgoing) => {
  const parts = [];
  for await (const part of incoming) parts.push(part);
  const { method, headers } = incoming;
  const body = parts.length ? Buffer.concat(parts) : undefined;
  const request = new Request(`http://${headers.host}${incoming.url}`, { method, headers, body });
  const answer = await script.fetch(request, { ASSETS });
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  outgoing.end(Buffer.from(await answer.arrayBuffer()));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
lines.on('close', () => process.exit(0));
