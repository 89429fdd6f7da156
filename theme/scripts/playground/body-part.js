/* The body: a form, JSON, other text or a file. */

/**
 * @param {Operation} operation
 * @param {NonNullable<Kept['body']>} kept
 * @param {() => void} changed
 */
function bodyPart(operation, kept, changed) {
  const contents = operation.body?.content ?? [];
  const types = contents.map((one) => one.type);
  const place = el('div');
  const choices = el('div');
  const first = types.includes(kept.mediaType ?? '') ? kept.mediaType : chosenMedia(types);
  const box = select(types, Math.max(types.indexOf(first ?? ''), 0), () => {
    show(undefined);
    changed();
    tellMedia(mediaType());
  });
  const content = () => contents[Number(box.value)];
  /** @type {Control | undefined} */
  let current;
  const examples = bodyExamples(contents, (type, initial) => {
    box.value = String(type);
    show(initial);
    changed();
  });

  /** @param {unknown} value */
  function show(value) {
    const chosen = content();
    if (!chosen) return;
    // A body that was emptied is kept as null, and stays empty.
    const filled = value === undefined ? chosen.initial : value ?? '';
    current = contentControl(operation, chosen, filled, changed);
    place.replaceChildren(current.element);
    const hadFocus = choices.contains(document.activeElement);
    choices.replaceChildren(...examples.choice(Number(box.value), filled));
    if (hadFocus) choices.querySelector('select')?.focus();
  }
  show(kept.value);
  const mediaType = () => content()?.type ?? '';
  const read = () => current?.read() ?? null;
  return {
    element: current
      ? part(text('Body'), true, types.length > 1 ? captioned(text('Media type'), box) : '',
        choices, place)
      : null,
    check: () => current?.check() ?? [],
    mediaType,
    read,
    /** @param {string} type */
    follow(type) {
      if (!types.includes(type) || type === mediaType()) return;
      box.value = String(types.indexOf(type));
      show(undefined);
    },
    example: examples.choose,
    keep: () => (current ? { mediaType: mediaType(), value: current.read() ?? null } : undefined),
  };
}

/**
 * Tell the page which media type is shown: its fields and examples follow.
 * @param {string} type
 */
const tellMedia = (type) => document.dispatchEvent(new CustomEvent('dj-media', { detail: type }));

/**
 * @param {Operation} operation
 * @param {Content} content
 * @param {unknown} value
 * @param {() => void} changed
 */
function contentControl({ schemas, body }, content, value, changed) {
  const kind = kindOf(content.type);
  const it = { schema: content.schema ?? { type: 'any' }, schemas, id: uniqueId(), label: text('Body'),
    changed, required: body?.required ?? false };
  if (kind === 'binary') {
    return member({ ...it, schema: { type: 'file' }, files: 0, label: content.type,
      initial: isFile(value) ? value : { $file: 'file.bin' } });
  }
  if (kind === 'form' || kind === 'multipart') {
    const { type, variants: some } = resolved(it.schema, schemas);
    if (!some && !/object|any/.test(type ?? 'any')) {
      const why = text('The values of this body have no names, so a form cannot send them.');
      return { element: el('p', { class: 'dj-pg-help' }, why), read: () => null, check: () => [] };
    }
    const fields = control({ ...it, required: true, initial: value, files: Number(kind === 'multipart') });
    const bar = el('div', { class: 'dj-pg-bar' }, foldsButton(fields.element));
    return { ...fields, element: el('div', {}, bar, fields.element) };
  }
  return kind === 'json' ? jsonControl(it, value) : textControl(it, value);
}

/**
 * @param {Field} field
 * @param {unknown} value
 */
function textControl({ id, label, required, changed }, value) {
  const area = el('textarea', { id, class: 'dj-pg-code', rows: 8, spellcheck: 'false',
    'aria-label': label, 'aria-describedby': `${id}-error`, oninput: changed });
  area.value = typeof value === 'string' ? value : '';
  return {
    element: el('div', { class: 'dj-pg-field dj-pg-wide' }, area, errorOf(id)),
    area,
    read: () => area.value || null,
    check: () => missing(area, required && !area.value),
  };
}

/**
 * A JSON body, as a form and as text; whatever is seen is what is sent.
 * @param {Known} field
 * @param {unknown} value
 * @returns {Control}
 */
function jsonControl(field, value) {
  const place = el('div');
  const invalid = text('This is not valid JSON.');
  let written = typeof value === 'string' ? value : toJson(value, 2);
  /** @type {Control | undefined} */
  let form;
  let code = textControl(field, written);
  const buttons = [text('Form'), text('JSON')].map((mode, index) =>
    el('button', { type: 'button', 'aria-pressed': 'false', onclick: () => {
      written = writtenNow();
      if (show(!index)) field.changed();
    } }, mode));

  /** @param {boolean} wantsForm */
  function show(wantsForm) {
    const given = valueOf(written);
    if (wantsForm && !given) {
      wrongCode(invalid);
      return false;
    }
    if (wantsForm) {
      form = control({ ...field, id: uniqueId(), initial: given?.value });
    } else {
      form = undefined;
      code = textControl({ ...field, id: uniqueId() }, written);
    }
    place.replaceChildren((form ?? code).element);
    buttons.forEach((button, index) => button.setAttribute('aria-pressed', String(wantsForm === !index)));
    return true;
  }

  /** @param {string} message */
  function wrongCode(message) {
    const error = code.element.querySelector('p');
    if (!error) return;
    error.textContent = message;
    error.hidden = false;
  }
  function writtenNow() {
    if (!form) return code.area.value;
    const now = form.read();
    return now === undefined ? '' : toJson(now, 2);
  }
  show(Boolean(valueOf(written)) && hasFields(field));
  return {
    element: el('div', {}, el('div', { class: 'dj-pg-bar' },
      el('div', { class: 'dj-pg-switch', role: 'group', 'aria-label': text('Body') }, ...buttons),
      foldsButton(place)), place),
    read: () => writtenNow() || null,
    check: () => {
      if (form) return form.check();
      const { area } = code;
      if (!area.value.trim()) return code.check();
      try {
        JSON.parse(area.value);
        return [];
      } catch (error) {
        return wrong(area, `${invalid} ${error instanceof Error ? error.message : ''}`);
      }
    },
  };
}

/**
 * Return the value of JSON, or nothing.
 * @param {string} json
 * @returns {{ value: unknown } | null}
 */
function valueOf(json) {
  if (!json.trim()) return { value: undefined };
  try {
    return { value: fromJson(json) };
  } catch {
    return null;
  }
}

/** @param {Known} field */
function hasFields({ schema, schemas }) {
  const { properties, variants, items } = resolved(schema, schemas);
  return Boolean(properties ?? variants ?? items);
}
