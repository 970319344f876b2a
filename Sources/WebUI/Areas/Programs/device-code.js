// <device-code>: the code that a device without a browser shows, what its program asks for, and the person's answer.

import { call } from "../Base/api.js";
import { busy, onSubmit, showStep } from "../Base/dom.js";
import { checkForm, values } from "../Base/fields.js";
import { hush, say, sayProblem } from "../Base/notice.js";

class DeviceCode extends HTMLElement {
  userCode = "";

  connectedCallback() {
    const form = this.querySelector("form");
    onSubmit(form, () => this.#ask(form));
    for (const button of this.#buttons) button.addEventListener("click", () => this.#decide(button));
  }

  /** @returns {NodeListOf<HTMLButtonElement>} */
  get #buttons() {
    return this.querySelectorAll("button[data-decide]");
  }

  /** @param {HTMLFormElement} form */
  async #ask(form) {
    const notice = this.querySelector("[data-notice]");
    hush(notice);
    if (!checkForm(form)) return;
    this.userCode = values(form).code;
    try {
      /** @type {Wire.AuthorizationQuestion} */
      const question = await busy(form.querySelector("[type=submit]"), () => call("POST", "/v1/oauth2/device", { userCode: this.userCode }));
      const asks = this.querySelector("[data-asks]");
      asks.textContent = asks.dataset.asks.replace("{client}", question.clientName);
      this.querySelector("[data-rights]").replaceChildren(...question.rights.map((right) => {
        const item = document.createElement("li");
        item.textContent = right;
        return item;
      }));
      // As the device shows it, however it was typed.
      const letters = this.userCode.replace(/[^A-Za-z]/g, "").toUpperCase();
      this.querySelector("[data-shown]").textContent = `${letters.slice(0, 4)}-${letters.slice(4)}`;
      showStep(this, "ask");
    } catch (problem) {
      if (problem.status === 404) say(notice, this.dataset.unknown);
      else sayProblem(notice, problem, { retry: () => this.#ask(form) });
    }
  }

  /** @param {HTMLButtonElement} button */
  async #decide(button) {
    const notice = this.querySelector("[data-decide-notice]");
    const isAllowed = button.dataset.decide === "allow";
    hush(notice);
    for (const one of this.#buttons) one.disabled = true;
    try {
      await busy(button, () => call("POST", "/v1/oauth2/device/decision", { userCode: this.userCode, isAllowed }));
      const done = this.querySelector("[data-done]");
      done.textContent = isAllowed ? done.dataset.allowed : done.dataset.refused;
      showStep(this, "done");
    } catch (problem) {
      for (const one of this.#buttons) one.disabled = false;
      if (problem.status === 404) return this.#over();
      sayProblem(notice, problem, { retry: () => this.#decide(button) });
    }
  }

  /** The code is good no more: another one is asked for. */
  #over() {
    /** @type {HTMLInputElement} */
    const field = this.querySelector("#code");
    field.value = "";
    showStep(this, "code");
    say(this.querySelector("[data-notice]"), this.dataset.over);
  }
}

customElements.define("device-code", DeviceCode);
