// <phone-proof>: shows by a texted code that the profile's number is the person's, and switches texted notices.

import { call } from "../Base/api.js";
import { busy } from "../Base/dom.js";
import { hush, say, sayProblem } from "../Base/notice.js";
import { saving } from "../Base/saving.js";
import { text } from "../Base/text.js";

/** What is over, so that nothing else is told of the message. */
const ends = ["delivered", "failed", "expired"];

class PhoneProof extends HTMLElement {
  connectedCallback() {
    this.notice = /** @type {HTMLElement} */ (this.querySelector(":scope > [data-notice]"));
    const button = /** @type {HTMLButtonElement | null} */ (this.querySelector("[data-send]"));
    const form = this.querySelector("form");
    const choice = /** @type {HTMLInputElement | null} */ (this.querySelector("[data-notices]"));
    button?.addEventListener("click", () => busy(button, () => this.send(button)));
    choice?.addEventListener("change", () => this.change(choice));
    if (form) saving(form, ({ code }) => call("POST", "/v1/me/phone/confirmation", { code }), () => location.reload());
    if (form && !form.hidden) this.follow();
  }

  /**
   * Has a code texted, and says how far it came.
   *
   * @param {HTMLButtonElement} button
   */
  async send(button) {
    hush(this.notice);
    try {
      const status = await call("POST", "/v1/me/phone/codes");
      const form = /** @type {HTMLFormElement} */ (this.querySelector("form"));
      form.hidden = false;
      form.reset();
      /** @type {HTMLElement} */ (this.querySelector("[data-lead]")).hidden = true;
      /** @type {HTMLElement} */ (button.querySelector("span")).textContent = button.dataset.again ?? "";
      /** @type {HTMLInputElement} */ (form.querySelector("[name=code]")).focus();
      this.tell(status);
      this.follow();
    } catch (problem) {
      sayProblem(this.notice, problem, { retry: () => button.click() });
    }
  }

  /** Asks every few seconds how far the message came, until that is over. */
  async follow() {
    clearTimeout(this.timer);
    /** @type {Wire.PhoneStatus | undefined} */
    let status;
    try {
      status = await call("GET", "/v1/me/phone");
      this.tell(status);
    } catch {
      // What is entered goes on; the next look may find the server.
    }
    const isOver = status && (!status.code || ends.includes(status.code.state));
    if (!isOver && this.isConnected) this.timer = setTimeout(() => this.follow(), 4000);
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }

  /** @param {Wire.PhoneStatus} status */
  tell({ code }) {
    if (code) say(this.notice, text(`phoneProof.state.${code.state}`), { kind: code.state === "failed" || code.state === "expired" ? "warn" : "good" });
  }

  /** @param {HTMLInputElement} choice */
  async change(choice) {
    hush(this.notice);
    choice.disabled = true;
    try {
      await call(choice.checked ? "PUT" : "DELETE", "/v1/me/phone/notices");
      say(this.notice, text(choice.checked ? "phoneProof.on" : "phoneProof.off"), { kind: "good" });
    } catch (problem) {
      choice.checked = !choice.checked;
      sayProblem(this.notice, problem, { retry: () => choice.click() });
    }
    choice.disabled = false;
  }
}

customElements.define("phone-proof", PhoneProof);
