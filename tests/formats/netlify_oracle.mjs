// Reads _redirects files as Netlify does.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseAllRedirects } from "@netlify/redirect-parser";

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const answers = [];
for (const text of JSON.parse(Buffer.concat(chunks).toString("utf8"))) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "redirects-"));
  const file = path.join(folder, "_redirects");
  fs.writeFileSync(file, text);
  const { redirects, errors } = await parseAllRedirects({
    redirectsFiles: [file],
    configRedirects: [],
    minimal: true,
  });
  fs.rmSync(folder, { recursive: true });
  answers.push({
    redirects: redirects.map(({ from, to, status }) => ({ from, to, status })),
    errors: errors.map(String),
  });
}
process.stdout.write(JSON.stringify(answers));
