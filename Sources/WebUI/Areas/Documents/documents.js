// <device-documents person="ID">: the documents that are kept on this device, those that the server keeps, and the ways to open one more: the
// button, or dropping it.

import { onChanges } from "../Base/changes.js";
import { busy, icon, make, openSheet } from "../Base/dom.js";
import { explain, hush, say } from "../Base/notice.js";
import { explainFile } from "./file-problem.js";
import { text } from "../Base/text.js";
import * as store from "./document-store.js";
import * as copies from "./copy-store.js";
import { deviceRow, fileRow, tellProgress } from "./document-rows.js";
import { stateOf } from "./document-state.js";
import { askToKeep, openDeviceSheet } from "./document-sheet.js";
import { takeFromOthers } from "./documents-shared.js";
import { finishWaiting } from "../Viewer/signings.js";
import * as api from "./files-api.js";
import { alone } from "../Base/lock.js";
import { ServerFiles } from "./server-files.js";
import { UploadQueue } from "./upload-queue.js";
import { openFileSheet } from "./file-sheet.js";

/** How many documents are judged in one visit. */
const mostJudged = 24;

/** Does something later; gives what calls that off. */
function after(/** @type {number} */ time, /** @type {() => void} */ action) {
  const timer = setTimeout(action, time);
  return () => clearTimeout(timer);
}

class DeviceDocuments extends HTMLElement {
  #list = this.querySelector("[data-list]");
  #empty = this.querySelector("[data-empty]");
  #choose = this.querySelector("input[type=file]");
  #notice = this.closest("[data-noticed]").querySelector("[data-notice]");
  #unlisted = this.querySelector("[data-unlisted]");
  #more = this.querySelector("[data-more]");
  #openers = [...this.closest("[data-noticed]").querySelectorAll("[data-open]")];
  #queue = Promise.resolve();
  #judging = Promise.resolve();
  #refused = [];
  #files = new ServerFiles(api.list);
  /** @type {UploadQueue | undefined} */
  #uploads;
  #turn = 0;
  #rows = new Map();
  #tools = this.querySelector("[data-list-tools]");
  #find = this.querySelector("input[data-find]");
  #sort = this.querySelector("select[data-sort]");
  #nothing = this.querySelector("[data-nothing]");
  /** Whether a document is read beside the list, and whether the list has had it. */
  #isBeside = document.querySelector("document-viewer") !== null;
  #hadShown = "";
  /** The search that loads what is missing of the list. */
  #searching;

