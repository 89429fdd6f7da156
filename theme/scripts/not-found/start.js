/* The page for unknown addresses is served at any depth. Where this script was found says where the
   site begins: links lead there, styles come from there, and the nearest pages are named. */

const NEAR = 3;
const said = document.documentElement.dataset;
const script = /** @type {HTMLScriptElement} */ (document.currentScript).src;

/**
 * Return the parts of an address that say something.
 * @param {string} path
 */
const wordsOf = (path) => path.toLowerCase().replace(/(?:index)?\.html?$|\.mdx?$/, '').split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/**
 * Return how alike two words are, from 0 to 1: pairs of letters that both have.
 * @param {string} one
 * @param {string} other
 */
function likeness(one, other) {
  if (one === other) return 1;
  const pairs = [...one].map((_letter, index) => one.slice(index, index + 2)).slice(0, -1);
  const others = [...other].map((_letter, index) => other.slice(index, index + 2)).slice(0, -1);
  const shared = pairs.filter((pair) => others.includes(pair)).length;
  return (2 * shared) / Math.max(pairs.length + others.length, 1);
}

/**
 * Return how near an address is to what was asked for; the last words say most.
 * @param {string[]} asked
 * @param {string[]} there
 */
function nearness(asked, there) {
  if (!asked.length || !there.length) return 0;
  const best = asked.map((word) => Math.max(...there.map((other) => likeness(word, other))));
  const last = best.at(-1) ?? 0;
  const all = best.reduce((sum, each) => sum + each, 0) / asked.length;
  return last * 2 + all - Math.abs(asked.length - there.length) / 10;
}

/**
 * @param {string} base
 * @param {[string, string][]} pages
 */
function showNear(base, pages) {
  const place = document.querySelector('.dj-not-found-near');
  if (!(place instanceof HTMLElement)) return;
  const asked = wordsOf(decodeURIComponent(location.pathname.slice(new URL(base).pathname.length)));
  const found = pages.map(([url, title]) => ({ url, title, near: nearness(asked, wordsOf(url)) }))
    .filter(({ near }) => near > 1.2)
    .sort((one, other) => other.near - one.near);
  for (const { url, title } of found.slice(0, NEAR)) {
    const link = Object.assign(document.createElement('a'), { href: base + url, textContent: title });
    const item = document.createElement('li');
    item.append(link);
    place.querySelector('ul')?.append(item);
  }
  place.hidden = !found.length;
}

/** @param {string} base */
function mend(base) {
  const root = said.root ?? '/';
  for (const part of document.querySelectorAll('a[href], form[action], link[rel="icon"], .dj-logo img')) {
    const name = part.tagName === 'FORM' ? 'action' : part.tagName === 'IMG' ? 'src' : 'href';
    const address = part.getAttribute(name) ?? '';
    if (address.startsWith(root)) part.setAttribute(name, base + address.slice(root.length));
  }
}

const found = /^(.*\/)_static\/not-found\.js/.exec(script)?.[1];
if (found && !('found' in said)) {
  said.found = '';
  for (const link of document.querySelectorAll('link[rel="stylesheet"]')) {
    const sheet = /_static\/[\w.-]+$/.exec(link.getAttribute('href') ?? '')?.[0];
    if (!sheet || [...document.querySelectorAll('link')].some((one) => one.href === found + sheet)) continue;
    const here = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: found + sheet });
    here.setAttribute('blocking', 'render');
    document.head.append(here);
  }
  const list = Object.assign(document.createElement('script'), { src: `${found}_static/not-found-pages.js` });
  const names = new Promise((done) => { list.onload = done; });
  document.head.append(list);
  document.addEventListener('DOMContentLoaded', async () => {
    mend(found);
    await names;
    showNear(found, /** @type {any} */ (globalThis).djPages ?? []);
  });
}
