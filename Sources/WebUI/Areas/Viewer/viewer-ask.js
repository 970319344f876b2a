// Asking others to sign the document that is shown: what lies on this device goes to Files first, which is said before; then the people are
// shown who may sign it, with the field for an address.

import { alone } from "../Base/lock.js";
import { openSheet } from "../Base/dom.js";
import { say } from "../Base/notice.js";
import { withProgress } from "../Base/progress.js";
import { text } from "../Base/text.js";
import { after } from "../Base/timer.js";
import * as copies from "../Documents/copy-store.js";
import * as store from "../Documents/document-store.js";
import * as api from "../Documents/files-api.js";
import { explainFile } from "../Documents/file-problem.js";
import { openPeople } from "../Documents/file-people.js";
import { moveToFiles } from "../Documents/to-files.js";
import { UploadQueue } from "../Documents/upload-queue.js";
import { quiet } from "./signing-bar.js";
import { signing } from "./viewer-file.js";

const key = "paraph.ask";

export class ViewerAsking {
  /** What is pressed for it. */
  button = quiet(text("asking.ask"), () => this.#ask(), "ask");
  #person;
  /** @type {import("./viewer-file.js").Shown} */
  #shown;
  #page;
  #onAsked;

  /**
   * @param {string} person
   * @param {import("./viewer-file.js").Shown} shown
   * @param {() => number} page The number of the page that is read.
   * @param {() => unknown} onAsked Hears that whom the document waits for may be others now.
   */
  constructor(person, shown, page, onAsked) {
    this.#person = person;
    this.#shown = shown;
    this.#page = page;
    this.#onAsked = onAsked;
  }

  /**
   * Whether a person may ask others to sign what is shown.
   *
   * @param {import("./viewer-file.js").Shown} shown
   */
  static isPossible({ isOnServer, isOwn, marks, upload, next }) {
    return !upload && !next && (!isOnServer || isOwn) && !marks.some((mark) => ["final", "xfa"].includes(mark));
  }

  /** Goes on where the document was brought to Files for this; gives the number of the page that was read then. */
  goOn() {
    /** @type {{ id: string, page: number } | null} */
    const asked = JSON.parse(sessionStorage.getItem(key) ?? "null");
    sessionStorage.removeItem(key);
    if (asked?.id !== this.#shown.id) return undefined;
    this.#ask();
    return asked?.page;
  }

  async #ask() {
    const { id, name, isOnServer } = this.#shown;
    if (isOnServer) {
      await openPeople({ id, name });
      await this.#learn();
    } else await openSheet("ask-sheet", (dialog) => this.#offer(dialog));
  }

  /** Whom the document waits for, as the server has it now; what it cannot be asked stays as it was. */
  async #learn() {
    try {
      const newest = await api.find(this.#shown.id);
      const { invited, unsigned } = this.#shown;
      Object.assign(this.#shown, signing(newest));
      if (newest.invited !== invited || newest.unsigned !== unsigned) this.#onAsked();
    } catch {
      // Who is shown the document once more sees it.
    }
  }

  /** @param {HTMLDialogElement} dialog */
  #offer(dialog) {
    const stop = new AbortController();
    dialog.querySelector("[data-name]").textContent = this.#shown.name;
    dialog.querySelector("[data-go]").addEventListener("click", () => this.#move(dialog, stop.signal));
    dialog.addEventListener("close", () => stop.abort());
  }

  /**
   * @param {HTMLDialogElement} dialog
   * @param {AbortSignal} closed
   */
  async #move(dialog, closed) {
    const go = dialog.querySelector("button[data-go]");
    go.disabled = true;
    const known = await store.document(this.#person, this.#shown.id);
    // Another tab has moved or removed it.
    if (!known) {
      location.assign("/documents");
      return;
    }
    const ports = {
      queue: (/** @type {import("../Documents/upload-queue.js").Tell} */ tell) => new UploadQueue({ person: this.#person, store, server: api, alone, after, tell }),
      find: (/** @type {string} */ id) => store.document(this.#person, id),
      carry: async (/** @type {string} */ fileId, /** @type {store.StoredDocument} */ { hash, form }) =>
        form?.hash === hash && copies.noteForm(this.#person, fileId, hash, form.values),
    };
    try {
      const { id } = await withProgress(dialog.querySelector("[data-progress]"), text("files.keep"), (signal, update) =>
        moveToFiles(ports, known, { signal, onProgress: update }), closed);
      sessionStorage.setItem(key, JSON.stringify({ id, page: this.#page() }));
      location.assign(`/documents/view#file-${id}`);
      dialog.close();
    } catch (problem) {
      go.disabled = false;
      if (problem.code === "elsewhere") location.assign("/documents");
      else if (problem.code !== "cancelled" && dialog.open) say(dialog.querySelector("[data-notice]"), explainFile(problem, this.#shown.name, "unsent"));
    }
  }
}
