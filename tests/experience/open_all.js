/* Open what a reader opens: menus, and the form of an operation. */
() => {
  const opened = [];
  for (const menu of document.querySelectorAll('details:is(.dj-switch, .dj-menu, .dj-more, .dj-page-menu-details)')) {
    if (!menu.checkVisibility({ visibilityProperty: true })) continue;
    menu.open = true;
    opened.push(menu.className);
  }
  return opened;
}
