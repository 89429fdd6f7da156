/* The heading that is read is marked in the contents list */

function setUpContents() {
  const list = one('#table-of-contents');
  if (!list) return;
  /** @type {Map<HTMLElement, HTMLElement>} */
  const linkOf = new Map();
  for (const link of all('a[href^="#"]', list)) {
    const id = decodeURIComponent(link.getAttribute('href')?.slice(1) ?? '');
    const heading = document.getElementById(id);
    if (heading) linkOf.set(heading, link);
  }
  if (!linkOf.size) return;
  const lineOf = () => parseFloat(getComputedStyle(root).scrollPaddingTop) + 8 || 96;

  function mark() {
    const line = lineOf();
    const headings = [...linkOf.keys()];
    let current = headings[0];
    for (const heading of headings) {
      if (heading.getBoundingClientRect().top <= line) current = heading;
    }
    const isAtEnd = innerHeight + scrollY >= root.scrollHeight - 2;
    if (isAtEnd && root.scrollHeight > innerHeight + 4) current = headings.at(-1);
    for (const [heading, link] of linkOf) {
      if (heading === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    const link = current && linkOf.get(current);
    if (link && list && list.scrollHeight > list.clientHeight) {
      list.scrollTop = link.offsetTop - list.clientHeight / 2;
    }
  }

  const observer = new IntersectionObserver(mark, {
    rootMargin: `-${Math.round(lineOf())}px 0px 0px 0px`,
    threshold: [0, 1],
  });
  for (const heading of linkOf.keys()) {
    observer.observe(one('h1, h2, h3, h4, h5, h6', heading) ?? heading);
  }
  observer.observe(one('.dj-footer') ?? document.body);
  mark();
}
