/* What stands outside of the window, or is cut off, where no part scrolls to it. */
() => {
  const width = document.documentElement.clientWidth;
  const found = [];
  const name = (one) => one.tagName.toLowerCase() + (one.classList.length ? '.' + [...one.classList].slice(0, 3).join('.') : '');
  const add = (one, what) => {
    const text = `${name(one)} ${what}`;
    if (!found.includes(text)) found.push(text);
  };
  if (document.documentElement.scrollWidth > width) found.push(`page ${document.documentElement.scrollWidth}px wide`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const check = (box, part) => {
    let left = 0;
    let right = width;
    for (let up = part; up && up !== document.documentElement; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.position === 'fixed' && up.getBoundingClientRect().right <= 0) return '';
      if (style.clipPath !== 'none' || up.matches('.headerlink, svg, [aria-hidden="true"]')) return '';
      if (up === document.body || style.overflowX === 'visible' || style.display === 'inline') continue;
      if (style.overflowX !== 'clip' && (style.overflowX !== 'hidden' || style.textOverflow === 'ellipsis')) return '';
      const frame = up.getBoundingClientRect();
      right = Math.min(right, frame.right);
      left = Math.max(left, frame.left);
    }
    if (box.right > right + 1) return `${Math.round(box.right - right)}px too far`;
    return box.left < left - 1 ? `${Math.round(left - box.left)}px before the edge` : '';
  };
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const part = node.parentElement;
    if (!node.data.trim() || !part.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
    range.selectNodeContents(node);
    const wrong = check(range.getBoundingClientRect(), part);
    if (wrong) add(part, wrong);
  }
  for (const one of document.querySelectorAll('img, video, iframe, input, select, textarea, button')) {
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    const wrong = check(one.getBoundingClientRect(), one);
    if (wrong) add(one, wrong);
  }
  return found.slice(0, 8);
}
