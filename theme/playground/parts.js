/* The parts of the form: server, credentials, parameters and body; and what of them stays while one
 * moves between pages. A part is {element, check()} and what it is asked for.
 *
 * Credentials live in this script and, unless the site says "memory", in sessionStorage; never in
 * localStorage, in an address or in the document.
 */
(function (playground) {
  'use strict';

  const { el, text, uniqueId, member, isFile, kindOf, FORBIDDEN } = playground;
  const { site, storage } = playground.data;
  const MASK = 'XXXXXXXX';
  const PLACEHOLDERS = { key: 'YOUR_API_KEY', token: 'YOUR_TOKEN', pair: ['USERNAME', 'PASSWORD'] };

  /* What stays while one moves between pages. */

  const memory = new Map();
  const keyOf = (name) => `docsjson:${site}:${name}`;

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
    const nameOf = (key) => `credential ${operation.servers[0]?.url} ${key}`;
    for (const key of Object.keys(schemes)) typed[key] = recall(nameOf(key)) ?? '';
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
        remember(nameOf(key), undefined);
      }
      drawInputs();
      changed();
    } }, text('Forget credentials'));
    const chosen = () => security[choice.value] ?? [];

    function set(key, value) {
      typed[key] = value;
      const isEmpty = Array.isArray(value) ? !value.join('') : !value;
      if (isEmpty) typed[key] = '';
      remember(nameOf(key), isEmpty ? undefined : value);
      changed();
    }
    function secret(key, value, onset) {
      const box = el('input', { id: uniqueId(), type: 'password', autocomplete: 'off',
        spellcheck: 'false', 'data-1p-ignore': '',
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
      const scopes = scheme.scopes && text('Scopes: {scopes}', { scopes: scheme.scopes.join(', ') });
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

  Object.assign(playground, {
    remember, recall, serverPart, securityPart, parametersPart, bodyPart,
  });
})((globalThis.DocsJsonPlayground ??= {}));
