/* Sending a request from the browser: what it may carry, and why it may fail. */

/* Headers that a page may not set (Fetch Standard, "forbidden request-header"). */
const FORBIDDEN = new RegExp(
  '^(accept-(charset|encoding)|access-control-|connection|content-length|cookie|date$|dnt|expect|' +
    'host$|keep-alive|origin$|referer|set-cookie|te$|trailer|transfer-|upgrade$|via$|proxy-|sec-)',
  'i',
);

/**
 * @param {HttpRequest} request
 * @param {boolean} isSample a page that was opened as a file shows the address that the build wrote
 */
function absolute(request, isSample) {
  const base = isSample && location.protocol === 'file:' ? EXAMPLE : document.baseURI;
  try {
    const url = new URL(request.url, base);
    return /^https?:\/\//i.test(request.url) ? request : { ...request, url: url.href };
  } catch {
    return request;
  }
}

/** @param {string} url */
function viaProxy(url) {
  const { proxy } = DATA;
  if (!proxy) return url;
  return proxy.includes('{url}') ? proxy.replace('{url}', () => encodeURIComponent(url)) : proxy + url;
}

/**
 * Whether a request says more than its address. What it says is for one origin, and a redirect can lead
 * to any other.
 * @param {HttpRequest} request
 */
const saysMore = ({ method, headers, basic, body }) =>
  headers.length > 0 || basic !== null || body !== null || !['GET', 'HEAD'].includes(method);

/**
 * @param {HttpRequest} request
 * @param {AbortSignal} signal
 * @returns {RequestInit}
 */
function fetchOptions(request, signal) {
  const { method, headers, basic, body } = request;
  const sent = new Headers();
  for (const [name, value] of headers) if (!FORBIDDEN.test(name)) sent.append(name, value);
  if (basic) sent.set('Authorization', `Basic ${btoa(basic.join(':'))}`);
  /** @type {RequestInit} */
  const options = { method, headers: sent, signal, credentials: 'omit', cache: 'no-store',
    referrerPolicy: 'no-referrer', redirect: saysMore(request) ? 'manual' : 'follow' };
  if (!body) return options;
  const { type, blob } = body.kind === 'multipart' ? multipart(body) : body;
  sent.set('Content-Type', type);
  if (body.kind === 'multipart' || body.kind === 'binary') {
    return { ...options, body: blob instanceof Blob ? blob : null };
  }
  return { ...options, body: body.text };
}

/**
 * Write the parts of a form as the samples do: FormData would call every part that has a type a file,
 * and knows no other type than form-data. Files that are still to be chosen are left out.
 * @param {RequestBody} body
 * @returns {{ type: string, blob: Blob }}
 */
function multipart({ type, parts }) {
  const boundary = `docsjson-${crypto.getRandomValues(new Uint32Array(4)).join('')}`;
  const pieces = parts.filter(({ file, blob }) => !file || blob instanceof Blob).flatMap((part) =>
    [`--${boundary}\r\n${partData(part).head}`, part.blob instanceof Blob ? part.blob : part.value, '\r\n']);
  return { type: `${type.replace(/;.*/s, '')}; boundary=${boundary}`, blob: new Blob([...pieces, `--${boundary}--\r\n`]) };
}

/** Say what to do about a redirect that was not followed; browsers do not tell a page where it leads. */
const aboutRedirect = () => [
  text('The server responded with a redirect. It was not followed, because your data could reach another origin.'),
  text('The cURL sample with --include shows where it leads. If that is the right server, add it to the API description.'),
];

/** Watch for a request that the policy of this page stops; call the result to ask and end. */
function blockedByPolicy() {
  let isBlocked = false;
  /** @param {SecurityPolicyViolationEvent} event */
  const note = (event) => {
    if (event.effectiveDirective === 'connect-src') isBlocked = true;
  };
  document.addEventListener('securitypolicyviolation', note);
  return () => {
    document.removeEventListener('securitypolicyviolation', note);
    return isBlocked;
  };
}

/**
 * Say why there is no response, and what to do about it.
 * @param {unknown} error
 * @param {HttpRequest} request
 * @param {boolean} isBlocked
 * @param {boolean} [isSample] whether the request samples show it
 */
async function explain(error, request, isBlocked, isSample = true) {
  const curl = isSample ? text('The cURL sample works without a browser.') : '';
  if (request.method === 'TRACE') {
    return [text('Browsers do not let pages send {method} requests.', { method: request.method }), curl];
  }
  if (request.body && ['GET', 'HEAD'].includes(request.method)) return [text('Browsers send no body with GET and HEAD.'), curl];
  let url;
  try {
    url = new URL(isSample ? viaProxy(request.url) : request.url);
  } catch {
    return [text('This page cannot send requests to {url}. If you opened it as a file, serve it with a web server instead.', { url: request.url })];
  }
  if (!/^https?:$/.test(url.protocol)) return [text('This page cannot send requests to {url}. If you opened it as a file, serve it with a web server instead.', { url: url.href })];
  if (isBlocked) return [text('The content policy of this site forbids requests to {origin}: add it to connect-src.', { origin: url.origin })];
  if (!navigator.onLine) return [text('This device is offline.')];
  const isLocal = /^(localhost|127\.|\[::1\])/.test(url.hostname);
  if (location.protocol === 'https:' && url.protocol === 'http:' && !isLocal) {
    return [text('A page served over HTTPS cannot send requests to {url}.', { url: url.origin }), curl];
  }
  if (await answers(url.origin)) {
    return [text('{origin} responds, but does not allow pages of {site} to read its responses (CORS).', { origin: url.origin, site: location.origin }), text('If the API is yours, let it send Access-Control-Allow-Origin, also for OPTIONS.'), curl];
  }
  return [text('{origin} does not respond.', { origin: url.origin }), error instanceof Error ? error.message : ''];
}

/**
 * Whether a server answers at all: a request without anything in it, whose answer is closed.
 * @param {string} origin
 */
async function answers(origin) {
  try {
    await fetch(origin, { mode: 'no-cors', method: 'HEAD', credentials: 'omit', cache: 'no-store',
      referrerPolicy: 'no-referrer' });
    return true;
  } catch {
    return false;
  }
}
