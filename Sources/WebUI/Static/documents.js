// <device-documents person="ID">: the documents that are kept on this device, and the ways to open one more: the button, or dropping it.

import { busy, icon, make, openSheet } from "./dom.js";
import { hush, say } from "./notice.js";
import { language, moment, relative, text } from "./text.js";
import * as store from "./document-store.js";
import { takeFromOthers } from "./documents-shared.js";
import { finishWaiting } from "./document-signing.js";

/** A file's size as people say it. */
function sizeText(size) {
  const [unit, part, digits] = size < 999_500 ? ["kilobyte", 1e3, 0] : ["megabyte", 1e6, 1];
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: digits }).format(Math.max(1, size / part));
}

const facts = ({ pages, size, signatures }) => [
  pages ? text("documents.pages", { count: pages }) : "",
  sizeText(size),
  signatures ? text("documents.signatures", { count: signatures }) : "",
].filter(Boolean);

class DeviceDocuments extends HTMLElement {
  #list = this.querySelector("[data-list]");
  #empty = this.querySelector("[data-empty]");
  #choose = this.querySelector("input[type=file]");
  #notice = this.closest("[data-noticed]").querySelector("[data-notice]");
  #openers = [...this.closest("[data-noticed]").querySelectorAll("[data-open]")];
  #queue = Promise.resolve();
  #refused = [];

  connectedCallback() {
    if (this.hasAttribute("unenrolled")) this.#leaveWhereEmpty();
    if (!store.isPossible()) {
      this.#openers.forEach((opener) => opener.remove());
      say(this.#notice, text("documents.problem.impossible"), { kind: "warn" });
      return;
    }
    this.#openers.forEach((opener) => opener.addEventListener("click", () => this.#choose.click()));
    this.#choose.addEventListener("change", () => {
      this.#take([...this.#choose.files]);
      this.#choose.value = "";
    });
    addEventListener("dragover", (event) => this.#drag(event, event.dataTransfer.types.includes("Files")));
    addEventListener("dragleave", (event) => event.relatedTarget === null && this.#drag(event, false));
    addEventListener("drop", (event) => {
      const files = [...event.dataTransfer.files];
      if (files.length > 0) this.#drag(event, false);
      this.#take(files);
    });
    this.#show().then(() => this.#finish()).then(() => store.tidy(this.person)).catch(() => this.#say("unavailable"));
    takeFromOthers({ takeOpened: (files) => this.#take(files), takeShared: (file) => this.#takeShared(file) }).then((isLost) => isLost && this.#say("unshared")).catch(() => this.#say("unshared"));
  }

  get person() { return this.getAttribute("person"); }

  /** Who has no signature yet is led to give one, unless there are documents here, as after a consent was withdrawn. */
  async #leaveWhereEmpty() {
    const documents = await store.documents(this.person).catch(() => []);
    if (documents.length === 0) location.replace("/enrol");
  }

  /** Goes on with signed documents that the server has yet to take note of. */
  async #finish() {
    if (!(await store.documents(this.person)).some(({ next }) => next)) return;
    for (const { name } of await finishWaiting(this.person)) this.#say("givenUp", name);
    await this.#show();
  }

  #drag(event, isOver) {
    event.preventDefault();
    this.classList.toggle("dropping", isOver);
  }

  #say(code, name = "") {
    this.#refused.push(text(code === "offline" ? "problem.offline" : `documents.problem.${code}`, { name }));
    say(this.#notice, this.#refused.join(" "));
  }

