/* The parts of the form, one by one. The server: */

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
 * @param {Operation} operation
 * @param {() => void} changed
 */
function serverPart({ servers }, changed) {
  const kept = recall('server') ?? {};
  /** @type {Record<string, string>} */
  const filled = Object.assign(Object.create(null), kept.variables);
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

  function keep() {
    remember('server', { url: current().url, variables: filled });
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
  const isOpen = Object.values(variablesOf()).some((one) => !one.default);
  return {
    element: isNeeded
      ? part(text('Server'), isOpen, servers.length > 1 ? field(text('Base URL'), box) : '', fields)
      : null,
    check: () => [],
    url: () => {
      const variables = variablesOf();
      return current().url.replace(/\{([^{}]+)\}/g, (all, name) =>
        variables[name] ? filled[name] || variables[name].default || '' : all);
    },
  };
}
