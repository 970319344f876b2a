// A program's request: looked at, then signed on this device or not at all.

import { call, part } from "../Base/api.js";
import { onChanges } from "../Base/changes.js";
import { currentDevice } from "../Devices/device-key.js";
import { busy } from "../Base/dom.js";
import { hush, say } from "../Base/notice.js";
import { draw } from "../Pad/signing-pad.js";
import { text } from "../Base/text.js";

const signedKey = "paraph-request-signed";
const soonest = 2_000;
const again = 15_000;
const longest = 300_000;

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
    this.lookIn(Date.parse(this.dataset.ends) - Date.now());
    onChanges(["request"], () => this.look());
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }

  /**
   * Asks later whether the request still waits. Only the server knows: the clock here may be wrong.
   *
   * @param {number} milliseconds
   */
  lookIn(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), Math.min(longest, Math.max(soonest, milliseconds)));
  }

  async look() {
    try {
      /** @type {Wire.Page<Wire.ClientRequest>} */
      const { items } = await call("GET", "/v1/me/requests");
      if (!items.some(({ id }) => id === this.dataset.id)) return this.over();
    } catch {
      // If it cannot ask now it asks again; what is signed too late is refused by the server.
    }
    return this.lookIn(again);
  }

  async sign() {
    hush(this.notice);
    const code = this.code();
    if (code === undefined) return;
    const device = await currentDevice();
    if (!device) {
      say(this.notice, text("request.noDevice"), { action: text("signing.signIn"), onAction: () => location.assign(`/sign-in?again&next=${part(location.pathname)}`) });
      return;
    }
    const { id, digests, description, title } = this.dataset;
    const drawn = await draw(title, { purpose: "answerRequest", subject: id }, device, { dig: digests, dsc: description, num: code });
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

  /** There is nothing to sign or decline any more; it can still be reported. */
  over() {
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (this.querySelectorAll("[data-sign], [data-decline]"))) button.disabled = true;
    say(this.notice, text("request.over"), { kind: "warn" });
  }
}

customElements.define("request-signed", RequestSigned);
customElements.define("client-request", ClientRequest);
