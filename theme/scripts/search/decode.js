/* The files of the index, as sphinx_docsjson/ext/search/postings.py and index_files.py write them. */

/**
 * A place of a page: its anchor, kind, title, depth, note and text.
 * @typedef {[string, number, string, number, string, string]} ShownPlace
 */

/**
 * The same as it is written: the text is in a further file, whose number is here, and where in it.
 * @typedef {[string, number, string, number, string, '' | [number, number]]} WrittenPlace
 */

/**
 * A page: its address, title, the path to it, method and places.
 * @typedef {[string, string, string[], string, WrittenPlace[]]} ShownPage
 */

/**
 * What the browser begins with.
 * @typedef {object} FirstFile
 * @property {number} format
 * @property {string} counts how many places each page has
 * @property {string[]} groups the names of the groups of pages that share files
 * @property {string} sizes how many pages each group has
 * @property {{labels: string[][], combinations: number[][][], pages: string}} facets
 * @property {Record<string, number>} boosts
 * @property {string[]} shards the first word of each
 * @property {string[]} endings the first of each file of words read from their last letters
 * @property {boolean} joining whether the language writes words together
 * @property {boolean} inflected whether it has more forms of a word than English or German
 * @property {Record<string, number[]>} completions the shards that complete a few letters
 * @property {Record<string, number>} common
 * @property {string} stopped words that say nothing alone, such as "the"
 * @property {number} places
 * @property {number[]} kinds the kinds of places that there are
 * @property {[string, string, string[]][]} suggestions
 * @property {Record<string, string>} marks the editions of the files, by the first letter of their names
 */

/** @typedef {(name: string) => Promise<any>} Loader */

/** What sphinx_docsjson.ext.search.index writes. */
const FORMAT = 8;

/** So many files are read for what words end with. */
const MOST_FILES = 2;

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Uint8Array(128);
[...DIGITS].forEach((digit, index) => (VALUES[digit.charCodeAt(0)] = index));

/**
 * Read the number at a place of a text.
 * @param {string} text
 * @param {number} at
 * @returns {[number, number]} the number, and where the next one begins
 */
function numberAt(text, at) {
  let number = 0;
  for (let shift = 0; ; shift += 5) {
    const digit = VALUES[text.charCodeAt(at++)] ?? 0;
    number += (digit & 31) << shift;
    if (digit < 32) return [number, at];
  }
}

/** @param {string} text */
function numbersOf(text) {
  const numbers = [];
  for (let at = 0; at < text.length;) {
    const [number, next] = numberAt(text, at);
    numbers.push(number);
    at = next;
  }
  return numbers;
}

/**
 * Call back for each place of the postings of a word.
 * @param {string} postings
 * @param {(place: number, impact: number) => void} visit
 */
function eachPosting(postings, visit) {
  let place = 0;
  let shift = 0;
  for (let at = 0; at < postings.length; at++) {
    const digit = VALUES[postings.charCodeAt(at)] ?? 0;
    place += (digit & 31) << shift;
    shift += 5;
    if (digit > 31) continue;
    shift = 0;
    visit(place, VALUES[postings.charCodeAt(++at)] ?? 0);
  }
}

/** @param {string} postings */
function countPostings(postings) {
  let count = 0;
  eachPosting(postings, () => count++);
  return count;
}

/**
 * Return the words of a shard with their postings, in order.
 * @param {string} text
 */
function wordsOfShard(text) {
  /** @type {Map<string, string>} */
  const words = new Map();
  let before = '';
  for (const entry of text ? text.split('|') : []) {
    const space = entry.indexOf(' ');
    const shared = VALUES[entry.charCodeAt(0)] ?? 0;
    before = before.slice(0, shared) + entry.slice(1, space);
    words.set(before, entry.slice(space + 1));
  }
  return words;
}

/**
 * Return the number of the file that a word is in, if it is anywhere.
 * @param {string} word
 * @param {string[]} firsts the first word of each file
 */
