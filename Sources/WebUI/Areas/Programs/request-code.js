// <request-code>: the code without which programs that the person let in nowhere do not reach them.

import { call } from "../Base/api.js";
import { busy, onSubmit } from "../Base/dom.js";
import { checkForm, values } from "../Base/fields.js";
import { hush, sayProblem } from "../Base/notice.js";

class RequestCode extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector("form");
    onSubmit(form, () => this.#save(form));
  }

  /** @param {HTMLFormElement} form */
  async #save(form) {
    const notice = this.querySelector("[data-notice]");
    hush(notice);
    if (!checkForm(form)) return;
    try {
      await busy(form.querySelector("[type=submit]"), () => call("PUT", "/v1/me/request-code", { code: values(form).code }));
      location.reload();
    } catch (problem) {
      sayProblem(notice, problem, { retry: () => this.#save(form) });
    }
  }
}

customElements.define("request-code", RequestCode);
