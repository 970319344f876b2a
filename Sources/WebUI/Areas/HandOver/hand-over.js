// The side of a hand-over that signs: what is asked is looked at first, then signed on this device or not at all.

import { call, part } from "../Base/api.js";
import { onChanges } from "../Base/changes.js";
import { currentDevice } from "../Devices/device-key.js";
import { busy } from "../Base/dom.js";
import { hush, say } from "../Base/notice.js";
import { draw } from "../Pad/signing-pad.js";
import { text } from "../Base/text.js";

const soonest = 1_000;

class HandOver extends HTMLElement {
  connectedCallback() {
    this.notice = this.querySelector("[data-notice]");
    const sign = this.querySelector("[data-sign]");
    sign?.addEventListener("click", () => busy(sign, () => this.sign()));
    if (this.dataset.status !== "waiting") return;
    onChanges(["handOver"], () => this.look());
    this.timer = setTimeout(() => this.look(), Math.max(soonest, Date.parse(this.dataset.ends) - Date.now()));
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }

  /** Loads the page anew where it stands otherwise than it says; who is drawing is told by the answer. */
  async look() {
    if (document.querySelector("dialog[open]")) return;
    try {
      const { status } = await call("GET", `/v1/me/hand-overs/${part(this.dataset.id)}`);
      if (status !== this.dataset.status) location.reload();
    } catch {
      // What is signed too late is refused by the server.
    }
  }

  async sign() {
    hush(this.notice);
    const device = await currentDevice();
    if (!device) {
      const next = `/sign-in?again&next=${part(location.pathname)}`;
      say(this.notice, text("handOver.noDevice"), { action: text("signing.signIn"), onAction: () => location.assign(next) });
      return;
    }
    const { id, hash, name, for: asking } = this.dataset;
    await draw(name, { purpose: "signDocument", subject: hash, handOver: id }, device, { doc: hash, for: asking });
    location.reload();
  }
}

customElements.define("hand-over", HandOver);
