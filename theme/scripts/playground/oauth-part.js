/* Getting a token: the fields below a scheme of OAuth 2 or OpenID Connect. What is typed here, and the
   token, live as long as the page. */

/** @type {Record<string, string>} */
const FLOWS = {
  authorizationCode: text('Authorization code with PKCE'),
  clientCredentials: text('Client credentials'),
};

/** @type {Record<string, string>} */
const NOT_OFFERED = {
  implicit: text('The implicit flow is not offered: a token would be part of an address.'),
  password: text('The password flow is not offered: no page should see the password of an account.'),
  deviceAuthorization: text('The device flow is not offered: it is for devices without a browser.'),
};

/**
 * @param {Scheme} scheme
 * @param {{ spec: string, key: string, base: string }} place
 * @param {(token: string) => void} take
 */
function oauthPart(scheme, { spec, key, base }, take) {
  const offered = (scheme.flows ?? []).flatMap((flow) => {
    const token = providerAddress(flow.token ?? '', base);
    const authorize = flow.authorize && providerAddress(flow.authorize, base);
    return own(FLOWS, flow.name) && flow.token && token ? [{ ...flow, token, authorize }] : [];
  });
  const notes = (scheme.flows ?? []).flatMap(({ name }) => own(NOT_OFFERED, name) ?? []);
  const place = el('div', { class: 'dj-pg-oauth-fields' });
  const status = el('p', { class: 'dj-pg-note', role: 'status' });
  const problem = el('p', { class: 'dj-pg-refusal', role: 'alert' });
  /** @type {AbortController | null} */
  let controller = null;

  /**
   * Do what asks a provider, and say how it went.
   * @param {HTMLElement} button
   * @param {string} url
   * @param {string} saying
   * @param {(signal: AbortSignal) => Promise<string>} work
   */
  async function ask(button, url, saying, work) {
    controller?.abort();
    const mine = (controller = new AbortController());
    const cancel = smallButton(text('Cancel'), () => mine.abort());
    problem.textContent = '';
    status.textContent = saying;
    button.replaceWith(cancel);
    const refused = blockedByPolicy();
    try {
      status.textContent = await work(mine.signal);
    } catch (error) {
      await new Promise((resolve) => setTimeout(resolve));
      status.textContent = '';
      const lines = error instanceof Refusal ? [error.message]
        : await explain(error, { method: 'POST', url, headers: [], basic: null, body: null }, refused(), false);
      problem.textContent = mine.signal.aborted ? text('Cancelled.') : lines.join(' ');
    } finally {
      refused();
      const hadFocus = document.activeElement === cancel || document.activeElement === document.body;
      cancel.replaceWith(button);
      if (hadFocus) button.focus({ preventScroll: true });
    }
  }

  /** @param {Flow[]} flows */
  function draw(flows) {
    if (!flows.length) return;
    const names = flows.map((one) => own(FLOWS, one.name) ?? one.name);
    const body = el('div', { class: 'dj-pg-oauth-fields' });
    const box = select(names, 0, () => show());
    const show = () => {
      const flow = flows[Number(box.value)];
      if (flow) body.replaceChildren(...flowFields(flow, scheme.scopes ?? [], [spec, key], ask, take));
    };
    show();
    place.replaceChildren(flows.length > 1 ? captioned(text('Flow'), box) : '', body);
  }
  draw(offered);
  const url = scheme.discovery ? providerAddress(scheme.discovery, base) : '';
  if (url) {
    const button = smallButton(text('Ask the provider how to sign in'), () => {
      ask(button, url, text('Asking {origin}…', { origin: originOf(url) }), async (signal) => {
        const flows = await discover(url, scheme.scopes ?? [], signal);
        draw(flows);
        if (flows.length) button.hidden = true;
        return flows.length ? '' : text('The provider offers no flow that a page can use.');
      });
    });
    place.append(el('p', { class: 'dj-pg-note' }, url), el('p', { class: 'dj-pg-actions' }, button));
  }
  if (!offered.length && !url) return notes.map((said) => el('p', { class: 'dj-pg-note' }, said));
  return [el('fieldset', { class: 'dj-pg-oauth' },
    el('legend', {}, text('Get a token')), place,
    ...notes.map((said) => el('p', { class: 'dj-pg-note' }, said)), problem, status)];
}
