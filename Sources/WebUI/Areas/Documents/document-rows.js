// The rows of the list of documents: what this device keeps, and what the server keeps.

import { icon, make } from "../Base/dom.js";
import { shareText, sizeText } from "../Base/progress.js";
import { isDone, stateOf } from "./document-state.js";
import { language, relative, shownName, text } from "../Base/text.js";

/**
 * What is known of a document of this device, in a few words.
 *
 * @param {{ pages?: number, size: number, signatures?: number }} document
 */
export const facts = ({ pages, size, signatures }) => [
  pages ? text("documents.pages", { count: pages }) : "",
  sizeText(size),
  signatures ? text("documents.signatures", { count: signatures }) : "",
].filter(Boolean);

/**
 * What is known of a file of the server, in a few words.
 *
 * @param {{ size: number, signerName?: string }} file
 */
export const fileFacts = ({ size, signerName: name }) => [sizeText(size), ...(name ? [text("files.signer", { name })] : [])];

/**
 * A file of the server as the list has it: with how it looks, where this device keeps a copy.
 *
 * @typedef {Wire.File & { preview?: import("./document-store.js").StoredDocument["preview"], found?: import("./document-store.js").StoredDocument["found"], marks?: string[] }} ListedFile
 */

/**
 * Where a file is from.
 *
 * @param {{ isOwn: boolean, ownerName: string }} file
 */
export const origin = ({ isOwn, ownerName: name }) => (isOwn ? text("files.in") : text("files.shared", { name }));

const line = (/** @type {string} */ words, isWarning = false) => make("span", { class: isWarning ? "item-line item-warn" : "item-line" }, words);
const chip = (/** @type {string} */ words, kind = "") => make("span", { class: `chip ${kind}`.trim() }, words);
const title = (/** @type {string} */ name) => make("span", { class: "item-title" }, name);
const thumb = (name = "documents") => make("span", { class: "thumb" }, icon(name));

/**
 * The first page as a small picture, where there is one of this version.
 *
 * @param {{ hash?: string, preview?: import("./document-store.js").StoredDocument["preview"] }} known
 * @param {string} [name] The icon where there is none.
 */
export function picture({ hash, preview }, name) {
  if (preview?.hash !== hash || !preview?.picture) return thumb(name);
  const address = URL.createObjectURL(preview.picture);
  const done = () => URL.revokeObjectURL(address);
  return make("span", { class: "thumb thumb-page" }, make("img", { src: address, alt: "", load: done, error: done }));
}

/**
 * The words of a state: whom it waits for, by name where the owner looks.
 *
 * @param {string} name
 * @param {{ unsigned?: number, isOwn?: boolean, waitsFor?: string[] }} known
 */
export function stateWords(name, { unsigned = 0, isOwn, waitsFor = [] }) {
  if (!["forOthers", "mineForOthers"].includes(name)) return text(`documents.state.${name}`);
  if (!isOwn || waitsFor.length === 0) return text(`documents.state.${name}`, { count: unsigned });
  const shown = waitsFor.map(shownName);
  if (unsigned > shown.length) shown.push(text("documents.state.others", { count: unsigned - shown.length }));
  return text(`documents.state.${name}Named`, { names: new Intl.ListFormat(language, { type: "conjunction" }).format(shown) });
}

/** @type {Record<string, string>} */
const kinds = { changed: "state-bad", forMe: "state-warn" };
/**
 * A document's state as a mark; undefined where there is no word for it.
 *
 * @param {any} known A document of this device, or a file of the server.
 */
export function stateMark(known) {
  const name = stateOf(known);
  const kind = kinds[name] ?? (isDone(name, known) ? "state-good" : "");
  return name && make("span", { class: `state ${kind}`.trim(), "data-state": name }, stateWords(name, known));
}

/**
 * @param {string} id
 * @param {Node} link
 * @param {string} name
 * @param {() => unknown} onMore
 */
function row(id, link, name, onMore) {
  const label = text("documents.more", { name });
  return make("li", { class: "document", "data-id": id }, link, make("button", { type: "button", class: "button-plain", "aria-label": label, click: onMore }, icon("more")));
}

/**
 * A document of this device.
 *
 * @param {import("./document-store.js").StoredDocument} document
 * @param {number | undefined} done How many bytes are on the server, where it is on its way there.
 * @param {() => unknown} onMore
 * @param {() => unknown} onCancel
 */
export function deviceRow(document, done, onMore, onCancel) {
  const words = make("span", { class: "item-text" }, title(document.name), line([...facts(document), relative(new Date(document.added))].join(" · ")));
  words.append(stateMark(document) ?? "");
  for (const mark of document.marks) words.append(line(text(`documents.mark.${mark}`), true));
  if (document.next) words.append(line(text("signing.waitingShort"), true));
  if (document.upload) words.append(make("span", { class: "going" }));
  else if (!document.exported && !document.serverFile) words.append(chip(text("documents.onlyHere")));
  const found = row(document.id, make("a", { class: "item", href: `/documents/view#${document.id}` }, picture(document), words), document.name, onMore);
  if (document.upload) {
    const label = text("files.cancelOf", { name: document.name });
    found.lastElementChild.replaceWith(make("button", { type: "button", class: "button-plain", "aria-label": label, click: onCancel }, text("documents.cancel")));
    tellProgress(found, done, document.size);
  }
  return found;
}

/**
 * Says in a row how far its document is on its way to the server.
 *
 * @param {Element | null | undefined} element
 * @param {number | undefined} done
 * @param {number} size
 */
export function tellProgress(element, done, size) {
  const place = element?.querySelector(".going");
  if (!place) return;
  if (done === undefined) {
    place.replaceChildren(line(text("files.waits"), true));
    return;
  }
  if (!place.querySelector("progress")) place.replaceChildren(line(""), make("progress", { max: 1, "aria-label": text("files.keep") }));
  place.firstElementChild.textContent = text("files.going", { share: shareText(done, size) });
  place.querySelector("progress").value = done / size;
}

/**
 * A document that the server keeps; one that is on its way from elsewhere cannot be opened yet.
 *
 * @param {ListedFile} document
 * @param {() => unknown} onMore
 */
export function fileRow(document, onMore) {
  const { id, name, hash, received, size, changedAt } = document;
  if (!hash) {
    const words = make("span", { class: "item-text" }, title(name), line(text("files.elsewhere", { share: shareText(received, size) })));
    return row(id, make("span", { class: "item" }, thumb("files"), words), name, onMore);
  }
  const words = make("span", { class: "item-text" }, title(name), line([...fileFacts(document), relative(new Date(changedAt))].join(" · ")), stateMark(document) ?? "", chip(origin(document), "chip-quiet"));
  return row(id, make("a", { class: "item", href: `/documents/view#file-${id}` }, picture(document, "files"), words), name, onMore);
}

/**
 * Puts the rows of a list in their order; where that is as it was, nothing moves under the finger or loses the focus.
 *
 * @param {HTMLElement} list
 * @param {HTMLElement[]} rows
 */
export function layRows(list, rows) {
  if (rows.length === list.children.length && rows.every((row, index) => row === list.children[index])) return;
  const focused = list.querySelector("li:focus-within")?.dataset.id;
  const isLink = document.activeElement?.matches("a");
  list.replaceChildren(...rows);
  if (focused) list.querySelector(`li[data-id="${focused}"] ${isLink ? "a" : "button"}`)?.focus();
}
