/* The HTTP request that an operation and its values make.
 *
 * The same as sphinx_docsjson/ext/openapi/request/http.py, function by function; a test
 * compares both. Where the two differ in form: an operation is the JSON block of the page, and a
 * file is a File of the browser, or {$file: name} while none is chosen.
 */

// Another name could be more headers.
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const IGNORED_HEADERS = ['accept', 'content-type', 'authorization'];

/**
 * @param {unknown} value
 * @returns {value is AnyFile}
 */
const isFile = (value) =>
  typeof value === 'object' && value !== null && (value instanceof Blob || '$file' in value);

/**
 * @param {unknown} value
 * @returns {value is object}
 */
const hasParts = (value) =>
  typeof value === 'object' && value !== null && !(value instanceof SourceNumber);

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
const isObject = (value) => hasParts(value) && !Array.isArray(value) && !isFile(value);

/** @param {AnyFile} file */
const fileName = (file) => file.name ?? file.$file ?? '';

/**
 * Return the request; a required parameter of path or query without a value is `{name}`.
 * @param {Operation} operation
 * @param {Values} values
 * @returns {HttpRequest}
 */
function buildRequest(operation, values) {
  let [path = ''] = operation.path.split('#');
  /** @type {string[]} */
  const query = [];
  /** @type {[string, string][]} */
  const headers = [];
  /** @type {string[]} */
  const cookies = [];
  if (values.accept) headers.push(['Accept', headerValue(values.accept)]);
  for (const parameter of operation.parameters) {
    const value = own(values.parameters, `${parameter.place}:${parameter.name}`);
    if (value === undefined || value === null) {
      if (parameter.required && parameter.place === 'query') {
        query.push(`${percent(parameter.name)}={${percent(parameter.name)}}`);
      }
    } else if (parameter.place === 'path') {
      path = path.replaceAll(`{${parameter.name}}`, () => inPath(parameter, value));
    } else if (parameter.place === 'query') {
      query.push(...inQuery(parameter, value));
    } else if (parameter.place === 'querystring') {
      query.push(wholeQuery(parameter, value));
    } else if (parameter.place === 'cookie') {
      cookies.push(...inQuery(parameter, value));
    } else if (!IGNORED_HEADERS.includes(parameter.name.toLowerCase())) {
      headers.push([parameter.name, headerValue(plain(parameter, value))]);
    }
  }
  let basic = null;
  for (const key of operation.security[values.security ?? -1] ?? []) {
    const credential = own(values.credentials, key);
    const scheme = own(operation.schemes, key);
    if (!credential || !scheme) continue;
    if (Array.isArray(credential) && isAscii(credential.join(':'))) basic = credential;
    else authorize(scheme, credential, query, headers, cookies);
  }
  if (cookies.length) headers.push(['Cookie', headerValue(cookies.join('; '))]);
  const named = headers.filter(([name]) => HEADER_NAME.test(name));
  const server = values.server.replace(/\/+$/, '');
  // What begins with two slashes would be another host.
  let url = server + (server ? literalPath(path) : literalPath(path).replace(/^\/(?=\/)/, '/./'));
  if (query.length) url += (url.includes('?') ? '&' : '?') + query.join('&');
  return { method: operation.method, url, headers: named, basic, body: buildBody(operation, values) };
}

/** @param {string} text */
const isAscii = (text) => !/[^\0-\x7f]/.test(text);

/**
 * @param {Scheme} scheme
 * @param {Secret} credential
 * @param {string[]} query
 * @param {[string, string][]} headers
 * @param {string[]} cookies
 */
function authorize(scheme, credential, query, headers, cookies) {
  if (Array.isArray(credential)) {
    const bytes = new TextEncoder().encode(credential.join(':'));
    headers.push(['Authorization', `Basic ${btoa(String.fromCharCode(...bytes))}`]);
    return;
  }
  const token = headerValue(credential);
  const pair = `${percent(scheme.name ?? '')}=${percent(credential)}`;
  if (scheme.type === 'apiKey') {
    if (scheme.place === 'query') query.push(pair);
    else if (scheme.place === 'cookie') cookies.push(pair);
    else headers.push([scheme.name ?? '', token]);
  } else if (['oauth2', 'openIdConnect'].includes(scheme.type) || scheme.scheme === 'bearer') {
    const prefixed = token.toLowerCase().startsWith('bearer ');
    headers.push(['Authorization', prefixed ? token : `Bearer ${token}`]);
  } else if (scheme.type === 'http') {
    headers.push(['Authorization', token]);
  }
}
