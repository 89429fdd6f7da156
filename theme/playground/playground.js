/* The playground of an endpoint page: a form for the operation in the page's JSON block, which
 * sends the request from the browser and keeps the request samples in step with what is typed.
 *
 * Credentials live in this script and, unless the site says "memory", in sessionStorage; never in
 * localStorage, in an address or in the document.
 */
(function (playground) {
  'use strict';

  const { el, text, uniqueId, member, showErrors, buildRequest, isFile, kindOf } = playground;
  const { site, storage, proxy, languages } = playground.data;
  const MASK = 'XXXXXXXX';
  const PLACEHOLDERS = { key: 'YOUR_API_KEY', token: 'YOUR_TOKEN', pair: ['USERNAME', 'PASSWORD'] };

  /* Headers that a page may not set (Fetch Standard, "forbidden request-header"). */
  const FORBIDDEN = new RegExp(
    '^(accept-(charset|encoding)|access-control-|connection|content-length|cookie|date$|dnt|expect|' +
      'host$|keep-alive|origin$|referer|set-cookie|te$|trailer|transfer-|upgrade$|via$|proxy-|sec-)',
    'i',
  );

  /* What stays while one moves between pages. */

  const memory = new Map();
  const keyOf = (...names) => ['docsjson', site, ...names].join(':');

  function remember(name, value) {
    memory.set(name, value);
    if (storage === 'memory') return;
    try {
      if (value === undefined) sessionStorage.removeItem(keyOf(name));
      else sessionStorage.setItem(keyOf(name), playground.toJson(value));
    } catch {
      /* No room, or no storage here: the values live as long as the page. */
    }
  }

  function recall(name) {
    if (memory.has(name)) return memory.get(name);
    try {
      return JSON.parse(sessionStorage.getItem(keyOf(name))) ?? undefined;
    } catch {
      return undefined;
    }
  }

  function start(root) {
    const operation = JSON.parse(root.querySelector('script[type="application/json"]').textContent);
    const name = `${operation.method} ${operation.path}`;
    const kept = recall(`values ${name}`) ?? {};
    let draw = () => {};
    const changed = () => draw();

    let server, security, parameters, body;

    const address = el('code', { class: 'dj-pg-url' });
    const send = el('button', { type: 'submit', class: 'dj-pg-send' }, text('Send'));
    const cancel = el('button', { type: 'button', class: 'dj-pg-send dj-pg-cancel', hidden: true },
      text('Cancel'));
    const problem = el('p', { class: 'dj-pg-problem', role: 'alert' });
    const said = el('p', { class: 'dj-pg-offscreen', role: 'status' });
    const curl = languages.some((one) => one.name === 'curl')
      ? playground.copyButton(() => realSample('curl'), text('Copy as cURL')) : null;
    const reset = el('button', { type: 'button', class: 'dj-pg-small', onclick: () => {
      remember(`values ${name}`, undefined);
      build({});
      send.focus();
    } }, text('Reset'));
    const parts = el('div', { class: 'dj-pg-parts' });
    const answer = el('section', { class: 'dj-pg-answer', 'aria-label': text('Response') });
    const form = el('form', { class: 'dj-pg-form', novalidate: '', autocomplete: 'off',
      id: uniqueId(), 'aria-label': text('Request') },
      el('div', { class: 'dj-pg-target' },
        el('span', { class: `dj-method dj-method-${operation.method.toLowerCase()}` }, operation.method),
        address, send, cancel),
      problem, said, parts,
      el('p', { class: 'dj-pg-actions' }, curl, reset), answer);
    const open = el('button', { type: 'button', class: 'dj-pg-open', 'aria-controls': form.id,
      onclick: () => unfold(form.hidden) }, text('Try it'));

    function unfold(isOpen) {
      form.hidden = !isOpen;
      open.setAttribute('aria-expanded', String(isOpen));
      remember('open', isOpen);
    }

    function build(values) {
      server = serverPart(operation, changed);
      security = securityPart(operation, changed);
      parameters = parametersPart(operation, values.parameters, changed);
      body = bodyPart(operation, values.body, changed);
      parts.replaceChildren(
        ...[server, security, ...parameters.parts, body].map((part) => part.element).filter(Boolean));
      draw();
    }

    function values(credentials) {
      return {
        server: server.url(),
        parameters: parameters.read(),
        mediaType: body.mediaType(),
        body: body.read(),
        security: security.alternative(),
        credentials,
      };
    }

    const requestOf = (credentials) => absolute(buildRequest(operation, values(credentials)));

    /** Return a sample with the credentials that the page does not show. */
    function realSample(name) {
      const language = languages.find((one) => one.name === name);
      return playground.sampleOf(requestOf(security.real()), language);
    }

    draw = () => {
      const request = requestOf(security.masked());
      address.textContent = request.url;
      drawSamples(request);
      remember(`values ${name}`, { parameters: parameters.read(), body: body.keep() });
    };

    let controller = null;
    async function submit() {
      if (controller) return;
      problem.textContent = '';
      const problems = [server, security, ...parameters.parts, body].flatMap((part) => part.check());
      showErrors(form, problems);
      if (problems.length) {
        problem.textContent = text('Fields to look at: {count}', { count: problems.length });
        return;
      }
      const request = requestOf(security.real());
      controller = new AbortController();
      send.hidden = true;
      cancel.hidden = false;
      cancel.focus();
      said.textContent = text('Sending…');
      answer.replaceChildren();
      const started = performance.now();
      const refused = blockedByPolicy();
      try {
        const url = viaProxy(request.url);
        const response = await fetch(url, fetchOptions(request, controller.signal));
        said.textContent = `${response.status} ${response.statusText}`;
        await playground.showResponse(answer, response, started, url);
      } catch (error) {
        await new Promise((resolve) => setTimeout(resolve));
        const message = controller.signal.aborted
          ? [text('Cancelled.')]
          : await explain(error, request, refused());
        const note = el('div', { class: 'dj-pg-failure', role: 'alert' },
          ...message.map((line) => el('p', {}, line)));
        if (answer.querySelector('.dj-pg-facts')) answer.append(note);
        else answer.replaceChildren(note);
      } finally {
        refused();
        controller = null;
        const hadFocus = document.activeElement === cancel;
        cancel.hidden = true;
        send.hidden = false;
        if (hadFocus) send.focus();
      }
    }
    cancel.addEventListener('click', () => controller?.abort());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      submit();
    });
    form.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
    });

    build(kept);
    const bar = root.previousElementSibling;
    if (bar?.matches('.dj-endpoint')) bar.append(open);
    else root.append(open);
    root.append(form);
    unfold(recall('open') ?? false);
    copySamples(realSample);
  }

  /* The parts of the form. A part is {element, check()} and what it is asked for. */

  function part(title, isOpen, ...children) {
    return el('details', { class: 'dj-pg-part', open: isOpen }, el('summary', {}, title),
      el('div', { class: 'dj-pg-fields' }, ...children));
  }

  function field(label, input, note) {
    return el('div', { class: 'dj-pg-field' },
      el('label', { class: 'dj-pg-label', for: input.id }, el('span', { class: 'dj-pg-name' }, label)),
      el('div', { class: 'dj-pg-control' }, input,
        note ? el('p', { class: 'dj-pg-help' }, note) : null,
        el('p', { class: 'dj-pg-error', hidden: true })));
  }

  function select(options, chosen, onchange) {
    const box = el('select', { id: uniqueId(), onchange },
      ...options.map((label, index) => el('option', { value: index }, label)));
    box.value = chosen;
    return box;
  }

  function serverPart(operation, changed) {
    const { servers } = operation;
    const kept = recall('server') ?? {};
    const filled = Object.assign(Object.create(null), kept.variables);
    const index = Math.max(servers.findIndex((one) => one.url === kept.url), 0);
    const fields = el('div', {});
    const labels = servers.map((one) => (one.text ? `${one.url} — ${one.text}` : one.url));
    const choice = select(labels, index, () => {
      drawVariables();
      keep();
    });

    const current = () => servers[choice.value] ?? { url: '' };
    function keep() {
      remember('server', { url: current().url, variables: filled });
      changed();
    }
    function drawVariables() {
      const boxes = Object.entries(current().variables ?? {}).map(([name, variable]) => {
        const options = variable.enum;
        const value = filled[name] ?? variable.default ?? '';
        const box = options
          ? select(options, Math.max(options.indexOf(value), 0), () => set(options[box.value]))
          : el('input', { id: uniqueId(), type: 'text', value, oninput: () => set(box.value) });
        const set = (typed) => {
          filled[name] = typed;
          keep();
        };
        return field(name, box, variable.text);
      });
      fields.replaceChildren(...boxes);
    }
    drawVariables();
    const isNeeded = servers.length > 1 || fields.children.length;
    const isFree = () => Object.values(current().variables ?? {}).some((one) => !one.default);
    return {
      element: isNeeded
        ? part(text('Server'), isFree(), servers.length > 1 ? field(text('Base URL'), choice) : '', fields)
        : null,
      check: () => [],
      url: () => {
        const { url, variables = {} } = current();
        const valueOf = (name) => filled[name] || variables[name]?.default || '';
        return url.replace(/\{([^{}]+)\}/g, (all, name) => (variables[name] ? valueOf(name) : all));
      },
    };
  }

  function securityPart(operation, changed) {
    const { security, schemes } = operation;
    const typed = Object.create(null);
    for (const key of Object.keys(schemes)) typed[key] = recall(`credential ${key}`) ?? '';
    const kept = recall('security');
    const names = security.map((keys) => keys.join(' + ') || text('No authentication'));
    const body = el('div', {});
    const choice = select(names, Math.max(names.indexOf(kept), 0), () => {
      remember('security', names[choice.value]);
      drawInputs();
      changed();
    });
    const forget = el('button', { type: 'button', class: 'dj-pg-small', onclick: () => {
      for (const key of Object.keys(typed)) {
        typed[key] = '';
        remember(`credential ${key}`, undefined);
      }
      drawInputs();
      changed();
    } }, text('Forget credentials'));
    const chosen = () => security[choice.value] ?? [];

    function set(key, value) {
      typed[key] = value;
      const isEmpty = Array.isArray(value) ? !value.join('') : !value;
      if (isEmpty) typed[key] = '';
      remember(`credential ${key}`, isEmpty ? undefined : value);
      changed();
    }
    function secret(key, value, onset) {
      const box = el('input', { id: uniqueId(), type: 'password', autocomplete: 'off',
        spellcheck: 'false', 'data-1p-ignore': '', 'data-lpignore': 'true',
        oninput: () => onset(box.value) });
      box.value = value;
      return box;
    }
    function inputs(key) {
      const scheme = schemes[key];
      if (scheme.type === 'mutualTLS') return [el('p', { class: 'dj-pg-note' }, text('A client certificate of the browser.'))];
      if (scheme.scheme === 'basic') {
        const pair = Array.isArray(typed[key]) ? [...typed[key]] : ['', ''];
        const labels = scheme.labels ?? [text('User name'), text('Password')];
        const user = el('input', { id: uniqueId(), type: 'text', autocomplete: 'off', spellcheck: 'false',
          oninput: () => set(key, [(pair[0] = user.value), pair[1]]) });
        user.value = pair[0];
        const password = secret(key, pair[1], (value) => set(key, [pair[0], (pair[1] = value)]));
        return [field(labels[0], user, scheme.text), field(labels[1], password)];
      }
      if (!typed[key] && scheme.prefix) typed[key] = scheme.prefix;
      const box = secret(key, typed[key], (value) => set(key, value));
      const label = scheme.name ?? key;
      const scopes = scheme.scopes ? text('Scopes: {scopes}', { scopes: scheme.scopes.join(', ') }) : '';
      const blocked = scheme.place === 'cookie' || FORBIDDEN.test(scheme.name ?? '')
        ? el('p', { class: 'dj-pg-note' }, text('Browsers do not let a page send {name}. The samples have it.', { name: label })) : null;
      return [field(label, box, [scheme.text, scopes].filter(Boolean).join(' ')), blocked];
    }
    function drawInputs() {
      body.replaceChildren(...chosen().flatMap(inputs).filter(Boolean));
    }
    drawInputs();
    const used = (valueOf) => Object.fromEntries(chosen().map((key) => [key, valueOf(key)]));
    const placeholder = (key) =>
      schemes[key].scheme === 'basic'
        ? PLACEHOLDERS.pair
        : schemes[key].type === 'apiKey' ? PLACEHOLDERS.key : PLACEHOLDERS.token;
    return {
      element: security.some((keys) => keys.length)
        ? part(text('Authorization'), true,
            security.length > 1 ? field(text('Authenticate with'), choice) : '', body,
            el('p', { class: 'dj-pg-actions' }, forget))
        : null,
      check: () => [],
      alternative: () => (security.length ? Number(choice.value) : null),
      real: () => used((key) => typed[key]),
      masked: () => used((key) => {
        if (!typed[key] || typed[key] === schemes[key].prefix) return placeholder(key);
        return Array.isArray(typed[key]) ? [MASK, MASK] : MASK;
      }),
    };
  }

  const PLACES = {
    path: text('Path'),
    query: text('Query'),
    querystring: text('Query'),
    header: text('Headers'),
    cookie: text('Cookies'),
  };

  function parametersPart(operation, kept = {}, changed) {
    const all = {};
    const parts = [];
    for (const [place, title] of Object.entries(PLACES)) {
      const chosen = operation.parameters.filter((one) => one.place === place);
      if (!chosen.length) continue;
      const notes = [];
      const fields = chosen.map((one) => {
        const key = `${place}:${one.name}`;
        const blocked = place === 'cookie' || (place === 'header' && FORBIDDEN.test(one.name));
        if (blocked) notes.push(el('p', { class: 'dj-pg-note' }, text('Browsers do not let a page send {name}. The samples have it.', { name: one.name })));
        return (all[key] = member({ ...one, id: uniqueId(), label: one.name,
          schemas: operation.schemas, initial: kept[key] ?? operation.values[key],
          inPath: place === 'path', changed }));
      });
      parts.push({
        element: part(title, true, ...fields.map((one) => one.element), ...notes),
        check: () => fields.flatMap((one) => one.check()),
      });
    }
    const read = () => Object.fromEntries(
      Object.entries(all).map(([key, one]) => [key, one.read()]).filter(([, value]) => value !== undefined));
    return { parts, read };
  }

  function bodyPart(operation, kept = {}, changed) {
    const contents = operation.body?.content ?? [];
    if (!contents.length) {
      return { element: null, check: () => [], mediaType: () => '', read: () => null, keep: () => undefined };
    }
    const types = contents.map((one) => one.type);
    const place = el('div', {});
    const choice = select(types, Math.max(types.indexOf(kept.mediaType), 0), () => {
      show(undefined);
      changed();
    });
    let current;
    const content = () => contents[choice.value];
    function show(value) {
      current = contentControl(operation, content(), value ?? content().initial, changed);
      place.replaceChildren(current.element);
    }
    show(kept.value);
    return {
      element: part(text('Body'), true, types.length > 1 ? field(text('Media type'), choice) : '', place),
      check: () => current.check(),
      mediaType: () => content().type,
      read: () => current.read(),
      keep: () => ({ mediaType: content().type, value: current.read() }),
    };
  }

  function contentControl(operation, content, value, changed) {
    const kind = kindOf(content.type);
    const schema = content.schema ?? { type: 'any' };
    const field = { schema, schemas: operation.schemas, label: text('Body'), changed,
      required: operation.body.required };
    if (kind === 'binary') {
      return member({ ...field, id: uniqueId(), schema: { type: 'file' }, label: content.type,
        initial: isFile(value) ? value : { $file: 'file.bin' } });
    }
    if (kind === 'form' || kind === 'multipart') {
      const inner = playground.control({ ...field, id: uniqueId(), required: true, initial: value });
      return inner;
    }
    return kind === 'json' ? jsonControl(field, value) : textControl(field, value);
  }

  function textControl({ label, required, changed }, value) {
    const area = el('textarea', { id: uniqueId(), class: 'dj-pg-code', rows: 8, spellcheck: 'false',
      'aria-label': label, oninput: changed });
    area.value = typeof value === 'string' ? value : '';
    return {
      element: el('div', { class: 'dj-pg-field dj-pg-wide' }, area,
        el('p', { class: 'dj-pg-error', hidden: true })),
      area,
      read: () => area.value || null,
      check: () => (required && !area.value ? [{ element: area, message: text('This field is required.') }] : []),
    };
  }

  /** A JSON body, as a form and as text; whatever is seen is what is sent. */
  function jsonControl(field, value) {
    const place = el('div', {});
    let written = typeof value === 'string' ? value : playground.toJson(value, 2);
    let current = null;
    let isForm = false;
    const buttons = [text('Form'), text('JSON')].map((mode, index) =>
      el('button', { type: 'button', 'aria-pressed': 'false', onclick: () => to(index === 0, true) },
        mode));

    function to(wantsForm, byHand) {
      if (byHand && current) written = writtenNow();
      const given = valueOf(written);
      const problem = el('p', { class: 'dj-pg-error' }, text('This is not valid JSON.'));
      if (wantsForm && !given) {
        place.querySelector('.dj-pg-error')?.replaceWith(problem);
        return;
      }
      isForm = wantsForm;
      current = isForm
        ? playground.control({ ...field, id: uniqueId(), initial: given.value })
        : textControl(field, written);
      place.replaceChildren(current.element);
      buttons.forEach((button, index) => button.setAttribute('aria-pressed', String(isForm === !index)));
      if (byHand) field.changed();
    }
    function writtenNow() {
      const now = current.read();
      if (now === undefined || now === null) return isForm && now === null ? 'null' : '';
      return isForm ? playground.toJson(now, 2) : now;
    }
    /** Return the value of JSON that keeps its meaning in JavaScript, or nothing. */
    function valueOf(json) {
      if (!json.trim()) return { value: undefined };
      if (/\d{16}/.test(json.replace(/"(?:[^"\\]|\\.)*"/g, ''))) return null;
      try {
        return { value: JSON.parse(json) };
      } catch {
        return null;
      }
    }
    to(Boolean(valueOf(written)) && hasFields(field), false);
    return {
      element: el('div', {}, el('div', { class: 'dj-pg-switch', role: 'group', 'aria-label': text('Body') },
        ...buttons), place),
      read: () => writtenNow() || null,
      check: () => {
        if (isForm) return current.check();
        const problems = current.check();
        if (problems.length || !current.area.value.trim()) return problems;
        try {
          JSON.parse(current.area.value);
          return [];
        } catch (error) {
          return [{ element: current.area, message: `${text('This is not valid JSON.')} ${error.message}` }];
        }
      },
    };
  }

  function hasFields({ schema, schemas }) {
    const target = schema.$ref === undefined ? schema : schemas[schema.$ref];
    return Boolean(target?.properties || target?.variants || target?.items);
  }

  /* The request samples of the page. */

  function drawSamples(request) {
    for (const language of languages) {
      for (const pre of document.querySelectorAll(`.dj-sample-${language.name} pre`)) {
        const code = playground.sampleOf(request, language);
        if (pre.textContent.trim() !== code) {
          pre.replaceChildren(playground.highlightCode(code, language));
        }
      }
    }
  }

  function copySamples(realSample) {
    document.addEventListener('dj-copy', (event) => {
      const block = event.target.closest('[class*="dj-sample-"]');
      const name = /dj-sample-(\w+)/.exec(block?.className)?.[1];
      if (name) event.detail.text = realSample(name);
    });
  }

  /* Sending. */

  function absolute(request) {
    try {
      const url = new URL(request.url, document.baseURI);
      return /^https?:\/\//i.test(request.url) ? request : { ...request, url: url.href };
    } catch {
      return request;
    }
  }

  function viaProxy(url) {
    if (!proxy) return url;
    return proxy.includes('{url}') ? proxy.replace('{url}', encodeURIComponent(url)) : proxy + url;
  }

  function fetchOptions({ method, headers, basic, body }, signal) {
    const sent = new Headers();
    for (const [name, value] of headers) if (!FORBIDDEN.test(name)) sent.append(name, value);
    if (basic) sent.set('Authorization', `Basic ${btoa(basic.join(':'))}`);
    const options = { method, headers: sent, signal, credentials: 'omit', cache: 'no-store',
      referrerPolicy: 'no-referrer' };
    if (!body) return options;
    if (body.kind === 'multipart') return { ...options, body: formData(body.parts) };
    sent.set('Content-Type', body.type);
    return { ...options, body: body.kind === 'binary' ? body.blob : body.text };
  }

  function formData(parts) {
    const data = new FormData();
    for (const { name, value, type, blob } of parts) {
      if (blob instanceof Blob) data.append(name, blob);
      else data.append(name, type ? new Blob([value], { type }) : value);
    }
    return data;
  }

  /** Watch for a request that the policy of this page stops; call the result to ask and end. */
  function blockedByPolicy() {
    let isBlocked = false;
    const note = (event) => {
      if (event.effectiveDirective === 'connect-src') isBlocked = true;
    };
    document.addEventListener('securitypolicyviolation', note);
    return () => {
      document.removeEventListener('securitypolicyviolation', note);
      return isBlocked;
    };
  }

  /** Say why there is no response, and what to do about it. */
  async function explain(error, request, isBlocked) {
    const curl = text('The cURL sample works without a browser.');
    if (request.method === 'TRACE') {
      return [text('Browsers do not let a page send {method} requests.', { method: request.method }), curl];
    }
    if (request.body && ['GET', 'HEAD'].includes(request.method)) return [text('Browsers send no body with GET and HEAD.'), curl];
    let url;
    try {
      url = new URL(viaProxy(request.url));
    } catch {
      return [text('A page cannot send to {url}. Was it opened as a file? Then serve it with a web server.', { url: request.url })];
    }
    if (!/^https?:$/.test(url.protocol)) return [text('A page cannot send to {url}. Was it opened as a file? Then serve it with a web server.', { url: url.href })];
    if (isBlocked) return [text('The content policy of this site forbids requests to {origin}: add it to connect-src.', { origin: url.origin })];
    if (!navigator.onLine) return [text('This device is offline.')];
    const isLocal = /^(localhost|127\.|\[::1\])/.test(url.hostname);
    if (location.protocol === 'https:' && url.protocol === 'http:' && !isLocal) {
      return [text('A page over https cannot send to {url}.', { url: url.origin }), curl];
    }
    if (await answers(url.origin)) {
      return [text('{origin} answers, but does not allow pages of {site} to read its answers (CORS).', { origin: url.origin, site: location.origin }), text('If the API is yours, let it send Access-Control-Allow-Origin, also for OPTIONS.'), curl];
    }
    return [text('There is no answer from {origin}.', { origin: url.origin }), `${error.message}`];
  }

  /** Whether a server answers at all: a request without anything in it, whose answer is closed. */
  async function answers(origin) {
    try {
      await fetch(origin, { mode: 'no-cors', method: 'HEAD', credentials: 'omit', cache: 'no-store',
        referrerPolicy: 'no-referrer' });
      return true;
    } catch {
      return false;
    }
  }

  for (const root of document.querySelectorAll('.dj-playground')) start(root);
})((globalThis.DocsJsonPlayground ??= {}));
