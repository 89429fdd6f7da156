/* Controls for schemas. Parts of objects are drawn when they are first opened, so that large
   schemas and schemas that contain themselves cost nothing. */

/**
 * Return the control of a schema.
 * @param {Field} field
 * @returns {Control}
 */
function control(field) {
  const schema = resolved(field.schema, field.schemas);
  const it = { ...field, schema };
  if (schema.variants) return variants(it);
  if (schema.enum || schema.type === 'boolean') return choice(it);
  if (field.files === 0 && holdsFile(schema, field.schemas)) return files(it, schema.type === 'array');
  if (schema.type === 'array') return list(it);
  return schema.type === 'object' ? object(it) : input(it);
}

/**
 * One of several values.
 * @param {Known} field
 * @returns {Control}
 */
function choice({ schema, id, label, required, initial, changed }) {
  const values = [...(schema.enum ?? [true, false])];
  // Of 1 and "1" a reader has to tell which is which.
  const isAlike = (/** @type {unknown} */ one) => values.some((other) => typeof other !== typeof one && String(other) === one);
  const names = schema.labels ? [...schema.labels] : values.map((one) => (isAlike(one) ? toJson(one) : String(one)));
  if (schema.nullable) {
    values.push(null);
    names.push('null');
  }
  let chosen = values.findIndex((one) => isSame(one, initial));
  if (chosen < 0 && initial !== undefined) {
    chosen = values.push(initial) - 1;
    names.push(toJson(initial));
  }
  if (chosen < 0 && required && values.length === 1) chosen = 0;
  const usual = schema.default === undefined ? '' : ` (${text('default')}: ${schema.default})`;
  const box = select([`—${usual}`, ...names], chosen + 1, changed,
    { id, 'aria-label': label, 'aria-required': required });
  const number = () => Number(box.value) - 1;
  return {
    element: box,
    read: () => values[number()],
    check: () => missing(box, required && number() < 0),
  };
}

/** @type {Record<string, string>} */
const INPUTS = {
  integer: 'number',
  number: 'number',
  date: 'date',
  password: 'password',
  email: 'email',
};

/**
 * A typed value.
 * @param {Known} field
 * @returns {Control}
 */
function input({ schema, id, label, required, initial, example, changed, inPath }) {
  const { type = '', format = '', nullable } = schema;
  const isJson = type === 'any';
  const isNumeric = own(INPUTS, type) === 'number';
  const isLong = isJson || (schema.maxLength ?? 0) > 300 || String(initial ?? '').includes('\n');
  const hint = example ?? schema.example ?? schema.default;
  const box = el(isLong ? 'textarea' : 'input', {
    id,
    ...(isLong ? { rows: 3 } : { type: (type === 'string' && own(INPUTS, format)) || (own(INPUTS, type) ?? 'text') }),
    ...(isNumeric && {
      step: schema.multipleOf ?? (type === 'integer' ? 1 : 'any'),
      min: schema.minimum,
      max: schema.maximum,
    }),
    placeholder: hint,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-label': label,
    'aria-required': required,
    oninput: () => set(true),
  });
  let isTouched = initial !== undefined;
  let isNull = initial === null;
  if (isTouched && !isNull) box.value = scalar(initial);

  const nullButton = nullable
    ? smallButton('null', () => set(true, !isNull), { 'aria-pressed': String(isNull) }) : null;
  const clearButton = required
    ? null
    : iconButton(text('Leave out'), label, () => {
        set(false);
        box.focus();
      });
  if (clearButton) clearButton.hidden = !isTouched;

  /**
   * @param {boolean} touched
   * @param {boolean} [toNull]
   */
  function set(touched, toNull = false) {
    isTouched = touched;
    isNull = toNull;
    if (!isTouched || isNull) box.value = '';
    nullButton?.setAttribute('aria-pressed', String(isNull));
    box.classList.toggle('dj-pg-null', isNull);
    if (clearButton) clearButton.hidden = !isTouched;
    changed();
  }

  function read() {
    if (isNull) return null;
    if (!isTouched || (box.value === '' && type !== 'string')) return undefined;
    if (isNumeric) return number(box.value);
    return isJson ? parsed(box.value) : box.value;
  }

  function check() {
    const value = read();
    if (value === undefined) {
      return box.validity.badInput ? wrong(box, text('Must be a number.')) : missing(box, required);
    }
    if (value === '' && inPath) return missing(box, true);
    return value === null ? [] : wrong(box, complaint(value, schema));
  }

  return { element: el('span', { class: 'dj-pg-input' }, box, nullButton, clearButton), read, check };
}

/**
 * Make a button that shows a cross.
 * @param {string} name
 * @param {string} label
 * @param {() => void} onclick
 */
const iconButton = (name, label, onclick) =>
  smallButton('×', onclick, { class: 'dj-pg-icon', title: name, 'aria-label': `${name}: ${label}` });

/** @param {string} typed */
function number(typed) {
  const value = parsed(typed);
  return typeof value === 'string' ? Number(typed) : value;
}

/**
 * @param {string} typed
 * @returns {unknown}
 */
function parsed(typed) {
  try {
    return fromJson(typed);
  } catch {
    return typed;
  }
}

/**
 * Files.
 * @param {Known} field
 * @param {boolean} multiple
 * @returns {Control}
 */
function files({ id, label, required, initial, changed }, multiple) {
  const box = el('input', { id, type: 'file', multiple, 'aria-label': label,
    'aria-required': required, onchange: changed });
  const shown = [initial].flat().filter(isFile);
  function read() {
    const chosen = [...(box.files ?? [])];
    if (chosen.length) return multiple ? chosen : chosen[0];
    if (required && !shown.length) shown.push({ $file: 'file.bin' });
    if (!multiple) return shown[0];
    return shown.length ? shown : undefined;
  }
  return { element: box, read, check: () => missing(box, required && !box.files?.length) };
}
