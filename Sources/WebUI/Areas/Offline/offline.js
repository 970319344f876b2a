// The page without a connection: lists what this device keeps of the last person here, and what it has of what the server keeps; goes on by
// itself as soon as there is one.

import { goOnWhenBack } from "./coming-back.js";
import { make } from "../Base/dom.js";
import * as copies from "../Documents/copy-store.js";
import * as store from "../Documents/document-store.js";
import { facts, fileFacts, origin, picture, stateMark } from "../Documents/document-rows.js";

/**
 * A line of the list.
 *
 * @param {any} known A document of this device, or a copy of a file that the server keeps.
 * @param {string} address
 * @param {string[]} words
 * @param {...(Node | string)} more
 */
const row = (known, address, words, ...more) => make("li", {}, make("a", { class: "item", href: `/documents/view#${address}` }, picture(known),
  make("span", { class: "item-text" }, make("span", { class: "item-title" }, known.name), make("span", { class: "item-line" }, words.join(" · ")), ...more)));
const mark = (/** @type {any} */ known) => stateMark(known) ?? "";

async function list() {
  const person = localStorage.getItem("paraph.person");
  if (!person || !store.isPossible()) return;
  const copied = await copies.readable(person).catch(() => []);
  const rows = [
    ...(await store.documents(person)).map((known) => row(known, known.id, facts(known), mark(known))),
    ...copied.map((known) => row(known, `file-${known.id}`, fileFacts(known), mark(known), make("span", { class: "chip chip-quiet" }, origin(known)))),
  ];
  document.querySelector("[data-list]").replaceChildren(...rows);
  document.querySelector("[data-documents]").hidden = rows.length === 0;
}

goOnWhenBack();
list().catch(() => {});
