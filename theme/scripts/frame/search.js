/* The search opens on Ctrl-K, ⌘-K, "/" and by its field. Its script is loaded when it is first
   wanted, and where the reader arrives who has found something. */

/** @type {Promise<void> | undefined} */
let searchScript;

function loadSearch() {
  searchScript ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${root.dataset.content_root ?? './'}_static/docsjson-search.js`;
    script.onload = () => resolve();
    script.onerror = () => {
      searchScript = undefined;
      reject(new Error(script.src));
    };
    document.head.append(script);
  });
  return searchScript;
}

function setUpSearch() {
  const input = one('#search-input');
  const engine = one('.dj-search')?.dataset.engine;
  if (!(input instanceof HTMLInputElement)) return;
  let isHosted = false;
  let isWanted = false;
  document.addEventListener('readthedocs-addons-data-ready', () => (isHosted = engine === 'readthedocs'));

  /** What stands in the field by then, the script takes over. */
  async function open() {
    if (isHosted) {
      document.dispatchEvent(new CustomEvent('readthedocs-search-show'));
      return;
    }
    if (engine === 'sphinx') {
      input?.focus();
      return;
    }
    isWanted = true;
    try {
      await loadSearch();
      document.dispatchEvent(new CustomEvent('dj-search', { detail: () => isWanted }));
    } catch {
      input?.focus();
    }
  }

  document.addEventListener('keydown', (event) => {
    // Who thinks better of it before all is there gets no dialog.
    if (event.key === 'Escape') isWanted = false;
    const isChord = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event);
    if ((!isChord && !isSlash) || event.defaultPrevented) return;
    event.preventDefault();
    open();
  }, { capture: true });
  if (engine === 'sphinx') return;
  input.addEventListener('click', open);
  input.addEventListener('input', open);
  if (engine !== 'readthedocs' && visiting.get('dj-found')) loadSearch().catch(() => {});
}
