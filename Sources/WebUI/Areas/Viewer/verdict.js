// What a signed file is worth: what was changed after its signatures, and what the server says of their seals and of the file's history. It is
// asked by hashes, and by signatures without what they sign.

import { call, part } from "../Base/api.js";
import { SigningFile } from "./signing-file.js";

/** @typedef {import("./viewer-file.js").Shown} Shown */

/**
 * What was found of a file: the document's id, what was changed, what the server knows of it, and what its newest seals are worth; `earlier` is how
 * many there are before them.
 *
 * @typedef {{ file: Blob, known?: string, changes: Workers.Changes, history?: import("./verdict-state.js").FileHistory, verdicts: Wire.SealVerdict[], earlier: number }} Found
 */

/**
 * What the server knows of this file; undefined where it knows no such document.
 *
 * @param {string | undefined} id
 * @param {string} hash
 * @returns {Promise<Found["history"]>}
 */
async function ask(id, hash) {
  if (!id) return undefined;
  try {
    return await call("GET", `/v1/documents/${part(id)}?hash=${hash}`);
  } catch (problem) {
    if (problem.status === 404) return undefined;
    throw problem;
  }
}

/**
 * What the seals are worth: the server judges what it can be asked about.
 *
 * @param {Workers.Seal[]} seals
 * @returns {Promise<Wire.SealVerdict[]>}
 */
export async function judged(seals) {
  const asked = seals.flatMap((seal) => ("ask" in seal ? [seal.ask] : []));
  /** @type {Wire.SealVerdicts} */
  const { verdicts } = asked.length > 0 ? await call("POST", "/v1/seal/verdict", { seals: asked }) : { verdicts: [] };
  return seals.map((seal) => ("ask" in seal ? verdicts[asked.indexOf(seal.ask)] : seal));
}

/** @type {Workers.Judged} What can be said of a file that only the server decrypts: its hash is the one that the server wrote and noted. */
const unread = { changes: { verdict: "none", items: [] }, seals: [], earlier: 0 };

/**
 * Does something with a worker of its own.
 *
 * @template Value
 * @param {(worker: SigningFile) => Promise<Value>} action
 */
export async function work(action) {
  const worker = new SigningFile();
  try {
    return await action(worker);
  } finally {
    worker.end();
  }
}

/** Whether a document can be read by the server only. */
export const isUnread = (/** @type {Pick<Shown, "isOnServer" | "document" | "marks">} */ { isOnServer, document, marks }) => Boolean(isOnServer && document && marks.includes("locked"));

/**
 * Looks at a file, and asks the server; throws its problem.
 *
 * @param {Pick<Shown, "isOnServer" | "document" | "marks" | "hash">} shown
 * @param {Blob} file
 * @returns {Promise<Found>}
 */
export async function judge(shown, file) {
  const { id, changes, seals, earlier } = isUnread(shown) ? unread : await work((worker) => worker.ask("judge", { file }));
  const known = shown.document ?? id;
  const [history, verdicts] = await Promise.all([ask(known, shown.hash), judged(seals)]);
  return { file, known, changes, history, verdicts, earlier };
}

/** How many fields for signatures of a file are empty. */
export const openFields = (/** @type {Blob} */ file) => work(async (worker) => {
  const { fields } = await worker.ask("open", { file });
  return fields?.filter(({ signed }) => !signed).length ?? 0;
});
