/* Sending: its two buttons, and what is said while and after a request is made. */

/** Seconds; a response that has begun may take longer. */
const LONGEST_WAIT = 60;

/**
 * @param {HTMLElement} answer where the response is shown
 * @param {() => HttpRequest | null} prepare the request, or nothing when a field is wrong
 */
function sender(answer, prepare) {
  const send = el('button', { type: 'submit', class: 'dj-pg-send' }, text('Send'));
  const cancel = el('button', { type: 'button', class: 'dj-pg-send dj-pg-cancel', hidden: true,
    onclick: () => controller?.abort() }, text('Cancel'));
  const said = el('p', { class: 'dj-pg-offscreen', role: 'status' });
  /** @type {AbortController | null} */
  let controller = null;

  /** @param {string[]} lines */
  function fail(lines) {
    const note = el('div', { class: 'dj-pg-failure', role: 'alert' },
      ...lines.filter(Boolean).map((line) => el('p', {}, line)));
    if (answer.querySelector('.dj-pg-facts')) answer.append(note);
    else answer.replaceChildren(note);
  }

  async function submit() {
    const request = controller ? null : prepare();
    if (!request) return;
    controller = new AbortController();
    const { signal } = controller;
    send.hidden = true;
    cancel.hidden = false;
    cancel.focus();
    said.textContent = text('Sending…');
    answer.replaceChildren();
    const started = performance.now();
    let isWaiting = true;
    const clock = setInterval(() => {
      const seconds = Math.round((performance.now() - started) / 1000);
      cancel.textContent = `${text('Cancel')} · ${seconds} s`;
      if (isWaiting && seconds >= LONGEST_WAIT) controller?.abort(LONGEST_WAIT);
    }, 1000);
    const refused = blockedByPolicy();
    try {
      const url = viaProxy(request.url);
      const response = await fetch(url, fetchOptions(request, signal));
      isWaiting = false;
      if (response.type === 'opaqueredirect') fail(aboutRedirect());
      else {
        said.textContent = `${response.status} ${response.statusText}`;
        await showResponse(answer, response, started, url);
      }
    } catch (error) {
      await new Promise((resolve) => setTimeout(resolve));
      if (signal.reason === LONGEST_WAIT) fail([text('{origin} does not respond.', { origin: originOf(request.url) }), `${LONGEST_WAIT} s`]);
      else fail(signal.aborted ? [text('Cancelled.')] : await explain(error, request, refused()));
    } finally {
      clearInterval(clock);
      cancel.textContent = text('Cancel');
      refused();
      controller = null;
      const hadFocus = document.activeElement === cancel;
      cancel.hidden = true;
      send.hidden = false;
      if (hadFocus) send.focus();
    }
  }
  return {
    buttons: [send, cancel],
    said,
    submit,
    focus: () => send.focus(),
    /** Stop what is under way; say whether anything was. */
    stop() {
      const isUnderWay = Boolean(controller);
      controller?.abort();
      return isUnderWay;
    },
  };
}
