// <draw-ten>: takes the references of a template, one at a time; each can be given again. They are kept on this device until the server
// has made a template of them, whatever happens on the way (drawing-draft.js). What is no signature at all is refused as soon as it is drawn. Every
// request holds all drawings that are shown, and they alone count; which of them fit one another, the answer says.

import { call } from "../Base/api.js";
import { callApproved } from "../Approval/approval.js";
import { base64url } from "../Base/bytes.js";
import { busy, make } from "../Base/dom.js";
import { drawDot, drawInk } from "../Pad/ink.js";
import { hush, say, sayProblem } from "../Base/notice.js";
import { PadTools } from "../Pad/pad-tools.js";
import { knows, language, text } from "../Base/text.js";
import * as draft from "./drawing-draft.js";

/** The most drawings of one request. */
const most = 30;

/** @typedef {{ bytes?: Uint8Array, pen?: string, drawing?: Uint8Array, rejected?: string, doubted?: string, given?: boolean }} Slot A place for one drawing. */

export class DrawTen extends HTMLElement {
  /** @type {Slot[] | undefined} */
  slots;
  /** @type {string | undefined} What lets the template be made, where that needs one. */
  approval;
  /** Whether what is drawn outlasts this page. */
  isKept = false;
  /** What is kept is written one after another. */
  turn = Promise.resolve();

  connectedCallback() {
    if (this.slots) return;
    this.begin();
    this.heading = this.querySelector("[data-title]");
    this.hint = this.querySelector("[data-hint]");
    this.notice = this.querySelector("[data-notice]");
    this.thumbs = this.querySelector("[data-thumbs]");
    this.tools = new PadTools(this.querySelector(".signing"), () => this.label());
    this.tools.primary.addEventListener("click", () => this.advance());
    this.querySelector("[data-cancel]").addEventListener("click", () => this.dispatchEvent(new CustomEvent("cancelled")));
    addEventListener("beforeunload", (event) => {
      if (this.slots.some((slot) => slot.bytes) && !this.finished && !this.isKept) event.preventDefault();
    });
    this.render();
    this.restored = this.restore();
  }

  /** What its drawings are kept for: they go into a first signature, or take the place of one. */
  get draftOf() {
    return this.closest("signature-modification") ? "replacement" : "first";
  }

  /** Shows the drawings that an earlier visit left; gives whether there were any. A page that cannot keep any works all the same. */
  async restore() {
    const { device } = document.documentElement.dataset;
    if (!device) return false;
    const drawings = await draft.kept(device, this.draftOf).catch(() => []);
    if (drawings.length === 0 || !this.tools.empty || this.slots.some((slot) => slot.bytes)) return false;
    while (this.slots.length < drawings.length) this.slots.push({});
    this.slots.splice(0, drawings.length, ...drawings);
    this.isKept = true;
    this.current = this.missing[0] ?? this.slots.length - 1;
    this.render();
    say(this.notice, text("draw.restored", { count: drawings.length }), { kind: "", action: text("draw.startOver"), onAction: () => this.startOver() });
    return true;
  }

  /** As it is before the first drawing. */
  begin() {
    this.slots = Array.from({ length: Number(this.dataset.count ?? 10) }, () => ({}));
    /** @type {number} */
    this.current = 0;
    this.phase = "first";
  }

  startOver() {
    this.begin();
    this.enrolment = undefined;
    this.tools.pad.erase();
    hush(this.notice);
    this.store();
    this.render();
  }

  /** Keeps what is drawn now, and nothing once the signature is made. */
  store() {
    const { device } = document.documentElement.dataset;
    if (!device) return;
    this.isKept = false;
    const drawings = this.finished ? [] : this.slots.flatMap(({ bytes, pen }) => (bytes ? [{ bytes, pen: pen ?? "blue" }] : []));
    const turn = (this.turn = this.turn
      .then(() => (drawings.length > 0 ? draft.keep(device, this.draftOf, drawings) : draft.drop(device)))
      .then(() => { this.isKept = turn === this.turn; }, () => {}));
  }

