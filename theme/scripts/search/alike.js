/* The words of the index that a typed word may mean: itself, what it begins, another form of it,
   and what it nearly is. */

const MOST_SHARDS = 2;
const FORM = 0.8;
const BEGUN = 0.6;
const NOT_BEGUN = 0.3;
const LONGEST_ENDING = 4;
const MOST_ALIKE = 32;
const MOST_COMPLETED = 8;
const MOST_SLIPS = 8;
const MORE_OFTEN = 3;
const MOST_ENDING = 8;
const SHORTEST_PART = 4;
const OTHER_LETTERS = 3;
const IN_COMPOUND = 0.5;
const LETTERS = /^\p{L}+$/u;
const ENDINGS = new Set([
  ...['', 's', 'e', 'd', 'es', 'ed', 'er', 'ers', 'ie', 'ing', 'ings', 'ion', 'ions', 'ation', 'ations', 'ication', 'ly', 'y'],
  ...['ies', 'ied', 'ment', 'ments', 'able', 'en', 'n', 'em', 'ern', 'ung', 'ungen', 'te', 'ten', 't', 'st'],
]);

/**
 * Words of the index and how much they count as the one that was typed.
 * @typedef {Map<string, {weight: number, postings: string}>} Alike
 */

/**
 * Return the number of edits between two words, up to a limit: a letter more, less, other, or two
 * exchanged.
 * @param {string} one
 * @param {string} other
 * @param {number} limit
 */
function edits(one, other, limit) {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  /** @type {number[]} */
  let before = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let best = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] && i > 1 && j > 1) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      }
      next.push(best);
    }
    if (Math.min(...next) > limit) return limit + 1;
    [before, row] = [row, next];
  }
  return row[other.length] ?? limit + 1;
}

/**
 * @param {string} one
 * @param {string} other
 */
function sharedLength(one, other) {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared++;
  return shared;
}

/**
 * @param {string} one
 * @param {string} other
 */
function areForms(one, other) {
  const shared = sharedLength(one, other);
  const endings = [one.slice(shared), other.slice(shared)];
  // `star` and `start`, `char` and `chart` are words of their own, `speichern` and `speichert` are one.
  return shared >= (endings.includes('t') ? 5 : 4) && endings.every((ending) => ENDINGS.has(ending));
}

/**
 * Return the share of a word that it has in common with another one of its stem, in a language whose
 * words change much; or nothing.
 * @param {string} one
 * @param {string} other
 */
function sharedStem(one, other) {
  const shared = sharedLength(one, other);
  const longest = Math.max(one.length, other.length);
  return shared < 4 || longest - shared > LONGEST_ENDING || shared < 0.6 * longest ? 0 : shared / longest;
}

/**
 * How much a word of the index counts, when another one was typed.
 * @param {string} typed
 * @param {string} known
 * @param {boolean} isOpen
 * @param {boolean} isInflected
 */
function weightOf(typed, known, isOpen, isInflected) {
  if (known === typed) return 1;
  const isMarked = /[^\p{L}\p{N}]/u.test(typed);
  if (areForms(typed, known)) return isMarked ? 0 : FORM;
  if (!known.startsWith(typed)) return isInflected && !isMarked ? FORM * sharedStem(typed, known) : 0;
  const share = Math.sqrt(typed.length / known.length);
  if (typed.length === 1 && !STARTS_PAIRED.test(typed)) return isOpen ? 0.35 * share : 0;
  if (isOpen || isMarked) return BEGUN * share;
  return typed.length > 2 ? NOT_BEGUN * share : 0;
}

/** @param {string} typed */
const limitFor = (typed) => (typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2);

/**
 * Return the shards that a word with a slip of the fingers near its beginning may be in.
 * @param {Index} index
 * @param {string} typed
 */
function shardsOfSlips(index, typed) {
  const found = new Set(index.shardsOf(typed.slice(0, 3)).slice(0, MOST_SHARDS));
  for (let at = 0; at < Math.min(4, typed.length - 1); at++) {
    const [one, two] = [typed[at] ?? '', typed[at + 1] ?? ''];
    found.add(index.shardOf(typed.slice(0, at) + two + one + typed.slice(at + 2)));
    found.add(index.shardOf(typed.slice(0, at) + typed.slice(at + 1)));
    if (found.size > 4) break;
  }
  return found;
}

/**
 * Return the words of the index that a typed word is, begins, or is another form of.
 * @param {Index} index
 * @param {string} typed
 * @param {boolean} isOpen
 * @returns {Promise<Alike>}
 */
async function formsOf(index, typed, isOpen) {
  /** @type {Alike} */
  const found = new Map();
  const completions = isOpen ? own(index.first.completions, typed) : undefined;
  const stem = typed.length > 4 ? typed.slice(0, Math.max(4, typed.length - 4)) : typed;
  const range = [stem, typed].map((prefix) => index.shardsOf(prefix)).find((each) => each.length <= MOST_SHARDS);
  const shards = new Set(range ?? [typed, `${typed}s`, typed.replace(/s$/, '')].map((word) => index.shardOf(word)));
  for (const shard of completions ?? []) shards.add(shard);
  for (const shard of await Promise.all([...shards].map((each) => index.shard(each)))) {
    for (const [known, postings] of shard) {
      const weight = weightOf(typed, known, isOpen, index.first.inflected);
      if (weight && (known === typed || !index.stopped.has(known))) found.set(known, { weight, postings });
    }
  }
  if (completions) leaveTelling(found);
  return found;
}

