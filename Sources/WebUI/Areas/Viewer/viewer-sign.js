// Signing in the viewer: choose the place, draw, adjust, save. One bar below the pages says what comes next; a person who leaves before the end
// leaves the document as it was.

import { part } from "../Base/api.js";
import { Circumstances } from "../Pad/circumstances.js";
import { currentDevice } from "../Devices/device-key.js";
import { busy, openSheet } from "../Base/dom.js";
import { stateWords } from "../Documents/document-rows.js";
import { stateOf } from "../Documents/document-state.js";
import { explainFile } from "../Documents/file-problem.js";
import { noteChanged, noteSigned, stayAt } from "./just-signed.js";
import { explain, hush, say, sayProblem } from "../Base/notice.js";
import { shrink } from "../Register/photo.js";
import { PlaceChooser } from "./place-chooser.js";
import { PlacedInk } from "./placed-ink.js";
import { DocumentProblem, Problem } from "../Base/problem.js";
import { button, plain, quiet, SigningBar } from "./signing-bar.js";
import { SigningFile } from "./signing-file.js";
import { drawFor } from "../Pad/signing-pad.js";
import { SigningPlaces } from "./signing-places.js";
import { signDocument, signFile } from "./signings.js";
import { language, text } from "../Base/text.js";
import { askPassword } from "./viewer-password.js";

const photoSize = 480;
/** How long ink lies still before it is said what it lies on, in milliseconds. */
const still = 150;

export class ViewerSigning {
  #at;
  /** @type {SigningBar} */
  #bar;
  #pages;
  #current;
  /** @type {import("./viewer-file.js").Shown} */
  #shown;
  #blob;
  #person;
  /** Whether the person agreed that place and photo go into the history. */
  #tells;
  /** @type {SigningFile | undefined} */
  #worker;
  #device;
  /** @type {PlacedInk | undefined} */
  #placed;
  /** @type {import("./document-signing.js").Signing | import("./file-signing.js").FileSigning | undefined} */
  #signing;
  /** @type {Blob | null} */
  #photo = null;
  /** @type {PlaceChooser | undefined} */
  #chooser;
  /** @type {Circumstances | undefined} */
  #circumstances;
  /** @type {SigningPlaces | undefined} */
  #places;
  #waiting;
  /** @type {import("./viewer-form.js").FormFilling | undefined} What is filled into the form before it is signed, where there is one. */
  form;
  #left = new AbortController();
  /** Settles once the photo has its place. */
  #laid;

  /** What can be done beside signing, and what hears whether the person signs now. */
  #ways;
  /** Whether the button that asks others stands in this bar: it comes next, once the person has signed. */
  isAsking = false;

