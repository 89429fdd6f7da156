/* The interpreter of sample templates.
 *
 * The same as sphinx_docsjson/ext/openapi/request/samples.py, function by function; a
 * test compares both. The languages come from the same files as at build time.
 */

const TAG = /\{\{([#?^/|]?)(\w+)(?:\|(\w+))?\}\}/g;
const LONELY_TAGS = /^[ \t]*((?:\{\{[#?^/]\w+\}\})+)[ \t]*\n/gm;
const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\]:,]|[^\s"{}[\]:,]+/g;
const CONTROL =
  /[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const COMMON = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** @type {Map<string, Template>} */
const trees = new Map();

/** @param {string} template */
function parse(template) {
  const known = trees.get(template);
  if (known) return known;
  const source = template.replace(LONELY_TAGS, '$1');
  /** @type {Template} */
  const tree = [];
  /** @type {Template[]} */
  const open = [tree];
  let here = tree;
  let at = 0;
  for (const match of source.matchAll(TAG)) {
    const [tag, sign = '', name = '', filter = ''] = match;
    here.push(source.slice(at, match.index));
    at = match.index + tag.length;
    if (sign === '/') {
      open.pop();
    } else {
      /** @type {Template} */
      const children = [];
      here.push({ sign, name, filter, children });
      if (sign) open.push(children);
    }
    here = open.at(-1) ?? tree;
  }
  tree.push(source.slice(at));
  trees.set(template, tree);
  return tree;
}

/**
 * @param {Language} language
 * @param {Record<string, unknown>} data
 */
const render = (language, data) => walk(parse(language.template), language, [data], '').trim();

/**
 * @param {Template} tree
 * @param {Language} language
 * @param {Record<string, unknown>[]} scopes
 * @param {string} before
 */
function walk(tree, language, scopes, before) {
  let text = '';
  for (const node of tree) {
    if (typeof node === 'string') {
      text += node;
      continue;
    }
    const value = own(scopes.find((scope) => Object.hasOwn(scope, node.name)), node.name) ?? '';
    const items = Array.isArray(value) ? value : null;
    const filled = items ? items.length > 0 : Boolean(value);
    if (node.sign === '') {
      text += written(String(value), node.filter, language, indentation(before + text));
    } else if (node.sign === '#') {
      for (const item of items ?? []) {
        text += walk(node.children, language, [item, ...scopes], before + text);
      }
    } else if (node.sign === '|') {
      text += written(walk(node.children, language, scopes, ''), node.name, language, '');
    } else if (filled === (node.sign === '?')) {
      text += walk(node.children, language, scopes, before + text);
    }
  }
  return text;
}

/** @param {string} text */
const indentation = (text) => /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n') + 1))?.[0] ?? '';

/**
 * @param {string} text
 * @param {string | undefined} rule
 * @param {Language} language
 * @param {string} indent
 */
function written(text, rule, language, indent) {
  if (!rule) return text;
  if (rule === 'form') return formText(text);
  if (rule === 'literal') {
    if (language.wide) text = text.replace(/\n( +)/g, '\n$1$1');
    return literal(text, language).replaceAll('\n', `\n${indent}`);
  }
  if (rule === 'block') return block(text, language, indent);
  /** @type {Rule} */
  const own = Reflect.get(language, rule);
  return quoted(text, own);
}

/**
 * @param {string} text
 * @param {Record<string, string>} [escape]
 */
const escaped = (text, escape = {}) => Array.from(text, (c) => own(escape, c) ?? c).join('');

/**
 * @param {string} text
 * @param {Rule} rule
 */
function quoted(text, { quote, escape, control }) {
  text = escaped(text, escape);
  if (control) {
    text = text.replace(CONTROL, (c) =>
      control.replace('%', () => c.charCodeAt(0).toString(16).padStart(4, '0')),
    );
  }
  return quote + text + quote;
}

/**
 * @param {string} text
 * @param {Language} language
 * @param {string} indent
 */
function block(text, language, indent) {
  const rule = language.block;
  const seen = text.replace(/[\n\t]/g, '');
  if (!rule || !text.includes('\n') || new RegExp(rule.unless).test(text) || hides(seen)) {
    return quoted(text, language.string);
  }
  const result = rule.open + escaped(text, rule.escape) + rule.close;
  return rule.indent ? result.replaceAll('\n', `\n${indent}    `) : result;
}

/** @param {string} text */
const hides = (text) => text.search(CONTROL) >= 0;

/**
 * @param {string} text
 * @param {Language} language
 */
function literal(text, language) {
  return text.replace(JSON_TOKEN, (token) =>
    token.startsWith('"')
      ? quoted(JSON.parse(token), language.string)
      : (own(language.literal, token) ?? token),
  );
}

/** @param {HttpRequest} request */
function templateData(request) {
  const { body, basic } = request;
  const kind = body?.kind ?? '';
  const text = body?.text ?? '';
  const parts = (body?.parts ?? []).map(partData);
  const contentType = body && kind !== 'multipart' ? body.type : '';
  const plainHeaders = request.headers.map(([name, value]) => ({ name, value }));
  const typed = contentType ? [{ name: 'Content-Type', value: contentType }] : [];
  const names = parts.map((part) => part.name);
  return {
    method: request.method,
    verb: request.method.toLowerCase(),
    Method: request.method.charAt(0) + request.method.slice(1).toLowerCase(),
    common: COMMON.includes(request.method),
    head: request.method === 'HEAD',
    url: request.url,
    globs: /[{}[\]]/.test(request.url),
    headers: [...typed, ...plainHeaders],
    plainHeaders,
    anyHeaders: Boolean(typed.length || plainHeaders.length || basic),
    contentType,
    basic: Boolean(basic),
    username: basic?.[0] ?? '',
    password: basic?.[1] ?? '',
    hasBody: Boolean(body && (text || parts.length || body.file)),
    body: text,
    json: kind === 'json' ? text : '',
    text: kind === 'text' ? text : '',
    form: kind === 'form' ? parts : [],
    multipart: kind === 'multipart' ? parts : [],
    multipartType: (kind === 'multipart' && body?.type) || '',
    binary: body?.file ?? '',
    files: Boolean(body?.file) || parts.some((part) => part.file),
    typedParts: kind === 'multipart' && parts.some((part) => part.typed),
    distinctParts:
      new Set(names).size === names.length && !parts.some((part) => part.type && !part.file),
  };
}

/** @param {Part} part */
function partData(part) {
  const mime = part.type || (part.file ? 'application/octet-stream' : '');
  const file = part.file ? `; filename="${fieldName(part.file)}"` : '';
  const disposition = `form-data; name="${fieldName(part.name)}"${file}`;
  const type = mime ? `Content-Type: ${mime}\r\n` : '';
  return {
    ...part,
    mime,
    typed: Boolean(mime),
    disposition,
    head: `Content-Disposition: ${disposition}\r\n${type}\r\n`,
  };
}

/** @param {string} name */
const fieldName = (name) =>
  name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

/**
 * Return the sample of a request in a language.
 * @param {HttpRequest} request
 * @param {Language} language
 */
const sampleOf = (request, language) => render(language, templateData(request));
