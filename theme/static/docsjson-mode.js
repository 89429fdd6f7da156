/* Sets the colour mode before the first paint; blocking on purpose, and so as short as can be. */
(function () {
  'use strict';
  var root = document.documentElement;
  root.setAttribute('data-js', '');
  if (root.hasAttribute('data-mode-forced')) return;
  try {
    var choice = localStorage.getItem('dj-mode');
    if (choice === 'light' || choice === 'dark') root.setAttribute('data-mode', choice);
    else if (choice === 'system') root.removeAttribute('data-mode');
  } catch (error) { /* no storage: the first mode stands */ }
})();
