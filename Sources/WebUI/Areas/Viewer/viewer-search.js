// Search in the text of a document: page after page, as far as they are needed for the count.

import { text } from "../Base/text.js";

/** Letters without case and accents, one for one, so that places in the text stay what they are. */
const plain = (string) => Array.from(string, (letter) => {
  const [bare] = letter.normalize("NFD").toLowerCase();
  return letter.length === 1 ? bare : letter;
}).join("");

export class DocumentSearch {
  #pdf;
  #form;
  #show;
  #pages;
  #matches = [];
  #current = -1;
  #query = "";

  constructor(pdf, form, show) {
    [this.#pdf, this.#form, this.#show] = [pdf, form, show];
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

  #say(words) { this.#form.querySelector("[data-found]").textContent = words; }

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

  async #search(query) {
    this.#pages ??= this.#read();
    const matches = [];
    for (const { number, words, starts } of await this.#pages) {
      const item = (place) => starts.findLastIndex((start) => start <= place);
      for (let place = words.indexOf(query); place >= 0; place = words.indexOf(query, place + query.length))
        matches.push({ page: number, from: item(place), to: item(place + query.length - 1) });
    }
    return matches;
  }

  /** The words of every page, and where each of its pieces of text begins in them. */
  async #read() {
    const pages = [];
    for (let number = 1; number <= this.#pdf.numPages; number++) {
      const page = await this.#pdf.getPage(number);
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
