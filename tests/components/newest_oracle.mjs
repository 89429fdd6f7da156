// Prints the components of the platform's own package with the attributes that their types have: what
// the package itself declares, without what every element of HTML has. Parts of a component (Tabs.Item)
// are named as they are written.
import path from "node:path";
import ts from "typescript";

const ENTRY = path.resolve("node_modules/@mintlify/components/dist/index.d.ts");
const program = ts.createProgram([ENTRY], {
  moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext,
  jsx: ts.JsxEmit.ReactJSX, skipLibCheck: true, strict: true, types: [],
});
const checker = program.getTypeChecker();
const entry = program.getSourceFile(ENTRY);
const found = new Map();

function isOwn(symbol) {
  return symbol.declarations?.some((one) => one.getSourceFile().fileName.includes("/@mintlify/components/"));
}

function attributesOf(type) {
  const all = type.isUnion() ? type.types.flatMap((one) => one.getProperties()) : type.getProperties();
  return all.filter(isOwn).map((one) => one.name);
}

function walk(name, type, depth) {
  const calls = type.getCallSignatures();
  if (calls.length) {
    const [given] = calls[0].getParameters();
    const props = given ? checker.getTypeOfSymbolAtLocation(given, entry) : undefined;
    found.set(name, [...new Set(props ? attributesOf(props) : [])].sort());
  }
  if (depth) return;
  for (const member of type.getProperties()) {
    if (/^[A-Z]\w*$/.test(member.name) && isOwn(member)) {
      walk(`${name}.${member.name}`, checker.getTypeOfSymbolAtLocation(member, entry), depth + 1);
    }
  }
}

for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(entry))) {
  const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  if (!(meant.flags & ts.SymbolFlags.Value) || !/^[A-Z][a-z]/.test(symbol.name)) continue;
  walk(symbol.name, checker.getTypeOfSymbolAtLocation(meant, entry), 0);
}
console.log(JSON.stringify([...found].sort(([one], [other]) => (one < other ? -1 : 1))));
