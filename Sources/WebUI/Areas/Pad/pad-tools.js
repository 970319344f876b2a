// What stands below every pad: Undo, Erase, the pen's colour, and the button that is only there for ink.

import "./pad.js";
import { text } from "../Base/text.js";

const penKey = "paraph.pen";
let pads = 0;

export class PadTools {
  /** Binds the tools of a `.signing` element; `onChange` hears of every change of the drawing. */
  constructor(root, onChange = () => {}) {
    pads += 1;
    this.root = root;
    this.pad = root.querySelector("ink-pad");
    this.primary = root.querySelector("[data-primary]");
    this.undoButton = root.querySelector("[data-undo]");
    this.eraseButton = root.querySelector("[data-erase]");
    this.onChange = onChange;
    this.undoButton.addEventListener("click", () => this.pad.undo());
    this.eraseButton.addEventListener("click", () => this.pad.erase());
    this.pad.addEventListener("ink-change", () => this.refresh());
    for (const choice of root.querySelectorAll(".pens input")) {
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

  usePen(pen) {
    localStorage.setItem(penKey, pen);
    this.pad.setAttribute("pen", pen);
    for (const choice of this.root.querySelectorAll(".pens input")) choice.checked = choice.value === pen;
  }

  refresh() {
    this.undoButton.disabled = this.empty || this.locked;
    this.eraseButton.disabled = this.empty || this.locked;
    this.pad.setAttribute("aria-label", text(this.empty ? "pad.empty" : "pad.drawn", { count: this.pad.strokeCount ?? 0 }));
    this.onChange();
  }

  /** Nothing can be drawn while an answer is on its way. */
  lock(locked) {
    this.locked = locked;
    this.pad.toggleAttribute("disabled", locked); // which a pad that has not started yet keeps, too
    this.refresh();
  }
}
