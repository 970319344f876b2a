// How far a document is signed, in a word.

/**
 * What is known of a document of this device, or of one that the server keeps, of which `signerName` is who signed it there last.
 *
 * @typedef {{ hash?: string, signatures?: number, marks?: string[], mine?: boolean, isSignedByMe?: boolean, isOwn?: boolean, signerName?: string,
 *   openFields?: number, askedFields?: number, invited?: number, unsigned?: number, isChanged?: boolean, found?: { hash: string, state: string, open?: number } }} Known
 */

/**
 * How far a document is signed: unsigned, signed, mine, all, changed, or whom it waits for: `forMe`, `mineForOthers`, `forOthers`; undefined where it is
 * unknown.
 *
 * @param {Known} known
 */
export function stateOf({ hash, signatures, marks = [], mine, isSignedByMe, isOwn, signerName, openFields, askedFields = 0, invited = 0, unsigned = 0, isChanged, found }) {
  const known = found?.hash === hash ? found : undefined;
  if (["changed", "unknownChanged", "sealBroken"].includes(known?.state ?? "")) return "changed";
  if (known?.state === "unchecked") return undefined;
  const isMine = Boolean(mine || isSignedByMe);
  if (isOwn === false && !isMine) return marks.some((mark) => ["final", "xfa"].includes(mark)) ? undefined : "forMe";
  // The server tells of values that signers replaced, before anybody here reads the document.
  if (isChanged) return "changed";
  if (unsigned > 0) return isMine ? "mineForOthers" : "forOthers";
  if (invited > 0) return "all";
  const isSigned = Boolean(signatures || signerName);
  // Browsers read nothing of what is locked, and the server may not have read it either.
  if (!isSigned && (signatures === undefined || marks.includes("locked"))) return undefined;
  if (!isSigned) return "unsigned";
  // One person may sign often, and what has no field never asked for more: signatures are not people, nor all that are wanted.
  if (askedFields > 0 && (known?.open ?? openFields) === 0) return "all";
  return isMine ? "mine" : "signed";
}

/**
 * Whether a document in some state waits for no signature.
 *
 * @param {string | undefined} state
 * @param {Known} known
 */
export function isDone(state, { hash, openFields, found }) {
  if (state === "all") return true;
  return (state === "mine" || state === "signed") && ((found?.hash === hash ? found?.open : undefined) ?? openFields) === 0;
}
