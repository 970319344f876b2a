// Where a signature goes: in one of the document's fields, or anywhere on a page.

import { make } from "../Base/dom.js";
import { text } from "../Base/text.js";

/** How large a signature is at first, in points, and how much of the page's width at most. */
export const usual = { width: 170, share: 0.45, height: 60 };

/** Fewer pixels than this between down and up are a tap. */
const still = 8;

/**
 * A part of the page, from its upper left corner.
 *
 * @returns {[number, number]}
 */
function point(view, { clientX, clientY }) {
  const { left, top, width, height } = view.element.getBoundingClientRect();
  return [Math.min(Math.max((clientX - left) / width, 0), 1), Math.min(Math.max((clientY - top) / height, 0), 1)];
}

function lay(element, [left, top], [right, bottom]) {
  Object.assign(element.style, { left: `${100 * Math.min(left, right)}%`, top: `${100 * Math.min(top, bottom)}%`,
    width: `${100 * Math.abs(right - left)}%`, height: `${100 * Math.abs(bottom - top)}%` });
}

/** A place of the usual size around a point of a page, given in parts of it. */
export function around(view, x, y) {
  const { width, height } = view.size;
  const box = { width: Math.min(usual.width, width * usual.share), height: usual.height };
  return { view, box: { ...box, left: x * width - box.width / 2, top: y * height - box.height / 2 } };
}

/**
 * Shows the fields on the pages, and waits for a tap; a mouse or pen may draw a box, while a finger goes on scrolling.
 *
 * `onPlace` gets { view, box, field }, as often as the person chooses, until `end()`.
 */
export class PlaceChooser {
  #pages;
  #views;
  #onPlace;
  #marks = [];
  #stop = new AbortController();
  #start;
  #frame;

  constructor(pages, views, fields, isFree, onPlace) {
    [this.#pages, this.#views, this.#onPlace] = [pages, views, onPlace];
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

  #mark(field) {
    const view = this.#views[field.page];
    const { height } = view.size;
    const [left, bottom, right, top] = field.rectangle;
    const place = { view, field: field.name, box: { left, top: height - top, width: right - left, height: top - bottom } };
    // What forms call their fields inside says nothing to people.
    this.#add(place, /[[\]#]|^\w*\d+$/.test(field.name) ? text("signing.here") : text("signing.field", { name: field.name }));
  }

  /** Shows a place that is proposed. */
  offer(place) {
    const element = this.#add(place, text("signing.proposed"));
    element.dataset.proposed = "";
    element.scrollIntoView({ block: "nearest" });
  }

  #add(place, label) {
    const { view, box } = place;
    const { width, height } = view.size;
    const element = make("button", { type: "button", class: "field-mark", "aria-label": label, click: () => this.#onPlace(place) }, text("signing.here"));
    lay(element, [box.left / width, box.top / height], [(box.left + box.width) / width, (box.top + box.height) / height]);
    view.keep(element);
    this.#marks.push({ view, element });
    return element;
  }

  #listen() {
    this.#pages.classList.add("choosing");
    const { signal } = this.#stop;
    const listeners = { pointerdown: this.#down, pointermove: this.#move, pointerup: this.#up, pointercancel: this.#clear };
    for (const [type, listener] of Object.entries(listeners)) this.#pages.addEventListener(type, listener, { signal });
  }

  #clear = () => {
    if (this.#frame) this.#start.view.release(this.#frame);
    [this.#frame, this.#start] = [undefined, undefined];
  };

  #down = (event) => {
    const view = event.target.closest(".viewer-page")?.view;
    if (!view || event.button !== 0 || event.target.closest(".field-mark")) return;
    this.#start = { view, at: point(view, event), x: event.clientX, y: event.clientY };
    if (event.pointerType !== "touch") event.preventDefault();
  };

  #isStill = (event) => Math.hypot(event.clientX - this.#start.x, event.clientY - this.#start.y) < still;

  #move = (event) => {
    if (!this.#start || event.pointerType === "touch" || (!this.#frame && this.#isStill(event))) return;
    if (!this.#frame) this.#start.view.keep(this.#frame = make("div", { class: "choosing-frame" }));
    lay(this.#frame, this.#start.at, point(this.#start.view, event));
  };

  #up = (event) => {
    if (!this.#start) return;
    const { view, at } = this.#start;
    const end = point(view, event);
    const [isBox, isTap] = [Boolean(this.#frame), this.#isStill(event)];
    this.#clear();
    if (isTap) this.#onPlace(around(view, ...at));
    else if (isBox) {
      const { width, height } = view.size;
      const [left, top] = [Math.min(at[0], end[0]) * width, Math.min(at[1], end[1]) * height];
      this.#onPlace({ view, box: { left, top, width: Math.abs(at[0] - end[0]) * width, height: Math.abs(at[1] - end[1]) * height } });
    }
  };
}
