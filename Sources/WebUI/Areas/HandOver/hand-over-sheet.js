// The side of a hand-over that asks: a code for the phone, how it stands, and what was drawn there. The phone's side is hand-over.js.

import { call, part } from "../Base/api.js";
import { fromBase64url } from "../Base/bytes.js";
import { onChanges } from "../Base/changes.js";
import { busy } from "../Base/dom.js";
import { hush, say, sayProblem } from "../Base/notice.js";
import { picture } from "../Base/qr.js";
import { countdown, text } from "../Base/text.js";

/** The longest name, in characters; what does not show is left out, for the server refuses it. */
const longest = 200;
const shownName = (/** @type {string} */ name) => [...name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")].slice(0, longest).join("").trim() || "PDF";

export class HandOverSheet {
  /** @type {(part: string) => any} The element of the sheet that stands for a part. */
  #at;
  /** @type {{ name: string, hash: string }} */
  #document;
  /** @type {(drawn: import("../Pad/sign-pad.js").Drawn) => unknown} */
  #drawn;
  /** @type {Wire.HandOver & { end?: number } | undefined} What is asked, and when it ends by this page's clock. */
  #handed;
  /** @type {number | undefined} */
  #timer;
  #left = new AbortController();

  /**
   * @param {Element} root The part of the sheet that it fills.
   * @param {{ name: string, hash: string }} document
   * @param {(drawn: import("../Pad/sign-pad.js").Drawn) => unknown} drawn Called with what <sign-pad> would have given.
   */
  constructor(root, { name, hash }, drawn) {
    [this.#document, this.#drawn] = [{ name: shownName(name), hash }, drawn];
    this.#at = (part) => root.querySelector(`[data-${part}]`);
    const again = this.#at("again");
    again.addEventListener("click", () => busy(again, () => this.begin()));
    this.#at("copy").addEventListener("click", () => this.#copy());
    onChanges(["handOver"], () => this.#look(), this.#left.signal);
    addEventListener("online", () => this.#look(), { signal: this.#left.signal });
  }

  /** Asks anew. */
  async begin() {
    const notice = this.#at("notice");
    hush(notice);
    try {
      this.#show(await call("POST", "/v1/me/hand-overs", this.#document));
    } catch (problem) {
      sayProblem(notice, problem, { retry: () => this.begin() });
      this.#at("again").hidden = problem.isTransient;
    }
  }

  /** Takes it back, where it still waits. */
  end() {
    this.#left.abort();
    clearInterval(this.#timer);
    const handed = this.#handed;
    this.#handed = undefined;
    if (handed?.status === "waiting") call("DELETE", `/v1/me/hand-overs/${part(handed.id)}`).catch(() => {});
  }

  async #look() {
    const asked = this.#handed;
    if (asked?.status !== "waiting") return;
    try {
      const now = await call("GET", `/v1/me/hand-overs/${part(asked.id)}`);
      // Meanwhile another one may have taken its place, or the sheet may be closed.
      if (asked === this.#handed) this.#show(now);
    } catch (problem) {
      if (asked !== this.#handed) return;
      if (problem.status === 404) this.#show({ ...asked, status: "expired" });
      else sayProblem(this.#at("notice"), problem, { retry: () => this.#look() });
    }
  }

  /** @param {Wire.HandOver} handed */
  #show(handed) {
    const isNew = handed.id !== this.#handed?.id;
    this.#handed = { ...handed, end: isNew ? undefined : this.#handed.end };
    const notice = this.#at("notice");
    const waits = handed.status === "waiting";
    this.#at("waiting").hidden = !waits;
    this.#at("again").hidden = waits;
    clearInterval(this.#timer);
    hush(notice);
    if (handed.status === "drawn") {
      this.#take(handed);
      return;
    }
    if (!waits) {
      say(notice, text(`handOver.${handed.status}`), { kind: "warn" });
      return;
    }
    if (isNew) {
      const address = `${location.origin}/hand-over/${handed.id}`;
      this.#at("qr").replaceChildren(picture(address));
      this.#at("address").textContent = address;
    }
    this.#count(Date.parse(handed.expiresAt) - Date.parse(handed.createdAt));
  }

  /**
   * Shows the time left by this device's own clock, which may be set wrong: how long it lasts is known, when it began is now.
   *
   * @param {number} lifetime In milliseconds.
   */
  #count(lifetime) {
    this.#handed.end ??= performance.now() + lifetime;
    const tick = () => {
      const left = Math.ceil((this.#handed.end - performance.now()) / 1000);
      this.#at("left").textContent = text("handOver.left", { time: countdown(Math.max(0, left)) });
      if (left > 0) return;
      clearInterval(this.#timer);
      this.#look();
    };
    this.#timer = setInterval(tick, 1000);
    tick();
  }

  /** @param {Wire.HandOver} drawn */
  #take({ signatureId, audience, ink, drawing }) {
    this.#left.abort();
    if (!drawing) {
      say(this.#at("notice"), text("handOver.expired"), { kind: "warn" });
      return;
    }
    this.#drawn({ outcome: "accepted", signatureId, audience, pen: ink === "black" ? "black" : "blue", sample: fromBase64url(drawing) });
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#at("address").textContent);
      say(this.#at("notice"), text("action.copied"), { kind: "good" });
    } catch {
      // Where the browser refuses, the person copies what is selected.
      getSelection().selectAllChildren(this.#at("address"));
    }
  }
}
