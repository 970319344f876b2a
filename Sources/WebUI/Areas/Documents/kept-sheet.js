// What can be done with a document that the server keeps, beside reading and signing it.

import { busy, openSheet } from "../Base/dom.js";
import { download } from "../Base/download.js";
import { keptFacts, origin } from "./document-rows.js";
import * as copies from "./copy-store.js";
import { isPossible, noteGone } from "./document-store.js";
import * as api from "./files-api.js";
import { content } from "./file-content.js";
import { explainKept } from "./kept-problem.js";
import { openMail } from "./kept-mail.js";
import { openPeople } from "./kept-people.js";
import { hush, say } from "../Base/notice.js";
import { withProgress } from "../Base/progress.js";
import { moment, text } from "../Base/text.js";

class KeptSheet {
  #stop = new AbortController();

  /**
   * @param {HTMLDialogElement} dialog
   * @param {string} person
   * @param {Wire.File} kept
   */
  constructor(dialog, person, kept) {
    this.dialog = dialog;
    this.person = person;
    this.kept = kept;
    this.part("name").textContent = kept.name;
    this.part("facts").textContent = [...keptFacts(kept), moment(new Date(kept.changed))].join(" · ");
    this.part("origin").textContent = origin(kept);
    const isThere = Boolean(kept.hash);
    for (const name of ["open", "export"]) this.part(name).hidden = !isThere;
    for (const name of ["mail", "people", "rename"]) this.part(name).hidden = !isThere || !kept.isOwn;
    this.part("list").hidden = !isThere;
    /** @type {HTMLAnchorElement} */ (this.part("open")).href = `/documents/view#kept-${kept.id}`;
    this.part("share").hidden = !isThere || !navigator.canShare?.({ files: [new File(["%PDF"], "a.pdf", { type: "application/pdf" })] });
    this.part("remove").textContent = text(kept.isOwn ? "documents.remove" : "kept.leave");
    const press = (name, action) => this.part(name).firstElementChild.addEventListener("click", () => busy(this.part(name).firstElementChild, action));
    press("export", () => this.#export());
    press("share", () => this.#share());
    dialog.addEventListener("close", () => this.#stop.abort());
  }

  part(name) { return this.dialog.querySelector(`[data-${name}]`); }

  /** The newest version's file on this device; undefined where that was cancelled or failed, which is told. */
  async #bring() {
    hush(this.part("notice"));
    try {
      return await withProgress(this.part("progress"), text("kept.loading"), async (signal, update) => {
        const kept = await api.find(this.kept.id);
        return (await copies.bring(this.person, kept, { signal, onProgress: (done) => update(done, kept.size) })).file;
      }, this.#stop.signal);
    } catch (problem) {
      if (problem.code !== "cancelled") say(this.part("notice"), explainKept(problem, this.kept.name, "unloaded"));
      return undefined;
    }
  }

  async #export() {
    const { id, name } = this.kept;
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
      await navigator.share({ files: [file], title: this.kept.name });
      this.dialog.close();
    } catch (problem) {
      // Loading took longer than a press counts for.
      if (problem.name === "NotAllowedError") say(this.part("notice"), text("kept.ready"), { kind: "good" });
    }
  }
}

/** Shows the sheet; `tell(words, kind)` says what came of it. */
export async function openKeptSheet(person, kept, tell) {
  const answer = await openSheet("kept-sheet", (dialog) => new KeptSheet(dialog, person, kept));
  if (answer === "mail") await openMail(kept, tell);
  if (answer === "people") await openPeople(kept);
  if (answer === "rename") await openName(kept);
  if (answer === "remove") await remove(person, kept, tell);
  return answer;
}

function openName(kept) {
  return openSheet("name-sheet", (dialog) => {
    const form = dialog.querySelector("form");
    const { name: field } = form.elements;
    field.value = kept.name;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = field.value.normalize("NFC").trim();
      if (name === "" || name === kept.name) {
        dialog.close();
        return;
      }
      busy(form.querySelector("[type=submit]"), async () => {
        try {
          await api.rename(kept.id, name);
          dialog.close();
        } catch (problem) {
          say(dialog.querySelector("[data-notice]"), explainKept(problem, kept.name));
        }
      });
    });
    queueMicrotask(() => {
      field.focus();
      field.setSelectionRange(0, field.value.replace(/\.pdf$/i, "").length);
    });
  });
}

async function remove(person, kept, tell) {
  const answer = await openSheet("question", (dialog) => {
    const { isOwn, name, owner } = kept;
    dialog.querySelector("[data-question]").textContent = text(isOwn ? "documents.removeAsk" : "kept.leaveAsk", { name });
    dialog.querySelector("[data-consequence]").textContent = isOwn ? text("kept.removeNote") : text("kept.leaveNote", { owner });
    dialog.querySelector("[value=yes]").textContent = text(isOwn ? "documents.remove" : "kept.leave");
  });
  if (answer !== "yes") return;
  try {
    await api.remove(kept.id);
  } catch (problem) {
    // Who asks again after a lost answer may find it gone already.
    if (problem.status !== 404) {
      tell(explainKept(problem, kept.name), "bad");
      return;
    }
  }
  if (!isPossible()) return;
  await copies.forget(person, kept.id).catch(() => {});
  await noteGone(person, kept.id).catch(() => {});
}
