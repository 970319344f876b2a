// Brings one document of this device to Files and waits for that: others can be asked to sign what is there.
//
// It knows no page and no network: those come as ports, so that Tests/Pages drives it through what can go wrong.

import { DocumentProblem } from "../Base/problem.js";

/**
 * @typedef {import("./document-store.js").StoredDocument} StoredDocument
 * @typedef {Pick<import("./upload-queue.js").UploadQueue, "begin" | "cancel">} Queue
 *
 * @typedef {object} Ports
 * @property {(tell: import("./upload-queue.js").Tell) => Queue} queue Makes a queue that tells.
 * @property {(id: string) => Promise<StoredDocument | undefined>} find What is known of a document of this device.
 * @property {(fileId: string, document: StoredDocument) => Promise<unknown>} carry Keeps what was filled in and is not signed yet, for the file.
 */

/**
 * Moves a document to Files. Gives the file once all of it is there.
 *
 * Throws what keeps it here: a `Problem`, or a `DocumentProblem`: `cancelled` by `signal`, `overtaken` where it cannot begin, `elsewhere` where
 * another tab has moved it.
 *
 * @param {Ports} ports
 * @param {StoredDocument} document
 * @param {{ signal: AbortSignal, onProgress: (done: number, size: number) => void }} run
 * @returns {Promise<Wire.File>}
 */
export async function moveToFiles({ queue: make, find, carry }, document, { signal, onProgress }) {
  const { promise, resolve, reject } = deferred();
  const queue = make({
    progress: (_, done, size) => onProgress(done, size),
    kept: (known, file) => carry(file.id, known).catch(() => {}).then(() => resolve(file)),
    failed: (_, problem) => reject(problem),
    ended: () => {},
    elsewhere: async () => reject(new DocumentProblem((await find(document.id)) ? "overtaken" : "elsewhere")),
  });
  const cancel = async () => {
    // Where all of it was there already it stays there.
    const file = await queue.cancel(document);
    if (file) resolve(file);
    else reject(new DocumentProblem("cancelled"));
  };
  signal.addEventListener("abort", cancel, { once: true });
  try {
    if (!(await queue.begin(document, true))) throw new DocumentProblem("overtaken");
    return await promise;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** A promise with what settles it. */
function deferred() {
  /** @type {any} */
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}
