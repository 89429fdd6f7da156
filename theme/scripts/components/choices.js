/* Choices: the titles that the reader chose last, the latest first, kept for every page. */

const STORE = 'dj-choices';

/** @returns {string[]} */
function choices() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string} title */
function remember(title) {
  const kept = [title, ...choices().filter((other) => other !== title)];
  try {
    localStorage.setItem(STORE, JSON.stringify(kept.slice(0, 20)));
  } catch {
    /* Storage is refused: the choice holds for this page. */
  }
}

/** @param {string[]} titles */
const latest = (titles) => choices().find((title) => titles.includes(title));
