/* The copy button of the endpoint line, and buttons that open all fields of a section. Fields open for
   an anchor by components/anchors.js. */

/** @type {NodeListOf<HTMLButtonElement>} */
const buttons = document.querySelectorAll('.dj-endpoint-copy');
for (const button of navigator.clipboard ? buttons : []) {
  const label = button.textContent;
  const { copyText = '', copied = '' } = button.dataset;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(copyText);
    } catch {
      return;
    }
    button.textContent = copied;
    setTimeout(() => (button.textContent = label), 1500);
  });
}

/** @type {NodeListOf<HTMLElement>} */
const trees = document.querySelectorAll('[data-dj-open-all]');
const sections = new Set([...trees].map((tree) => tree.closest('section')));
for (const section of sections) {
  const heading = section?.querySelector(':scope > :is(h2, h3)');
  const closed = [...(section?.querySelectorAll('.dj-fields details') ?? [])]
    .filter((one) => one instanceof HTMLDetailsElement);
  if (!heading || closed.length < 2) continue;
  const { djOpenAll = '', djCloseAll = '' } = [...trees].find((tree) => section?.contains(tree))?.dataset ?? {};
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'dj-open-all';
  const allAreOpen = () => closed.every((one) => one.open);
  const say = () => {
    button.textContent = allAreOpen() ? djCloseAll : djOpenAll;
  };
  button.addEventListener('click', () => {
    const open = !allAreOpen();
    for (const one of closed) one.open = open;
    say();
  });
  for (const one of closed) one.addEventListener('toggle', say);
  say();
  heading.after(button);
}

/* JSON of examples folds, and a name in it copies the path to its value (RFC 9535). The colours stay
   those of the page. Without a script everything is open. */

const said = document.currentScript?.dataset ?? {};
/** @type {WeakMap<Element, string>} */
const pathOf = new WeakMap();

/** @param {string} name */
const step = (name) => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);

/** @param {string} text */
function nameIn(text) {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;  // a long example may end within a name
  }
}

/**
 * Put a button before each object and list that is not empty.
 * @param {Element} code
 */
function makeFoldable(code) {
  /** @type {{ place: Element, bracket: HTMLElement | null, path: string, isList: boolean, count: number, name: string }[]} */
  const around = [];
  let here = { place: code, bracket: /** @type {HTMLElement | null} */ (null), path: '$', isList: false, count: 0, name: '' };
  const inside = () => (here.isList ? `${here.path}[${here.count}]` : here.path + here.name);
  const parts = [...code.childNodes];
  code.replaceChildren();
  for (const part of parts) {
    if (part instanceof HTMLElement) {
      if (part.classList.contains('nt')) {
        here.name = step(nameIn(part.textContent));
        pathOf.set(part, inside());
        part.tabIndex = -1;
        part.setAttribute('role', 'button');
        part.title = `${said.path ?? ''}: ${inside()}`;
      }
      here.place.append(part);
      continue;
    }
    for (const token of (part.textContent ?? '').split(/(\{\}|\[\]|[[\]{},])/)) {
      if (token === '{' || token === '[') {
        const bracket = element('span', 'dj-json-bracket');
        const inner = element('span', 'dj-json-inner');
        const button = element('button', 'dj-json-sign');
        button.setAttribute('type', 'button');
        button.setAttribute('aria-expanded', 'true');
        button.setAttribute('aria-label', said.fold ?? '');
        button.tabIndex = around.length ? -1 : 0;
        const path = inside();
        pathOf.set(button, path);
        bracket.append(token);
        here.place.append(button, bracket, inner);
        around.push(here);
        here = { place: inner, bracket, path, isList: token === '[', count: 0, name: '' };
      } else if (token === '}' || token === ']') {
        if (here.bracket) here.bracket.dataset.more = ` … ${here.count + 1} `;
        here = around.pop() ?? here;
        here.place.append(token);
      } else if (token) {
        if (token === ',') here.count += 1;
        here.place.append(token);
      }
    }
  }
  code.classList.toggle('dj-json', Boolean(code.querySelector('.dj-json-sign')));
}

/**
 * @param {string} tag
 * @param {string} className
 */
function element(tag, className) {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}

/** @param {Element} sign */
function fold(sign) {
  const isOpen = sign.getAttribute('aria-expanded') === 'false';
  sign.setAttribute('aria-expanded', String(isOpen));
  const inner = sign.nextElementSibling?.nextElementSibling;
  if (inner instanceof HTMLElement) inner.hidden = !isOpen;
}

