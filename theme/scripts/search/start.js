/* What begins when the script is loaded: the style sheet, the page of the search, and what
   frame/search.js asks for by events. */

/** @returns {Promise<unknown>} */
function loadStyles() {
  // The page of the search has them from the start.
  if (one('link[href*="docsjson-search.css"]')) return Promise.resolve();
  const address = new URL(`${root.dataset.content_root ?? './'}_static/docsjson-search.css`, location.href);
  const link = made('link', '', { rel: 'stylesheet', href: address.href });
  const loaded = new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
  });
  document.head.append(link);
  return loaded;
}

function setUpPage() {
  const body = one('#search-results');
  const input = one('.dj-searchpage-form input[name="q"]');
  if (!body || !(input instanceof HTMLInputElement)) return false;
  const view = new View(input, body, () => {});
  const address = new URL(location.href);
  input.value = address.searchParams.get('q') ?? '';
  input.addEventListener('input', () => {
    if (input.value.trim()) address.searchParams.set('q', input.value.trim().slice(0, LONGEST_QUERY));
    else address.searchParams.delete('q');
    history.replaceState(history.state, '', address);
  });
  input.form?.addEventListener('submit', (event) => event.preventDefault());
  input.focus();
  view.show();
  return true;
}

const styles = loadStyles();
const isPage = setUpPage();
styles.then(arrive);

document.addEventListener('dj-search', async (event) => {
  await styles;
  if (event instanceof CustomEvent && !event.detail()) return;
  const field = one('#dj-search-input');
  const typed = field instanceof HTMLInputElement ? field.value : '';
  if (field instanceof HTMLInputElement) field.value = '';
  if (isPage) one('.dj-searchpage-form input[name="q"]')?.focus();
  else openSearch(typed);
});
