/* A piece of a query → the places that have it, and how much it says of each. */

const ALONE = 0.8;
const IN_PARTS = 0.5;
const BESIDE = 0.8;
const MOST_NEAREST = 4;

/**
 * How much one piece of a query says of each place.
 * @typedef {object} Found
 * @property {Map<number, number>} places
 * @property {number} rarity
 * @property {Set<string>} words
 * @property {boolean} [isPair] whether it is two characters of writing without spaces
 */

/**
 * @param {Index} index
 * @param {number} count
 */
function rarityOf(index, count) {
  const all = index.first.places;
  return Math.log(1 + (all - Math.min(all, count) + 0.5) / (count + 0.5));
}

/**
 * @param {Index} index
 * @param {string} word
 * @param {boolean} isOpen
 * @returns {Promise<Found>}
 */
async function findWord(index, word, isOpen) {
  const words = await alike(index, word, isOpen);
  let count = 0;
  for (const [known, { weight, postings }] of words) {
    if (weight > 0.5) count += own(index.first.common, known) ?? countPostings(postings);
  }
  const rarity = rarityOf(index, count);
  /** @type {Map<number, number>} */
  const places = new Map();
  for (const { weight, postings } of words.values()) {
    eachPosting(postings, (place, impact) => {
      const score = weight * impact * rarity;
      if (score > (places.get(place) ?? 0)) places.set(place, score);
    });
  }
  return { places, rarity, words: new Set(words.keys()), isPair: STARTS_PAIRED.test(word) };
}

/**
 * Find a piece of a query in each way. An address or a dotted name that begins others is not sought
 * in parts as well: each letter of a part has words of its own to load.
 * @param {Index} index
 * @param {Wanted} wanted
 * @param {boolean} isAlone whether it is all that was typed
 */
async function findWays(index, { ways, wholes, isOpen }, isAlone) {
  /** @param {string[]} way */
  const find = (way) => Promise.all(way.map((word, at) => {
    const isSaying = word.length > 2 || STARTS_PAIRED.test(word) || (isAlone && !at);
    return findWord(index, word, isOpen && at === way.length - 1 && isSaying);
  }));
  if (!isOpen || wholes !== 1) return Promise.all(ways.map(find));
  const [[whole = ''] = [], ...others] = ways;
  const first = await find([whole]);
  const known = [...first[0]?.words ?? []];
  const isBegun = !known.includes(whole) && known.some((word) => word.startsWith(whole));
  return isBegun ? [first] : [first, ...await Promise.all(others.map(find))];
}

/**
 * Find a piece of a query; its parts have to be together.
 * @param {Index} index
 * @param {Wanted} wanted
 * @param {boolean} isAlone whether it is all that was typed
 * @returns {Promise<Found>}
 */
async function findPiece(index, wanted, isAlone) {
  /** @type {Map<number, number>} */
  const places = new Map();
  const words = new Set();
  let rarity = 0;
  const found = await findWays(index, wanted, isAlone);
  const isKnown = wanted.wholes > 0 && found[0]?.[0]?.words.has(wanted.ways[0]?.[0] ?? '');
  found.forEach((parts, number) => {
    /** @type {Map<number, number>} */
    const counts = new Map();
    /** @type {Map<number, number>} */
    const sums = new Map();
    // Two characters that are beside each other nowhere say nothing: the words of a phrase meet there.
    const known = parts.filter((part) => part.places.size || !part.isPair);
    for (const part of known) {
      for (const word of part.words) words.add(word);
      for (const [place, score] of part.places) {
        counts.set(place, (counts.get(place) ?? 0) + 1);
        sums.set(place, (sums.get(place) ?? 0) + score);
      }
    }
    const worth = !number ? 1 : isKnown && number >= wanted.wholes ? IN_PARTS : ALONE;
    for (const [place, sum] of sums) {
      const share = (counts.get(place) ?? 0) / known.length;
      if (share < 0.6 && !known.some((part) => part.isPair)) continue;
      const score = (worth * sum * share * share) / Math.sqrt(known.length);
      if (score > (places.get(place) ?? 0)) places.set(place, score);
    }
    rarity = Math.max(rarity, ...known.map((part) => part.rarity));
  });
  return { places, rarity, words };
}

/**
 * Return what words that are nearly everywhere say beside others: where they are in a title.
 * @param {Index} index
 * @param {string[]} words
 * @returns {Promise<Found[]>}
 */
async function findBeside(index, words) {
  if (!words.length) return [];
  const known = await index.common();
  return words.map((word) => {
    /** @type {Map<number, number>} */
    const places = new Map();
    const rarity = rarityOf(index, own(index.first.common, word) ?? 0);
    eachPosting(known.get(word) ?? '', (place, impact) => places.set(place, BESIDE * impact * rarity));
    return { places, rarity: 0, words: new Set([word]) };
  });
}

/**
 * Return the words of the index that are nearest to what was typed, where nothing answers it.
 * @param {Index} index
 * @param {string} query
 */
async function nearestWords(index, query) {
  /** @type {[number, string][]} */
  const found = [];
  const runs = (query.match(RUN) ?? []).map(fold).filter((run) => run.length > 3 && !index.stopped.has(run));
  for (const typed of index.first.shards.length ? runs.slice(0, 3) : []) {
    const shards = new Set([index.shardOf(typed), ...index.shardsOf(typed.slice(0, 2)).slice(0, MOST_SHARDS)]);
    const limit = Math.floor(typed.length / 2);
    for (const shard of await Promise.all([...shards].map((each) => index.shard(each)))) {
      for (const known of shard.keys()) {
        const distance = known.length > 3 && LETTERS.test(known) ? edits(typed, known, limit) : limit + 1;
        if (distance <= limit) found.push([distance, known]);
      }
    }
  }
  found.sort(([one], [other]) => one - other);
  /** @type {string[]} */
  const words = [];
  for (const [, word] of found) {
    if (!words.some((known) => known === word || areForms(known, word))) words.push(word);
  }
  return words.slice(0, MOST_NEAREST);
}
