// <document-viewer person="ID" ready>: shows a document that is kept on this device, or on the server, by Debian's pdf.js. Which one stands
// behind # in the address: its id, with file- before it where the server keeps it. `ready` is set where the server has pdf.js.

import { goOnWhenBack } from "../Offline/coming-back.js";
import { make } from "../Base/dom.js";
import { hush, say } from "../Base/notice.js";
import { text } from "../Base/text.js";
import { loadPDF } from "./pdf-library.js";
import * as copies from "../Documents/copy-store.js";
import * as store from "../Documents/document-store.js";
import { finishWaiting } from "./signings.js";
import { explainFile } from "../Documents/file-problem.js";
import { stayAt } from "./in-sight.js";
import { takeChanged, takeSigned } from "./just-signed.js";
import { FormFilling } from "./viewer-form.js";
import { pause } from "../Documents/file-content.js";
import { canShare } from "../Documents/sharing.js";
import { bringFile, fileId, watchFile } from "./viewer-file.js";
import { ViewerPages } from "./viewer-pages.js";
import { ViewerAsking } from "./viewer-ask.js";
import { askPassword } from "./viewer-password.js";
import { plain, quiet } from "./signing-bar.js";
import { ViewerSigning } from "./viewer-sign.js";
import { showList } from "./viewer-list.js";
import { openFields } from "./verdict.js";
import { awaitVerdict, showVerdict } from "./viewer-verdict.js";

/** @typedef {import("./viewer-file.js").Shown} Shown */

/** How long a document that was just signed may take to be shown, in milliseconds, before it is seen how far that is. */
const patience = 2000;

