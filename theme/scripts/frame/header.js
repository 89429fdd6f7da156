/* On small screens the header goes while the reader goes down, and comes back on the way up. */

function setUpHeader() {
  const header = one('.dj-header');
  if (!header) return;
  let last = scrollY;
  addEventListener('scroll', () => {
    const now = Math.max(0, Math.min(scrollY, root.scrollHeight - innerHeight));
    if (Math.abs(now - last) < 8) return;
    const isLeft = now > last && now > header.offsetHeight;
    header.toggleAttribute('data-away', isLeft && !header.contains(document.activeElement) && !openMenus().length);
    last = now;
  }, { passive: true });
  header.addEventListener('focusin', () => header.removeAttribute('data-away'));
}
