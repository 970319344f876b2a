// The pages of a document in the viewer, and their small pictures beside them: drawn where they are seen, as large as is wanted, and searched.

import { make, pressed } from "../Base/dom.js";
import { language, text } from "../Base/text.js";
import { watchPinch } from "./viewer-pinch.js";
import { PageView } from "./viewer-page.js";
import { DocumentSearch } from "./viewer-search.js";

const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
const [smallest, largest] = [steps[0], steps[steps.length - 1]];
const margin = 16;
/** How wide the viewer is where pages and their small pictures stand side by side. */
const wide = 900;

export class ViewerPages {
  /** @type {PageView[]} The pages, in order. */
  views = [];
  /** The number of the page that is seen. */
  number = 1;
  /** @type {{ view: PageView, button: HTMLButtonElement }[]} */
  #thumbs = [];
  #zoom = 1;
  #viewer;
  #at;
  #scroller;
  #near;
  #nearThumbs;
  #ended;

  /**
   * @param {HTMLElement} viewer
   * @param {AbortSignal} ended Ends what listens to the window.
   */
  constructor(viewer, ended) {
    this.#viewer = viewer;
    this.#at = (/** @type {string} */ name) => viewer.querySelector(`[data-${name}]`);
    this.#scroller = viewer.querySelector(".viewer-pages");
    this.#near = new IntersectionObserver((entries) => this.#draw(entries), { root: this.#scroller, rootMargin: "100% 0px" });
    this.#nearThumbs = new IntersectionObserver((entries) => this.#draw(entries), { root: this.#at("thumbs"), rootMargin: "50% 0px" });
    this.#ended = ended;
    ended.addEventListener("abort", () => {
      this.#near.disconnect();
      this.#nearThumbs.disconnect();
    });
  }

  /**
   * Shows the pages of a document.
   *
   * @param {import("./pdf-library.js").OpenPDF} pdf
   */
  async show(pdf) {
    const first = await pdf.getPage(1);
    const { width, height } = first.getViewport({ scale: 1 });
    for (let number = 1; number <= pdf.numPages; number++) {
      const label = text("viewer.page", { number });
      const page = new PageView(pdf, number, { width, height, label, hasText: true });
      const thumb = new PageView(pdf, number, { width, height, label });
      const button = make("button", { type: "button", class: "viewer-thumb", "aria-label": label, click: () => this.#go(number) },
        thumb.element, make("span", {}, number.toLocaleString(language)));
      this.views.push(page);
      this.#thumbs.push({ view: thumb, button });
      this.#at("pages").append(page.element);
      this.#at("thumbs").append(button);
    }
    this.#at("opening")?.remove();
    this.#listen(new DocumentSearch(pdf, this.#viewer.querySelector("form[data-search]"), (match) => this.#mark(match)));
    this.#at("tools").hidden = false;
    this.#toggleThumbs(this.#isWide && this.views.length > 1);
    this.#layout();
    for (const { element } of this.views) this.#near.observe(element);
    for (const { view } of this.#thumbs) this.#nearThumbs.observe(view.element);
    this.#follow();
  }

  /** @param {DocumentSearch} search */
  #listen(search) {
    this.#viewer.addEventListener("click", (event) => {
      const target = pressed(event);
      if (!target) return;
      /** @type {HTMLElement | null} */
      const zoom = target.closest("[data-zoom]");
      if (zoom) this.#resize(Number(zoom.dataset.zoom));
      if (target.closest("[data-toggle-thumbs]")) this.#toggleThumbs(this.#at("thumbs").hidden);
      if (target.closest("[data-open-search]")) search.open();
    });
    addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const zoom = { "+": 1, "=": 1, "-": -1 }[event.key];
      if (!zoom && event.key !== "f") return;
      event.preventDefault();
      if (zoom) this.#resize(zoom);
      else search.open();
    }, { signal: this.#ended });
    watchPinch(this.#scroller, this.#at("pages"), (factor, x, y) => this.#zoomAt(factor, x, y));
    this.#scroller.addEventListener("scroll", () => this.#follow(), { passive: true });
    new ResizeObserver(() => this.#layout()).observe(this.#scroller);
  }

  /** As wide as there is room at zoom 1, and at the same place of the same page as before. */
  #layout() {
    const room = this.#scroller.clientWidth - 2 * margin;
    if (room <= 0) return;
    const before = this.#scroller.scrollTop / Math.max(1, this.#scroller.scrollHeight);
    for (const page of this.views) page.resize(Math.min(room, 900) * this.#zoom);
    for (const { view } of this.#thumbs) view.resize(96);
    this.#scroller.scrollTop = before * this.#scroller.scrollHeight;
    this.#at("scale").textContent = this.#zoom.toLocaleString(language, { style: "percent" });
    for (const button of this.#viewer.querySelectorAll("button[data-zoom]"))
      button.disabled = button.dataset.zoom === "1" ? this.#zoom >= largest : this.#zoom <= smallest;
  }

  /** @param {number} direction */
  #resize(direction) {
    const next = direction > 0 ? steps.find((step) => step > this.#zoom) : steps.findLast((step) => step < this.#zoom);
    if (!next) return;
    this.#zoom = next;
    this.#layout();
  }

  /**
   * Zooms by a factor, and keeps what lies under a point of the window there; pages are drawn anew.
   *
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   */
  #zoomAt(factor, x, y) {
    const zoom = Math.min(Math.max(this.#zoom * factor, smallest), largest);
    const view = this.views.find(({ element }) => element.getBoundingClientRect().bottom > y) ?? this.views[this.views.length - 1];
    const before = view.element.getBoundingClientRect();
    const [right, down] = [(x - before.left) / before.width, (y - before.top) / before.height];
    this.#zoom = zoom;
    this.#layout();
    const after = view.element.getBoundingClientRect();
    this.#scroller.scrollLeft += after.left + right * after.width - x;
    this.#scroller.scrollTop += after.top + down * after.height - y;
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #draw(entries) {
    for (const { target, isIntersecting } of entries) /** @type {import("./viewer-page.js").PageElement} */ (target).view?.show(isIntersecting);
  }

  get #isWide() { return this.#viewer.clientWidth >= wide; }

  /** @param {number} number */
  #go(number) {
    if (!this.#isWide) this.#toggleThumbs(false);
    this.views[number - 1].element.scrollIntoView({ block: "start" });
  }

  /** @param {boolean} isShown */
  #toggleThumbs(isShown) {
    this.#at("thumbs").hidden = !isShown;
    this.#at("toggle-thumbs").setAttribute("aria-expanded", String(isShown));
  }

  /** Says which page is seen: the one at a third of the height. */
  #follow() {
    const line = this.#scroller.getBoundingClientRect().top + this.#scroller.clientHeight / 3;
    const found = this.views.findIndex(({ element }) => element.getBoundingClientRect().bottom > line);
    const number = found < 0 ? this.views.length : found + 1;
    this.number = number;
    this.#at("page").textContent = text("viewer.of", { number, count: this.views.length });
    this.#thumbs.forEach(({ button }, index) => (index + 1 === number ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current")));
  }

  /** @param {import("./viewer-search.js").Match | null} match */
  #mark(match) {
    for (const page of this.views) page.mark(match?.page === page.number ? match : null);
    if (match) this.views[match.page - 1].reveal();
  }
}
