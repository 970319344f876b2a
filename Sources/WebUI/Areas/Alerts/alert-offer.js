// <alert-offer>: asks once whether this device shall tell of requests, where a person looks for them and the browser was never asked.

import { busy } from "../Base/dom.js";
import { say, sayProblem } from "../Base/notice.js";
import { text } from "../Base/text.js";
import { isSupported, switchOn } from "./push.js";

const declinedKey = "paraph.alerts.declined";

class AlertOffer extends HTMLElement {
  connectedCallback() {
    if (!isSupported || Notification.permission !== "default" || localStorage.getItem(declinedKey)) return;
    this.hidden = false;
    const [yes, no] = /** @type {HTMLButtonElement[]} */ ([this.querySelector("[data-yes]"), this.querySelector("[data-no]")]);
    yes.addEventListener("click", () => busy(yes, () => this.accept()));
    no.addEventListener("click", () => {
      localStorage.setItem(declinedKey, "1");
      this.hidden = true;
    });
  }

  async accept() {
    try {
      const outcome = await switchOn(["requests", "signIns"]);
      if (outcome === "on") say(this, text("alert.on"), { kind: "good" });
      else if (outcome === "failed") say(this, text("alert.failed"), { kind: "warn" });
      else this.hidden = true;
    } catch (problem) {
      sayProblem(this, problem, { retry: () => this.accept() });
    }
  }
}

customElements.define("alert-offer", AlertOffer);
