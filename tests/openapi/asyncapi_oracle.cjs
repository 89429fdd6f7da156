// Reads files of AsyncAPI with @asyncapi/parser; prints what it finds in their channels, as JSON.
const { Parser, fromFile } = require("@asyncapi/parser");

const named = (collection) => collection.all().map((each) => each.id() ?? "");

function fields(schema, depth = 0) {
  const found = [];
  const properties = schema.properties() || {};
  for (const [name, inner] of Object.entries(properties)) {
    const required = (schema.required() || []).includes(name);
    found.push({ name, required, type: inner.type() ?? null, enum: inner.enum() ?? [] });
    if (depth < 1 && !inner.isCircular()) found.push(...fields(inner, depth + 1));
  }
  return found;
}

function message(each) {
  const found = {
    id: each.id() ?? "", name: each.name() ?? "", title: each.title() ?? "",
    summary: each.summary() ?? "", contentType: each.contentType() ?? "",
    payload: [], headers: [], correlation: "", bindings: [],
  };
  const payload = each.payload();
  if (payload && typeof payload.properties === "function") found.payload = fields(payload);
  if (each.hasHeaders()) found.headers = fields(each.headers());
  if (each.hasCorrelationId()) found.correlation = each.correlationId().location() ?? "";
  found.bindings = each.bindings().all().map((one) => one.protocol());
  return found;
}

async function facts(file) {
  const { document, diagnostics } = await fromFile(new Parser(), file).parse();
  if (!document) return { file, errors: diagnostics.slice(0, 3).map((one) => one.message) };
  const channels = document.channels().all().map((channel) => ({
    id: channel.id(),
    address: channel.address() ?? "",
    parameters: named(channel.parameters()),
    servers: channel.servers().all().map((server) => ({ id: server.id(), protocol: server.protocol() })),
    bindings: channel.bindings().all().map((one) => one.protocol()),
    messages: channel.messages().all().map(message),
    operations: channel.operations().all().map((each) => ({
      id: each.operationId() ?? each.id() ?? "",
      action: each.action(),
      messages: named(each.messages()),
      bindings: each.bindings().all().map((one) => one.protocol()),
      reply: each.reply() ? named(each.reply().messages()) : [],
      security: each.security().flatMap((one) => one.all().map((item) => item.scheme().type())),
    })),
  }));
  return { file, channels };
}

let text = "";
process.stdin.on("data", (part) => { text += part; });
process.stdin.on("end", async () => {
  const found = [];
  for (const file of JSON.parse(text)) found.push(await facts(file));
  process.stdout.write(JSON.stringify(found));
});
