// Reads .http files with httpyac and answers what it would do: the requests that it would send, and
// the scripts that it would run, the files that it would read or write. Nothing of it is done.
import vm from "node:vm";
import httpyac from "httpyac";

let done;
vm.runInThisContext = (script) => (done.ran.push(script), async () => {});
console.error = console.warn = console.info = console.log = () => {};
const { io, store, send } = httpyac;

const text = (path) => String(path.fsPath ?? path);
// httpyac looks for settings around a file.
const noteRead = (path) => text(path).endsWith("/package.json") || done.read.push(text(path));
Object.assign(io.fileProvider, {
  EOL: "\n",
  isAbsolute: async (path) => text(path).startsWith("/"),
  dirname: () => "/folder",
  hasExtension: () => false,
  joinPath: (folder, path) => `${text(folder)}/${path}`,
  exists: async (path) => text(path).startsWith("/folder/"),
  readFile: async (path) => (noteRead(path), "FILE"),
  readBuffer: async (path) => (noteRead(path), Buffer.from("FILE")),
  writeBuffer: async (path) => void done.wrote.push(text(path)),
  readdir: async () => [],
  fsPath: text,
  toString: text,
});
io.userInteractionProvider.showNote = async () => true;
io.userInteractionProvider.showInputPrompt = async (ask) => (done.asked.push(ask), "ASKED");
io.userInteractionProvider.showListPrompt = async (ask) => (done.asked.push(ask), "ASKED");
io.log.options = { level: 100 };

class Client {
  constructor(request) {
    this.request = request;
    this.listeners = {};
    this.reportMessage = "";
    this.supportsStreaming = false;
  }
  addEventListener(name, listener) {
    (this.listeners[name] ??= []).push(listener);
  }
  removeEventListener() {}
  triggerEnd() {}
  async connect() {}
  async send(more) {
    const { method, url, headers, body } = this.request;
    const own = { ...headers };
    delete own["User-Agent"];
    if (own.Accept === "*/*") delete own.Accept;
    const data = more ?? body;
    done.sent.push({ method, url, headers: own, body: data == null ? null : String(data) });
    const response = { protocol: "HTTP/1.1", statusCode: 200, headers: {}, body: "ANSWER" };
    response.rawBody = Buffer.from("ANSWER");
    response.request = this.request;
    for (const listener of this.listeners.message ?? []) listener({ detail: ["http", response] });
  }
  disconnect() {}
}
io.httpClientProvider.createRequestClient = (request) => new Client(request);

const answers = [];
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
for (const source of JSON.parse(Buffer.concat(chunks).toString("utf8"))) {
  done = { sent: [], ran: [], read: [], wrote: [], asked: [], regions: [], error: "" };
  try {
    const config = { cookieJarEnabled: false, log: { level: 100 }, envDirName: "env" };
    const files = new store.HttpFileStore();
    const httpFile = await files.getOrCreate("/folder/api.http", async () => source, 0, {
      workingDir: "/folder",
      config,
    });
    done.regions = httpFile.httpRegions
      .filter((region) => region.request)
      .map(({ request, metaData }) => ({ protocol: request.protocol, meta: Object.keys(metaData) }));
    if (done.regions.every((region) => region.protocol === "HTTP")) {
      await send({ httpFile, config, variables: {} });
    }
  } catch (error) {
    done.error = String(error?.stack ?? error);
  }
  answers.push(done);
}
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
