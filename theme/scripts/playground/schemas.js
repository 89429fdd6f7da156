/* What the form asks of a schema. */

/**
 * Follow the names of schemas.
 * @param {Schema | undefined} schema
 * @param {Schemas} schemas
 * @returns {Schema}
 */
function resolved(schema, schemas) {
  const { $ref, ...beside } = schema ?? {};
  return $ref === undefined ? (schema ?? { type: 'any' }) : { ...own(schemas, $ref), ...beside };
}

/**
 * @param {Schema | undefined} schema
 * @param {Schemas} schemas
 * @returns {string}
 */
function typeLabel(schema, schemas) {
  const it = resolved(schema, schemas);
  if (it.variants) return it.title ?? it.variants.map((one) => one.label).slice(0, 3).join(' | ');
  if (it.type === 'array') return `${typeLabel(it.items, schemas)}[]`;
  if (it.enum) return 'enum';
  if (it.type === 'object') return it.title ?? 'object';
  return (it.type !== 'file' && it.format) || (it.type ?? '');
}

/**
 * Whether a schema is of a file, or of a list of files.
 * @param {Schema | undefined} schema
 * @param {Schemas} schemas
 */
function holdsFile(schema, schemas) {
  const { type, items } = resolved(schema, schemas);
  return type === 'file' || (type === 'array' && resolved(items, schemas).type === 'file');
}

/**
 * Return which variant fits a value best.
 * @param {Schema[]} options
 * @param {unknown} value
 * @param {Schemas} schemas
 */
function bestVariant(options, value, schemas) {
  const kind = Array.isArray(value) ? 'array' : isFile(value) ? 'file' : value instanceof SourceNumber ? 'number' : typeof value;
  const scores = options.map((option) => {
    const schema = resolved(option, schemas);
    const type = schema.type === 'integer' ? 'number' : schema.type;
    if (schema.enum) return schema.enum.some((one) => isSame(one, value)) ? 9 : -9;
    if (type !== kind) return type === 'any' ? 0 : -1;
    if (!isObject(value) || !schema.properties) return 1;
    let score = 1;
    for (const [name, member] of Object.entries(value)) {
      const known = own(schema.properties, name);
      const allowed = known && resolved(known, schemas).enum;
      if (allowed) score += allowed.some((one) => isSame(one, member)) ? 5 : -5;
      else score += known ? 1 : -1;
    }
    return score - (schema.required ?? []).filter((name) => !Object.hasOwn(value, name)).length;
  });
  return scores.indexOf(Math.max(...scores));
}

/**
 * Return what a value breaks of the limits of its schema, or nothing.
 * @param {unknown} value
 * @param {Schema} schema
 */
function complaint(value, schema) {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, minLength, maxLength } = schema;
  if (typeof value === 'number' || value instanceof SourceNumber) {
    const amount = Number(value);
    if (minimum !== undefined && amount < minimum) return text('At least {limit}.', { limit: minimum });
    if (maximum !== undefined && amount > maximum) return text('At most {limit}.', { limit: maximum });
    if (above !== undefined && amount <= above) return text('More than {limit}.', { limit: above });
    if (below !== undefined && amount >= below) return text('Less than {limit}.', { limit: below });
    const isBroken = schema.type === 'integer' && !Number.isInteger(amount);
    return isBroken ? text('Must be a whole number.') : '';
  }
  if (typeof value !== 'string') return '';
  if (minLength !== undefined && value.length < minLength) return text('At least {limit} characters.', { limit: minLength });
  if (maxLength !== undefined && value.length > maxLength) return text('At most {limit} characters.', { limit: maxLength });
  const pattern = [schema.pattern ?? []].flat().find((one) => !matches(value, one));
  return pattern ? text('Must match {pattern}', { pattern }) : '';
}

/**
 * A pattern that the browser does not know, or that takes long, is left to the server.
 * @param {string} value
 * @param {string} pattern
 */
function matches(value, pattern) {
  try {
    return value.length > 200 || pattern.length > 200 || new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}

/**
 * @param {HTMLElement} element
 * @param {boolean | undefined} isMissing
 */
const missing = (element, isMissing) => wrong(element, isMissing ? text('This field is required.') : '');

/**
 * @param {HTMLElement} element
 * @param {string} message
 * @returns {Problem[]}
 */
const wrong = (element, message) => (message ? [{ element, message }] : []);
