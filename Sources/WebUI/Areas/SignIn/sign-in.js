// <sign-in-flow>: who it is, the pad, the answer; and on a browser that the account does not know yet, how to make it known.

import { call, part } from "../Base/api.js";
import { deviceFor, deviceKey, dropPending, forget, keepPending, knownDevices, makeKeys, remember } from "../Devices/device-key.js";
import { busy, onSubmit, showStep } from "../Base/dom.js";
import { checkForm, showFieldProblems, values } from "../Base/fields.js";
import { explain, hush, say, sayProblem } from "../Base/notice.js";
import { answerByPasskey, passkeysOffered, platformOffered } from "../Devices/passkey.js";
import { waitingRequest, withdraw, withdrawAll } from "../Devices/waiting-request.js";
import { picture } from "../Base/qr.js";
import "../Pad/sign-pad.js";
import { comparedName, text } from "../Base/text.js";

const pollEvery = 2500;

class SignInFlow extends HTMLElement {
  async connectedCallback() {
    this.form = this.querySelector("form[data-who]");
    this.pad = this.querySelector("sign-pad");
    this.recovery = this.querySelector("form[data-recovery]");
    onSubmit(this.form, () => this.identify());
    for (const button of this.querySelectorAll("[data-other]")) button.addEventListener("click", () => this.startOver());
    this.querySelector("[data-create]").addEventListener("click", () => this.startOver());
    for (const button of this.querySelectorAll("[data-use-recovery]")) button.addEventListener("click", () => this.useCode());
    this.querySelector("[data-wait]").addEventListener("click", () => (this.request ? this.showWaiting() : showStep(this, "pad")));
    onSubmit(this.recovery, () => this.recover());
    for (const button of this.querySelectorAll("button[data-use-passkey]")) {
      button.hidden = !passkeysOffered();
      button.addEventListener("click", () => this.usePasskey(button));
    }
    // The last person here may be known late: by then another name may be being written.
    const { identifier } = this.form.elements;
    let isTouched = identifier === document.activeElement;
    for (const kind of ["focus", "input"]) identifier.addEventListener(kind, () => { isTouched = true; }, { once: true });
    this.pad.addEventListener("accepted", ({ detail }) => this.accepted(detail));
    this.pad.addEventListener("unknown-device", ({ detail }) => this.offerToAskAgain(detail));
    this.pad.otherWays = () => [
      { words: text("sign.useCode"), run: () => this.useCode() },
      ...(passkeysOffered() ? [{ words: text("sign.usePasskey"), run: (/** @type {HTMLButtonElement} */ button) => this.usePasskey(button) }] : []),
    ];
    this.request = await waitingRequest();
    if (this.request) {
      this.showWaiting();
      return;
    }
    const [last] = await knownDevices();
    if (!last || isTouched) return;
    identifier.value ||= last.identifiers[0] ?? "";
    if (this.dataset.auto !== undefined && identifier.value) this.identify();
  }

  startOver() {
    clearTimeout(this.poll);
    if (this.request) withdraw(this.request);
    const { identifier } = this.form.elements;
    if (this.request) identifier.value = this.request.identifier;
    this.request = undefined;
    this.pad.clear();
    showStep(this, "who");
    identifier.select();
  }

  /**
   * Says as whom one signs in, on each step where that is no field.
   *
   * @param {string} identifier
   */
  showIdentifier(identifier) {
    for (const place of this.querySelectorAll("[data-asked-for]")) place.textContent = identifier;
  }

  async identify() {
    const notice = this.form.querySelector("[data-notice]");
    hush(notice);
    if (!checkForm(this.form)) return;
    const { identifier } = values(this.form);
    await busy(this.form.querySelector("[type=submit]"), async () => {
      try {
        const device = await deviceFor(identifier);
        if (device) await this.sign(identifier, device);
        else await this.askForDevice(identifier);
      } catch (problem) {
        if (!showFieldProblems(this.form, problem)) sayProblem(notice, problem, { retry: () => this.identify() });
      }
    });
  }

