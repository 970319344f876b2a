// Signing in the viewer: choose the place, draw, adjust, save. One bar below the pages says what comes next; whoever leaves before the end
// leaves the document as it was.

import { Problem, part } from "./api.js";
import { Circumstances } from "./circumstances.js";
import { currentDevice } from "./device-key.js";
import { busy, make, openSheet } from "./dom.js";
import { explain, hush, say, sayProblem } from "./notice.js";
import { language, text } from "./text.js";
import { DocumentProblem } from "./document-store.js";
import { Signing, SigningFile } from "./document-signing.js";
import { explainKept } from "./kept-problem.js";
import { KeptSigning } from "./kept-signing.js";
import { PlacedInk } from "./placed-ink.js";
import { shrink } from "./photo.js";
import { drawFor } from "./signing-pad.js";
import { PlaceChooser } from "./place-chooser.js";
import { SigningPlaces } from "./signing-places.js";
import { askPassword } from "./viewer-password.js";

const photoSize = 480;
/** How long ink lies still before it is said what it lies on, in milliseconds. */
const still = 150;
const button = (words, click, kind = "") => make("button", { type: "button", class: `button button-small ${kind}`.trim(), click }, words);
const quiet = (words, click) => button(words, click, "button-quiet");

export class ViewerSigning {
  #at;
  #bar;
  #pages;
  #current;
  #shown;
  #blob;
  #person;
  /** Whether the person agreed that place and photo go into the history. */
  #tells;
  #worker;
  #device;
  #placed;
  #signing;
  #photo = null;
  #chooser;
  #circumstances;
  #places;
  /** What the signature lies on, and the way to where it lies on nothing. */
  #warning = make("p", { class: "signing-warning", role: "status" });
  #free = quiet(text("signing.free"), () => busy(this.#free, () => this.#moveAway()));
  #waiting;
  /** What is filled into the form before it is signed, where there is one. */
  form;
  #left = new AbortController();
  /** Settles once the photo has its place. */
  #laid;

