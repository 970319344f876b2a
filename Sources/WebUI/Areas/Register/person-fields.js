// What people say of themselves (person-fields.mustache): the telephone number, which no browser checks, and the profile of such a form.

import { rules } from "../Base/fields.js";
import { internationalNumber, phoneNumber } from "./phone.js";
import { knows, language, text } from "../Base/text.js";

/**
 * The country whose numbers a field takes without country code: the instance's, else the one that the device's first language names. The others are
 * mostly what a browser brings along, as en-US.
 *
 * @param {Element | null} field
 */
const countryOf = (field) => (field instanceof HTMLElement && field.dataset.country) || navigator.language.match(/-([A-Z]{2})\b/)?.[1];

rules.set("tel", (value, field) => {
  const { fault } = phoneNumber(value, countryOf(field));
  return fault ? (knows(`phone.${fault}`) ? text(`phone.${fault}`) : field.dataset.wrong) : "";
});

/** <phone-field>: a number without country code gets it when the field is left, in sight, so that a wrong guess can be mended. */
class PhoneField extends HTMLElement {
  connectedCallback() {
    const input = this.querySelector("input");
    const said = this.querySelector("[data-read]");
    input?.addEventListener("input", () => said?.replaceChildren());
    input?.addEventListener("change", () => {
      const country = countryOf(this.closest("form-field"));
      const number = country && internationalNumber(input.value, country);
      if (!number) return;
      input.value = number;
      said?.replaceChildren(text("phone.read", { country: new Intl.DisplayNames(language, { type: "region" }).of(country.toUpperCase()) ?? country }));
    });
  }
}

customElements.define("phone-field", PhoneField);

/**
 * The profile of a form's values.
 *
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} given
 */
export function profileOf(form, given) {
  /** @type {Record<string, string>} */
  const profile = { userName: given.userName };
  for (const name of ["companyName", "position", "birthday", "sex"]) if (given[name]) profile[name] = given[name];
  const country = countryOf(form.querySelector("form-field:has([type=tel])"));
  if (given.phoneNumber) profile.phoneNumber = phoneNumber(given.phoneNumber, country).number ?? given.phoneNumber;
  return profile;
}
