// Where a document is signed, and the photo: told only by who agreed, and only with a signature of theirs.

import { call, part } from "../Base/api.js";
import { base64url } from "../Base/bytes.js";
import { make } from "../Base/dom.js";
import { find } from "../Register/place.js";
import { text } from "../Base/text.js";

/** A switch that agrees, and withdraws; the place is looked for as soon as it is on. */
export class Circumstances {
  #input = make("input", { id: "circumstances", type: "checkbox", role: "switch", "aria-describedby": "circumstances-hint", autocomplete: "off" });
  #hint = make("p", { class: "hint", id: "circumstances-hint", role: "status" });
  /** Opens what is always the same, which need not take room each time. */
  #why = make("button", { type: "button", class: "button-plain", "aria-label": text("circumstances.why"), "aria-controls": "circumstances-hint", "aria-expanded": "false",
    click: () => this.#show(this.#hint.hidden) }, "?");
  /** @type {Promise<object | undefined> | undefined} The place that is being looked for; of none where it was not found. */
  #place;

  /** @param {boolean} isAllowed */
  constructor(isAllowed) {
    const line = make("div", { class: "check" }, this.#input, make("label", { for: "circumstances" }, text("circumstances.tell")), this.#why);
    this.element = make("div", { class: "circumstances" }, line, this.#hint);
    this.#input.checked = isAllowed;
    this.#input.addEventListener("change", () => this.#choose());
    if (isAllowed) this.#search();
    else this.#say("circumstances.hint");
  }

  async #choose() {
    const { checked } = this.#input;
    this.#place = undefined;
    this.#say(checked ? "place.searching" : "circumstances.hint");
    try {
      await call(checked ? "PUT" : "DELETE", "/v1/me/circumstances");
      if (checked) this.#search();
    } catch {
      this.#input.checked = !checked;
      this.#say("circumstances.failed");
    }
  }

  #search() {
    this.#say("place.searching");
    const search = (this.#place = find().then((place) => {
      if (search === this.#place) this.#say("circumstances.found");
      return place;
    }, (error) => {
      if (search === this.#place) this.#say(error?.code === 1 ? "circumstances.denied" : "circumstances.notFound");
      return undefined;
    }));
  }

  /** @param {boolean} isShown */
  #show(isShown) {
    this.#hint.hidden = !isShown;
    this.#why.setAttribute("aria-expanded", String(isShown));
  }

  /** @param {string} key */
  #say(key) {
    this.#hint.replaceChildren(text(key));
    this.#show(key !== "circumstances.hint");
  }

  /**
   * Tells of a signature what there is to tell; what the server does not take is not asked again, a lost connection is.
   *
   * @param {string} signatureId
   * @param {Uint8Array | null | undefined} photo
   */
  async tell(signatureId, photo) {
    if (!this.#input.checked) return;
    const place = await this.#place;
    if (!place && !photo) return;
    try {
      await call("PUT", `/v1/me/signatures/${part(signatureId)}/circumstances`, { ...(place ? { place } : {}), ...(photo ? { photo: base64url(photo) } : {}) });
    } catch (problem) {
      if (problem.isTransient) throw problem;
    }
  }
}
