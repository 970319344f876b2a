// Lets an app have a signature of its own, on a device that the person signs on; and leads on to giving the signature in this browser, once yes is
// said to a contested letter, by which the account begins anew.

import { call, part } from "../Base/api.js";
import { approve } from "../Approval/approval.js";
import { busy } from "../Base/dom.js";
import { deviceKey, makeKeys, remember } from "../Devices/device-key.js";
import { withdrawAll } from "../Devices/waiting-request.js";
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

class BeginAnew extends HTMLElement {
  /** @type {import("../Devices/device-key.js").Keys | undefined} */
  keys;

  connectedCallback() {
    const button = this.querySelector("button");
    button.addEventListener("click", () => busy(button, async () => {
      const { token, yes } = this.dataset;
      try {
        const proof = await call("POST", yes);
        // What is asked is another by now.
        if (!proof.isProved) return location.reload();
        this.keys ??= await makeKeys();
        const grant = await call("POST", `/v1/email-proofs/${part(token)}/session`, { device: await deviceKey(this.keys, token) });
        await remember(grant.deviceId, this.keys, [proof.email]);
        await withdrawAll();
        location.assign("/enrol");
      } catch (problem) {
        sayProblem(document.querySelector("[data-notice]"), problem);
      }
    }));
  }
}

customElements.define("begin-anew", BeginAnew);
