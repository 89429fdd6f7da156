/* What the frame of a page does beyond HTML: colour mode, drawer, contents list, versions, and
   what is kept between pages. Everything works, with less comfort, when this file does not run. */
(function () {
  'use strict';

  var root = document.documentElement;

  function all(selector, scope) {
    return Array.prototype.slice.call((scope || document).querySelectorAll(selector));
  }

  /* Storage may be forbidden, full or absent; then nothing is kept, and nothing fails. */
  function keeper(name) {
    return {
      get: function (key) {
        try { return window[name].getItem(key); } catch (error) { return null; }
      },
      set: function (key, value) {
        try { window[name].setItem(key, value); } catch (error) { /* not kept */ }
      }
    };
  }
  var lasting = keeper('localStorage');
  var visiting = keeper('sessionStorage');

  /* Colour mode: system, light, dark, in turn */

  function setUpMode() {
    all('.dj-mode').forEach(function (button) {
      var choice = lasting.get('dj-mode') || root.getAttribute('data-mode') || 'system';
      function show() {
        button.setAttribute('data-choice', choice);
        button.setAttribute('aria-label', button.getAttribute('data-' + choice));
        button.title = button.getAttribute('data-' + choice);
      }
      show();
      button.addEventListener('click', function () {
        var dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
        var order = dark ? ['system', 'light', 'dark'] : ['system', 'dark', 'light'];
        choice = order[(order.indexOf(choice) + 1) % order.length];
        if (choice === 'system') root.removeAttribute('data-mode');
        else root.setAttribute('data-mode', choice);
        lasting.set('dj-mode', choice);
        show();
      });
    });
  }

  /* The drawer: the sidebar of small screens. What is not in it is inert while it is open. */

  function setUpDrawer() {
    var side = document.getElementById('dj-side');
    var opener = document.querySelector('.dj-menu-button');
    if (!side || !opener) return;
    var small = window.matchMedia('(max-width: 64rem)');
    var scrim = document.querySelector('.dj-scrim');
    var rest = all('.dj-header, .dj-main, .dj-banner, .dj-skip');

    function isOpen() { return root.hasAttribute('data-drawer'); }

    function open() {
      root.setAttribute('data-drawer', 'open');
      side.setAttribute('role', 'dialog');
      side.setAttribute('aria-modal', 'true');
      side.setAttribute('aria-label', side.getAttribute('data-label'));
      opener.setAttribute('aria-expanded', 'true');
      rest.forEach(function (part) { part.inert = true; });
      var current = side.querySelector('[aria-current="page"]');
      (side.querySelector('.dj-side-close')).focus({ preventScroll: true });
      if (current) current.scrollIntoView({ block: 'center' });
    }

    function close(focusBack) {
      if (!isOpen()) return;
      root.removeAttribute('data-drawer');
      ['role', 'aria-modal', 'aria-label'].forEach(function (name) { side.removeAttribute(name); });
      opener.setAttribute('aria-expanded', 'false');
      rest.forEach(function (part) { part.inert = false; });
      if (focusBack) opener.focus({ preventScroll: true });
    }

    function keepFocus(event) {
      var stops = all('a[href], button, summary, input, select', side).filter(function (stop) {
        return stop.offsetParent !== null;
      });
      var first = stops[0];
      var last = stops[stops.length - 1];
      if (event.shiftKey && document.activeElement === first) { event.preventDefault(); last.focus(); }
      else if (!event.shiftKey && document.activeElement === last) { event.preventDefault(); first.focus(); }
    }

    opener.setAttribute('aria-expanded', 'false');
    opener.addEventListener('click', function (event) { event.preventDefault(); open(); });
    opener.addEventListener('keydown', function (event) {
      if (event.key === ' ') { event.preventDefault(); open(); }
    });
    all('.dj-side-close, .dj-scrim').forEach(function (part) {
      part.addEventListener('click', function (event) { event.preventDefault(); close(true); });
    });
    side.querySelector('.dj-side-close').addEventListener('keydown', function (event) {
      if (event.key === ' ') { event.preventDefault(); close(true); }
    });
    document.addEventListener('keydown', function (event) {
      if (!isOpen()) return;
      if (event.key === 'Escape') close(true);
      else if (event.key === 'Tab') keepFocus(event);
    });
    side.addEventListener('click', function (event) {
      if (event.target.closest('a[href*="#"]:not(.dj-side-close)')) close(false);
    });
    small.addEventListener('change', function () { close(false); });
    if (scrim) scrim.hidden = false;
  }

  /* Menus above the sidebar close on Escape and on a click elsewhere */

  function setUpMenus() {
    document.addEventListener('click', function (event) {
      all('.dj-switch[open], .dj-menu[open]').forEach(function (menu) {
        if (!menu.contains(event.target) || event.target.closest('a')) menu.open = false;
      });
    });
    document.addEventListener('keydown', function (event) {
      if (event.key !== 'Escape') return;
      all('.dj-switch[open], .dj-menu[open]').forEach(function (menu) {
        menu.open = false;
        menu.querySelector('summary').focus();
      });
    });
  }

  /* The heading that is read is marked in the contents list */

  function setUpContents() {
    var links = all('#table-of-contents a[href^="#"]');
    if (!links.length || !('IntersectionObserver' in window)) return;
    var byId = {};
    links.forEach(function (link) {
      byId[decodeURIComponent(link.hash.slice(1))] = link;
    });
    var headings = Object.keys(byId).map(function (id) {
      return document.getElementById(id);
    }).filter(Boolean);
    if (!headings.length) return;

    function lineOf() {
      return parseFloat(getComputedStyle(root).scrollPaddingTop) + 8 || 96;
    }

    function mark() {
      var line = lineOf();
      var current = headings[0];
      headings.forEach(function (heading) {
        if (heading.getBoundingClientRect().top <= line) current = heading;
      });
      var bottom = window.innerHeight + window.scrollY >= root.scrollHeight - 2;
      if (bottom && root.scrollHeight > window.innerHeight + 4) current = headings[headings.length - 1];
      links.forEach(function (link) {
        if (link === byId[current.id]) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      });
      var link = byId[current.id];
      var list = document.getElementById('table-of-contents');
      if (link && list.scrollHeight > list.clientHeight) {
        list.scrollTop = link.offsetTop - list.clientHeight / 2;
      }
    }

    var observer = new IntersectionObserver(mark, {
      rootMargin: '-' + Math.round(lineOf()) + 'px 0px 0px 0px',
      threshold: [0, 1]
    });
    headings.forEach(function (heading) { observer.observe(heading.querySelector('h1, h2, h3, h4, h5, h6') || heading); });
    observer.observe(document.querySelector('.dj-footer') || document.body);
    mark();
  }

  /* Versions: the choice is kept, and shows what belongs to it on pages of several versions */

  function setUpVersions() {
    var scopes = all('.dj-version-scope');
    var names = scopes.map(function (scope) { return scope.getAttribute('data-version'); });

    function show(version) {
      if (names.indexOf(version) < 0) return false;
      scopes.forEach(function (scope) {
        scope.hidden = scope.getAttribute('data-version') !== version;
      });
      return true;
    }

    var kept = lasting.get('dj-version');
    if (kept) show(kept);
    all('[data-switch="version"] a').forEach(function (link) {
      link.addEventListener('click', function (event) {
        var version = link.getAttribute('data-choice');
        lasting.set('dj-version', version);
        var same = link.pathname === location.pathname && link.host === location.host;
        if (same && show(version)) {
          event.preventDefault();
          var summary = document.querySelector('.dj-version-scope:not([hidden]) [data-switch="version"] summary');
          if (summary) summary.focus();
          all('.dj-switch[open], .dj-menu[open]').forEach(function (menu) { menu.open = false; });
        }
      });
    });
  }

  /* The sidebar keeps its place from page to page, and shows the open page */

  function setUpSidebar() {
    var side = document.getElementById('dj-side');
    if (!side) return;
    var current = side.querySelector('[aria-current="page"]');
    var kept = parseInt(visiting.get('dj-sidebar') || '', 10);
    if (kept) side.scrollTop = kept;
    if (current && current.offsetParent) {
      var box = current.getBoundingClientRect();
      var frame = side.getBoundingClientRect();
      if (box.top < frame.top + 24 || box.bottom > frame.bottom - 48) {
        side.scrollTop += box.top - frame.top - frame.height / 3;
      }
    }
    window.addEventListener('pagehide', function () {
      visiting.set('dj-sidebar', String(Math.round(side.scrollTop)));
    });
    var tab = document.querySelector('.dj-tab[data-active]');
    if (tab) tab.parentNode.scrollLeft = tab.offsetLeft - tab.parentNode.clientWidth / 2 + tab.clientWidth / 2;
  }

  /* Stars and forks of a GitHub repository, asked once per visit; silent when that fails */

  function setUpRepository() {
    var links = all('.dj-repo[data-repository]');
    if (!links.length || !/^https?:$/.test(location.protocol) || !window.fetch) return;
    var name = links[0].getAttribute('data-repository');
    var key = 'dj-repository:' + name;

    function short(count) {
      return count < 1000 ? String(count) : (count / 1000).toFixed(count < 9950 ? 1 : 0).replace('.0', '') + 'k';
    }

    function show(numbers) {
      links.forEach(function (link) {
        link.querySelector('[data-count="stars"]').textContent = short(numbers.stars);
        link.querySelector('[data-count="forks"]').textContent = short(numbers.forks);
        link.querySelector('.dj-repo-counts').hidden = false;
      });
    }

    try {
      var known = JSON.parse(visiting.get(key));
      if (known) { show(known); return; }
    } catch (error) { /* asked again */ }
    fetch('https://api.github.com/repos/' + name)
      .then(function (response) { return response.ok ? response.json() : Promise.reject(response.status); })
      .then(function (data) {
        var numbers = { stars: Number(data.stargazers_count), forks: Number(data.forks_count) };
        visiting.set(key, JSON.stringify(numbers));
        show(numbers);
      })
      .catch(function () { /* the name of the repository stands alone */ });
  }

  /* A dismissed banner stays away until its text changes */

  function setUpBanner() {
    all('[data-banner]').forEach(function (banner) {
      var key = banner.getAttribute('data-banner');
      if (lasting.get('dj-banner') === key) banner.hidden = true;
      banner.querySelector('button').addEventListener('click', function () {
        banner.hidden = true;
        lasting.set('dj-banner', key);
      });
    });
  }

  /* Search: Ctrl-K and ⌘-K beside Sphinx's own "/" */

  function setUpSearch() {
    var input = document.getElementById('search-input');
    if (!input) return;
    document.addEventListener('keydown', function (event) {
      var command = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (command && !event.defaultPrevented) { event.preventDefault(); input.focus(); input.select(); }
      if (event.key === 'Escape' && document.activeElement === input) input.blur();
    });
  }

  /* Wide tables and code can be scrolled with the keyboard */

  function setUpScrolling() {
    function check() {
      all('.dj-table-scroll, .dj-content :is(pre, div.math, div.graphviz)').forEach(function (part) {
        if (part.scrollWidth > part.clientWidth + 1) part.tabIndex = 0;
        else part.removeAttribute('tabindex');
      });
    }
    check();
    window.addEventListener('resize', check);
  }

  [setUpMode, setUpVersions, setUpDrawer, setUpMenus, setUpContents, setUpSidebar,
    setUpRepository, setUpBanner, setUpSearch, setUpScrolling].forEach(function (setUp) { setUp(); });
})();
