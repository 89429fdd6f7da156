/* What came back: status, time, size, headers, and the body as it arrives. Nothing of a response
   becomes markup: text goes in as text, pictures are painted. */

const SHOWN = 200_000;
const MAX_EVENTS = 500;

const TEXT = /^text\/|[/+](json|xml|yaml|x-yaml|javascript|graphql|csv|x-www-form-urlencoded)$|json/;

/** @param {number} bytes */
function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** @param {number} ms */
const duration = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);

/**
 * Show a response in `place` while it arrives.
 * @param {HTMLElement} place
 * @param {Response} response
 * @param {number} started
 * @param {string} url
 */
async function showResponse(place, response, started, url) {
  const status = el('span', { class: `dj-pg-status dj-pg-${Math.floor(response.status / 100)}xx` },
    `${response.status} ${response.statusText}`.trim());
  const time = el('span', {}, duration(performance.now() - started));
  const length = el('span');
  const tools = el('span', { class: 'dj-pg-tools' });
  const body = el('div', { class: 'dj-pg-result', tabindex: 0, role: 'region',
    'aria-label': text('Response body') });
  place.replaceChildren(
    el('p', { class: 'dj-pg-facts' }, status, time, length, tools),
    response.redirected && response.url !== url
      ? el('p', { class: 'dj-pg-note' }, text('Redirected to {url}', { url: response.url })) : '',
    headersOf(response),
    body,
  );
  place.scrollIntoView({ block: 'nearest' });
  const declared = response.headers.get('content-type') ?? '';
  const type = declared.replace(/;.*/s, '').trim().toLowerCase();
  const charset = /charset="?([\w-]+)/i.exec(declared)?.[1];
  const live = liveView(body, type, charset);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  let total = 0;
  const finish = () => {
    time.textContent = duration(performance.now() - started);
    length.textContent = size(total);
    const blob = new Blob(chunks, { type: type || 'application/octet-stream' });
    if (total) tools.append(download(blob, type));
    return blob;
  };
  try {
    const reader = response.body?.getReader();
    for (;;) {
      const { value } = (await reader?.read()) ?? {};
      if (!value) break;
      chunks.push(value);
      total += value.length;
      length.textContent = size(total);
      live.add(value);
    }
  } catch (error) {
    finish();
    live.end();
    throw error;
  }
  const blob = finish();
  if (type === 'text/event-stream' && live.end()) return;
  await showBody(body, tools, blob, type, charset);
}

/** @param {Response} response */
function headersOf(response) {
  const rows = [...response.headers].map(([name, value]) =>
    el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, value)));
  return el('details', { class: 'dj-pg-headers' },
    el('summary', {}, `${text('Headers')} (${rows.length})`),
    el('table', {}, el('tbody', {}, ...rows)));
}

/**
 * @param {Blob} blob
 * @param {string} type
 */
function download(blob, type) {
  const link = el('a', { class: 'dj-pg-small', download: `response.${extension(type)}`, href: '#' },
    text('Download'));
  link.addEventListener('click', () => {
    link.href = URL.createObjectURL(blob);
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  });
  return link;
}

/** @param {string} type */
function extension(type) {
  if (/json$/.test(type)) return 'json';
  if (type.startsWith('text/plain')) return 'txt';
  return /^[\w-]+$/.exec(type.split('/')[1]?.split('+').pop() ?? '')?.[0] ?? 'bin';
}

/**
 * A view that grows while bytes arrive: events one by one, other text as it is.
 * @param {HTMLElement} body
 * @param {string} type
 * @param {string | undefined} charset
 * @returns {{ add(bytes: Uint8Array<ArrayBuffer>): void, end(): boolean }}
 */
function liveView(body, type, charset) {
  if (type && !TEXT.test(type)) return { add() {}, end: () => false };
  const decoder = decoderFor(charset, false);
  if (type === 'text/event-stream') return eventView(body, decoder);
  const pre = el('pre');
  let shown = 0;
  return {
    add(bytes) {
      if (!shown) body.replaceChildren(pre);
      if (shown > SHOWN) return;
      const more = decoder.decode(bytes, { stream: true }).slice(0, SHOWN - shown + 1);
      shown += more.length;
      pre.append(more);
    },
    end: () => true,
  };
}

/**
 * Server-sent events (HTML Standard, section 9.2.6).
 * @param {HTMLElement} body
 * @param {TextDecoder} decoder
 */
function eventView(body, decoder) {
  const view = el('ol', { class: 'dj-pg-events', role: 'log' });
  let rest = '';
  let count = 0;
  body.replaceChildren(view);
  /** @param {string} block */
  const show = (block) => {
    let name = 'message';
    /** @type {string[]} */
    const data = [];
    for (const line of block.split('\n')) {
      const [, field, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (field === 'event') name = value;
      if (field === 'data') data.push(value);
    }
    count += 1;
    if (!data.length || count > MAX_EVENTS) return;
    view.append(el('li', {}, el('span', { class: 'dj-pg-type' }, name),
      el('pre', {}, highlightJson(data.join('\n')))));
  };
  return {
    /** @param {Uint8Array<ArrayBuffer>} bytes */
    add(bytes) {
      rest += decoder.decode(bytes, { stream: true });
      const blocks = rest.replace(/\r\n?/g, '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      blocks.forEach(show);
    },
    end() {
      if (rest.trim()) show(rest);
      return count > 0;
    },
  };
}

/**
 * @param {string | undefined} charset
 * @param {boolean} fatal
 */
function decoderFor(charset, fatal) {
  try {
    return new TextDecoder(charset ?? 'utf-8', { fatal });
  } catch {
    return new TextDecoder('utf-8', { fatal });
  }
}
