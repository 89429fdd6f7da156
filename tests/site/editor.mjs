// What the language service for JSON of editors offers and explains at places of a docs.json.
import service from "vscode-json-languageservice";

const { getLanguageService, TextDocument } = service;

let input = "";
for await (const chunk of process.stdin) input += chunk;
const { schema, places } = JSON.parse(input);

const uri = "schema://docs.json";
const editor = getLanguageService({});
editor.configure({ validate: true, schemas: [{ uri, fileMatch: ["*"], schema }] });

async function at({ before, after, name }) {
  const empty = TextDocument.create("file:///docs.json", "json", 1, `${before}${after}`);
  const offered = await editor.doComplete(
    empty,
    empty.positionAt(before.length),
    editor.parseJSONDocument(empty),
  );
  const found = offered.items.find((item) => item.label === name);
  const text = `${before}${JSON.stringify(name)}: null${after}`;
  const filled = TextDocument.create("file:///docs.json", "json", 2, text);
  const hover = await editor.doHover(
    filled,
    filled.positionAt(before.length + 1),
    editor.parseJSONDocument(filled),
  );
  const said = found?.documentation;
  return {
    offered: Boolean(found),
    documentation: typeof said === "string" ? said : (said?.value ?? ""),
    hover: (hover?.contents ?? []).map?.((part) => part.value ?? part).join(" ") ?? "",
  };
}

const answers = [];
for (const place of places) answers.push(await at(place));
const whole = TextDocument.create("file:///docs.json", "json", 1, '{"name": 1, "colour": {}}');
const problems = await editor.doValidation(whole, editor.parseJSONDocument(whole));
console.log(JSON.stringify({ answers, problems: problems.map((problem) => problem.message) }));
