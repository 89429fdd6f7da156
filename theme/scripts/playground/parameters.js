/* How values are written into a URL or a header (openapi/request/parameter_styles.py). */

const RESERVED = ":/?#[]@!$&'()*+,;=";

/** @param {string} removed */
const without = (removed) => [...RESERVED].filter((c) => !removed.includes(c)).join('');

/**
 * Percent-encode all but unreserved characters and those in `keep`.
 * @param {string} value
 */
function percent(value, keep = '') {
  const encoded = encodeURIComponent(wellFormed(value)).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (!keep) return encoded;
  return encoded.replace(/%[0-7][0-9A-F]/g, (code) => {
    const character = decodeURIComponent(code);
    return keep.includes(character) ? character : code;
  });
}

/** @param {string} text */
const wellFormed = (text) => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** @param {string} path */
const literalPath = (path) => withoutWaysUp(percent(path, '/{}%' + without('?#[]')));

/**
 * Encode the dots of segments that lead up. Who reads a URL takes `%2e` as a dot, too (WHATWG URL, "double-dot
 * URL path segment"), so they are encoded twice.
 * @param {string} path
 */
const withoutWaysUp = (path) =>
  path.replace(/(^|[/\\])((?:\.|%2e){1,2})(?=$|[/\\?#])/gi, (_all, before, dots) =>
    before + dots.replace(/\.|%2e/gi, '%252E'));

/**
 * @param {unknown} value
 * @returns {string}
 */
function scalar(value) {
  return typeof value === 'object' && value !== null ? toJson(value) : String(value);
}

/* A number that JavaScript would write otherwise: 1.10, or an integer of 64 bits. */
class SourceNumber {
  /** @param {string} text */
  constructor(text) { this.text = text; }

  toString() { return this.text; }

  valueOf() { return Number(this.text); }
}

const JSON_TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/* No text from outside can hold the key of a number. */
const NUMBER_KEY = String(Math.random());

/** @param {string} text */
const isKept = (text) => String(Number(text)) === text.replace(/\.0$/, '');

/**
 * Return the value of JSON, in which each number keeps its digits.
 * @param {string} json
 * @returns {any}
 */
function fromJson(json) {
  const marked = json.replace(JSON_TEXT_OR_NUMBER, (part) =>
    part.startsWith('"') || isKept(part) ? part : `{"${NUMBER_KEY}":"${part}"}`);
  return JSON.parse(marked, (_key, value) =>
    value && Object.hasOwn(value, NUMBER_KEY) ? new SourceNumber(String(own(value, NUMBER_KEY))) : value);
}

/**
 * Return JSON; a number has the digits of its text, and a file is not written at all.
 * @param {unknown} value
 * @param {string} [line] what each line begins with, after its end
 * @returns {string}
 */
function toJson(value, indent = 0, line = '\n') {
  if (value instanceof SourceNumber) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (value instanceof Blob) return 'null';
  const inner = indent ? line + ' '.repeat(indent) : '';
  const open = Array.isArray(value) ? '[' : '{';
  const close = Array.isArray(value) ? ']' : '}';
  const items = Array.isArray(value)
    ? value.map((item) => toJson(item, indent, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined && !(item instanceof Blob))
        .map(([key, item]) => JSON.stringify(key) + (indent ? ': ' : ':') + toJson(item, indent, inner));
  return items.length ? open + inner + items.join(`,${inner}`) + (indent ? line : '') + close : open + close;
}

/**
 * @param {object} value
 * @returns {[string, string][]}
 */
const namesAndValues = (value) =>
  Object.entries(value)
    .filter(([, item]) => item !== null && item !== undefined)
    .map(([key, item]) => [key, scalar(item)]);

/**
 * @param {Parameter} parameter
 * @param {unknown} value
 */
function plain(parameter, value) {
  if (parameter.mediaType) return scalar(value);
  if (isObject(value)) {
    const joint = parameter.explode ? '=' : ',';
    return namesAndValues(value)
      .map(([key, item]) => key + joint + item)
      .join(',');
  }
  return Array.isArray(value) ? value.map(scalar).join(jointOf(parameter.style)) : scalar(value);
}

/**
 * @param {Parameter} parameter
 * @param {unknown} value
 */
function inPath(parameter, value) {
  const keep = parameter.reserved ? without('/?#[]') : '';
  const name = percent(parameter.name);
  const style = parameter.mediaType ? 'simple' : parameter.style;
  const lead = style === 'label' ? '.' : style === 'matrix' ? ';' : '';
  let between = parameter.explode && lead ? lead : ',';
  if (parameter.mediaType || !hasParts(value)) {
    const text = percent(scalar(value), keep);
    return style === 'matrix' ? `;${name}=${text}` : lead + text;
  }
  let items;
  if (Array.isArray(value)) {
    items = value.map((item) => percent(scalar(item), keep));
    if (!lead) between = percent(jointOf(style), ',');
    if (style === 'matrix' && parameter.explode) items = items.map((item) => `${name}=${item}`);
  } else {
    const joint = parameter.explode ? '=' : ',';
    items = namesAndValues(value).map(([k, v]) => percent(k, keep) + joint + percent(v, keep));
  }
  if (style === 'matrix' && !parameter.explode) return `;${name}=${items.join(between)}`;
  return lead + items.join(between);
}

/**
 * @param {Parameter} parameter
 * @param {unknown} value
 */
function inQuery(parameter, value) {
  const keep = parameter.reserved ? without("#&=+[]'") : '';
  /** @param {string} text */
  const encoded = (text) => percent(text, keep);
  const name = percent(parameter.name);
  if (parameter.mediaType) return [`${name}=${encoded(scalar(value))}`];
  if (parameter.style === 'deepObject' && hasParts(value)) {
    return deep(parameter.name, value).map(([key, text]) => `${percent(key)}=${encoded(text)}`);
  }
  if (isObject(value)) {
    const members = namesAndValues(value);
    if (parameter.explode) return members.map(([k, v]) => `${percent(k)}=${encoded(v)}`);
    value = members.flat();
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => encoded(scalar(item)));
    if (parameter.explode) return items.map((item) => `${name}=${item}`);
    return [`${name}=${items.join(percent(jointOf(parameter.style), ','))}`];
  }
  return [`${name}=${encoded(scalar(value))}`];
}

/**
 * What is between the items of a list.
 * @param {string | undefined} style
 */
function jointOf(style) {
  if (style === 'spaceDelimited') return ' ';
  if (style === 'pipeDelimited') return '|';
  return style === 'tabDelimited' ? '\t' : ',';
}

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {[string, string][]}
 */
function deep(name, value) {
  if (value === null || value === undefined) return [];
  if (!hasParts(value)) return [[name, scalar(value)]];
  return Object.entries(value).flatMap(([key, item]) => deep(`${name}[${key}]`, item));
}

/**
 * @param {Parameter} parameter
 * @param {unknown} value
 */
function wholeQuery(parameter, value) {
  if (parameter.mediaType === 'application/x-www-form-urlencoded' && isObject(value)) {
    return namesAndValues(value)
      .map(([key, item]) => `${percent(key)}=${percent(item)}`)
      .join('&');
  }
  return percent(scalar(value));
}

/** @param {string} value */
const headerValue = (value) => wellFormed(value).replace(/[\0\r\n]+/g, ' ').trim();
