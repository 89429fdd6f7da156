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
  const input = one('#dj-search-input');
  const engine = one('.dj-search')?.dataset.engine;
  if (!(input instanceof HTMLInputElement)) return;
  let isHosted = false;
  let isWanted = false;
  /** Whether the dialog is still to come: what is typed by then goes into the field. */
  let isComing = false;
  document.addEventListener('readthedocs-addons-data-ready', () => (isHosted = engine === 'readthedocs'));

  /** What is in the field by then, the script takes over. */
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
    isComing = true;
    try {
      await loadSearch();
      const detail = () => {
        isComing = false;
        return isWanted;
      };
      document.dispatchEvent(new CustomEvent('dj-search', { detail }));
    } catch {
      isComing = false;
      input?.focus();
    }
  }

  document.addEventListener('keydown', (event) => {
    // Who thinks better of it before all is there gets no dialog.
    if (event.key === 'Escape') {
      if (isComing) input.value = '';
      isWanted = false;
      isComing = false;
    }
    const isChord = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isComing && isPlain && !isWriting(event) && (event.key.length === 1 || event.key === 'Backspace')) {
      event.preventDefault();
      input.value = event.key === 'Backspace' ? input.value.slice(0, -1) : input.value + event.key;
      return;
    }
    const isSlash = event.key === '/' && isPlain && !isWriting(event);
    if ((!isChord && !isSlash) || event.defaultPrevented) return;
    event.preventDefault();
    open();
  }, { capture: true });
  if (engine === 'sphinx') return;
  input.addEventListener('click', open);
  input.addEventListener('input', open);
  if (engine !== 'readthedocs' && visiting.get('dj-found')) loadSearch().catch(() => {});
}
