/* The pages that answer a query, the best first, each with its best places. */

const MOST_READ = 6;
const MOST_PLACES = 4;
const ALONE = 0.8;
const BESIDE = 0.8;
const FURTHER = 0.1;

/**
 * @typedef {object} Answer
 * @property {Index} index
 * @property {number} page
 * @property {ShownPage} shown
 * @property {number} score
 * @property {{place: ShownPlace, score: number}[]} places the best first
 */

/**
 * @typedef {object} Answers
 * @property {Answer[]} found
 * @property {number} pages how many pages there are in all
 * @property {Set<string>} words the words of the index that were found, to mark them
 */

/**
 * How much one piece of a query says of each place.
 * @typedef {object} Found
 * @property {Map<number, number>} places
 * @property {number} rarity
 * @property {Set<string>} words
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
    if (weight > 0.5) count += index.first.common[known] ?? countPostings(postings);
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
  return { places, rarity, words: new Set(words.keys()) };
}

/**
 * Find a piece of a query in each way; its parts have to stand together.
 * @param {Index} index
 * @param {Wanted} wanted
 * @returns {Promise<Found>}
 */
async function findPiece(index, { ways, isOpen }) {
  /** @type {Map<number, number>} */
  const places = new Map();
  const words = new Set();
  let rarity = 0;
  const found = await Promise.all(ways.map((way) => Promise.all(
    way.map((word, at) => findWord(index, word, isOpen && at === way.length - 1)),
  )));
  found.forEach((parts, number) => {
    /** @type {Map<number, number>} */
    const counts = new Map();
    /** @type {Map<number, number>} */
    const sums = new Map();
    for (const part of parts) {
      for (const word of part.words) words.add(word);
      for (const [place, score] of part.places) {
        counts.set(place, (counts.get(place) ?? 0) + 1);
        sums.set(place, (sums.get(place) ?? 0) + score);
      }
    }
    const worth = number ? ALONE : 1;
    for (const [place, sum] of sums) {
      const share = (counts.get(place) ?? 0) / parts.length;
      if (parts.length > 1 && share < 0.6) continue;
      const score = (worth * sum * share * share) / Math.sqrt(parts.length);
      if (score > (places.get(place) ?? 0)) places.set(place, score);
    }
    rarity = Math.max(rarity, ...parts.map((part) => part.rarity));
  });
  return { places, rarity, words };
}

/**
 * Return what words that stand nearly everywhere say beside others: where they are in a title.
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
    const rarity = rarityOf(index, index.first.common[word] ?? 0);
    eachPosting(known.get(word) ?? '', (place, impact) => places.set(place, BESIDE * impact * rarity));
    return { places, rarity: 0, words: new Set([word]) };
  });
}

/**
 * Return the score of each page and place. A page that has all pieces, but none of its places all
 * of them, comes after one whose place has.
 * @param {Index} index
 * @param {Found[]} pieces
 * @param {Found[]} beside what adds to places that have been found, and finds none
 * @param {(page: number) => boolean} isWanted
 */
function scores(index, pieces, beside, isWanted) {
  const all = pieces.reduce((sum, piece) => sum + piece.rarity, 0) || 1;
  /** @type {Map<number, Map<number, {sum: number, rarity: number}>>} */
  const pages = new Map();
  /** @type {Map<number, {sum: number, rarity: number}>} */
  const whole = new Map();
  for (const piece of pieces) {
    /** @type {Map<number, number>} */
    const best = new Map();
    for (const [place, score] of piece.places) {
      const page = index.pageOf[place] ?? 0;
      if (!isWanted(page)) continue;
      best.set(page, Math.max(best.get(page) ?? 0, score));
      const places = pages.get(page) ?? new Map();
      pages.set(page, places);
      const there = places.get(place) ?? { sum: 0, rarity: 0 };
      places.set(place, { sum: there.sum + score, rarity: there.rarity + piece.rarity });
    }
    for (const [page, score] of best) {
      const there = whole.get(page) ?? { sum: 0, rarity: 0 };
      whole.set(page, { sum: there.sum + score, rarity: there.rarity + piece.rarity });
    }
  }
  return [...pages].map(([page, places]) => {
    const ranked = [...places]
      .map(([place, { sum, rarity }]) => {
        const more = beside.reduce((added, { places: titles }) => added + (titles.get(place) ?? 0), 0);
        return { place, score: (sum + more) * (rarity / all) ** 2 };
      })
      .sort((one, other) => other.score - one.score || one.place - other.place);
    const { sum, rarity } = whole.get(page) ?? { sum: 0, rarity: 0 };
    const top = ranked[0]?.score ?? 0;
    const further = ranked.slice(1, 6).reduce((added, { score }) => added + score, 0);
    const score = (
      (top + 0.35 * Math.max(0, sum * (rarity / all) ** 2 - top) + FURTHER * further) * (index.first.boosts[page] ?? 1)
    );
    return { page, score, places: ranked.slice(0, 12) };
  }).sort((one, other) => other.score - one.score || one.page - other.page);
}

