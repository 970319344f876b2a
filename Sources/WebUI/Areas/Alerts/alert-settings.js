// <alert-settings>: whether this device is alerted, and of what.

import { hush, say, sayProblem } from "../Base/notice.js";
import { text } from "../Base/text.js";
import { isSupported, switchOff, switchOn } from "./push.js";

class AlertSettings extends HTMLElement {
  connectedCallback() {
    this.notice = /** @type {HTMLElement} */ (this.closest("main")?.querySelector("[data-notice]"));
    this.all = /** @type {HTMLInputElement} */ (this.querySelector("[data-all]"));
    this.choices = /** @type {HTMLInputElement[]} */ ([...this.querySelectorAll("[data-category]")]);
    this.tell();
    this.all.addEventListener("change", () => this.change(this.all));
    for (const choice of this.choices) choice.addEventListener("change", () => this.change(choice));
  }

  /** Says where nothing can be switched on here, and why. */
  tell() {
    const isBlocked = isSupported && Notification.permission === "denied";
    // Safari on iPhone and iPad has it for what was added to the Home Screen alone.
    const isInstallable = !isSupported && "standalone" in navigator;
    for (const [name, isSo] of Object.entries({ blocked: isBlocked, install: isInstallable, unsupported: !isSupported && !isInstallable }))
      /** @type {HTMLElement} */ (this.querySelector(`[data-${name}]`)).hidden = !isSo;
    // The browser may have forgotten what the server still knows.
    if (!isSupported || Notification.permission !== "granted") this.all.checked = false;
    this.all.disabled = !isSupported || isBlocked;
    for (const choice of this.choices) choice.disabled = this.all.disabled || !this.all.checked;
  }

  /** @param {HTMLInputElement} changed */
  async change(changed) {
    hush(this.notice);
    if (this.all.checked && !this.choices.some(({ checked }) => checked)) {
      changed.checked = !changed.checked;
      say(this.notice, text("alert.one"), { kind: "warn" });
      return;
    }
    const isOn = this.all.checked;
    for (const field of [this.all, ...this.choices]) field.disabled = true;
    try {
      const outcome = isOn ? await switchOn(this.choices.filter(({ checked }) => checked).map(({ value }) => value)) : await switchOff();
      if (isOn && outcome !== "on") this.all.checked = false;
      if (outcome === "failed") say(this.notice, text("alert.failed"), { kind: "warn" });
      else if (outcome !== "blocked") say(this.notice, text(changed === this.all ? (isOn ? "alert.on" : "alert.off") : "alert.saved"), { kind: "good" });
    } catch (problem) {
      changed.checked = !changed.checked;
      sayProblem(this.notice, problem, { retry: () => changed.click() });
    }
    this.tell();
  }
}

customElements.define("alert-settings", AlertSettings);
