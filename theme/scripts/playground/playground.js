/* The playground of an endpoint page: a form for the operation in the page's JSON block, which
 * sends the request from the browser and keeps the request samples in step with what is typed.
 */

const { languages } = DATA;

/** @param {Element} place */
function start(place) {
  /** @type {Operation} */
  const operation = fromJson(place.querySelector('script')?.textContent ?? '');
  const { spec } = operation;
  const name = `${operation.method} ${operation.path}`;
  const bar = place.previousElementSibling?.matches('.dj-endpoint') ? place.previousElementSibling : null;
  let isReady = false;
  const { accepts = [] } = operation;
  let accept = chosenMedia(accepts);
  const changed = () => {
    if (!isReady) return;
    draw();
    visiting.set(withoutAnySecret(), 'values', spec, name);
  };

  const address = el('code', { class: 'dj-pg-url' });
  const path = bar?.querySelector('.dj-endpoint-path');
  const problem = el('p', { class: 'dj-pg-problem', role: 'alert' });
  const news = el('p', { class: 'dj-pg-news', role: 'status' });
  const linked = el('span', { class: 'dj-pg-note', role: 'status' });
  const parts = el('div', { class: 'dj-pg-parts' });
  const answer = el('section', { class: 'dj-pg-answer', 'aria-label': text('Response') });
  const sending = sender(answer, () => {
    problem.textContent = '';
    const problems = built.all.flatMap((part) => part.check());
    showErrors(form, problems);
    if (problems.length) problem.textContent = text('Fields to check: {count}', { count: problems.length });
    return problems.length ? null : requestOf(built.security.real());
  });
  const reset = smallButton(text('Reset'), () => {
    visiting.set(undefined, 'values', spec, name);
    news.textContent = linked.textContent = '';
    built = build({});
    draw();
    sending.focus();
  });
  const link = copyButton(() => {
    const made = linkOf(operation, { server: built.server.chosen(), security: built.security.alternative(),
      parameters: built.parameters.read(), body: built.body.keep() });
    linked.textContent = made ? text('The link contains what you typed, but no credentials, cookies, secrets or files.')
      : text('The form has too much data for a link.');
    return made;
  }, () => text('Copy link'));
  const form = el('form', { class: 'dj-pg-form', novalidate: '', autocomplete: 'off', tabindex: -1,
    id: uniqueId(), 'aria-label': text('Request'), onsubmit: submit, onkeydown: onKey, ...toolOf(operation) },
    problem, news, sending.said, parts,
    el('p', { class: 'dj-pg-actions' }, ...sending.buttons, sampleButton(realSample), link, reset, linked), answer);
  const open = el('button', { type: 'button', class: 'dj-pg-open', 'aria-controls': form.id,
    onclick: () => {
      unfold(Boolean(form.hidden));
      if (!form.hidden) form.focus({ preventScroll: true });
    } }, text('Try it'));

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    sending.submit();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) sending.submit();
    if (event.key !== 'Escape' || event.defaultPrevented || sending.stop()) return;
    unfold(false);
    open.focus();
  }

  /** @param {boolean} isOpen */
  function unfold(isOpen) {
    form.hidden = address.hidden = !isOpen;
    if (path instanceof HTMLElement) path.hidden = isOpen;
    open.setAttribute('aria-expanded', String(isOpen));
    visiting.set(isOpen, 'open');
  }

  /** @param {Filling} values */
  function build(values) {
    const server = serverPart(operation, values.server, () => {
      if (security.follow()) leaveSecretsBehind();
      changed();
    });
    const security = securityPart(operation, server, values.security, changed);
    const made = rest(server, security, values);
    const examples = parameterExamples(operation, (example, chosen) => {
      refill({ parameters: { ...built.parameters.read(), ...chosen }, body: built.body.keep() });
      built.body.example(example);
      changed();
    });
    parts.replaceChildren(...[examples, ...made.all].flatMap((one) => one.element ?? []));
    return made;
  }

  /**
   * Make what is filled with values.
   * @param {ReturnType<typeof serverPart>} server
   * @param {ReturnType<typeof securityPart>} security
   * @param {Kept} values
   */
  function rest(server, security, values) {
    const parameters = parametersPart(operation, values.parameters ?? {}, changed);
    const body = bodyPart(operation, values.body ?? {}, changed);
    /** @type {FormPart[]} */
    const all = [server, security, ...parameters.parts, body];
    return { server, security, parameters, body, all };
  }

  /** @returns {Kept} */
  function withoutAnySecret() {
    const body = built.body.keep();
    return {
      parameters: parametersWithoutSecrets(operation, built.parameters.read()),
      body: body && { mediaType: body.mediaType, value: bodyWithoutSecrets(operation, body) },
    };
  }

  /** Another server gets no secret that was typed into a parameter or the body for this one. */
  function leaveSecretsBehind() {
    const left = withoutAnySecret();
    if (!isSame(left, { parameters: built.parameters.read(), body: built.body.keep() })) refill(left);
  }

  /**
   * Draw the parameters and the body again; where the focus is in the rest of the form, it stays.
   * @param {Kept} values
   */
  function refill(values) {
    const old = [...built.parameters.parts, built.body];
    const { server, security } = built;
    built = rest(server, security, values);
    [...built.parameters.parts, built.body].forEach(({ element }, index) => {
      if (element) old[index]?.element?.replaceWith(element);
    });
  }

  /**
   * @param {Record<string, Secret>} credentials
   * @param {Record<string, unknown>} [made] what samples show where nothing is typed
   */
  const requestOf = (credentials, made) => absolute(buildRequest(operation, {
    server: built.server.url(),
    parameters: { ...made, ...built.parameters.read() },
    mediaType: built.body.mediaType(),
    body: built.body.read(),
    accept: accept === accepts[0] ? '' : accept,
    security: built.security.alternative(),
    credentials,
  }), Boolean(made));

  /**
   * Return a sample with the credentials that the page does not show.
   * @param {Language} language
   */
  function realSample(language) {
    return sampleOf(requestOf(built.security.real(), operation.made ?? {}), language);
  }

  function draw() {
    const request = requestOf(built.security.masked());
    address.textContent = request.url;
    drawSamples(requestOf(built.security.masked(), operation.made ?? {}));
    drawEndpoint(bar, operation.servers.length ? built.server.url() : '', operation.path);
  }

  /** Fill the form from the address of the page, where that is a link of a form; send nothing. */
  function follow() {
    const filling = fillingOf(operation);
    if (filling === undefined) return;
    news.textContent = filling ? text('Filled in from a link. Nothing is sent until you press Send.')
      : text('This link cannot be read.');
    if (filling && isMoreThanALink(operation)) {
      news.append(' ', text('Links never contain credentials, cookies, secrets or files: fill in what is missing.'));
    }
    if (filling) built = build(filling);
    draw();
    unfold(true);
    (bar ?? form).scrollIntoView({ block: 'start' });
    form.focus({ preventScroll: true });
  }

  /** The page and the form show one media type; what was typed into the form comes first. */
  function followMedia() {
    document.addEventListener('dj-media', (event) => {
      if (!(event instanceof CustomEvent)) return;
      const type = String(event.detail);
      if (accepts.includes(type)) accept = type;
      built.body.follow(type);
      changed();
    });
    const types = (operation.body?.content ?? []).map((one) => one.type);
    const tell = () => {
      if (built.body.mediaType() !== chosenMedia(types)) tellMedia(built.body.mediaType());
    };
    if (document.readyState === 'complete') tell();
    else window.addEventListener('load', tell);
  }

  let built = build(visiting.get('values', spec, name) ?? {});
  isReady = true;
  draw();
  followMedia();
  if (operation.simple) return;
  path?.before(address);
  (bar ?? place).append(open);
  place.append(form);
  unfold(visiting.get('open') ?? false);
  copySamples(realSample);
  follow();
  window.addEventListener('hashchange', follow);
}

document.querySelectorAll('.dj-playground').forEach(start);

/**
 * What a form is to an agent in the browser (WebMCP): it fills the fields, the reader sends.
 * @param {Operation} operation
 */
function toolOf({ method, path }) {
  const name = `request_${method}_${path}`.toLowerCase().replace(/[^a-z0-9]+/g, '_').slice(0, 64);
  return { toolname: name, tooldescription: `Fills the request ${method} ${path} of this API` };
}