/**
 * Return the words of the index that a typed word may mean.
 * @param {Index} index
 * @param {string} typed
 * @param {boolean} isOpen
 * @returns {Promise<Alike>}
 */
async function alike(index, typed, isOpen) {
  if (!index.first.shards.length) return new Map();
  const found = await formsOf(index, typed, isOpen);
  if (index.first.joining) await addCompounds(index, typed, found);
  const isBegun = [...found.keys()].some((known) => known.startsWith(typed));
  if (isBegun) {
    await mixSlips(index, typed, found);
    return strongest(found);
  }
  // Who has no ä, ö and ü writes ae, oe and ue.
  const bare = typed.replace(/([aou])e/g, '$1');
  if (bare !== typed) {
    for (const [known, { weight, postings }] of await formsOf(index, bare, isOpen)) {
      if (!found.has(known)) found.set(known, { weight: 0.9 * weight, postings });
    }
  }
  if (found.size === 0) await addSlips(index, typed, found);
  if (found.size === 0) await addCompounds(index, typed, found);
  return strongest(found);
}

/**
 * Of the many words that a few letters may become, leave those that say most of where they are.
 * @param {Alike} found
 */
function leaveTelling(found) {
  const told = [...found].filter(([, { weight }]) => weight < 1).map(([known, { postings }]) => {
    let sum = 0;
    eachPosting(postings, (_place, impact) => (sum += impact * impact));
    return { known, sum };
  });
  told.sort((one, other) => other.sum - one.sum);
  for (const { known } of told.slice(MOST_COMPLETED)) found.delete(known);
}

/**
 * @param {Index} index
 * @param {string} typed
 * @param {Alike} found
 */
async function addSlips(index, typed, found) {
  const limit = limitFor(typed);
  if (!limit) return;
  const shards = await Promise.all([...shardsOfSlips(index, typed)].map((each) => index.shard(each)));
  let nearest = limit;
  /** @type {[number, string, string][]} */
  const near = [];
  for (const shard of shards) {
    for (const [known, postings] of shard) {
      const distance = known.length > 3 ? edits(typed, known, nearest) : limit + 1;
      if (distance > limit || found.has(known)) continue;
      near.push([distance, known, postings]);
      nearest = Math.min(nearest, distance);
    }
  }
  for (const [distance, known, postings] of near) {
    if (distance === nearest) found.set(known, { weight: distance === 1 ? 0.8 : 0.5, postings });
  }
  // One more letter at the beginning, or another one: other files have those words.
  const reverse = backwards(typed).slice(0, -OTHER_LETTERS);
  if ((nearest > 1 || !near.length) && reverse.length > 1) {
    await addEnding(index, found, reverse, 0.8, (word) => edits(typed, word, 1) === 1);
  }
}

/** @param {Alike} found */
const sumOfPlaces = (found) => [...found.values()].reduce((sum, { postings }) => sum + countPostings(postings), 0);

/**
 * Add what a word may be a slip of that is in few places as it was typed, where another one is
 * in many more: a page about slips has them, too.
 * @param {Index} index
 * @param {string} typed
 * @param {Alike} found
 */
async function mixSlips(index, typed, found) {
  const limit = limitFor(typed) && 1;
  const there = sumOfPlaces(found);
  if (!limit || there > MOST_SLIPS || !LETTERS.test(typed) || STARTS_PAIRED.test(typed)) return;
  const shards = await Promise.all([...shardsOfSlips(index, typed)].map((each) => index.shard(each)));
  for (const shard of shards) {
    for (const known of shard.keys()) {
      if (known.length < 4 || found.has(known) || edits(typed, known, limit) > limit) continue;
      const forms = await formsOf(index, known, false);
      if (sumOfPlaces(forms) < MORE_OFTEN * there) continue;
      for (const [form, { weight, postings }] of forms) if (!found.has(form)) found.set(form, { weight: 0.5 * weight, postings });
    }
  }
}

/**
 * Add the words that end alike, the shortest first.
 * @param {Index} index
 * @param {Alike} found
 * @param {string} reverse the ending, read from its last letter
 * @param {number} weight
 * @param {(word: string) => boolean} isWanted
 */
async function addEnding(index, found, reverse, weight, isWanted) {
  const words = (await index.ending(reverse)).filter((word) => !found.has(word) && isWanted(word));
  words.sort((one, other) => one.length - other.length);
  await Promise.all(words.slice(0, MOST_ENDING).map(async (word) => {
    const postings = (await index.shard(index.shardOf(word))).get(word);
    if (postings) found.set(word, { weight, postings });
  }));
}

/**
 * Add the long words whose last part was typed.
 * @param {Index} index
 * @param {string} typed
 * @param {Alike} found
 */
async function addCompounds(index, typed, found) {
  if (typed.length < SHORTEST_PART || !LETTERS.test(typed) || STARTS_PAIRED.test(typed)) return;
  await addEnding(index, found, backwards(typed), IN_COMPOUND, (word) => word.length >= typed.length + 3);
}

/** @param {Alike} found */
function strongest(found) {
  if (found.size <= MOST_ALIKE) return found;
  const ranked = [...found].sort(([, one], [, other]) => (
    other.weight - one.weight || other.postings.length - one.postings.length
  ));
  return new Map(ranked.slice(0, MOST_ALIKE));
}
