// A signature that is drawn and lies on a page: it is adjusted, it is said what it lies on, and it is saved.

import { busy } from "../Base/dom.js";
import { explain, hush, say } from "../Base/notice.js";
import { DocumentProblem, Problem } from "../Base/problem.js";
import { language, text } from "../Base/text.js";
import { shrink } from "../Register/photo.js";
import { PlacedInk } from "./placed-ink.js";
import { askPassword } from "./viewer-password.js";

/**
 * @typedef {import("./just-signed.js").Signed} Signed
 *
 * @typedef {object} Viewer What it needs of the viewer.
 * @property {import("./viewer-file.js").Shown} shown
 * @property {import("./signing-bar.js").SigningBar} bar
 * @property {import("./signing-places.js").SigningPlaces} places
 * @property {import("../Pad/circumstances.js").Circumstances} circumstances
 * @property {HTMLElement} notice
 * @property {() => import("./viewer-form.js").FormFilling | undefined} form What is filled into the form before it is signed, where there is one.
 * @property {(problem: any, retry?: () => unknown) => unknown} tell Says what went wrong.
 * @property {() => unknown} away The signature goes.
 * @property {() => Promise<void>} changed Others changed the document since it was drawn for: its newest version is shown.
 * @property {(where: Where) => unknown} moved It lies still.
 * @property {(signed: Signed) => unknown} saved
 *
 * @typedef {{ page: number, box: PDF.Rectangle, field?: string }} Where
 */

const photoSize = 480;
/** How long ink lies still before it is said what it lies on, in milliseconds. */
const still = 150;

export class PlacedSigning {
  /** The field that it lies in, if it does. */
  #field;
  #drawn;
  #signing;
  #viewer;
  #placed;
  /** @type {Blob | null} */
  #photo = null;
  /** @type {Promise<unknown> | undefined} Settles once the photo has its place. */
  #laid;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;
  #isOver = false;

