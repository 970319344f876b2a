// <document-viewer person="ID" ready>: shows a document that is kept on this device, or on the server, by Debian's pdf.js. Which one stands
// behind # in the address: its id, with file- before it where the server keeps it. `ready` is set where the server has pdf.js.

import { goOnWhenBack } from "../Offline/coming-back.js";
import { make, openSheet, pressed } from "../Base/dom.js";
import { hush, say } from "../Base/notice.js";
import { language, text } from "../Base/text.js";
import { loadPDF } from "./pdf-library.js";
import * as copies from "../Documents/copy-store.js";
import * as store from "../Documents/document-store.js";
import { finishWaiting } from "./signings.js";
import { explainFile } from "../Documents/file-problem.js";
import { DocumentSearch } from "./viewer-search.js";
import { takeChanged, takeSigned } from "./just-signed.js";
import { FormFilling } from "./viewer-form.js";
import { bringFile, fileId, watchFile } from "./viewer-file.js";
import { watchPinch } from "./viewer-pinch.js";
import { PageView } from "./viewer-page.js";
import { ViewerAsking } from "./viewer-ask.js";
import { askPassword } from "./viewer-password.js";
import { quiet } from "./signing-bar.js";
import { ViewerSigning } from "./viewer-sign.js";
import { showList } from "./viewer-list.js";
import { openFields } from "./verdict.js";
import { awaitVerdict, showVerdict } from "./viewer-verdict.js";

const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
const margin = 16;
/** How wide the viewer is where pages and their small pictures stand side by side. */
const wide = 900;

class DocumentViewer extends HTMLElement {
  #pages = [];
  #thumbs = [];
  #zoom = 1;
  #pdf;
  #search;
  #number = 1;
  #signing;
  #form;
  /** @type {ViewerAsking | undefined} */
  #asking;
  /** Whether the person does not sign now. */
  #isIdle = true;
  /** Ends what listens to the window. */
  #ended = new AbortController();
  /** The viewer as it came, for the next document. */
  #fresh = this.outerHTML;
  #hash = location.hash;
  #isAsking = false;
  #at = (name) => this.querySelector(`[data-${name}]`);
  #notice = this.#at("notice");
  #scroller = this.querySelector(".viewer-pages");
  #near = new IntersectionObserver((entries) => this.#draw(entries), { root: this.#scroller, rootMargin: "100% 0px" });
  #nearThumbs = new IntersectionObserver((entries) => this.#draw(entries), { root: this.#at("thumbs"), rootMargin: "50% 0px" });

