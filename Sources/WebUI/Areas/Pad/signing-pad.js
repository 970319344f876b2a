// The pad over what is to be signed: a document, or what a program asks for.

import { busy, fromTemplate } from "../Base/dom.js";
import { sayProblem } from "../Base/notice.js";
import { text } from "../Base/text.js";
import "./sign-pad.js";

/**
 * @typedef {import("../Devices/device-key.js").Device} Device
 * @typedef {import("./sign-pad.js").Drawn} Drawn
 * @typedef {Drawn & { signatureId: string, audience: string }} DrawnForDocument A signature that the server gave an id.
 * @typedef {{ name: string, hash: string }} Handed A document that may be signed on another device.
 */

/**
 * Asks the person to sign this document.
 *
 * @param {Handed} document
 * @param {Device} device
 * @returns {Promise<DrawnForDocument | undefined>} What <sign-pad> gave, or undefined when they cancel.
 */
export async function drawFor({ name, hash }, device) {
  const drawn = await draw(name, { purpose: "signDocument", subject: hash }, device, { doc: hash }, { handed: { name, hash } });
  return /** @type {DrawnForDocument | undefined} */ (drawn);
}

/** A phone, or what is held like one, is itself the better pad. */
const isPhone = () => matchMedia("(any-pointer: coarse)").matches && !matchMedia("(min-width: 1000px)").matches;

/**
 * Offers to sign a document on another device: to the eye where there is only a mouse, quietly where there is a large touch screen, on a phone not at all.
 *
 * @param {HTMLDialogElement} dialog
 * @param {Handed} handed
 * @param {(drawn: Drawn) => unknown} take
 */
function offerPhone(dialog, handed, take) {
  const offer = dialog.querySelector("[data-offer-phone]");
  const pad = dialog.querySelector("sign-pad");
  const sheet = dialog.querySelector("[data-hand-over]");
  const [ask, back] = [offer.querySelector("button"), sheet.querySelector("[data-here]")];
  ask.className = matchMedia("(any-pointer: coarse)").matches ? "button-plain" : "button button-quiet button-small";
  offer.hidden = isPhone();
  /** @type {import("../HandOver/hand-over-sheet.js").HandOverSheet | undefined} */
  let other;
  const swap = (/** @type {boolean} */ isOther) => {
    [offer.hidden, pad.hidden, sheet.hidden] = [isOther || isPhone(), isOther, !isOther];
    (isOther ? sheet.querySelector("h2") : pad.purpose).focus({ preventScroll: true });
  };
  ask.addEventListener("click", () => busy(ask, async () => {
    const { HandOverSheet } = await import("../HandOver/hand-over-sheet.js");
    other = new HandOverSheet(sheet, handed, take);
    swap(true);
    await other.begin();
  }));
  back.addEventListener("click", () => {
    other.end();
    swap(false);
  });
  dialog.addEventListener("close", () => other?.end());
}

/**
 * Asks the person to sign for a challenge, under a title.
 *
 * @param {string} title
 * @param {import("./sign-pad.js").Asked} request
 * @param {Device} device
 * @param {import("./answer.js").About} about What the device signs besides.
 * @param {{ handed?: Handed, draft?: import("./pad-draft.js").PadDraft, signal?: AbortSignal }} [more] What may be signed on another device; where what
 *   is drawn is kept until it is sent, or the person leaves; what takes the pad away.
 * @returns {Promise<Drawn | undefined>} What was drawn, or undefined when they cancel.
 */
export function draw(title, request, device, about, more = {}) {
  const { handed, draft, signal } = more;
  const dialog = fromTemplate("signing-sheet");
  document.body.append(dialog);
  const pad = dialog.querySelector("sign-pad");
  // Of a document the sentence of the challenge says nothing but where it is signed; people know it by its name.
  const isDocument = request.purpose === "signDocument";
  dialog.querySelector("[data-name]").textContent = isDocument ? text("sign.document") : title;
  if (isDocument) pad.subject = title;
  dialog.querySelector(".signing-purpose").toggleAttribute("data-named", isDocument);
  dialog.querySelector("[data-cancel]").addEventListener("click", () => dialog.close());
  signal?.addEventListener("abort", () => dialog.close());
  dialog.showModal();
  return new Promise((resolve) => {
    /** @type {Drawn | undefined} */
    let drawn;
    dialog.addEventListener("close", () => {
      dialog.remove();
      draft?.drop();
      resolve(drawn);
    });
    pad.addEventListener("accepted", ({ detail }) => setTimeout(() => {
      drawn = detail;
      dialog.close();
    }, 900));
    if (handed) offerPhone(dialog, handed, (detail) => {
      drawn = detail;
      dialog.close();
    });
    if (draft) pad.keepIn(draft);
    const begin = () => pad.start(request, device, about).catch((problem) => sayProblem(pad.notice, problem, { retry: begin }));
    begin();
  });
}
