/* MCP at `mcp` below the root of the site, answered from the files of the site: what the tools say is what
   sphinx_docsjson/ext/agents/tools.py says, and a test asks both. There is no state: each request stands for
   itself (revision 2026-07-28), and so does each of the revisions before. */

const MODERN = ['2026-07-28'];
const BEFORE = ['2025-11-25', '2025-06-18', '2025-03-26'];
const META = 'io.modelcontextprotocol/';
const FRESH = { ttlMs: 3600000, cacheScope: 'public' };
const [MOST_LISTED, LONGEST] = [200, 1000];
const KIND_NUMBERS = { page: [0, 1, 5], operation: [2], field: [3], object: [4] };
const OPEN = {
  'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': 'GET, POST', 'Access-Control-Allow-Headers': '*',
};

const tools = {
  async search(site, { query, kind, limit = 6 }) {
    const index = await site.index();
    const { found, words } = await answer(index, query, { kinds: KIND_NUMBERS[kind], most: Math.max(1, Math.min(limit, 20)) });
    const lines = await Promise.all(found.slice(0, limit).map(async ({ page, shown: [uri, title, path, method, all], places }) => {
      const name = await site.twinOf(uri);
      const call = method ? `${method.toUpperCase()} ${all[0][4]} ` : '';
      const said = await Promise.all(places.slice(0, 3).map(async ({ number }) => {
        const [anchor, of, head, , note, text] = await index.place(page, number);
        const told = excerptOf(text, soughtOf(query, words, index.stopped));
        const where = anchor ? `${name}#${anchor} (${head}${note && [3, 4].includes(of) ? `, ${note}` : ''})` : '';
        return where || told ? `\n  - ${where}${where && told ? ': ' : ''}${told}` : '';
      }));
      return `${`- ${name} (${title}) ${call}${path.length ? `in ${path.join(' › ')}` : ''}`.trimEnd()}${said.join('')}\n`;
    }));
    return lines.join('') || `Nothing was found for '${query}'.\n`;
  },
  async read_page(site, { page, section }) {
    const [asked, anchor] = page.split('#');
    const [name, text] = await site.page(asked);
    const wanted = (section || anchor || '').trim().replace(/^#+/, '');
    if (!wanted) return text;
    const headings = headingsOf(text);
    const slug = (title) => title.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replace(/[\s-]+/g, '-');
    const heading = headings.find(({ title }) => title.toLowerCase() === wanted.toLowerCase() || slug(title) === wanted);
    const said = heading ? below(text, headings, heading) : objectBelow(text, headings, wanted);
    if (said) return said;
    const there = headings.slice(1).filter(({ level }) => level <= 3).map(({ title }) => title).join('; ');
    throw new NoAnswer(`${name} has no section '${wanted}'. It has: ${there || 'none'}`);
  },
  async list_pages(site, { under = '', start = 0 }) {
    const asked = under.replace(/^\/+|\/+$/g, '');
    const ofPart = (part) => [part, part.split(': ').at(-1)].some((each) => each.toLowerCase() === asked.toLowerCase());
    const pages = (await site.pages()).filter(({ name, part }) => !asked || `${name}/`.startsWith(`${asked}/`) || ofPart(part));
    if (asked && !pages.length) throw new NoAnswer(`No page is under '${asked}'.`);
    let last = '';
    const lines = pages.slice(start, start + MOST_LISTED).map(({ name, title, notes, part }) => {
      const head = part === last ? '' : `\n## ${part}\n\n`;
      last = part;
      return `${head}- ${name} (${title})${notes ? `: ${notes}` : ''}\n`;
    });
    const left = pages.length - start - MOST_LISTED;
    return `${lines.join('').trim()}\n${left > 0 ? `\n${left} more pages: ask with start ${start + MOST_LISTED}.\n` : ''}`;
  },
  async read_operation(site, { operation }) {
    const asked = operation.split(/\s+/).join(' ').trim();
    const { found } = await answer(await site.index(), asked, { kinds: [2], most: 6 });
    const known = found.map(({ shown: [uri, title, , method, all] }) => (
      { uri, title, call: `${method.toUpperCase()} ${all.find((one) => one[1] === 2)?.[4] ?? ''}` }
    ));
    const is = (...texts) => texts.some((text) => text.toLowerCase() === asked.toLowerCase());
    let exact = known.filter(({ call }) => is(call));
    if (!exact.length) exact = known.filter(({ call, title }) => is(title, call.slice(call.indexOf(' ') + 1)));
    const one = exact.length === 1 ? exact[0] : known.length === 1 ? known[0] : null;
    if (one) return (await site.page(await site.twinOf(one.uri)))[1];
    const there = known.map(({ call, title }) => `${call} (${title})`).join('; ');
    throw new NoAnswer(`No operation is exactly '${asked}'. The nearest are: ${there || 'none'}`);
  },
  async read_schema(site, { name }) {
    const said = await site.text(`_static/schemas/${name.trim().split('/').at(-1)}.md`);
    if (said) return said;
    throw new NoAnswer(`No schema is called '${name}'; use search to find it.`);
  },
  async read_object(site, { name }) {
    const wanted = name.trim().replace(/\(.*\)$/, '');
    const known = await site.objects();
    let found = known.filter((each) => each.name === wanted);
    if (!found.length) found = known.filter((each) => ['.', '::', '#'].some((mark) => each.name.endsWith(mark + wanted)));
    const names = [...new Set(found.map((each) => each.name))];
    if (names.length > 1) throw new NoAnswer(`Several objects are called '${wanted}': ${names.slice(0, 20).join(', ')}`);
    if (!found.length) throw new NoAnswer(`No object is called '${wanted}'; use search to find it.`);
    const page = await site.twinOf(found[0].uri);
    const [, text] = await site.page(page);
    const headings = headingsOf(text);
    const said = objectBelow(text, headings, found[0].name) || below(text, headings, headings[0]);
    return `${found[0].kind} \`${found[0].name}\`\n\n${said}\nSource: ${page}.md#${found[0].uri.split('#')[1] ?? ''}\n`;
  },
};

// The protocol: one request, one answer.

const reply = (status, data, type = 'application/json', kept = 'no-store') => (
  new Response(data && JSON.stringify(data), { status, headers: { ...OPEN, 'Content-Type': type, 'Cache-Control': kept } })
);
const failed = (status, id, code, message, data) => reply(status, { jsonrpc: '2.0', id: id ?? null, error: { code, message, data } });

/** How the server is called, by its card and by each answer. */
const identity = ({ host, hostname }) => ({ name: `${hostname.split('.').reverse().join('.')}/documentation`, version: VERSION, title: `Documentation of ${host}`.slice(0, 100) });

/** What discovers the server: its card, and the catalog that leads to it (SEP-2127). */
function discovered(url, site) {
  const mcp = new URL('mcp', site.root).href;
  const card = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...identity(url),
    description: 'Search and read the pages, operations and objects of this documentation.',
    websiteUrl: site.root.href,
    remotes: [{ type: 'streamable-http', url: mcp, supportedProtocolVersions: [...MODERN, ...BEFORE] }],
  };
  const type = 'application/mcp-server-card+json';
  const entry = { identifier: `urn:air:${url.hostname}:mcp:documentation`, type, url: `${mcp}/server-card` };
  const catalog = { specVersion: '1.0', entries: [entry] };
  return {
    [`${mcp}/server-card`]: [card, type],
    [new URL('/.well-known/mcp/server-card.json', url).href]: [card, type],
    [new URL('/.well-known/ai-catalog.json', url).href]: [catalog, 'application/ai-catalog+json'],
  };
}

