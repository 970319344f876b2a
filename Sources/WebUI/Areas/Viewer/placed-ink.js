// A signature that lies on a page before it is saved: moved and resized by finger, mouse or keys, within the page.

import { make } from "../Base/dom.js";
import { drawInk } from "../Pad/ink.js";
import { text } from "../Base/text.js";

/** The smallest side, in points. */
const smallest = 24;
const clamp = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) => Math.min(Math.max(value, low), Math.max(low, high));

/**
 * @typedef {import("./place-chooser.js").Box} Box
 * @typedef {import("./viewer-page.js").PageView} PageView
 */

/** @type {Record<string, [x: number, y: number]>} Where keys move it. */
const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Lays an element where it is sealed in a box of some size.
 *
 * @param {HTMLElement | null} element
 * @param {PDF.Rectangle | undefined} place
 * @param {{ width: number, height: number }} size
 */
function lay(element, place, { width, height }) {
  if (!element || !place) return;
  const [left, bottom, right, top] = place;
  Object.assign(element.style, { left: `${(100 * left) / width}%`, top: `${100 * (1 - top / height)}%`,
    width: `${(100 * (right - left)) / width}%`, height: `${(100 * (top - bottom)) / height}%` });
}

export class PlacedInk {
  #view;
  #box;
  #canvas = make("canvas", { "aria-hidden": "true" });
  /** @type {HTMLImageElement | null} */
  #photo = null;
  #drawn;
  #isFree;
  /** Says where ink and photo are sealed in a box of a size: by ParaphPDF, which seals them. */
  #layout;
  /** How wide the box was by its height when that was asked last, and how often it was asked. */
  #shape = 0;
  #asked = 0;
  /** Called whenever it lies elsewhere. */
  onMove = () => {};
  #grip = make("span", { class: "placed-grip", "aria-hidden": "true" });

  /**
   * @param {PageView} view
   * @param {Box} box
   * @param {{ sample: Uint8Array, pen: string }} drawn
   * @param {boolean} isFree Whether it can be moved.
   * @param {(width: number, height: number) => Promise<PDF.Layout | undefined>} layout Where ink and photo lie in a box of such a size.
   */
  constructor(view, box, drawn, isFree, layout) {
    this.#view = view;
    this.#box = box;
    this.#drawn = drawn;
    this.#isFree = isFree;
    this.#layout = layout;
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

  /** @returns {PDF.Rectangle} As ParaphPDF takes it. */
  get box() {
    const { height } = this.#view.size;
    const { left, top, width, height: high } = this.#box;
    return [left, height - top - high, left + width, height - top];
  }

  /**
   * Shows a photo beside the ink, or none; the ink keeps its size where the box may grow.
   *
   * @param {Blob | null} blob
   */
  async setPhoto(blob) {
    const before = this.#photo ? await this.#widthOfPhoto() : 0;
    this.#takePhotoAway();
    this.#photo = blob && make("img", { src: URL.createObjectURL(blob), alt: text("photo.yours") });
    if (this.#photo) this.element.prepend(this.#photo);
    const more = (blob ? await this.#widthOfPhoto() : 0) - before;
    if (this.#isFree) Object.assign(this.#box, { left: this.#box.left - more, width: this.#box.width + more });
    this.#shape = 0;
    this.#lay();
  }

  #takePhotoAway() {
    if (this.#photo) URL.revokeObjectURL(this.#photo.src);
    this.#photo?.remove();
    this.#photo = null;
  }

  async #widthOfPhoto() {
    const { width, height } = this.#box;
    return (await this.#layout(width, height))?.widthOfPhoto ?? 0;
  }

  /**
   * Lays it elsewhere, perhaps on another page.
   *
   * @param {PageView} view
   * @param {Box} box
   */
  move(view, box) {
    if (view !== this.#view) {
      this.#view.release(this.element);
      view.keep(this.element);
    }
    [this.#view, this.#box] = [view, { ...box }];
    this.#lay();
  }

  /** @param {boolean} isLocked */
  lock(isLocked) { this.element.toggleAttribute("inert", isLocked); }

  remove() {
    this.#takePhotoAway();
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
    this.#arrange();
    this.onMove();
  }

  /** Lays ink and photo where they are sealed, which only depends on the shape of the box. */
  async #arrange() {
    const { width, height } = this.#box;
    if (Math.abs(width / height - this.#shape) < 0.001) return;
    this.#shape = width / height;
    this.#asked += 1;
    const asked = this.#asked;
    const parts = await this.#layout(width, height);
    if (!parts || asked !== this.#asked) return;
    lay(this.#canvas, parts.ink, { width, height });
    lay(this.#photo, parts.photo, { width, height });
    this.#draw();
  }

  #draw() {
    if (this.element.isConnected) drawInk(this.#canvas, this.#drawn.sample, this.#drawn.pen).catch(() => {});
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.element.focus();
    this.element.setPointerCapture(event.pointerId);
    const isResizing = event.target === this.#grip;
    const before = { ...this.#box };
    const scale = this.#view.size.width / this.#view.element.clientWidth;
    const move = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      const [x, y] = [(clientX - event.clientX) * scale, (clientY - event.clientY) * scale];
      if (isResizing) Object.assign(this.#box, { width: this.#room("width", before.width + x), height: this.#room("height", before.height + y) });
      else Object.assign(this.#box, { left: before.left + x, top: before.top + y });
      this.#lay();
    };
    this.element.addEventListener("pointermove", move);
    this.element.addEventListener("lostpointercapture", () => this.element.removeEventListener("pointermove", move), { once: true });
  }

  /**
   * As much of a side as fits from where the box begins.
   *
   * @param {"width" | "height"} side
   * @param {number} wanted
   */
  #room(side, wanted) {
    const start = side === "width" ? this.#box.left : this.#box.top;
    return clamp(wanted, smallest, this.#view.size[side] - start);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const [x, y] = moves[event.key] ?? [0, 0];
    if (x === 0 && y === 0) return;
    event.preventDefault();
    const step = 6;
    const box = this.#box;
    if (event.shiftKey) Object.assign(box, { width: this.#room("width", box.width + x * step), height: this.#room("height", box.height + y * step) });
    else Object.assign(box, { left: box.left + x * step, top: box.top + y * step });
    this.#lay();
  }
}
