// The list of what the server keeps for a person, page by page.

import * as api from "./kept-api.js";

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
