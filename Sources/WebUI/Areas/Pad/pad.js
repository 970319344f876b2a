// <ink-pad pen="blue|black" disabled>: a signature pad. ParaphInk, compiled to pad.wasm from Web/pad, keeps the strokes and turns them
// to outlines; this feeds it pointer events and fills what it gives. Strokes are in CSS pixels of the pad as it was when the first began.
// The page's style sheet says where it lies, and draws the line to sign on. The rest of a page does not wait for it.

import { bytes, colours, fit, load, numbers, path } from "./ink.js";

/** @type {WebAssembly.Module} */
let module;
/** @typedef {{ width: number, height: number, strokes: { tool: number, points: number[][] }[] }} Drawing What was drawn, to be drawn again. */

/** @type {Record<string, number>} */
const tools = { touch: 1, pen: 2, mouse: 3 };

export class InkPad extends HTMLElement {
  static observedAttributes = ["pen"];
  #ink = /** @type {InkExports} */ (/** @type {any} */ (new WebAssembly.Instance(module).exports));
  #still = document.createElement("canvas").getContext("2d");
  #live = document.createElement("canvas").getContext("2d", { desynchronized: true });
  #frame = { width: 1, height: 1 }; // the size of the pad that strokes are in
  #view = { scale: 1, left: 0, top: 0 }; // where that is shown
  /** @type {number | null} */
  #pointer = null;
  #place = { x: 0, y: 0 }; // where its stroke is measured from, even if the page moves under it
  #tool = "";
  /** @type {Drawing["strokes"]} */
  #strokes = [];
  #shift = 0; // what is added to the times of events, so that strokes follow those of an earlier page
  #next = 0;
  /** @type {Path2D[]} */
  #fresh = [];
  #resized = new ResizeObserver(() => this.#draw());
  constructor() {
    super();
    const on = (/** @type {string} */ types, /** @type {(event: any) => unknown} */ action) => types.split(" ").forEach((type) => this.addEventListener(type, action, { passive: false }));
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => event.pointerId === this.#pointer && this.#add(event));
    on("pointerup pointercancel lostpointercapture", (event) => event.pointerId === this.#pointer && this.#up());
    on("touchstart touchmove", (event) => event.cancelable && event.preventDefault());
    on("keydown", (event) => event.key === "z" && (event.metaKey || event.ctrlKey) && !this.disabled && this.undo());
  }
  connectedCallback() {
    this.append(this.#still.canvas, this.#live.canvas);
    if (!this.hasAttribute("tabindex")) this.tabIndex = 0;
    if (!this.hasAttribute("role")) this.setAttribute("role", "img");
    this.#resized.observe(this);
  }
  disconnectedCallback() { this.#resized.disconnect(); }
  attributeChangedCallback() { if (this.isConnected) this.#draw(); }
  get strokeCount() { return this.#ink.strokeCount(); }
  get empty() { return this.strokeCount === 0; }
  get pen() { return this.getAttribute("pen") === "black" ? "black" : "blue"; }
  set pen(pen) { this.setAttribute("pen", pen); }
  get disabled() { return this.hasAttribute("disabled"); }
  set disabled(disabled) { this.toggleAttribute("disabled", disabled); }
  /** The sample in ParaphInk's binary form. */
  encode() { return bytes(this.#ink, this.#ink.encode()).slice(); }
  erase() { this.#ink.erase(); this.#edited(); }
  undo() { this.#ink.undo(); this.#edited(); }
  /** @returns {Drawing} What is drawn, as `restore` takes it. */
  get drawing() { return { ...this.#frame, strokes: this.#strokes }; }
  /** @param {Drawing} drawing What was drawn on an earlier page; an empty pad shows it again. */
  restore({ width, height, strokes }) {
    if (!this.empty || strokes.length === 0) return;
    this.#frame = { width, height };
    for (const { tool, points } of strokes) {
      if (!this.#ink.begin(tool, points[0][2])) continue;
      for (const [x, y, time, pressure] of points) this.#ink.add(x, y, time, pressure);
      this.#ink.end();
      this.#ink.takeFinished();
      this.#strokes.push({ tool, points });
    }
    this.#shift = strokes.at(-1).points.at(-1)[2] + 1000 - performance.now();
    this.#edited();
  }

  #edited() { this.#strokes.length = this.strokeCount; this.#pointer = null; this.#draw(); this.#changed(); }
  #changed() { this.dispatchEvent(new Event("ink-change", { bubbles: true })); }
  /** @param {PointerEvent} event */
  #down(event) {
    const isBusy = this.#pointer !== null;
    const isPalm = event.pointerType === "touch" && this.#tool === "pen" && !this.empty;
    if (this.disabled || event.button !== 0 || isPalm || (isBusy && event.pointerType !== "pen")) return;
    if (isBusy) this.undo(); // a palm came down before the pen
    if (this.empty) this.#draw();
    const tool = tools[event.pointerType] ?? 0;
    if (!this.#ink.begin(tool, event.timeStamp + this.#shift)) return;
    this.#strokes.push({ tool, points: [] });
    this.#pointer = event.pointerId;
    this.#tool = event.pointerType;
    this.setPointerCapture(event.pointerId);
    this.#find();
    this.#add(event);
  }
  #find() {
    const { left, top } = this.#still.canvas.getBoundingClientRect();
    this.#place = { x: left + this.#view.left, y: top + this.#view.top };
  }
  /** @param {PointerEvent} event */
  #add(event) {
    const { x, y } = this.#place, { scale } = this.#view;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY, timeStamp, pressure } of events.length ? events : [event]) {
      const point = /** @type {const} */ ([(clientX - x) / scale, (clientY - y) / scale, timeStamp + this.#shift, pressure]);
      this.#ink.add(...point);
      this.#strokes.at(-1)?.points.push([...point]);
    }
    this.#next ||= requestAnimationFrame(() => this.#advance());
  }
  #up() { this.#pointer = null; this.#ink.end(); this.#advance(); this.#changed(); }
  // What became final stays on the lower layer, and for two frames on the upper one too, as the two need not show up together.
  #advance() {
    cancelAnimationFrame(this.#next);
    this.#next = 0;
    this.#fresh = [...this.#fresh.slice(-1), path(numbers(this.#ink, this.#ink.takeFinished()))];
    this.#still.fill(this.#fresh.at(-1));
    this.#live.clearRect(-1e5, -1e5, 2e5, 2e5);
    for (const piece of [...this.#fresh, path(numbers(this.#ink, this.#ink.tail()))]) this.#live.fill(piece);
  }
  // Turning the device changes where the drawing is shown, not the drawing.
  #draw() {
    const { clientWidth, clientHeight } = this;
    if (!clientWidth || !clientHeight) return;
    if (this.empty) this.#frame = { width: clientWidth, height: clientHeight };
    const pen = Math.max(2.4, Math.min(4.5, this.#frame.width / 125));
    this.#ink.setPen(pen, pen / 6);
    for (const layer of [this.#still, this.#live]) {
      this.#view = fit(layer, this.#frame);
      layer.fillStyle = colours[this.pen];
    }
    this.#find();
    this.#fresh = [];
    this.#live.clearRect(-1e5, -1e5, 2e5, 2e5); // or Chromium goes on showing what was there before its size changed
    this.#still.fill(path(numbers(this.#ink, this.#ink.outline())));
  }
}

/** @param {number} pause How long to wait for the network, in milliseconds. */
async function start(pause) {
  try {
    module = await load("pad.wasm", import.meta.url);
  } catch {
    setTimeout(start, pause, Math.min(2 * pause, 30_000)); // the network is away
    return;
  }
  customElements.define("ink-pad", InkPad);
}
start(500);
