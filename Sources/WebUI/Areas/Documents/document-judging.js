// What the signatures of documents are worth, for their marks in the list.

import * as store from "./document-store.js";

/** How many documents are judged in one visit. */
const most = 24;

/**
 * Judges what is signed and was not judged yet, one after another; what the server cannot be asked about now waits for the next visit.
 *
 * @param {string} person
 * @param {() => unknown} judged Called after each.
 */
export async function judgeMissing(person, judged) {
  const isMissing = (/** @type {store.StoredDocument} */ { hash, signatures, marks, found }) => Boolean(signatures) && found?.hash !== hash && !marks.includes("locked");
  const missing = (await store.documents(person)).filter(isMissing).slice(0, most);
  if (missing.length === 0) return;
  const [{ judge, openFields }, { stateOf }] = await Promise.all([import("../Viewer/verdict.js"), import("../Viewer/verdict-state.js")]);
  for (const known of missing) {
    try {
      const file = await store.file(person, known);
      const { state } = stateOf(await judge(known, file));
      await store.noteFound(person, known.id, known.hash, { state, open: await openFields(file) });
    } catch {
      continue;
    }
    await judged();
  }
}
