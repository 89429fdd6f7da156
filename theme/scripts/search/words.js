/* What a reader typed → the words of the index. sphinx_docsjson/ext/search/words.py says how and why;
   a test gives both the same texts. */

const PARTING =
  '\\x00-\\/:-@\\[-`{-\\xa9\\xab-\\xb4\\xb6-\\xb9\\xbb-\\xbf\\xd7\\xf7\\u2000-\\u2bff\\u3000-\\u3004\\u3008-\\u3020' +
  '\\u3030\\u303d\\u30fb\\ufe10-\\ufe1f\\ufe30-\\ufe6f\\ufeff-\\uff0f\\ufff0-\\uffff\\u{1f000}-\\u{1faff}';
const PAIRED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af' +
  '\\uf900-\\ufaff\\u{20000}-\\u{3ffff}';
const LONGEST_WHOLE = 48;
const LONGEST_PART = 40;

/** What is pasted may be a whole page: so many characters, pieces and words of a piece are asked. */
const LONGEST_QUERY = 250;
const MOST_PIECES = 12;
const MOST_PARTS = 20;

const CHUNK = new RegExp(`(?:--?|[/.@#$])?[^${PARTING}]+(?:[._\\-/:@+#~{}$]+[^${PARTING}]+)*(?:\\+\\+|#)?`, 'gu');
const RUN = new RegExp(`[^${PARTING}]+`, 'gu');
const PAIRED_OR_NOT = new RegExp(`[${PAIRED}]+|[^${PAIRED}]+`, 'gu');
const STARTS_PAIRED = new RegExp(`^[${PAIRED}]`, 'u');
const HUMP = /[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+/g;

const MARKS = /[\u0300-\u036f]|[\u0591-\u05bd]|\u05bf|[\u05c1-\u05c2]|\u05c7|\u0640|[\u064b-\u0655]|\u0670/g;
const ARABIC = /[\u0620-\u064a]/;
const ARTICLE = /(^|[^\u0620-\u064a])[\u0648\u0628\u0641\u0643]?\u0627\u0644(?=[\u0620-\u064a]{3})/g;

/** @param {string} text */
function fold(text) {
  const lowered = text.toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ').replaceAll('ı', 'i');
  const bare = lowered.normalize('NFKD').replace(MARKS, '').normalize('NFC');
  if (!ARABIC.test(bare)) return bare;
  return bare.replaceAll('\u0629', '\u0647').replaceAll('\u0649', '\u064a').replace(ARTICLE, '$1');
}

/**
 * Return a word without its ending, read from its last letter to its first.
 * @param {string} word
 */
const backwards = (word) => [...word.replace(/(?<=...)(?:en|er|es|e|n|s)$/u, '')].reverse().join('');

/** @param {string} text */
const lengthOf = (text) => [...text].length;

/** @param {string} text */
const cut = (text) => (text.length > LONGEST_PART ? [...text].slice(0, LONGEST_PART).join('') : text);

/** @param {string} run */
function pairs(run) {
  const characters = [...run];
  if (characters.length < 2) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/**
 * Return the words of one word: itself, or two characters each where writing has no spaces.
 * @param {string} piece
 */
function wordsOfPiece(piece) {
  return [...fold(piece).matchAll(PAIRED_OR_NOT)].flatMap(([part]) => (
    STARTS_PAIRED.test(part) ? pairs(part) : [cut(part)]
  ));
}

/**
 * Return an identifier as it is, and without its hyphens where it has no other marks.
 * @param {string} chunk
 */
function wholesOf(chunk) {
  const whole = fold(chunk).replace(/[{}]/g, '');
  const isWord = whole.match(RUN)?.[0] === whole;
  if (whole.includes('//') || lengthOf(whole) > LONGEST_WHOLE || isWord) return [];
  const isTied = /^[^_-]+(?:[_-][^_-]+)+$/.test(whole);
  return isTied ? [whole, whole.replace(/[_-]/g, '')] : [whole];
}

/** @param {string} run */
function humpsOf(run) {
  const humps = run.match(HUMP) ?? [];
  return humps.length > 1 ? humps : [];
}

/**
 * A piece of a query. Each way to find it is a list of words that have to be there together.
 * @typedef {object} Wanted
 * @property {string[][]} ways the first is the best
 * @property {boolean} isOpen whether the reader may still be typing it
 * @property {number} wholes how many of the ways are the piece as a whole
 */

/**
 * @param {string} query
 * @returns {Wanted[]}
 */
function wantedOf(query) {
  // Other letters among writing without spaces are a word of their own: `WebSocketの使い方`.
  const chunks = (query.slice(0, LONGEST_QUERY).match(CHUNK) ?? [])
    .flatMap((chunk) => chunk.match(PAIRED_OR_NOT) ?? []).slice(0, MOST_PIECES);
  return chunks.map((chunk, index) => {
    const runs = chunk.match(RUN) ?? [];
    const wholes = wholesOf(chunk);
    const ways = wholes.map((whole) => [whole]);
    ways.push(runs.flatMap(wordsOfPiece));
    if (runs.some((run) => humpsOf(run).length)) {
      ways.push(runs.flatMap((run) => (humpsOf(run).length ? humpsOf(run) : [run]).flatMap(wordsOfPiece)));
    }
    return {
      ways: ways.map((way) => way.slice(0, MOST_PARTS)),
      isOpen: index === chunks.length - 1 && query.trimEnd().endsWith(chunk),
      wholes: wholes.length,
    };
  });
}