  get missing() {
    return this.slots.map((_, index) => index).filter((index) => !this.slots[index].bytes);
  }

  /** Takes what is on the pad as the current sample. */
  keep() {
    if (this.tools.empty) return false;
    const slot = { bytes: this.tools.pad.encode(), pen: this.tools.pen };
    this.slots[this.current] = slot;
    this.tools.pad.erase();
    this.store();
    if (this.missing.length > 0) this.check(slot);
    return true;
  }

  /**
   * Asks whether a drawing is a signature at all; where no answer comes, the server says it when it has all of them.
   *
   * @param {Slot} slot
   */
  async check(slot) {
    let result;
    try {
      result = await call("POST", "/v1/me/enrolments/check", { sample: base64url(slot.bytes) });
    } catch {
      return;
    }
    const index = this.slots.indexOf(slot);
    if (result.isUsable || index < 0 || this.tools.locked) return;
    this.slots[index] = refused(slot, result.reason);
    this.store();
    if (this.tools.empty) this.current = index; // what is being drawn is not taken away
    say(this.notice, [text("draw.refused", { number: index + 1 }), ...why([result.reason])].join(" "), { kind: "warn" });
    this.render();
  }

  advance() {
    if (this.tools.locked) return;
    if (!this.keep() && !this.slots[this.current].bytes) {
      say(this.notice, text("draw.signFirst"), { kind: "" });
      return;
    }
    hush(this.notice);
    const { missing } = this;
    if (missing.length === 0) {
      this.render();
      this.submit();
      return;
    }
    this.current = missing.find((index) => index > this.current) ?? missing[0];
    this.render();
  }

  /** @param {number} index */
  choose(index) {
    if (index === this.current || this.tools.locked) return;
    this.keep();
    this.current = index;
    hush(this.notice);
    this.render();
    this.tools.pad.focus?.();
  }

  async submit() {
    const sent = this.slots.filter((slot) => slot.bytes);
    /** @type {{ samples: string[], replaces: boolean, approval?: string }} */
    const body = { samples: sent.map((slot) => base64url(slot.bytes)), replaces: true };
    if (this.approval && !this.enrolment) body.approval = this.approval;
    this.tools.lock(true);
    try {
      const result = await busy(this.tools.primary, () => callApproved("POST", "/v1/me/enrolments", body, "modifySignature"));
      if (!result) return;
      if (result.status === "created") this.finish(result, sent);
      else this.askForMore(result, sent);
    } catch (problem) {
      sayProblem(this.notice, problem, { kept: text("draw.kept"), retry: () => this.submit() });
    } finally {
      this.tools.lock(this.finished === true);
      this.render();
    }
  }

  /**
   * Shows the drawings that the signature is made of, where the page has a place for them.
   *
   * @param {Wire.EnrolmentResult} result
   * @param {Slot[]} sent
   */
  finish(result, sent) {
    this.finished = true;
    this.store();
    const place = this.closest("[data-step]")?.parentElement.querySelector("[data-counted]");
    place?.replaceChildren(...result.accepted.map((index) => make("span", { class: "sample" }, picture(sent[index]))));
    if (place) place.hidden = false;
    this.dispatchEvent(new CustomEvent("created", { detail: result }));
  }

