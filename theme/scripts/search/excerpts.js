/* The part of a text that shows why a place was found. Texts are most of what an index has: they are
   loaded for the rows in view, once the reader has stopped typing. */

const EXCERPT_PAUSE = 150;

class Excerpts {
  constructor() {
    /** @type {Map<Element, () => void>} */
    this.coming = new Map();
    this.timer = 0;
    this.observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        this.observer.unobserve(target);
        this.coming.get(target)?.();
        this.coming.delete(target);
      }
    });
  }

  /** Forget the rows that were listed. */
  forget() {
    clearTimeout(this.timer);
    this.observer.disconnect();
    this.coming.clear();
  }

  /** Load what is in view, unless another letter comes. */
  load() {
    this.timer = setTimeout(() => {
      for (const element of this.coming.keys()) this.observer.observe(element);
    }, EXCERPT_PAUSE);
  }

  /**
   * Return the excerpt of a place, or nothing where it has no text.
   * @param {Answer} answer
   * @param {Place} found
   * @param {Sought} sought
   */
  of({ index, page }, { place, number }, sought) {
    const [, , , , , text] = place;
    if (!text) return null;
    const element = made('span', 'dj-find-excerpt');
    const bring = async () => {
      try {
        writeMarked(element, excerptOf((await index.place(page, number))[5], sought), sought);
      } catch {
        // The row says where it leads without it.
      }
      element.classList.remove('dj-find-coming');
    };
    element.classList.add('dj-find-coming');
    if (index.isThere(page, place)) bring();
    else this.coming.set(element, bring);
    return element;
  }
}
