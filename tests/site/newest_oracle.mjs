// Prints the paths of docs.json and of front matter that the platform's own validator knows, with what
// each may hold. Parts that stand in many places (icons, API files, colours, entries of the
// navigation) are named once, after `@`.
import { docsConfigSchema } from "./node_modules/@mintlify/validation/dist/mint-config/schemas/v2/index.js";
import { decoratedPageSchema } from "./node_modules/@mintlify/validation/dist/mint-config/schemas/v2/properties/index.js";

const ENTRIES = {
  anchors: "anchor", dropdowns: "dropdown", languages: "language", tabs: "tab", versions: "version",
  menu: "item", products: "product", groups: "group", pages: "page", global: "global",
};
const SHARED = { icon: "icon", openapi: "openapi", asyncapi: "asyncapi", color: "color" };
const AROUND = new Set(["banner", "footer", "navbar"]);
const WRAPPERS = new Set(["ZodOptional", "ZodNullable", "ZodDefault", "ZodReadonly", "ZodCatch"]);

const found = new Map();
const seen = new Map();

function note(path, values) {
  if (!found.has(path)) found.set(path, new Set());
  for (const value of values) found.get(path).add(value);
}

function inner(schema) {
  while (WRAPPERS.has(schema._def.typeName)) schema = schema._def.innerType;
  return schema;
}

function walk(schema, path, inNavigation) {
  schema = inner(schema);
  const { typeName, ...def } = schema._def;
  if (typeName === "ZodEffects") walk(def.schema, path, inNavigation);
  else if (typeName === "ZodLazy") walk(def.getter(), path, inNavigation);
  else if (typeName === "ZodUnion" || typeName === "ZodDiscriminatedUnion") {
    for (const option of def.options.values()) walk(option, path, inNavigation);
  } else if (typeName === "ZodIntersection") {
    walk(def.left, path, inNavigation);
    walk(def.right, path, inNavigation);
  } else if (typeName === "ZodArray") walk(def.type, path.startsWith("@") && !path.includes(".") ? path : `${path}[]`, inNavigation);
  else if (typeName === "ZodRecord") walk(def.valueType, `${path}.*`, inNavigation);
  else if (typeName === "ZodEnum") note(path, def.values.map((value) => `= ${value}`));
  else if (typeName === "ZodLiteral") note(path, [`= ${def.value}`]);
  else if (typeName === "ZodObject") {
    if (seen.get(schema)?.has(path)) return;
    seen.set(schema, (seen.get(schema) ?? new Set()).add(path));
    for (const [key, member] of Object.entries(schema.shape)) {
      if (inner(member)._def.typeName === "ZodNever") continue;
      const below = path ? `${path}.${key}` : key;
      note(below, []);
      if (inNavigation && ENTRIES[key]) walk(member, `@${ENTRIES[key]}`, true);
      else if (SHARED[key]) walk(member, `@${SHARED[key]}`, false);
      else if (inNavigation && AROUND.has(key)) walk(member, key, false);
      else walk(member, below, inNavigation || below === "navigation");
    }
  } else if (path) note(path, []);
}

walk(docsConfigSchema, "", false);
walk(decoratedPageSchema, "@frontmatter", false);
const rows = [...found].map(([path, values]) => [path, [...values].map((value) => value.slice(2)).sort()]);
console.log(JSON.stringify(rows.sort(([one], [other]) => (one < other ? -1 : 1))));
