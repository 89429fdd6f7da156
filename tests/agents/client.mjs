// The official client of JavaScript, by both transports and both revisions.
// Reads {command, args, root, address} from its input.

import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const { command, args, root, address } = JSON.parse(readFileSync(0, 'utf8'));
const env = { ...process.env, PYTHONPATH: root };
const ways = [
  ...(command ? [() => new StdioClientTransport({ command, args, env })] : []),
  () => new StreamableHTTPClientTransport(new URL(address)),
];
const modes = [{ mode: 'auto' }, { mode: 'legacy' }];

const found = [];
for (const way of ways) {
  for (const versionNegotiation of modes) {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation });
    await client.connect(way());
    const { tools } = await client.listTools();
    const { content } = await client.callTool({ name: 'read_page', arguments: { page: 'guide' } });
    const revision = client.getNegotiatedProtocolVersion();
    found.push({ revision, tools: tools.map(({ name }) => name), said: content[0].text });
    await client.close();
  }
}
console.log(JSON.stringify(found));
process.exit(0);