/** @param {Element} target */
async function copyPath(target) {
  const status = document.querySelector('#dj-status');
  const path = pathOf.get(target) ?? '';
  try {
    await navigator.clipboard.writeText(path);
  } catch {
    return;
  }
  target.setAttribute('data-done', '');
  if (status) status.textContent = `${said.copied ?? ''}: ${path}`;
  setTimeout(() => target.removeAttribute('data-done'), 1500);
}

/** @param {Event} event */
function act(event) {
  const target = event.target instanceof Element ? event.target.closest('.dj-json-sign, .dj-json .nt') : null;
  if (!target) return;
  if (event instanceof KeyboardEvent) {
    const way = Number(event.key === 'ArrowDown') - Number(event.key === 'ArrowUp');
    if (way && target instanceof HTMLElement) {
      event.preventDefault();
      const places = [...target.closest('.dj-json')?.querySelectorAll('.dj-json-sign, .nt') ?? []]
        .filter((one) => !one.closest('[hidden]'));
      const next = places[places.indexOf(target) + way];
      if (!(next instanceof HTMLElement)) return;
      target.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    } else if (event.key === 'c' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      copyPath(target);
    } else if (event.key === 'Enter' && target.matches('.nt')) {
      copyPath(target);
    }
  } else if (target.matches('.dj-json-sign')) {
    fold(target);
  } else if (!getSelection()?.toString()) {
    copyPath(target);
  }
}

for (const code of document.querySelectorAll('.dj-example .highlight-json pre')) {
  if (code.textContent.length > 2 && !code.closest('details.dj-code-rest')) {
    makeFoldable(code);
    code.addEventListener('click', act);
    code.addEventListener('keydown', act);
  }
}

/* The form of an operation is drawn by a large script, which is loaded when a reader is about to open it,
   or where it shows another thing than the page does: a form that was used before, a link with values,
   another media type than the first, a server that is where the page is. */

const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';
/** @type {NodeListOf<HTMLElement>} */
const places = document.querySelectorAll('.dj-playground');
/** @type {Promise<void> | undefined} */
let form;

/** The buttons that stand for those of the forms until there are some, and what they are in. */
/** @type {Map<HTMLElement, Element>} */
const waiting = new Map();

/** The one that is pressed now: where the form comes before it is let go, no click follows. */
/** @type {HTMLElement | undefined} */
let pressed;

/**
 * @param {Element} bar
 * @returns {HTMLElement | null}
 */
const opener = (bar) => bar.querySelector('.dj-pg-open');

/** @param {Storage} storage */
const wasUsed = (storage) => Object.keys(storage).some((name) => name.startsWith('docsjson:'));

/** @param {string} block */
function showsOther(block) {
  const { servers } = JSON.parse(block);
  if (location.hash.startsWith('#try=') || !servers?.length || !/^https?:/.test(servers[0].url)) return true;
  try {
    /** @type {unknown} */
    const choices = JSON.parse(localStorage.getItem('dj-choices') ?? '[]');
    const isChosen = Array.isArray(choices) && choices.some((one) => block.includes(JSON.stringify(one)));
    return isChosen || wasUsed(sessionStorage) || wasUsed(localStorage);
  } catch {
    return false;  // nothing is kept
  }
}

function loadForm() {
  form ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = new URL(places[0]?.dataset.script ?? '', own).href;
    script.onload = () => {
      for (const [button, bar] of waiting) {
        const isFocused = button === document.activeElement;
        button.remove();
        if (isFocused) opener(bar)?.focus();
        if (button === pressed) opener(bar)?.click();
      }
      resolve();
    };
    script.onerror = () => {
      form = undefined;
      reject(new Error(script.src));
    };
    document.head.append(script);
  });
  return form;
}

const loadSoon = () => loadForm().catch(() => {});

for (const place of places) {
  const block = place.querySelector('script')?.textContent ?? '{}';
  const bar = place.previousElementSibling?.matches('.dj-endpoint') ? place.previousElementSibling : place;
  if (!JSON.parse(block).simple) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'dj-pg-open', textContent: place.dataset.label ?? '' });
    waiting.set(button, bar);
    button.setAttribute('aria-expanded', 'false');
    button.addEventListener('pointerdown', () => (pressed = button));
    for (const name of ['pointerenter', 'focus']) button.addEventListener(name, loadSoon);
    button.addEventListener('click', async () => {
      await loadForm();
      opener(bar)?.click();
    });
    bar.append(button);
  }
  if (showsOther(block)) loadSoon();
}
if (places.length) {
  document.addEventListener('dj-media', loadSoon);
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, () => (pressed = undefined));
  addEventListener('hashchange', () => {
    if (location.hash.startsWith('#try=')) loadSoon();
  });
}
