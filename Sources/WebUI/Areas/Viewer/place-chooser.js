// Where a signature goes: in one of the document's fields, or anywhere on a page.

import { make, pressed } from "../Base/dom.js";
import { text } from "../Base/text.js";

/**
 * @typedef {import("./viewer-page.js").PageView} PageView
 *
 * @typedef {{ left: number, top: number, width: number, height: number }} Box In points, from the upper left corner of a page.
 *
 * @typedef {{ view: PageView, box: Box, field?: string }} Place Where a signature goes: in a field, or in a box of a page.
 *
 * @typedef {PDF.SignatureField & { page: number, rectangle: PDF.Rectangle }} SeenField A field for a signature that is seen on a page.
 *
 * @typedef {[x: number, y: number]} Point In parts of a page, from its upper left corner.
 */

/** How large a signature is at first, in points, and how much of the page's width at most. */
export const usual = { width: 170, share: 0.45, height: 60 };

/** Fewer pixels than this between down and up are a tap. */
const still = 8;

/**
 * Where on the page an event is.
 *
 * @param {PageView} view
 * @param {PointerEvent} event
 * @returns {Point}
 */
function point(view, { clientX, clientY }) {
  const { left, top, width, height } = view.element.getBoundingClientRect();
  return [Math.min(Math.max((clientX - left) / width, 0), 1), Math.min(Math.max((clientY - top) / height, 0), 1)];
}

/**
 * @param {HTMLElement} element
 * @param {Point} one
 * @param {Point} other
 */
function lay(element, [left, top], [right, bottom]) {
  Object.assign(element.style, { left: `${100 * Math.min(left, right)}%`, top: `${100 * Math.min(top, bottom)}%`,
    width: `${100 * Math.abs(right - left)}%`, height: `${100 * Math.abs(bottom - top)}%` });
}

/**
 * A place of the usual size around a point of a page.
 *
 * @param {PageView} view
 * @param {Point} point
 * @returns {Place}
 */
export function around(view, [x, y]) {
  const { width, height } = view.size;
  const box = { width: Math.min(usual.width, width * usual.share), height: usual.height };
  return { view, box: { ...box, left: x * width - box.width / 2, top: y * height - box.height / 2 } };
}

/**
 * Whether an event is where the finger, mouse or pen came down.
 *
 * @param {{ x: number, y: number }} start
 * @param {PointerEvent} event
 */
const isStill = ({ x, y }, { clientX, clientY }) => Math.hypot(clientX - x, clientY - y) < still;

/**
 * Shows the fields on the pages, and waits for a tap; a mouse or pen may draw a box, while a finger goes on scrolling.
 *
 * `onPlace` gets { view, box, field }, as often as the person chooses, until `end()`.
 */
export class PlaceChooser {
  #pages;
  #views;
  #onPlace;
  /** @type {{ view: PageView, element: HTMLElement }[]} What shows places on the pages. */
  #marks = [];
  #stop = new AbortController();
  /** @type {{ view: PageView, at: Point, x: number, y: number } | undefined} Where a finger, mouse or pen came down. */
  #start;
  /** @type {HTMLElement | undefined} The box that is drawn. */
  #frame;

  /**
   * @param {HTMLElement} pages
   * @param {PageView[]} views
   * @param {SeenField[]} fields
   * @param {boolean} isFree Whether it may go anywhere.
   * @param {(place: Place) => unknown} onPlace
   */
  constructor(pages, views, fields, isFree, onPlace) {
    this.#pages = pages;
    this.#views = views;
    this.#onPlace = onPlace;
    for (const field of fields) this.#mark(field);
    if (isFree) this.#listen();
  }

  end() {
    this.#stop.abort();
    this.#clear();
    this.#pages.classList.remove("choosing");
    for (const { view, element } of this.#marks) view.release(element);
    this.#marks = [];
  }

  /** @param {SeenField} field */
  #mark(field) {
    const view = this.#views[field.page];
    const { height } = view.size;
    const [left, bottom, right, top] = field.rectangle;
    const place = { view, field: field.name, box: { left, top: height - top, width: right - left, height: top - bottom } };
    // What forms call their fields inside says nothing to people.
    this.#add(place, /[[\]#]|^\w*\d+$/.test(field.name) ? text("signing.here") : text("signing.field", { name: field.name }));
  }

  /**
   * Shows places that are proposed, with the words beside them.
   *
   * @param {(Place & { label?: string })[]} places
   */
  offer(places) {
    const elements = places.map(({ label, ...place }) => {
      const words = label ? `${text("signing.here")} – ${label}` : text(places.length > 1 ? "signing.here" : "signing.proposed");
      const element = this.#add(place, words, label);
      element.dataset.proposed = "";
      return element;
    });
    // Where not all fit in sight, the first one does.
    for (const element of elements.reverse()) element.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {Place} place
   * @param {string} label
   * @param {string} [words] What is to be read there.
   */
  #add(place, label, words = text("signing.here")) {
    const { view, box } = place;
    const { width, height } = view.size;
    const element = make("button", { type: "button", class: "field-mark", "aria-label": label, click: () => this.#onPlace(place) }, make("span", { class: "field-mark-words" }, words));
    lay(element, [box.left / width, box.top / height], [(box.left + box.width) / width, (box.top + box.height) / height]);
    view.keep(element);
    this.#marks.push({ view, element });
    return element;
  }

  #listen() {
    this.#pages.classList.add("choosing");
    const { signal } = this.#stop;
    this.#pages.addEventListener("pointerdown", this.#down, { signal });
    this.#pages.addEventListener("pointermove", this.#move, { signal });
    this.#pages.addEventListener("pointerup", this.#up, { signal });
    this.#pages.addEventListener("pointercancel", this.#clear, { signal });
  }

  #clear = () => {
    if (this.#frame) this.#start?.view.release(this.#frame);
    [this.#frame, this.#start] = [undefined, undefined];
  };

  #down = (/** @type {PointerEvent} */ event) => {
    /** @type {import("./viewer-page.js").PageElement | null | undefined} */
    const page = pressed(event)?.closest(".viewer-page");
    const view = page?.view;
    if (!view || event.button !== 0 || pressed(event)?.closest(".field-mark")) return;
    this.#start = { view, at: point(view, event), x: event.clientX, y: event.clientY };
    if (event.pointerType !== "touch") event.preventDefault();
  };

  #move = (/** @type {PointerEvent} */ event) => {
    const start = this.#start;
    if (!start || event.pointerType === "touch" || (!this.#frame && isStill(start, event))) return;
    if (!this.#frame) start.view.keep(this.#frame = make("div", { class: "choosing-frame" }));
    lay(this.#frame, start.at, point(start.view, event));
  };

  #up = (/** @type {PointerEvent} */ event) => {
    if (!this.#start) return;
    const { view, at } = this.#start;
    const end = point(view, event);
    const [isBox, isTap] = [Boolean(this.#frame), isStill(this.#start, event)];
    this.#clear();
    if (isTap) this.#onPlace(around(view, at));
    else if (isBox) {
      const { width, height } = view.size;
      const [left, top] = [Math.min(at[0], end[0]) * width, Math.min(at[1], end[1]) * height];
      this.#onPlace({ view, box: { left, top, width: Math.abs(at[0] - end[0]) * width, height: Math.abs(at[1] - end[1]) * height } });
    }
  };
}
