/* The HTTP request that an operation and its values make.
 *
 * The same as sphinx_docsjson/openapi/request/http_request.py, function by function; a test compares both.
 * Where the two differ in form: an operation is the JSON block of the page, and a file is a File
 * of the browser, or {$file: name} while none is chosen.
 */
(function (playground) {
  'use strict';

  const RESERVED = ":/?#[]@!$&'()*+,;=";
  const IGNORED_HEADERS = ['accept', 'content-type', 'authorization'];

  const isFile = (value) =>
    typeof value === 'object' && value !== null && (value instanceof Blob || '$file' in value);
  const isObject = (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isFile(value);
  const fileName = (file) => file.name ?? file.$file;

  /** Return the request; a required parameter of path or query without a value is `{name}`. */
  function buildRequest(operation, values) {
    let path = operation.path.split('#')[0];
    const query = [];
    const headers = [];
    const cookies = [];
    for (const parameter of operation.parameters) {
      const value = values.parameters[`${parameter.place}:${parameter.name}`];
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
    for (const key of operation.security[values.security] ?? []) {
      const credential = values.credentials[key];
      if (!credential) continue;
      if (Array.isArray(credential) && isAscii(credential.join(':'))) basic = credential;
      else authorize(operation.schemes[key], credential, query, headers, cookies);
    }
    if (cookies.length) headers.push(['Cookie', headerValue(cookies.join('; '))]);
    let url = values.server.replace(/\/+$/, '') + literalPath(path);
    if (query.length) url += (url.includes('?') ? '&' : '?') + query.join('&');
    return { method: operation.method, url, headers, basic, body: buildBody(operation, values) };
  }

  const isAscii = (text) => !/[^\x00-\x7f]/.test(text);

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
      else headers.push([scheme.name, token]);
    } else if (['oauth2', 'openIdConnect'].includes(scheme.type) || scheme.scheme === 'bearer') {
      const prefixed = token.toLowerCase().startsWith('bearer ');
      headers.push(['Authorization', prefixed ? token : `Bearer ${token}`]);
    } else if (scheme.type === 'http') {
      headers.push(['Authorization', token]);
    }
  }

  /* Parameters. */

  const without = (removed) => [...RESERVED].filter((c) => !removed.includes(c)).join('');

  /** Percent-encode all but unreserved characters and those in `keep`. */
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

  const wellFormed = (text) => text.replace(/\p{Surrogate}/gu, '\ufffd');
  const literalPath = (path) => percent(path, '/{}%' + without('?#[]'));

  function scalar(value) {
    return typeof value === 'object' && value !== null ? toJson(value) : String(value);
  }

  /** Return JSON; a BigInt is written as the integer that it is, and a file not at all. */
  function toJson(value, indent) {
    const mark = (_key, item) =>
      typeof item === 'bigint' ? `\u0001${item}` : item instanceof Blob ? undefined : item;
    return JSON.stringify(value, mark, indent).replace(/"\\u0001(-?\d+)"/g, '$1');
  }

  const namesAndValues = (value) =>
    Object.entries(value)
      .filter(([, item]) => item !== null && item !== undefined)
      .map(([key, item]) => [key, scalar(item)]);

  function plain(parameter, value) {
    if (parameter.mediaType) return scalar(value);
    if (isObject(value)) {
      const joint = parameter.explode ? '=' : ',';
      return namesAndValues(value)
        .map(([key, item]) => key + joint + item)
        .join(',');
    }
    return Array.isArray(value) ? value.map(scalar).join(',') : scalar(value);
  }

  function inPath(parameter, value) {
    const keep = parameter.reserved ? without('/?#[]') : '';
    const name = percent(parameter.name);
    const style = parameter.mediaType ? 'simple' : parameter.style;
    const lead = { label: '.', matrix: ';' }[style] ?? '';
    const between = parameter.explode && lead ? lead : ',';
    if (parameter.mediaType || typeof value !== 'object') {
      const text = percent(scalar(value), keep);
      return style === 'matrix' ? `;${name}=${text}` : lead + text;
    }
    let items;
    if (Array.isArray(value)) {
      items = value.map((item) => percent(scalar(item), keep));
      if (style === 'matrix' && parameter.explode) items = items.map((item) => `${name}=${item}`);
    } else {
      const joint = parameter.explode ? '=' : ',';
      items = namesAndValues(value).map(([k, v]) => percent(k, keep) + joint + percent(v, keep));
    }
    if (style === 'matrix' && !parameter.explode) return `;${name}=${items.join(between)}`;
    return lead + items.join(between);
  }

  function inQuery(parameter, value) {
    const keep = parameter.reserved ? without("#&=+[]'") : '';
    const encoded = (text) => percent(text, keep);
    const name = percent(parameter.name);
    if (parameter.mediaType) return [`${name}=${encoded(scalar(value))}`];
    if (parameter.style === 'deepObject' && typeof value === 'object') {
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
      const joint = { spaceDelimited: '%20', pipeDelimited: '%7C' }[parameter.style] ?? ',';
      return [`${name}=${items.join(joint)}`];
    }
    return [`${name}=${encoded(scalar(value))}`];
  }

  function deep(name, value) {
    if (value === null || value === undefined) return [];
    if (typeof value !== 'object') return [[name, scalar(value)]];
    return Object.entries(value).flatMap(([key, item]) => deep(`${name}[${key}]`, item));
  }

  function wholeQuery(parameter, value) {
    if (parameter.mediaType === 'application/x-www-form-urlencoded' && isObject(value)) {
      return namesAndValues(value)
        .map(([key, item]) => `${percent(key)}=${percent(item)}`)
        .join('&');
    }
    return percent(scalar(value));
  }

  const headerValue = (value) => wellFormed(value).replace(/[\0\r\n]+/g, ' ').trim();

  /* Bodies. */

  function kindOf(mediaType) {
    const name = mediaType.split(';')[0].trim().toLowerCase();
    if (name === 'application/x-www-form-urlencoded') return 'form';
    if (name.startsWith('multipart/')) return 'multipart';
    if (/[/+]json$/.test(name)) return 'json';
    if (name.startsWith('text/') || /[/+](xml|yaml|x-yaml|graphql|javascript)$/.test(name)) {
      return 'text';
    }
    return /[/+-](x-)?(ndjson|jsonl|json-seq)$/.test(name) ? 'text' : 'binary';
  }

  function buildBody(operation, values) {
    const media = operation.body?.content.find((one) => one.type === values.mediaType);
    const body = values.body;
    if (!media || body === null || body === undefined) return null;
    const { type } = media;
    const kind = kindOf(type);
    const result = { kind, type, text: '', parts: [], file: '' };
    const encoding = media.encoding ?? {};
    if (isFile(body)) {
      return { ...result, kind: 'binary', type: body.type || type, file: fileName(body), blob: body };
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

  function isLiteral(text) {
    if (text.trim() === 'null' || text.includes('"__proto__"')) return false;
    try {
      JSON.parse(text);
    } catch {
      return false;
    }
    return !/\d{16,}|[eE.]\d*\d{15}|\d[eE]/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, ''));
  }

  function formPairs(name, value, encoding) {
    const { style, explode } = encoding[name] ?? {};
    if (value === null || value === undefined) return [];
    if (style === 'deepObject' && typeof value === 'object') return deep(name, value);
    if (isObject(value)) {
      if (style !== 'form') return [[name, scalar(value)]];
      const members = namesAndValues(value);
      return explode === false ? [[name, members.flat().join(',')]] : members;
    }
    if (Array.isArray(value)) {
      const items = value.map(scalar);
      const joint = { spaceDelimited: ' ', pipeDelimited: '|' }[style] ?? ',';
      return explode === false ? [[name, items.join(joint)]] : items.map((item) => [name, item]);
    }
    return [[name, scalar(value)]];
  }

  function multipartParts(name, value, encoding) {
    const wanted = encoding[name]?.type ?? '';
    const said = /[*,]/.test(wanted) ? '' : wanted;
    if (value === null || value === undefined) return [];
    if (Array.isArray(value) && kindOf(said || 'text/plain') !== 'json') {
      return value.flatMap((item) => multipartParts(name, item, encoding));
    }
    if (isFile(value)) {
      return [{ name, value: '', file: fileName(value), type: said || value.type || '', blob: value }];
    }
    return [{ name, value: wellFormed(scalar(value)), file: '', type: said }];
  }

  function formText(value) {
    return percent(value, '* ').replaceAll('~', '%7E').replaceAll(' ', '+');
  }

  Object.assign(playground, { buildRequest, kindOf, formText, isFile, isObject, toJson });
})((globalThis.DocsJsonPlayground ??= {}));
