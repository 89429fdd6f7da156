/* The parts of the form, one by one. The server: */

/* What stands for a server that is not named, as in the samples of the page. */
const EXAMPLE = 'https://example.com';

/**
 * @param {string} title
 * @param {boolean} isOpen
 * @param {...(Node | string)} children
 */
function part(title, isOpen, ...children) {
  return el('details', { class: 'dj-pg-part', open: isOpen }, el('summary', {}, title),
    el('div', { class: 'dj-pg-fields' }, ...children));
}

/**
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [note]
 */
const field = (label, input, note) => row(input, [el('span', { class: 'dj-pg-name' }, label)], note);

/**
 * The same, for what has its name from us.
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [note]
 */
const captioned = (label, input, note) => row(input, [el('span', { class: 'dj-pg-caption' }, label)], note);

/**
 * Return the address of a server, with the values of its variables, which only name parts of its path.
 * @param {Server} server
 * @param {Record<string, string>} filled
 */
function addressOf({ url, variables = {} }, filled) {
  const fill = (/** @type {string} */ segment) => withoutWaysUp(
    segment.replace(/\{([^{}]+)\}/g, (all, name) => {
      const variable = own(variables, name);
      return variable ? (own(filled, name) ?? variable.default ?? '').replace(/[\0- ?#\\]/g, (sign) => encodeURIComponent(sign)) : all;
    }));
  return url.split('/').map((segment) => (segment.includes('{') ? fill(segment) : segment)).join('/');
}

/**
 * Return the origin of an address, or nothing where it has none.
 * @param {string} url
 */
function originOf(url) {
  try {
    return new URL(url, document.baseURI).origin;
  } catch {
    return '';
  }
}

/**
 * @param {Operation} operation
 * @param {ChosenServer | undefined} given
 * @param {() => void} changed
 */
function serverPart({ servers, spec }, given, changed) {
  if (!servers.length) return askedServer(spec, changed);
  const kept = given ?? lasting.get('server', spec) ?? {};
  /** @type {Record<string, string>} */
  const filled = Object.create(null);
  for (const [name, value] of Object.entries(kept.variables ?? {})) filled[name] = String(value);
  const index = Math.max(servers.findIndex((one) => one.url === kept.url), 0);
  const fields = el('div');
  const labels = servers.map((one) => (one.text ? `${one.url} — ${one.text}` : one.url));
  const box = select(labels, index, () => {
    drawVariables();
    keep();
  });

  /** @returns {Server} */
  const current = () => servers[Number(box.value)] ?? { url: '' };
  const variablesOf = () => current().variables ?? {};
  const chosen = () => ({ url: current().url, variables: { ...filled } });

  function keep() {
    lasting.set(chosen(), 'server', spec);
    changed();
  }
  function drawVariables() {
    fields.replaceChildren(...Object.entries(variablesOf()).map(([name, variable]) => {
      const options = variable.enum;
      const value = filled[name] ?? variable.default ?? '';
      /** @param {string | undefined} typed */
      const set = (typed = '') => {
        filled[name] = typed;
        keep();
      };
      const box = options
        ? select(options, Math.max(options.indexOf(value), 0), () => set(options[Number(box.value)]))
        : el('input', { id: uniqueId(), type: 'text', value, oninput: () => set(box.value) });
      return field(name, box, variable.text);
    }));
  }
  drawVariables();
  const isNeeded = servers.length > 1 || fields.children.length > 0;
  const url = () => addressOf(current(), filled);
  return {
    element: isNeeded
      ? part(text('Server'), false, servers.length > 1 ? captioned(text('Base URL'), box) : '', fields)
      : null,
    check: () => [],
    url,
    chosen,
    origin: () => originOf(url()),
  };
}

/**
 * Where a description names no server, its reader knows the address; no link brings it.
 * @param {string} spec
 * @param {() => void} changed
 */
function askedServer(spec, changed) {
  /** @type {string} */
  let typed = lasting.get('server', spec)?.url ?? '';
  const box = el('input', { id: uniqueId(), type: 'url', value: typed, placeholder: EXAMPLE, 'aria-required': true,
    oninput: () => {
      typed = box.value.trim().replace(/\/+$/, '');
      lasting.set({ url: typed }, 'server', spec);
      changed();
    } });
  const isRight = () => /^https?:\/\/[^/]/i.test(typed);
  const url = () => (isRight() ? typed : EXAMPLE);
  return {
    element: part(text('Server'), !typed, captioned(text('Base URL'), box)),
    check: () => (isRight() ? [] : wrong(box, text('Must match {pattern}', { pattern: 'https://…' }))),
    url,
    chosen: () => ({}),
    origin: () => originOf(url()),
  };
}
