/* What the frame of a page does beyond HTML. Everything works, with less comfort, when this script
   does not run. */

/** Wide tables and code can be scrolled with the keyboard. */
function setUpScrolling() {
  const check = () => {
    for (const part of all('.dj-table-scroll, .dj-content :is(pre, div.math, div.graphviz)')) {
      if (part.scrollWidth > part.clientWidth + 1) part.tabIndex = 0;
      else part.removeAttribute('tabindex');
    }
  };
  check();
  addEventListener('resize', check);
}

setUpMode();
setUpVersions();
setUpDrawer();
setUpMenus();
setUpContents();
setUpSidebar();
setUpTabBar();
setUpRepository();
setUpBanner();
setUpSearch();
setUpScrolling();
