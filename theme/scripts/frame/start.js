/* What the frame of a page does beyond HTML. Everything works, with less comfort, when this script
   does not run. */

/** Links of headings have a name each; what they and the menu of the page do comes with the first sign of a reader. */
function setUpReading() {
  for (const link of all('.headerlink')) {
    const heading = link.parentElement?.textContent.replace('¶', '').trim();
    if (heading) link.setAttribute('aria-label', `${link.title}: ${heading}`);
  }
  const load = () => {
    for (const name of one('.dj-page-menu') ? ['reading', 'page-menu'] : ['reading']) {
      document.head.append(Object.assign(document.createElement('script'), {
        src: `${root.dataset.content_root ?? './'}_static/${name}.js`,
      }));
    }
    for (const name of signs) removeEventListener(name, load);
  };
  // A page that scrolls below a pointer is no sign.
  const signs = ['pointermove', 'pointerdown', 'focusin', 'keydown'];
  for (const name of signs) addEventListener(name, load);
}

setUpMode();
setUpReading();
setUpVersions();
setUpDrawer();
setUpMenus();
setUpHeader();
setUpContents();
setUpSidebar();
setUpTabBar();
setUpBanner();
setUpKeys();
setUpSearch();
setUpEdges();
