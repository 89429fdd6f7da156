/* The files of an index are scripts, which pages may load that were opened as files, too. Each calls
   one function, and tells it which edition it is of; the first file has those of the others. */

/** @type {WeakMap<Element, (edition: string, data: any) => void>} */
const awaited = new WeakMap();

window.docsjsonSearch = (edition, data) => {
  const script = document.currentScript;
  if (script) awaited.get(script)?.(edition, data);
};

/** Files of two editions do not fit together: the site was written anew in between. */
class OtherEdition extends Error {}

/** The index is that of another release of this project, or of something else. */
class OtherFormat extends Error {}

const LONGEST_WAIT = 5000;

/**
 * Return nothing for what fails, or does not come: another site is no reason to answer nothing.
 * @template T
 * @param {Promise<T>} awaited
 * @returns {Promise<T | null>}
 */
function orNothing(awaited) {
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT, null));
  return Promise.race([awaited, late]).catch(() => null);
}

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
    // A file that is gone was one of another edition.
    script.onerror = () => reject(wanted ? new OtherEdition(wanted) : new Error(address));
    script.onload = () => {
      script.remove();
      reject(new Error(address));
    };
    document.head.append(script);
  });
}

/**
 * Return the edition of a file, of four characters; the files of a group of pages have one.
 * @param {string} name
 * @param {FirstFile} first
 */
function markOf(name, { groups, marks }) {
  const [kind = '', number = ''] = [name[0], name.slice(1).split('-')[0]];
  const at = 4 * (kind === 'p' ? groups.indexOf(number) : Number.parseInt(number, 10) || 0);
  return (marks[kind] ?? '').slice(at, at + 4);
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
  if (first.data?.format !== FORMAT) throw new OtherFormat(folder);
  const load = async (/** @type {string} */ name) => {
    const mark = markOf(name, first.data);
    return (await loadFile(address(name, mark), mark)).data;
  };
  return new Index(load, first.data);
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
      if (this.isOther(folder)) opened = orNothing(opened);
      opened.catch(() => this.opened.delete(folder));
      this.opened.set(folder, opened);
    }
    return opened;
  }

  /** @param {string} folder */
  isOther(folder) {
    return folder !== this.sites[0]?.folder;
  }

  /**
   * Answer a query by one site; that of another site may have no answer.
   * @template T
   * @param {string} folder
   * @param {(index: Index) => Promise<T>} ask
   */
  ask(folder, ask) {
    const asked = this.askAgain(folder, ask);
    return this.isOther(folder) ? orNothing(asked) : asked;
  }

  /**
   * Answer a query by one site, again where the site was written anew since its index was loaded.
   * @template T
   * @param {string} folder
   * @param {(index: Index) => Promise<T>} ask
   */
  async askAgain(folder, ask) {
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
