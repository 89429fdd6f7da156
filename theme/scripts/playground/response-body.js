/* The body of a response, when all of it is there. */

const COLOURED = 200_000;
const INDENTED = 1_000_000;

/**
 * @param {HTMLElement} body
 * @param {HTMLElement} tools
 * @param {Blob} blob
 * @param {string} type
 * @param {string | undefined} charset
 */
async function showBody(body, tools, blob, type, charset) {
  if (!blob.size) {
    body.replaceChildren(el('p', { class: 'dj-pg-note' }, text('The response has no body.')));
    return;
  }
  if (/^image\/(?!svg)/.test(type) && (await paint(body, blob))) return;
  const decoded = isText(type) ? decode(await blob.arrayBuffer(), charset) : null;
  if (decoded === null) {
    await showBytes(body, blob, type);
    return;
  }
  const isJson = !type || kindOf(type) === 'json';
  const indented = isJson && blob.size < INDENTED ? pretty(decoded) : null;
  const shown = indented ?? decoded;
  tools.prepend(copyButton(() => shown));
  const showAll = showText(body, shown, indented !== null);
  if (shown.length > WORTH_FINDING) body.before(finder(body, showAll));
}

const BYTES_SHOWN = 1024;
const BYTES_MOST = 65_536;
/** What the last preview was made of; it is given back when the next one comes. */
let previewed = '';

/**
 * Show what sounds, moves or has pages as such, and of everything that is no text its bytes. A preview
 * is given nothing but the bytes and the type that was answered; where the content policy of the site
 * allows no `blob:`, the bytes remain.
 * @param {HTMLElement} body
 * @param {Blob} blob
 * @param {string} type
 */
async function showBytes(body, blob, type) {
  const note = text('Binary data ({type}, {size}).', { type: type || '?', size: size(blob.size) });
  const bytes = new Uint8Array(await blob.slice(0, BYTES_MOST).arrayBuffer());
  const code = el('code', {}, hexLines(bytes.subarray(0, BYTES_SHOWN)));
  body.replaceChildren(el('p', { class: 'dj-pg-note' }, note), ...preview(blob, type),
    el('pre', { class: 'dj-pg-bytes' }, code));
  if (bytes.length <= BYTES_SHOWN) return;
  const all = smallButton(text('Show all ({size})', { size: size(bytes.length) }), () => {
    code.textContent = hexLines(bytes);
    all.remove();
  });
  body.append(all);
}

/**
 * @param {Blob} blob
 * @param {string} type
 */
function preview(blob, type) {
  if (previewed) URL.revokeObjectURL(previewed);
  previewed = '';
  const kind = /^(audio|video)\//.exec(type)?.[1];
  const isDocument = type === 'application/pdf' && navigator.pdfViewerEnabled;
  if (!kind && !isDocument) return [];
  previewed = URL.createObjectURL(blob);
  const shown = isDocument
    ? el('object', { type, data: previewed, class: 'dj-pg-preview', 'aria-label': type })
    : el(kind === 'audio' ? 'audio' : 'video', { src: previewed, controls: true, class: 'dj-pg-preview' });
  shown.addEventListener('error', () => shown.remove());
  return [shown];
}

/**
 * Return bytes as lines: where they are, their numbers, and the letters among them.
 * @param {Uint8Array} bytes
 */
function hexLines(bytes) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const line = [...bytes.subarray(at, at + 16)];
    const numbers = line.map((one) => one.toString(16).padStart(2, '0')).join(' ').padEnd(47);
    const letters = line.map((one) => (one > 31 && one < 127 ? String.fromCharCode(one) : '.')).join('');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${numbers}  ${letters}`);
  }
  return lines.join('\n');
}

/**
 * @param {ArrayBuffer} bytes
 * @param {string | undefined} charset
 */
function decode(bytes, charset) {
  try {
    return decoderFor(charset, true).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Indent JSON without changing a number or a name; what is no JSON gives nothing.
 * @param {string} json
 */
function pretty(json) {
  try {
    JSON.parse(json);
  } catch {
    return null;
  }
  let indent = '\n';
  return json.replace(/"(?:[^"\\]|\\.)*"|\[\s*\]|\{\s*\}|[[{]|[\]}]|,|:|[^\s"[\]{},:]+|\s+/g, (token) => {
    if (/^\s/.test(token)) return '';
    if (/^[[{]\s*[\]}]$/.test(token)) return token.charAt(0) + token.at(-1);
    if (token === '[' || token === '{') return token + (indent += '  ');
    if (token === ']' || token === '}') return (indent = indent.slice(0, -2)) + token;
    if (token === ',') return token + indent;
    return token === ':' ? ': ' : token;
  });
}

/**
 * Show a text, or its beginning; return what shows the rest.
 * @param {HTMLElement} body
 * @param {string} shown
 * @param {boolean} isJson
 */
function showText(body, shown, isJson) {
  const code = el('code');
  /** @param {string} part */
  const fill = (part) => {
    const isFoldable = isJson && part.length <= COLOURED;
    code.replaceChildren(isFoldable ? foldingJson(part) : part);
    code.classList.toggle('dj-pg-json', isFoldable && Boolean(code.querySelector('.dj-pg-sign')));
  };
  fill(shown.slice(0, SHOWN));
  body.replaceChildren(el('pre', { class: 'highlight' }, code));
  if (shown.length <= SHOWN) return () => {};
  const all = smallButton(text('Show all ({size})', { size: size(shown.length) }), () => {
    fill(shown);
    all.remove();
  });
  body.prepend(all);
  return () => all.isConnected && all.click();
}

/**
 * Paint a picture; an <img> would need a wider content policy.
 * @param {HTMLElement} body
 * @param {Blob} blob
 */
async function paint(body, blob) {
  try {
    const picture = await createImageBitmap(blob);
    const { width, height } = picture;
    const canvas = el('canvas', { width, height, role: 'img',
      'aria-label': text('Image, {width} × {height} pixels', { width, height }) });
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    body.replaceChildren(canvas);
    return true;
  } catch {
    return false;
  }
}
