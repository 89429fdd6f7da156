/* The pages that answer a query, the best first, each with its best places. */

const MOST_READ = 6;
/** So many more are looked at, because a title may be worth more than its words. */
const BEYOND = 1;
const MOST_PLACES = 4;
const FURTHER = 0.05;
const CONTEXT = 0.5;
/** The kind of a place that is a field; and how much less a schema is worth of which better pages have shown all. */
const FIELD = 3;
const REPEATED = 0.1;
/** How much less a place says that has a part of a sentence. */
const POWER = 1.2;
/** How much more a title says for each word of a query that it has as it was typed. */
const PHRASE = 1.2;
const QUOTED = /["“”„«»「]([^"“”„«»「」]{2,})["“”„«»」]/g;

/**
 * @typedef {object} Answer
 * @property {Index} index
 * @property {number} page
 * @property {ShownPage} shown
 * @property {number} score
 * @property {Place[]} places the best first
 */

/**
 * @typedef {object} Place
 * @property {WrittenPlace} place
 * @property {number} number of the place in its page
 * @property {number} score
 */

/**
 * @typedef {object} Answers
 * @property {Answer[]} found
 * @property {number} pages how many pages there are in all
 * @property {Set<string>} words the words of the index that were found, to mark them
 * @property {Set<string>} stopped words that say nothing, which are not marked
 */

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
  /**
   * What the title of a page says, its sections say as well, though less.
   * @param {number} place
   * @param {number} head
   * @param {{sum: number, rarity: number}} there
   */
  const around = (place, head, there) => {
    let { sum, rarity } = there;
    if (place === head || pieces.length < 2) return there;
    for (const piece of pieces) {
      const said = piece.places.get(head);
      if (said === undefined || piece.places.has(place)) continue;
      sum += CONTEXT * said;
      rarity += CONTEXT * piece.rarity;
    }
    return { sum, rarity };
  };
  const power = pieces.length < 3 ? 1.7 : POWER;
  return [...pages].map(([page, places]) => {
    const ranked = [...places]
      .map(([place, there]) => {
        const { sum, rarity } = around(place, index.starts[page] ?? 0, there);
        const more = beside.reduce((added, { places: titles }) => added + (titles.get(place) ?? 0), 0);
        return { place, score: (sum + more) * (rarity / all) ** power };
      })
      .sort((one, other) => other.score - one.score || one.place - other.place);
    const { sum, rarity } = whole.get(page) ?? { sum: 0, rarity: 0 };
    const top = ranked[0]?.score ?? 0;
    const further = ranked.slice(1, 6).reduce((added, { score }) => added + score, 0);
    const score = (
      (top + 0.35 * Math.max(0, sum * (rarity / all) ** power - top) + FURTHER * further) * (index.first.boosts[page] ?? 1)
    );
    return { page, score, places: ranked.slice(0, 12) };
  }).sort((one, other) => other.score - one.score || one.page - other.page);
}

/**
 * Set the words apart that are nearly everywhere, and leave out those that say nothing, where there
 * are others.
 * @param {Index} index
 * @param {Wanted[]} all
 */
function telling(index, all) {
  const saying = all.filter(({ ways }) => ways.length > 1 || ways[0]?.some((word) => !index.stopped.has(word)));
  if (!saying.length) return { rare: all, common: [] };
  const rare = saying.filter(({ ways }) => ways.length > 1 || ways[0]?.some((word) => own(index.first.common, word) === undefined));
  if (!rare.length) return { rare: saying, common: [] };
  return { rare, common: saying.filter((one) => !rare.includes(one)).flatMap(({ ways }) => ways[0] ?? []) };
}

/** @param {string} text */
const spaced = (text) => ` ${(fold(text).match(RUN) ?? []).join(' ')} `;

/**
 * How much better a place is because its title has all words of the query, in any form; more as a phrase.
 * @param {string} called
 * @param {string} query
 */
function titleFit(called, query) {
  const [titled, asked] = [called, query].map((text) => text.trim().split(' '));
  if (!titled || !asked) return 1;
  if (!asked.every((word) => titled.some((known) => word === known || areForms(word, known)))) return 1;
  const fit = 1 + 0.5 * Math.min(1, asked.length / titled.length);
  return called.includes(query) ? fit * PHRASE ** asked.length : fit;
}

