// <device-documents person="ID">: the documents that are kept on this device, those that the server keeps, and the ways to open one more: the
// button, or dropping it.

import { onChanges } from "../Base/changes.js";
import { busy, icon, make } from "../Base/dom.js";
import { explain, hush, say } from "../Base/notice.js";
import { explainFile } from "./file-problem.js";
import { text } from "../Base/text.js";
import { after } from "../Base/timer.js";
import * as store from "./document-store.js";
import * as copies from "./copy-store.js";
import { deviceRow, fileRow, layRows, tellProgress } from "./document-rows.js";
import { judgeMissing } from "./document-judging.js";
import { chosen } from "./document-order.js";
import { stateOf } from "./document-state.js";
import { askToKeep, askToTake, openDeviceSheet } from "./document-sheet.js";
import { takeFromOthers } from "./documents-shared.js";
import { finishWaiting } from "../Viewer/signings.js";
import * as api from "./files-api.js";
import { alone } from "../Base/lock.js";
import { ServerFiles } from "./server-files.js";
import { UploadQueue } from "./upload-queue.js";
import { openFileSheet } from "./file-sheet.js";

/**
 * @typedef {store.StoredDocument} StoredDocument
 * @typedef {import("./document-rows.js").ListedFile} ListedFile
 */

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
  /** @type {string[]} What was said of files that were not taken. */
  #refused = [];
  #files = new ServerFiles(api.list);
  /** @type {UploadQueue | undefined} */
  #uploads;
  #turn = 0;
  /** @type {Map<string, { known: string, element: HTMLLIElement }>} The rows that there are, by the documents' ids. */
  #rows = new Map();
  #tools = this.querySelector("[data-list-tools]");
  #find = this.querySelector("input[data-find]");
  #sort = this.querySelector("select[data-sort]");
  #nothing = this.querySelector("[data-nothing]");
  /** Whether a document is read beside the list, and whether the list has had it. */
  #isBeside = document.querySelector("document-viewer") !== null;
  #hadShown = "";
  /** @type {Promise<unknown> | undefined} The search that loads what is missing of the list. */
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
    addEventListener("dragover", (event) => this.#drag(event, Boolean(event.dataTransfer?.types.includes("Files"))));
    addEventListener("dragleave", (event) => event.relatedTarget === null && this.#drag(event, false));
    addEventListener("drop", (event) => {
      const files = [...(event.dataTransfer?.files ?? [])];
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
    /** @type {Set<string> | undefined} */
    let ids;
    let isListed = true;
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

  async #judge() {
    if (this.getAttribute("person")) await judgeMissing(this.person, () => this.#show());
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

  /**
   * @param {DragEvent} event
   * @param {boolean} isOver
   */
  #drag(event, isOver) {
    event.preventDefault();
    this.classList.toggle("dropping", isOver);
  }

  /** @param {string} code */
  #say(code, name = "") {
    this.#refused.push(text(code === "offline" ? "problem.offline" : `documents.problem.${code}`, { name }));
    say(this.#notice, this.#refused.join(" "));
  }

  /**
   * Any page can share a file: the person says whether it is theirs. Gives whether that is settled.
   *
   * @param {File} file
   */
  async #takeShared(file) {
    return (await askToTake(file)) ? this.#take([file]) : true;
  }

  /**
   * Files are taken one after another: each lies in memory meanwhile. Gives whether all are kept, or refused for what they are.
   *
   * @param {File[]} files
   */
  async #take(files) {
    /** @type {boolean[]} */
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

  /**
   * @param {File} file
   * @param {AbortSignal} signal
   */
  async #add(file, signal) {
    try {
      if (signal.aborted) return true;
      const { isKnown, name } = await store.add(this.person, file, signal);
      if (isKnown) say(this.#notice, text("documents.known", { name }), { kind: "" });
      this.#tellPromise(await store.persist());
      this.#judging = this.#judging.then(() => this.#judge()).catch(() => {});
      return true;
    } catch (problem) {
      const isPicture = problem.code === "notPDF" && file.type.startsWith("image/");
      if (problem.code !== "cancelled") this.#say(isPicture ? "picture" : problem.code, file.name);
      return !["full", "unavailable", "offline"].includes(problem.code);
    }
  }

  /** @param {boolean} isPromised */
  #tellPromise(isPromised) { this.querySelector("[data-evictable]").hidden = isPromised; }

  async #show() {
    const turn = (this.#turn += 1);
    const documents = store.isPossible() ? await store.documents(this.person) : [];
    /** @type {Awaited<ReturnType<copies.looks>>} */
    const looks = store.isPossible() ? await copies.looks(this.person).catch(() => new Map()) : new Map();
    if (turn !== this.#turn) return;
    /** @type {ListedFile[]} */
    const files = this.#files.items.map((document) => ({ ...looks.get(document.id), ...document }));
    const waiting = this.#list.querySelectorAll("[aria-busy]");
    // What is on its way from here has its row already.
    const going = new Set(documents.flatMap(({ upload, withdrawn = [] }) => [upload?.id, ...withdrawn]));
    const rows = [
      ...documents.map((document) => ({ at: document.added, name: document.name, state: stateOf(document), element: this.#row(document) })),
      ...files.filter(({ id }) => !going.has(id)).map((document) => ({ at: Date.parse(document.changedAt), name: document.name, state: stateOf(document), element: this.#fileRow(document) })),
    ];
    const found = chosen(rows, this.#find.value, this.#sort.value);
    this.#tools.hidden = rows.length < 2;
    this.#nothing.hidden = rows.length === 0 || found.length > 0;
    layRows(this.#list, [...waiting, ...found.map(({ element }) => element)]);
    this.#mark();
    this.#leaveRemoved(documents);
    const count = rows.length + waiting.length;
    this.#list.hidden = found.length + waiting.length === 0;
    this.#more.hidden = !this.#files.hasMore;
    // That there is nothing is said only once it is known.
    this.#empty.hidden = count > 0 || !this.#files.isAsked;
    this.toggleAttribute("filled", rows.length > 0);
    for (const opener of this.#openers) opener.hidden = this.#empty.contains(opener) ? this.#empty.hidden : !this.#empty.hidden;
    this.#tellPromise(documents.length === 0 || ((await navigator.storage.persisted?.()) ?? false));
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

  /**
   * What was removed, or moved to the server, is not read on here.
   *
   * @param {StoredDocument[]} documents
   */
  #leaveRemoved(documents) {
    const id = this.#isBeside ? location.hash.slice(1) : "";
    if (documents.some((known) => known.id === id)) this.#hadShown = id;
    else if (id && id === this.#hadShown) location.assign("/documents");
  }

  /**
   * The row that there is, where nothing about it has changed, else a new one.
   *
   * @param {StoredDocument | ListedFile} document
   * @param {"device" | "file"} place
   * @param {() => HTMLLIElement} build
   */
  #rowOf(document, place, build) {
    const known = JSON.stringify([document, place]);
    const there = this.#rows.get(document.id);
    if (there?.known === known) return there.element;
    const element = build();
    this.#rows.set(document.id, { known, element });
    return element;
  }

  /** @param {StoredDocument} document */
  #row(document) {
    const done = this.#uploads.progress(document.id);
    const cancel = () => this.#cancel(document);
    const row = this.#rowOf(document, "device", () => deviceRow(document, done, () => this.#open(document), cancel));
    // A row that there was may tell of a try that has ended.
    tellProgress(row, done, document.size);
    return row;
  }

  /** @param {ListedFile} document */
  #fileRow(document) {
    return this.#rowOf(document, "file", () => fileRow(document, () => this.#openFile(document)));
  }

  /** @param {StoredDocument} document */
  async #open(document) {
    const tell = (/** @type {string} */ words) => say(this.#notice, words, { kind: "good" });
    if (await openDeviceSheet(this.person, document, tell)) await this.#keep(document);
    await this.#show();
  }

  /** @param {ListedFile} document */
  async #openFile(document) {
    const tell = (/** @type {string} */ words, /** @type {"good" | "bad"} */ kind, way = {}) => {
      say(this.#notice, words, { kind, ...way });
      this.#load();
    };
    await openFileSheet(this.person, document, tell);
    await this.#load();
  }

  /** @param {StoredDocument} document */
  async #keep(document) {
    const answer = await askToKeep(document);
    if (!answer) return;
    hush(this.#notice);
    if (!(await this.#uploads.begin(document, answer === "move"))) say(this.#notice, text("signing.problem.overtaken", { name: document.name }));
  }

  /** @param {StoredDocument} document */
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

  /**
   * @param {string} id
   * @param {number} done
   * @param {number} size
   */
  #tellProgress(id, done, size) {
    tellProgress(this.#list.querySelector(`li[data-id="${id}"]`), done, size);
  }

  /**
   * @param {StoredDocument} document
   * @param {Wire.File} file
   */
  #tellSent({ name }, file) {
    this.#files.put(file);
    say(this.#notice, text("files.there", { name }), { kind: "good", isByItself: true, action: text("files.open"), onAction: () => location.assign(`/documents/view#file-${file.id}`) });
  }

  /**
   * @param {StoredDocument} document
   * @param {any} problem The server's, or one of this browser.
   */
  #tellUnsent({ name }, problem) {
    /** @type {import("../Base/notice.js").SayOptions} */
    const retry = problem.isTransient ? { kind: "warn", action: text("action.retry"), onAction: () => (hush(this.#notice), this.#uploads.goOn().then(() => this.#show())) } : {};
    say(this.#notice, explainFile(problem, name, "unsent"), retry);
  }
}
customElements.define("device-documents", DeviceDocuments);
