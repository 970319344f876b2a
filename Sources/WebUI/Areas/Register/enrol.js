// <enrol-flow>: the signatures of a person who has an account and none yet.

import { callApproved } from "../Approval/approval.js";
import { busy, showStep } from "../Base/dom.js";
import { sayProblem } from "../Base/notice.js";
import { tellWarnings } from "../Base/warnings.js";
import "./draw-ten.js";

class EnrolFlow extends HTMLElement {
  connectedCallback() {
    const draw = this.querySelector("draw-ten");
    const consent = this.querySelector("[data-agree]");
    const notice = this.querySelector("[data-notice]");
    consent?.addEventListener("click", async () => {
      try {
        const body = { version: this.dataset.consentVersion };
        if (await busy(consent, () => callApproved("POST", "/v1/me/consent", body, "giveConsent"))) showStep(this, "draw");
      } catch (problem) {
        sayProblem(notice, problem);
      }
    });
    draw.addEventListener("cancelled", () => location.assign("/register"));
    draw.addEventListener("created", async ({ detail }) => {
      showStep(this, "done");
      tellWarnings(this.querySelector("[data-warnings]"), detail);
      await import("../Account/recovery-codes.js");
      const codes = this.querySelector("recovery-codes");
      codes.guard(this.querySelector("[data-step=done] .actions a"));
      await codes.offer();
    });
  }
}

customElements.define("enrol-flow", EnrolFlow);