  /**
   * @param {string} identifier
   * @param {import("../Devices/device-key.js").Device} device
   */
  async sign(identifier, device) {
    this.identifier = identifier;
    this.device = device;
    this.showIdentifier(identifier);
    await this.pad.start({ purpose: "signIn", identifier }, device);
    showStep(this, "pad");
  }

  /**
   * The account does not know this browser's key any more; the person decides whether to ask again.
   *
   * @param {any} problem
   */
  offerToAskAgain(problem) {
    say(this.pad.notice, explain(problem), {
      action: text("sign.addAnew"),
      onAction: async () => {
        await forget(this.device.deviceId);
        await this.askForDevice(this.identifier).catch((problem) => sayProblem(this.pad.notice, problem));
      },
    });
  }

  /** @param {import("../Pad/sign-pad.js").Drawn} drawn */
  async accepted({ session }) {
    await withdrawAll();
    await remember(this.device.deviceId, this.device.keys, [...this.device.identifiers, this.identifier]);
    setTimeout(() => this.goOn(session), 1200);
  }

  /**
   * Goes on; on a device that is new to the account by way of the offer to protect it.
   *
   * @param {Wire.SessionGrant | undefined} session
   */
  async goOn(session) {
    const next = session?.isEnrolled === false ? "/enrol" : `${this.dataset.next || "/documents"}${location.hash}`;
    location.assign(this.isNew && (await platformOffered()) ? `/protect?next=${part(next)}` : next);
  }

  // A browser that the account does not know yet.

  /** @param {string} identifier */
  async askForDevice(identifier) {
    const keys = await makeKeys();
    const device = await deviceKey(keys, comparedName(identifier));
    const request = await call("POST", "/v1/device-requests", { identifier, device });
    this.request = { ...request, identifier, keys };
    await keepPending(this.request);
    this.showWaiting();
  }

  /** By a code a new browser is let in, where its request waits; a known one asks for nothing, whatever became of the signature. */
  useCode() {
    showStep(this, "recovery");
    this.recovery.elements.recoveryCode.focus();
  }

  showWaiting() {
    this.querySelector("[data-shown-code]").textContent = this.request.code;
    this.showIdentifier(this.request.identifier);
    // It leads to where the code is typed, which it does not hold: a picture of it that is passed on opens nothing.
    this.querySelector("[data-qr]").replaceChildren(picture(`${location.origin}/devices/requests/${this.request.id}`));
    showStep(this, "device");
    this.lookAfter(pollEvery);
  }

  /** @param {number} delay In milliseconds. */
  lookAfter(delay) {
    clearTimeout(this.poll);
    this.poll = setTimeout(() => this.look(), delay);
  }

  async look() {
    if (!this.request) return;
    if (document.hidden) {
      this.lookAfter(pollEvery);
      return;
    }
    const notice = this.querySelector("[data-device-notice]");
    try {
      const headers = { "Paraph-Request-Secret": this.request.secret };
      const state = await call("GET", `/v1/device-requests/${part(this.request.id)}`, undefined, headers);
      hush(notice);
      if (state.status === "pending") this.lookAfter(pollEvery);
      else await this.settle(state);
    } catch (problem) {
      if (problem.isTransient || problem.status === 429) {
        sayProblem(notice, problem);
        this.lookAfter(Math.max(2 * pollEvery, (problem.retryAfter ?? 0) * 1000));
      } else {
        this.startOver();
        sayProblem(this.form.querySelector("[data-notice]"), problem);
      }
    }
  }

