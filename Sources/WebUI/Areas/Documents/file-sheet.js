// What can be done with a file of the server, beside reading and signing it.

import { busy, openSheet } from "../Base/dom.js";
import { download } from "../Base/download.js";
import { fileFacts, origin } from "./document-rows.js";
import * as copies from "./copy-store.js";
import { isPossible, noteGone } from "./document-store.js";
import * as api from "./files-api.js";
import { content } from "./file-content.js";
import { explainFile } from "./file-problem.js";
import { openMail } from "./file-mail.js";
import { openPeople } from "./file-people.js";
import { canShare } from "./sharing.js";
import { hush, say } from "../Base/notice.js";
import { withProgress } from "../Base/progress.js";
import { moment, text } from "../Base/text.js";

/** @typedef {(words: string, kind: "good" | "bad", way?: Pick<import("../Base/notice.js").SayOptions, "action" | "onAction">) => unknown} Tell Says what came of it, and what can be done then. */

class FileSheet {
  #stop = new AbortController();

  /**
   * @param {HTMLDialogElement} dialog
   * @param {string} person
   * @param {Wire.File} file
   */
  constructor(dialog, person, file) {
    this.dialog = dialog;
    this.person = person;
    this.file = file;
    this.part("name").textContent = file.name;
    this.part("facts").textContent = [...fileFacts(file), moment(new Date(file.changedAt))].join(" · ");
    this.part("origin").textContent = origin(file);
    const isThere = Boolean(file.hash);
    for (const name of ["open", "export"]) this.part(name).hidden = !isThere;
    for (const name of ["mail", "people", "rename"]) this.part(name).hidden = !isThere || !file.isOwn;
    this.part("list").hidden = !isThere;
    /** @type {HTMLAnchorElement} */ (this.part("open")).href = `/documents/view#file-${file.id}`;
    this.part("share").hidden = !isThere || !canShare();
    this.part("remove").textContent = text(file.isOwn ? "documents.remove" : "files.leave");
    const press = (/** @type {string} */ name, /** @type {() => unknown} */ action) => {
      const button = this.part(name).firstElementChild;
      button?.addEventListener("click", () => busy(button, action));
    };
    press("export", () => this.#export());
    press("share", () => this.#share());
    dialog.addEventListener("close", () => this.#stop.abort());
  }

  /**
   * @param {string} name
   * @returns {HTMLElement}
   */
  part(name) { return this.dialog.querySelector(`[data-${name}]`); }

  /** The newest version's file on this device; undefined where that was cancelled or failed, which is told. */
  async #bring() {
    hush(this.part("notice"));
    try {
      return await withProgress(this.part("progress"), text("files.loading"), async (signal, update) => {
        const file = await api.find(this.file.id);
        return (await copies.bring(this.person, file, { signal, onProgress: (done) => update(done, file.size) })).file;
      }, this.#stop.signal);
    } catch (problem) {
      if (problem.code !== "cancelled") say(this.part("notice"), explainFile(problem, this.file.name, "unloaded"));
      return undefined;
    }
  }

  async #export() {
    const { id, name } = this.file;
    // A browser that cannot keep files still downloads them.
    if (!isPossible()) return download(content(id), name);
    const file = await this.#bring();
    if (file) download(file, name);
    return undefined;
  }

  async #share() {
    const file = await this.#bring();
    if (!file) return;
    try {
      await navigator.share({ files: [file], title: this.file.name });
      this.dialog.close();
    } catch (problem) {
      // Loading took longer than a press counts for.
      if (problem.name === "NotAllowedError") say(this.part("notice"), text("files.ready"), { kind: "good" });
    }
  }
}

/**
 * Shows the sheet.
 *
 * @param {string} person
 * @param {Wire.File} file
 * @param {Tell} tell
 */
export async function openFileSheet(person, file, tell) {
  const answer = await openSheet("file-sheet", (dialog) => new FileSheet(dialog, person, file));
  if (answer === "mail") await openMail(file, tell);
  if (answer === "people") await openPeople(file);
  if (answer === "rename") await openName(file);
  if (answer === "remove") await remove(person, file, tell);
  return answer;
}

/** @param {Wire.File} file */
function openName(file) {
  return openSheet("name-sheet", (dialog) => {
    const form = dialog.querySelector("form");
    const { name: field } = form.elements;
    field.value = file.name;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = field.value.normalize("NFC").trim();
      if (name === "" || name === file.name) {
        dialog.close();
        return;
      }
      busy(form.querySelector("[type=submit]"), async () => {
        try {
          await api.rename(file.id, name);
          dialog.close();
        } catch (problem) {
          say(dialog.querySelector("[data-notice]"), explainFile(problem, file.name));
        }
      });
    });
    queueMicrotask(() => {
      field.focus();
      field.setSelectionRange(0, field.value.replace(/\.pdf$/i, "").length);
    });
  });
}

/**
 * @param {string} person
 * @param {Wire.File} file
 * @param {Tell} tell
 */
async function remove(person, file, tell) {
  const answer = await openSheet("question", (dialog) => {
    const { isOwn, name, ownerName: owner } = file;
    dialog.querySelector("[data-question]").textContent = text(isOwn ? "documents.removeAsk" : "files.leaveAsk", { name });
    dialog.querySelector("[data-consequence]").textContent = isOwn ? text(file.hash ? "files.removeNote" : "files.removeUnfinished") : text("files.leaveNote", { owner });
    dialog.querySelector("[value=yes]").textContent = text(isOwn ? "documents.remove" : "files.leave");
  });
  if (answer !== "yes") return;
  try {
    await api.remove(file.id);
  } catch (problem) {
    // Who asks again after a lost answer may find it gone already.
    if (problem.status !== 404) {
      tell(explainFile(problem, file.name), "bad");
      return;
    }
  }
  if (isPossible()) {
    await copies.forget(person, file.id).catch(() => {});
    await noteGone(person, file.id).catch(() => {});
  }
  const { name, isOwn, hash } = file;
  if (isOwn) tell(text("documents.removed", { name }), "good", hash ? { action: text("files.undo"), onAction: () => restore(file, tell) } : {});
}

/**
 * Takes a deletion back.
 *
 * @param {Wire.File} file
 * @param {Tell} tell
 */
async function restore({ id, name }, tell) {
  try {
    await api.restore(id);
    tell(text("files.there", { name }), "good");
  } catch (problem) {
    tell(explainFile(problem, name), "bad");
  }
}
