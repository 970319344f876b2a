// The person's answer to a program that asks for access: the browser goes back to the program with it.

import { call } from "../Base/api.js";
import { busy } from "../Base/dom.js";
import { hush, say, sayProblem } from "../Base/notice.js";
import { text } from "../Base/text.js";

class ClientAuthorization extends HTMLElement {
  connectedCallback() {
    for (const button of this.#buttons) button.addEventListener("click", () => this.#decide(button));
  }

  get #buttons() {
    return this.querySelectorAll("button[data-decide]");
  }

  /** @param {HTMLButtonElement} button */
  async #decide(button) {
    const notice = this.querySelector("[data-notice]");
    const decision = { query: this.dataset.query, isAllowed: button.dataset.decide === "allow" };
    hush(notice);
    for (const one of this.#buttons) one.disabled = true;
    try {
      const outcome = await busy(button, () => call("POST", "/v1/oauth2/authorization", decision));
      // Where an app takes over, this page stays.
      say(notice, text("authorize.going"), { kind: "good" });
      location.replace(outcome.location);
    } catch (problem) {
      for (const one of this.#buttons) one.disabled = false;
      sayProblem(notice, problem, { retry: () => this.#decide(button) });
    }
  }
}

customElements.define("client-authorization", ClientAuthorization);
