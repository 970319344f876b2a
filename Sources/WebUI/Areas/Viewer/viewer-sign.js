// Signing in the viewer: choose the place, draw, adjust, save. One bar below the pages says what comes next; a person who leaves before the end
// leaves the document as it was, and is asked before; what was drawn is there again after a reload.

import { part } from "../Base/api.js";
import { Circumstances } from "../Pad/circumstances.js";
import { currentDevice } from "../Devices/device-key.js";
import { make, openSheet, pressed } from "../Base/dom.js";
import { stateWords } from "../Documents/document-rows.js";
import { stateOf } from "../Documents/document-state.js";
import { explainFile } from "../Documents/file-problem.js";
import { add } from "../Documents/document-store.js";
import { canShare } from "../Documents/sharing.js";
import { stayAt } from "./in-sight.js";
import { noteChanged, noteSigned } from "./just-signed.js";
import { hush, say, sayProblem } from "../Base/notice.js";
import { PlaceChooser } from "./place-chooser.js";
import { dropPlaced, keepPlaced, keptPlaced } from "./placed-draft.js";
import { PlacedSigning } from "./placed-signing.js";
import { DocumentProblem, Problem } from "../Base/problem.js";
import { button, plain, quiet, SigningBar } from "./signing-bar.js";
import { SigningFile } from "./signing-file.js";
import { drawFor } from "../Pad/signing-pad.js";
import { SigningPlaces } from "./signing-places.js";
import { signDocument, signFile } from "./signings.js";
import { language, text } from "../Base/text.js";

/**
 * @typedef {import("./viewer-file.js").Shown} Shown
 * @typedef {import("./place-chooser.js").Place} Place
 *
 * What was just signed: where it lies, what is said of it, and what settles once the pages lie still.
 *
 * @typedef {import("./just-signed.js").Signed & { words: string, verdict: Promise<unknown> }} Told
 *
 * What can be done beside signing: the button that asks others, where the person may, and what sends the document on; what hears whether the
 * person signs now, or not; and what shows the document as it is once it is signed.
 *
 * @typedef {{ ask?: HTMLButtonElement, share: () => unknown, tellIdle: (isIdle: boolean) => unknown, renew: () => Promise<unknown> }} Ways
 */

/** How many lines have a button of their own, besides the marks on the page. */
const mostNamed = 4;

export class ViewerSigning {
  #at;
  #bar;
  #pages;
  #shown;
  #blob;
  #person;
  /** Whether the person agreed that place and photo go into the history. */
  #tells;
  /** @type {SigningFile | undefined} */
  #worker;
  /** @type {import("../Devices/device-key.js").Device | undefined} */
  #device;
  /** @type {PlacedSigning | undefined} */
  #placed;
  /** @type {PlaceChooser | undefined} */
  #chooser;
  /** @type {Circumstances | undefined} */
  #circumstances;
  /** @type {SigningPlaces | undefined} */
  #places;
  /** @type {import("./viewer-form.js").FormFilling | undefined} What is filled into the form before it is signed, where there is one. */
  form;
  #left = new AbortController();
  #isSaved = false;
  /** Whether the person leaves it unsaved, as they were asked. */
  #isLeft = false;
  /** Where the person goes once it is saved. */
  #next = "";
  #ways;
  /** Whether the button that asks others stands in this bar: it comes next, once the person has signed. */
  isAsking = false;