  connectedCallback() {
    if (this.hasAttribute("unenrolled")) this.#leaveWhereEmpty();
    if (this.getAttribute("person")) localStorage.setItem("paraph.person", this.person);
    for (const kind of ["hashchange", "documentshown"]) addEventListener(kind, () => this.#mark());
    addEventListener("documentfound", () => this.#show());
    this.#find.addEventListener("input", () => this.#search());
    this.#sort.addEventListener("change", () => this.#show());
    this.#more.addEventListener("click", () => busy(this.#more, () => this.#load(true)));
    // Who comes back to the page as it was may have signed meanwhile, as others may.
    addEventListener("pageshow", ({ persisted }) => persisted && this.#load());
    if (this.getAttribute("person")) onChanges(["file"], () => this.#load());
    if (!this.person) {
      this.#openers.forEach((opener) => opener.remove());
      return;
    }
    if (!store.isPossible()) {
      this.#openers.forEach((opener) => opener.remove());
      say(this.#notice, text("documents.problem.impossible"), { kind: "warn" });
      this.#load();
      return;
    }
    this.#uploads = new UploadQueue({ person: this.person, store, server: api, alone, after, tell: {
      progress: (id, done, size) => this.#tellProgress(id, done, size),
      kept: (document, file) => this.#tellSent(document, file),
      failed: (document, problem) => this.#tellUnsent(document, problem),
      ended: () => this.#show(),
      elsewhere: () => this.#load(),
    } });
    addEventListener("online", () => this.#uploads.goOn());
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
    this.#show().then(() => this.#load()).then(() => this.#finish()).then(() => this.#uploads.goOn()).then(() => this.#keepAsked())
      .then(() => store.tidy(this.person)).then(() => this.#picture()).then(() => this.#judge()).catch(() => this.#say("unavailable"));
    takeFromOthers({ takeOpened: (files) => this.#take(files), takeShared: (file) => this.#takeShared(file) }).then((isLost) => isLost && this.#say("unshared")).catch(() => this.#say("unshared"));
  }

  /** Without a connection the page is the same for everybody, and whose it is only this browser knows. */
  get person() { return this.getAttribute("person") || localStorage.getItem("paraph.person") || ""; }

  /** Who has no signature yet is led to give one, unless there are documents, as after a consent was withdrawn. */
  async #leaveWhereEmpty() {
    const documents = await store.documents(this.person).catch(() => []);
    const isListed = await this.#load();
    if (isListed && documents.length + this.#files.items.length === 0) location.replace("/enrol");
  }

  /** What the server keeps, or one page more of it; without it, what is on this device is shown all the same. Gives whether the server said. */
  async #load(isMore = false) {
    // The page without a connection asks no server.
    if (!this.getAttribute("person")) {
      await this.#show();
      return false;
    }
    this.#unlisted.replaceChildren();
    let [ids, isListed] = [undefined, true];
    try {
      const before = store.isPossible() ? await store.documents(this.person).catch(() => []) : [];
      await this.#files.load(isMore);
      if (this.#files.isWhole) ids = new Set(this.#files.items.map(({ id }) => id));
      for (const { serverFile } of before) if (ids && serverFile && !ids.has(serverFile)) await store.noteGone(this.person, serverFile).catch(() => {});
    } catch (problem) {
      say(this.#unlisted, `${explain(problem)} ${text("files.unlisted")}`, { kind: "warn", action: text("action.retry"), onAction: () => this.#load(isMore) });
      isListed = false;
    }
    if (store.isPossible()) copies.tidy(this.person, ids).catch(() => {});
    await this.#show();
    return isListed;
  }

  /** Goes on with signed documents that the server has yet to take note of. */
  async #finish() {
    // The viewer has done so.
    if (this.#isBeside) return;
    if (!(await store.documents(this.person)).some(({ next }) => next)) return;
    for (const { name } of await finishWaiting(this.person)) this.#say("givenUp", name);
    await this.#show();
  }

  /** Pictures of what has none yet, where this server can show documents. */
  async #picture() {
    if (!this.hasAttribute("ready")) return;
    const missing = (await store.documents(this.person)).filter(({ hash, marks, preview }) => preview?.hash !== hash && !marks.includes("locked"));
    if (missing.length === 0) return;
    const { makePreviews } = await import("./document-preview.js");
    await makePreviews(this.person, missing.slice(0, 24), () => this.#show());
  }

  /** Judges what is signed and was not judged yet, one after another; what the server cannot be asked about now waits for the next visit. */
  async #judge() {
    if (!this.getAttribute("person")) return;
    const isMissing = (/** @type {store.StoredDocument} */ { hash, signatures, marks, found }) => signatures > 0 && found?.hash !== hash && !marks.includes("locked");
    const missing = (await store.documents(this.person)).filter(isMissing).slice(0, mostJudged);
    if (missing.length === 0) return;
    const [{ judge, openFields }, { stateOf: found }] = await Promise.all([import("../Viewer/verdict.js"), import("../Viewer/verdict-state.js")]);
    for (const known of missing) {
      try {
        const file = await store.file(this.person, known);
        const { state } = found(await judge(known, file));
        await store.noteFound(this.person, known.id, known.hash, { state, open: await openFields(file) });
      } catch {
        continue;
      }
      await this.#show();
    }
  }

  /** Looks for a name among all there are: the server's pages are loaded during the search. */
  async #search() {
    const isWanted = () => this.#find.value.trim() !== "";
    await this.#show();
    if (!isWanted() || !this.#files.hasMore) return;
    this.#searching ??= this.#files.loadRest(isWanted).catch((problem) => say(this.#unlisted, explain(problem), { kind: "warn" }))
      .finally(() => (this.#searching = undefined));
    await this.#searching;
    await this.#show();
  }

  /** What is looked for, in the order that is wanted. */
  #chosen(rows) {
    const wanted = this.#find.value.trim().toLocaleLowerCase();
    const found = wanted ? rows.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)) : rows;
    const byName = (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true });
    // What is unknown comes last.
    const order = ["forMe", "changed", "unsigned", "forOthers", "mineForOthers", "signed", "mine", "all", undefined];
    const orders = { newest: (a, b) => Number(b.state === "forMe") - Number(a.state === "forMe") || b.at - a.at, name: byName, state: (a, b) => order.indexOf(a.state) - order.indexOf(b.state) || b.at - a.at };
    return found.sort(orders[this.#sort.value] ?? orders.newest);
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
      this.#judging = this.#judging.then(() => this.#judge()).catch(() => {});
      return true;
    } catch (problem) {
      if (problem.code !== "cancelled") this.#say(problem.code, file.name);
      return !["full", "unavailable", "offline"].includes(problem.code);
    }
  }

  #tellPromise(isPromised) { this.querySelector("[data-evictable]").hidden = isPromised; }

  async #show() {
    const turn = (this.#turn += 1);
    const documents = store.isPossible() ? await store.documents(this.person) : [];
    const looks = store.isPossible() ? await copies.looks(this.person).catch(() => new Map()) : new Map();
    if (turn !== this.#turn) return;
    const files = this.#files.items.map((document) => ({ ...looks.get(document.id), ...document }));
    const waiting = this.#list.querySelectorAll("[aria-busy]");
    // What is on its way from here has its row already.
    const going = new Set(documents.flatMap(({ upload, withdrawn = [] }) => [upload?.id, ...withdrawn]));
    const rows = [
      ...documents.map((document) => ({ at: document.added, name: document.name, state: stateOf(document), element: this.#row(document) })),
      ...files.filter(({ id }) => !going.has(id)).map((document) => ({ at: Date.parse(document.changedAt), name: document.name, state: stateOf(document), element: this.#fileRow(document) })),
    ];
    const chosen = this.#chosen([...rows]);
    this.#tools.hidden = rows.length < 2;
    this.#nothing.hidden = rows.length === 0 || chosen.length > 0;
    this.#lay([...waiting, ...chosen.map(({ element }) => element)]);
    this.#mark();
    this.#leaveRemoved(documents);
    const count = rows.length + waiting.length;
    this.#list.hidden = chosen.length + waiting.length === 0;
    this.#more.hidden = !this.#files.hasMore;
    // That there is nothing is said only once it is known.
    this.#empty.hidden = count > 0 || !this.#files.isAsked;
    this.toggleAttribute("filled", rows.length > 0);
    for (const opener of this.#openers) opener.hidden = this.#empty.contains(opener) ? this.#empty.hidden : !this.#empty.hidden;
    this.#tellPromise(documents.length === 0 || ((await navigator.storage.persisted?.()) ?? false));
  }

  /** Puts rows in their order; where that is as it was, nothing moves under the finger or loses the focus. */
  #lay(rows) {
    if (rows.length === this.#list.children.length && rows.every((row, index) => row === this.#list.children[index])) return;
    const focused = this.#list.querySelector("li:focus-within")?.dataset.id;
    const isLink = document.activeElement?.matches("a");
    this.#list.replaceChildren(...rows);
    if (focused) this.#list.querySelector(`li[data-id="${focused}"] ${isLink ? "a" : "button"}`)?.focus();
  }

  /** Marks what is read beside the list. */
  #mark() {
    if (!this.#isBeside) return;
    for (const link of this.#list.querySelectorAll("a.item")) {
      const isShown = link.hash === location.hash;
      if (isShown && !link.hasAttribute("aria-current")) link.scrollIntoView({ block: "nearest" });
      if (isShown) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  /** What was removed, or moved to the server, is not read on here. */
  #leaveRemoved(documents) {
    const id = this.#isBeside ? location.hash.slice(1) : "";
    if (documents.some((known) => known.id === id)) this.#hadShown = id;
    else if (id && id === this.#hadShown) location.assign("/documents");
  }

  /** The row that there is, where nothing about it has changed, else a new one. */
  #rowOf(document, state, build) {
    const known = JSON.stringify([document, state]);
    if (this.#rows.get(document.id)?.known !== known) this.#rows.set(document.id, { known, element: build() });
    return this.#rows.get(document.id).element;
  }

  #row(document) {
    const done = this.#uploads.progress(document.id);
    const cancel = () => this.#cancel(document);
    const row = this.#rowOf(document, "device", () => deviceRow(document, done, () => this.#open(document), cancel));
    // A row that there was may tell of a try that has ended.
    tellProgress(row, done, document.size);
    return row;
  }

  #fileRow(document) {
    return this.#rowOf(document, "file", () => fileRow(document, () => this.#openFile(document)));
  }

  async #open(document) {
    if (await openDeviceSheet(this.person, document)) await this.#keep(document);
    await this.#show();
  }

  async #openFile(document) {
    await openFileSheet(this.person, document, (words, kind) => say(this.#notice, words, { kind }));
    await this.#load();
  }

  async #keep(document) {
    const answer = await askToKeep(document);
    if (!answer) return;
    hush(this.#notice);
    if (!(await this.#uploads.begin(document, answer === "move"))) say(this.#notice, text("signing.problem.overtaken", { name: document.name }));
  }

  async #cancel(document) {
    const file = await this.#uploads.cancel(document);
    if (file) say(this.#notice, text("files.thereAlready", { name: document.name }), { kind: "warn" });
    await this.#load();
  }

  /** The viewer sends here people who want a document kept that it cannot sign. */
  async #keepAsked() {
    const id = /^#keep-(.+)$/.exec(location.hash)?.[1];
    if (!id) return;
    history.replaceState(null, "", location.pathname);
    const document = await store.document(this.person, id);
    if (document && !document.upload && !document.next) await this.#keep(document);
    await this.#show();
  }

  #tellProgress(id, done, size) {
    tellProgress(this.#list.querySelector(`li[data-id="${id}"]`), done, size);
  }

  #tellSent({ name }, file) {
    this.#files.put(file);
    say(this.#notice, text("files.there", { name }), { kind: "good", isByItself: true, action: text("files.open"), onAction: () => location.assign(`/documents/view#file-${file.id}`) });
  }

  #tellUnsent({ name }, problem) {
    /** @type {import("../Base/notice.js").SayOptions} */
    const retry = problem.isTransient ? { kind: "warn", action: text("action.retry"), onAction: () => (hush(this.#notice), this.#uploads.goOn().then(() => this.#show())) } : {};
    say(this.#notice, explainFile(problem, name, "unsent"), retry);
  }
}
customElements.define("device-documents", DeviceDocuments);
