// The part of the search that needs no browser, over the files of an index that was written.
// Reads {core: [paths], words: [texts], sites: [{folder, asked: [queries]}]} from its input. A query
// may be a list: each is asked in turn of the same index, and the last is answered.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const { core, texts, sites } = JSON.parse(readFileSync(0, 'utf8'));
const source = core.map((path) => readFileSync(path, 'utf8')).join('\n');
const { Index, answer, wordsOf } = new Function(`${source}\nreturn { Index, answer, wordsOf };`)();

/** Load a file as a page does: it calls one function. */
function loaded(path) {
  const text = readFileSync(path, 'utf8');
  let found;
  new Function('docsjsonSearch', text)((...given) => (found = given));
  return { edition: found[0], data: found[3], bytes: gzipSync(text).length };
}

async function ask(folder, query) {
  const files = new Map();
  const load = async (name) => {
    const file = loaded(join(folder, '_static', 'search', `${name}.js`));
    files.set(name, file);
    return file.data;
  };
  const index = new Index(load, await load('index'));
  let milliseconds = 0;
  let last = { found: [], pages: 0 };
  for (const each of [query].flat()) {
    await answer(index, each);
    const begun = performance.now();
    last = await answer(index, each);
    milliseconds = Math.max(milliseconds, performance.now() - begun);
  }
  const { found, pages } = last;
  return {
    pages,
    milliseconds,
    loaded: [...files.keys()],
    bytes: [...files.values()].reduce((sum, file) => sum + file.bytes, 0),
    editions: [...new Set([...files.values()].map((file) => file.edition))],
    found: found.map(({ shown, places }) => ({
      uri: shown[0],
      places: places.map(({ place }) => place.slice(0, 3)),
      texts: places.map(({ place }) => place[5]),
    })),
  };
}

const answers = [];
for (const { folder, asked } of sites) {
  const list = [];
  for (const query of asked) list.push(await ask(folder, query));
  answers.push(list);
}
console.log(JSON.stringify({ words: texts.map(wordsOf), answers }));
