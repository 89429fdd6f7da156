// The part of the search that needs no browser, over the files of an index that was written.
// Reads {core: [paths], texts: [texts], sites: [{folder, asked: [queries]}]} from its input. A query
// may be {typed, every}: a text, and the milliseconds between its letters. Where that is longer than
// the dialog waits, the beginnings are asked as well, and the last is answered.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const { core, texts, sites } = JSON.parse(readFileSync(0, 'utf8'));
const source = core.map((path) => readFileSync(path, 'utf8')).join('\n');
const used = '{ Index, answer, pauseFor, CHUNK, RUN, humpsOf, wholesOf, wordsOfPiece }';
const { Index, answer, pauseFor, CHUNK, RUN, humpsOf, wholesOf, wordsOfPiece } = new Function(`${source}\nreturn ${used};`)();

/** Return all that the index holds of a text. */
function wordsOf(text) {
  return (text.match(CHUNK) ?? []).map((chunk) => {
    const runs = chunk.match(RUN) ?? [];
    const parts = runs.flatMap((run) => [run, ...humpsOf(run)].flatMap(wordsOfPiece));
    return [...new Set([...wholesOf(chunk), ...parts])];
  });
}

/** Load a file as a page does: it calls one function. */
function loaded(path) {
  const text = readFileSync(path, 'utf8');
  let found;
  new Function('docsjsonSearch', text)((...given) => (found = given));
  return { data: found[1], bytes: gzipSync(text).length };
}

/** So many rows are in view, and so long the dialog waits for what they say. */
const ROWS = 8;
const EXCERPT_PAUSE = 150;

/** Load what the rows say that are in view. */
async function lookAt(found) {
  const rows = found.flatMap(({ index, page, places }) => places.map(({ number }) => index.place.bind(index, page, number)));
  await Promise.all(rows.slice(0, ROWS).map((load) => load()));
}

const textsOf = ({ index, page, places }) => (
  Promise.all(places.map(async ({ number }) => (await index.place(page, number))[5]))
);

/** Ask what is asked before the last letter. */
async function askBeginnings(index, { typed, every }) {
  for (let end = 1; end < typed.length; end++) {
    const pause = pauseFor(typed.slice(0, end), false);
    if (pause > every) continue;
    const { found } = await answer(index, typed.slice(0, end).trim());
    if (pause + EXCERPT_PAUSE <= every) await lookAt(found);
  }
}

async function ask(folder, asked) {
  const files = new Map();
  const load = async (name) => {
    const file = loaded(join(folder, '_static', 'search', `${name}.js`));
    files.set(name, file);
    return file.data;
  };
  const index = new Index(load, await load('index'));
  if (asked.typed) await askBeginnings(index, asked);
  const query = asked.typed ?? asked;
  await answer(index, query);
  const begun = performance.now();
  const { found, pages } = await answer(index, query);
  const milliseconds = performance.now() - begun;
  await lookAt(found);
  const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes, 0);
  const inView = [...files.keys()];
  const read = await Promise.all(found.map(textsOf));
  return {
    pages,
    milliseconds,
    loaded: inView,
    bytes,
    found: found.map(({ shown, places }, at) => ({
      uri: shown[0],
      operation: `${shown[3]} ${shown[4][0]?.[4]}`,
      places: places.map(({ place }) => place.slice(0, 3)),
      texts: read[at],
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
