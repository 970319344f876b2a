// <sign-pad>: one challenge, answered with a signature that this device binds to it; says how it went and what to do.

import { call, part } from "../Base/api.js";
import { answer } from "./answer.js";
import { busy, icon, make } from "../Base/dom.js";
import { explain, hush, say, sayProblem } from "../Base/notice.js";
import { PadTools } from "./pad-tools.js";
import { countdown, knows, similarity, text } from "../Base/text.js";

const circle = 2 * Math.PI * 46;

/**
 * What <sign-pad> gives of an accepted signature: the answer, and what was drawn.
 *
 * @typedef {{ outcome: string, signatureId?: string, approval?: string, session?: Wire.SessionGrant, audience?: string, pen: string, sample: Uint8Array }} Drawn
 *
 * @typedef {{ purpose: string, subject?: string, identifier?: string, handOver?: string }} Asked What a challenge is asked for.
 */


export class SignPad extends HTMLElement {
  /** @type {(() => { words: string, run: (button: HTMLButtonElement) => unknown }[]) | undefined} What else proves the person. */
  otherWays;
  /** @type {string | undefined} What is signed, in place of the sentence of the challenge where that names nothing. */
  subject;

  /** @type {import("./pad-draft.js").PadDraft | undefined} Where what is drawn outlasts the page. */
  draft;

  /** @type {import("./answer.js").About} What this device signs besides. */
  about = {};
  /** @type {Wire.Challenge | undefined} */
  challenge;

  connectedCallback() {
    if (this.tools) return;
    this.purpose = this.querySelector("[data-purpose]");
    this.hint = this.querySelector("[data-hint]");
    this.notice = this.querySelector("[data-notice]");
    this.surface = this.querySelector(".signing-pad");
    this.toolbar = this.querySelector(".signing-tools");
    this.result = this.querySelector("[data-answer]");
    this.tools = new PadTools(this.querySelector(".signing"), () => this.changed());
    this.tools.primary.addEventListener("click", () => this.send());
    this.tools.lock(true); // until there is something to sign
  }

  disconnectedCallback() {
    clearInterval(this.wait);
    clearTimeout(this.expiry);
    if (!this.challenge || this.settled) return;
    const { id, nonce } = this.challenge;
    call("DELETE", `/v1/challenges/${part(id)}`, undefined, { "Paraph-Challenge-Nonce": nonce }).catch(() => {});
  }

  /**
   * Asks for a challenge and shows what it is for; throws the problem where there is none to be had.
   *
   * @param {Asked} request
   * @param {import("../Devices/device-key.js").Device} device
   * @param {import("./answer.js").About} about
   */
  async start(request, device, about = {}) {
    this.request = { ...request, deviceId: device.deviceId };
    this.about = about;
    this.device = device;
    const isFirst = !this.challenge;
    this.challenge = await call("POST", "/v1/challenges", this.request);
    if (isFirst) this.tools.lock(false);
    this.attempt = 1;
    this.left = this.challenge.attemptsLeft;
    this.settled = false;
    this.purpose.textContent = this.subject ?? this.challenge.bindingMessage;
    clearTimeout(this.expiry);
    this.expiry = setTimeout(() => this.expired(), Math.max(1000, Date.parse(this.challenge.expiresAt) - Date.now()));
    this.showPad();
    this.hold(this.challenge.retryAfter);
  }

  showPad() {
    this.result.hidden = true;
    this.surface.hidden = false;
    this.toolbar.hidden = false;
    this.label();
  }

  /** What is drawn changed, or may be sent now. */
  changed() {
    this.label();
    // What may have been looked at is not kept: after a reload it would be a copy.
    if (!this.tools || this.tools.locked || this.unanswered) return;
    if (this.tools.empty) this.draft?.drop();
    else this.draft?.keep(this.tools.pad.drawing);
  }

  /**
   * Keeps what is drawn from now on; what was kept already is on the pad again.
   *
   * @param {import("./pad-draft.js").PadDraft} draft
   */
  async keepIn(draft) {
    await customElements.whenDefined("ink-pad");
    if (draft.drawing && this.tools.empty) {
      this.tools.pad.restore(draft.drawing);
      say(this.notice, text("request.restored"), { kind: "" });
    }
    this.draft = draft;
  }

