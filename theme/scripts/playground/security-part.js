/* The credentials. They are kept for one description and one origin: another server has its own. Those
   of OAuth 2 are kept as long as the page, others as long as the tab. */

const MASK = 'XXXXXXXX';
const TOKENS = ['oauth2', 'openIdConnect'];

/**
 * @param {Operation} operation
 * @param {{ origin(): string, url(): string }} server
 * @param {number | undefined} given the alternative to begin with
 * @param {() => void} changed
 */
function securityPart({ security, schemes, spec }, server, given, changed) {
  /** @type {Record<string, Secret>} */
  const typed = Object.create(null);
  let origin = '';
  const names = security.map((keys) => keys.join(' + ') || text('No authentication'));
  const body = el('div');
  const sentTo = el('p', { class: 'dj-pg-note' });
  const box = select(names, given ?? Math.max(names.indexOf(visiting.get('security', spec)), 0), () => {
    visiting.set(names[Number(box.value)], 'security', spec);
    drawInputs();
    changed();
  });
  const forget = smallButton(text('Forget credentials'), () => {
    for (const key of Object.keys(schemes)) keep(key, '');
    drawInputs();
    changed();
  });
  /** @param {string} key */
  const isToken = (key) => TOKENS.includes(own(schemes, key)?.type ?? '');
  /** @param {string} key */
  const keeperOf = (key) => (isToken(key) ? held : visiting);
  const chosen = () => security[Number(box.value)] ?? [];

  /**
   * @param {string} key
   * @param {Secret} value
   */
  function keep(key, value) {
    const isEmpty = Array.isArray(value) ? !value.join('') : !value;
    typed[key] = isEmpty ? '' : value;
    keeperOf(key).set(isEmpty ? undefined : value, 'credential', spec, origin, key);
  }

  /**
   * @param {string} key
   * @param {Secret} value
   */
  function set(key, value) {
    keep(key, value);
    changed();
  }

  /** Take the credentials of the server that is chosen now; say whether its origin is another. */
  function follow() {
    const now = server.origin();
    if (now === origin) return false;
    origin = now;
    for (const key of Object.keys(schemes)) {
      typed[key] = keeperOf(key).get('credential', spec, origin, key) ?? own(schemes, key)?.initial ?? '';
    }
    sentTo.textContent = text('Kept for {origin}, and sent nowhere else.', { origin });
    drawInputs();
    return true;
  }

  /**
   * @param {string} type
   * @param {string} value
   * @param {(value: string) => void} onset
   */
  function credential(type, value, onset) {
    const input = el('input', { id: uniqueId(), type, autocomplete: 'off', spellcheck: 'false',
      'data-1p-ignore': type === 'password' ? '' : null, oninput: () => onset(input.value) });
    input.value = value;
    return input;
  }

  /** @param {string} key */
  function inputs(key) {
    const scheme = own(schemes, key);
    if (!scheme) return [];
    /** @param {string} said */
    const note = (said) => el('p', { class: 'dj-pg-note' }, said);
    if (scheme.type === 'mutualTLS') return [note(text('A client certificate from your browser.'))];
    const value = typed[key] || scheme.prefix || '';
    if (scheme.scheme === 'basic') {
      let [user = '', password = ''] = Array.isArray(value) ? value : [scheme.prefix];
      const [first = text('User name'), second = text('Password')] = scheme.labels ?? [];
      return [
        captioned(first, credential('text', user, (now) => set(key, [(user = now), password])), scheme.text),
        captioned(second, credential('password', password, (now) => set(key, [user, (password = now)]))),
      ];
    }
    typed[key] = value;
    const label = scheme.name ?? key;
    const scopes = scheme.scopes && !scheme.flows && !scheme.discovery && text('Scopes: {scopes}', { scopes: scheme.scopes.join(', ') });
    const isBlocked = scheme.place === 'cookie' || FORBIDDEN.test(scheme.name ?? '');
    const input = credential('password', String(value), (now) => set(key, now));
    const base = server.url();
    const asked = origin;
    /** @param {string} token */
    const take = (token) => {
      if (asked !== origin) {
        held.set(token, 'credential', spec, asked, key);
        return;
      }
      input.value = token;
      set(key, token);
    };
    return [
      field(label, input, [scheme.text, scopes].filter(Boolean).join(' ')),
      ...(isToken(key) ? oauthPart(scheme, { spec, key, base }, take) : []),
      isBlocked ? note(text('Browsers do not let pages send {name}. The samples include it.', { name: label })) : '',
      scheme.place === 'cookie' ? cookieNote() : '',
    ];
  }
  function drawInputs() {
    body.replaceChildren(...chosen().flatMap(inputs));
  }
  follow();
  drawInputs();

  /**
   * @param {(key: string) => Secret} valueOf
   * @returns {Record<string, Secret>}
   */
  const used = (valueOf) => Object.fromEntries(chosen().map((key) => [key, valueOf(key)]));

  /** @param {Scheme} [scheme] */
  function placeholder(scheme) {
    if (scheme?.scheme === 'basic') return ['USERNAME', 'PASSWORD'];
    return scheme?.type === 'apiKey' ? 'YOUR_API_KEY' : 'YOUR_TOKEN';
  }
  return {
    element: security.some((keys) => keys.length)
      ? part(text('Authorization'), true,
          security.length > 1 ? captioned(text('Authenticate with'), box) : '', body,
          el('p', { class: 'dj-pg-actions' }, forget, sentTo))
      : null,
    check: () => [],
    follow,
    alternative: () => (security.length ? Number(box.value) : null),
    real: () => used((key) => typed[key] ?? ''),
    masked: () => used((key) => {
      const value = typed[key];
      if (!value || value === own(schemes, key)?.prefix) return placeholder(own(schemes, key));
      return Array.isArray(value) ? [MASK, MASK] : MASK;
    }),
  };
}
