/* The playground of an endpoint page: a form for the operation in the page's JSON block, which
 * sends the request from the browser and keeps the request samples in step with what is typed.
 */

const { languages } = DATA;

/** @param {Element} place */
function start(place) {
  /** @type {Operation} */
  const operation = JSON.parse(place.querySelector('script')?.textContent ?? '');
  const { spec } = operation;
  const name = `${operation.method} ${operation.path}`;
  let isReady = false;
  const changed = () => {
    if (isReady) draw();
  };

  const address = el('code', { class: 'dj-pg-url' });
  const send = el('button', { type: 'submit', class: 'dj-pg-send' }, text('Send'));
  const cancel = el('button', { type: 'button', class: 'dj-pg-send dj-pg-cancel', hidden: true },
    text('Cancel'));
  const problem = el('p', { class: 'dj-pg-problem', role: 'alert' });
  const said = el('p', { class: 'dj-pg-offscreen', role: 'status' });
  const curl = languages.some((one) => one.name === 'curl')
    ? copyButton(() => realSample('curl'), text('Copy as cURL')) : null;
  const reset = smallButton(text('Reset'), () => {
    visiting.set(undefined, 'values', spec, name);
    built = build({});
    draw();
    send.focus();
  });
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
    onclick: () => unfold(Boolean(form.hidden)) }, text('Try it'));

  /** @param {boolean} isOpen */
  function unfold(isOpen) {
    form.hidden = !isOpen;
    open.setAttribute('aria-expanded', String(isOpen));
    visiting.set(isOpen, 'open');
  }

  /** @param {Kept} values */
  function build(values) {
    const server = serverPart(operation, undefined, () => {
      security.follow();
      changed();
    });
    const security = securityPart(operation, server, changed);
    const parameters = parametersPart(operation, values.parameters ?? {}, changed);
    const body = bodyPart(operation, values.body ?? {}, changed);
    /** @type {FormPart[]} */
    const all = [server, security, ...parameters.parts, body];
    parts.replaceChildren(...all.flatMap((one) => one.element ?? []));
    return { server, security, parameters, body, all };
  }

  /** @param {Record<string, Secret>} credentials */
  const requestOf = (credentials) => absolute(buildRequest(operation, {
    server: built.server.url(),
    parameters: built.parameters.read(),
    mediaType: built.body.mediaType(),
    body: built.body.read(),
    security: built.security.alternative(),
    credentials,
  }));

  /**
   * Return a sample with the credentials that the page does not show.
   * @param {string | undefined} name
   */
  function realSample(name) {
    const language = languages.find((one) => one.name === name);
    return language ? sampleOf(requestOf(built.security.real()), language) : '';
  }

  function draw() {
    const request = requestOf(built.security.masked());
    address.textContent = request.url;
    drawSamples(request);
    visiting.set({ parameters: built.parameters.read(), body: built.body.keep() }, 'values', spec, name);
  }

  /** @param {string[]} lines */
  function fail(lines) {
    const note = el('div', { class: 'dj-pg-failure', role: 'alert' },
      ...lines.map((line) => el('p', {}, line)));
    if (answer.querySelector('.dj-pg-facts')) answer.append(note);
    else answer.replaceChildren(note);
  }

  /** @type {AbortController | null} */
  let controller = null;
  async function submit() {
    if (controller) return;
    problem.textContent = '';
    const problems = built.all.flatMap((part) => part.check());
    showErrors(form, problems);
    if (problems.length) {
      problem.textContent = text('Fields to look at: {count}', { count: problems.length });
      return;
    }
    const request = requestOf(built.security.real());
    controller = new AbortController();
    const { signal } = controller;
    send.hidden = true;
    cancel.hidden = false;
    cancel.focus();
    said.textContent = text('Sending…');
    answer.replaceChildren();
    const started = performance.now();
    const refused = blockedByPolicy();
    try {
      const url = viaProxy(request.url);
      const response = await fetch(url, fetchOptions(request, signal));
      if (response.type === 'opaqueredirect') fail(aboutRedirect());
      else {
        said.textContent = `${response.status} ${response.statusText}`;
        await showResponse(answer, response, started, url);
      }
    } catch (error) {
      await new Promise((resolve) => setTimeout(resolve));
      fail(signal.aborted ? [text('Cancelled.')] : await explain(error, request, refused()));
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

  let built = build(visiting.get('values', spec, name) ?? {});
  isReady = true;
  draw();
  const bar = place.previousElementSibling;
  (bar?.matches('.dj-endpoint') ? bar : place).append(open);
  place.append(form);
  unfold(visiting.get('open') ?? false);
  copySamples(realSample);
}

/* The request samples of the page. */

/** @param {HttpRequest} request */
function drawSamples(request) {
  for (const language of languages) {
    for (const pre of document.querySelectorAll(`.dj-sample-${language.name} pre`)) {
      const code = sampleOf(request, language);
      if (pre.textContent.trim() !== code) {
        pre.replaceChildren(highlightCode(code, language));
      }
    }
  }
}

/** @param {(name: string) => string} realSample */
function copySamples(realSample) {
  document.addEventListener('dj-copy', (event) => {
    const block = event.target instanceof Element && event.target.closest('[class*="dj-sample-"]');
    const name = block && /dj-sample-(\w+)/.exec(block.className)?.[1];
    if (name && event instanceof CustomEvent) event.detail.text = realSample(name);
  });
}

document.querySelectorAll('.dj-playground').forEach(start);
