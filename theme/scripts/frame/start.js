/* What the frame of a page does beyond HTML. Everything works, with less comfort, when this script
   does not run. */

setUpMode();
setUpVersions();
setUpDrawer();
setUpMenus();
setUpHeader();
setUpHeadingLinks();
setUpPrefetch();
setUpReading();
setUpContents();
setUpSidebar();
setUpTabBar();
setUpBanner();
setUpSearch();
setUpEdges();
