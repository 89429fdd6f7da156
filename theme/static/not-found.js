/* Opened from the output folder, the page for unknown addresses links relatively. */
(function () {
  'use strict';

  if (window.location.protocol !== 'file:') { return; }
  document.querySelectorAll('[data-relative]').forEach(function (element) {
    element.setAttribute(element.tagName === 'FORM' ? 'action' : 'href', element.dataset.relative);
  });
})();
