// Parse pages as a browser does, without running or loading anything, and name what is active.
({ pages, known, strict }) => {
  const ADDRESSES = new Set([
    'href', 'src', 'action', 'formaction', 'poster', 'data', 'xlink:href', 'background', 'cite',
    'longdesc', 'ping', 'values', 'to', 'from', 'by', 'codebase', 'manifest', 'classid', 'profile',
    'icon', 'dynsrc', 'lowsrc',
  ]);
  const RUNNING = /^(?:javascript|vbscript|livescript|mocha|data|file|blob|filesystem|jar|view-source):$/;
  const PICTURE = /^data:image\/(?:png|gif|jpeg|webp|avif|bmp|x-icon|svg\+xml)[;,]/i;
  const BITMAP = /^data:image\/(?:png|gif|jpeg|webp|avif|bmp|x-icon)[;,]/i;
  const LOADING = /^(?:link|script|img|iframe|source|video|audio|embed|object|track|image|use|feImage|input)$/i;
  const NEVER = /^(?:base|object|embed|applet|frame|frameset|portal|fencedframe|plaintext|xmp|listing)$/i;
  const STYLE = /alert\(1\)|evil\.example|javascript:|expression\s*\(|-moz-binding|behavior\s*:|@import/i;
  const known_pairs = known && new Set(known);
  const found = [];
  const pairs = new Set();
  let nodes = 0;

  const cut = (text) => (text.length > 160 ? `${text.slice(0, 160)}…` : text);
  const shown = (element) => cut(element.outerHTML.replace(/\s+/g, ' '));
  const address = (text) => {
    try {
      return new URL(text, 'https://site.invalid/a/b/page.html');
    } catch {
      return undefined;
    }
  };

  function judgeAddress(page, element, name, text) {
    const url = address(text);
    if (!url) return;
    const isPicture = element.localName === 'img' && name === 'src' && PICTURE.test(text.replace(/^[\0-\x20]+/, ""));
    const isBitmap = element.localName === 'a' && name === 'href' && BITMAP.test(text.replace(/^[\0-\x20]+/, ""));
    const isIcon = element.localName === 'link' && PICTURE.test(text.replace(/^[\0-\x20]+/, ""));
    if (RUNNING.test(url.protocol) && !isPicture && !isBitmap && !isIcon) found.push(`${page}: address: ${shown(element)}`);
    if (strict && url.hostname === 'evil.example' && LOADING.test(element.localName)) found.push(`${page}: loads: ${shown(element)}`);
  }

  function judgeScript(page, element) {
    const type = element.getAttribute('type') ?? '';
    if (element.hasAttribute('src')) {
      if (address(element.getAttribute('src'))?.host !== 'site.invalid') found.push(`${page}: script: ${shown(element)}`);
    } else if (/json/.test(type)) {
      try {
        JSON.parse(element.textContent);
      } catch {
        found.push(`${page}: data is no JSON: ${shown(element)}`);
      }
    } else {
      found.push(`${page}: script: ${shown(element)}`);
    }
  }

  function judge(page, element) {
    nodes += 1;
    const tag = element.localName;
    if (tag === 'script') judgeScript(page, element);
    if (NEVER.test(tag) && (strict || tag !== 'embed')) found.push(`${page}: element: ${shown(element)}`);
    if (tag === 'style' && STYLE.test(element.textContent)) found.push(`${page}: style: ${shown(element)}`);
    if (tag === 'meta' && /refresh/i.test(element.getAttribute('http-equiv') ?? '')) {
      const text = (element.getAttribute('content') ?? '').replace(/^[^;,]*[;,]?\s*(?:url\s*=\s*)?['"]?/i, '');
      judgeAddress(page, element, 'content', text);
    }
    pairs.add(tag);
    for (const { name, value } of element.attributes) {
      nodes += 1;
      const alone = element.attributes.length === 1 && !element.firstChild;
      pairs.add(`${alone && tag === 'span' && name === 'id' ? 'empty ' : ''}${tag} ${name}`);
      if (/^on/i.test(name) || name === 'srcdoc') found.push(`${page}: handler: ${shown(element)}`);
      if (name === 'style' && STYLE.test(value)) found.push(`${page}: style: ${shown(element)}`);
      if (ADDRESSES.has(name.toLowerCase())) for (const part of value.split(name === 'values' ? ';' : /$^/)) judgeAddress(page, element, name, part);
      if (/srcset/i.test(name)) for (const part of value.split(',')) judgeAddress(page, element, name, part.trim().split(/\s/)[0]);
    }
  }

  function walk(page, root) {
    const walker = root.ownerDocument
      ? root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT)
      : root.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (node.nodeType === 8 && /alert\(1\)|evil\.example/.test(node.data)) found.push(`${page}: comment: ${cut(node.data)}`);
      if (node.nodeType !== 1) continue;
      judge(page, node);
      if (node.localName === 'template') walk(page, node.content);
    }
  }

  for (const [page, text] of pages) {
    const parser = new DOMParser();
    const once = parser.parseFromString(text, 'text/html');
    walk(page, once);
    // What was written by one program is read by the next: a change of shape is how mutations work.
    walk(`${page} (again)`, parser.parseFromString(once.documentElement.outerHTML, 'text/html'));
  }
  const unknown = known_pairs ? [...pairs].filter((pair) => !known_pairs.has(pair)) : [];
  return { nodes, found, pairs: [...pairs], unknown };
}
