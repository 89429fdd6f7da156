/* What the script of the page makes of the values that a form begins with, read from the input. */
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

const { folder, cases } = JSON.parse(fs.readFileSync(0, 'utf8'));
const names = ['../shared/own', 'request', 'parameters', 'bodies'];
const source = names.map((name) => fs.readFileSync(path.join(folder, `${name}.js`), 'utf8'));
const world = vm.createContext({
  Blob, File, TextEncoder, URLSearchParams, URL, btoa, cases,
});
vm.runInContext(`${source.join('\n')}
result = JSON.stringify(cases.map(({ operation, values }) => buildRequest(operation, values)));`, world);
process.stdout.write(world.result);
