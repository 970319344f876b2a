// Brings a file of the server into the viewer.

import { onChanges } from "../Base/changes.js";
import * as copies from "../Documents/copy-store.js";
import * as api from "../Documents/files-api.js";
import { withProgress } from "../Base/progress.js";
import { text } from "../Base/text.js";

/** The id of the file of the server that an address's part behind # names; undefined where it names one of this device. */
export const fileId = (/** @type {string} */ hash) => /^#file-([0-9a-f]{32})$/.exec(hash)?.[1];

/**
 * What the viewer shows: a document of this device, or a file that the server keeps.
 *
 * @typedef {Partial<import("../Documents/document-store.js").StoredDocument> & { id: string, name: string, hash: string, marks: string[], isOnServer?: boolean, isOwn?: boolean,
 *   password?: string } & Partial<Pick<Wire.File, "isSignedByMe" | "signerName" | "openFields" | "invited" | "unsigned" | "waitsFor" | "isChanged">>} Shown
 */

/**
 * How far a file is signed, and whom it waits for.
 *
 * @param {Wire.File} file
 */
export const signing = ({ isSignedByMe, signerName, openFields, invited, unsigned, waitsFor, isChanged }) =>
  ({ isSignedByMe, signerName, openFields, invited, unsigned, waitsFor, isChanged });

/**
 * The newest version, as the viewer shows documents. How far loading is stands in `place`; `tellName` gets its name first.
 *
 * Throws the server's problem, or a `DocumentProblem`.
 *
 * @param {string} person
 * @param {string} id
 * @param {HTMLElement} place
 * @param {(name: string) => void} tellName
 * @returns {Promise<{ shown: Shown, file: File }>}
 */
export async function bringFile(person, id, place, tellName) {
  /** @type {Wire.File & copies.Look} */
  const known = await api.find(id).catch(async (problem) => {
    // Without a connection what is here is shown as it was when there was one.
    const here = problem.code === "offline" && (await copies.readable(person)).find((one) => one.id === id);
    if (!here) throw problem;
    return here;
  });
  tellName(known.name);
  const { file, copy } = await withProgress(place, text("files.loading"), (signal, update) =>
    copies.bring(person, known, { signal, onProgress: (done) => update(done, known.size) }));
  const { pages, signatures, marks } = copy;
  const preview = (await copies.looks(person).catch(() => new Map())).get(id)?.preview;
  const { name, size, documentId, isOwn } = known;
  return { file, shown: { id, name, hash: copy.hash, size, document: documentId, isOwn, ...signing(known), pages, signatures, marks, preview, isOnServer: true } };
}

/**
 * Tells once the server has another version than the one that is shown, or the person has the document no more.
 *
 * @param {Shown} shown
 * @param {{ older: (newest: Wire.File) => unknown, gone: (problem: unknown) => unknown }} tell
 * @param {AbortSignal} signal
 */
export function watchFile({ id, hash }, { older, gone }, signal) {
  onChanges(["file"], async (changes) => {
    if (changes.length > 0 && !changes.some((change) => change.id === id)) return;
    try {
      const newest = await api.find(id);
      if (newest.hash !== hash && !signal.aborted) older(newest);
    } catch (problem) {
      if (problem.status === 404 && !signal.aborted) gone(problem);
    }
  }, signal);
}
