/* Before a page loads: write down what moves, and what the content policy refuses. */
window.djShifts = [];
window.djRefused = [];
window.djForeign = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    const parts = entry.sources.map(({ node, previousRect, currentRect }) => {
      const one = node?.nodeType === 3 ? node.parentElement : node;
      const name = one ? one.tagName.toLowerCase() + (one.classList?.length ? '.' + [...one.classList].join('.') : '') : '?';
      return `${name} ${previousRect.x},${previousRect.y},${previousRect.width}x${previousRect.height}→${currentRect.x},${currentRect.y},${currentRect.width}x${currentRect.height}`;
    });
    window.djShifts.push([entry.value, parts]);
  }
}).observe({ type: 'layout-shift', buffered: true });
document.addEventListener('securitypolicyviolation', (event) => {
  // Authors put films and pictures of other hosts into pages, and buttons that ask a forge for its stars.
  if (/^(frame|img|media|connect)-src/.test(event.effectiveDirective) && /^https?:/.test(event.blockedURI)
    && !event.blockedURI.startsWith(location.origin)) {
    window.djForeign.push(event.blockedURI);
    return;
  }
  window.djRefused.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile ?? ''}`);
});
