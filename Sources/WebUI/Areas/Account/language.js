// <language-choice>: another language, also for letters.

import { call } from "../Base/api.js";

class LanguageChoice extends HTMLElement {
  connectedCallback() {
    for (const link of this.querySelectorAll("a[lang]")) {
      link.addEventListener("click", async (event) => {
        event.preventDefault();
        await call("PATCH", "/v1/me", { language: link.lang }).catch(() => {});
        location.assign(link.href);
      });
    }
  }
}

customElements.define("language-choice", LanguageChoice);
