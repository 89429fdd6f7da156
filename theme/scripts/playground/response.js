/* What came back: status, time, size, headers, and the body as it arrives. Nothing of a response
   becomes markup: text goes in as text, pictures are painted. */

const SHOWN = 200_000;

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
  /** @type {Arrived} */
  const arrived = { chunks: [], total: 0, isCut: false };
  const finish = () => {
    time.textContent = duration(performance.now() - started);
    const blob = new Blob(arrived.chunks, { type: type || 'application/octet-stream' });
    if (arrived.total) tools.append(download(blob, type));
    return blob;
  };
  try {
    await readBody(response, isText(type) ? MOST_TEXT : MOST_BYTES, arrived, (bytes) => {
      length.textContent = size(arrived.total);
      live.add(bytes);
    });
  } catch (error) {
    finish();
    live.end();
    throw error;
  }
  const blob = finish();
  length.textContent = size(arrived.total);
  if (arrived.isCut) {
    body.before(el('p', { class: 'dj-pg-note', role: 'status' },
      text('The response is longer than {size}; the rest was not read.', { size: size(arrived.total) })));
  }
  if (type === 'text/event-stream' && live.end()) {
    body.before(finder(body, () => {}));
    return;
  }
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
  if (kindOf(type) === 'json') return 'json';
  if (type.startsWith('text/plain')) return 'txt';
  return /^[\w-]+$/.exec(type.split('/')[1]?.split('+').pop() ?? '')?.[0] ?? 'bin';
}
