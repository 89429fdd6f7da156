/* What is kept between pages. Storage may be forbidden, full or absent; then nothing is kept, and
   nothing fails. */

/** @param {() => Storage} storage */
function keeper(storage) {
  return {
    /** @param {string} key */
    get(key) {
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    /**
     * @param {string} key
     * @param {string} value
     */
    set(key, value) {
      try {
        storage().setItem(key, value);
      } catch {
        /* not kept */
      }
    },
  };
}

const root = document.documentElement;
const lasting = keeper(() => localStorage);
const visiting = keeper(() => sessionStorage);

/** Keep how the reader wants to see text. */
function keepReading() {
  const { text, width, wrap, focus } = root.dataset;
  lasting.set('dj-reading', JSON.stringify({ text, width, wrap, focus }));
}
