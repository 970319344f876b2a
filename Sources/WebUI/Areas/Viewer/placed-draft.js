// A signature that lies on a document and is not saved yet, kept on this device so that it is there again after a reload or a closed tab.

import { base64url, fromBase64url } from "../Base/bytes.js";
import { drop, keepSealed, keptSealed } from "../Register/drawing-draft.js";

/**
 * @typedef {{ hash: string, deviceId: string, page: number, box: PDF.Rectangle, field?: string, hasForm: boolean,
 *   drawn: import("../Pad/signing-pad.js").DrawnForDocument }} PlacedDraft A signature, the version of the document that it is for, and where it lies;
 *   `hasForm` where fields of a signed document are filled besides.
 */

/**
 * @param {string} person
 * @param {string} id Of the document.
 */
const key = (person, id) => `placed ${person} ${id}`;

/**
 * @param {string} person
 * @param {string} id
 * @param {PlacedDraft} draft
 */
export function keepPlaced(person, id, draft) {
  const { outcome, signatureId, audience, pen, sample } = draft.drawn;
  return keepSealed(key(person, id), { ...draft, drawn: { outcome, signatureId, audience, pen, sample: base64url(sample) } });
}

/**
 * @param {string} person
 * @param {string} id
 * @returns {Promise<PlacedDraft | undefined>}
 */
export async function keptPlaced(person, id) {
  const draft = await keptSealed(key(person, id));
  return draft && { ...draft, drawn: { ...draft.drawn, sample: fromBase64url(draft.drawn.sample) } };
}

/**
 * @param {string} person
 * @param {string} id
 */
export const dropPlaced = (person, id) => drop(key(person, id));
