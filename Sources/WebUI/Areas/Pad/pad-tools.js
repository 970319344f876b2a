// What stands below every pad: Undo, Erase, the pen's colour, and the button that is only there for ink.

import "./pad.js";
import { text } from "../Base/text.js";

const penKey = "paraph.pen";
let pads = 0;

export class PadTools {
  /**
   * Binds the tools of a `.signing` element.
   *
   * @param {Element} root
   * @param {() => void} onChange Hears of every change of the drawing.
   */
  constructor(root, onChange = () => {}) {
    pads += 1;
    this.pad = root.querySelector("ink-pad");
    /** @type {HTMLButtonElement} */
    this.primary = root.querySelector("[data-primary]");
    /** @type {HTMLButtonElement} */
    this.undoButton = root.querySelector("[data-undo]");
    /** @type {HTMLButtonElement} */
    this.eraseButton = root.querySelector("[data-erase]");
    this.onChange = onChange;
    this.undoButton.addEventListener("click", () => this.pad.undo());
    this.eraseButton.addEventListener("click", () => this.pad.erase());
    this.pad.addEventListener("ink-change", () => this.refresh());
    /** @type {NodeListOf<HTMLInputElement>} */
    this.pens = root.querySelectorAll(".pens input");
    for (const choice of this.pens) {
      choice.name = `pen-${pads}`; // of one name, the choices of two pads would be one choice
      choice.addEventListener("change", () => this.usePen(choice.value));
    }
    this.usePen(localStorage.getItem(penKey) === "black" ? "black" : "blue");
    customElements.whenDefined("ink-pad").then(() => this.refresh());
  }

  get pen() {
    return this.pad.getAttribute("pen");
  }

  get empty() {
    return this.pad.empty !== false;
  }

  /** @param {string} pen */
  usePen(pen) {
    localStorage.setItem(penKey, pen);
    this.pad.setAttribute("pen", pen);
    for (const choice of this.pens) choice.checked = choice.value === pen;
  }

  refresh() {
    this.undoButton.disabled = this.empty || this.locked;
    this.eraseButton.disabled = this.empty || this.locked;
    this.pad.setAttribute("aria-label", text(this.empty ? "pad.empty" : "pad.drawn", { count: this.pad.strokeCount ?? 0 }));
    this.onChange();
  }

  /**
   * Nothing can be drawn while an answer is on its way.
   *
   * @param {boolean} locked
   */
  lock(locked) {
    this.locked = locked;
    this.pad.toggleAttribute("disabled", locked); // which a pad that has not started yet keeps, too
    this.refresh();
  }
}
