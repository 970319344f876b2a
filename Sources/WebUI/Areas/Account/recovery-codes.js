// <recovery-codes>: shows a set once, to save, print or copy.

import { call } from "../Base/api.js";
import { busy, make } from "../Base/dom.js";
import { download } from "../Base/download.js";
import { hush, say, sayProblem } from "../Base/notice.js";
import { text } from "../Base/text.js";

export class RecoveryCodes extends HTMLElement {
  /** Whether they were saved, printed or copied: then the person goes on, whatever the tick says. */
  #isStored = false;

  connectedCallback() {
    this.shown = this.querySelector("[data-shown]");
    this.list = this.querySelector(".codes");
    this.notice = this.querySelector("[data-notice]");
    this.renew = this.querySelector("[data-renew]");
    this.renew?.addEventListener("click", () => this.renewCodes());
    this.querySelector("[data-copy]").addEventListener("click", () => this.copy());
    this.querySelector("[data-save]").addEventListener("click", () => this.save());
    this.querySelector("[data-print]").addEventListener("click", () => {
      hush(this.notice);
      print();
      this.#note();
    });
  }

  /**
   * To go on, the person has stored the codes, or says so: they are shown once.
   *
   * @param {HTMLElement} link
   */
  guard(link) {
    const stored = this.querySelector("input[data-stored]");
    const isMet = () => !this.codes || this.#isStored || stored.checked;
    addEventListener("beforeunload", (/** @type {Event} */ event) => !isMet() && event.preventDefault());
    stored.addEventListener("change", () => stored.checked && hush(this.notice));
    link.addEventListener("click", (event) => {
      if (isMet()) return;
      event.preventDefault();
      say(this.notice, text("codes.storeFirst"), { kind: "warn" });
      // The reason stands between what stores the codes and the tick: all three come into view.
      this.notice.scrollIntoView({ block: "center" });
      stored.focus({ preventScroll: true });
    });
  }

  #note() {
    this.#isStored = true;
    const stored = this.querySelector("input[data-stored]");
    if (stored) stored.checked = true;
  }

  /** Makes the first set, where there is none. */
  async offer() {
    try {
      const { remaining } = await call("GET", "/v1/me/recovery-codes");
      if (remaining > 0) return;
      const { exempt } = await call("GET", "/v1/me/step-up");
      if (exempt.includes("recoveryCodes")) this.show(await call("POST", "/v1/me/recovery-codes", {}));
      else say(this.notice, text("codes.approve"), { kind: "", action: text("codes.make"), onAction: () => this.renewCodes() });
    } catch (problem) {
      sayProblem(this.notice, problem, { retry: () => this.offer() });
    }
  }

  async renewCodes() {
    hush(this.notice);
    try {
      const { callApproved } = await import("../Approval/approval.js");
      const made = await busy(this.renew, () => callApproved("POST", "/v1/me/recovery-codes", {}, "recoveryCodes"));
      if (!made) return;
      this.show(made);
      if (this.renew) this.renew.hidden = true;
      this.querySelector("[data-state]")?.remove();
    } catch (problem) {
      sayProblem(this.notice, problem, { retry: () => this.renewCodes() });
    }
  }

  /** @param {Wire.RecoveryCodes} set */
  show({ codes }) {
    if (!codes) return;
    this.codes = codes;
    this.list.replaceChildren(...codes.map((code) => make("li", {}, code)));
    this.shown.hidden = false;
    const store = this.querySelector("[data-store]");
    if (store) store.hidden = false;
  }

  get words() {
    return [text("codes.fileTitle", { host: location.host }), "", ...this.codes, "", text("codes.fileNote")].join("\n");
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.codes.join("\n"));
      say(this.notice, text("action.copied"), { kind: "good" });
      this.#note();
    } catch {
      getSelection().selectAllChildren(this.list);
    }
  }

  save() {
    hush(this.notice);
    download(new Blob([this.words], { type: "text/plain" }), "paraph-recovery-codes.txt");
    this.#note();
  }
}

customElements.define("recovery-codes", RecoveryCodes);
