// Pages with MDX and React: as HTML of a server, or as a script that draws them in a browser.
import { readFileSync, existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createRequire } from "node:module";
import { build } from "esbuild";
import { compile } from "@mdx-js/mdx";
import remarkGfm from "remark-gfm";
import * as React from "react";
import * as runtime from "react/jsx-runtime";
import { renderToStaticMarkup } from "react-dom/server";

const require = createRequire(import.meta.url);
const ENDINGS = ["", ".jsx", ".tsx", ".js", ".ts", ".mdx", ".md", "/index.jsx", "/index.js"];
const SHOWN = ["title", "label", "description", "name", "tag"];

for (const [name, value] of Object.entries(React)) if (name !== "default") globalThis[name] ??= value;
globalThis.React = React;
for (const name of ["log", "warn", "error", "info", "debug"]) console[name] = () => {};

// A component of the platform, or a part of one as `Tree.Folder`: its words, and a mark that says that it is one.
function platform(name) {
  const drawn = (props) => React.createElement(
    "platform-part", { name, href: props.href },
    ...SHOWN.filter((key) => typeof props[key] !== "undefined" && typeof props[key] !== "boolean")
      .map((key) => React.createElement("span", { key }, props[key])),
    props.children,
  );
  return new Proxy(drawn, {
    get: (own, key) => (/^[A-Z]/.test(String(key)) ? platform(`${name}.${key}`) : own[key]),
  });
}

const markdown = async (text) =>
  String(await compile(text.replace(/^\uFEFF?---\n[\s\S]*?\n---\n/, ""), { remarkPlugins: [remarkGfm] }));

function files(root) {
  const found = (path) => ENDINGS.map((end) => path + end).find((each) => existsSync(each) && statSync(each).isFile());
  return {
    name: "files",
    setup(builder) {
      builder.onResolve({ filter: /.*/ }, ({ path, resolveDir, kind }) => {
        if (kind === "entry-point") return undefined;
        if (/^react(\/.*)?$/.test(path)) return { path, external: true };
        const from = path.startsWith(".") ? [resolve(resolveDir, path)] : [join(root, path), resolve(resolveDir, path)];
        const file = from.map(found).find(Boolean);
        return file ? { path: file } : { path, namespace: "missing" };
      });
      builder.onLoad({ filter: /.*/, namespace: "missing" }, () => ({ contents: "module.exports = {}", loader: "js" }));
      builder.onLoad({ filter: /\.mdx?$/ }, async ({ path }) => ({ contents: await markdown(readFileSync(path, "utf-8")), loader: "jsx" }));
      builder.onLoad({ filter: /\.(svg|png|jpe?g|webp|gif|css)$/ }, ({ path }) => ({ contents: "", loader: "text" }));
    },
  };
}

// What a page of a browser does first: the names that code uses without an import.
const GLOBALS = `
  import * as React from "react";
  for (const [name, value] of Object.entries(React)) if (name !== "default") globalThis[name] ??= value;
  globalThis.React = React;
  globalThis.platform = ${platform};
  const SHOWN = ${JSON.stringify(SHOWN)};
  globalThis.parts = Object.fromEntries(COMPONENTS.map((name) => [name, platform(name)]));
  for (const name of COMPONENTS) globalThis[name] ??= parts[name];
`;

async function bundled({ root, file, components }) {
  try {
    const page = await markdown(readFileSync(join(root, file), "utf-8"));
    const modules = { "oracle:globals": GLOBALS, "oracle:page": page };
    const own = {
      name: "own",
      setup(builder) {
        builder.onResolve({ filter: /^oracle:/ }, ({ path }) => ({ path, namespace: "oracle" }));
        builder.onResolve({ filter: /^(react|react-dom|scheduler)(\/.*)?$/ }, ({ path }) => ({ path: require.resolve(path) }));
        builder.onLoad({ filter: /.*/, namespace: "oracle" }, ({ path }) => ({
          contents: modules[path], loader: "jsx",
          resolveDir: path === "oracle:page" ? dirname(join(root, file)) : process.cwd(),
        }));
      },
    };
    const contents = `import "oracle:globals"; import Page from "oracle:page"; import { createRoot } from "react-dom/client";
      createRoot(document.getElementById("root")).render(React.createElement(Page, { components: parts }));`;
    const bundle = await build({
      stdin: { contents, resolveDir: process.cwd(), loader: "jsx" },
      bundle: true, write: false, format: "iife", platform: "browser", jsx: "automatic", logLevel: "silent", minify: true,
      define: { "process.env.NODE_ENV": '"production"', COMPONENTS: JSON.stringify(components) },
      loader: { ".js": "jsx" }, plugins: [own, files(root)],
    });
    return { script: bundle.outputFiles[0].text };
  } catch (error) {
    return { error: String(error?.message ?? error).slice(0, 300) };
  }
}

async function rendered({ root, file, components }) {
  try {
    const contents = await markdown(readFileSync(join(root, file), "utf-8"));
    const bundle = await build({
      stdin: { contents, resolveDir: dirname(join(root, file)), loader: "jsx" },
      bundle: true, write: false, format: "cjs", platform: "node", jsx: "automatic", logLevel: "silent",
      loader: { ".js": "jsx" }, plugins: [files(root)],
    });
    const module = { exports: {} };
    new Function("require", "module", "exports", bundle.outputFiles[0].text)(
      (name) => (name === "react/jsx-runtime" ? runtime : require(name)), module, module.exports);
    const parts = Object.fromEntries(components.map((name) => [name, platform(name)]));
    for (const name of components) globalThis[name] ??= parts[name];
    return { html: renderToStaticMarkup(React.createElement(module.exports.default, { components: parts })) };
  } catch (error) {
    return { error: String(error?.message ?? error).split("\n").slice(0, 3).join(" ").slice(0, 300) };
  }
}

let asked = "";
for await (const chunk of process.stdin.setEncoding("utf-8")) asked += chunk;
const answers = [];
for (const page of JSON.parse(asked)) answers.push(await (page.browser ? bundled(page) : rendered(page)));
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