  /** Any page can share a file: the person says whether it is theirs. Gives whether that is settled. */
  async #takeShared(file) {
    const answer = await openSheet("question", (dialog) => {
      dialog.querySelector("[data-question]").textContent = text("documents.sharedAsk", { name: file.name });
      dialog.querySelector("[data-consequence]").textContent = text("documents.sharedBy");
      const keep = dialog.querySelector("[value=yes]");
      keep.textContent = text("documents.sharedKeep");
      keep.classList.remove("button-danger");
    });
    return answer === "yes" ? this.#take([file]) : true;
  }

  /** Files are taken one after another: each lies in memory meanwhile. Gives whether all are kept, or refused for what they are. */
  async #take(files) {
    const settled = [];
    if (files.length > 0) {
      hush(this.#notice);
      this.#refused = [];
    }
    for (const file of files) {
      const abort = new AbortController();
      const cancel = make("button", { type: "button", class: "button-plain", click: () => abort.abort() }, text("documents.cancel"));
      const words = make("span", { class: "item-text" }, make("span", { class: "item-title" }, file.name), make("span", { class: "item-line" }, text("documents.opening")));
      const row = make("li", { class: "item", "aria-busy": "true" }, make("span", { class: "thumb" }, icon("documents")), words, cancel);
      this.#list.prepend(row);
      this.#list.hidden = false;
      this.#empty.hidden = true;
      this.#queue = this.#queue.then(async () => settled.push(await this.#add(file, abort.signal))).finally(() => row.remove()).then(() => this.#show())
        // One failure must not keep the files behind it from being taken.
        .catch(() => this.#say("unavailable", file.name));
    }
    await this.#queue;
    return settled.length === files.length && settled.every(Boolean);
  }

  async #add(file, signal) {
    try {
      if (signal.aborted) return true;
      const { isKnown, name } = await store.add(this.person, file, signal);
      if (isKnown) say(this.#notice, text("documents.known", { name }), { kind: "" });
      this.#tellPromise(await store.persist());
      return true;
    } catch (problem) {
      if (problem.code !== "cancelled") this.#say(problem.code, file.name);
      return !["full", "unavailable", "offline"].includes(problem.code);
    }
  }

  #tellPromise(isPromised) { this.querySelector("[data-evictable]").hidden = isPromised; }

  async #show() {
    const documents = await store.documents(this.person);
    const waiting = this.#list.querySelectorAll("[aria-busy]");
    this.#list.replaceChildren(...waiting, ...documents.map((document) => this.#row(document)));
    this.#list.hidden = documents.length + waiting.length === 0;
    this.#empty.hidden = !this.#list.hidden;
    this.toggleAttribute("filled", documents.length > 0);
    for (const opener of this.#openers) opener.hidden = this.#empty.contains(opener) ? this.#empty.hidden : !this.#empty.hidden;
    this.#tellPromise(documents.length === 0 || ((await navigator.storage.persisted?.()) ?? false));
  }

  #row(document) {
    const words = make("span", { class: "item-text" },
      make("span", { class: "item-title" }, document.name),
      make("span", { class: "item-line" }, [...facts(document), relative(new Date(document.added))].join(" · ")));
    for (const mark of document.marks) words.append(make("span", { class: "item-line item-warn" }, text(`documents.mark.${mark}`)));
    if (document.next) words.append(make("span", { class: "item-line item-warn" }, text("signing.waitingShort")));
    if (!document.exported) words.append(make("span", { class: "chip" }, text("documents.onlyHere")));
    const name = make("a", { class: "item", href: `/documents/view#${document.id}` }, make("span", { class: "thumb" }, icon("documents")), words);
    const label = text("documents.more", { name: document.name });
    const more = make("button", { type: "button", class: "button-plain", "aria-label": label, click: () => this.#open(document) }, icon("more"));
    return make("li", { class: "document" }, name, more);
  }

  async #open(document) {
    let file;
    try {
      file = await store.file(this.person, document);
    } catch {
      // The browser gave the file away; what is known of it can only go.
    }
    const answer = await openSheet("document-sheet", (dialog) => {
      const part = (name) => dialog.querySelector(`[data-${name}]`);
      part("name").textContent = document.name;
      part("facts").textContent = [...facts(document), moment(new Date(document.added))].join(" · ");
      const notes = file ? document.marks.map((mark) => text(`documents.note.${mark}`)) : [text("documents.problem.gone")];
      part("notes").replaceChildren(...notes.map((note) => make("p", {}, note)));
      part("export").hidden = !file;
      part("export").addEventListener("click", () => this.#save(document, file));
      part("share").hidden = !file || !navigator.canShare?.({ files: [file] });
      part("share").addEventListener("click", (event) => this.#share(event.currentTarget, document, file, dialog));
    });
    if (answer === "remove") await this.#remove(document);
    await this.#show();
  }

  async #save(document, file) {
    await store.save(this.person, document, file);
    await this.#show();
  }

  async #share(button, document, file, dialog) {
    try {
      await busy(button, () => navigator.share({ files: [file], title: document.name }));
      await store.noteExport(this.person, document.id);
      dialog.close();
    } catch {
      // Whoever closes the share sheet has sent nothing; the document is as it was.
    }
  }

  async #remove(document) {
    const answer = await openSheet("question", (dialog) => {
      dialog.querySelector("[data-question]").textContent = text("documents.removeAsk", { name: document.name });
      dialog.querySelector("[data-consequence]").textContent = text(document.exported ? "documents.removeExported" : "documents.removeOnly");
      dialog.querySelector("[value=yes]").textContent = text("documents.remove");
    });
    if (answer === "yes") await store.remove(this.person, document.id);
  }
}
customElements.define("device-documents", DeviceDocuments);
