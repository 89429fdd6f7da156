/* Controls for schemas: a control shows a value of a schema and lets people change it.
 *
 * A control is {element, read(), check()}: read() returns the value, or undefined when nobody
 * touched it; check() returns what is wrong as [{element, message}], the element being what gets
 * the focus. Parts of objects are drawn when they are first opened, so that large schemas and
 * schemas that contain themselves cost nothing.
 */
(function (playground) {
  'use strict';

  const { isFile, isObject } = playground;
  const text = (message, values = {}) =>
    (playground.data.strings[message] ?? message).replace(/\{(\w+)\}/g, (_all, name) => values[name]);

  /** Make an element: attributes, listeners (`onclick: function`) and children. */
  function el(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined || value === null || value === false) continue;
      if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
      else if (name in element && typeof value === 'boolean') element[name] = value;
      else element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  let count = 0;
  const uniqueId = () => `dj-playground-${(count += 1)}`;

  /** Follow the names of schemas. */
  function resolved(schema, schemas) {
    const { $ref, ...beside } = schema ?? {};
    return $ref === undefined ? (schema ?? { type: 'any' }) : { ...schemas[$ref], ...beside };
  }

  function typeLabel(schema, schemas) {
    const it = resolved(schema, schemas);
    if (it.variants) return it.title ?? it.variants.map((one) => one.label).slice(0, 3).join(' | ');
    if (it.type === 'array') return `${typeLabel(it.items, schemas)}[]`;
    if (it.enum) return 'enum';
    if (it.type === 'object') return it.title ?? 'object';
    return it.format && it.type !== 'file' ? it.format : it.type;
  }

  /**
   * Return the control of a schema.
   *
   * @param field {schema, schemas, id, label, required, initial, example, changed}
   */
  function control(field) {
    const schema = resolved(field.schema, field.schemas);
    const it = { ...field, schema };
    if (schema.variants) return variants(it);
    if (schema.enum || schema.type === 'boolean') return choice(it);
    if (schema.type === 'file') return files(it, false);
    if (schema.type === 'array') {
      const items = resolved(schema.items, field.schemas);
      return items.type === 'file' ? files(it, true) : list(it);
    }
    if (schema.type === 'object') return object(it);
    return input(it);
  }

  /* One value. */

  function choice({ schema, id, label, required, initial, changed }) {
    const values = schema.enum ?? [true, false];
    const names = schema.labels ?? values.map(String);
    const options = values.map((value, index) => ({ value, name: names[index] }));
    if (schema.nullable) options.push({ value: null, name: 'null' });
    const usual = schema.default === undefined ? '' : ` (${text('default')}: ${schema.default})`;
    const only = required && options.length === 1 ? 0 : -1;
    let chosen = options.findIndex(({ value }) => value === initial);
    if (chosen < 0 && initial !== undefined) {
      chosen = options.push({ value: initial, name: playground.toJson(initial) }) - 1;
    }
    if (chosen < 0) chosen = only;
    const select = el(
      'select',
      { id, 'aria-label': label, 'aria-required': required, onchange: changed },
      el('option', { value: '' }, `—${usual}`),
      ...options.map(({ name }, index) => el('option', { value: index }, name)),
    );
    select.value = chosen < 0 ? '' : chosen;
    return {
      element: select,
      read: () => (select.value === '' ? undefined : options[select.value].value),
      check: () => missing(select, required && select.value === ''),
    };
  }

  const INPUTS = {
    integer: 'number',
    number: 'number',
    date: 'date',
    password: 'password',
    email: 'email',
  };

  function input({ schema, id, label, required, initial, example, changed, inPath }) {
    const isJson = schema.type === 'any';
    const numeric = schema.type === 'integer' || schema.type === 'number';
    const isLong = isJson || schema.maxLength > 300 || String(initial ?? '').includes('\n');
    const type = (schema.type === 'string' && INPUTS[schema.format]) || INPUTS[schema.type];
    const hint = example ?? schema.example ?? schema.default;
    const box = el(isLong ? 'textarea' : 'input', {
      id,
      type: isLong ? undefined : (type ?? 'text'),
      rows: isLong ? 3 : undefined,
      step: numeric ? (schema.multipleOf ?? (schema.type === 'integer' ? 1 : 'any')) : undefined,
      min: numeric ? schema.minimum : undefined,
      max: numeric ? schema.maximum : undefined,
      placeholder: hint === undefined ? undefined : String(hint),
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      'aria-label': label,
      'aria-required': required,
      oninput: () => set(true),
    });
    let touched = initial !== undefined;
    let isNull = initial === null;
    if (touched && !isNull) box.value = typeof initial === 'object' ? playground.toJson(initial) : initial;

    const nullButton = schema.nullable
      ? el('button', { type: 'button', class: 'dj-pg-small', 'aria-pressed': String(isNull),
          onclick: () => set(true, !isNull) }, 'null')
      : null;
    const clearButton = required
      ? null
      : el('button', { type: 'button', class: 'dj-pg-icon', title: text('Leave out'),
          'aria-label': `${text('Leave out')}: ${label}`, hidden: !touched,
          onclick: () => {
            set(false);
            box.focus();
          } }, '×');

    function set(isTouched, toNull = false) {
      touched = isTouched;
      isNull = toNull;
      if (!touched || isNull) box.value = '';
      nullButton?.setAttribute('aria-pressed', String(isNull));
      box.classList.toggle('dj-pg-null', isNull);
      if (clearButton) clearButton.hidden = !touched;
      changed();
    }

    function read() {
      if (isNull) return null;
      if (!touched || (box.value === '' && schema.type !== 'string')) return undefined;
      if (numeric) return number(box.value);
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

  function number(typed) {
    const value = Number(typed);
    const isWhole = /^-?\d+$/.test(typed);
    return isWhole && !Number.isSafeInteger(value) ? BigInt(typed) : value;
  }

  function parsed(typed) {
    try {
      return JSON.parse(typed);
    } catch {
      return typed;
    }
  }

  /** Return what a value breaks of the limits of its schema, or nothing. */
  function complaint(value, schema) {
    const { minimum, maximum, minLength, maxLength, pattern } = schema;
    if (typeof value === 'number' && minimum !== undefined && value < minimum) {
      return text('At least {limit}.', { limit: minimum });
    }
    if (typeof value === 'number' && maximum !== undefined && value > maximum) {
      return text('At most {limit}.', { limit: maximum });
    }
    if (schema.type === 'integer' && typeof value === 'number' && !Number.isInteger(value)) {
      return text('Must be a whole number.');
    }
    if (typeof value !== 'string') return '';
    if (minLength !== undefined && value.length < minLength) return text('At least {limit} characters.', { limit: minLength });
    if (maxLength !== undefined && value.length > maxLength) return text('At most {limit} characters.', { limit: maxLength });
    return pattern && !matches(value, pattern) ? text('Must match {pattern}', { pattern }) : '';
  }

  /** A pattern that the browser does not know, or that takes long, is left to the server. */
  function matches(value, pattern) {
    try {
      return value.length > 200 || pattern.length > 200 || new RegExp(pattern, 'u').test(value);
    } catch {
      return true;
    }
  }

  const missing = (element, isMissing) => wrong(element, isMissing ? text('This field is required.') : '');
  const wrong = (element, message) => (message ? [{ element, message }] : []);

  function files({ id, label, required, initial, changed }, multiple) {
    const box = el('input', { id, type: 'file', multiple, 'aria-label': label,
      'aria-required': required, onchange: changed });
    const shown = [initial].flat().filter(isFile);
    function read() {
      const chosen = [...box.files];
      if (chosen.length) return multiple ? chosen : chosen[0];
      if (required && !shown.length) shown.push({ $file: 'file.bin' });
      return multiple ? (shown.length ? shown : undefined) : shown[0];
    }
    return { element: box, read, check: () => missing(box, required && !box.files.length) };
  }

  /* Several values. */

  function variants(it) {
    const { schema, schemas, initial, label, required, changed } = it;
    const options = schema.variants;
    const fitting = initial === undefined ? 0 : bestVariant(options, initial, schemas);
    const body = el('div', { class: 'dj-pg-variant' });
    let current;
    const names = options.map((one) => one.label);
    if (schema.nullable) names.push('null');
    const select = el(
      'select',
      { id: it.id, 'aria-label': `${label}: ${text('variant')}`, onchange: () => choose(undefined) },
      ...names.map((name, index) => el('option', { value: index }, name)),
    );
    select.value = initial === null && schema.nullable ? options.length : fitting;

    function choose(value) {
      const variant = options[select.value];
      current = variant
        ? control({ ...it, id: uniqueId(), schema: variant, initial: value, required })
        : { element: '', read: () => null, check: () => [] };
      body.replaceChildren(current.element);
      if (value === undefined) changed();
    }
    current = { element: '', read: () => initial, check: () => [] };
    if (initial === null || initial === undefined) {
      const variant = options[select.value];
      if (variant) current = control({ ...it, id: uniqueId(), schema: variant, initial: undefined });
      body.replaceChildren(current.element);
    } else {
      choose(initial);
    }
    return {
      element: el('div', { class: 'dj-pg-variants' }, select, body),
      read: () => current.read(),
      check: () => current.check(),
    };
  }

  function bestVariant(options, value, schemas) {
    const kind = (one) => (Array.isArray(one) ? 'array' : isFile(one) ? 'file' : typeof one);
    const scores = options.map((option) => {
      const schema = resolved(option, schemas);
      const type = schema.type === 'integer' ? 'number' : schema.type;
      if (schema.enum) return schema.enum.includes(value) ? 9 : -9;
      if (type !== kind(value)) return type === 'any' ? 0 : -1;
      if (!isObject(value) || !schema.properties) return 1;
      let score = 1;
      for (const [name, member] of Object.entries(value)) {
        const known = schema.properties[name];
        const allowed = known && resolved(known, schemas).enum;
        if (allowed) score += allowed.includes(member) ? 5 : -5;
        else score += known ? 1 : -1;
      }
      return score - (schema.required ?? []).filter((name) => !(name in value)).length;
    });
    return scores.indexOf(Math.max(...scores));
  }

  /** Rows that can be added and removed; `draw` returns the control of one row. */
  function rows({ initial, label, changed }, draw) {
    const body = el('div', { class: 'dj-pg-rows' });
    const drawn = [];
    let touched = initial !== undefined;
    const add = el('button', { type: 'button', class: 'dj-pg-small', 'aria-label': `${text('Add')}: ${label}`,
      onclick: () => {
        touched = true;
        append(undefined);
        drawn.at(-1).row.querySelector('input, select, textarea, button')?.focus();
        changed();
      } }, `+ ${text('Add')}`);

    function append(value) {
      const made = draw(value, drawn.length + 1);
      const remove = el('button', { type: 'button', class: 'dj-pg-icon', title: text('Remove'),
        'aria-label': `${text('Remove')}: ${label} ${drawn.length + 1}`,
        onclick: () => {
          drawn.splice(drawn.findIndex((one) => one.made === made), 1);
          row.remove();
          add.focus();
          changed();
        } }, '×');
      const row = el('div', { class: 'dj-pg-row' }, made.element, remove);
      drawn.push({ made, row });
      body.append(row);
    }
    return {
      append,
      element: el('div', { class: 'dj-pg-list' }, body, add),
      controls: () => drawn.map((one) => one.made),
      isTouched: () => touched,
      check: () => drawn.flatMap((one) => one.made.check()),
    };
  }

  function list(it) {
    const { schema, schemas, label, required } = it;
    const all = rows(it, (initial, position) =>
      control({ ...it, id: uniqueId(), schema: schema.items, schemas, initial, required: true,
        example: undefined, label: `${label} ${position}` }),
    );
    const initial = Array.isArray(it.initial) ? it.initial : [];
    initial.forEach((item) => all.append(item));
    function read() {
      const items = all.controls().map((one) => one.read()).filter((item) => item !== undefined);
      return items.length || all.isTouched() ? items : undefined;
    }
    function check() {
      const length = all.controls().length;
      const needed = Math.max(schema.minItems ?? 0, required && !all.isTouched() ? 1 : 0);
      const button = all.element.lastChild;
      if ((required || length) && length < needed) return wrong(button, text('Needs at least {limit}.', { limit: needed }));
      return all.check();
    }
    return { element: all.element, read, check };
  }

  function object(it) {
    const { schema, schemas, initial, required } = it;
    const given = isObject(initial) ? initial : {};
    const names = Object.keys(schema.properties ?? {});
    const fields = names.map((name) =>
      member({ ...it, id: uniqueId(), schema: schema.properties[name], schemas, label: name,
        required: (schema.required ?? []).includes(name), initial: given[name], example: undefined }),
    );
    const others = Object.entries(given).filter(([name]) => !names.includes(name));
    const extra = schema.extra ? map({ ...it, initial: undefined }, others) : null;
    const element = el('div', { class: 'dj-pg-object' }, ...fields.map((one) => one.element),
      extra?.element);

    function read() {
      const entries = fields.map((one, index) => [names[index], one.read()]);
      const more = extra ? extra.entries() : others;
      const filled = [...entries, ...more].filter(([, value]) => value !== undefined);
      if (!filled.length && !required && initial === undefined) return undefined;
      return Object.fromEntries(filled);
    }
    function check() {
      if (read() === undefined) return [];
      return [...fields.flatMap((one) => one.check()), ...(extra?.check() ?? [])];
    }
    return { element, read, check };
  }

  /** Properties whose names are typed too. */
  function map(it, entries) {
    const all = rows(it, ([key, value] = ['', undefined], position) => {
      const name = el('input', { type: 'text', value: key, placeholder: text('Name'),
        'aria-label': `${it.label} ${position}: ${text('Name')}`, oninput: it.changed });
      const inner = control({ ...it, id: uniqueId(), schema: it.schema.extra, initial: value,
        required: true, example: undefined, label: `${it.label} ${position}: ${text('Value')}` });
      return { name, ...inner, element: el('div', { class: 'dj-pg-pair' }, name, inner.element) };
    });
    entries.forEach((entry) => all.append(entry));
    return {
      element: all.element,
      check: all.check,
      entries: () => all.controls().map((one) => [one.name.value, one.read()]),
    };
  }

  /* A control with its name. */

  const NESTED = ['object', 'array'];

  /** Return a labelled control; objects and lists fold. */
  function member(field) {
    const schema = resolved(field.schema, field.schemas);
    const isNested = schema.variants
      ? schema.variants.some((one) => NESTED.includes(resolved(one, field.schemas).type))
      : NESTED.includes(schema.type) && resolved(schema.items, field.schemas).type !== 'file';
    return isNested ? folded(field) : labelled(field);
  }

  function heading(field) {
    const { schema, schemas, label, required } = field;
    const it = resolved(schema, schemas);
    const mark = required
      ? el('span', { class: 'dj-pg-required' }, text('required'))
      : null;
    const old = field.deprecated || it.deprecated ? el('span', { class: 'dj-pg-type' }, text('deprecated')) : null;
    return [el('span', { class: 'dj-pg-name' }, label), ' ',
      el('span', { class: 'dj-pg-type' }, typeLabel(schema, schemas)), ' ', mark, ' ', old];
  }

  function labelled(field) {
    const inner = control(field);
    const note = field.text ?? resolved(field.schema, field.schemas).text;
    const help = note ? el('p', { class: 'dj-pg-help', id: `${field.id}-help` }, note) : null;
    const error = el('p', { class: 'dj-pg-error', id: `${field.id}-error`, hidden: true });
    const box = inner.element.querySelector?.(`#${field.id}`) ?? inner.element;
    box.setAttribute?.('aria-describedby', `${field.id}-error${help ? ` ${field.id}-help` : ''}`);
    const element = el('div', { class: 'dj-pg-field' },
      el('label', { class: 'dj-pg-label', for: field.id }, ...heading(field)),
      el('div', { class: 'dj-pg-control' }, inner.element, help, error));
    box.removeAttribute?.('aria-label');
    return { ...inner, element };
  }

  function folded(field) {
    let inner = null;
    const body = el('div', { class: 'dj-pg-nested' });
    const draw = () => {
      if (inner) return;
      inner = control(field);
      body.append(inner.element);
    };
    const opens = (field.required || field.initial !== undefined) && depthOf(field) < 8;
    const note = field.text ?? resolved(field.schema, field.schemas).text;
    const element = el('details', { class: 'dj-pg-fold', open: opens, ontoggle: draw },
      el('summary', {}, ...heading(field)),
      note ? el('p', { class: 'dj-pg-help' }, note) : null, body);
    if (opens) draw();
    return {
      element,
      read: () => (inner ? inner.read() : field.initial),
      check: () => {
        if (field.required) draw();
        return inner ? inner.check() : [];
      },
    };
  }

  /** Required types that contain themselves end somewhere. */
  function depthOf(field) {
    return (field.depth = (field.depth ?? 0) + 1);
  }

  /** Show what is wrong beside the controls, and put the focus on the first of them. */
  function showErrors(form, problems) {
    for (const old of form.querySelectorAll('[aria-invalid]')) old.removeAttribute('aria-invalid');
    for (const old of form.querySelectorAll('.dj-pg-error')) old.hidden = true;
    for (const { element, message } of problems) {
      element.setAttribute('aria-invalid', 'true');
      for (let fold = element.closest('details'); fold; fold = fold.parentElement.closest('details')) {
        fold.open = true;
      }
      const place = element.closest('.dj-pg-field')?.querySelector('.dj-pg-error');
      if (place) {
        place.textContent = message;
        place.hidden = false;
      } else {
        element.title = message;
      }
    }
    problems[0]?.element.focus();
  }

  Object.assign(playground, { el, text, uniqueId, control, member, showErrors });
})((globalThis.DocsJsonPlayground ??= {}));
