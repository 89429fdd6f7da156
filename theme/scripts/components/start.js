/* What page components do beyond HTML. Everything can be read without it. */

/** What components that a script draws later need as well. */
function setUpNew() {
  all('[data-tabs]').forEach(setUpTabs);
  setUpCopying();
  setUpExpanding();
  setUpZoom();
  fresh('.dj-tooltip').forEach(setUpTooltip);
}

function start() {
  setUpNew();
  setUpMedia();
  setUpViews();
  setUpAnchors();
  setUpPrint();
  setUpCards();
  setUpImageActions();
  setUpTooltips();
  setUpUpdates();
  document.addEventListener('dj-drawn', setUpNew);
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();
