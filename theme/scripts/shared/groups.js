/* The groups of the sidebar that a reader opened or closed, kept for the visit. */

const GROUPS = 'dj-groups';

/**
 * Return what tells a group from others: how it begins.
 * @param {Element} group
 */
const nameOfGroup = (group) =>
  `${group.firstElementChild?.getAttribute('aria-label') ?? ''}${group.textContent}`.slice(0, 99);

/** @returns {Record<string, boolean>} */
function keptGroups() {
  try {
    return JSON.parse(sessionStorage.getItem(GROUPS) ?? '{}');
  } catch {
    return {};
  }
}