/**
 * Set the words apart that stand nearly everywhere, where there are others.
 * @param {Index} index
 * @param {Wanted[]} all
 */
function telling(index, all) {
  const rare = all.filter(({ ways }) => ways.length > 1 || ways[0]?.some((word) => !(word in index.first.common)));
  if (!rare.length) return { rare: all, common: [] };
  return { rare, common: all.filter((one) => !rare.includes(one)).flatMap(({ ways }) => ways[0] ?? []) };
}

/** @param {string} text */
const spaced = (text) => ` ${(fold(text).match(RUN) ?? []).join(' ')} `;

/**
 * How much better a place is because of what its text says as a whole.
 * @param {WrittenPlace} place its text counts where it is there
 * @param {ShownPage} page
 * @param {string} query with a space before, between and after its words
 * @param {string} typed
 */
function fitOf([, kind, title, , note, text], page, query, typed) {
  const called = spaced(title);
  let fit = kind === 0 || kind === 2 ? 1.08 : 1;
  if (called === query) fit *= 1.7;
  else if (called.startsWith(query)) fit *= 1.25;
  else if (called.includes(query)) fit *= 1.15;
  else if (query.trim().includes(' ') && spaced(String(text)).includes(query)) fit *= 1.15;
  if (kind === 2) {
    const address = fold(note);
    if (typed === address || typed === `${page[3]} ${address}`) fit *= 2;
    else if (typed.startsWith(`${page[3]} `)) fit *= 1.15;
  }
  return fit;
}

/**
 * Return the best places of a page; the texts of these are loaded, and no others.
 * @param {Index} index
 * @param {number} page
 * @param {{place: number, score: number}[]} places
 * @param {{spaced: string, typed: string, kinds: number[] | undefined}} asked
 */
async function readPlaces(index, page, places, { spaced: query, typed, kinds }) {
  const shown = await index.page(page);
  const start = index.starts[page] ?? 0;
  const best = places.flatMap(({ place, score }) => {
    const there = shown[4][place - start];
    if (!there || (kinds && !kinds.includes(there[1]))) return [];
    return [{ number: place - start, score, fit: score * fitOf(there, shown, query, typed) }];
  }).sort((one, other) => other.fit - one.fit).slice(0, MOST_PLACES);
  const read = await Promise.all(best.map(async ({ number, score }) => {
    const place = await index.place(page, number);
    return { place, score: score * fitOf(place, shown, query, typed) };
  }));
  return read.sort((one, other) => other.score - one.score);
}

/**
 * Return the answers of one index.
 * @param {Index} index
 * @param {string} query
 * @param {{isWanted?: (page: number) => boolean, kinds?: number[] | undefined, most?: number}} [options]
 * @returns {Promise<Answers>}
 */
async function answer(index, query, { isWanted = () => true, kinds, most = MOST_READ } = {}) {
  const { rare, common } = telling(index, wantedOf(query));
  const [pieces, beside] = await Promise.all([
    Promise.all(rare.map((wanted) => findPiece(index, wanted))),
    findBeside(index, common),
  ]);
  const ranked = scores(index, pieces, beside, isWanted);
  const words = new Set(pieces.flatMap((piece) => [...piece.words]));
  const asked = { spaced: spaced(query), typed: fold(query.trim().replace(/\s+/g, ' ')), kinds };
  const found = await Promise.all(ranked.slice(0, kinds ? 3 * most : most).map(async ({ page, score, places }) => {
    const shown = await index.page(page);
    const read = await readPlaces(index, page, places, asked);
    const better = (read[0]?.score ?? 0) / (places[0]?.score || 1);
    return { index, page, shown, score: score * better, places: read };
  }));
  const listed = found.filter(({ places }) => places.length);
  listed.sort((one, other) => other.score - one.score || one.page - other.page);
  return { found: listed, pages: kinds ? listed.length : ranked.length, words };
}
