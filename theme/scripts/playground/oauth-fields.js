/* The fields of one flow: the client, the scopes, and the button that asks for a token. */

/**
 * @param {Flow} flow
 * @param {string[]} wanted the scopes that the operation needs
 * @param {string[]} apart what the client is kept for
 * @param {(button: HTMLElement, url: string, saying: string, work: (signal: AbortSignal) => Promise<string>) => void} ask
 * @param {(token: string) => void} take
 * @returns {HTMLElement[]}
 */
function flowFields(flow, wanted, apart, ask, take) {
  const url = flow.token ?? '';
  const origin = originOf(url);
  const isCode = flow.name === 'authorizationCode';
  /** @type {Client} */
  const client = held.get('client', ...apart, origin)
    ?? { id: '', secret: '', inHeader: flow.inHeader ?? false, scopes: [] };
  held.set(client, 'client', ...apart, origin);
  const scopes = scopesField(flow.scopes ?? [], wanted);

  /**
   * Enter asks for a token; it does not send the request.
   * @param {KeyboardEvent} event
   */
  function onKey(event) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    get();
  }

  /**
   * @param {'id' | 'secret'} name
   * @param {string} type
   */
  function typed(name, type) {
    const input = el('input', { id: uniqueId(), type, autocomplete: 'off', spellcheck: 'false',
      'data-1p-ignore': '', 'aria-required': name === 'id', onkeydown: onKey, oninput: () => {
        Object.assign(client, { [name]: input.value });
        sentAs.hidden = !client.secret;
      } });
    input.value = name === 'id' ? client.id : client.secret;
    return input;
  }
  const id = typed('id', 'text');
  const ways = select([text('Fields of the body'), text('Basic authentication')], Number(client.inHeader),
    () => (client.inHeader = ways.value === '1'));
  const sentAs = captioned(text('Client is sent as'), ways);
  sentAs.hidden = !client.secret;
  const button = el('button', { type: 'button', class: 'dj-pg-small dj-pg-main', onclick: get },
    isCode ? text('Sign in and get a token') : text('Get a token'));

  function get() {
    const isMissing = !client.id.trim();
    const around = id.closest('fieldset');
    if (around) showErrors(around, missing(id, isMissing));
    if (isMissing) return;
    const now = { ...client, id: client.id.trim(), scopes: scopes.read() };
    const saying = isCode ? text('Waiting for the window of {origin}…', { origin: originOf(flow.authorize ?? '') })
      : text('Asking {origin}…', { origin });
    ask(button, url, saying, async (signal) => {
      const fields = { grant_type: 'client_credentials', scope: now.scopes.join(' ') };
      if (!fields.scope) Reflect.deleteProperty(fields, 'scope');
      const token = await (isCode ? signIn(flow, now, signal) : askToken(flow, now, fields, signal));
      take(token.value);
      return [text('A token is set.'),
        token.seconds ? text('It expires in {time}.', { time: lifetime(token.seconds) }) : '',
        token.scope ? text('Scopes: {scopes}', { scopes: token.scope }) : ''].filter(Boolean).join(' ');
    });
  }

  const isPossible = !isCode || (Boolean(globalThis.crypto?.subtle) && location.protocol !== 'file:');
  return [
    captioned(text('Client ID'), id),
    captioned(text('Client secret'), typed('secret', 'password'),
      isCode ? text('Only if the provider requires one. It is sent to {origin}.', { origin })
        : text('It is sent to {origin}.', { origin })),
    sentAs,
    ...scopes.elements,
    ...(isCode ? [redirectField()] : []),
    isPossible ? el('p', { class: 'dj-pg-actions' }, button)
      : el('p', { class: 'dj-pg-note' }, text('Signing in requires a page served over HTTPS.')),
  ];
}

/** The address that is registered with the provider. */
function redirectField() {
  const { href } = REDIRECT;
  const box = el('input', { id: uniqueId(), type: 'text', readonly: '', value: href });
  const label = [el('span', { class: 'dj-pg-caption' }, text('Redirect URI'))];
  return row(box, label, text('Register this address for the client.'),
    el('span', { class: 'dj-pg-input' }, box, copyButton(() => href)));
}

/**
 * @param {[string, string][]} known
 * @param {string[]} wanted
 */
function scopesField(known, wanted) {
  const names = new Set(known.map(([name]) => name));
  const all = [...known, ...wanted.filter((name) => !names.has(name)).map((name) => [name, ''])];
  const needed = new Set(wanted.length ? wanted : ['openid']);
  const boxes = all.map(([name = '', about = '']) => {
    const box = el('input', { type: 'checkbox', value: name, checked: needed.has(name) });
    return { box, line: el('label', {}, box, el('span', { class: 'dj-pg-name' }, name), ' ',
      about ? el('span', { class: 'dj-pg-type' }, about) : null) };
  });
  return {
    elements: boxes.length ? [el('fieldset', { class: 'dj-pg-scopes' },
      el('legend', {}, text('Scopes')), el('div', {}, ...boxes.map((one) => one.line)))] : [],
    read: () => boxes.filter((one) => one.box.checked).map((one) => one.box.value),
  };
}

/** @param {number} seconds */
function lifetime(seconds) {
  const unit = seconds < 7200 ? 'minute' : 'hour';
  const count = Math.max(1, Math.round(seconds / (unit === 'hour' ? 3600 : 60)));
  return new Intl.NumberFormat(document.documentElement.lang || 'en',
    { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
