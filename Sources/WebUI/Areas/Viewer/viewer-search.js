// Search in the text of a document: page after page, as far as they are needed for the count.

import { text } from "../Base/text.js";

/** Letters without case and accents, one for one, so that places in the text stay what they are. */
const plain = (/** @type {string} */ string) => Array.from(string, (letter) => {
  const [bare] = letter.normalize("NFD").toLowerCase();
  return letter.length === 1 ? bare : letter;
}).join("");

/**
 * Where something was found: on a page, and in which of its pieces of text.
 *
 * @typedef {{ page: number, from: number, to: number }} Match
 *
 * @typedef {{ number: number, words: string, starts: number[] }} PageText The words of a page, and where each of its pieces of text begins in them.
 */

export class DocumentSearch {
  #pdf;
  #form;
  #show;
  /** @type {Promise<PageText[]> | undefined} */
  #pages;
  /** @type {Match[]} */
  #matches = [];
  #current = -1;
  #query = "";

  /**
   * @param {PDFJS.Document} pdf
   * @param {HTMLFormElement} form
   * @param {(match: Match | null) => unknown} show
   */
  constructor(pdf, form, show) {
    this.#pdf = pdf;
    this.#form = form;
    this.#show = show;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#find(1);
    });
    form.querySelector("[data-previous]").addEventListener("click", () => this.#find(-1));
    form.querySelector("[data-close-search]").addEventListener("click", () => this.close());
    form.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  open() {
    this.#form.hidden = false;
    this.#form.querySelector("input").select();
    this.#form.querySelector("input").focus();
  }

  close() {
    this.#form.hidden = true;
    this.#query = "";
    this.#say("");
    this.#show(null);
  }

  /** @param {string} words */
  #say(words) { this.#form.querySelector("[data-found]").textContent = words; }

  /** @param {1 | -1} direction */
  async #find(direction) {
    const query = plain(this.#form.querySelector("input").value.trim());
    if (query === "") return;
    if (query !== this.#query) {
      this.#query = query;
      this.#say("…");
      const matches = await this.#search(query);
      if (this.#query !== query) return;
      [this.#matches, this.#current] = [matches, direction > 0 ? -1 : 0];
    }
    const count = this.#matches.length;
    this.#current = count === 0 ? -1 : (this.#current + direction + count) % count;
    this.#say(count === 0 ? text("viewer.none") : text("viewer.of", { number: this.#current + 1, count }));
    this.#show(this.#matches[this.#current] ?? null);
  }

  /** @param {string} query */
  async #search(query) {
    this.#pages ??= this.#read();
    /** @type {Match[]} */
    const matches = [];
    for (const { number, words, starts } of await this.#pages) {
      const item = (/** @type {number} */ place) => starts.findLastIndex((start) => start <= place);
      for (let place = words.indexOf(query); place >= 0; place = words.indexOf(query, place + query.length))
        matches.push({ page: number, from: item(place), to: item(place + query.length - 1) });
    }
    return matches;
  }

  async #read() {
    /** @type {PageText[]} */
    const pages = [];
    for (let number = 1; number <= this.#pdf.numPages; number++) {
      const page = await this.#pdf.getPage(number);
      /** @type {number[]} */
      const starts = [];
      let words = "";
      for (const { str, hasEOL } of (await page.getTextContent()).items) {
        starts.push(words.length);
        words += plain(str) + (hasEOL ? " " : "");
      }
      pages.push({ number, words, starts });
    }
    return pages;
  }
}