  /**
   * @param {import("./place-chooser.js").Place} place
   * @param {import("../Pad/signing-pad.js").DrawnForDocument} drawn
   * @param {import("./document-signing.js").Signing | import("./file-signing.js").FileSigning} signing
   * @param {Viewer} viewer
   */
  constructor({ view, field, box }, drawn, signing, viewer) {
    this.#field = field;
    this.#drawn = drawn;
    this.#signing = signing;
    this.#viewer = viewer;
    const layout = async (/** @type {number} */ width, /** @type {number} */ height) => viewer.places.layout(width, height, await this.#look());
    this.#placed = new PlacedInk(view, { ...box }, drawn, !this.#isField, layout);
    this.#adjust();
    this.#placed.onMove = () => this.#warn();
    this.#warn();
    this.#show();
  }

  get #isField() { return this.#field !== undefined; }

  /** Whether the file may be signed, though no answer said so. */
  get isPerhapsSigned() { return this.#signing.isPerhapsSigned; }

  /** Saves it, as its button does. */
  save() { return busy(this.#viewer.bar.keep, () => this.#save()); }

  /** It lies on the page no more. */
  end() {
    this.#isOver = true;
    clearTimeout(this.#waiting);
    this.#placed.remove();
  }

  #show() {
    this.#placed.element.scrollIntoView({ block: "center" });
    this.#placed.element.focus({ preventScroll: true });
  }

  #adjust() {
    const { bar, form, away, circumstances, notice } = this.#viewer;
    const { isFixed } = this.#signing;
    form()?.lock(isFixed);
    this.#placed.lock(isFixed);
    bar.adjust({ isField: this.#isField, isFixed, hasPhoto: this.#photo !== null }, {
      save: () => this.#save(),
      away: () => {
        hush(notice);
        away();
      },
      dropPhoto: () => this.#setPhoto(null),
      takePhoto: (file) => this.#takePhoto(file),
    }, circumstances.element);
  }

  /** What is seen of the signature. */
  async #look() {
    const { sample: ink, pen } = this.#drawn;
    return { ink, pen, photo: this.#photo && new Uint8Array(await this.#photo.arrayBuffer()) };
  }

  /** Says what the ink lies on, once it lies still. The person decides, but where it hides what was signed. */
  #warn() {
    clearTimeout(this.#waiting);
    delete this.#placed.element.dataset.judged;
    this.#waiting = setTimeout(async () => {
      const { bar, places, moved } = this.#viewer;
      const { page, box } = this.#placed;
      if (!this.#signing.isFixed) moved({ page, box, field: this.#field });
      const background = await places.background(page, box, { ...(await this.#look()), field: this.#field });
      const isStale = this.#isOver || this.#signing.isFixed || box.some((side, index) => side !== this.#placed.box[index]);
      if (isStale) return;
      if (background === "hidden") bar.refuse(this.#isField, false);
      else bar.warn(background, this.#isField);
      this.#placed.element.dataset.judged = "";
    }, still);
  }

  /** Moves it to where it lies on nothing. */
  async moveAway() {
    const { bar, places } = this.#viewer;
    const place = await places.free(this.#placed.page, this.#placed.box, await this.#look());
    if (this.#isOver) return;
    if (!place) {
      bar.tellNoneFree();
      return;
    }
    bar.say("");
    this.#placed.move(place.view, place.box);
    this.#show();
  }

  /** @param {File | undefined} file */
  async #takePhoto(file) {
    if (!file) return;
    try {
      this.#setPhoto(await shrink(file, photoSize));
    } catch {
      say(this.#viewer.notice, text("photo.unreadable"));
    }
  }

  /** @param {Blob | null} blob */
  #setPhoto(blob) {
    if (this.#isOver) return;
    this.#photo = blob;
    this.#adjust();
    this.#laid = this.#placed.setPhoto(blob);
  }

  async #save() {
    const { shown, bar, circumstances, form, notice, saved } = this.#viewer;
    hush(notice);
    this.#placed.lock(true);
    bar.saving();
    /** @type {Signed} */
    let done;
    try {
      form()?.lock(true);
      await this.#laid;
      const look = await this.#look();
      const { photo } = look;
      if (await this.#isHiding(look)) {
        this.#adjust();
        bar.refuse(this.#isField, false);
        return;
      }
      const { page, height, box } = this.#placed;
      const where = this.#isField ? { field: this.#field } : { page, box };
      await circumstances.tell(this.#drawn.signatureId, photo);
      const filled = shown.isOnServer ? { fields: form()?.fields } : await form()?.values();
      const signed = await this.#signing.save({ ...where, photo, ...filled });
      await form()?.forget().catch(() => {});
      done = { ...signed, id: shown.id, page, height };
    } catch (problem) {
      await this.#failed(problem);
      return;
    }
    await saved(done);
  }

  /**
   * Whether what is to be sealed hides what was signed: looked at once more, for it may have moved since, or never lain still.
   *
   * @param {Workers.Look} look
   */
  async #isHiding(look) {
    clearTimeout(this.#waiting);
    if (this.#signing.isFixed) return false;
    return (await this.#viewer.places.background(this.#placed.page, this.#placed.box, { ...look, field: this.#field }, true)) === "hidden";
  }

  /** @param {any} problem The server's, or one of this browser. */
  async #failed(problem) {
    const { shown, bar, notice, tell, away } = this.#viewer;
    const form = this.#viewer.form();
    // What this browser cannot read, and what others signed meanwhile, only the server sees.
    if (problem.code === "wouldHide") {
      this.#adjust();
      bar.refuse(this.#isField, true);
      return;
    }
    if (problem.code === "locked" && problem.fields?.length > 0) {
      shown.password = await askPassword(shown.name, Boolean(shown.password));
      this.#adjust();
      if (shown.password) bar.save();
      return;
    }
    if (problem.code === "formRefused" && form) {
      const names = new Intl.ListFormat(language, { type: "conjunction" }).format(await form.drop(problem.fields.map((/** @type {Wire.ProblemField} */ { name }) => name)));
      this.#adjust();
      say(notice, text("filling.dropped", { names }), { kind: "warn" });
      return;
    }
    // What was drawn is for what the person read: they see the newest version before they sign again.
    if (problem.code === "changedSince") {
      await this.#viewer.changed();
      return;
    }
    // Where others are faster all the time, the ink stays for the next try.
    const isLate = problem.code === "signedMeanwhile";
    // A signature that the server does not take for this document is worth nothing any more: another one has to be drawn.
    if (problem instanceof DocumentProblem || (!isLate && [404, 409].includes(problem.status))) {
      tell(problem);
      away();
      return;
    }
    this.#adjust();
    tell(problem, () => bar.save());
    if (!problem.isTransient && problem instanceof Problem && !shown.isOnServer) say(notice, `${explain(problem)} ${text("signing.unsaved")}`);
  }
}
