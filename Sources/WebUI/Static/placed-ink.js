// A signature that lies on a page before it is saved: moved and resized by finger, mouse or keys, within the page.

import { make } from "./dom.js";
import { drawInk } from "./ink.js";
import { text } from "./text.js";

/** The smallest side, in points. */
const smallest = 24;
const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

export class PlacedInk {
  #view;
  #box;
  #canvas = make("canvas", { "aria-hidden": "true" });
  #photo = null;
  #drawn;
  /** Called whenever it lies elsewhere. */
  onMove = () => {};
  #grip = make("span", { class: "placed-grip", "aria-hidden": "true" });

  /** `box` is left, top, width and height in points from the page's upper left corner; `isFree` where it can be moved. */
  constructor(view, box, drawn, isFree) {
    [this.#view, this.#box, this.#drawn] = [view, box, drawn];
    this.element = make("div", { class: "placed", tabindex: 0, role: "group", "aria-label": text(isFree ? "signing.placed" : "signing.inField") }, this.#canvas);
    view.keep(this.element);
    if (isFree) {
      this.element.classList.add("placed-free");
      this.element.append(this.#grip);
      this.element.addEventListener("pointerdown", (event) => this.#grab(event));
      this.element.addEventListener("keydown", (event) => this.#key(event));
    }
    this.#lay();
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  get page() { return this.#view.number - 1; }

  /** How far down the page its middle lies, from 0 to 1. */
  get height() { return (this.#box.top + this.#box.height / 2) / this.#view.size.height; }

  /** Left, bottom, right and top in points, as ParaphPDF takes them. */
  get box() {
    const { height } = this.#view.size;
    const { left, top, width, height: high } = this.#box;
    return [left, height - top - high, left + width, height - top];
  }

  /** Shows a photo beside the ink, or none. */
  setPhoto(blob) {
    if (this.#photo) URL.revokeObjectURL(this.#photo.src);
    this.#photo?.remove();
    this.#photo = blob && make("img", { src: URL.createObjectURL(blob), alt: text("photo.yours") });
    if (this.#photo) this.element.prepend(this.#photo);
    this.#draw();
  }

  lock(isLocked) { this.element.toggleAttribute("inert", isLocked); }

  remove() {
    this.setPhoto(null);
    this.#view.release(this.element);
  }

  #lay() {
    const { width, height } = this.#view.size;
    const box = this.#box;
    box.width = clamp(box.width, smallest, width);
    box.height = clamp(box.height, smallest, height);
    box.left = clamp(box.left, 0, width - box.width);
    box.top = clamp(box.top, 0, height - box.height);
    const { style } = this.element;
    style.left = `${(100 * box.left) / width}%`;
    style.top = `${(100 * box.top) / height}%`;
    style.width = `${(100 * box.width) / width}%`;
    style.height = `${(100 * box.height) / height}%`;
    this.onMove();
  }

  #draw() {
    if (this.element.isConnected) drawInk(this.#canvas, this.#drawn.sample, this.#drawn.pen).catch(() => {});
  }

  #grab(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.element.focus();
    this.element.setPointerCapture(event.pointerId);
    const isResizing = event.target === this.#grip;
    const before = { ...this.#box };
    const scale = this.#view.size.width / this.#view.element.clientWidth;
    const move = ({ clientX, clientY }) => {
      const [x, y] = [(clientX - event.clientX) * scale, (clientY - event.clientY) * scale];
      if (isResizing) Object.assign(this.#box, { width: this.#room("width", before.width + x), height: this.#room("height", before.height + y) });
      else Object.assign(this.#box, { left: before.left + x, top: before.top + y });
      this.#lay();
    };
    this.element.addEventListener("pointermove", move);
    this.element.addEventListener("lostpointercapture", () => this.element.removeEventListener("pointermove", move), { once: true });
  }

  /** As much of a side as fits from where the box begins. */
  #room(side, wanted) {
    const start = side === "width" ? this.#box.left : this.#box.top;
    return clamp(wanted, smallest, this.#view.size[side] - start);
  }

  #key(event) {
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if (x === 0 && y === 0) return;
    event.preventDefault();
    const step = 6;
    const box = this.#box;
    if (event.shiftKey) Object.assign(box, { width: this.#room("width", box.width + x * step), height: this.#room("height", box.height + y * step) });
    else Object.assign(box, { left: box.left + x * step, top: box.top + y * step });
    this.#lay();
  }
}