  async connectedCallback() {
    const person = this.getAttribute("person");
    if (person) localStorage.setItem("paraph.person", person);
    else goOnWhenBack();
    addEventListener("hashchange", () => this.#leave(), { signal: this.#ended.signal });
    showList();
    if (!store.isPossible()) return say(this.#notice, text("documents.problem.impossible"), { kind: "warn" });
    const { shown, file, given } = await this.#find();
    if (!file) return undefined;
    if (!this.isConnected) return undefined;
    this.#name(shown, file);
    if (!this.hasAttribute("ready")) return undefined;
    try {
      this.addEventListener("undrawn", () => say(this.#notice, text("viewer.unshown"), { kind: "warn", isByItself: true }));
      const ask = async (isWrong) => (shown.password = await askPassword(shown.name, isWrong));
      this.#pdf = await loadPDF(file, () => this.#tellGone(shown), ask);
      if (!this.isConnected) return this.#pdf.destroy();
      awaitVerdict(this.#at("verdict"), shown);
      await this.#show();
      const told = takeSigned(shown);
      this.#tell(shown, told);
      this.#picture(shown).catch(() => {});
      if (shown.isOnServer && person) watchFile(shown, { older: () => this.#tellGone(shown), gone: (problem) => say(this.#notice, explainFile(problem, shown.name, "unloaded"), { kind: "warn", isByItself: true }) }, this.#ended.signal);
      if (given.length > 0) say(this.#notice, given.map(({ name }) => text("documents.problem.givenUp", { name })).join(" "));
      const verdict = Promise.resolve(showVerdict(this.#at("verdict"), this.#pages, shown, file));
      verdict.then(() => this.#noteFound(shown, file)).catch(() => {});
      if (!person) this.#tellOffline(shown);
      if (person && ViewerAsking.isPossible(shown)) this.#asking = new ViewerAsking(person, shown);
      if (person && this.isConnected) this.#signing = new ViewerSigning(this, this.#pages, () => this.#number, shown, file, told && { ...told, verdict },
        { ask: this.#asking?.button, share: () => this.#share(shown, file), tellIdle: (isIdle) => this.#showWays(isIdle) });
      this.#asking?.goOn();
      this.#form = await FormFilling.begin(this.#person, shown, file, this.#pages, this.#notice, (isShown) => this.#tellDrafts(isShown)).catch(() => undefined);
      if (!this.isConnected) this.#form?.end();
      if (this.#signing) this.#signing.form = this.#form;
      this.#showWays();
    } catch (error) {
      const isLocked = error?.name === "PasswordException";
      say(this.#notice, text(isLocked ? "files.noPassword" : "viewer.unshown"), { kind: "warn",
        ...(isLocked ? { action: text("action.retry"), onAction: () => location.reload() } : {}) });
    }
    return undefined;
  }

  disconnectedCallback() {
    this.#ended.abort();
    this.#signing?.leave();
    this.#form?.end();
    for (const observer of [this.#near, this.#nearThumbs]) observer.disconnect();
    this.#pdf?.destroy();
  }

  /** Shows the document that the address names now, in a viewer of its own; ink that is not saved is asked about before. */
  async #leave() {
    if (this.#isAsking) return;
    if (this.#signing?.isUnsaved) {
      this.#isAsking = true;
      const answer = await openSheet("question", (dialog) => {
        dialog.querySelector("[data-question]").textContent = text("viewer.leaveAsk", { name: this.#at("name").textContent });
        dialog.querySelector("[data-consequence]").textContent = text("viewer.leaveNote");
        dialog.querySelector("[value=yes]").textContent = text("viewer.leave");
      });
      this.#isAsking = false;
      if (answer !== "yes") {
        history.replaceState(null, "", this.#hash);
        dispatchEvent(new Event("documentshown"));
        return;
      }
    }
    if (location.hash === this.#hash || !this.isConnected) return;
    const holder = document.createElement("template");
    holder.innerHTML = this.#fresh;
    this.replaceWith(holder.content);
  }

  /** Without a connection the page is the same for everybody, and whose it is only this browser knows. */
  get #person() { return this.getAttribute("person") || localStorage.getItem("paraph.person") || ""; }

  /**
   * The document that the address names, its file, and the signed versions that were given up; says why there is none.
   *
   * @returns {Promise<{ given?: import("./document-signing.js").GivenUp[], shown?: import("./viewer-file.js").Shown, file?: File }>}
   */
  async #find() {
    const id = fileId(location.hash);
    try {
      if (id) return { given: [], ...(await bringFile(this.#person, id, this.#notice, (name) => (this.#at("name").textContent = name))) };
      const given = await finishWaiting(this.#person);
      const shown = await store.document(this.#person, location.hash.slice(1));
      if (shown) return { given, shown, file: await store.file(this.#person, shown) };
    } catch (problem) {
      if (id) {
        this.#unbrought(problem);
        return {};
      }
      // What the browser gave away cannot be shown.
    }
    say(this.#notice, text("documents.problem.gone"));
    return {};
  }

  #unbrought(problem) {
    if (problem.code === "cancelled") {
      location.assign("/documents");
      return;
    }
    const words = explainFile(problem, this.#at("name").textContent, "unloaded");
    say(this.#notice, words, problem.status === 404 ? {} : { action: text("action.retry"), onAction: () => location.reload() });
  }

  #name(shown, file) {
    this.#at("name").textContent = shown.name;
    document.title = `${shown.name} · Paraph`;
    this.#at("export").hidden = false;
    this.#at("export").addEventListener("click", () => this.#export(shown, file));
  }

  async #export(shown, file) {
    try {
      await file.slice(0, 1).arrayBuffer();
    } catch {
      this.#tellGone(shown);
      return;
    }
    await store.save(this.#person, shown, file);
  }

  /** Says why a file is gone: where another tab brought a newer version of a file, this page shows that once it is loaded again. */
  #tellGone(/** @type {import("./viewer-file.js").Shown} */ { isOnServer }) {
    if (isOnServer) say(this.#notice, text("files.older"), { kind: "warn", isByItself: true, action: text("action.reload"), onAction: () => location.reload() });
    else say(this.#notice, text("documents.problem.gone"));
  }

  /** While values are shown that are not in the file, nothing is said of the file. */
  #tellDrafts(isShown) {
    this.toggleAttribute("drafts", isShown);
    if (isShown || this.#isIdle) this.#signing?.rest();
    this.#showWays();
  }

  /** The ways beside signing, while the person does not sign: to what a signed form still takes and back to the document as it is, and to others. */
  #showWays(isIdle = this.#isIdle) {
    this.#isIdle = isIdle;
    this.toggleAttribute("signing", !isIdle);
    const form = this.#form;
    const ways = [
      ...(form?.isClosed ? [quiet(text("filling.open"), () => form.fill(), "fill")] : []),
      ...(form?.hasDrafts ? [quiet(text("filling.discard"), () => form.discard(), "discard")] : []),
      ...(this.#asking && !this.#signing?.isAsking ? [this.#asking.button] : []),
    ];
    this.#at("asking").replaceChildren(...ways);
    this.#at("asking").hidden = !isIdle || ways.length === 0;
  }

  /** Keeps a picture of the first page for the list of documents; of what a password opens no page may be seen by others. */
  async #picture(shown) {
    if (shown.isOnServer && shown.marks.includes("locked")) return;
    const { keepPreview } = await import("../Documents/document-preview.js");
    await keepPreview(this.#person, shown, this.#pdf);
    if (shown.isOnServer) dispatchEvent(new Event("documentfound"));
  }

  /** Keeps what was found of the signatures for the list of documents. */
  async #noteFound(/** @type {import("./viewer-file.js").Shown} */ { id, hash, isOnServer, signatures, marks }, file) {
    const { state } = this.#at("verdict").dataset;
    if (!signatures || marks.includes("locked") || !state || state === "notAsked") return;
    await (isOnServer ? copies : store).noteFound(this.#person, id, hash, { state, open: await openFields(file) });
    dispatchEvent(new Event("documentfound"));
  }

  /** By the device's own sheet; where there is none, as a file. */
  async #share(shown, file) {
    const copy = new File([file], shown.name, { type: "application/pdf" });
    if (!navigator.canShare?.({ files: [copy] })) {
      await this.#export(shown, file);
      return;
    }
    try {
      await navigator.share({ files: [copy], title: shown.name });
      if (!shown.isOnServer) await store.noteExport(this.#person, shown.id);
    } catch {
      // Closing the sheet sends nothing.
    }
  }

  /** Signing needs a connection: it is said where the button will be. */
  #tellOffline(/** @type {import("./viewer-file.js").Shown} */ { marks, upload, next }) {
    if (upload || next || marks.some((mark) => ["final", "xfa"].includes(mark))) return;
    this.#at("signing").hidden = false;
    this.#at("signing").replaceChildren(make("p", { role: "status" }, text("signing.offline")));
  }

  #tell(shown, told) {
    // The server signs what is encrypted, which this browser cannot.
    const marks = shown.marks.filter((mark) => !(shown.isOnServer && mark === "locked"));
    // What was just signed is told of in the bar, which is in sight wherever the signature lies.
    const isChanged = takeChanged(shown);
    if (told) hush(this.#notice);
    else if (isChanged) say(this.#notice, text("files.unsigned.changedSince", { name: shown.name }), { kind: "warn" });
    else if (shown.upload) say(this.#notice, text("files.onItsWay"), { kind: "" });
    else if (shown.next) say(this.#notice, text("signing.waiting"), { kind: "warn" });
    else if (marks.length > 0) say(this.#notice, marks.map((mark) => text(`documents.note.${mark}`)).join(" "), { kind: "warn" });
    else hush(this.#notice);
  }

  async #show() {
    const first = await this.#pdf.getPage(1);
    const { width, height } = first.getViewport({ scale: 1 });
    for (let number = 1; number <= this.#pdf.numPages; number++) {
      const label = text("viewer.page", { number });
      const page = new PageView(this.#pdf, number, { width, height, label, hasText: true });
      const thumb = new PageView(this.#pdf, number, { width, height, label });
      const button = make("button", { type: "button", class: "viewer-thumb", "aria-label": label, click: () => this.#go(number) },
        thumb.element, make("span", {}, number.toLocaleString(language)));
      this.#pages.push(page);
      this.#thumbs.push({ view: thumb, button });
      this.#at("pages").append(page.element);
      this.#at("thumbs").append(button);
    }
    this.#at("opening")?.remove();
    this.#listen();
    this.#at("tools").hidden = false;
    this.#toggleThumbs(this.#isWide && this.#pages.length > 1);
    this.#layout();
    for (const { element } of this.#pages) this.#near.observe(element);
    for (const { view } of this.#thumbs) this.#nearThumbs.observe(view.element);
    this.#follow();
  }

  #listen() {
    this.#search = new DocumentSearch(this.#pdf, this.#at("search"), (match) => this.#mark(match));
    this.addEventListener("click", (event) => {
      const target = pressed(event);
      /** @type {HTMLElement | null} */
      const zoom = target.closest("[data-zoom]");
      if (zoom) this.#resize(Number(zoom.dataset.zoom));
      if (target.closest("[data-toggle-thumbs]")) this.#toggleThumbs(this.#at("thumbs").hidden);
      if (target.closest("[data-open-search]")) this.#search.open();
    });
    addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const action = { f: () => this.#search.open(), "+": () => this.#resize(1), "=": () => this.#resize(1), "-": () => this.#resize(-1) }[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    }, { signal: this.#ended.signal });
    watchPinch(this.#scroller, this.#at("pages"), (factor, x, y) => this.#zoomAt(factor, x, y));
    this.#scroller.addEventListener("scroll", () => this.#follow(), { passive: true });
    new ResizeObserver(() => this.#layout()).observe(this.#scroller);
  }

  /** As wide as there is room at zoom 1, and at the same place of the same page as before. */
  #layout() {
    const room = this.#scroller.clientWidth - 2 * margin;
    if (room <= 0) return;
    const before = this.#scroller.scrollTop / Math.max(1, this.#scroller.scrollHeight);
    for (const page of this.#pages) page.resize(Math.min(room, 900) * this.#zoom);
    for (const { view } of this.#thumbs) view.resize(96);
    this.#scroller.scrollTop = before * this.#scroller.scrollHeight;
    this.#at("scale").textContent = this.#zoom.toLocaleString(language, { style: "percent" });
    for (const button of this.querySelectorAll("button[data-zoom]"))
      button.disabled = button.dataset.zoom === "1" ? this.#zoom >= steps.at(-1) : this.#zoom <= steps[0];
  }

  #resize(direction) {
    const next = direction > 0 ? steps.find((step) => step > this.#zoom) : steps.findLast((step) => step < this.#zoom);
    if (!next) return;
    this.#zoom = next;
    this.#layout();
  }

  /** Zooms by a factor, and keeps what lies under a point of the window there; pages are drawn anew. */
  #zoomAt(factor, x, y) {
    const zoom = Math.min(Math.max(this.#zoom * factor, steps[0]), steps.at(-1));
    const view = this.#pages.find(({ element }) => element.getBoundingClientRect().bottom > y) ?? this.#pages.at(-1);
    const before = view.element.getBoundingClientRect();
    const [right, down] = [(x - before.left) / before.width, (y - before.top) / before.height];
    this.#zoom = zoom;
    this.#layout();
    const after = view.element.getBoundingClientRect();
    this.#scroller.scrollLeft += after.left + right * after.width - x;
    this.#scroller.scrollTop += after.top + down * after.height - y;
  }

  #draw(entries) {
    for (const { target, isIntersecting } of entries) target.view.show(isIntersecting);
  }

  get #isWide() { return this.clientWidth >= wide; }

  #go(number, behavior = "instant") {
    if (!this.#isWide) this.#toggleThumbs(false);
    this.#pages[number - 1].element.scrollIntoView({ block: "start", behavior });
  }

  #toggleThumbs(isShown) {
    this.#at("thumbs").hidden = !isShown;
    this.#at("toggle-thumbs").setAttribute("aria-expanded", String(isShown));
  }

  /** Says which page is seen: the one at a third of the height. */
  #follow() {
    const line = this.#scroller.getBoundingClientRect().top + this.#scroller.clientHeight / 3;
    const found = this.#pages.findIndex(({ element }) => element.getBoundingClientRect().bottom > line);
    const number = found < 0 ? this.#pages.length : found + 1;
    this.#number = number;
    this.#at("page").textContent = text("viewer.of", { number, count: this.#pages.length });
    this.#thumbs.forEach(({ button }, index) => (index + 1 === number ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current")));
  }

  #mark(match) {
    for (const page of this.#pages) page.mark(match?.page === page.number ? match : null);
    if (match) this.#pages[match.page - 1].reveal();
  }
}
customElements.define("document-viewer", DocumentViewer);
