// What is said on the page that shows a document that was just signed: it is loaded anew, and shows the signed version as everybody sees it.

import { language, text } from "../Base/text.js";

const key = "paraph.signed";

/**
 * Who else saved meanwhile, and where the signature lies: a page's index, and how far down it, from 0 to 1.
 *
 * @typedef {{ id: string, page: number, height: number, isFork?: boolean, since?: string[] }} Signed
 */

/**
 * Notes that a document was signed, for the page that shows it next.
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

/**
 * Brings a place of a page into the middle of what is seen, and keeps it there while what is said above the pages comes.
 *
 * @param {HTMLElement | undefined} page
 * @param {number} height How far down the page, from 0 to 1.
 * @param {Promise<unknown>} settled
 */
export function stayAt(page, height, settled) {
  const stay = () => {
    if (!page) return;
    const scroller = page.closest(".viewer-pages");
    const box = page.getBoundingClientRect();
    scroller.scrollTop += box.top + box.height * height - scroller.getBoundingClientRect().top - scroller.clientHeight / 2;
  };
  stay();
  // Unless the person has moved the pages before.
  let isMoved = false;
  for (const kind of ["wheel", "touchstart", "keydown"]) addEventListener(kind, () => { isMoved = true; }, { once: true, passive: true });
  settled.finally(() => isMoved || stay());
}