  /**
   * `current` gives the number of the page that is seen; `told` is what was just signed. `ask` is the button that asks others, where the person may,
   * `share` sends the document on, and `tellIdle` hears whether the person signs now, or not.
   */
  constructor(viewer, pages, current, shown, file, told, { ask, share, tellIdle }) {
    this.#ways = { ask, share, tellIdle };
    this.#at = (name) => viewer.querySelector(`[data-${name}]`);
    this.#bar = new SigningBar(this.#at("signing"), Boolean(shown.isOnServer), () => this.#moveAway());
    this.#person = { id: viewer.getAttribute("person"), name: viewer.getAttribute("name") };
    [this.#pages, this.#current, this.#shown, this.#blob] = [pages, current, shown, file];
    this.#tells = viewer.hasAttribute("tells");
    addEventListener("beforeunload", (event) => this.isUnsaved && event.preventDefault(), { signal: this.#left.signal });
    if (told) this.#finish(told);
    else this.#idle();
  }

  /** Back to where signing begins, as once the person fills a form: what was said of the last signature is over. */
  rest() { this.#idle(); }

  /** Whether there is ink on the page that is not saved. */
  get isUnsaved() { return Boolean(this.#placed); }

  /** The document is shown no more. */
  leave() {
    this.#left.abort();
    this.#end();
  }

  /** The page stays where the ink is; the document can be sent on, or is left. */
  #finish({ page, height, verdict, words }) {
    stayAt(this.#pages[page]?.element, height, verdict);
    const done = button(text("signing.finish"), () => location.assign("/documents"), "", "finish");
    this.#offer(words, [quiet(text("signing.share"), this.#ways.share, "share"), done], "button-plain", []);
  }

  /** What comes once the person has signed, with the button that asks others in its place. */
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
    const state = stateOf(this.#shown) ?? "";
    const isSigned = ["mine", "mineForOthers", "all"].includes(state);
    const words = isSigned || state === "forOthers" ? stateWords(state, this.#shown) : "";
    const isClosed = Boolean(upload || marks.some((mark) => ["final", "xfa"].includes(mark)));
    const isLocked = marks.includes("locked") && !isOnServer;
    if (isSigned && !isClosed && !isLocked && !this.form?.hasDrafts) {
      const { ask, share } = this.#ways;
      // Who waits for others, or for no one, sends it on or asks more.
      const isAll = state === "all";
      if (ask && !isAll) this.#offer(words, [], "button button-small", [plain(text("signing.share"), share, "share")]);
      else this.#offer(words, [button(text("signing.share"), share, "wide", "share")], "button-plain", []);
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
    this.#placed?.remove();
    this.#worker?.end();
    clearTimeout(this.#waiting);
    this.#bar.say("");
    this.form?.lock(false);
    [this.#chooser, this.#placed, this.#worker, this.#signing, this.#photo] = [undefined, undefined, undefined, undefined, null];
  }

  #tell(problem, retry) {
    const notice = this.#at("notice");
    const { isOnServer, name } = this.#shown;
    const state = text(isOnServer && problem.status !== 404 && this.#signing?.isPerhapsSigned ? "signing.perhaps" : "signing.unsaved");
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
      this.#places = new SigningPlaces(this.#worker, this.#pages);
      // What this browser cannot decrypt the server can: where its fields are is known there only.
      if (about.error === "password" && this.#shown.isOnServer) this.#choose({ fields: [], certified: false });
      else if (about.error) throw new DocumentProblem(about.error === "password" ? "locked" : "unsignable");
      else this.#choose(about);
    } catch (problem) {
      this.#tell(problem);
      this.#idle();
    }
  }

  /** The person says where: in one of the document's fields, or anywhere on a page. */
  #choose({ fields, certified }) {
    const open = fields.filter(({ signed, locked, page, rectangle }) => !signed && !locked && page !== undefined && rectangle);
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
        const place = await this.#places.middle(this.#pages[this.#current() - 1]);
        this.#draw(place);
      });
      const choose = matchMedia("(pointer: coarse)").matches ? "signing.choose" : "signing.chooseByMouse";
      this.#bar.show(text(open.length > 0 ? "signing.chooseBoth" : choose), { actions: [middle, cancel] });
    }
    this.#chooser = new PlaceChooser(this.#at("pages"), this.#pages, open, !certified, (place) => this.#draw(place));
    if (open.length > 0) this.#pages[open[0].page].element.scrollIntoView({ block: "nearest" });
    else this.#propose(this.#chooser);
  }

  /** Shows the line that waits for a signature, or the place behind the text. */
  async #propose(chooser) {
    const place = await this.#places.propose();
    if (place && chooser === this.#chooser && !document.querySelector("dialog[open]")) chooser.offer(place);
  }

  /** The pad; what matches is laid on the page. */
  async #draw(place) {
    const drawn = await drawFor(this.#shown, this.#device);
    if (!drawn || !this.#chooser) return;
    this.#chooser.end();
    this.#place(place, drawn);
  }

  #place(place, drawn) {
    const { view, field, box } = place;
    this.#signing = this.#shown.isOnServer ? signFile(this.#shown, this.#device, drawn) : signDocument(this.#person, this.#shown, this.#worker, this.#device, drawn);
    this.#circumstances ??= new Circumstances(this.#tells);
    this.#placed = new PlacedInk(view, { ...box }, drawn, field === undefined, async (width, height) => this.#places.layout(width, height, await this.#look()));
    this.#adjust(field);
    this.#placed.onMove = () => this.#warn(field);
    this.#warn(field);
    this.#placed.element.scrollIntoView({ block: "center" });
    this.#placed.element.focus({ preventScroll: true });
  }

  #adjust(field) {
    const { isFixed } = this.#signing;
    this.form?.lock(isFixed);
    this.#placed.lock(isFixed);
    this.#bar.adjust({ isField: field !== undefined, isFixed, hasPhoto: this.#photo !== null }, {
      save: () => this.#save(field),
      away: () => this.#idle(),
      dropPhoto: () => this.#setPhoto(null, field),
      takePhoto: (file) => this.#takePhoto(file, field),
    }, this.#circumstances.element);
  }

  /** What is seen of the signature. */
  async #look() {
    const { sample: ink, pen } = /** @type {import("./document-signing.js").Drawn} */ (this.#signing.drawn);
    return { ink, pen, photo: this.#photo && new Uint8Array(await this.#photo.arrayBuffer()) };
  }

  /** Says what the ink lies on, once it lies still. The person decides, but where it hides what was signed. */
  #warn(field) {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(async () => {
      const placed = this.#placed;
      const { page, box } = placed;
      const background = await this.#places.background(page, box, { ...(await this.#look()), field });
      const isStale = placed !== this.#placed || this.#signing.isFixed || box.some((side, index) => side !== placed.box[index]);
      if (isStale) return;
      if (background === "hidden") this.#bar.refuse(field !== undefined, false);
      else this.#bar.warn(background, field !== undefined);
    }, still);
  }

  async #moveAway() {
    const placed = this.#placed;
    const place = await this.#places.free(placed.page, placed.box, await this.#look());
    if (placed !== this.#placed) return;
    if (!place) {
      this.#bar.tellNoneFree();
      return;
    }
    this.#bar.say("");
    placed.move(place.view, place.box);
    placed.element.scrollIntoView({ block: "center" });
    placed.element.focus({ preventScroll: true });
  }

  async #takePhoto(file, field) {
    if (!file) return;
    try {
      this.#setPhoto(await shrink(file, photoSize), field);
    } catch {
      say(this.#at("notice"), text("photo.unreadable"));
    }
  }

  #setPhoto(blob, field) {
    this.#photo = blob;
    this.#adjust(field);
    this.#laid = this.#placed.setPhoto(blob);
  }

  async #save(field) {
    hush(this.#at("notice"));
    this.#placed.lock(true);
    this.#bar.saving();
    try {
      this.form?.lock(true);
      await this.#laid;
      const look = await this.#look();
      const { photo } = look;
      if (await this.#isHiding(look, field)) {
        this.#adjust(field);
        this.#bar.refuse(field !== undefined, false);
        return;
      }
      const { page, height, box } = this.#placed;
      const where = field === undefined ? { page, box } : { field };
      await this.#circumstances.tell(this.#signing.drawn.signatureId, photo);
      const saved = await this.#signing.save({ ...where, photo, ...(this.#shown.isOnServer ? { fields: this.form?.fields } : await this.form?.values()) });
      await this.form?.forget().catch(() => {});
      this.#end();
      noteSigned({ ...saved, id: this.#shown.id, page, height });
      location.reload();
    } catch (problem) {
      await this.#failed(problem, field);
    }
  }

  /** Whether what is to be sealed hides what was signed: looked at once more, for it may have moved since, or never lain still. */
  async #isHiding(look, field) {
    clearTimeout(this.#waiting);
    if (this.#signing.isFixed) return false;
    return (await this.#places.background(this.#placed.page, this.#placed.box, { ...look, field }, true)) === "hidden";
  }

  async #failed(problem, field) {
    // What this browser cannot read, and what others signed meanwhile, only the server sees.
    if (problem.code === "wouldHide") {
      this.#adjust(field);
      this.#bar.refuse(field !== undefined, true);
      return;
    }
    if (problem.code === "locked" && problem.fields?.length > 0) {
      this.#shown.password = await askPassword(this.#shown.name, Boolean(this.#shown.password));
      this.#adjust(field);
      if (this.#shown.password) this.#bar.save();
      return;
    }
    if (problem.code === "formRefused" && this.form) {
      const names = new Intl.ListFormat(language, { type: "conjunction" }).format(await this.form.drop(problem.fields.map(({ name }) => name)));
      this.#adjust(field);
      say(this.#at("notice"), text("filling.dropped", { names }), { kind: "warn" });
      return;
    }
    // What was drawn is for what the person read: they see the newest version before they sign again.
    if (problem.code === "changedSince") {
      this.#end();
      noteChanged(this.#shown.id);
      location.reload();
      return;
    }
    // Where others are faster all the time, the ink stays for the next try.
    const isLate = problem.code === "signedMeanwhile";
    // A signature that the server does not take for this document is worth nothing any more: another one has to be drawn.
    if (problem instanceof DocumentProblem || (!isLate && [404, 409].includes(problem.status))) {
      this.#tell(problem);
      this.#idle();
      return;
    }
    this.#adjust(field);
    this.#tell(problem, () => this.#bar.save());
    if (!problem.isTransient && problem instanceof Problem && !this.#shown.isOnServer) say(this.#at("notice"), `${explain(problem)} ${text("signing.unsaved")}`);
  }
}