  /**
   * @param {Wire.EnrolmentResult} result
   * @param {Slot[]} sent
   */
  askForMore(result, sent) {
    this.enrolment = result.id;
    this.phase = "more";
    for (const slot of sent) Object.assign(slot, { given: true, doubted: undefined });
    for (const { index, reason } of result.rejected) {
      // What differs stays, and may fit once more have come; what is no signature is given again.
      if (reason === "differs") sent[index].doubted = reason;
      else this.slots[this.slots.indexOf(sent[index])] = refused(sent[index], reason);
    }
    // Where there are too many, the oldest of those that do not fit go.
    while (this.slots.filter((slot) => slot.bytes).length + result.countRequired > most) {
      const oldest = this.slots.findIndex((slot) => slot.doubted);
      if (oldest < 0) break;
      this.slots.splice(oldest, 1);
    }
    while (this.missing.length < result.countRequired) this.slots.push({});
    while (this.missing.length > result.countRequired) this.slots.splice(this.missing.at(-1), 1);
    this.store();
    this.wanted = this.missing;
    this.current = this.wanted[0] ?? 0;
    const reasons = why(result.rejected.map(({ reason }) => reason).filter((reason) => reason !== "differs"));
    const differing = this.slots.flatMap((slot, index) => (slot.doubted ? [index + 1] : []));
    const differ = differing.length > 0 ? [text("draw.differ", { count: differing.length, numbers: listed(differing) })] : [];
    say(this.notice, [...differ, text("draw.more", { count: result.countRequired }), ...reasons].join(" "), { kind: "warn" });
  }

  render() {
    const { slots, current, phase } = this;
    const redo = Boolean(slots[current].bytes);
    if (phase === "more") {
      this.heading.textContent = text("draw.titleMore", { number: this.wanted.indexOf(current) + 1, total: this.wanted.length });
    } else {
      this.heading.textContent = text("draw.title", { number: current + 1, total: slots.length });
    }
    this.hint.textContent = text(redo ? "draw.redo" : "draw.hint");
    this.thumbs.style.setProperty("--samples", String(slots.length));
    this.thumbs.replaceChildren(...slots.map((slot, index) => this.thumb(slot, index)));
    this.label();
  }

  /**
   * @param {Slot} slot
   * @param {number} index
   */
  thumb(slot, index) {
    const state = slot.doubted ? "doubted" : slot.bytes ? "given" : slot.rejected ? "refused" : "open";
    const button = make(
      "button",
      {
        type: "button",
        class: "sample",
        "aria-label": text(`draw.thumb.${state}`, { number: index + 1 }),
        "aria-current": index === this.current ? "step" : false,
        "data-rejected": slot.doubted ?? slot.rejected ?? false,
        disabled: slot.given || (!slot.bytes && !slot.rejected && index !== this.current && index !== this.missing[0]),
        click: () => this.choose(index),
      },
      String(index + 1),
    );
    if (slot.bytes ?? slot.drawing) button.append(picture(slot));
    return button;
  }

  label() {
    if (!this.slots) return;
    const { primary, empty } = this.tools;
    const others = this.missing.filter((index) => index !== this.current);
    const given = Boolean(this.slots[this.current]?.bytes);
    let key = others.length === 0 ? "finish" : "next";
    if (given && others.length > 0) key = empty ? "keep" : "replace";
    primary.firstElementChild.textContent = text(`draw.${key}`);
    primary.disabled = this.finished === true || (empty && !given);
  }
}

/**
 * The place of a drawing that was refused: it stays to be seen, and is not sent.
 *
 * @param {Slot} slot
 * @param {string} reason
 * @returns {Slot}
 */
const refused = ({ bytes, pen }, reason) => ({ rejected: reason, drawing: bytes, pen });

/** Numbers as people list them. */
const listed = (/** @type {number[]} */ numbers) => new Intl.ListFormat(language).format(numbers.map((number) => number.toLocaleString(language)));

/**
 * What was drawn, small.
 *
 * @param {Slot} slot
 */
function picture({ bytes, drawing, pen, rejected }) {
  const canvas = make("canvas", { width: 96, height: 72, "aria-hidden": "true" });
  if (rejected === "dot") requestAnimationFrame(() => drawDot(canvas, pen));
  else drawInk(canvas, bytes ?? drawing, pen).catch(() => {});
  return canvas;
}

/** Reasons in words, each once. */
const why = (/** @type {string[]} */ reasons) => [...new Set(reasons)].filter((reason) => knows(`reason.${reason}`)).map((reason) => text(`reason.${reason}`));

customElements.define("draw-ten", DrawTen);
