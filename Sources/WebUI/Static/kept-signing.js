// From a drawn signature to a signed document that the server keeps: the server prepares, this device authorises the digest, and one call
// seals and keeps it all, or nothing.

import { sealRequest } from "./answer.js";
import { base64url, fromBase64url } from "./bytes.js";
import * as api from "./kept-api.js";
import { pause } from "./kept-content.js";

/** How often others may be faster before the person is asked again. */
const mostOvertaken = 5;
/** How often a lost answer is asked for again, and the first pause before, in milliseconds. */
const tries = 3;
const firstPause = 1000;
/** The longest that the server may ask to wait without the person being told, in seconds. */
const shortWait = 10;

/** Asks for a lost answer again, and where the server is busy for a moment: what is asked twice is done once. */
async function persistently(action) {
  for (let failed = 1; ; failed++) {
    try {
      return await action();
    } catch (problem) {
      const wait = problem.retryAfter ?? 0;
      if (failed === tries || wait > shortWait || !(problem.isTransient || wait > 0)) throw problem;
      await pause(wait > 0 ? wait * 1000 : firstPause * 2 ** (failed - 1));
    }
  }
}

export class KeptSigning {
  /** What the device authorised and was not answered yet: { draft, request }. */
  #sent;
  /** Whether an answer to it was lost. */
  #isUnheard = false;
  /** Who signed since the version that the person saw. */
  #since = [];

  /** `drawn` is what <sign-pad> gave; `shown` is the document as the person saw it. */
  constructor({ shown, device, drawn }) {
    Object.assign(this, { shown, device, drawn });
  }

  /** Whether where the ink lies cannot be changed any more: it may be sealed already. */
  get isFixed() { return this.#sent !== undefined; }

  /** Whether the document may be signed, though nobody said so. */
  get isPerhapsSigned() { return this.isFixed || this.#isUnheard; }

  /** Signs, as it is placed: { page, box } or { field }, perhaps with a photo and with what was filled into the form. Gives who signed since the version that was seen. */
  async save({ page, box, field, photo, fields }) {
    for (let overtaken = 0; ; overtaken++) {
      try {
        this.#sent ??= await this.#prepare({ page, box, field, photo, fields });
        await persistently(() => this.#complete());
        return { since: this.#since };
      } catch (problem) {
        // What nobody heard of did seal it: the signature lies on this document, and on nothing else.
        if (problem.code === "signatureUsed" && this.#isUnheard) return { since: this.#since };
        // Only where the server looked at it and says no, it is known that nothing was sealed.
        if (!this.#sent) throw problem;
        if ([404, 409, 422].includes(problem.status)) this.#sent = undefined;
        // A draft that is not there any more says nothing of what became of it.
        if ([409, 422].includes(problem.status)) this.#isUnheard = false;
        // Others were faster, or the draft is too old or swept: the same drawing is put on top of what is there now.
        const isStale = ["signedMeanwhile", "draftExpired", "notFound"].includes(problem.code);
        if (!isStale || overtaken === mostOvertaken) throw problem;
      }
    }
  }

  #complete() {
    return api.complete(this.shown.id, this.#sent.draft, this.#sent.request).catch((problem) => {
      this.#isUnheard ||= problem.isTransient;
      throw problem;
    });
  }

  async #prepare({ page, box, field, photo, fields = [] }) {
    const { pen, signatureId, audience } = this.drawn;
    const { id, hash, password } = this.shown;
    const where = field === undefined ? { page, box } : { field };
    const signing = { signatureId, seenHash: hash, isBlack: pen === "black", ...where,
      ...(photo ? { photo: base64url(photo) } : {}), ...(password ? { password } : {}), ...(fields.length > 0 ? { form: fields } : {}) };
    const draft = await persistently(() => api.prepare(id, signing));
    this.#since = draft.signedSince ?? [];
    const request = await sealRequest({ audience, signatureId, previousHash: draft.previousHash, sealed: fromBase64url(draft.digest) }, this.device);
    return { draft: draft.id, request };
  }
}
