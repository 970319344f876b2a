// A program's request: looked at, then signed on this device or not at all.

import { call, part } from "../Base/api.js";
import { onChanges } from "../Base/changes.js";
import { currentDevice } from "../Devices/device-key.js";
import { busy } from "../Base/dom.js";
import { hush, say } from "../Base/notice.js";
import { keptPad, padDraft } from "../Pad/pad-draft.js";
import { draw } from "../Pad/signing-pad.js";
import { countdown, language, text } from "../Base/text.js";

const signedKey = "paraph-request-signed";
const again = 15_000;
/** From when on the clock stands out, in seconds. */
const short = 60;

/** Says once, on the page after, that the person just signed. */
class RequestSigned extends HTMLElement {
  connectedCallback() {
    this.hidden = sessionStorage.getItem(signedKey) === null;
    sessionStorage.removeItem(signedKey);
  }
}

class ClientRequest extends HTMLElement {
  connectedCallback() {
    this.notice = this.querySelector("[data-notice]");
    const sign = this.querySelector("[data-sign]");
    sign.addEventListener("click", () => busy(sign, () => this.sign()));
    // How long it lasts is the server's word: the clock here may be wrong.
    this.end = Date.now() + Number(this.dataset.lasts);
    this.clock = this.querySelector("[data-left]");
    this.querySelector("[data-end]").textContent = new Date(this.dataset.ends).toLocaleTimeString(language, { timeStyle: "short" });
    this.timer = setInterval(() => this.tick(), 1000);
    this.tick();
    onChanges(["request"], () => this.look());
    document.addEventListener("visibilitychange", this.seen);
    this.resume();
  }

  disconnectedCallback() {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.seen);
  }

  /** The person is back from where the request came from. */
  seen = () => {
    if (!document.hidden) this.look();
  };

  tick() {
    const left = Math.max(0, Math.ceil((this.end - Date.now()) / 1000));
    this.clock.textContent = text("request.left", { time: countdown(left) });
    this.clock.classList.toggle("late", left <= short);
    if (left === 0 && Date.now() >= (this.next ?? 0)) this.look();
  }

  /** Asks whether the request still waits: only the server knows. Where it cannot be asked it is asked again. */
  async look() {
    this.next = Date.now() + again;
    try {
      /** @type {Wire.Page<Wire.ClientRequest>} */
      const { items } = await call("GET", "/v1/me/requests");
      if (items.some(({ id }) => id === this.dataset.id)) return;
      /** @type {Wire.Page<Wire.ClientRequest>} */
      const { items: ended } = await call("GET", "/v1/me/ended-requests");
      this.over(ended.find(({ id }) => id === this.dataset.id)?.outcome);
    } catch {
      // What is signed too late is refused by the server.
    }
  }

  /** Shows the pad again with what was drawn on it before the page was left. */
  async resume() {
    try {
      const device = await currentDevice();
      const kept = device && (await keptPad(device.deviceId, this.dataset.id));
      if (!kept || this.isOver) return;
      /** @type {HTMLInputElement | null} */
      const field = this.querySelector("[data-code]");
      if (field) field.value = kept.code;
      await this.sign(kept.drawing);
    } catch {
      // It is drawn anew.
    }
  }

  /** @param {import("../Pad/pad-draft.js").Drawing} [drawing] What was drawn before. */
  async sign(drawing) {
    hush(this.notice);
    const code = this.code();
    if (code === undefined) return;
    const device = await currentDevice();
    if (!device) {
      say(this.notice, text("request.noDevice"), { action: text("signing.signIn"), onAction: () => location.assign(`/sign-in?again&next=${part(location.pathname)}`) });
      return;
    }
    const { id, digests, description, title } = this.dataset;
    const draft = { ...padDraft(device.deviceId, id, code), drawing };
    this.pad = new AbortController();
    const more = { draft, signal: this.pad.signal };
    const drawn = await draw(title, { purpose: "answerRequest", subject: id }, device, { dig: digests, dsc: description, num: code }, more);
    if (!drawn) return;
    sessionStorage.setItem(signedKey, "1");
    location.assign("/requests");
  }

  /**
   * The number that the program shows: empty where none is asked for, undefined where it is not typed yet.
   *
   * @returns {string | undefined}
   */
  code() {
    /** @type {HTMLInputElement | null} */
    const field = this.querySelector("[data-code]");
    if (!field) return "";
    if (field.checkValidity()) return field.value;
    say(this.notice, this.dataset.codeWrong, { kind: "warn" });
    field.focus();
    return undefined;
  }

  /**
   * There is nothing to sign or decline any more; it can still be reported.
   *
   * @param {string} [outcome]
   */
  over(outcome) {
    /** @type {HTMLElement | null} */
    const answered = document.querySelector("dialog[open] [data-answer]:not([hidden])");
    // The pad says itself what became of what was drawn on it.
    if (this.isOver || ["accepted", "denied"].includes(answered?.dataset.outcome)) return;
    this.isOver = true;
    this.pad?.abort();
    clearInterval(this.timer);
    this.clock.textContent = "";
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (this.querySelectorAll("[data-sign], [data-decline]"))) button.disabled = true;
    const words = outcome === "denied" ? "request.denied" : outcome && outcome !== "expired" ? "request.answered" : "request.over";
    say(this.notice, text(words), { kind: "warn" });
  }
}

customElements.define("request-signed", RequestSigned);
customElements.define("client-request", ClientRequest);
