// What can be done with a document of this device, beside reading it.

import { busy, make, openSheet } from "../Base/dom.js";
import { facts } from "./document-rows.js";
import * as store from "./document-store.js";
import { largest } from "./files-api.js";
import { canShare } from "./sharing.js";
import { moment, text } from "../Base/text.js";

/** @typedef {store.StoredDocument} StoredDocument */

/** Asks whether a document goes to the server, and whether it stays here too; gives `move`, `copy` or nothing. */
export const askToKeep = (/** @type {StoredDocument} */ document) => openSheet("keep-sheet", (dialog) => (dialog.querySelector("[data-name]").textContent = text("files.keepAsk", { name: document.name })));

/**
 * Asks whether a file that another app shared is to be kept.
 *
 * @param {File} file
 */
export async function askToTake({ name }) {
  const answer = await openSheet("question", (dialog) => {
    dialog.querySelector("[data-question]").textContent = text("documents.sharedAsk", { name });
    dialog.querySelector("[data-consequence]").textContent = text("documents.sharedBy");
    const keep = dialog.querySelector("[value=yes]");
    keep.textContent = text("documents.sharedKeep");
    keep.classList.remove("button-danger");
  });
  return answer === "yes";
}

/**
 * Shows the sheet; gives whether the person wants the document kept on the server.
 *
 * @param {string} person
 * @param {StoredDocument} document
 * @param {(words: string) => unknown} tell Says what came of it.
 */
export async function openDeviceSheet(person, document, tell) {
  /** @type {File | undefined} */
  let file;
  try {
    file = await store.file(person, document);
  } catch {
    // The browser gave the file away; what is known of it can only go.
  }
  const canGo = file && !document.next && document.size <= largest;
  const answer = await openSheet("document-sheet", (dialog) => {
    const part = (/** @type {string} */ name) => dialog.querySelector(`[data-${name}]`);
    part("name").textContent = document.name;
    part("facts").textContent = [...facts(document), moment(new Date(document.added))].join(" · ");
    const notes = file ? document.marks.map((mark) => text(`documents.note.${mark}`)) : [text("documents.problem.gone")];
    if (document.size > largest) notes.push(text("files.problem.large", { name: document.name }));
    part("notes").replaceChildren(...notes.map((note) => make("p", {}, note)));
    part("export").hidden = !file;
    part("export").addEventListener("click", () => store.save(person, document, file));
    part("share").hidden = !file || !canShare(file);
    part("share").addEventListener("click", () => share(part("share"), person, document, file, dialog));
    // Where the device has a share sheet, mail is in it.
    for (const piece of [part("mail"), dialog.querySelector("#document-mail")]) piece.hidden = !file || !part("share").hidden;
    part("mail").addEventListener("click", () => busy(part("mail"), () => mail(person, document, file, dialog)));
    part("keep").hidden = !canGo;
  });
  if (answer === "remove") await remove(person, document, tell);
  return answer === "keep";
}

/**
 * @param {HTMLElement} button
 * @param {string} person
 * @param {StoredDocument} document
 * @param {File} file
 * @param {HTMLDialogElement} dialog
 */
async function share(button, person, document, file, dialog) {
  try {
    await busy(button, () => navigator.share({ files: [file], title: document.name }));
    await store.noteExport(person, document.id);
    dialog.close();
  } catch {
    // Closing the share sheet sends nothing; the document is as it was.
  }
}

/**
 * Saves the file and opens a new message: nothing else can attach it.
 *
 * @param {string} person
 * @param {StoredDocument} document
 * @param {File} file
 * @param {HTMLDialogElement} dialog
 */
async function mail(person, document, file, dialog) {
  await store.save(person, document, file);
  const body = text("documents.mailBody", { name: document.name });
  const link = make("a", { href: `mailto:?subject=${encodeURIComponent(document.name)}&body=${encodeURIComponent(body)}`, hidden: true });
  dialog.append(link);
  link.click();
  dialog.close();
}

/**
 * @param {string} person
 * @param {StoredDocument} document
 * @param {(words: string) => unknown} tell
 */
async function remove(person, document, tell) {
  const answer = await openSheet("question", (dialog) => {
    dialog.querySelector("[data-question]").textContent = text("documents.removeAsk", { name: document.name });
    dialog.querySelector("[data-consequence]").textContent = text(document.exported ? "documents.removeExported" : document.serverFile ? "files.removeHere" : "documents.removeOnly");
    dialog.querySelector("[value=yes]").textContent = text("documents.remove");
  });
  if (answer !== "yes") return;
  await store.remove(person, document.id);
  tell(text("documents.removed", { name: document.name }));
}
