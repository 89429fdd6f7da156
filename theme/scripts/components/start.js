/* What page components do beyond HTML. Everything can be read without it. */

function start() {
  all('[data-tabs]').forEach(setUpTabs);
  setUpMedia();
  setUpViews();
  setUpAnchors();
  setUpPrint();
  setUpCopying();
  setUpExpanding();
  setUpCards();
  setUpZoom();
  setUpImageActions();
  setUpTooltips();
  setUpUpdates();
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();
