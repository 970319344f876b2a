// From a drawn signature to a signed file of the server: the server prepares, this device authorises the digest, and one call seals and keeps it
// all, or nothing.
//
// It knows no page and no network: those come as ports, so that Tests/Pages drives it through what can go wrong.

import { base64url, fromBase64url } from "../Base/bytes.js";
import { Problem } from "../Base/problem.js";

/** How often others may be faster before the person is asked again. */
const mostOvertaken = 5;
/** How often a lost answer is asked for again, and the first pause before, in milliseconds. */
const tries = 3;
const firstPause = 1000;
/** The longest that the server may ask to wait without the person being told, in seconds. */
const shortWait = 10;

/**
 * @typedef {object} Ports
 * @property {(id: string, signing: Wire.Signing) => Promise<Wire.Draft>} prepare Throws a `Problem`, as `complete` does.
 * @property {(id: string, draft: string, request: Wire.SealRequest) => Promise<unknown>} complete
 * @property {(digest: { audience: string, signatureId: string, previousHash: string, sealed: Uint8Array }) => Promise<Wire.SealRequest>} authorise
 *   This device says that the digest is the one its person wants sealed.
 * @property {(time: number) => Promise<void>} pause Waits, in milliseconds.
 *
 * @typedef {{ signatureId: string, audience: string, pen: string }} Drawn What <sign-pad> gave.
 *
 * @typedef {{ page?: number, box?: number[], field?: string, photo?: Uint8Array | null, fields?: Wire.FieldValue[] }} Placed
 *   The signature as it is placed, perhaps with a photo and with what was filled into the form.
 */

export class FileSigning {
  #shown;
  #drawn;
  #ports;
  /** @type {{ draft: string, request: Wire.SealRequest } | undefined} What the device authorised and was not answered yet. */
  #sent;
  /** Whether an answer to it was lost. */
  #isUnheard = false;
  /** @type {string[]} Who signed since the version that the person saw. */
  #since = [];

  /**
   * @param {{ id: string, hash: string, password?: string }} shown The file as the person saw it.
   * @param {Drawn} drawn
   * @param {Ports} ports
   */
  constructor(shown, drawn, ports) {
    this.#shown = shown;
    this.#drawn = drawn;
    this.#ports = ports;
  }

  /** What was drawn. */
  get drawn() { return this.#drawn; }

  /** Whether where the ink lies cannot be changed any more: it may be sealed already. */
  get isFixed() { return this.#sent !== undefined; }

  /** Whether the file may be signed, though no answer said so. */
  get isPerhapsSigned() { return this.isFixed || this.#isUnheard; }

  /**
   * Signs. Gives who signed since the version that was seen.
   *
   * @param {Placed} placed
   */
  async save(placed) {
    for (let overtaken = 0; ; overtaken++) {
      try {
        this.#sent ??= await this.#prepare(placed);
        const sent = this.#sent;
        await this.#persistently(() => this.#complete(sent));
        return { since: this.#since };
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        // What was not heard of did seal it: the signature lies on this file, and on nothing else.
        if (problem.code === "usedSignature" && this.#isUnheard) return { since: this.#since };
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

  /** @param {{ draft: string, request: Wire.SealRequest }} sent */
  async #complete({ draft, request }) {
    try {
      await this.#ports.complete(this.#shown.id, draft, request);
    } catch (problem) {
      this.#isUnheard ||= problem instanceof Problem && problem.isTransient;
      throw problem;
    }
  }

  /**
   * Asks for a lost answer again, and where the server is busy for a moment: what is asked twice is done once.
   *
   * @template Value
   * @param {() => Promise<Value>} action
   */
  async #persistently(action) {
    for (let failed = 1; ; failed++) {
      try {
        return await action();
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        const wait = problem.retryAfter ?? 0;
        if (failed === tries || wait > shortWait || !(problem.isTransient || wait > 0)) throw problem;
        await this.#ports.pause(wait > 0 ? wait * 1000 : firstPause * 2 ** (failed - 1));
      }
    }
  }

  /** @param {Placed} placed */
  async #prepare({ page, box, field, photo, fields = [] }) {
    const { pen, signatureId, audience } = this.#drawn;
    const { id, hash, password } = this.#shown;
    const where = field === undefined ? { page, box } : { field };
    const signing = { signatureId, seenHash: hash, ink: pen, ...where,
      ...(photo ? { photo: base64url(photo) } : {}), ...(password ? { password } : {}), ...(fields.length > 0 ? { form: fields } : {}) };
    const draft = await this.#persistently(() => this.#ports.prepare(id, signing));
    this.#since = draft.signedSince ?? [];
    const request = await this.#ports.authorise({ audience, signatureId, previousHash: draft.previousHash, sealed: fromBase64url(draft.digest) });
    return { draft: draft.id, request };
  }
}
