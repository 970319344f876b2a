// <device-protection>: makes a passkey of this device its key, so that its owner is recognised before each signature.

import { approve } from "../Approval/approval.js";
import { call } from "../Base/api.js";
import { rememberPasskey } from "./device-key.js";
import { busy } from "../Base/dom.js";
import { explain, hush, say, sayProblem } from "../Base/notice.js";
import { addPasskey, answerByPasskey, platformOffered } from "./passkey.js";
import { text } from "../Base/text.js";

/** Makes a passkey of this device the key of the session's; false where the person gave up. */
async function protect() {
  let credentialId;
  try {
    credentialId = await addPasskey(approve, { forDevice: true });
  } catch (problem) {
    if (problem.code !== "passkeyKnown") throw problem;
    // The device holds one of this person's already: that one will do.
    const { answer } = await answerByPasskey("protectDevice");
    await call("POST", "/v1/me/passkey-devices", answer);
    ({ credentialId } = answer);
  }
  if (credentialId) await rememberPasskey(document.documentElement.dataset.device, credentialId);
  return Boolean(credentialId);
}

class DeviceProtection extends HTMLElement {
  connectedCallback() {
    this.notice = this.querySelector("[data-notice]");
    this.button = this.querySelector("[data-protect]");
    this.button.addEventListener("click", () => this.protect());
    this.querySelector("[data-not-now]")?.addEventListener("click", () => this.leave());
    if (this.hidden) platformOffered().then((offered) => (this.hidden = !offered));
  }

  async protect() {
    hush(this.notice);
    try {
      if (await busy(this.button, protect)) this.leave();
    } catch (problem) {
      const kept = text("protect.kept");
      if (problem.isTransient) sayProblem(this.notice, problem, { kept, retry: () => this.protect() });
      else say(this.notice, explain(problem), { kept });
    }
  }

  /** On to where `data-next` says; else the surrounding page goes on. */
  leave() {
    if (this.dataset.next) location.assign(this.dataset.next);
    this.dispatchEvent(new CustomEvent("settled"));
  }
}

customElements.define("device-protection", DeviceProtection);
