// <register-flow>: the profile, the code from the mail, ten signatures, and the codes for a rainy day.

import { call, part } from "../Base/api.js";
import { deviceKey, makeKeys, remember } from "../Devices/device-key.js";
import { busy, onSubmit, openSheet, showStep } from "../Base/dom.js";
import "./draw-ten.js";
import { checkForm, keepDraft, showFieldProblems, values } from "../Base/fields.js";
import { explain, hush, say, sayProblem } from "../Base/notice.js";
import { platformOffered } from "../Devices/passkey.js";
import { withdrawAll } from "../Devices/waiting-request.js";
import { profileOf } from "./person-fields.js";
import "./photo.js";
import "./place.js";
import "../Devices/protection.js";
import "../Account/recovery-codes.js";
import { comparedName, countdown, language, text } from "../Base/text.js";
import { tellWarnings } from "../Base/warnings.js";

const draftKey = "paraph.registration";
const receiptKey = "paraph.registration.receipt";

/** @typedef {Wire.RegistrationReceipt & { email: string, username?: string }} Receipt What the page keeps of a registration under way. */

class RegisterFlow extends HTMLElement {
  /** @type {import("../Devices/device-key.js").Keys | undefined} */
  keys;
  /** The addresses that a code was mailed to since the page was opened. */
  mailed = new Set();

  connectedCallback() {
    this.form = this.querySelector("form[data-profile]");
    this.codeForm = this.querySelector("form[data-code]");
    this.photo = this.querySelector("photo-field");
    this.draw = this.querySelector("draw-ten");
    this.registered = this.dataset.registered || undefined;
    if (keepDraft(this.form, draftKey)) this.querySelector("details.more-fields").open = this.hasMoreFields;
    onSubmit(this.form, () => this.submitProfile());
    onSubmit(this.codeForm, () => this.submitCode());
    const { code } = this.codeForm.elements;
    code.addEventListener("input", () => {
      clearTimeout(this.codeTimer);
      // Who types on has one of the long codes.
      if (/^\d{6}$/.test(code.value)) this.codeTimer = setTimeout(() => this.codeForm.requestSubmit(), 700);
    });
    this.querySelector("[data-resend]").addEventListener("click", () => this.resend(this.querySelector("button[data-resend]")));
    this.querySelector("[data-change]").addEventListener("click", () => showStep(this, "form"));
    // A field that is left empty says so below, which would move these from under the finger.
    for (const button of this.querySelectorAll("[data-step=code] .button-plain")) button.addEventListener("mousedown", (event) => event.preventDefault());
    this.querySelector("[data-change-email]").addEventListener("click", () => {
      // The code that is under way is worth nothing for another address.
      sessionStorage.removeItem(receiptKey);
      this.codeForm.reset();
      showStep(this, "form");
      this.form.elements.email.select();
    });
    for (const link of this.querySelectorAll("[data-consent-text]")) link.addEventListener("click", () => openSheet("consent-text"));
    this.photo.addEventListener("photo-change", () => (this.photoChanged = true));
    this.querySelector("device-protection").addEventListener("settled", () => showStep(this, "draw"));
    this.draw.addEventListener("cancelled", () => showStep(this, "form"));
    this.draw.addEventListener("created", ({ detail }) => this.created(detail));
    const receipt = JSON.parse(sessionStorage.getItem(receiptKey) ?? "null");
    if (receipt && Date.parse(receipt.expiresAt) > Date.now() && !this.registered) this.askCode(receipt);
    // Whose drawings are still here goes on with them.
    if (this.registered) this.draw.restored.then((isRestored) => isRestored && showStep(this, "draw"));
  }

  get hasMoreFields() {
    return ["username", "companyName", "position", "phoneNumber", "birthday", "sex"].some((name) => this.form.elements[name].value);
  }

  get profile() {
    return profileOf(this.form, values(this.form));
  }

  submitProfile() {
    const notice = this.form.querySelector("[data-notice]");
    hush(notice);
    if (!checkForm(this.form)) return;
    const { email, username } = values(this.form);
    busy(this.form.querySelector("[type=submit]"), async () => {
      try {
        if (this.registered && this.registered === comparedName(email)) {
          await call("PATCH", "/v1/me", { profile: this.profile, ...(username ? { username } : {}) });
          await this.sendPhoto();
          showStep(this, "draw");
          return;
        }
        const { consentVersion } = this.dataset;
        const place = this.querySelector("place-field")?.place;
        const extras = { ...(username ? { username } : {}), ...(place ? { place } : {}) };
        const request = { email, profile: this.profile, language, consentVersion, ...extras };
        this.askCode({ ...(await call("POST", "/v1/registrations", request)), email, username });
      } catch (problem) {
        if (problem.fields.some((/** @type {Wire.ProblemField} */ { name }) => name === "consentVersion")) location.reload();
        else if (!showFieldProblems(this.form, problem)) {
          sayProblem(notice, problem, { kept: text("register.kept"), retry: () => this.form.requestSubmit() });
        }
      }
    });
  }

