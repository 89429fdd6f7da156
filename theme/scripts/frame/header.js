/* On small screens the header goes while the reader goes down, and comes back on the way up. There the
   way to the top is offered as well, to who has gone far. */

function setUpHeader() {
  const header = one('.dj-header');
  const top = one('.dj-top');
  if (!header) return;
  let last = scrollY;
  addEventListener('scroll', () => {
    const now = Math.max(0, Math.min(scrollY, root.scrollHeight - innerHeight));
    if (Math.abs(now - last) < 8) return;
    const isDown = now > last;
    const isBusy = header.contains(document.activeElement) || openMenus().length;
    header.toggleAttribute('data-away', isDown && now > header.offsetHeight && !isBusy);
    top?.toggleAttribute('data-shown', !isDown && now > innerHeight * 1.5);
    last = now;
  }, { passive: true });
  header.addEventListener('focusin', () => header.removeAttribute('data-away'));
}
