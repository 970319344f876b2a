// What a file is in a word, by what was changed after its signatures and by what the server says of it.

import { rankOf } from "./signed-changes.js";

/** @typedef {Wire.DocumentHistory & { file: string }} FileHistory A document's history as it is asked for with a file's hash. */

/**
 * The numbers of a version and of those it comes from; all where the file is none of them.
 *
 * @param {Wire.DocumentHistory} history
 */
function versions({ versions, fileVersion }) {
  if (!fileVersion) return versions;
  /** @type {Wire.HistoryVersion[]} */
  const found = [];
  const numbered = new Map(versions.map((version) => [version.number, version]));
  for (let version = numbered.get(fileVersion); version; version = numbered.get(version.previous ?? 0)) found.unshift(version);
  return found;
}

/**
 * What was found in a word, and the signatures that the server knows of; of a file in which fields were filled in also what it is besides.
 *
 * @param {{ changes: Workers.Changes, history?: FileHistory, verdicts: { state?: string }[] }} found
 * @returns {{ state: string, besides?: string, signatures: Wire.HistorySignature[] }}
 */
export function stateOf({ changes, history, verdicts }) {
  const rank = rankOf(changes);
  // Where something on a page is new it is not as it was signed, even if that was allowed; fields that were filled in are told as such.
  const isFilled = rank === "filled";
  const isIntact = rank === "none" || rank === "unseen" || isFilled;
  const signatures = history ? versions(history).flatMap(({ signatures }) => signatures) : [];
  // Anybody may have any file noted: that a version is known says something only where it was signed, and never more than the file itself.
  const isKnown = history && (history.file === "changed" || signatures.length > 0);
  const isUnchecked = changes.verdict === "unknown" && history?.file !== "changed";
  const isBroken = (isIntact || isUnchecked) && verdicts.some(({ state }) => state === "invalid");
  if (isUnchecked && !isBroken) return { state: "unchecked", signatures };
  const state = isBroken ? "sealBroken" : isKnown ? (isIntact ? history.file : "changed") : isIntact ? "unknown" : "unknownChanged";
  // What the server knows another version of may have lost what others signed: that stays changed.
  return isFilled && ["current", "earlier", "unknown"].includes(state) ? { state: "filled", besides: state, signatures } : { state, signatures };
}

/**
 * Who had signed before a field was filled in, as far as the history has each signature of the file.
 *
 * @param {Pick<Workers.FilledField, "after">} field
 * @param {Pick<Workers.Changes, "signed">} changes
 * @param {Wire.HistorySignature[]} signatures
 */
export const signersBefore = ({ after }, { signed }, signatures) =>
  (signatures.length === signed ? [...new Set(signatures.slice(0, after).map(({ userName }) => userName))] : []);
