// Where a signature goes in a document: the place that is proposed, a free one near another, and what one would lie on. pdf.wasm says so, by
// the rule by which the next reader's browser and the server judge the signature once it is sealed; no byte of the document leaves the browser.

import { around, usual } from "./place-chooser.js";

/** A place on a page as ParaphPDF has it: left, bottom, right and top. */
const corners = ({ view, box: { left, top, width, height } }) => [left, view.size.height - top - height, left + width, view.size.height - top];

export class SigningPlaces {
  #file;
  #views;
  /** Whether a question had no answer; then no more are asked, but before it is sealed. */
  #isSilent = false;

  /** `file` is a SigningFile that is open, `views` are its pages. */
  constructor(file, views) {
    [this.#file, this.#views] = [file, views];
  }

  async #ask(call, values, isLast = false) {
    if (this.#isSilent && !isLast) return undefined;
    const found = await this.#file.ask(call, values).catch(() => undefined);
    this.#isSilent ||= !found;
    return found;
  }

  #place(found) {
    const view = this.#views[found?.page];
    if (!view) return undefined;
    const { box, width, height } = found;
    view.sized({ width, height });
    return { view, box: { left: box[0], top: height - box[3], width: box[2] - box[0], height: box[3] - box[1] } };
  }

  /** The place to begin with; undefined where there is none. */
  async propose() {
    return this.#place(await this.#ask("propose", { width: usual.width, height: usual.height }));
  }

  /** A free place near the middle of a page, else its middle. */
  async middle(view) {
    const wanted = around(view, 0.5, 0.5);
    return this.#place(await this.#ask("free", { page: view.number - 1, box: corners(wanted), isAnywhere: false })) ?? wanted;
  }

  /** The free place that is nearest, on any page, for what is seen of a signature; undefined where there is none. */
  async free(page, box, look) {
    return this.#place(await this.#ask("free", { page, box, isAnywhere: true, ...look }));
  }

  /**
   * What a signature would lie on, in a word that has its sentence; empty where there is nothing to say. In a field it lies where it is meant to.
   * `isLast` asks whatever was not answered before.
   */
  async background(page, box, look, isLast = false) {
    const { background, signed } = (await this.#ask("background", { page, box, ...look }, isLast)) ?? {};
    // What this browser cannot read, such as a file that is kept encrypted, is unknown before it is sealed.
    if (!background) return look.field === undefined ? "unknown" : "";
    if (background === "free") return "";
    // A first signature is not announced.
    return signed || background === "field" ? background : `${background}First`;
  }

  /** Where ink and photo lie in a box of a size; undefined where it is unknown. */
  layout(width, height, look) {
    return this.#file.ask("layout", { width, height, ...look }).catch(() => undefined);
  }
}
