// Where a signature goes in a document: the place that is proposed, a free one near another, and what one would lie on. pdf.wasm says so, by
// the rule by which the next reader's browser and the server judge the signature once it is sealed; no byte of the document leaves the browser.

import { lineLabel } from "./field-label.js";
import { around, usual } from "./place-chooser.js";

/**
 * @typedef {import("./place-chooser.js").Place} Place
 * @typedef {import("./viewer-page.js").PageView} PageView
 */

/**
 * A place on a page as ParaphPDF has it.
 *
 * @param {Place} place
 * @returns {PDF.Rectangle}
 */
const corners = ({ view, box: { left, top, width, height } }) => [left, view.size.height - top - height, left + width, view.size.height - top];

export class SigningPlaces {
  #file;
  #views;
  /** Whether a question had no answer; then no more are asked, but before it is sealed. */
  #isSilent = false;

  /**
   * @param {import("./signing-file.js").SigningFile} file One that is open.
   * @param {PageView[]} views Its pages.
   */
  constructor(file, views) {
    this.#file = file;
    this.#views = views;
  }

  /**
   * @template Found
   * @param {(file: import("./signing-file.js").SigningFile) => Promise<Found | undefined>} question
   * @returns {Promise<Found | undefined>}
   */
  async #ask(question, isLast = false) {
    if (this.#isSilent && !isLast) return undefined;
    const found = await question(this.#file).catch(() => undefined);
    this.#isSilent ||= !found;
    return found;
  }

  /**
   * @param {Partial<PDF.Place> | undefined} found
   * @returns {Place | undefined}
   */
  #place({ page, box, width, height } = {}) {
    const view = page === undefined ? undefined : this.#views[page];
    if (!view || !box || width === undefined || height === undefined) return undefined;
    view.sized({ width, height });
    return { view, box: { left: box[0], top: height - box[3], width: box[2] - box[0], height: box[3] - box[1] } };
  }

  /**
   * The places to begin with, each with the words beside it where there are several; none where nothing is free.
   *
   * @returns {Promise<(Place & { label?: string })[]>}
   */
  async propose() {
    /** @type {Partial<PDF.Places>} */
    const { places = [] } = (await this.#ask((file) => file.ask("propose", { width: usual.width, height: usual.height }))) ?? {};
    const found = places.flatMap((one) => this.#place(one) ?? []);
    if (found.length < 2) return found;
    return Promise.all(found.map(async (place) => ({ ...place, label: lineLabel(corners(place), await place.view.words().catch(/** @returns {import("./field-label.js").Words[]} */ () => [])) })));
  }

  /**
   * A free place near the middle of a page, else its middle.
   *
   * @param {PageView} view
   */
  async middle(view) {
    const wanted = around(view, [0.5, 0.5]);
    const near = { page: view.number - 1, box: corners(wanted) };
    return this.#place(await this.#ask((file) => file.ask("free", { ...near, isAnywhere: false }))) ?? wanted;
  }

  /**
   * The free place that is nearest, on any page; undefined where there is none.
   *
   * @param {number} page
   * @param {PDF.Rectangle} box
   * @param {Workers.Look} look
   */
  async free(page, box, look) {
    return this.#place(await this.#ask((file) => file.ask("free", { page, box, isAnywhere: true, ...look })));
  }

  /**
   * What a signature would lie on, in a word that has its sentence; empty where there is nothing to say. In a field it lies where it is meant to.
   *
   * @param {number} page
   * @param {PDF.Rectangle} box
   * @param {Workers.Look} look
   * @param {boolean} [isLast] Asks whatever was not answered before.
   */
  async background(page, box, look, isLast) {
    /** @type {Partial<PDF.Background>} */
    const { background, signed } = (await this.#ask((file) => file.ask("background", { page, box, ...look }), isLast)) ?? {};
    // What this browser cannot read, such as a file that is kept encrypted, is unknown before it is sealed.
    if (!background) return look.field === undefined ? "unknown" : "";
    if (background === "free") return "";
    // A first signature is not announced.
    return signed || background === "field" ? background : `${background}First`;
  }

  /**
   * Where ink and photo lie in a box of a size; undefined where it is unknown.
   *
   * @param {number} width
   * @param {number} height
   * @param {Workers.Look} look
   */
  layout(width, height, look) {
    return this.#file.ask("layout", { width, height, ...look }).catch(() => undefined);
  }
}
