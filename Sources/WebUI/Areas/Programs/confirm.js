// Lets an app have a signature of its own, on a device that the person signs on.

import { call, part } from "../Base/api.js";
import { approve } from "../Approval/approval.js";
import { busy } from "../Base/dom.js";
import { say, sayProblem } from "../Base/notice.js";
import { text } from "../Base/text.js";

class TemplateApproval extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector("button");
    const home = this.querySelector("a"); // nothing happens unless it is allowed
    const notice = document.querySelector("[data-notice]");
    button.addEventListener("click", () => busy(button, async () => {
      try {
        const approval = await approve("allowAppSignature", { subject: this.dataset.id });
        if (!approval) return;
        await call("POST", `/v1/me/app-templates/${part(this.dataset.id)}/approval`, { approval });
        button.hidden = true;
        home.textContent = home.dataset.home;
        say(notice, text("confirm.allowed"), { kind: "good" });
      } catch (problem) {
        sayProblem(notice, problem);
      }
    }));
  }
}

customElements.define("template-approval", TemplateApproval);
