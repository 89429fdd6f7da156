/* What page components do beyond HTML: tabs, code groups, copying, zoom, tooltips, anchors in
   closed parts. Everything can be read without it. The words come from the script element. */
(function () {
  'use strict';

  var words = document.currentScript ? document.currentScript.dataset : {};
  var STORE = 'dj-choices';
  var untilFound = 'onbeforematch' in document.documentElement;

  function all(selector, root) {
    return Array.prototype.slice.call((root || document).querySelectorAll(selector));
  }

  function make(tag, className, attributes) {
    var node = document.createElement(tag);
    if (className) node.className = className;
    Object.keys(attributes || {}).forEach(function (name) {
      node.setAttribute(name, attributes[name]);
    });
    return node;
  }

  function svg(paths) {
    return '<svg class="dj-icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" ' +
      'stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" ' +
      'focusable="false">' + paths + '</svg>';
  }

  var COPY = svg('<rect width="14" height="14" x="8" y="8" rx="2"/><path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"/>');
  var DONE = svg('<path d="M20 6 9 17l-5-5"/>');
  var CLOSE = svg('<path d="M18 6 6 18M6 6l12 12"/>');

  /* Choices: the titles that the reader chose last, the latest first, kept for every page. */

  function choices() {
    try {
      var kept = JSON.parse(localStorage.getItem(STORE) || '[]');
      return Array.isArray(kept) ? kept : [];
    } catch (error) {
      return [];
    }
  }

  function remember(title) {
    var kept = choices().filter(function (other) { return other !== title; });
    kept.unshift(title);
    try {
      localStorage.setItem(STORE, JSON.stringify(kept.slice(0, 20)));
    } catch (error) { /* Storage is refused: the choice holds for this page. */ }
  }

  function latest(titles) {
    return choices().filter(function (title) { return titles.indexOf(title) >= 0; })[0];
  }

  /* Tabs and code groups */

  var sets = [];

  function hide(panel, hidden) {
    if (!hidden) panel.removeAttribute('hidden');
    else panel.setAttribute('hidden', untilFound ? 'until-found' : '');
  }

  function select(set, index) {
    set.tabs.forEach(function (tab, number) {
      var on = number === index;
      tab.setAttribute('aria-selected', on ? 'true' : 'false');
      tab.tabIndex = on ? 0 : -1;
      set.panels[number].classList.toggle('dj-panel-active', on);
      hide(set.panels[number], !on);
    });
    set.index = index;
  }

  function titles(set) {
    return set.tabs.map(function (tab) { return tab.dataset.title; });
  }

  function choose(set, index) {
    var tab = set.tabs[index];
    var before = tab.getBoundingClientRect().top;
    select(set, index);
    if (set.sync) {
      remember(tab.dataset.title);
      sets.forEach(function (other) {
        var same = other.sync ? titles(other).indexOf(tab.dataset.title) : -1;
        if (other !== set && same >= 0) select(other, same);
      });
    }
    /* Sets above may have grown or shrunk: what the reader touched stays where it is. */
    window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
    reveal(tab);
  }

  function reveal(tab) {
    var list = tab.parentNode;
    var left = tab.offsetLeft - list.offsetLeft;
    if (left < list.scrollLeft) list.scrollLeft = left - 16;
    else if (left + tab.offsetWidth > list.scrollLeft + list.clientWidth) {
      list.scrollLeft = left + tab.offsetWidth - list.clientWidth + 16;
    }
  }

  function onKey(set, event) {
    var last = set.tabs.length - 1;
    var back = getComputedStyle(set.root).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    var forth = back === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    var moves = { Home: 0, End: last };
    moves[back] = set.index === 0 ? last : set.index - 1;
    moves[forth] = set.index === last ? 0 : set.index + 1;
    if (!(event.key in moves) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(set, moves[event.key]);
    set.tabs[set.index].focus({ preventScroll: true });
  }

  function setUpTabs(root) {
    var list = root.querySelector('[role="tablist"]');
    var tabs = all('[role="tab"]', list);
    var set = {
      root: root,
      sync: root.dataset.sync === 'true',
      tabs: tabs,
      panels: tabs.map(function (tab) { return document.getElementById(tab.getAttribute('aria-controls')); }),
      index: 0
    };
    if (!tabs.length || set.panels.indexOf(null) >= 0) return;
    set.panels.forEach(function (panel, number) {
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', tabs[number].id);
      if (root.classList.contains("dj-tabset")) panel.tabIndex = 0;
      panel.addEventListener('beforematch', function () { select(set, number); });
      tabs[number].addEventListener('click', function () { choose(set, number); });
    });
    list.addEventListener('keydown', function (event) { onKey(set, event); });
    sets.push(set);
    var kept = set.sync ? titles(set).indexOf(latest(titles(set))) : -1;
    var first = tabs.findIndex(function (tab) { return tab.getAttribute('aria-selected') === 'true'; });
    select(set, kept >= 0 ? kept : Math.max(first, 0));
    root.setAttribute('data-ready', '');
  }

  /* Views: one switch for the whole page */

  function setUpViews() {
    var views = all('.dj-view');
    var names = views.map(function (view) { return view.dataset.view; })
      .filter(function (name, index, found) { return found.indexOf(name) === index; });
    if (names.length < 2) return;
    var box = make('div', 'dj-view-switch', { role: 'group', 'aria-label': words.view || 'View' });
    function show(name) {
      all('button', box).forEach(function (button) {
        button.setAttribute('aria-pressed', button.textContent === name ? 'true' : 'false');
      });
      views.forEach(function (view) {
        hide(view, view.dataset.view !== name);
        view.setAttribute('data-ready', '');
      });
    }
    names.forEach(function (name) {
      var button = make('button', 'dj-view-choice', { type: 'button' });
      button.textContent = name;
      button.addEventListener('click', function () { remember(name); show(name); });
      box.appendChild(button);
    });
    views.forEach(function (view) {
      view.addEventListener('beforematch', function () { show(view.dataset.view); });
    });
    views[0].parentNode.insertBefore(box, views[0]);
    show(latest(names) || names[0]);
  }

  /* Anchors inside closed parts */

  function open(node) {
    for (var part = node; part && part !== document.body; part = part.parentNode) {
      if (part.tagName === 'DETAILS') part.open = true;
      if (part.classList && part.classList.contains('dj-panel')) {
        sets.forEach(function (set) {
          var index = set.panels.indexOf(part);
          if (index >= 0) select(set, index);
        });
      }
    }
  }

  function openTarget() {
    var id = location.hash.slice(1);
    var target = null;
    try { target = id && document.getElementById(decodeURIComponent(id)); } catch (error) { return; }
    if (!target || !target.closest('details, .dj-panel')) return;
    open(target);
    target.scrollIntoView({ behavior: 'instant' });
  }

  function setUpAnchors() {
    window.addEventListener('hashchange', openTarget);
    document.addEventListener('click', function (event) {
      var link = event.target.closest && event.target.closest('a[href^="#"]');
      if (link && link.getAttribute('href') === location.hash) openTarget();
      var summary = event.target.closest && event.target.closest('summary');
      var details = summary && summary.parentNode;
      if (details && details.classList.contains('dj-accordion') && details.id && !details.open) {
        history.replaceState(history.state, '', '#' + encodeURIComponent(details.id));
      }
    });
    openTarget();
  }

  function setUpPrint() {
    var closed = [];
    var hidden = [];
    window.addEventListener('beforeprint', function () {
      var article = document.querySelector('article') || document;
      closed = all('details:not([open])', article);
      hidden = all('.dj-panel[hidden], .dj-view[hidden]', article);
      closed.forEach(function (details) { details.open = true; });
      hidden.forEach(function (part) { hide(part, false); });
    });
    window.addEventListener('afterprint', function () {
      closed.forEach(function (details) { details.open = false; });
      hidden.forEach(function (part) { hide(part, true); });
    });
  }

  /* Copying */

  var live;

  function say(text) {
    if (!live) {
      live = make('div', 'dj-visually-hidden', { role: 'status' });
      document.body.appendChild(live);
    }
    live.textContent = '';
    setTimeout(function () { live.textContent = text; }, 50);
  }

  function codeOf(root) {
    var pre = root.querySelector('.highlighttable td.code pre, pre').cloneNode(true);
    var drop = '.linenos, .dj-line-removed';
    if (root.closest('.highlight-console, .highlight-pycon')) drop += ', .gp, .go';
    all(drop, pre).forEach(function (node) { node.remove(); });
    // Whoever knows better what is meant, such as the playground, says so.
    var detail = { text: pre.textContent.replace(/\n+$/, '') };
    root.dispatchEvent(new CustomEvent('dj-copy', { bubbles: true, detail: detail }));
    return detail.text;
  }

  function copy(text) {
    if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
    return new Promise(function (done, failed) {
      var area = make('textarea', 'dj-visually-hidden');
      var focused = document.activeElement;
      area.value = text;
      document.body.appendChild(area);
      area.select();
      var worked = document.execCommand('copy');
      area.remove();
      if (focused) focused.focus({ preventScroll: true });
      if (worked) done();
      else failed(new Error('copy'));
    });
  }

  function copies(button, text) {
    var timer;
    button.addEventListener('click', function () {
      copy(text()).then(function () {
        button.setAttribute('data-done', '');
        say(words.copied || 'Copied');
        clearTimeout(timer);
        timer = setTimeout(function () { button.removeAttribute('data-done'); }, 1800);
      }, function () { say(words.failed || 'Copying failed'); });
    });
  }

  function copyButton(className, text) {
    var label = words.copy || 'Copy';
    var button = make('button', className, { type: 'button', 'aria-label': label, title: label });
    button.innerHTML = '<span class="dj-copy-idle">' + COPY + '</span><span class="dj-copy-done">' + DONE + '</span>';
    copies(button, text);
    return button;
  }

  function setUpCopying() {
    all('.dj-prompt-copy').forEach(function (button) {
      copies(button, function () { return button.dataset.copy; });
    });
    if (document.querySelector('script[src*="copybutton"]')) return;
    all('.dj-code-group').forEach(function (group) {
      var bar = group.querySelector('.dj-tabbar');
      if (!bar) return;
      bar.appendChild(copyButton('dj-copy-bar', function () {
        return codeOf(group.querySelector('.dj-panel-active .highlight'));
      }));
    });
    all('div.highlight').forEach(function (block) {
      if (!block.querySelector('pre') || block.closest('.dj-code-nocopy, .dj-code-group[data-tabs], .dj-no-copy')) return;
      var frame = block.closest('.dj-code-block');
      var header = frame && frame.querySelector('.dj-code-header');
      var code = function () { return codeOf(block); };
      if (header) header.appendChild(copyButton('dj-copy-bar', code));
      else block.appendChild(copyButton('dj-copy', code));
    });
  }

  function setUpExpanding() {
    all('.dj-code-expandable').forEach(function (block) {
      if (block.scrollHeight <= 360) return;
      var button = make('button', 'dj-code-more', { type: 'button', 'aria-expanded': 'false' });
      button.textContent = block.dataset.more;
      block.setAttribute('data-closed', '');
      button.addEventListener('click', function () {
        var closed = block.toggleAttribute('data-closed');
        button.setAttribute('aria-expanded', closed ? 'false' : 'true');
        button.textContent = closed ? block.dataset.more : block.dataset.less;
        if (closed) block.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      });
      block.appendChild(button);
    });
  }

  /* Cards: the whole card is the link, and its text can still be selected */

  function setUpCards() {
    function follow(event) {
      var card = event.target.closest && event.target.closest('.dj-card-linked');
      var link = card && card.querySelector('a.dj-card-link');
      if (!link || event.defaultPrevented || event.target.closest('a, button, input, select, textarea, summary, video, iframe')) return;
      if (String(window.getSelection())) return;
      if (event.type === 'auxclick' && event.button !== 1) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button === 1) {
        window.open(link.href, '_blank', 'noopener');
      } else link.click();
    }
    document.addEventListener('click', follow);
    document.addEventListener('auxclick', follow);
  }

  /* Zoom */

  function setUpZoom() {
    var dialog;
    function show(image, caption) {
      if (!dialog) {
        dialog = make('dialog', 'dj-zoom-dialog');
        document.body.appendChild(dialog);
        dialog.addEventListener('click', function () { dialog.close(); });
      }
      var close = make('button', 'dj-zoom-close', { type: 'button', 'aria-label': words.close || 'Close' });
      close.innerHTML = CLOSE;
      var large = make('img', '', { src: image.currentSrc || image.src, alt: image.alt });
      dialog.setAttribute('aria-label', image.alt || words.zoom || 'Enlarge image');
      dialog.replaceChildren(close, large);
      if (caption) {
        var line = make('p', 'dj-zoom-caption');
        line.textContent = caption.textContent.trim();
        dialog.appendChild(line);
      }
      dialog.showModal();
    }
    all('.dj-figure img').forEach(function (image) {
      if (image.closest('a, button, .no-zoom, .dj-no-zoom') || image.hasAttribute('nozoom')) return;
      var label = (words.zoom || 'Enlarge image') + (image.alt ? ': ' + image.alt : '');
      var button = make('button', 'dj-zoom', { type: 'button', 'aria-label': label });
      image.parentNode.insertBefore(button, image);
      button.appendChild(image);
      button.addEventListener('click', function () {
        show(image, image.closest('.dj-figure').querySelector('figcaption'));
      });
    });
  }

  /* Tooltips: Escape closes them, and they stay inside the window */

  function setUpTooltips() {
    all('.dj-tooltip').forEach(function (root) {
      var tip = root.querySelector('[role="tooltip"]');
      function place() {
        root.removeAttribute('data-dismissed');
        tip.style.setProperty('--dj-shift', '0px');
        var box = tip.getBoundingClientRect();
        var shift = Math.max(8 - box.left, 0) - Math.max(box.right - document.documentElement.clientWidth + 8, 0);
        tip.style.setProperty('--dj-shift', shift + 'px');
        root.toggleAttribute('data-below', root.getBoundingClientRect().top - box.height < 72);
      }
      root.addEventListener('mouseenter', place);
      root.addEventListener('focusin', place);
      root.addEventListener('keydown', function (event) {
        if (event.key === 'Escape') root.setAttribute('data-dismissed', '');
      });
    });
    document.addEventListener('keydown', function (event) {
      if (event.key !== 'Escape') return;
      all('.dj-tooltip:hover').forEach(function (root) { root.setAttribute('data-dismissed', ''); });
    });
  }

  function start() {
    all('[data-tabs]').forEach(setUpTabs);
    setUpViews();
    setUpAnchors();
    setUpPrint();
    setUpCopying();
    setUpExpanding();
    setUpCards();
    setUpZoom();
    setUpTooltips();
  }

  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
})();
