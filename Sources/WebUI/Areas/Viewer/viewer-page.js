// One page of a document, drawn while it is near what is seen, with its text over it where that can be selected.

import { make } from "../Base/dom.js";

/** More pixels than this no canvas has: telephones run out of memory. */
const mostPixels = 16_000_000;

/** @typedef {HTMLDivElement & { view?: PageView }} PageElement A page's element, which knows its view. */

export class PageView {
  #pdf;
  #size;
  #width = 0;
  #hasText;
  #shown = false;
  /** @type {PDFJS.RenderTask | undefined} */
  #drawing;
  /** @type {import("./viewer-search.js").Match | null} */
  #match = null;
  /** @type {HTMLElement[]} The pieces of text that lie over the page. */
  #items = [];
  /** @type {HTMLElement[]} What lies over it and stays. */
  #kept = [];

  /**
   * @param {import("./pdf-library.js").OpenPDF} pdf
   * @param {number} number
   * @param {{ width: number, height: number, label: string, hasText?: boolean }} options Width and height in points, until they are known.
   */
  constructor(pdf, number, { width, height, label, hasText = false }) {
    this.#pdf = pdf;
    this.number = number;
    this.#size = { width, height };
    this.#hasText = hasText;
    /** @type {PageElement} */
    this.element = make("div", { class: "viewer-page", "data-number": number, role: hasText ? "region" : "presentation", "aria-label": hasText ? label : null });
    this.element.view = this;
  }

  /**
   * Gives the page another width; what was drawn is drawn anew.
   *
   * @param {number} width
   */
  resize(width) {
    if (width === this.#width) return;
    this.#width = width;
    this.#fit();
    if (this.#shown) this.#draw();
  }

  #fit() {
    this.element.style.width = `${this.#width}px`;
    this.element.style.height = `${(this.#width * this.#size.height) / this.#size.width}px`;
  }

  /**
   * Draws the page, or forgets what was drawn.
   *
   * @param {boolean} isShown
   */
  show(isShown) {
    if (isShown === this.#shown) return;
    this.#shown = isShown;
    if (isShown) this.#draw();
    else this.#clear();
  }

  #clear() {
    this.#drawing?.cancel();
    this.#drawing = undefined;
    this.#items = [];
    this.element.replaceChildren(...this.#kept);
  }

  /**
   * Lays an element over the page, which stays when the page is drawn anew.
   *
   * @param {HTMLElement} element
   */
  keep(element) {
    this.#kept.push(element);
    this.element.append(element);
  }

  /**
   * Takes such an element away.
   *
   * @param {HTMLElement} element
   */
  release(element) {
    this.#kept = this.#kept.filter((other) => other !== element);
    element.remove();
  }

  /**
   * Takes the size of a page that is not drawn yet.
   *
   * @param {{ width: number, height: number }} size
   */
  sized({ width, height }) {
    if (this.element.dataset.drawn !== undefined) return;
    this.#size = { width, height };
    this.#fit();
  }

  /**
   * What is printed on the page, piece by piece, in points from its lower left.
   *
   * @returns {Promise<import("./field-label.js").Words[]>}
   */
  async words() {
    const page = await this.#pdf.getPage(this.number);
    const viewport = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    return items.filter(({ str }) => str.trim()).map(({ str, transform, width, height }) => {
      const [x, y] = viewport.convertToViewportPoint(transform[4], transform[5]);
      return { text: str, left: x, right: x + width, bottom: viewport.height - y, top: viewport.height - y + (height || 10) };
    });
  }

  /** Width and height in points, as shown. */
  get size() { return this.#size; }

  /** Settles once the page is drawn, or cannot be. */
  get drawn() {
    if (this.element.dataset.drawn !== undefined) return Promise.resolve();
    return new Promise((resolve) => {
      for (const kind of ["drawn", "undrawn"]) this.element.addEventListener(kind, resolve, { once: true });
    });
  }

  /** Draws the page; what cannot be drawn stays empty, and the element says `undrawn`. */
  async #draw() {
    try {
      await this.#render();
    } catch (error) {
      const isCancelled = error instanceof Error && error.name === "RenderingCancelledException";
      if (!isCancelled && this.#shown) this.element.dispatchEvent(new Event("undrawn", { bubbles: true }));
    }
  }

  async #render() {
    this.#drawing?.cancel();
    const page = await this.#pdf.getPage(this.number);
    if (!this.#shown) return;
    const { width, height } = page.getViewport({ scale: 1 });
    this.#size = { width, height };
    this.#fit();
    const scale = this.#width / width;
    const viewport = page.getViewport({ scale });
    const fine = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (viewport.width * viewport.height)));
    const canvas = make("canvas", { width: Math.ceil(viewport.width * fine), height: Math.ceil(viewport.height * fine), "aria-hidden": "true" });
    const drawing = page.render({ canvasContext: canvas.getContext("2d"), viewport, transform: [fine, 0, 0, fine, 0, 0] });
    this.#drawing = drawing;
    await drawing.promise;
    if (this.#drawing !== drawing) return;
    this.element.replaceChildren(canvas, ...this.#kept);
    if (this.#hasText) await this.#layText(page, viewport, drawing);
    this.element.dataset.drawn = "";
    this.element.dispatchEvent(new Event("drawn"));
  }

  /**
   * @param {PDFJS.Page} page
   * @param {PDFJS.Viewport} viewport
   * @param {PDFJS.RenderTask} drawing
   */
  async #layText(page, viewport, drawing) {
    const container = make("div", { class: "viewer-text" });
    /** @type {HTMLElement[]} */
    const items = [];
    await this.#pdf.renderText({ textContent: await page.getTextContent(), container, viewport, textDivs: items });
    if (this.#drawing !== drawing) return;
    this.element.querySelector("canvas").after(container);
    this.#items = items;
    this.mark(this.#match);
  }

  /**
   * Marks the pieces of text of a match, or none.
   *
   * @param {import("./viewer-search.js").Match | null} match
   */
  mark(match) {
    this.#match = match;
    this.#items.forEach((item, index) => item.classList.toggle("found", match !== null && index >= match.from && index <= match.to));
    if (match && this.#items.length > 0) this.#items[match.from].scrollIntoView({ block: "center" });
  }

  /** Brings the page into view; what is marked follows once it is drawn. */
  reveal() {
    if (this.#items.length === 0) this.element.scrollIntoView({ block: "start" });
  }
}
