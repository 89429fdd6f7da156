/* Keeps a page up to date while its sources are edited: reloads it, shows what is wrong. */

(() => {
  const script = document.currentScript;
  const state = JSON.parse(script.dataset.docsjsonLive);
  const KEPT = 'docsjson-live-place';

  /* --- the place on the page, kept over a reload --- */

  function leave() {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify([location.pathname, scrollX, scrollY]));
    } catch { /* the browser keeps it as well as it can */ }
    location.reload();
  }

  function comeBack() {
    try {
      const [path, x, y] = JSON.parse(sessionStorage.getItem(KEPT) || '[]');
      sessionStorage.removeItem(KEPT);
      if (path !== location.pathname) return;
      // Browsers find the place again by what stood there; not all do, and not on every page.
      const go = () => { if (!scrollX && !scrollY) scrollTo({ left: x, top: y, behavior: 'instant' }); };
      addEventListener('load', () => requestAnimationFrame(go), { once: true });
    } catch { /* as above */ }
  }
  comeBack();

  /* --- which of the files that changed this page shows --- */

  function shown() {
    const names = new Set(state.files);
    const add = (url) => {
      try {
        const { origin, pathname } = new URL(url, document.baseURI);
        if (origin === location.origin) names.add(decodeURIComponent(pathname).slice(1));
      } catch { /* no address */ }
    };
    for (const entry of performance.getEntriesByType('resource')) {
      if (!['fetch', 'xmlhttprequest'].includes(entry.initiatorType)) add(entry.name);
    }
    for (const element of document.querySelectorAll('[src]')) add(element.getAttribute('src'));
    for (const element of document.querySelectorAll('link[rel~=stylesheet][href]')) add(element.href);
    return names;
  }

  function changed({ files, build }) {
    state.build = build;
    const here = shown();
    if (files.some((name) => here.has(name))) leave();
  }

  /* --- a page that names an operation which no description has: readers see its method and path --- */

  const UNDESCRIBED = 'This page names an operation, a schema or a tag that no description has. Readers '
    + 'see what its front matter says, and nothing else. The warnings say why; a description at '
    + 'a URL is saved by `sphinx-docsjson fetch`. This note is shown by `serve` only.';

  function sayUndescribed() {
    const mark = document.querySelector('.dj-undescribed');
    if (!mark) return;
    const host = make('docsjson-live-note');
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`p { margin: 0 0 1em; padding: 8px 12px; font: 14px/1.5 system-ui, sans-serif;
      color: #1f2328; background: #fff8c5; border: 1px solid #9a6700; border-radius: 8px; }
      @media print { p { display: none; } }`);
    root.adoptedStyleSheets = [sheet];
    root.append(make('p', { role: 'note' }, UNDESCRIBED));
    mark.before(host);
  }

  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', sayUndescribed);
  else sayUndescribed();

  /* --- what is wrong, and how far the build is --- */

  const STYLE = `
    :host { all: initial; position: fixed; inset: auto 0 0; z-index: 2147483647; display: block;
      font: 14px/1.5 system-ui, sans-serif; color: #1f2328; pointer-events: none; }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    .line, .panel, .open { pointer-events: auto; background: #fff; border: 1px solid #d0d7de;
      box-shadow: 0 2px 12px rgb(0 0 0 / .25); }
    .line { width: fit-content; margin: 0 8px 8px; padding: 2px 10px; border-radius: 12px; }
    .open { display: block; font: inherit; margin: 0 8px 8px auto; padding: 2px 12px; cursor: pointer;
      border-radius: 12px; border-color: #9a6700; color: #7d4e00; }
    .panel { max-height: min(60vh, 560px); overflow: auto; width: min(100% - 32px, 880px);
      margin: 0 auto 16px; padding: 0 20px 16px; border-radius: 12px; border-top: 4px solid #cf222e;
      box-shadow: 0 8px 32px rgb(0 0 0 / .3); overscroll-behavior: contain; }
    .panel.warnings { border-top-color: #bf8700; }
    header { display: flex; justify-content: space-between; gap: 16px; align-items: center;
      position: sticky; top: 0; padding: 12px 0 8px; background: inherit; }
    h2 { font: bold 15px/1.5 system-ui, sans-serif; margin: 0; }
    h3 { font: bold 13px/1.5 ui-monospace, monospace; margin: 4px 0 4px; overflow-wrap: anywhere; }
    p ~ h3 { border-top: 1px solid #d0d7de; margin-top: 14px; padding-top: 12px; }
    p { margin: 4px 0; white-space: pre-wrap; overflow-wrap: anywhere; }
    .kind { color: #59636e; }
    .advice::before { content: "→ "; color: #59636e; }
    pre { font: 12px/1.6 ui-monospace, monospace; background: #f6f8fa; margin: 8px 0; padding: 8px 0;
      border-radius: 8px; overflow-x: auto; tab-size: 4; }
    mark { background: #ffebe9; color: inherit; display: block; }
    .close { font: inherit; background: none; border: 1px solid #d0d7de; border-radius: 6px;
      cursor: pointer; color: inherit; padding: 0 10px; }
    :focus-visible { outline: 2px solid #0969da; outline-offset: 1px; }
    @media (prefers-color-scheme: dark) {
      :host { color: #f0f6fc; }
      .line, .panel, .open { background: #151b23; border-color: #3d444d; }
      .panel { border-top-color: #f85149; } .panel.warnings { border-top-color: #d29922; }
      .open { border-color: #d29922; } p ~ h3 { border-color: #3d444d; }
      .open { color: #e3b341; } .kind { color: #9198a1; } pre { background: #0d1117; }
      mark { background: #5d1a1d; }
    }
    @media print { :host { display: none; } }`;

  let parts = null;

  function frame() {
    if (parts) return parts;
    const host = document.createElement('docsjson-live');
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const line = make('div', { className: 'line', role: 'status', hidden: true });
    const open = make('button', { className: 'open', type: 'button', hidden: true });
    const panel = make('section', { className: 'panel', hidden: true });
    panel.setAttribute('aria-label', 'Problems of the build');
    panel.setAttribute('aria-live', 'polite');
    open.addEventListener('click', () => { panel.hidden = false; open.hidden = true; });
    root.append(line, open, panel);
    document.documentElement.append(host);
    parts = { line, open, panel };
    return parts;
  }

  function make(name, properties = {}, ...children) {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  }

  const count = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;
  const MANY = 50;
  let told = '';

  function problems({ problems: list }) {
    const now = JSON.stringify(list);
    if (now === told || (!list.length && !parts)) return;
    told = now;
    const { open, panel } = frame();
    const errors = list.filter(({ level }) => level === 'error').length;
    const warnings = list.length - errors;
    const words = [errors && count(errors, 'error'), warnings && count(warnings, 'warning')];
    const title = words.filter(Boolean).join(', ');
    open.textContent = title;
    const close = make('button', { className: 'close', type: 'button' }, 'Close');
    close.addEventListener('click', () => { panel.hidden = true; open.hidden = false; });
    panel.replaceChildren(make('header', {}, make('h2', {}, title), close));
    for (const one of list.slice(0, MANY)) panel.append(...described(one));
    if (list.length > MANY) panel.append(make('p', {}, `And ${list.length - MANY} more, in the terminal.`));
    panel.classList.toggle('warnings', !errors);
    panel.hidden = !errors;
    open.hidden = Boolean(errors) || !list.length;
  }

  function described({ file, line, message, kind, advice, excerpt }) {
    const found = [make('h3', {}, [file, line].filter(Boolean).join(':') || 'The build')];
    found.push(make('p', {}, message));
    if (excerpt.length) {
      const lines = make('pre');
      for (const [number, text] of excerpt) {
        const shownLine = `${String(number).padStart(4)}  ${text}\n`;
        lines.append(number === line ? make('mark', {}, shownLine) : shownLine);
      }
      found.push(lines);
    }
    if (advice) found.push(make('p', { className: 'advice' }, advice));
    if (kind) found.push(make('p', { className: 'kind' }, kind));
    return found;
  }

  function progress({ text }) {
    if (!text && state.coming) leave();
    if (!text && !parts) return;
    const { line } = frame();
    line.textContent = text;
    line.hidden = !text;
  }

  /* --- the connection: only of pages that are looked at, as a browser has six of them --- */

  let source = null;

  function listen() {
    if (document.hidden || source) return;
    const { build, session } = state;
    const query = new URLSearchParams({ page: location.pathname, since: build, session });
    source = new EventSource(`/_docsjson/events?${query}`);
    const on = (name, act) => source.addEventListener(name, ({ data }) => act(JSON.parse(data)));
    on('session', (now) => { if (now !== session) leave(); });
    on('changed', changed);
    on('problems', problems);
    on('progress', progress);
  }

  function hush() {
    source?.close();
    source = null;
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? hush() : listen()));
  addEventListener('pagehide', hush);
  addEventListener('pageshow', listen);
  listen();
})();
