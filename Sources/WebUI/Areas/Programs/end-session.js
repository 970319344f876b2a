// <end-session>: signs out by the same button as the person would, and presses it itself where a program showed that it means this person.

import "../Base/page.js";

class EndSession extends HTMLElement {
  connectedCallback() {
    if (this.dataset.goesOn !== undefined) this.querySelector("button").click();
  }
}

customElements.define("end-session", EndSession);
