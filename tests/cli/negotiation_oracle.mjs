// Asks the script that edges run: whom it gives Markdown, and what it answers over a made-up site.
import { readFileSync } from "node:fs";

const { script, accepts, files, requests } = JSON.parse(readFileSync(0, "utf8"));
const code = `${script}\nexport { negotiate, wantsMarkdown };`;
const part = await import(`data:text/javascript,${encodeURIComponent(code)}`);

const read = async (request) => {
  const path = decodeURIComponent(new URL(request.url).pathname);
  const [type, text] = files[path] ?? ["text/html", "missing"];
  const body = request.method === "HEAD" ? null : text;
  return new Response(body, { status: path in files ? 200 : 404, headers: { "Content-Type": type } });
};

const answers = [];
for (const [method, path, accept] of requests) {
  const request = new Request(`https://site.example${encodeURI(path)}`, { method, headers: { accept } });
  const answer = await part.negotiate(request, read);
  const headers = Object.fromEntries(answer.headers);
  answers.push([answer.status, headers, await answer.text()]);
}
console.log(JSON.stringify({ wanted: accepts.map(part.wantsMarkdown), answers }));
