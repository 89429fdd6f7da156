/* Signing in, in a window of its own, which ends on the redirect page of this site. */

const SCRIPT_ADDRESS = document.currentScript instanceof HTMLScriptElement
  ? document.currentScript.src : document.baseURI;
const REDIRECT = new URL('docsjson-oauth.html', SCRIPT_ADDRESS);
REDIRECT.search = '';

/**
 * Let someone sign in, and return the token (authorization code with PKCE).
 * @param {Flow} flow
 * @param {Client} client
 * @param {AbortSignal} signal
 */
async function signIn(flow, client, signal) {
  // Opened at once, because browsers allow it only in the moment of a click.
  const opened = window.open('', '_blank', 'popup,width=520,height=720');
  if (!opened) throw new Refusal(text('The browser blocked the window. Allow pop-ups for this site.'));
  const close = () => opened.close();
  signal.addEventListener('abort', close);
  try {
    // The provider gets no hold of this page.
    opened.opener = null;
    const [state, verifier] = [randomText(), randomText()];
    const redirect = REDIRECT.href;
    const challenge = await challengeOf(verifier);
    const answer = answerOf(state, signal);
    opened.location.href = signInAddress(flow, client, { redirect, state, challenge });
    const { code, iss, error, ...more } = await answer;
    if (error) throw new Refusal(refusalOf({ error, ...more }));
    if (iss && flow.issuer && iss !== flow.issuer) {
      throw new Refusal(text('The answer came from another provider: {issuer}.', { issuer: iss }));
    }
    return await askToken(flow, client,
      { grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier }, signal);
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

/**
 * Wait for the redirect page, which knows the `state` of one question.
 * @param {string} state
 * @param {AbortSignal} signal
 * @returns {Promise<Record<'code' | 'iss' | 'error' | 'error_description', string>>}
 */
function answerOf(state, signal) {
  const channel = new BroadcastChannel(`docsjson-oauth ${state}`);
  return new Promise((resolve, reject) => {
    const end = () => {
      channel.close();
      signal.removeEventListener('abort', stop);
    };
    const stop = () => {
      end();
      reject(new Refusal(text('Cancelled.')));
    };
    signal.addEventListener('abort', stop);
    channel.onmessage = ({ data }) => {
      if (!isObject(data) || data.state !== state || !(data.code || data.error)) return;
      channel.postMessage('taken');
      end();
      /** @param {string} name */
      const said = (name) => String(own(data, name) ?? '').slice(0, 4000);
      resolve({ code: said('code'), iss: said('iss'), error: said('error'),
        error_description: said('error_description') });
    };
  });
}