  /** @param {Wire.DeviceRequest} state */
  async settle(state) {
    const { identifier, keys, id } = this.request;
    if (state.status !== "approved") {
      await dropPending(id);
      this.request = undefined;
      showStep(this, "who");
      say(this.form.querySelector("[data-notice]"), text(`device.${state.status}`));
      return;
    }
    await remember(state.deviceId, keys, [identifier]);
    this.isNew = true;
    const session = state.session ?? (await this.approved());
    await dropPending(id);
    this.request = undefined;
    if (session) {
      await withdrawAll(); // other tabs may have asked too
      await this.goOn(session);
      return;
    }
    this.form.elements.identifier.value = identifier;
    showStep(this, "who");
    await this.identify();
  }

  /** The session of a browser that was approved with a signature elsewhere, which is asked for none here; undefined where the approval gives none. */
  async approved() {
    const { id, secret, keys } = this.request;
    try {
      const body = { device: await deviceKey(keys, id) };
      return await call("POST", `/v1/device-requests/${part(id)}/session`, body, { "Paraph-Request-Secret": secret });
    } catch (problem) {
      if (problem.isTransient) throw problem;
      return undefined;
    }
  }

  /**
   * Signs in by a passkey, which knows whose it is; this browser is a known one from then on.
   *
   * @param {HTMLButtonElement} button
   */
  usePasskey(button) {
    const notice = button.closest("[data-step]").querySelector(".notice");
    hush(notice);
    busy(button, async () => {
      try {
        const known = (await deviceFor(this.form.elements.identifier.value))?.keys;
        const spare = this.request?.keys ?? known;
        const keys = spare?.privateKey ? spare : await makeKeys();
        const { answer, isHere } = await answerByPasskey("signIn");
        const device = await deviceKey(keys, answer.challengeId);
        const session = await call("POST", "/v1/passkey-sign-ins", { passkey: answer, device, isOnOwnDevice: isHere });
        clearTimeout(this.poll);
        await withdrawAll();
        const [{ email, username }, { items }] = await Promise.all([call("GET", "/v1/me"), call("GET", "/v1/me/devices")]);
        const isOwn = items.some((/** @type {Wire.Device} */ { isCurrent, key }) => isCurrent && key === "passkey");
        await remember(session.deviceId, isOwn ? { passkey: answer.credentialId } : keys, [email, username]);
        this.isNew = !isOwn && known !== keys;
        await this.goOn(session);
      } catch (problem) {
        sayProblem(notice, problem);
      }
    });
  }

  recover() {
    const notice = this.recovery.querySelector("[data-notice]");
    hush(notice);
    if (!checkForm(this.recovery)) return;
    busy(this.recovery.querySelector("[type=submit]"), async () => {
      try {
        clearTimeout(this.poll);
        const recoveryCode = this.recovery.elements.recoveryCode.value.trim();
        if (!this.request) {
          await this.recoverHere(recoveryCode);
          return;
        }
        const headers = { "Paraph-Request-Secret": this.request.secret };
        await this.settle(await call("POST", `/v1/device-requests/${part(this.request.id)}/recovery`, { recoveryCode }, headers));
      } catch (problem) {
        if (!showFieldProblems(this.recovery, problem)) sayProblem(notice, problem);
        if (this.request) this.lookAfter(pollEvery);
      }
    });
  }

  /**
   * Signs in by a code on a browser that is known: no device is asked for, and what this browser asked for before is taken back.
   *
   * @param {string} recoveryCode
   */
  async recoverHere(recoveryCode) {
    const { identifier, device } = this;
    // The key of a browser that a passkey protects signs nothing but challenges: there the code lets a key of its own in.
    const keys = device.keys.privateKey ? device.keys : await makeKeys();
    const body = { identifier, recoveryCode, device: await deviceKey(keys, comparedName(identifier)) };
    const session = await call("POST", "/v1/recovery-sign-ins", body);
    await withdrawAll();
    await remember(session.deviceId, keys, [...device.identifiers, identifier]);
    await this.goOn(session);
  }
}

customElements.define("sign-in-flow", SignInFlow);
