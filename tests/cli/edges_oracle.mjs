// Calls the function of Netlify or of Vercel as those hosts do, over a made-up site: for the paths of
// its own `config`, and for what it reads itself, too.
import { readFileSync } from "node:fs";

const { script, files, requests } = JSON.parse(readFileSync(0, "utf8"));
const code = `data:text/javascript,${encodeURIComponent(script)}`;
const { default: answer, config } = await import(code);

const pathOf = (request) => decodeURIComponent(new URL(request.url).pathname);
const glob = (text) => new RegExp(`^${text.replaceAll(".", "\\.").replaceAll("*", ".*")}$`);
const isAsked = (path) =>
  config.matcher
    ? new RegExp(`^${config.matcher}$`).test(path)
    : glob(config.path).test(path) && !config.excludedPath.some((each) => glob(each).test(path));

function read(request) {
  const path = pathOf(request);
  const [type, text] = files[path] ?? ["text/html", "missing"];
  const body = request.method === "HEAD" ? null : text;
  return new Response(body, { status: path in files ? 200 : 404, headers: { "Content-Type": type } });
}

let depth = 0;
async function serve(request) {
  if (!isAsked(pathOf(request))) {
    return read(request);
  }
  if (depth > 2) {
    throw new Error(`the function asks itself: ${request.url}`);
  }
  depth += 1;
  const found = await answer(request, { next: async () => read(request) });
  depth -= 1;
  return found ?? read(request);
}
globalThis.fetch = (request) => serve(new Request(request));

const answers = [];
for (const [path, accept] of requests) {
  const asked = new Request(`https://site.example${encodeURI(path)}`, { headers: { accept } });
  const given = await serve(asked);
  const called = isAsked(pathOf(asked));
  answers.push([given.status, Object.fromEntries(given.headers), await given.text(), called]);
}
console.log(JSON.stringify(answers));