  label() {
    if (this.tools) this.tools.primary.disabled = this.tools.empty || !this.challenge || Boolean(this.wait);
  }

  async send() {
    if (this.tools.empty || this.tools.locked) return;
    hush(this.notice);
    this.tools.lock(true);
    try {
      const sample = this.tools.pad.encode();
      this.draft?.drop();
      /** @type {any} */
      const body = await answer(this.challenge, sample, this.attempt, this.device, this.about);
      if (this.about.for) body.ink = this.tools.pen;
      const path = `/v1/challenges/${part(this.challenge.id)}/answers`;
      const result = await busy(this.tools.primary, () => call("POST", path, body));
      this.show(result, { sample, pen: this.tools.pen, audience: this.challenge.audience });
    } catch (problem) {
      await this.failed(problem);
    } finally {
      this.tools.lock(false);
    }
  }

  /**
   * No answer came, or the challenge is not there any more; the ink stays on the pad, unless it was looked at perhaps: a second time it would be a copy.
   *
   * @param {any} problem
   */
  async failed(problem) {
    if ([404, 409, 410].includes(problem.status)) {
      try {
        await this.start(this.request, this.device, this.about);
        if (this.unanswered) this.tools.pad.erase();
        this.label();
        say(this.notice, text(this.unanswered ? "sign.unanswered" : "sign.renewed"), { kind: "" });
        this.unanswered = false;
        return;
      } catch (second) {
        problem = second;
      }
    }
    if (problem.isTransient && problem.status !== 503) this.unanswered = true;
    // Who gives up twice may have lost the passkey that is this device's key.
    this.refusals = problem.code === "passkeyCancelled" ? (this.refusals ?? 0) + 1 : 0;
    if (problem.code === "badAssertion" || this.refusals > 1) {
      sayProblem(this.notice, problem);
      this.dispatchEvent(new CustomEvent("unknown-device", { detail: problem }));
      return;
    }
    if (problem.retryAfter && !problem.isTransient) {
      say(this.notice, explain(problem));
      this.hold(problem.retryAfter);
      return;
    }
    sayProblem(this.notice, problem, { kept: text("sign.kept"), retry: () => this.send() });
  }

  /**
   * @param {Wire.ChallengeResult} result
   * @param {{ sample: Uint8Array, pen: string, audience: string }} drawn
   */
  show(result, drawn) {
    // What was no signature at all cost no try, and its number is free again.
    const isFree = result.outcome === "refused" && result.attemptsLeft === this.left;
    if (!isFree) this.attempt += 1;
    this.left = result.attemptsLeft;
    this.unanswered = false;
    this.tools.pad.erase();
    this.settled = result.outcome !== "refused";
    if (this.settled) clearTimeout(this.expiry);
    this.surface.hidden = true;
    this.toolbar.hidden = true;
    this.result.hidden = false;
    this.result.dataset.outcome = result.outcome;
    this.result.replaceChildren(...this.words(result, isFree));
    const heading = this.result.querySelector("h2");
    heading.focus({ preventScroll: true });
    const ring = this.result.querySelector(".ring-fill");
    if (ring) requestAnimationFrame(() => requestAnimationFrame(() => ring.setAttribute("stroke-dashoffset", String(circle * (1 - result.similarity)))));
    if (result.outcome === "accepted") this.dispatchEvent(new CustomEvent("accepted", { detail: { ...result, ...drawn } }));
    if (result.outcome === "refused") this.hold(result.retryAfter);
  }

