// <place-field>: where the person is, asked for only once they switch it on, and sent only with their registration.

import { text } from "../Base/text.js";

/** About ten metres; a finer place is not needed. */
const coarse = (/** @type {number} */ degrees) => Math.round(degrees * 1e4) / 1e4;

const patience = 20_000;

export class PlaceField extends HTMLElement {
  connectedCallback() {
    this.input = this.querySelector("input");
    this.line = this.querySelector(".check");
    this.status = this.querySelector("[role=status]");
    this.input.checked = false;
    this.input.addEventListener("change", () => (this.input.checked ? this.find() : this.forget()));
  }

  forget() {
    this.search = undefined;
    this.place = undefined;
    this.line.removeAttribute("aria-busy");
    this.say();
  }

  async find() {
    const search = (this.search = {});
    this.line.setAttribute("aria-busy", "true");
    this.say("place.searching");
    let outcome = "place.found";
    let place;
    try {
      place = await find();
    } catch (error) {
      outcome = error?.code === 1 ? "place.denied" : "place.failed";
    }
    // The person may have switched it off, or off and on again, meanwhile.
    if (this.search !== search) return;
    this.line.removeAttribute("aria-busy");
    this.place = place;
    this.input.checked = place !== undefined;
    this.say(outcome);
  }

  /** @param {string} [key] */
  say(key) {
    this.status.replaceChildren(key ? text(key) : "");
  }
}

/** Where the person is, to about ten metres. */
export async function find() {
  const { coords } = await locate();
  return { latitude: coarse(coords.latitude), longitude: coarse(coords.longitude) };
}

function locate() {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) reject(new Error("no geolocation"));
    else navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: patience, maximumAge: 300_000 });
  });
}

customElements.define("place-field", PlaceField);
