/* Controls of several values: variants, lists and objects. */

/**
 * @param {Known} it
 * @returns {Control}
 */
function variants(it) {
  const { schema, schemas, initial, label, required, changed } = it;
  const options = schema.variants ?? [];
  const names = options.map((one) => one.label ?? '');
  if (schema.nullable) names.push('null');
  const isEmpty = initial === null || initial === undefined;
  const first = initial === null && schema.nullable ? options.length
    : isEmpty ? 0 : bestVariant(options, initial, schemas);
  const body = el('div', { class: 'dj-pg-variant' });
  /** @type {Control} */
  const none = { element: el('span'), read: () => initial, check: () => [] };
  let current = none;
  const box = select(names, first, () => {
    show(undefined);
    changed();
  }, { id: it.id, 'aria-label': `${label}: ${text('variant')}` });

  /** @param {unknown} value */
  function show(value) {
    const variant = options[Number(box.value)];
    current = variant
      ? control({ ...it, id: uniqueId(), schema: variant, initial: value, required })
      : { ...none, read: () => null };
    body.replaceChildren(current.element);
  }
  show(initial ?? undefined);
  return {
    element: el('div', { class: 'dj-pg-variants' }, box, body),
    read: () => current.read(),
    check: () => current.check(),
  };
}

/**
 * Rows that can be added and removed.
 * @template {Control} Row
 * @template Value
 * @param {Known} field
 * @param {(value: Value | undefined, position: number) => Row} draw
 */
function rows({ initial, label, changed }, draw) {
  const body = el('div', { class: 'dj-pg-rows' });
  /** @type {Row[]} */
  const drawn = [];
  let isTouched = initial !== undefined;
  const add = smallButton(`+ ${text('Add')}`, () => {
    isTouched = true;
    /** @type {HTMLElement | null} */
    const first = append(undefined).querySelector('input, select, textarea, button');
    first?.focus();
    changed();
  }, { 'aria-label': `${text('Add')}: ${label}` });

  /** @param {Value | undefined} value */
  function append(value) {
    const made = draw(value, drawn.length + 1);
    const remove = iconButton(text('Remove'), `${label} ${drawn.length + 1}`, () => {
      drawn.splice(drawn.indexOf(made), 1);
      row.remove();
      add.focus();
      changed();
    });
    const row = el('div', { class: 'dj-pg-row' }, made.element, remove);
    drawn.push(made);
    body.append(row);
    return row;
  }
  return {
    append,
    add,
    drawn,
    element: el('div', { class: 'dj-pg-list' }, body, add),
    isTouched: () => isTouched,
    check: () => drawn.flatMap((one) => one.check()),
  };
}

/**
 * @param {Known} it
 * @returns {Control}
 */
function list(it) {
  const { schema, label, required } = it;
  const all = rows(it, (initial, position) =>
    control({ ...it, id: uniqueId(), schema: schema.items, initial, required: true,
      example: undefined, label: `${label} ${position}` }),
  );
  if (Array.isArray(it.initial)) it.initial.forEach((item) => all.append(item));
  function read() {
    const items = all.drawn.map((one) => one.read()).filter((item) => item !== undefined);
    return items.length || all.isTouched() ? items : undefined;
  }
  function check() {
    const { length } = all.drawn;
    const needed = Math.max(schema.minItems ?? 0, required && !all.isTouched() ? 1 : 0);
    if ((required || length) && length < needed) return wrong(all.add, text('Needs at least {limit}.', { limit: needed }));
    const { maxItems } = schema;
    if (maxItems !== undefined && length > maxItems) return wrong(all.add, text('At most {limit}.', { limit: maxItems }));
    return all.check();
  }
  return { element: all.element, read, check };
}

/**
 * @param {Known} it
 * @returns {Control}
 */
function object(it) {
  const { schema, initial, required } = it;
  const given = isObject(initial) ? initial : {};
  it = { ...it, files: (it.files ?? 0) - 1 };
  const properties = Object.entries(schema.properties ?? {});
  const fields = properties.map(([name, property]) => ({
    name,
    ...member({ ...it, id: uniqueId(), schema: property, label: name, initial: own(given, name),
      required: schema.required?.includes(name) ?? false, example: undefined }),
  }));
  const others = Object.entries(given).filter(([name]) => !Object.hasOwn(schema.properties ?? {}, name));
  const extra = schema.extra ? map({ ...it, initial: undefined }, schema.extra, others) : null;
  const element = el('div', { class: 'dj-pg-object' }, ...fields.map((one) => one.element),
    extra?.element);

  function read() {
    const more = extra ? extra.drawn.map((one) => [one.name.value, one.read()]) : others;
    const entries = [...fields.map((one) => [one.name, one.read()]), ...more];
    const filled = entries.filter(([, value]) => value !== undefined);
    if (!filled.length && !required && initial === undefined) return undefined;
    return Object.fromEntries(filled);
  }
  function check() {
    if (read() === undefined) return [];
    return [...fields.flatMap((one) => one.check()), ...(extra?.check() ?? [])];
  }
  return { element, read, check };
}

/**
 * Properties whose names are typed too.
 * @param {Known} it
 * @param {Schema} schema
 * @param {[string, unknown][]} entries
 */
function map(it, schema, entries) {
  /** @type {(entry: [string, unknown] | undefined, position: number) => Control & { name: HTMLInputElement }} */
  const draw = ([key, initial] = ['', undefined], position) => {
    const label = `${it.label} ${position}: `;
    const name = el('input', { type: 'text', value: key, placeholder: text('Name'),
      'aria-label': label + text('Name'), oninput: it.changed });
    const inner = control({ ...it, id: uniqueId(), schema, initial, required: true,
      example: undefined, label: label + text('Value') });
    return { name, ...inner, element: el('div', { class: 'dj-pg-pair' }, name, inner.element) };
  };
  const all = rows(it, draw);
  entries.forEach((entry) => all.append(entry));
  return all;
}
