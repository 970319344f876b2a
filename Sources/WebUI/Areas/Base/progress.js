// What takes a while: how far it is, and a way out.

import { make } from "./dom.js";
import { language, text } from "./text.js";

/**
 * A file's size as people say it.
 *
 * @param {number} size
 */
export function sizeText(size) {
  /** @type {[string, number, number]} */
  const [unit, part, digits] = size < 999_500 ? ["kilobyte", 1e3, 0] : ["megabyte", 1e6, 1];
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: digits }).format(Math.max(1, size / part));
}

/**
 * How far something is, as people say it; never all before it is done.
 *
 * @param {number} done
 * @param {number} size
 */
export const shareText = (done, size) => Math.min(0.99, Math.floor((100 * done) / Math.max(1, size)) / 100).toLocaleString(language, { style: "percent" });

/** A bar under its words; `update(done, size)` moves it. */
export class Progress {
  #words = make("span", { class: "progress-words" });
  #bar;

  /**
   * @param {string} label
   * @param {() => unknown} onCancel
   */
  constructor(label, onCancel) {
    this.#bar = make("progress", { max: 1, "aria-label": label });
    this.element = make("div", { class: "progress" },
      make("div", { class: "progress-line" }, this.#words, make("button", { type: "button", class: "button-plain", click: onCancel }, text("documents.cancel"))),
      this.#bar);
    this.#words.textContent = label;
  }

  /**
   * @param {number} done
   * @param {number} size
   */
  update(done, size) {
    this.#bar.value = size > 0 ? done / size : 0;
    this.#words.textContent = text("files.loaded", { done: sizeText(done), size: sizeText(size) });
  }
}

/**
 * Runs `work(signal, update)` and shows, in the place given, how far it is once it takes longer than a moment; then the place is as it was.
 * `outer` ends it too.
 *
 * @template Value
 * @param {HTMLElement} place
 * @param {string} label
 * @param {(signal: AbortSignal, update: (done: number, size: number) => void) => Promise<Value>} work
 * @param {AbortSignal} [outer]
 */
export async function withProgress(place, label, work, outer) {
  const stop = new AbortController();
  outer?.addEventListener("abort", () => stop.abort());
  const progress = new Progress(label, () => stop.abort());
  const before = [...place.childNodes];
  const timer = setTimeout(() => place.replaceChildren(progress.element), 300);
  try {
    return await work(stop.signal, (done, size) => progress.update(done, size));
  } finally {
    clearTimeout(timer);
    if (progress.element.isConnected) place.replaceChildren(...before);
  }
}
