// From a drawn signature to a signed document, without a byte of it leaving the browser: the server learns hashes, and seals a digest.
//
// Each step is done once: who tries again after a failure goes on where it stopped. What is written counts once the server has taken note
// of it; until then the document is what it was, and the signed version waits beside it.
//
// It knows no page and no network: those come as ports, so that Tests/Pages drives it through what can go wrong.

import { fromBase64url } from "../Base/bytes.js";
import { DocumentProblem, Problem } from "../Base/problem.js";

/**
 * @typedef {import("../Documents/document-store.js").StoredDocument} StoredDocument
 * @typedef {import("../Documents/document-store.js").SignedVersion} SignedVersion
 * @typedef {Pick<typeof import("../Documents/document-store.js"), "documents" | "keepNext" | "takeNext" | "dropNext">} Store
 *
 * @typedef {object} Server The calls about documents; each throws a `Problem`.
 * @property {(save: Wire.DocumentSave) => Promise<Wire.SavedDocument>} save
 * @property {() => Promise<Wire.SealOffer>} offer
 * @property {(document: string, request: Wire.SealRequest) => Promise<Wire.DocumentSeal>} seal
 *
 * @typedef {object} Ports
 * @property {Store} store
 * @property {Server} server
 * @property {Pick<import("./signing-file.js").SigningFile, "ask">} file The worker that holds the file.
 * @property {(digest: { audience: string, signatureId: string, previousHash: string, sealed: Uint8Array }) => Promise<Wire.SealRequest>} authorise
 *   This device says that the digest is the one its person wants sealed.
 *
 * @typedef {{ id: string, name: string }} Person
 * @typedef {{ sample: Uint8Array, pen: string, signatureId: string, audience: string }} Drawn What <sign-pad> gave.
 * @typedef {{ page?: number, box?: PDF.Rectangle, field?: string, photo?: Uint8Array | null } & Workers.Filled} Placed
 *   The signature as it is placed, perhaps with a photo and with what was filled into the form.
 * @typedef {{ id: string, name: string, problem: Problem }} GivenUp A signed version that the server never takes.
 */

/** Now, as PDF has it. */
const pdfTime = () => `D:${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}+00'00'`;

export class Signing {
  #person;
  #shown;
  #drawn;
  #ports;
  #time = pdfTime();
  /** Of the file that holds the signed version. */
  #id = crypto.randomUUID();
  /** @type {Record<string, { value: any }>} What was done, by step. */
  #done = {};

  /**
   * @param {Person} person
   * @param {Pick<StoredDocument, "id" | "hash" | "document" | "signatures">} shown
   * @param {Drawn} drawn
   * @param {Ports} ports
   */
  constructor(person, shown, drawn, ports) {
    this.#person = person;
    this.#shown = shown;
    this.#drawn = drawn;
    this.#ports = ports;
  }

  /** What was drawn. */
  get drawn() { return this.#drawn; }

  /** Whether where the ink lies cannot be changed any more: the digest is on its way to be sealed. */
  get isFixed() { return Boolean(this.#done.digest); }

  /** Whether the document may be signed, though no answer said so: never, for it lies here. */
  get isPerhapsSigned() { return false; }

  /**
   * @template Value
   * @param {string} step
   * @param {() => Promise<Value>} action
   * @returns {Promise<Value>}
   */
  async #once(step, action) {
    this.#done[step] ??= { value: await action() };
    return this.#done[step].value;
  }

  /**
   * Signs. Gives whether others saved on the same version too.
   *
   * @param {Placed} placed
   */
  async save({ page, box, field = "", photo, form, font }) {
    const { store, server, file, authorise } = this.#ports;
    const { id: shownAs, hash, document, signatures } = this.#shown;
    const { sample: ink, pen, signatureId, audience } = this.#drawn;
    const { id } = await this.#once("registered", () => server.save({ hash, ...(document ? { documentId: document } : {}) }));
    const { size } = await this.#once("offer", () => server.offer());
    const link = signatures === 0 ? `${audience}/documents/?documentid=${id}` : "";
    const look = { page, box, room: size, ink, pen, field, photo, name: this.#person.name, time: this.#time, link, form, font };
    const sealed = await this.#once("digest", () => file.ask("prepare", look));
    const { contents } = await this.#once("seal", async () => server.seal(id, await authorise({ audience, signatureId, previousHash: hash, sealed })));
    /** @type {SignedVersion} */
    const next = await this.#once("written", async () => {
      const written = await file.ask("complete", { contents: fromBase64url(contents), person: this.#person.id, id: this.#id });
      return { ...written, save: { previousHash: hash, hash: written.hash, signatures: [signatureId], documentId: id } };
    });
    await this.#once("kept", async () => {
      if (!(await store.keepNext(this.#person.id, shownAs, next))) throw new DocumentProblem("overtaken");
    });
    return finish(this.#ports, this.#person.id, shownAs, next);
  }
}

/** The refusals that no other try changes, each with 409: all other answers, a limit's among them, leave what was signed here. */
const final = ["alreadySaved", "ambiguous", "neverSaved", "repeatedSignature", "tooManyVersions", "unchanged", "unknownSignature", "usedSignature"];

/**
 * Whether the server never takes a signed version.
 *
 * @param {unknown} problem
 * @returns {problem is Problem}
 */
const isFinal = (problem) => problem instanceof Problem && problem.status === 409 && final.includes(problem.code);

/**
 * Tells the server of a signed version that waits, and puts it in its document's place. What the server will never take is given up; all else waits
 * for another try, as for the session of the person who signed.
 *
 * @param {Pick<Ports, "store" | "server">} ports
 * @param {string} person
 * @param {string} id
 * @param {SignedVersion} next
 */
async function finish({ store, server }, person, id, next) {
  try {
    const saved = await server.save(next.save);
    await store.takeNext(person, id, next.file, saved.id);
    return saved;
  } catch (problem) {
    if (isFinal(problem)) await store.dropNext(person, id, next.file);
    throw problem;
  }
}

/**
 * Goes on with what a closed tab or a lost connection left; what cannot be finished now waits on. Gives what was given up.
 *
 * @param {Pick<Ports, "store" | "server">} ports
 * @param {string} person
 */
export async function finishAll(ports, person) {
  /** @type {GivenUp[]} */
  const given = [];
  for (const { id, name, next } of await ports.store.documents(person)) {
    if (!next) continue;
    try {
      await finish(ports, person, id, next);
    } catch (problem) {
      if (isFinal(problem)) given.push({ id, name, problem });
    }
  }
  return given;
}
