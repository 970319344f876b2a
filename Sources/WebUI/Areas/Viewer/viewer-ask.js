// Asking others to sign the document that is shown: what lies on this device goes to Files first, which is said before; then the people are
// shown who may sign it, with the field for an address.

import { alone } from "../Base/lock.js";
import { openSheet } from "../Base/dom.js";
import { say } from "../Base/notice.js";
import { withProgress } from "../Base/progress.js";
import { text } from "../Base/text.js";
import * as copies from "../Documents/copy-store.js";
import * as store from "../Documents/document-store.js";
import * as api from "../Documents/files-api.js";
import { explainFile } from "../Documents/file-problem.js";
import { openPeople } from "../Documents/file-people.js";
import { moveToFiles } from "../Documents/to-files.js";
import { UploadQueue } from "../Documents/upload-queue.js";
import { quiet } from "./signing-bar.js";

const key = "paraph.ask";

/** Does something later; gives what calls that off. */
function after(time, action) {
  const timer = setTimeout(action, time);
  return () => clearTimeout(timer);
}

export class ViewerAsking {
  /** What is pressed for it. */
  button = quiet(text("asking.ask"), () => this.#ask(), "ask");
  #person;
  /** @type {import("./viewer-file.js").Shown} */
  #shown;

  /**
   * @param {string} person
   * @param {import("./viewer-file.js").Shown} shown
   */
  constructor(person, shown) {
    [this.#person, this.#shown] = [person, shown];
  }

  /**
   * Whether a person may ask others to sign what is shown.
   *
   * @param {import("./viewer-file.js").Shown} shown
   */
  static isPossible({ isOnServer, isOwn, marks, upload, next }) {
    return !upload && !next && (!isOnServer || isOwn) && !marks.some((mark) => ["final", "xfa"].includes(mark));
  }

  /** Goes on where the document was brought to Files for this. */
  goOn() {
    const asked = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (asked && asked === this.#shown.id) this.#ask();
  }

  async #ask() {
    const { id, name, isOnServer } = this.#shown;
    if (isOnServer) await openPeople({ id, name });
    else await openSheet("ask-sheet", (dialog) => this.#offer(dialog));
  }

  #offer(dialog) {
    const part = (name) => dialog.querySelector(`[data-${name}]`);
    const stop = new AbortController();
    part("name").textContent = this.#shown.name;
    part("go").addEventListener("click", () => this.#move(dialog, part, stop.signal));
    dialog.addEventListener("close", () => stop.abort());
  }

  async #move(dialog, part, closed) {
    part("go").disabled = true;
    const known = await store.document(this.#person, this.#shown.id);
    // Another tab has moved or removed it.
    if (!known) {
      location.assign("/documents");
      return;
    }
    const ports = {
      queue: (tell) => new UploadQueue({ person: this.#person, store, server: api, alone, after, tell }),
      find: (id) => store.document(this.#person, id),
      carry: async (/** @type {string} */ fileId, /** @type {store.StoredDocument} */ { hash, form }) =>
        form?.hash === hash && copies.noteForm(this.#person, fileId, hash, form.values),
    };
    try {
      const { id } = await withProgress(part("progress"), text("files.keep"), (signal, update) =>
        moveToFiles(ports, known, { signal, onProgress: update }), closed);
      sessionStorage.setItem(key, id);
      location.assign(`/documents/view#file-${id}`);
      dialog.close();
    } catch (problem) {
      part("go").disabled = false;
      if (problem.code === "elsewhere") location.assign("/documents");
      else if (problem.code !== "cancelled" && dialog.open) say(part("notice"), explainFile(problem, this.#shown.name, "unsent"));
    }
  }
}
