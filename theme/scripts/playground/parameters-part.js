/* The parameters, in a part for each place. */

const PLACES = {
  path: text('Path'),
  query: text('Query'),
  querystring: text('Query'),
  header: text('Headers'),
  cookie: text('Cookies'),
};

const cookieNote = () => el('p', { class: 'dj-pg-note' },
  text('Your cookies for that server are not sent either, so being signed in there is not enough.'));

/**
 * @param {Operation} operation
 * @param {Record<string, unknown>} kept
 * @param {() => void} changed
 */
function parametersPart({ parameters, schemas, values }, kept, changed) {
  /** @type {Record<string, Control>} */
  const controls = Object.create(null);
  /** @type {FormPart[]} */
  const parts = [];
  for (const [place, title] of Object.entries(PLACES)) {
    const chosen = parameters.filter((one) => one.place === place);
    if (!chosen.length) continue;
    /** @type {Node[]} */
    const notes = [];
    const fields = chosen.map((one) => {
      const { name } = one;
      const key = `${place}:${name}`;
      if (place === 'cookie' || (place === 'header' && FORBIDDEN.test(name))) {
        notes.push(el('p', { class: 'dj-pg-note' }, text('Browsers do not let pages send {name}. The samples include it.', { name })));
        if (place === 'cookie') notes.push(cookieNote());
      }
      return (controls[key] = member({ ...one, id: uniqueId(), label: name, schemas,
        initial: own(kept, key) ?? own(values, key), inPath: place === 'path', changed }));
    });
    parts.push({
      element: part(title, true, ...fields.map((one) => one.element), ...notes),
      check: () => fields.flatMap((one) => one.check()),
    });
  }
  /** @returns {Record<string, unknown>} */
  const read = () => Object.fromEntries(
    Object.entries(controls).map(([key, one]) => [key, one.read()]).filter(([, value]) => value !== undefined));
  return { parts, read };
}
