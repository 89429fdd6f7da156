/* What the first paint waited for, and pictures of the text that load at the wrong time. What an author
   loads besides is not ours. */
() => {
  const blocking = performance.getEntriesByType('resource')
    .filter((one) => one.renderBlockingStatus === 'blocking' && !one.name.includes('/_static/site/'))
    .map((one) => one.name);
  const pictures = [];
  for (const picture of document.querySelectorAll('article img:not(.dj-icon)')) {
    if (!picture.checkVisibility({ visibilityProperty: true })) continue;
    const far = (picture.getBoundingClientRect().top + scrollY) / innerHeight;
    const isLazy = picture.loading === 'lazy';
    if (far > 2 && !isLazy) pictures.push(`${picture.src} loads at once, ${far.toFixed(1)} screens down`);
    if (far < 0.6 && isLazy) pictures.push(`${picture.src} waits, ${far.toFixed(1)} screens down`);
  }
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  return JSON.stringify({ blocking: [location.href, ...blocking], pictures, painted });
}
