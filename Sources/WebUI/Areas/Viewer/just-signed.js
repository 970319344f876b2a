// What is said of a document that was just signed, by the viewer that shows the signed version next, as everybody sees it.

import { language, text } from "../Base/text.js";

const key = "paraph.signed";

/**
 * Who else saved meanwhile, and where the signature lies: a page's index, and how far down it, from 0 to 1.
 *
 * @typedef {{ id: string, page: number, height: number, isFork?: boolean, since?: string[] }} Signed
 */

/**
 * Notes that a document was signed, for the viewer that shows it next.
 *
 * @param {Signed} signed
 */
export const noteSigned = (signed) => sessionStorage.setItem(key, JSON.stringify(signed));

/** Whose document was changed by others while the person signed it. */
const changedKey = "paraph.changed";

/**
 * Notes that what was drawn is worth nothing any more, for the page that shows the newest version next.
 *
 * @param {string} id
 */
export const noteChanged = (id) => sessionStorage.setItem(changedKey, id);

/**
 * Whether the document was changed by others while the person signed it on the page before.
 *
 * @param {{ id: string }} shown
 */
export function takeChanged({ id }) {
  const changed = sessionStorage.getItem(changedKey);
  sessionStorage.removeItem(changedKey);
  return changed === id;
}

/**
 * What is said of a document that was just signed; undefined where it was not.
 *
 * @param {import("./viewer-file.js").Shown} shown
 * @returns {(Signed & { words: string }) | undefined}
 */
export function takeSigned(shown) {
  /** @type {Signed | null} */
  const signed = JSON.parse(sessionStorage.getItem(key) ?? "null");
  sessionStorage.removeItem(key);
  return signed?.id === shown.id ? { ...signed, words: words(signed, shown) } : undefined;
}

/**
 * @param {Signed} signed
 * @param {import("./viewer-file.js").Shown} shown
 */
function words({ isFork, since = [] }, { isOnServer }) {
  if (!isOnServer) return text(isFork ? "signing.doneFork" : "signing.done");
  const names = new Intl.ListFormat(language, { type: "conjunction" }).format([...new Set(since)]);
  return names ? text("files.signedOnTop", { names }) : text("files.signed");
}