class DocumentViewer extends HTMLElement {
  /** @type {import("./pdf-library.js").OpenPDF | undefined} */
  #pdf;
  /** @type {ViewerSigning | undefined} */
  #signing;
  /** @type {FormFilling | undefined} */
  #form;
  /** @type {ViewerAsking | undefined} */
  #asking;
  /** Whether the person does not sign now. */
  #isIdle = true;
  /** Ends what listens to the window. */
  #ended = new AbortController();
  /** Ends what looks for newer versions. */
  #outdated = new AbortController();
  /** @type {() => void} */
  #settle = () => {};
  /** Settles once the document is seen, or it is said why not. */
  settled = new Promise((/** @type {(value?: unknown) => void} */ resolve) => (this.#settle = resolve));
  /** The viewer as it came, for the next document. */
  #fresh = this.outerHTML;
  #hash = location.hash;
  /** Whether another document that the address names is not followed now. */
  #isStaying = false;
  #at = (/** @type {string} */ name) => this.querySelector(`[data-${name}]`);
  #notice = this.#at("notice");
  #pages = new ViewerPages(this, this.#ended.signal);

  connectedCallback() {
    this.#begin().finally(this.#settle);
  }

  async #begin() {
    const person = this.getAttribute("person");
    if (person) localStorage.setItem("paraph.person", person);
    else goOnWhenBack();
    addEventListener("hashchange", () => this.#leave(), { signal: this.#ended.signal });
    showList();
    if (!store.isPossible()) return say(this.#notice, text("documents.problem.impossible"), { kind: "warn" });
    const found = await this.#find();
    if (!found || !this.isConnected) return undefined;
    const { shown, file, given } = found;
    this.#name(shown, file);
    if (!this.hasAttribute("ready")) return undefined;
    try {
      this.addEventListener("undrawn", () => say(this.#notice, text("viewer.unshown"), { kind: "warn", isByItself: true }));
      const ask = async (/** @type {boolean} */ isWrong) => (shown.password = await askPassword(shown.name, isWrong));
      const pdf = await loadPDF(file, () => this.#tellGone(shown), ask);
      this.#pdf = pdf;
      if (!this.isConnected) return pdf.destroy();
      awaitVerdict(this.#at("verdict"), shown);
      await this.#pages.show(pdf);
      const told = takeSigned(shown);
      this.#tell(shown, told !== undefined);
      this.#picture(shown, pdf).catch(() => {});
      if (shown.isOnServer && person) watchFile(shown, { older: ({ signerName }) => this.#tellNewer(shown, signerName), gone: (problem) => say(this.#notice, explainFile(problem, shown.name, "unloaded"), { kind: "warn", isByItself: true }) }, this.#outdated.signal);
      if (given.length > 0) say(this.#notice, given.map(({ name }) => text("documents.problem.givenUp", { name })).join(" "));
      const verdict = Promise.resolve(showVerdict(this.#at("verdict"), this.#pages.views, shown, file));
      verdict.then(() => this.#noteFound(shown, file)).catch(() => {});
      if (!person) this.#tellOffline(shown);
      if (person && ViewerAsking.isPossible(shown)) this.#asking = new ViewerAsking(person, shown, () => this.#pages.number, () => this.#isIdle && this.#signing?.rest());
      if (person && this.isConnected) this.#signing = new ViewerSigning(this, this.#pages, shown, file, told && { ...told, verdict },
        { ask: this.#asking?.button, share: () => this.#share(shown, file), tellIdle: (isIdle) => this.#showWays(isIdle), renew: () => this.#renew() });
      const read = this.#asking?.goOn();
      if (read && read > 1) stayAt(this.#pages.views[read - 1]?.element, 0, verdict);
      const signers = verdict.then((signatures) => [...new Set(signatures.map(({ userName }) => userName))]).catch(() => []);
      this.#form = await FormFilling.begin(this.#person, shown, file, this.#pages.views, this.#notice, signers, (isShown) => this.#tellDrafts(isShown)).catch(() => undefined);
      if (!this.isConnected) this.#form?.end();
      if (this.#signing) this.#signing.form = this.#form;
      this.#showWays();
      if (!told && this.isConnected) await this.#signing?.restore();
      if (told) await this.#pages.views[told.page]?.drawn;
    } catch (error) {
      const isLocked = error instanceof Error && error.name === "PasswordException";
      say(this.#notice, text(isLocked ? "files.noPassword" : "viewer.unshown"), { kind: "warn",
        ...(isLocked ? { action: text("action.retry"), onAction: () => location.reload() } : {}) });
    }
    return undefined;
  }

  disconnectedCallback() {
    this.#ended.abort();
    this.#outdated.abort();
    this.#signing?.leave();
    this.#form?.end();
    this.#pdf?.destroy();
  }

  /** Shows the document that the address names now, in a viewer of its own; ink that is not saved is asked about before. */
  async #leave() {
    if (this.#isStaying) return;
    if (this.#signing?.isUnsaved) {
      this.#isStaying = true;
      const wanted = location.href;
      history.replaceState(null, "", this.#hash);
      dispatchEvent(new Event("documentshown"));
      await this.#signing.leaveFor(wanted);
      this.#isStaying = false;
      return;
    }
    if (location.hash === this.#hash || !this.isConnected) return;
    this.replaceWith(this.#another());
  }

  /** A viewer of its own for the document that the address names. */
  #another() {
    const holder = document.createElement("template");
    holder.innerHTML = this.#fresh;
    return /** @type {DocumentViewer} */ (holder.content.firstElementChild);
  }

  /** Shows the document as it is now, in a viewer that takes the place of this one once it is seen there. */
  async #renew() {
    this.#isStaying = true;
    this.#outdated.abort();
    const other = this.#another();
    this.after(other);
    other.classList.add("viewer-coming");
    await Promise.race([other.settled, pause(patience)]);
    other.classList.remove("viewer-coming");
    this.remove();
    dispatchEvent(new Event("documentfound"));
    other.#tellFocus();
  }

  /** What had the focus is gone: it goes to what is said in its place. */
  #tellFocus() {
    const words = this.#at("signing").querySelector("p");
    if (!words) return;
    words.tabIndex = -1;
    words.focus({ preventScroll: true });
  }

  /** Without a connection the page is the same for everybody, and whose it is only this browser knows. */
  get #person() { return this.getAttribute("person") || localStorage.getItem("paraph.person") || ""; }

  /**
   * The document that the address names, its file, and the signed versions that were given up; says why there is none.
   *
   * @returns {Promise<{ given: import("./document-signing.js").GivenUp[], shown: Shown, file: File } | undefined>}
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
        return undefined;
      }
      // What the browser gave away cannot be shown.
    }
    say(this.#notice, text("documents.problem.gone"));
    return undefined;
  }

  /** @param {any} problem The server's, or one of this browser. */
  #unbrought(problem) {
    if (problem.code === "cancelled") {
      location.assign("/documents");
      return;
    }
    const words = explainFile(problem, this.#at("name").textContent, "unloaded");
    say(this.#notice, words, problem.status === 404 ? {} : { action: text("action.retry"), onAction: () => location.reload() });
  }

  /**
   * @param {Shown} shown
   * @param {File} file
   */
  #name(shown, file) {
    this.#at("name").textContent = shown.name;
    document.title = `${shown.name} · Paraph`;
    this.#at("export").hidden = false;
    this.#at("export").addEventListener("click", () => this.#export(shown, file));
  }

  /**
   * @param {Shown} shown
   * @param {File} file
   */
  async #export(shown, file) {
    try {
      await file.slice(0, 1).arrayBuffer();
    } catch {
      this.#tellGone(shown);
      return;
    }
    await store.save(this.#person, shown, file);
  }

  /**
   * Says why a file is gone: where another tab brought a newer version of a file, this page shows that once it is loaded again.
   *
   * @param {Shown} shown
   */
  #tellGone({ isOnServer }) {
    if (isOnServer) say(this.#notice, text("files.older"), { kind: "warn", isByItself: true, action: text("action.reload"), onAction: () => location.reload() });
    else say(this.#notice, text("documents.problem.gone"));
  }

  /**
   * Says that there is a newer version, and who signed it.
   *
   * @param {Shown} shown
   * @param {string | undefined} name
   */
  #tellNewer(shown, name) {
    if (name) say(this.#notice, text("files.newer", { name }), { kind: "warn", isByItself: true, action: text("files.showNewer"), onAction: () => location.reload() });
    else this.#tellGone(shown);
  }

  /**
   * While values are shown that are not in the file, nothing is said of the file.
   *
   * @param {boolean} isShown
   */
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
      ...(form?.isClosed ? [plain(text("filling.open"), () => form.fill(), "fill")] : []),
      ...(form?.hasDrafts ? [quiet(text("filling.discard"), () => form.discard(), "discard")] : []),
      ...(this.#asking && !this.#signing?.isAsking ? [this.#asking.button] : []),
    ];
    this.#at("asking").replaceChildren(...ways);
    this.#at("asking").hidden = !isIdle || ways.length === 0;
  }

  /**
   * Keeps a picture of the first page for the list of documents; of what a password opens no page may be seen by others.
   *
   * @param {Shown} shown
   * @param {PDFJS.Document} pdf
   */
  async #picture(shown, pdf) {
    if (shown.isOnServer && shown.marks.includes("locked")) return;
    const { keepPreview } = await import("../Documents/document-preview.js");
    await keepPreview(this.#person, shown, pdf);
    if (shown.isOnServer) dispatchEvent(new Event("documentfound"));
  }

  /**
   * Keeps what was found of the signatures for the list of documents.
   *
   * @param {Shown} shown
   * @param {File} file
   */
  async #noteFound({ id, hash, isOnServer, signatures, marks }, file) {
    const { dataset } = this.#at("verdict"), { state } = dataset;
    delete dataset.noted;
    if (!signatures || marks.includes("locked") || !state || state === "notAsked") return;
    await (isOnServer ? copies : store).noteFound(this.#person, id, hash, { state, open: await openFields(file) });
    dataset.noted = "";
    dispatchEvent(new Event("documentfound"));
  }

  /**
   * By the device's own sheet; where there is none, as a file.
   *
   * @param {Shown} shown
   * @param {File} file
   */
  async #share(shown, file) {
    const copy = new File([file], shown.name, { type: "application/pdf" });
    if (!canShare(copy)) {
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

  /**
   * Signing needs a connection: it is said where the button will be.
   *
   * @param {Shown} shown
   */
  #tellOffline({ marks, upload, next }) {
    if (upload || next || marks.some((mark) => ["final", "xfa"].includes(mark))) return;
    this.#at("signing").hidden = false;
    this.#at("signing").replaceChildren(make("p", { role: "status" }, text("signing.offline")));
  }

  /**
   * @param {Shown} shown
   * @param {boolean} isJustSigned
   */
  #tell(shown, isJustSigned) {
    // The server signs what is encrypted, which this browser cannot.
    const marks = shown.marks.filter((mark) => !(shown.isOnServer && mark === "locked"));
    // What was just signed is told of in the bar, which is in sight wherever the signature lies.
    const changed = takeChanged(shown) ? [text("files.unsigned.changedSince", { name: shown.name })] : [];
    const notes = [...changed, ...marks.map((mark) => text(`documents.note.${mark}`))];
    if (isJustSigned) hush(this.#notice);
    else if (shown.upload) say(this.#notice, text("files.onItsWay"), { kind: "" });
    else if (shown.next) say(this.#notice, text("signing.waiting"), { kind: "warn" });
    else if (notes.length > 0) say(this.#notice, notes.join(" "), { kind: "warn" });
    else hush(this.#notice);
  }
}
customElements.define("document-viewer", DocumentViewer);