  /** @param {Receipt} receipt */
  askCode(receipt) {
    this.receipt = receipt;
    sessionStorage.setItem(receiptKey, JSON.stringify(receipt));
    const { email } = receipt;
    const isFirst = !this.mailed.has(comparedName(email));
    this.mailed.add(comparedName(email));
    this.querySelector("[data-sent-to]").textContent = text(isFirst ? "register.codeSent" : "register.codeSentAgain", { email });
    this.allowResend(receipt.resendAfter);
    showStep(this, "code");
    this.codeForm.elements.code.focus();
  }

  /** @param {number} seconds */
  allowResend(seconds) {
    const button = this.querySelector("button[data-resend]");
    const end = Date.now() + seconds * 1000;
    clearInterval(this.resendTimer);
    const tick = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      button.disabled = left > 0;
      button.textContent = left > 0 ? text("register.resendIn", { time: countdown(left) }) : text("register.resend");
      if (left <= 0) clearInterval(this.resendTimer);
    };
    this.resendTimer = setInterval(tick, 1000);
    tick();
  }

  /** @param {HTMLButtonElement} button */
  async resend(button) {
    const notice = this.codeForm.querySelector("[data-notice]");
    try {
      const receipt = await busy(button, () => call("POST", `/v1/registrations/${part(this.receipt.id)}/code`));
      this.askCode({ ...this.receipt, ...receipt });
      say(notice, text("register.resent"), { kind: "good" });
    } catch (problem) {
      if (problem.status === 404) this.codeIsOver(problem);
      else sayProblem(notice, problem, { retry: () => this.resend(button) });
    }
  }

  /**
   * The registration has to begin anew; the form is still filled in.
   *
   * @param {import("../Base/problem.js").Problem} problem
   */
  codeIsOver(problem) {
    sessionStorage.removeItem(receiptKey);
    this.codeForm.reset();
    showStep(this, "form");
    const words = problem.status === 404 ? text("register.over") : explain(problem);
    say(this.form.querySelector("[data-notice]"), words, { kind: "warn" });
  }

  submitCode() {
    const notice = this.codeForm.querySelector("[data-notice]");
    hush(notice);
    if (!checkForm(this.codeForm)) return;
    busy(this.codeForm.querySelector("[type=submit]"), async () => {
      try {
        this.keys ??= await makeKeys();
        const device = await deviceKey(this.keys, this.receipt.id);
        const { code } = values(this.codeForm);
        const grant = await call("POST", `/v1/registrations/${part(this.receipt.id)}/confirmation`, { code, device });
        const { username } = await call("GET", "/v1/me");
        await remember(grant.deviceId, this.keys, [this.receipt.email, username]);
        await withdrawAll();
        document.documentElement.dataset.device = grant.deviceId;
        this.registered = comparedName(this.receipt.email);
        sessionStorage.removeItem(receiptKey);
        await this.sendPhoto();
        if (grant.enrolled) location.assign("/documents");
        else if (this.receipt.username && !username) await this.askAnotherName();
        else showStep(this, (await platformOffered()) ? "protect" : "draw");
      } catch (problem) {
        if ([404, 409].includes(problem.status)) this.codeIsOver(problem);
        else if (showFieldProblems(this.codeForm, problem)) this.codeForm.elements.code.select();
        else sayProblem(notice, problem, { kept: text("register.kept"), retry: () => this.codeForm.requestSubmit() });
      }
    });
  }

  /** Another person has the name: strangers are not told so, and only now it is known whose the address is. */
  async askAnotherName() {
    showStep(this, "form");
    try {
      await call("PATCH", "/v1/me", { username: this.receipt.username });
      showStep(this, "draw");
    } catch (problem) {
      if (!showFieldProblems(this.form, problem)) sayProblem(this.form.querySelector("[data-notice]"), problem);
    }
  }

  /** The photo is an extra: if it does not arrive, the profile offers it again. */
  async sendPhoto() {
    if (!this.photoChanged) return;
    this.photoChanged = false;
    try {
      if (this.photo.blob) await call("PUT", "/v1/me/photo", this.photo.blob);
      else await call("DELETE", "/v1/me/photo");
    } catch {
      this.photoChanged = true;
    }
  }

  /** @param {Wire.EnrolmentResult} result */
  async created(result) {
    sessionStorage.removeItem(draftKey);
    showStep(this, "done");
    tellWarnings(this.querySelector("[data-warnings]"), result);
    const codes = this.querySelector("recovery-codes");
    codes.guard(this.querySelector("[data-step=done] .actions a"));
    await codes.offer();
  }
}

customElements.define("register-flow", RegisterFlow);
