/* OAuth 2: what is asked of a provider, and what its answers mean (RFC 6749, 7636, 9207). */

const MOST_ANSWER = 1024 * 1024;

/** @param {Uint8Array<ArrayBuffer>} bytes */
const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** @param {string} verifier */
async function challengeOf(verifier) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(digest));
}

/**
 * Return an address of a provider, or nothing where no page can ask there.
 * @param {unknown} url
 * @param {string} base what it is relative to
 */
function providerAddress(url, base) {
  try {
    const found = new URL(String(url), new URL(base, document.baseURI));
    return /^https?:$/.test(found.protocol) && !found.username ? found.href : '';
  } catch {
    return '';
  }
}

/**
 * Return the address at which people sign in.
 * @param {Flow} flow
 * @param {Client} client
 * @param {{ redirect: string, state: string, challenge: string }} question
 */
function signInAddress(flow, client, { redirect, state, challenge }) {
  const url = new URL(flow.authorize ?? '');
  const fields = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirect,
    scope: client.scopes.join(' '),
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(fields)) if (value) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Ask for a token.
 * @param {Flow} flow
 * @param {Client} client
 * @param {Record<string, string>} fields
 * @param {AbortSignal} signal
 * @returns {Promise<Token>}
 */
async function askToken(flow, client, fields, signal) {
  const { id, secret, inHeader } = client;
  const body = new URLSearchParams(fields);
  const headers = new Headers({ Accept: 'application/json' });
  if (secret && inHeader) {
    headers.set('Authorization', `Basic ${btoa(`${formText(id)}:${formText(secret)}`)}`);
  } else {
    body.set('client_id', id);
    if (secret) body.set('client_secret', secret);
  }
  const answer = await askProvider(flow.token ?? '', { method: 'POST', headers, body, signal });
  const { access_token: value, token_type: type, expires_in: seconds, scope } = answer;
  if (typeof value !== 'string' || !value) {
    throw new Refusal(text('The provider answered without a token.'));
  }
  if (typeof type === 'string' && type.toLowerCase() !== 'bearer') {
    throw new Refusal(text('The provider returned a token of type {type}; only Bearer tokens are supported.', { type }));
  }
  return {
    value,
    seconds: Number(seconds) > 0 ? Number(seconds) : 0,
    scope: typeof scope === 'string' ? scope : client.scopes.join(' '),
  };
}

/** What a provider said no with, or what is wrong with its answer. */
class Refusal extends Error {}

/**
 * Return what a provider answers, which is an object of JSON.
 * @param {string} url
 * @param {RequestInit} options
 * @returns {Promise<Record<string, unknown>>}
 */
async function askProvider(url, options) {
  const response = await fetch(url, { ...options, credentials: 'omit', cache: 'no-store',
    referrerPolicy: 'no-referrer', redirect: 'manual' });
  const origin = originOf(url);
  if (response.type === 'opaqueredirect') {
    throw new Refusal(text('{origin} responded with a redirect, which was not followed.', { origin }));
  }
  /** @type {Arrived} */
  const arrived = { chunks: [], total: 0, isCut: false };
  await readBody(response, MOST_ANSWER, arrived, () => {});
  const answer = parsed(await new Blob(arrived.chunks).text());
  const refusal = isObject(answer) && typeof answer.error === 'string' && refusalOf(answer);
  if (refusal) throw new Refusal(refusal);
  if (!response.ok || !isObject(answer)) {
    throw new Refusal(text('{origin} responded with {status}, without the expected data.', { origin, status: response.status }));
  }
  return answer;
}

/** @param {Record<string, unknown>} answer */
const refusalOf = ({ error, error_description: more }) =>
  [error, more].filter((one) => typeof one === 'string' && one).join(': ');

/**
 * Return the flows of a provider from its discovery document (OpenID Connect Discovery 1.0).
 * @param {string} url
 * @param {string[]} wanted the scopes that the operation needs
 * @param {AbortSignal} signal
 * @returns {Promise<Flow[]>}
 */
async function discover(url, wanted, signal) {
  const found = await askProvider(url, { signal });
  const authorize = providerAddress(found.authorization_endpoint ?? '', '');
  const token = found.token_endpoint ? providerAddress(found.token_endpoint, url) : '';
  const offered = textsOf(found.scopes_supported);
  const names = [...new Set(['openid', ...wanted, ...offered])];
  const grants = textsOf(found.grant_types_supported);
  const methods = textsOf(found.token_endpoint_auth_methods_supported);
  const flow = {
    token,
    scopes: names.map((name) => /** @type {[string, string]} */ ([name, ''])),
    issuer: typeof found.issuer === 'string' ? found.issuer : '',
    inHeader: methods.length > 0 && !methods.includes('client_secret_post') && methods.includes('client_secret_basic'),
  };
  /** @type {Flow[]} */
  const flows = [];
  if (authorize && token) flows.push({ ...flow, name: 'authorizationCode', authorize });
  if (token && grants.includes('client_credentials')) {
    flows.push({ ...flow, name: 'clientCredentials' });
  }
  return flows;
}

/**
 * @param {unknown} value
 * @returns {string[]}
 */
const textsOf = (value) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
