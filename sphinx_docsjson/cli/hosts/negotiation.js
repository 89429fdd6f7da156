// One address, two forms: a page as HTML, and its twin as Markdown for whoever asks for it.

const MARKDOWN = "text/markdown";
const CATALOG = '/.well-known/api-catalog>; rel="api-catalog"';
const INDEX = '/llms.txt>; rel="describedby"; type="text/plain"';

// Markdown is for who names it, and does not like HTML more (RFC 9110, section 12.5.1).
function wantsMarkdown(accept) {
  const ranges = new Map();
  for (const part of (accept ?? "").toLowerCase().split(",")) {
    const [range, ...parameters] = part.split(";").map((word) => word.trim());
    const quality = parameters.find((word) => /^q\s*=/.test(word));
    ranges.set(range, quality ? Number(quality.split("=")[1]) || 0 : 1);
  }
  const nearest = ["text/html", "text/*", "*/*"].find((range) => ranges.has(range));
  const markdown = ranges.get(MARKDOWN) ?? 0;
  return markdown > 0 && markdown >= (ranges.get(nearest) ?? 0);
}

// The addresses that the twin of a page may have: beside it, or in its folder.
function twinsOf(address) {
  const page = new URL(address).pathname.replace(/\/(?:index(?:\.html)?)?$|\.html$/, "");
  return [...(page ? [`${page}.md`] : []), `${page}/index.md`].map((path) => {
    const url = new URL(address);
    [url.pathname, url.search] = [path, ""];
    return url;
  });
}

// The first twin that is there; `read` answers a request with a file of the site.
async function twinOf(request, read, method = request.method) {
  for (const url of twinsOf(request.url)) {
    const answer = await read(new Request(url, { method, headers: request.headers }));
    if (answer.ok || answer.status === 304) {
      return { url, answer };
    }
  }
  return null;
}

const published = new Map(); // what a deployment holds does not change

async function links(request, read) {
  const found = [];
  for (const link of [INDEX, CATALOG]) {
    const path = link.slice(0, link.indexOf(">"));
    if (!published.has(path)) {
      const answer = await read(new Request(new URL(path, request.url), { method: "HEAD" }));
      published.set(path, answer.ok);
    }
    if (published.get(path)) {
      found.push(`<${link}`);
    }
  }
  return found;
}

function withHeaders(answer, headers) {
  const changed = new Response(answer.body, answer);
  for (const [name, value] of headers) {
    changed.headers.append(name, value);
  }
  return changed;
}

// Answers a request with the page or its twin, and says that there are two. `page` answers it as
// it would be without us; nothing means that the host goes on itself.
async function negotiate(request, read, page = () => read(request)) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return page();
  }
  if (wantsMarkdown(request.headers.get("Accept"))) {
    const twin = await twinOf(request, read);
    if (twin) {
      const answer = new Response(twin.answer.body, twin.answer);
      answer.headers.set("Content-Type", `${MARKDOWN}; charset=utf-8`);
      answer.headers.set("Content-Location", twin.url.pathname);
      if (answer.headers.has("Content-Encoding")) {
        answer.headers.delete("Content-Encoding"); // `fetch` has unpacked it
        answer.headers.delete("Content-Length");
      }
      const found = await links(request, read);
      return withHeaders(answer, [["Vary", "Accept"], ...found.map((each) => ["Link", each])]);
    }
  }
  const answer = await page();
  const type = answer?.headers.get("Content-Type") ?? "";
  if (answer?.ok && new URL(request.url).pathname === CATALOG.slice(0, CATALOG.indexOf(">"))) {
    const typed = new Response(answer.body, answer);
    typed.headers.set("Content-Type", "application/linkset+json");
    return typed;
  }
  if (!answer?.ok || !type.startsWith("text/html")) {
    return answer;
  }
  const twin = await twinOf(request, read, "HEAD");
  const own = twin ? [`<${twin.url.pathname}>; rel="alternate"; type="${MARKDOWN}"`] : [];
  const found = [...own, ...(await links(request, read))];
  return withHeaders(answer, [["Vary", "Accept"], ...found.map((each) => ["Link", each])]);
}
