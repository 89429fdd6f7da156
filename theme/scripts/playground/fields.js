/* A control with its name, its help and what is wrong with it. */

const NESTED = ['object', 'array'];

/**
 * Return a labelled control; objects and lists fold.
 * @param {Field} field
 * @returns {Control}
 */
function member(field) {
  const { schemas } = field;
  const schema = resolved(field.schema, schemas);
  /** @param {Schema | undefined} one */
  const isNested = (one) => NESTED.includes(resolved(one, schemas).type ?? '');
  const folds = schema.variants
    ? schema.variants.some(isNested)
    : isNested(schema) && !(field.files === 0 && holdsFile(schema, schemas));
  return folds ? folded(field) : labelled(field);
}

/** @param {Field} field */
function heading({ schema, schemas, label, required, deprecated }) {
  /** @param {string} kind @param {string} said */
  const mark = (kind, said) => el('span', { class: `dj-pg-${kind}` }, said);
  return [mark('name', label), ' ', mark('type', typeLabel(schema, schemas)), ' ',
    required ? mark('required', text('required')) : null, ' ',
    deprecated || resolved(schema, schemas).deprecated ? mark('type', text('deprecated')) : null];
}

/**
 * Make a row of the form; help and error are announced with its control.
 * @param {HTMLElement} box what gets the focus
 * @param {(Node | string | null)[]} label
 * @param {string | undefined} note
 * @param {HTMLElement} [element] what holds the control
 */
function row(box, label, note, element = box) {
  const { id } = box;
  const help = helpOf(id, note);
  box.setAttribute('aria-describedby', `${id}-error${help ? ` ${help.id}` : ''}`);
  return el('div', { class: 'dj-pg-field' },
    el('label', { class: 'dj-pg-label', for: id }, ...label),
    el('div', { class: 'dj-pg-control' }, element, help, errorOf(id)));
}

/**
 * @param {string} id
 * @param {string | undefined} note
 */
const helpOf = (id, note) => (note ? el('p', { class: 'dj-pg-help', id: `${id}-help` }, note) : null);

/** @param {string} id */
const errorOf = (id) => el('p', { class: 'dj-pg-error', id: `${id}-error`, hidden: true });

/** @param {Field} field */
const noteOf = ({ text: said, schema, schemas, files }) =>
  [said ?? resolved(schema, schemas).text, files !== 0 && holdsFile(schema, schemas)
    && text('Files can be sent only in the fields of a multipart form.')].filter(Boolean).join(' ');

/**
 * @param {Field} field
 * @returns {Control}
 */
function labelled(field) {
  const inner = control(field);
  /** @type {HTMLElement} */
  const box = inner.element.querySelector(`#${field.id}`) ?? inner.element;
  box.removeAttribute('aria-label');
  // Agents know a field by its name; no form has a property that begins so.
  if (/^(?:INPUT|SELECT|TEXTAREA)$/.test(box.tagName)) box.setAttribute('name', `field-${field.label}`);
  return { ...inner, element: row(box, heading(field), noteOf(field), inner.element) };
}

/**
 * @param {Field} field
 * @returns {Control}
 */
function folded(field) {
  /** @type {Control | null} */
  let inner = null;
  const body = el('div', { class: 'dj-pg-nested' });
  const draw = () => {
    if (!inner) body.append((inner = control(field)).element);
    return inner;
  };
  // Required types that contain themselves end somewhere.
  const isShallow = () => (field.depth = (field.depth ?? 0) + 1) < 8;
  const opens = (field.required || field.initial !== undefined) && isShallow();
  const help = helpOf(field.id, noteOf(field));
  const element = el('details', { class: 'dj-pg-fold', open: opens, ontoggle: draw },
    el('summary', { 'aria-describedby': help?.id }, ...heading(field)), help, body);
  if (opens) draw();
  return {
    element,
    read: () => (inner ? inner.read() : field.initial),
    check: () => (field.required ? draw() : inner)?.check() ?? [],
  };
}

/**
 * Show what is wrong beside the controls, and put the focus on the first of them.
 * @param {HTMLElement} form
 * @param {Problem[]} problems
 */
function showErrors(form, problems) {
  for (const old of form.querySelectorAll('[aria-invalid]')) old.removeAttribute('aria-invalid');
  for (const old of form.querySelectorAll('p.dj-pg-error')) old.toggleAttribute('hidden', true);
  for (const { element, message } of problems) {
    element.setAttribute('aria-invalid', 'true');
    for (let fold = element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) {
      fold.open = true;
    }
    const place = element.closest('.dj-pg-field')?.querySelector('.dj-pg-error');
    if (place) {
      place.textContent = message;
      place.removeAttribute('hidden');
    } else {
      element.title = message;
    }
  }
  problems[0]?.element.focus();
}
