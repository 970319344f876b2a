// The list of what the server keeps for a person, page by page.

/** The most pages that there are: a person keeps no more files than these hold, though others may let them into more. */
const mostPages = 10;

export class ServerFiles {
  /** @type {Wire.File[]} What was loaded, newest first. */
  items = [];
  /** Whether the server was asked, with whatever answer. */
  isAsked = false;
  #list;
  /** @type {string | undefined} */
  #next;
  #pages = 1;
  #isLoaded = false;

  /** @param {(after?: string) => Promise<Wire.Page<Wire.File>>} list Gives a page, newest first. */
  constructor(list) {
    this.#list = list;
  }

  /** Whether there are more. */
  get hasMore() { return this.#next !== undefined; }

  /** Whether these are all. */
  get isWhole() { return this.#isLoaded && !this.hasMore; }

  /**
   * Puts a file that has just arrived at the top.
   *
   * @param {Wire.File} file
   */
  put(file) {
    this.items = [file, ...this.items.filter(({ id }) => id !== file.id)];
  }

  /**
   * Loads the pages that are missing, one after another; `isWanted` says whether they still are.
   *
   * @param {() => boolean} isWanted
   */
  async loadRest(isWanted) {
    while (this.hasMore && this.#pages < mostPages && isWanted()) {
      const after = this.#next;
      const answer = await this.#list(after);
      // Another load was faster.
      if (after !== this.#next) continue;
      const known = new Set(this.items.map(({ id }) => id));
      this.items = [...this.items, ...answer.items.filter(({ id }) => !known.has(id))];
      this.#next = answer.next;
      this.#pages += 1;
    }
  }

  /**
   * Loads what was loaded before, as it is now, and one page more where that is wanted.
   *
   * @param {boolean} [isMore]
   */
  async load(isMore = false) {
    const pages = this.#pages + (isMore && this.hasMore ? 1 : 0);
    try {
      /** @type {Map<string, Wire.File>} */
      const found = new Map();
      /** @type {string | undefined} */
      let next;
      for (let page = 0; page < pages && (page === 0 || next); page++) {
        const answer = await this.#list(next);
        next = answer.next;
        // What was changed between two pages stands on both.
        for (const file of answer.items) if (!found.has(file.id)) found.set(file.id, file);
      }
      this.items = [...found.values()];
      this.#next = next;
      this.#pages = pages;
      this.#isLoaded = true;
    } finally {
      this.isAsked = true;
    }
  }
}
