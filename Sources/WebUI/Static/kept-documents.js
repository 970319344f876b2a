// The list of what the server keeps for a person, page by page.

import * as api from "./kept-api.js";

/** The most pages that there are: nobody keeps more documents than they hold, though others may let them into more. */
const mostPages = 10;

export class KeptDocuments {
  /** What was loaded, newest first. */
  items = [];
  /** Whether the server was asked, with whatever answer. */
  isAsked = false;
  #next;
  #pages = 1;
  #isLoaded = false;

  /** Whether there are more. */
  get hasMore() { return this.#next !== undefined; }

  /** Whether these are all. */
  get isWhole() { return this.#isLoaded && !this.hasMore; }

  /** Puts a document that has just arrived at the top. */
  put(document) {
    this.items = [document, ...this.items.filter(({ id }) => id !== document.id)];
  }

  /** Loads the pages that are missing, some of them after another; `isWanted` says whether they still are. */
  async loadRest(isWanted) {
    while (this.hasMore && this.#pages < mostPages && isWanted()) {
      const after = this.#next;
      const answer = await api.list(after);
      // Another load was faster.
      if (after !== this.#next) continue;
      const known = new Set(this.items.map(({ id }) => id));
      [this.items, this.#next, this.#pages] = [[...this.items, ...answer.items.filter(({ id }) => !known.has(id))], answer.next, this.#pages + 1];
    }
  }

  /** Loads what was loaded before, as it is now, and one page more where that is wanted. */
  async load(isMore) {
    const pages = this.#pages + (isMore && this.hasMore ? 1 : 0);
    try {
      const found = new Map();
      let next;
      for (let page = 0; page < pages && (page === 0 || next); page++) {
        const answer = await api.list(next);
        next = answer.next;
        // What was changed between two pages stands on both.
        for (const document of answer.items) if (!found.has(document.id)) found.set(document.id, document);
      }
      [this.items, this.#next, this.#pages, this.#isLoaded] = [[...found.values()], next, pages, true];
    } finally {
      this.isAsked = true;
    }
  }
}