  /**
   * @param {Wire.ChallengeResult} result
   * @param {boolean} isFree
   */
  words(result, isFree) {
    const yes = result.outcome === "accepted";
    const measured = typeof result.similarity === "number";
    /** @type {HTMLElement[]} */
    const parts = [ring(yes, measured)];
    const key = yes ? "sign.matches" : measured ? "sign.differs" : isFree ? "sign.notCompared" : "sign.notAccepted";
    parts.push(make("h2", { tabindex: -1 }, text(key, { similarity: measured ? similarity(result.similarity) : "" })));
    if (!yes && measured) parts.push(make("p", { class: "small secondary" }, text("sign.similarity", { similarity: similarity(result.similarity) })));
    if (result.outcome === "refused") parts.push(make("p", {}, `${isFree ? `${text("sign.free")} ` : ""}${text("sign.triesLeft", { count: result.attemptsLeft })}`));
    if (result.outcome === "denied") parts.push(make("p", {}, this.deniedWords(result.retryAfter)));
    if (yes) return parts;
    const reasons = [...(result.refusal ? [result.refusal] : []), ...result.reasons].filter((reason) => knows(`reason.${reason}`)).map((reason) => make("li", {}, text(`reason.${reason}`)));
    const list = make("ul", {}, ...reasons);
    const why = reasons.length === 0 ? [] : [measured ? make("details", {}, make("summary", {}, text("sign.why")), list) : list];
    this.again = make("button", { type: "button", class: "button", click: () => this.retry(result) }, text("sign.again"));
    const others = result.outcome === "denied" || result.retryAfter ? this.others() : [];
    // What helps now comes first: a further signature has to wait.
    return others.length > 0 ? [...parts, ...others, this.again, ...why] : [...parts, ...why, this.again];
  }

  /**
   * What of it was not done, and what can be done now.
   *
   * @param {number | undefined} seconds Until the next signature is looked at.
   */
  deniedWords(seconds) {
    const { purpose } = this.request;
    const denied = purpose === "signIn" ? "deniedSignIn" : purpose === "signDocument" ? "deniedDocument" : "denied";
    const wait = seconds ? ` ${text(this.otherWays?.().length ? "sign.deniedWaitOr" : "sign.deniedWait", { seconds })}` : "";
    return text(`sign.${denied}`) + wait;
  }

  /** Nothing is left of what was drawn. */
  clear() {
    this.tools?.pad.erase?.();
    if (this.notice) hush(this.notice);
  }

  /** What else proves the person, where `otherWays` says so. */
  others() {
    const ways = this.otherWays?.() ?? [];
    if (ways.length === 0) return [];
    const buttons = ways.map(({ words, run }) => make("button", { type: "button", class: "button button-quiet", click: (/** @type {{ currentTarget: HTMLButtonElement }} */ event) => run(event.currentTarget) }, words));
    return [make("p", { class: "secondary small" }, text("sign.otherWays")), make("div", { class: "answer-ways" }, ...buttons)];
  }

  /** @param {Wire.ChallengeResult} result */
  async retry(result) {
    if (result.outcome === "refused") {
      this.showPad();
      return;
    }
    try {
      await busy(this.again, () => this.start(this.request, this.device, this.about));
    } catch (problem) {
      sayProblem(this.notice, problem, { retry: () => this.retry(result) });
    }
  }

  /**
   * Keeps the person from trying before the server looks at it again.
   *
   * @param {number | undefined} seconds
   */
  hold(seconds) {
    clearInterval(this.wait);
    this.wait = undefined;
    if (!seconds) return;
    const end = Date.now() + seconds * 1000;
    const tick = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      if (left <= 0) {
        clearInterval(this.wait);
        this.wait = undefined;
        hush(this.notice);
      } else {
        say(this.notice, text("sign.wait", { time: countdown(left) }), { kind: "warn" });
      }
      if (this.again) this.again.disabled = left > 0;
      this.label();
    };
    this.wait = setInterval(tick, 1000);
    tick();
  }

  async expired() {
    if (this.settled || !this.isConnected) return;
    try {
      await this.start(this.request, this.device, this.about);
      say(this.notice, text("sign.renewed"), { kind: "" });
    } catch (problem) {
      sayProblem(this.notice, problem, { kept: text("sign.kept"), retry: () => this.expired() });
    }
  }
}

/**
 * @param {boolean} yes
 * @param {boolean} measured
 */
function ring(yes, measured) {
  const space = "http://www.w3.org/2000/svg";
  const part = (/** @type {string} */ name, /** @type {number} */ offset) => {
    const element = document.createElementNS(space, "circle");
    for (const [key, value] of Object.entries({ class: name, cx: 50, cy: 50, r: 46, "stroke-dasharray": circle, "stroke-dashoffset": offset })) {
      element.setAttribute(key, String(value));
    }
    return element;
  };
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.append(part("ring-track", 0));
  if (measured) svg.append(part("ring-fill", circle));
  return make("div", { class: "ring", "aria-hidden": "true" }, svg, make("div", { class: "ring-sign" }, icon(yes ? "yes" : "no")));
}

customElements.define("sign-pad", SignPad);
