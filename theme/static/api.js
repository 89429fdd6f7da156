/* The copy button of the endpoint line, and fields that open when their anchor is in the URL. */
(function () {
  'use strict';

  document.querySelectorAll('.dj-endpoint-copy').forEach(function (button) {
    if (!navigator.clipboard) return;
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener('click', function () {
      navigator.clipboard.writeText(button.dataset.copyText).then(function () {
        button.textContent = button.dataset.copied;
        setTimeout(function () { button.textContent = label; }, 1500);
      }, function () {});
    });
  });

  function openAround() {
    let target = null;
    try {
      target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch (error) {
      return;
    }
    if (!target || !target.closest('.dj-fields')) return;
    if (target.tagName === 'DETAILS') target.open = true;
    for (let node = target.parentElement; node; node = node.parentElement) {
      if (node.tagName === 'DETAILS') node.open = true;
    }
    target.scrollIntoView();
  }

  window.addEventListener('hashchange', openAround);
  openAround();

  const closed = [];
  window.addEventListener('beforeprint', function () {
    document.querySelectorAll('.dj-fields details:not([open])').forEach(function (node) {
      closed.push(node);
      node.open = true;
    });
  });
  window.addEventListener('afterprint', function () {
    closed.splice(0).forEach(function (node) { node.open = false; });
  });
})();
