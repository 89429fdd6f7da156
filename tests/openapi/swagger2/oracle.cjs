// Documents of Swagger 2.0 as the package `swagger2openapi` converts them, or why it refuses them.
const { convertObj } = require("swagger2openapi");

console.warn = () => {};
const documents = JSON.parse(require("fs").readFileSync(0, "utf8"));
const options = () => ({ patch: true, warnOnly: true, anchors: true });

async function converted(document) {
  try {
    return { document: (await convertObj(document, options())).openapi };
  } catch (error) {
    return { error: String(error.message || error) };
  }
}

(async () => {
  const found = [];
  for (const document of documents) found.push(await converted(document));
  process.stdout.write(JSON.stringify(found));
})();
