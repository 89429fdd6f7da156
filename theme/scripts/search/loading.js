/* The files of an index are scripts, which pages may load that were opened as files, too. Each calls
   one function, and tells it which edition of the index it belongs to. */

/** @type {WeakMap<Element, (edition: string, data: unknown) => void>} */
const awaited = new WeakMap();

window.docsjsonSearch = (edition, _kind, _number, data) => {
  const script = document.currentScript;
  if (script) awaited.get(script)?.(edition, data);
};

/** Files of two editions do not fit together: the site was written anew in between. */
class OtherEdition extends Error {}

/**
 * @param {string} address
 * @param {string} wanted the edition, or nothing where any will do
 * @returns {Promise<{edition: string, data: any}>}
 */
function loadFile(address, wanted) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    awaited.set(script, (edition, data) => {
      if (wanted && edition !== wanted) reject(new OtherEdition(edition));
      else resolve({ edition, data });
    });
    script.onerror = () => reject(new Error(address));
    script.onload = () => {
      script.remove();
      reject(new Error(address));
    };
    document.head.append(script);
  });
}

/**
 * Load what an index begins with.
 * @param {string} folder the address of the site that has the index
 * @param {string} [edition] what is known to be there, in place of what the browser has kept
 */
async function openIndex(folder, edition = '') {
  const address = (/** @type {string} */ name, /** @type {string} */ mark) => (
    `${folder}_static/search/${name}.js${mark && `?v=${mark}`}`
  );
  const first = await loadFile(address('index', edition), '');
  return new Index(
    async (name) => (await loadFile(address(name, first.edition), first.edition)).data,
    first.data,
  );
}

/** The indexes that are searched: that of this site, and those of others beside it. */
class Indexes {
  constructor() {
    const here = new URL(document.documentElement.dataset.content_root ?? './', location.href).href;
    this.sites = [{ label: given.site, folder: here }];
    for (const { label, path } of given.sites) {
      const folder = new URL(path.endsWith('/') ? path : `${path}/`, here).href;
      if (!this.sites.some((site) => site.folder === folder)) this.sites.push({ label, folder });
    }
    /** @type {Map<string, Promise<Index | null>>} */
    this.opened = new Map();
  }

  /**
   * Return the index of a site; that of another site may be missing.
   * @param {string} folder
   * @param {string} [edition]
   */
  open(folder, edition) {
    let opened = edition ? undefined : this.opened.get(folder);
    if (!opened) {
      opened = openIndex(folder, edition);
      if (folder !== this.sites[0]?.folder) opened = opened.catch(() => null);
      opened.catch(() => this.opened.delete(folder));
      this.opened.set(folder, opened);
    }
    return opened;
  }

  /**
   * Answer a query by one site, again where the site was written anew since its index was loaded.
   * @template T
   * @param {string} folder
   * @param {(index: Index) => Promise<T>} ask
   */
  async ask(folder, ask) {
    const index = await this.open(folder);
    if (!index) return null;
    try {
      return await ask(index);
    } catch (error) {
      if (!(error instanceof OtherEdition)) throw error;
      const other = await this.open(folder, error.message);
      return other && ask(other);
    }
  }
}