async function called(site, { name, arguments: given = {} }) {
  const tool = TOOLS.find((one) => one.name === name);
  try {
    if (!tool) throw new NoAnswer(`There is no tool '${name}'; there are ${TOOLS.map((one) => one.name).join(', ')}.`);
    for (const [key, { type, enum: values }] of Object.entries(tool.inputSchema.properties)) {
      const value = given[key];
      const fits = type === 'integer' ? Number.isInteger(value) && value >= 0 : typeof value === type && value.length <= LONGEST && (value.trim() || !tool.inputSchema.required?.includes(key));
      if (value === undefined ? tool.inputSchema.required?.includes(key) : !fits) throw new NoAnswer(`\`${key}\` must be ${type === 'integer' ? 'an integer' : `a string of at most ${LONGEST} characters`}.`);
      if (value && values && !values.includes(value)) throw new NoAnswer(`\`${key}\` must be one of ${values.join(', ')}.`);
    }
    return { content: [{ type: 'text', text: cutText(await tools[name](site, given)) }], isError: false };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { content: [{ type: 'text', text: error.message }], isError: true };
  }
}

async function answered(site, { method, params }, serverInfo) {
  const instructions = 'Use search to find pages, read_page to read one, read_operation for an HTTP operation, and read_object for a function or class by its name.';
  const capabilities = { tools: {} };
  const wanted = params?.protocolVersion;
  if (method === 'server/discover') return { supportedVersions: MODERN, capabilities, instructions, ...FRESH };
  if (method === 'initialize') return { protocolVersion: BEFORE.includes(wanted) ? wanted : BEFORE[0], capabilities, serverInfo, instructions };
  if (method === 'ping') return {};
  if (method === 'tools/list') return { tools: TOOLS, ...FRESH };
  if (method === 'tools/call') return called(site, params ?? {});
  return null;
}