function partOf(word, firsts) {
  let [low, high] = [0, firsts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((firsts[middle] ?? '') <= word) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** One index: what was loaded of it so far. */
class Index {
  /**
   * @param {Loader} load
   * @param {FirstFile} first
   */
  constructor(load, first) {
    this.load = load;
    this.first = first;
    this.stopped = new Set(first.stopped.split(' '));
    /** @type {Map<string, Promise<any>>} */
    this.asked = new Map();
    /** @type {Set<string>} */
    this.arrived = new Set();
    const counts = numbersOf(first.counts);
    this.starts = new Int32Array(counts.length + 1);
    counts.forEach((count, page) => {
      this.starts[page + 1] = (this.starts[page] ?? 0) + count;
    });
    this.pageOf = new Int32Array(first.places);
    counts.forEach((_count, page) => this.pageOf.fill(page, this.starts[page], this.starts[page + 1]));
    this.combinations = numbersOf(first.facets.pages);
    /** The group of each page, and its place in it. */
    this.groups = numbersOf(first.sizes).flatMap((size, group) => (
      Array.from({ length: size }, (_, at) => ({ name: `p${first.groups.at(group)}`, at }))
    ));
  }

  /**
   * @param {string} name
   * @param {(data: any) => any} [read]
   * @returns {Promise<any>}
   */
  file(name, read = (data) => data) {
    let asked = this.asked.get(name);
    if (!asked) {
      asked = this.load(name).then((data) => {
        this.arrived.add(name);
        return read(data);
      });
      asked.catch(() => this.asked.delete(name));
      this.asked.set(name, asked);
    }
    return asked;
  }

  /**
   * @param {number} page
   * @returns {Promise<ShownPage>}
   */
  async page(page) {
    const { name, at } = this.groupOf(page);
    return (await this.file(name))[at];
  }

  /** @param {number} page */
  groupOf(page) {
    return this.groups[page] ?? { name: '', at: 0 };
  }

  /**
   * Return a place of a page with its text.
   * @param {number} page
   * @param {number} number of the place in the page
   * @returns {Promise<ShownPlace>}
   */
  async place(page, number) {
    const places = (await this.page(page))[4];
    const [anchor, kind, title, depth, note, text] = places[number] ?? ['', 0, '', 0, '', ''];
    const there = text && (await this.file(`${this.groupOf(page).name}-${text[0]}`))[text[1]];
    return [anchor, kind, title, depth, note, there];
  }

  /**
   * Whether the text of a place needs no further file.
   * @param {number} page
   * @param {WrittenPlace} place
   */
  isThere(page, place) {
    return !place[5] || this.arrived.has(`${this.groupOf(page).name}-${place[5][0]}`);
  }

  /**
   * @param {number} shard
   * @returns {Promise<Map<string, string>>}
   */
  shard(shard) {
    return this.file(`t${shard}`, wordsOfShard);
  }

  /**
   * Return the words that are nearly everywhere, with the titles that have them.
   * @returns {Promise<Map<string, string>>}
   */
  common() {
    return this.file('common', wordsOfShard);
  }

  /**
   * Return the shard that a word is in, if it is anywhere.
   * @param {string} word
   */
  shardOf(word) {
    return partOf(word, this.first.shards);
  }

  /**
   * Return the words that end alike.
   * @param {string} reverse the ending, read from its last letter
   */
  async ending(reverse) {
    const { endings } = this.first;
    const [from, to] = [partOf(reverse, endings), partOf(`${reverse}\uffff`, endings)];
    const files = endings.length ? Array.from({ length: Math.min(MOST_FILES, to - from + 1) }, (_, at) => `e${from + at}`) : [];
    /** @type {Map<string, string>[]} */
    const read = await Promise.all(files.map((name) => this.file(name, wordsOfShard)));
    return read.flatMap((file) => [...file]).flatMap(([bare, ends]) => (
      bare.startsWith(reverse) ? ends.split(',').map((end) => [...bare].reverse().join('') + end) : []
    ));
  }

  /**
   * Return the shards of all words that begin alike.
   * @param {string} prefix
   */
  shardsOf(prefix) {
    if (!this.first.shards.length) return [];
    const [from, to] = [this.shardOf(prefix), this.shardOf(`${prefix}\uffff`)];
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  }

  /**
   * Return the labels of a page: tabs, versions, languages.
   * @param {number} page
   */
  labelsOf(page) {
    const { labels, combinations } = this.first.facets;
    const combination = combinations[this.combinations[page] ?? 0] ?? [];
    return labels.map((known, kind) => (combination[kind] ?? []).map((label) => known.at(label) ?? ''));
  }
}
