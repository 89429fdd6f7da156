() => {
  const one = document.activeElement;
  const style = getComputedStyle(one);
  const field = one.closest('.dj-search-field');
  if (field) return getComputedStyle(field).boxShadow === 'none' ? 'no ring' : '';
  if (style.outlineStyle !== 'solid' || style.outlineWidth !== '2px') return 'no ring';
  const more = parseFloat(style.outlineOffset) + 2;
  const box = one.getBoundingClientRect();
  for (let above = one.parentElement; above !== document.body; above = above.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(above);
    const edge = above.getBoundingClientRect();
    const out = (from, to) => Math.max(edge[from] - box[from], box[to] - edge[to]) > 1 - more;
    const isCut = (overflowX !== 'visible' && out('left', 'right'))
      || (overflowY !== 'visible' && out('top', 'bottom'));
    if (isCut) return `cut off by ${above.className || above.tagName}`;
  }
  return '';
}