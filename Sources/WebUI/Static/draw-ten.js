// <draw-ten>: takes the references of a template, one at a time; each can be given again. They are kept in memory only, until the server
// has made a template of them, whatever happens on the way. What is no signature at all is refused as soon as it is drawn.

import { call, part } from "./api.js";
import { callApproved } from "./approval.js";
import { base64url } from "./bytes.js";
import { busy, make } from "./dom.js";
import { drawInk } from "./ink.js";
import { hush, say, sayProblem } from "./notice.js";
import { PadTools } from "./pad-tools.js";
import { knows, text } from "./text.js";

class DrawTen extends HTMLElement {
  connectedCallback() {
    if (this.slots) return;
    this.slots = Array.from({ length: Number(this.dataset.count ?? 10) }, () => ({}));
    this.current = 0;
    this.phase = "first";
    this.heading = this.querySelector("[data-title]");
    this.hint = this.querySelector("[data-hint]");
    this.notice = this.querySelector("[data-notice]");
    this.thumbs = this.querySelector("[data-thumbs]");
    this.tools = new PadTools(this.querySelector(".signing"), () => this.label());
    this.tools.primary.addEventListener("click", () => this.advance());
    this.querySelector("[data-cancel]").addEventListener("click", () => this.dispatchEvent(new CustomEvent("cancelled")));
    addEventListener("beforeunload", (event) => {
      if (this.slots.some((slot) => slot.bytes) && !this.finished) event.preventDefault();
    });
    this.render();
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
    if (this.missing.length > 0) this.check(slot);
    return true;
  }

  /** Asks whether a drawing is a signature at all; where no answer comes, the server says it when it has all of them. */
  async check(slot) {
    let result;
    try {
      result = await call("POST", "/v1/me/enrolments/check", { sample: base64url(slot.bytes) });
    } catch {
      return;
    }
    const index = this.slots.indexOf(slot);
    if (result.usable || index < 0 || this.tools.locked) return;
    this.slots[index] = refused(slot, result.reason);
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

  choose(index) {
    if (index === this.current || this.tools.locked) return;
    this.keep();
    this.current = index;
    hush(this.notice);
    this.render();
    this.tools.pad.focus?.();
  }

  async submit() {
    const fresh = this.slots.filter((slot) => !slot.accepted);
    const path = this.enrolment ? `/v1/me/enrolments/${part(this.enrolment)}/samples` : "/v1/me/enrolments";
    const body = { samples: fresh.map((slot) => base64url(slot.bytes)) };
    if (this.approval && !this.enrolment) body.approval = this.approval;
    this.tools.lock(true);
    try {
      const result = await busy(this.tools.primary, () => callApproved("POST", path, body, "modifySignature"));
      if (!result) return;
      if (result.status === "created") this.finish(result);
      else this.askForMore(result, fresh);
    } catch (problem) {
      if (this.enrolment && [404, 410].includes(problem.status)) {
        this.enrolment = undefined;
        for (const slot of this.slots) slot.accepted = false;
        this.submit();
        return;
      }
      sayProblem(this.notice, problem, { kept: text("draw.kept"), retry: () => this.submit() });
    } finally {
      this.tools.lock(this.finished === true);
      this.render();
    }
  }

  finish(result) {
    this.finished = true;
    this.dispatchEvent(new CustomEvent("created", { detail: result }));
  }

  askForMore(result, sent) {
    this.enrolment = result.id;
    this.phase = "more";
    for (const slot of sent) slot.accepted = true;
    for (const { index, reason } of result.rejected) {
      const slot = sent[index];
      if (slot) this.slots[this.slots.indexOf(slot)] = refused(slot, reason);
    }
    while (this.missing.length < result.countRequired) this.slots.push({});
    while (this.missing.length > result.countRequired) this.slots.splice(this.missing.at(-1), 1);
    this.wanted = this.missing;
    this.current = this.wanted[0] ?? 0;
    const reasons = why(result.rejected.map(({ reason }) => reason));
    say(this.notice, [text("draw.more", { count: result.countRequired }), ...reasons].join(" "), { kind: "warn" });
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
    this.thumbs.style.setProperty("--samples", slots.length);
    this.thumbs.replaceChildren(...slots.map((slot, index) => this.thumb(slot, index)));
    this.label();
  }

  thumb(slot, index) {
    const state = slot.bytes ? "given" : slot.rejected ? "refused" : "open";
    const button = make(
      "button",
      {
        type: "button",
        class: "sample",
        "aria-label": text(`draw.thumb.${state}`, { number: index + 1 }),
        "aria-current": index === this.current ? "step" : false,
        "data-rejected": slot.rejected ?? false,
        disabled: slot.accepted || (!slot.bytes && !slot.rejected && index !== this.current && index !== this.missing[0]),
        click: () => this.choose(index),
      },
      String(index + 1),
    );
    const drawing = slot.bytes ?? slot.drawing;
    if (drawing) {
      const canvas = make("canvas", { width: 96, height: 72, "aria-hidden": "true" });
      button.append(canvas);
      drawInk(canvas, drawing, slot.pen).catch(() => {});
    }
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

/** The place of a drawing that was refused: it stays to be seen, and is not sent. */
const refused = ({ bytes, pen }, reason) => ({ rejected: reason, drawing: bytes, pen });

/** Reasons in words, each once. */
const why = (reasons) => [...new Set(reasons)].filter((reason) => knows(`reason.${reason}`)).map((reason) => text(`reason.${reason}`));

customElements.define("draw-ten", DrawTen);
