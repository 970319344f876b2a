// What a file is in a word, by what was changed after its signatures and by what the server says of it.

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
 * What was found in a word, and the signatures that the server knows of.
 *
 * @param {{ changes: { verdict: string, items: { page?: number }[] }, history?: FileHistory, verdicts: { state?: string }[] }} found
 * @returns {{ state: string, signatures: Wire.HistorySignature[] }}
 */
export function stateOf({ changes, history, verdicts }) {
  // Where something on a page is new it is not as it was signed, even if that was allowed.
  const isIntact = changes.verdict === "none" || (changes.verdict === "allowed" && changes.items.every(({ page }) => page === undefined));
  const signatures = history ? versions(history).flatMap(({ signatures }) => signatures) : [];
  // Anybody may have any file noted: that a version is known says something only where it was signed, and never more than the file itself.
  const isKnown = history && (history.file === "changed" || signatures.length > 0);
  const isUnchecked = changes.verdict === "unknown" && history?.file !== "changed";
  const isBroken = (isIntact || isUnchecked) && verdicts.some(({ state }) => state === "invalid");
  if (isUnchecked && !isBroken) return { state: "unchecked", signatures };
  return { state: isBroken ? "sealBroken" : isKnown ? (isIntact ? history.file : "changed") : isIntact ? "unknown" : "unknownChanged", signatures };
}
