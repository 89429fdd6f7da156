/* JSON in colours, whose objects and lists fold, and whose names copy the path to their value (RFC 9535). */

const JSON_PART = /("(?:[^"\\]|\\[^])*"?)(\s*:)?|(-?\d[\d.eE+-]*)|true|false|null|\{\}|\[\]|[[{]|[\]}]|,/g;

/**
 * Return indented JSON with a button before each object and list that is not empty. Tab comes to the
 * first of them; arrows go on.
 * @param {string} json
 */
function foldingJson(json) {
  const result = document.createDocumentFragment();
  /** @type {{ place: Node, bracket: HTMLElement | null, count: number, path: string, isList: boolean, name: string }[]} */
  const open = [];
  let here = { place: /** @type {Node} */ (result), bracket: /** @type {HTMLElement | null} */ (null), count: 1,
    path: '$', isList: false, name: '' };
  const path = () => here.path + (here.isList ? `[${here.count - 1}]` : here.name);
  let at = 0;
  /** @param {string | HTMLElement} what */
  const add = (what) => here.place.appendChild(typeof what === 'string' ? document.createTextNode(what) : what);
  for (const match of json.matchAll(JSON_PART)) {
    const [token, string, colon, number] = match;
    if (match.index > at) add(json.slice(at, match.index));
    at = match.index + token.length;
    if (token === '{' || token === '[') {
      const bracket = el('span', { class: 'dj-pg-bracket', 'data-more': ' … ' }, token);
      const inner = el('span', { class: 'dj-pg-inner' });
      add(foldButton(!open.length));
      add(bracket);
      add(inner);
      const inside = path();
      open.push(here);
      here = { place: inner, bracket, count: 1, path: inside, isList: token === '[', name: '' };
    } else if (token === '}' || token === ']') {
      if (here.bracket) here.bracket.dataset.more = ` … ${here.count} `;
      here = open.pop() ?? here;
      add(token);
    } else if (token === ',' || token === '{}' || token === '[]') {
      if (token === ',') here.count += 1;
      add(token);
    } else {
      const name = string ? (colon ? 'nt' : 's2') : number ? 'mi' : 'kc';
      if (string && colon) {
        here.name = pathStep(string);
        add(pathSpan(token, path()));
      } else {
        add(el('span', { class: name }, token));
      }
    }
  }
  add(json.slice(at));
  return result;
}

/** @param {string} string */
function pathStep(string) {
  const plain = /^"([A-Za-z_]\w*)"$/.exec(string);
  return plain ? `.${plain[1]}` : `[${string}]`;
}

/**
 * @param {string} token
 * @param {string} path
 */
function pathSpan(token, path) {
  const span = el('span', { class: 'nt', title: `${text('Copy the path')}: ${path}` }, token);
  span.addEventListener('click', async () => {
    if (getSelection()?.toString() || !(await copy(path))) return;
    span.dataset.done = '';
    setTimeout(() => delete span.dataset.done, 1500);
  });
  return span;
}

/** @param {boolean} isFirst */
const foldButton = (isFirst) =>
  el('button', { type: 'button', class: 'dj-pg-sign', tabindex: isFirst ? 0 : -1, 'aria-expanded': 'true',
    'aria-label': text('Fold'),
    /** @param {MouseEvent} event */
    onclick: (event) => {
      const button = event.currentTarget;
      if (button instanceof HTMLElement) setFold(button, button.getAttribute('aria-expanded') === 'false');
    },
    onkeydown: moveAmongFolds });

/**
 * @param {HTMLElement} button
 * @param {boolean} isOpen
 */
function setFold(button, isOpen) {
  button.setAttribute('aria-expanded', String(isOpen));
  const inner = button.nextElementSibling?.nextElementSibling;
  if (inner instanceof HTMLElement) inner.hidden = !isOpen;
}

/** @param {KeyboardEvent} event */
function moveAmongFolds(event) {
  const step = own({ ArrowDown: 1, ArrowUp: -1 }, event.key);
  const button = event.currentTarget;
  if (!step || !(button instanceof HTMLElement)) return;
  event.preventDefault();
  const all = [...(button.closest('pre')?.querySelectorAll('.dj-pg-sign') ?? [])]
    .flatMap((one) => (one instanceof HTMLElement && !one.closest('[hidden]') ? one : []));
  const next = all[all.indexOf(button) + step];
  if (!next) return;
  button.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