  /**
   * @param {HTMLElement} viewer
   * @param {import("./viewer-pages.js").ViewerPages} pages
   * @param {Shown} shown
   * @param {Blob} file
   * @param {Told | undefined} told
   * @param {Ways} ways
   */
  constructor(viewer, pages, shown, file, told, ways) {
    this.#ways = ways;
    this.#at = (/** @type {string} */ name) => viewer.querySelector(`[data-${name}]`);
    this.#bar = new SigningBar(this.#at("signing"), Boolean(shown.isOnServer), () => this.#placed?.moveAway());
    this.#person = { id: viewer.getAttribute("person") ?? "", name: viewer.getAttribute("name") ?? "" };
    this.#pages = pages;
    this.#shown = shown;
    this.#blob = file;
    this.#tells = viewer.hasAttribute("tells");
    addEventListener("beforeunload", (event) => this.isUnsaved && event.preventDefault(), { signal: this.#left.signal });
    document.addEventListener("click", (event) => this.#follow(event), { capture: true, signal: this.#left.signal });
    if (told) this.#finish(told);
    else this.#idle();
  }

  /** Back to where signing begins, as once the person fills a form: what was said of the last signature is over. */
  rest() { this.#idle(); }

  /** What sends a document on, by what this browser does then: where it cannot share, what the button above the pages does. */
  get #sendWords() { return canShare() ? text("signing.share") : this.#at("export").getAttribute("aria-label"); }

  /** Whether there is ink on the page that is not saved. */
  get isUnsaved() { return Boolean(this.#placed) && !this.#isSaved && !this.#isLeft; }

  /**
   * A link away from ink that is not saved is asked about first: phones ask nothing by themselves.
   *
   * @param {MouseEvent} event
   */
  #follow(event) {
    /** @type {HTMLAnchorElement | null | undefined} */
    const link = pressed(event)?.closest("a[href]");
    if (!link || !this.isUnsaved || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || link.target === "_blank") return;
    event.preventDefault();
    event.stopPropagation();
    this.leaveFor(link.href);
  }

  /**
   * Asks whether ink that is not saved is saved, then goes there, unless the person stays.
   *
   * @param {string} address
   */
  async leaveFor(address) {
    const answer = await openSheet("question", (dialog) => {
      dialog.querySelector("[data-question]").textContent = text("viewer.leaveAsk");
      dialog.querySelector("[data-consequence]").textContent = text("viewer.leaveNote", { name: this.#shown.name });
      const leave = dialog.querySelector("[value=yes]");
      leave.textContent = text("viewer.leave");
      leave.before(make("button", { type: "button", class: "button", "data-close": true, value: "save" }, text("signing.save")));
    });
    if (answer === "yes") {
      this.#isLeft = true;
      await this.#forget();
      location.assign(address);
    } else if (answer === "save") {
      this.#next = address;
      await this.#placed?.save();
      this.#next = "";
    }
  }

  /** What was drawn and not saved before lies where it lay, if the document is as it was then. */
  async restore() {
    const { id, hash, upload, next } = this.#shown;
    const draft = await keptPlaced(this.#person.id, id).catch(() => undefined);
    if (!draft || this.#chooser || this.#placed) return;
    if (upload || next || draft.hash !== hash) {
      await this.#forget();
      if (!upload && !next && !["mine", "mineForOthers", "all"].includes(stateOf(this.#shown) ?? "")) this.#tellLost();
      return;
    }
    try {
      this.#device = await currentDevice();
      if (this.#device?.deviceId !== draft.deviceId) throw new DocumentProblem("unsignable");
      this.#worker = new SigningFile();
      const about = await this.#worker.ask("open", { file: this.#blob });
      if (about.error !== undefined && !(about.error === "password" && this.#shown.isOnServer)) throw new DocumentProblem("unsignable");
      this.#places = new SigningPlaces(this.#worker, this.#pages.views);
      const view = this.#pages.views[draft.page];
      if (draft.hasForm) this.form?.fill();
      this.#ways.tellIdle(false);
      const [left, bottom, right, top] = draft.box;
      this.#place({ view, field: draft.field, box: { left, top: view.size.height - top, width: right - left, height: top - bottom } }, draft.drawn);
      say(this.#at("notice"), text("signing.restored"), { kind: "warn", isByItself: true });
    } catch {
      await this.#forget();
      this.#idle();
      this.#tellLost();
    }
  }

  #tellLost() { say(this.#at("notice"), text("signing.lost"), { kind: "warn", isByItself: true }); }

  /** What was drawn is not kept any more. */
  #forget() { return dropPlaced(this.#person.id, this.#shown.id).catch(() => {}); }

  /** The document is shown no more. */
  leave() {
    this.#left.abort();
    this.#end();
  }

  /**
   * The page stays where the ink is; the document can be sent on, or is left.
   *
   * @param {Told} told
   */
  #finish({ page, height, verdict, words }) {
    const done = button(text("signing.finish"), () => location.assign("/documents"), "", "finish");
    this.#offer(words, [quiet(this.#sendWords, this.#ways.share, "share"), done], "button-plain", []);
    stayAt(this.#pages.views[page]?.element, height, verdict);
  }

  /**
   * What comes once the person has signed, with the button that asks others in its place.
   *
   * @param {string} words
   * @param {Node[]} first
   * @param {string} kind How that button looks.
   * @param {Node[]} more
   */
  #offer(words, first, kind, more) {
    const { ask, tellIdle } = this.#ways;
    this.isAsking = Boolean(ask);
    tellIdle(true);
    if (ask) ask.className = kind;
    const again = plain(text("signing.more"), () => this.#begin(), "sign");
    const isFirst = ask && kind !== "button-plain";
    this.#bar.show(words, { first: isFirst ? [ask] : first, more: [...(ask && !isFirst ? [ask] : []), ...more, again] });
  }

  #idle() {
    this.#end();
    const { id, isOnServer, marks, upload } = this.#shown;
    // That it was changed is told above the pages, and whom it waits for here.
    const isChanged = stateOf(this.#shown) === "changed";
    const { found } = this.#shown;
    const state = stateOf({ ...this.#shown, found: found && { ...found, state: "current" }, isChanged: false }) ?? "";
    const isSigned = ["mine", "mineForOthers", "all"].includes(state);
    const words = state === "all" && isChanged ? [state, "changed"].map((one) => text(`documents.state.${one}`)).join(" · ") : isSigned || state === "forOthers" ? stateWords(state, this.#shown) : "";
    const isClosed = Boolean(upload || marks.some((mark) => ["final", "xfa"].includes(mark)));
    const isLocked = marks.includes("locked") && !isOnServer;
    if (isSigned && !isClosed && !isLocked && !this.form?.hasDrafts) {
      const { ask, share } = this.#ways;
      // Where no one was asked that comes next; who waits for others, or for no one, sends it on.
      if (ask && state === "mine") this.#offer(words, [], "button button-small", [plain(this.#sendWords, share, "share")]);
      else this.#offer(words, [button(this.#sendWords, share, "wide", "share")], "button-plain", []);
      return;
    }
    this.isAsking = false;
    if (this.#ways.ask) this.#ways.ask.className = "button button-small button-quiet";
    this.#ways.tellIdle(true);
    if (isClosed) this.#bar.hide();
    else if (isLocked) this.#bar.show("", { first: [button(text("files.signThere"), () => location.assign(`/documents#keep-${id}`), "wide")] });
    else this.#bar.show(words, { first: [button(text("signing.sign"), () => this.#begin(), "wide", "sign")] });
  }

  #end() {
    this.#chooser?.end();
    this.#placed?.end();
    this.#worker?.end();
    this.#bar.say("");
    this.form?.lock(false);
    [this.#chooser, this.#placed, this.#worker] = [undefined, undefined, undefined];
  }

  /**
   * @param {any} problem The server's, or one of this browser.
   * @param {() => unknown} [retry]
   */
  #tell(problem, retry) {
    const notice = this.#at("notice");
    const { isOnServer, name } = this.#shown;
    const state = text(isOnServer && problem.status !== 404 && this.#placed?.isPerhapsSigned ? "signing.perhaps" : "signing.unsaved");
    if (isOnServer && problem instanceof Problem && !problem.isTransient) say(notice, `${explainFile(problem, name, "unsigned")} ${state}`);
    else if (problem instanceof Problem) sayProblem(notice, problem, { kept: state, retry });
    else say(notice, text(problem instanceof DocumentProblem ? `signing.problem.${problem.code}` : "problem.unknown", { name }));
  }

  /** Whether the form is as it should be; what must be filled may be meant for another person. */
  async #isFilled() {
    if (!this.form) return true;
    if (!(await this.form.check())) return false;
    const { missing } = this.form;
    if (missing.length === 0) return true;
    const answer = await openSheet("question", (dialog) => {
      dialog.querySelector("[data-question]").textContent = text("filling.missingAsk");
      dialog.querySelector("[data-consequence]").textContent = new Intl.ListFormat(language, { type: "conjunction" }).format(missing.slice(0, 8));
      const sign = dialog.querySelector("[value=yes]");
      sign.textContent = text("filling.signAnyway");
      sign.classList.replace("button-danger", "button-quiet");
      const back = dialog.querySelector("[value='']");
      back.textContent = text("filling.fillIn");
      back.className = "button";
      sign.before(back);
    });
    if (answer !== "yes") this.form.showMissing();
    return answer === "yes";
  }

  async #begin() {
    hush(this.#at("notice"));
    try {
      if (!(await this.#isFilled())) return;
      this.#ways.tellIdle(false);
      this.#device = await currentDevice();
      if (!this.#device) {
        this.#ways.tellIdle(true);
        say(this.#at("notice"), text("signing.noDevice"), { action: text("signing.signIn"), onAction: () => location.assign(`/sign-in?again&next=${part(location.pathname + location.hash)}`) });
        return;
      }
      this.#worker = new SigningFile();
      const about = await this.#worker.ask("open", { file: this.#blob });
      this.#places = new SigningPlaces(this.#worker, this.#pages.views);
      // What this browser cannot decrypt the server can: where its fields are is known there only.
      if (about.error === "password" && this.#shown.isOnServer) this.#choose([], false);
      else if (about.error !== undefined) throw new DocumentProblem(about.error === "password" ? "locked" : "unsignable");
      else if (about.signatures.length === 0 && (await this.#worker.ask("readings"))?.isAmbiguous) this.#offerCopy();
      else this.#choose(about.fields, about.certified);
    } catch (problem) {
      this.#tell(problem);
      this.#idle();
    }
  }

  /** What programs show differently is not signed as it is. */
  #offerCopy() {
    this.#idle();
    say(this.#at("notice"), text("signing.damaged"), { kind: "warn", isByItself: true, action: text("signing.makeCopy"), onAction: () => this.#makeCopy() });
  }

  /** A clean copy is a document of its own on this device, whose pages the person sees; the file stays as it is. */
  async #makeCopy() {
    const worker = new SigningFile();
    try {
      await worker.ask("open", { file: this.#blob });
      const bytes = await worker.ask("clean");
      const name = `${text("signing.copyName", { name: this.#shown.name.replace(/\.pdf$/i, "") })}.pdf`;
      const copy = await add(this.#person.id, new File([bytes], name, { type: "application/pdf" }), this.#left.signal);
      dispatchEvent(new Event("documentfound"));
      location.hash = copy.id;
    } catch (problem) {
      this.#tell(problem);
    } finally {
      worker.end();
    }
  }

  /**
   * The person says where: in one of the document's fields, or anywhere on a page.
   *
   * @param {PDF.SignatureField[]} fields
   * @param {boolean} certified
   */
  #choose(fields, certified) {
    const open = fields.flatMap((/** @type {PDF.SignatureField} */ field) => {
      const { signed, locked, page, rectangle } = field;
      return signed || locked || page === undefined || !rectangle ? [] : [{ ...field, page, rectangle }];
    });
    if (certified && open.length === 0) {
      this.#tell(new DocumentProblem("forbidden"));
      this.#idle();
      return;
    }
    const cancel = quiet(text("signing.cancel"), () => this.#idle());
    if (certified) {
      this.#bar.show(text("signing.chooseField"), { actions: [cancel] });
    } else {
      const middle = quiet(text("signing.middle"), async () => {
        const place = await this.#places.middle(this.#pages.views[this.#pages.number - 1]);
        this.#draw(place);
      });
      const choose = matchMedia("(pointer: coarse)").matches ? "signing.choose" : "signing.chooseByMouse";
      this.#bar.show(text(open.length > 0 ? "signing.chooseBoth" : choose), { actions: [middle, cancel] });
    }
    this.#chooser = new PlaceChooser(this.#at("pages"), this.#pages.views, open, !certified, (place) => this.#draw(place));
    if (open.length > 0) this.#pages.views[open[0].page].element.scrollIntoView({ block: "nearest" });
    else this.#propose(this.#chooser);
  }

  /**
   * Shows the lines that wait for a signature, or the place behind the text; which of several is theirs the person says, by the words beside it.
   *
   * @param {PlaceChooser} chooser
   */
  async #propose(chooser) {
    const places = await this.#places.propose();
    if (chooser !== this.#chooser || document.querySelector("dialog[open]")) return;
    chooser.offer(places);
    const named = places.filter(({ label }) => label);
    const isClear = new Set(named.map(({ label }) => label)).size === named.length;
    if (places.length < 2) return;
    const ways = isClear && named.length <= mostNamed ? named.map((place) => quiet(place.label, () => this.#draw(place), "line")) : [];
    this.#bar.offer(text("signing.chooseLine"), ways);
  }

  /**
   * The pad; what matches is laid on the page.
   *
   * @param {Place} place
   */
  async #draw(place) {
    const drawn = await drawFor(this.#shown, this.#device);
    if (!drawn || !this.#chooser) return;
    this.#chooser.end();
    this.#place(place, drawn);
  }

  /**
   * @param {Place} place
   * @param {import("../Pad/signing-pad.js").DrawnForDocument} drawn
   */
  #place(place, drawn) {
    const shown = this.#shown;
    const signing = shown.isOnServer ? signFile(shown, this.#device, drawn) : signDocument(this.#person, shown, this.#worker, this.#device, drawn);
    this.#circumstances ??= new Circumstances(this.#tells);
    this.#placed = new PlacedSigning(place, drawn, signing, {
      shown, bar: this.#bar, places: this.#places, circumstances: this.#circumstances, notice: this.#at("notice"), form: () => this.form,
      tell: (problem, retry) => this.#tell(problem, retry),
      away: () => {
        this.#forget();
        this.#idle();
      },
      changed: async () => {
        await this.#forget();
        this.#end();
        noteChanged(shown.id);
        location.reload();
      },
      moved: (where) => this.#keep(where, drawn),
      saved: (signed) => this.#saved(signed),
    });
  }

  /**
   * Keeps what lies on the page for a reload; a browser that keeps nothing asks before it is lost.
   *
   * @param {import("./placed-signing.js").Where} where
   * @param {import("../Pad/signing-pad.js").DrawnForDocument} drawn
   */
  #keep(where, drawn) {
    keepPlaced(this.#person.id, this.#shown.id, { ...where, hash: this.#shown.hash, drawn, deviceId: this.#device.deviceId, hasForm: Boolean(this.form?.hasDrafts) }).catch(() => {});
  }

  /**
   * The ink lies there until it is seen in the document.
   *
   * @param {import("./just-signed.js").Signed} signed
   */
  async #saved(signed) {
    this.#isSaved = true;
    await this.#forget();
    if (this.#next) {
      dispatchEvent(new Event("documentfound"));
      location.assign(this.#next);
      return;
    }
    noteSigned(signed);
    await this.#ways.renew();
  }
}