  /** `current` gives the number of the page that is seen; `told` is what was just signed, and the way to share it. */
  constructor(viewer, pages, current, shown, file, told) {
    this.#at = (name) => viewer.querySelector(`[data-${name}]`);
    this.#bar = this.#at("signing");
    this.#person = { id: viewer.getAttribute("person"), name: viewer.getAttribute("name") };
    [this.#pages, this.#current, this.#shown, this.#blob] = [pages, current, shown, file];
    this.#tells = viewer.hasAttribute("tells");
    this.#free.hidden = true;
    this.#free.dataset.free = "";
    addEventListener("beforeunload", (event) => this.isUnsaved && event.preventDefault(), { signal: this.#left.signal });
    if (told) this.#finish(told);
    else this.#idle();
  }

  /** Whether there is ink on the page that is not saved. */
  get isUnsaved() { return Boolean(this.#placed); }

  /** The document is shown no more. */
  leave() {
    this.#left.abort();
    this.#end();
  }

  /** The page stays where the ink is; the document can be sent on, or is left. */
  #finish({ page, height, share, verdict, words }) {
    const stay = () => {
      const { element } = this.#pages[page] ?? {};
      if (!element) return;
      const scroller = element.closest(".viewer-pages");
      const box = element.getBoundingClientRect();
      scroller.scrollTop += box.top + box.height * height - scroller.getBoundingClientRect().top - scroller.clientHeight / 2;
    };
    stay();
    // What is said above the pages moves them, unless the person has moved them before.
    let isMoved = false;
    for (const kind of ["wheel", "touchstart", "keydown"]) addEventListener(kind, () => { isMoved = true; }, { once: true, passive: true });
    verdict.finally(() => isMoved || stay());
    const send = quiet(text("signing.share"), () => busy(send, share));
    send.dataset.share = "";
    const finish = button(text("signing.finish"), () => location.assign("/documents"));
    finish.dataset.finish = "";
    const more = quiet(text("signing.sign"), () => busy(more, () => this.#begin()));
    more.dataset.more = "";
    // What is said above the pages is out of sight here.
    this.#show(words, more, send, finish);
  }

  #show(words, ...actions) {
    this.#bar.hidden = false;
    this.#bar.replaceChildren(make("p", { "aria-live": "polite" }, words), make("div", { class: "row" }, ...actions));
  }

  #idle() {
    this.#end();
    const { id, isKept, marks, upload } = this.#shown;
    const isLocked = marks.includes("locked");
    if (upload || marks.some((mark) => ["final", "xfa"].includes(mark))) {
      this.#bar.hidden = true;
      return;
    }
    if (isLocked && !isKept) {
      const keep = button(text("kept.signThere"), () => location.assign(`/documents#keep-${id}`), "wide");
      this.#show("", keep);
      return;
    }
    const begin = button(text("signing.sign"), () => busy(begin, () => this.#begin()), "wide");
    this.#show("", begin);
  }

  #end() {
    this.#chooser?.end();
    this.#placed?.remove();
    this.#worker?.end();
    clearTimeout(this.#waiting);
    this.#say("");
    this.form?.lock(false);
    [this.#chooser, this.#placed, this.#worker, this.#signing, this.#photo] = [undefined, undefined, undefined, undefined, null];
  }

  #tell(problem, retry) {
    const notice = this.#at("notice");
    const { isKept, name } = this.#shown;
    const state = text(isKept && problem.status !== 404 && this.#signing?.isPerhapsSigned ? "signing.perhaps" : "signing.unsaved");
    if (isKept && problem instanceof Problem && !problem.isTransient) say(notice, `${explainKept(problem, name, "unsigned")} ${state}`);
    else if (problem instanceof Problem) sayProblem(notice, problem, { kept: state, retry });
    else say(notice, text(problem instanceof DocumentProblem ? `signing.problem.${problem.code}` : "problem.unknown", { name }));
  }

  /** Whether the form is as it should be; what must be filled may be meant for somebody else. */
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
      sign.classList.remove("button-danger");
    });
    if (answer !== "yes") this.form.showMissing();
    return answer === "yes";
  }

  async #begin() {
    hush(this.#at("notice"));
    try {
      if (!(await this.#isFilled())) return;
      this.#device = await currentDevice();
      if (!this.#device) {
        say(this.#at("notice"), text("signing.noDevice"), { action: text("signing.signIn"), onAction: () => location.assign(`/sign-in?again&next=${part(location.pathname + location.hash)}`) });
        return;
      }
      this.#worker = new SigningFile();
      const about = await this.#worker.ask("open", { file: this.#blob });
      this.#places = new SigningPlaces(this.#worker, this.#pages);
      // What this browser cannot decrypt the server can: where its fields are is known there only.
      if (about.error === "password" && this.#shown.isKept) this.#choose({ fields: [], certified: false });
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
      this.#show(text("signing.chooseField"), cancel);
    } else {
      const middle = quiet(text("signing.middle"), () => busy(middle, async () => {
        const place = await this.#places.middle(this.#pages[this.#current() - 1]);
        this.#draw(place);
      }));
      const choose = matchMedia("(pointer: coarse)").matches ? "signing.choose" : "signing.chooseByMouse";
      this.#show(text(open.length > 0 ? "signing.chooseBoth" : choose), middle, cancel);
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
    const signing = { person: this.#person.id, name: this.#person.name, shown: this.#shown, file: this.#worker, device: this.#device, drawn };
    this.#signing = this.#shown.isKept ? new KeptSigning(signing) : new Signing(signing);
    this.#circumstances ??= new Circumstances(this.#tells);
    this.#placed = new PlacedInk(view, { ...box }, drawn, field === undefined, async (width, height) => this.#places.layout(width, height, await this.#look()));
    this.#adjust(field);
    this.#placed.onMove = () => this.#warn(field);
    this.#warn(field);
    this.#placed.element.scrollIntoView({ block: "center" });
    this.#placed.element.focus({ preventScroll: true });
  }

  #adjust(field) {
    this.form?.lock(this.#signing.isFixed);
    const input = make("input", { type: "file", accept: "image/*", capture: "user", hidden: true, "data-photo": true, "aria-label": text("signing.photo"),
      change: () => this.#takePhoto(input, field) });
    const save = button(text("signing.save"), () => busy(save, () => this.#save(field)));
    save.dataset.save = "";
    const photo = quiet(text(this.#photo ? "signing.photoAway" : "signing.photo"), () => (this.#photo ? this.#setPhoto(null, field) : input.click()));
    if (this.#photo) photo.dataset.photoAway = "";
    const fixed = this.#signing.isFixed;
    this.#free.disabled = false;
    this.#placed.lock(fixed);
    const away = quiet(text("signing.remove"), () => this.#idle());
    away.dataset.away = "";
    if (fixed) this.#show(text("signing.again"), save);
    else this.#show(text(field === undefined ? "signing.adjust" : "signing.adjustField"), away, photo, input, save);
    this.#bar.querySelector("p").after(this.#warning, this.#free, ...(fixed ? [] : [this.#circumstances.element]));
    if (fixed) this.#say("");
  }

  /** What is seen of the signature. */
  async #look() {
    const { sample: ink, pen } = this.#signing.drawn;
    return { ink, pen, photo: this.#photo && new Uint8Array(await this.#photo.arrayBuffer()) };
  }

  #say(words, canMove = false) {
    if (this.#warning.textContent !== words) this.#warning.textContent = words;
    this.#free.hidden = !canMove;
    delete this.#warning.dataset.refused;
    this.#putFirst();
  }

  /** Says what the ink lies on, once it lies still: what the next reader will be told. The person decides, but where it hides what was signed. */
  #warn(field) {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(async () => {
      const placed = this.#placed;
      const { page, box } = placed;
      const ground = await this.#places.ground(page, box, { ...(await this.#look()), field });
      const isStale = placed !== this.#placed || this.#signing.isFixed || box.some((side, index) => side !== placed.box[index]);
      if (isStale) return;
      if (ground === "hidden") this.#refuse(field);
      else this.#say(ground && text(this.#groundWords(ground)), Boolean(ground) && ground !== "unknown" && field === undefined);
    }, still);
  }

  #groundWords(ground) { return ground === "unknown" && this.#shown.isKept ? "signing.ground.unknownKept" : `signing.ground.${ground}`; }

  /** Says that the ink hides what was signed, which is not sealed, and puts first what helps: another place, else no photo. */
  #refuse(field, isElsewhere = false) {
    const isFree = field === undefined;
    const photo = this.#bar.querySelector("[data-photo-away]");
    const help = isFree ? (photo ? "signing.hiddenMovePhoto" : "signing.hiddenMove") : photo ? "signing.hiddenPhoto" : "signing.hiddenField";
    // What only the server sees, this browser finds no way around.
    const canMove = isFree && !isElsewhere;
    this.#say(`${text(isElsewhere ? "signing.ground.hiddenElsewhere" : "signing.ground.hidden")} ${text(help)}`, canMove);
    this.#warning.dataset.refused = "";
    this.#putFirst(canMove ? this.#free : (photo ?? (isFree ? undefined : this.#bar.querySelector("[data-away]"))));
  }

  /** Makes a button the one that is pressed next; without one that is Save. */
  #putFirst(way) {
    const save = this.#bar.querySelector("[data-save]");
    for (const one of [this.#free, ...this.#bar.querySelectorAll("[data-photo-away], [data-away]")]) one?.classList.toggle("button-quiet", one !== way);
    save?.classList.toggle("button-quiet", Boolean(way));
  }

  async #moveAway() {
    const placed = this.#placed;
    const place = await this.#places.free(placed.page, placed.box, await this.#look());
    if (placed !== this.#placed) return;
    if (!place) {
      this.#say(`${this.#warning.textContent} ${text("signing.noneFree")}`);
      this.#putFirst(this.#bar.querySelector("[data-photo-away]"));
      return;
    }
    this.#say("");
    placed.move(place.view, place.box);
    placed.element.scrollIntoView({ block: "center" });
    placed.element.focus({ preventScroll: true });
  }

  async #takePhoto(input, field) {
    const [file] = input.files;
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
    this.#bar.querySelector("p").textContent = text("signing.saving");
    for (const other of this.#bar.querySelectorAll("button:not([data-save])")) other.disabled = true;
    try {
      this.form?.lock(true);
      await this.#laid;
      const look = await this.#look();
      const { photo } = look;
      if (await this.#isHiding(look, field)) {
        this.#adjust(field);
        this.#refuse(field);
        return;
      }
      const where = field === undefined ? { page: this.#placed.page, box: this.#placed.box } : { field };
      const at = { page: this.#placed.page, height: this.#placed.height };
      await this.#circumstances.tell(this.#signing.drawn.signatureId, photo);
      const { isFork, since } = await this.#signing.save({ ...where, photo, ...(this.#shown.isKept ? { fields: this.form?.fields } : await this.form?.values()) });
      await this.form?.forget().catch(() => {});
      this.#end();
      sessionStorage.setItem("paraph.signed", JSON.stringify({ id: this.#shown.id, isFork, since, page: at.page, height: at.height }));
      location.reload();
    } catch (problem) {
      await this.#failed(problem, field);
    }
  }

  /** Whether what is to be sealed hides what was signed: looked at once more, for it may have moved since, or never lain still. */
  async #isHiding(look, field) {
    clearTimeout(this.#waiting);
    if (this.#signing.isFixed) return false;
    return (await this.#places.ground(this.#placed.page, this.#placed.box, { ...look, field }, true)) === "hidden";
  }

  async #failed(problem, field) {
    // What this browser cannot read, and what others signed meanwhile, only the server sees.
    if (problem.code === "wouldHide") {
      this.#adjust(field);
      this.#refuse(field, true);
      return;
    }
    if (problem.code === "locked" && problem.fields?.length > 0) {
      this.#shown.password = await askPassword(this.#shown.name, Boolean(this.#shown.password));
      this.#adjust(field);
      if (this.#shown.password) this.#bar.querySelector("[data-save]").click();
      return;
    }
    if (problem.code === "formRefused" && this.form) {
      const names = new Intl.ListFormat(language, { type: "conjunction" }).format(await this.form.drop(problem.fields.map(({ name }) => name)));
      this.#adjust(field);
      say(this.#at("notice"), text("filling.dropped", { names }), { kind: "warn" });
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
    this.#tell(problem, () => {
      hush(this.#at("notice"));
      const save = this.#bar.querySelector("[data-save]");
      busy(save, () => this.#save(field));
    });
    if (!problem.isTransient && problem instanceof Problem && !this.#shown.isKept) say(this.#at("notice"), `${explain(problem)} ${text("signing.unsaved")}`);
  }

  /** Says that a document was just signed, on the page that shows it. */
  static told(shown) {
    const told = JSON.parse(sessionStorage.getItem("paraph.signed") ?? "null");
    sessionStorage.removeItem("paraph.signed");
    if (told?.id !== shown.id) return undefined;
    return { ...told, words: ViewerSigning.#words(told, shown) };
  }

  static #words(told, shown) {
    if (!shown.isKept) return text(told.isFork ? "signing.doneFork" : "signing.done");
    const names = new Intl.ListFormat(language, { type: "conjunction" }).format([...new Set(told.since)]);
    return names ? text("kept.signedOnTop", { names }) : text("kept.signed");
  }
}
