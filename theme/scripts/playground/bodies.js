/* How a value is written as a body. */

// One media type, without what curl would take for a list of files or a file of headers.
const PART_TYPE =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: ?; ?(?!filename|headers|encoder)[\w.-]+=(?:[\w.+:-]+|"[\w.+: -]*"))*$/;

/** @param {string} mediaType */
function kindOf(mediaType) {
  const name = mediaType.replace(/;.*/s, '').trim().toLowerCase();
  if (name === 'application/x-www-form-urlencoded') return 'form';
  if (name.startsWith('multipart/')) return 'multipart';
  if (/[/+]json$/.test(name)) return 'json';
  if (name.startsWith('text/') || /[/+](xml|yaml|x-yaml|graphql|javascript)$/.test(name)) {
    return 'text';
  }
  return /[/+-](x-)?(ndjson|jsonl|json-seq)$/.test(name) ? 'text' : 'binary';
}

/**
 * @param {Operation} operation
 * @param {Values} values
 * @returns {RequestBody | null}
 */
function buildBody(operation, values) {
  const media = operation.body?.content.find((one) => one.type === values.mediaType);
  const body = values.body;
  if (!media || body === null || body === undefined) return null;
  const { type } = media;
  const kind = kindOf(type);
  /** @type {RequestBody} */
  const result = { kind, type, text: '', parts: [], file: '' };
  const encoding = media.encoding ?? {};
  if (isFile(body)) {
    return { ...result, kind: 'binary', type: (media.range && body.type) || type, file: fileName(body), blob: body };
  }
  if (isObject(body) && kind === 'form') {
    const pairs = Object.entries(body).flatMap(([k, v]) => formPairs(k, v, encoding));
    result.text = pairs.map(([k, v]) => `${formText(k)}=${formText(v)}`).join('&');
    result.parts = pairs.map(([name, value]) => ({ name, value, file: '', type: '' }));
    return pairs.length ? result : null;
  }
  if (isObject(body) && kind === 'multipart') {
    result.parts = Object.entries(body).flatMap(([k, v]) => multipartParts(k, v, encoding));
    return result.parts.length ? result : null;
  }
  result.text = wellFormed(typeof body === 'string' ? body : toJson(body, 2));
  if (kind !== 'json' || !isLiteral(result.text)) result.kind = 'text';
  return result;
}

/** @param {string} text */
function isLiteral(text) {
  if (text.trim() === 'null' || text.includes('"__proto__"')) return false;
  try {
    JSON.parse(text);
  } catch {
    return false;
  }
  return !/\d{16,}|[eE.]\d*\d{15}|\d[eE]/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, ''));
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {Record<string, Encoding>} encoding
 * @returns {[string, string][]}
 */
function formPairs(name, value, encoding) {
  const { style, explode } = own(encoding, name) ?? {};
  if (value === null || value === undefined) return [];
  if (style === 'deepObject' && hasParts(value)) return deep(name, value);
  if (isObject(value)) {
    if (style !== 'form') return [[name, scalar(value)]];
    const members = namesAndValues(value);
    return explode === false ? [[name, members.flat().join(',')]] : members;
  }
  if (Array.isArray(value)) {
    const items = value.map(scalar);
    return explode === false ? [[name, items.join(jointOf(style))]] : items.map((item) => [name, item]);
  }
  return [[name, scalar(value)]];
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {Record<string, Encoding>} encoding
 * @returns {Part[]}
 */
function multipartParts(name, value, encoding) {
  const wanted = own(encoding, name)?.type ?? '';
  const said = PART_TYPE.test(wanted) ? wanted : '';
  if (value === null || value === undefined) return [];
  if (Array.isArray(value) && (kindOf(said || 'text/plain') !== 'json' || value.some(isFile))) {
    return value.flatMap((item) => multipartParts(name, item, encoding));
  }
  if (isFile(value)) {
    const own = PART_TYPE.test(value.type ?? '') ? value.type : '';
    return [{ name, value: '', file: fileName(value), type: said || own || '', blob: value }];
  }
  const usual = hasParts(value) ? 'application/json' : '';
  return [{ name, value: wellFormed(scalar(value)), file: '', type: said || usual }];
}

/** @param {string} value */
function formText(value) {
  return percent(value, '* ').replaceAll('~', '%7E').replaceAll(' ', '+');
}