/** Why a request of the stateless revision is refused: what its headers and its envelope say differs. */
function refused(headers, { method, params, id }) {
  const version = params?._meta?.[`${META}protocolVersion`];
  const said = headers.get('Mcp-Name') ?? '';
  const encoded = /^=\?base64\?(.*)\?=$/.exec(said)?.[1];
  const name = encoded ? new TextDecoder().decode(Uint8Array.from(atob(encoded), (one) => one.charCodeAt(0))) : said;
  if (version === undefined) return failed(400, id, -32602, `params._meta has no ${META}protocolVersion`);
  if (headers.get('MCP-Protocol-Version') !== version || headers.get('Mcp-Method') !== method || (method === 'tools/call' && name !== params.name)) {
    return failed(400, id, -32020, 'A header does not match the body.');
  }
  return MODERN.includes(version) ? null : failed(400, id, -32022, 'Unsupported protocol version', { supported: MODERN, requested: version });
}

/**
 * Answer a request for MCP, or return null: it is for the files.
 * @param {Request} request
 * @param {(request: Request) => Promise<Response>} read answers with a file of the site
 * @param {string} base the path of the site, such as `/` or `/docs/`
 */
export async function answerMcp(request, read, base = '/') {
  const url = new URL(request.url);
  const site = new Site(new URL(base, url), read);
  const known = discovered(url, site)[url.origin + url.pathname];
  if (known && request.method === 'GET') return reply(200, ...known, 'public, max-age=3600');
  if (url.pathname !== `${base}mcp`) return null;
  if (request.method === 'OPTIONS') return reply(204);
  if (request.method !== 'POST') return new Response('Ask by POST.\n', { status: 405, headers: { ...OPEN, Allow: 'POST' } });
  const body = await request.json().catch(() => undefined);
  if (body === undefined) return failed(400, null, -32700, 'This is no JSON.');
  if (body?.jsonrpc !== '2.0' || typeof body.method !== 'string') return failed(400, null, -32600, 'This is no request of JSON-RPC.');
  if (body.id === undefined) return reply(202);
  const version = request.headers.get('MCP-Protocol-Version');
  const isStateless = body.params?._meta?.[`${META}protocolVersion`] !== undefined || MODERN.includes(version);
  const problem = isStateless ? refused(request.headers, body) : null;
  if (problem) return problem;
  const serverInfo = identity(url);
  const result = await answered(site, body, serverInfo);
  if (!result) return failed(isStateless ? 404 : 200, body.id, -32601, `Method not found: ${body.method}`);
  const stamped = isStateless ? { ...result, resultType: 'complete', _meta: { [`${META}serverInfo`]: serverInfo } } : result;
  return reply(200, { jsonrpc: '2.0', id: body.id, result: stamped });
}

export default {
  async fetch(request, env) {
    const read = (asked) => env.ASSETS.fetch(asked);
    return await answerMcp(request, read) ?? read(request);
  },
};
