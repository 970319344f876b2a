// From a drawn signature to a signed document, without a byte of it leaving the browser: the server learns hashes, and seals a digest.
//
// Each step is done once: who tries again after a failure goes on where it stopped. What is written counts once the server has taken note
// of it; until then the document is what it was, and the signed version waits beside it.

import { call, part } from "./api.js";
import { sealRequest } from "./answer.js";
import { fromBase64url } from "./bytes.js";
import { documents, DocumentProblem, dropNext, keepNext, takeNext } from "./document-store.js";

/** A worker that holds one file; see signing-worker.js. */
export class SigningFile {
  #worker = new Worker(new URL("signing-worker.js", import.meta.url), { type: "module" });
  #waiting = new Map();
  #number = 0;

  constructor() {
    this.#worker.onmessage = ({ data: { number, value, code } }) => {
      const { resolve, reject } = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (code) reject(new DocumentProblem(code));
      else resolve(value);
    };
    this.#worker.onerror = () => {
      for (const { reject } of this.#waiting.values()) reject(new DocumentProblem(navigator.onLine ? "unavailable" : "offline"));
      this.#waiting.clear();
    };
  }

  ask(call, values) {
    this.#number += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(this.#number, { resolve, reject });
      this.#worker.postMessage({ number: this.#number, call, values });
    });
  }

  end() { this.#worker.terminate(); }
}

/** Now, as PDF has it. */
const pdfTime = () => `D:${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}+00'00'`;

export class Signing {
  #done = {};

  /** `drawn` is what <sign-pad> gave. */
  constructor({ person, name, shown, file, device, drawn }) {
    Object.assign(this, { person, name, shown, file, device, drawn, time: pdfTime(), id: crypto.randomUUID() });
  }

  /** Whether where the ink lies cannot be changed any more: the digest is on its way to be sealed. */
  get isFixed() { return Boolean(this.#done.digest); }

  async #once(step, action) {
    this.#done[step] ??= { value: await action() };
    return this.#done[step].value;
  }

  /** Signs, as it is placed: { page, box } or { field }, perhaps with a photo and with what was filled into the form. Gives whether others saved on the same version too. */
  async save({ page, box, field = "", photo, form, font }) {
    const { shown } = this;
    const { hash } = shown;
    const { id } = await this.#once("registered", () => call("POST", "/v1/documents", { hash, ...(shown.document ? { documentId: shown.document } : {}) }));
    const { size } = await this.#once("offer", () => call("GET", "/v1/seal"));
    const link = shown.signatures === 0 ? `${this.drawn.audience}/documents/?documentid=${id}` : "";
    const { name, time, drawn: { sample: ink, pen, signatureId, audience } } = this;
    const sealed = await this.#once("digest", () => this.file.ask("prepare", { page, box, room: size, ink, pen, field, photo, name, time, link, form, font }));
    const { contents } = await this.#once("seal", async () => {
      const request = await sealRequest({ audience, signatureId, previousHash: hash, sealed }, this.device);
      return call("POST", `/v1/documents/${part(id)}/seals`, request);
    });
    const next = await this.#once("written", async () => {
      const written = await this.file.ask("complete", { contents: fromBase64url(contents), person: this.person, id: this.id });
      return { ...written, save: { previousHash: hash, hash: written.hash, signatures: [signatureId], documentId: id } };
    });
    await this.#once("kept", async () => {
      if (!(await keepNext(this.person, shown.id, next))) throw new DocumentProblem("overtaken");
    });
    return finish(this.person, { ...shown, next });
  }
}

/** The refusals that no other try changes. */
const final = ["alreadySaved", "ambiguous", "neverSaved", "repeatedSignature", "tooMany", "unchanged", "unknownSignature", "usedSignature"];

/** Tells the server of a signed version that waits, and puts it in its document's place. */
export async function finish(person, { id, next }) {
  try {
    const saved = await call("POST", "/v1/documents", next.save);
    await takeNext(person, id, next.file, saved.id);
    return saved;
  } catch (problem) {
    // What the server will never take is given up; everything else waits for another try, as for the session of who signed.
    problem.isFinal = final.includes(problem.code);
    if (problem.isFinal) await dropNext(person, id, next.file);
    throw problem;
  }
}

/** Goes on with what a closed tab or a lost connection left; what cannot be finished now waits on. Gives the problems of what was given up. */
export async function finishWaiting(person) {
  const given = [];
  for (const known of await documents(person)) {
    if (!known.next) continue;
    try {
      await finish(person, known);
    } catch (problem) {
      if (problem.isFinal) given.push({ name: known.name, problem });
    }
  }
  return given;
}
