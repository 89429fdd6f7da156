/* What the reader found before, in the browser's own storage. */

const RECENT = 'dj-searches';
const MOST_RECENT = 5;
const LONGEST_RECENT = 100;

/** @returns {string[]} */
function recentSearches() {
  try {
    const kept = JSON.parse(lasting.get(RECENT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST_RECENT) : [];
  } catch {
    return [];
  }
}

/** @param {string} query */
function forgetSearch(query) {
  lasting.set(RECENT, JSON.stringify(recentSearches().filter((one) => one !== query)));
}

/** @param {string} query */
function keepSearch(query) {
  forgetSearch(query);
  if (query.length > LONGEST_RECENT) return;
  lasting.set(RECENT, JSON.stringify([query, ...recentSearches()].slice(0, MOST_RECENT)));
}

/** @param {string} query */
function recentRow(query) {
  const element = row('#', ICONS.recent, query);
  element.dataset.query = query;
  const remove = iconIn('dj-find-remove', ICONS.close);
  remove.title = given.texts.remove;
  remove.setAttribute('aria-hidden', 'true');
  element.lastElementChild?.replaceWith(remove);
  return element;
}
