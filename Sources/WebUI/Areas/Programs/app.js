// <app-form>: an app of the person's, new or known, and its key.

import { callApproved } from "../Approval/approval.js";
import { call, part } from "../Base/api.js";
import { busy, openSheet, showStep } from "../Base/dom.js";
import { say, sayProblem } from "../Base/notice.js";
import { saved, saving } from "../Base/saving.js";
import { text } from "../Base/text.js";
import "../Register/photo.js";

class AppForm extends HTMLElement {
  connectedCallback() {
    const { id } = this.dataset;
    const form = this.querySelector("form");
    if (id) saving(form, ({ name, email, website }) => call("PATCH", `/v1/me/apps/${part(id)}`, { name, email, website }), saved);
    else saving(form, (app) => this.register(app), (app) => this.showKey(app));
    const renew = this.querySelector("[data-new-key]");
    renew?.addEventListener("click", () => this.renewKey(renew));
    const icon = this.querySelector("photo-field");
    if (id && icon) icon.addEventListener("photo-change", () => this.sendIcon(id, icon));
    this.querySelector("[data-copy-key]").addEventListener("click", () => this.copyKey());
  }

  /**
   * @param {Record<string, string>} app
   * @returns {Promise<Wire.RegisteredApp>}
   */
  async register(app) {
    const made = await call("POST", "/v1/me/apps", app);
    const { blob } = this.querySelector("photo-field");
    if (blob) await call("PUT", `/v1/me/apps/${part(made.id)}/icon`, blob).catch(() => {});
    return made;
  }

  /**
   * @param {string} id
   * @param {import("../Register/photo.js").PhotoField} icon
   */
  async sendIcon(id, icon) {
    if (!icon.blob) return;
    const notice = this.querySelector("[data-notice]");
    try {
      await call("PUT", `/v1/me/apps/${part(id)}/icon`, icon.blob);
      say(notice, text("form.saved"), { kind: "good" });
    } catch (problem) {
      sayProblem(notice, problem, { retry: () => this.sendIcon(id, icon) });
    }
  }

  /** @param {HTMLElement} button */
  async renewKey(button) {
    const { id } = this.dataset;
    const answer = await openSheet("question", (dialog) => {
      dialog.querySelector("[data-question]").textContent = button.dataset.question;
      dialog.querySelector("[data-consequence]").textContent = button.dataset.consequence;
      dialog.querySelector("[value=yes]").textContent = button.textContent;
    });
    if (answer !== "yes") return;
    try {
      const app = await busy(button, () => callApproved("POST", `/v1/me/apps/${part(id)}/key`, {}, "renewAppKey", { subject: id }));
      if (app) this.showKey(app);
    } catch (problem) {
      sayProblem(this.querySelector("[data-notice]"), problem, { retry: () => this.renewKey(button) });
    }
  }

  /** @param {Wire.RegisteredApp} app */
  showKey({ apiKey, id }) {
    this.querySelector("[data-key]").textContent = apiKey;
    this.querySelector("a[data-open]").href = `/apps/${part(id)}`;
    showStep(this, "key");
  }

  async copyKey() {
    const key = this.querySelector("[data-key]");
    try {
      await navigator.clipboard.writeText(key.textContent);
      say(this.querySelector("[data-key-notice]"), text("action.copied"), { kind: "good" });
    } catch {
      getSelection().selectAllChildren(key);
    }
  }
}

customElements.define("app-form", AppForm);
