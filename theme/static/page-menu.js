/* The menu of a page: copies the Markdown twin, and completes the links to assistants where the
   address of the page is known only to the browser. Without this script the menu is plain links. */
(function () {
  'use strict';

  var onTheWeb = /^https?:$/.test(window.location.protocol);

  function twinAddress(menu) {
    return new URL(menu.dataset.twin, window.location.href).href;
  }

  function say(menu, text) {
    var status = menu.querySelector('.dj-page-menu-status');
    status.textContent = text;
    window.clearTimeout(menu.djTimer);
    menu.djTimer = window.setTimeout(function () { status.textContent = ''; }, 6000);
  }

  function fetchTwin(address) {
    return window.fetch(address).then(function (response) {
      if (!response.ok) { throw new Error(response.statusText); }
      return response.text();
    });
  }

  /* The clipboard must be asked for while the click counts, so the text follows as a promise
     where browsers take one. */
  function copyTwin(address) {
    var text = fetchTwin(address);
    if (window.ClipboardItem && navigator.clipboard && navigator.clipboard.write) {
      var blob = text.then(function (value) { return new Blob([value], { type: 'text/plain' }); });
      return navigator.clipboard.write([new window.ClipboardItem({ 'text/plain': blob })])
        .catch(function () { return text.then(writeText); });
    }
    return text.then(writeText);
  }

  function writeText(value) {
    if (!navigator.clipboard) { return Promise.reject(new Error('no clipboard')); }
    return navigator.clipboard.writeText(value);
  }

  function prepareCopy(menu, button) {
    button.parentElement.hidden = false;
    button.addEventListener('click', function () {
      menu.querySelector('details').open = false;
      menu.querySelector('summary').focus();
      copyTwin(twinAddress(menu)).then(
        function () { say(menu, menu.dataset.copied); },
        function () { say(menu, menu.dataset.notCopied); }
      );
    });
  }

  function prepareAsk(menu, link) {
    link.parentElement.hidden = false;
    if (onTheWeb) {
      var question = menu.dataset.question.replace('{url}', twinAddress(menu));
      link.href += encodeURIComponent(question);
      return;
    }
    link.addEventListener('click', function (event) {
      event.preventDefault();
      say(menu, menu.dataset.notHere);
    });
  }

  function prepareClosing(details) {
    document.addEventListener('click', function (event) {
      if (details.open && !details.contains(event.target)) { details.open = false; }
    });
    details.addEventListener('keydown', function (event) {
      if (event.key === 'Escape' && details.open) {
        details.open = false;
        details.querySelector('summary').focus();
      }
    });
  }

  document.querySelectorAll('.dj-page-menu').forEach(function (menu) {
    menu.querySelectorAll('[data-copy]').forEach(prepareCopy.bind(null, menu));
    menu.querySelectorAll('[data-ask]').forEach(prepareAsk.bind(null, menu));
    prepareClosing(menu.querySelector('details'));
  });
})();
