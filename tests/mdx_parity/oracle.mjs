// Reads pages with micromark (CommonMark, GFM, MDX) and prints the trees of their blocks.
import { readFileSync } from "node:fs";
import { fromMarkdown } from "mdast-util-from-markdown";
import { mdxjs } from "micromark-extension-mdxjs";
import { mdxFromMarkdown } from "mdast-util-mdx";
import { gfm } from "micromark-extension-gfm";
import { gfmFromMarkdown } from "mdast-util-gfm";

const KEPT = ["type", "depth", "ordered", "name", "value", "lang", "children", "checked", "url"];

function plain(node) {
  const found = {};
  for (const name of KEPT) if (node[name] !== undefined && node[name] !== null) found[name] = node[name];
  if (node.attributes) found.attributes = node.attributes.map(attribute);
  if (node.children) found.children = node.children.map(plain);
  return found;
}

// Name, kind of value as in mdx/jsx.py, value.
function attribute({ type, name, value }) {
  if (type === "mdxJsxExpressionAttribute") return ["", "SPREAD", value];
  if (value === null || value === undefined) return [name, "BARE", ""];
  return typeof value === "string" ? [name, "STRING", value] : [name, "EXPRESSION", value.value];
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map((text) => {
  try {
    return plain(fromMarkdown(text, {
      extensions: [gfm(), mdxjs()],
      mdastExtensions: [gfmFromMarkdown(), mdxFromMarkdown()],
    }));
  } catch (error) {
    return { error: String(error.reason ?? error.message), line: error.line ?? error.place?.line };
  }
})));
