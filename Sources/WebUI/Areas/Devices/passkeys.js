// <passkey-adding>: a button that adds a passkey, where the browser offers them; and the one that makes it the device's key.

import { approve } from "../Approval/approval.js";
import { busy } from "../Base/dom.js";
import { hush, sayProblem } from "../Base/notice.js";
import { addPasskey, passkeysOffered } from "./passkey.js";
import "./protection.js";

class PasskeyAdding extends HTMLElement {
  connectedCallback() {
    this.button = this.querySelector("button");
    this.button.hidden = !passkeysOffered();
    this.button.addEventListener("click", () => this.add());
  }

  async add() {
    const notice = this.querySelector("[data-notice]");
    hush(notice);
    try {
      if (await busy(this.button, () => addPasskey(approve))) location.reload();
    } catch (problem) {
      sayProblem(notice, problem, { retry: () => this.add() });
    }
  }
}

customElements.define("passkey-adding", PasskeyAdding);