/**
 * What is asked of the places of a page.
 * @typedef {object} Asked
 * @property {string} spaced the query with a space before, between and after its words
 * @property {string[]} phrases what is in quotation marks
 * @property {number[] | undefined} kinds
 */

/**
 * Whether a place has all that the reader put in quotation marks; its text is loaded for that.
 * @param {Index} index
 * @param {number} page
 * @param {number} number
 * @param {string[]} phrases
 */
async function hasPhrases(index, page, number, phrases) {
  const [, , title, , note, text] = await index.place(page, number);
  const said = spaced(`${title} ${note} ${text}`);
  return phrases.every((phrase) => said.includes(STARTS_PAIRED.test(phrase.trim()) ? phrase.trim() : phrase));
}

/**
 * What a field is called, and its type; nothing of another place.
 * @param {WrittenPlace} place
 */
const fieldIn = ([, kind, title, , note]) => (kind === FIELD ? `${title} ${note}` : '');

/** @param {WrittenPlace} place */
const isOfSchema = ([anchor]) => anchor.startsWith('field-');

/**
 * Let schemas that only repeat fields of better pages come after others.
 * @param {Answer[]} listed
 */
function byWorth(listed) {
  /** @type {(one: Answer, other: Answer) => number} */
  const better = (one, other) => other.score - one.score || one.page - other.page;
  const seen = new Set();
  for (const one of listed.sort(better)) {
    const fields = one.places.map(({ place }) => fieldIn(place));
    const isRepeated = one.places.every(({ place }) => isOfSchema(place) && seen.has(fieldIn(place)));
    if (isRepeated) one.score *= REPEATED;
    for (const field of fields) seen.add(field);
  }
  return listed.sort(better);
}

/**
 * Return the best places of a page, and one of its fields that are alike.
 * @param {Index} index
 * @param {number} page
 * @param {{place: number, score: number}[]} places
 * @param {Asked} asked
 * @returns {Promise<Place[]>}
 */
async function readPlaces(index, page, places, { spaced: query, phrases, kinds }) {
  const shown = await index.page(page);
  const start = index.starts[page] ?? 0;
  const read = await Promise.all(places.map(async ({ place, score }) => {
    const number = place - start;
    const there = shown[4][number];
    if (!there || (kinds && !kinds.includes(there[1]))) return [];
    if (phrases.length && !await hasPhrases(index, page, number, phrases)) return [];
    const fits = there[2].split(', ').map((name) => titleFit(spaced(name), query));
    return [{ place: there, number, score: score * Math.max(...fits) }];
  }));
  const ranked = read.flat().sort((one, other) => other.score - one.score);
  const fields = ranked.map((one) => fieldIn(one.place));
  return ranked.filter((_one, at) => !fields[at] || fields.indexOf(fields[at]) === at).slice(0, MOST_PLACES);
}

/**
 * Return the answers of one index.
 * @param {Index} index
 * @param {string} query
 * @param {{isWanted?: (page: number) => boolean, kinds?: number[] | undefined, most?: number}} [options]
 * @returns {Promise<Answers>}
 */
async function answer(index, query, { isWanted = () => true, kinds, most = MOST_READ } = {}) {
  const wanted = wantedOf(query);
  const { rare, common } = telling(index, wanted);
  const [pieces, beside] = await Promise.all([
    Promise.all(rare.map((one) => findPiece(index, one, wanted.length === 1))),
    findBeside(index, common),
  ]);
  const ranked = scores(index, pieces, beside, isWanted);
  const words = new Set(pieces.flatMap((piece) => [...piece.words]));
  const phrases = [...query.matchAll(QUOTED)].map(([, phrase = '']) => spaced(phrase)).filter((phrase) => phrase.trim());
  const asked = { spaced: spaced(query), phrases, kinds };
  const isChosen = kinds || phrases.length > 0;
  const found = await Promise.all(ranked.slice(0, isChosen ? 3 * most : most + BEYOND).map(async ({ page, score, places }) => {
    const shown = await index.page(page);
    const read = await readPlaces(index, page, places, asked);
    const better = (read[0]?.score ?? 0) / (places[0]?.score || 1);
    return { index, page, shown, score: score * better, places: read };
  }));
  const listed = byWorth(found.filter(({ places }) => places.length)).slice(0, isChosen ? undefined : most);
  return { found: listed, pages: isChosen ? listed.length : ranked.length, words, stopped: index.stopped };
}
