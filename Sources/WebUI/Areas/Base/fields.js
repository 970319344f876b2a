// <form-field>: refuses characters that are not allowed as they are typed, and checks by pattern what was typed when the field is left.

import { afterPress } from "./press.js";
import { knows, text } from "./text.js";

/**
 * What is wrong with a value, by the input's type, where more is asked than the browser knows: scripts of such fields put theirs here.
 *
 * @type {Map<string, (value: string, field: FormField) => string>}
 */
export const rules = new Map();

export class FormField extends HTMLElement {
  connectedCallback() {
    this.input = /** @type {HTMLInputElement | null} */ (this.querySelector("input, select"));
    this.error = this.querySelector(".error");
    this.refused = this.querySelector(".refused");
    if (!this.input) return;
    // What is said makes the field higher: not before a press that took the focus away has hit what it was meant for.
    this.input.addEventListener("blur", () => afterPress(() => this.left()));
    this.input.addEventListener("input", (event) => this.typed(event));
    if (this.dataset.refuse) {
      this.bad = new RegExp(this.dataset.refuse, "gu");
      this.input.addEventListener("beforeinput", (event) => this.refuse(event));
    }
  }

  /** @param {InputEvent} event */
  refuse(event) {
    if (event.isComposing || !event.data || !event.inputType.startsWith("insert")) return;
    if (event.data.replace(this.bad, "") !== "" || event.data === "") return;
    event.preventDefault();
    this.explain(event.data);
  }

  /** @param {Event & { isComposing?: boolean }} event */
  typed(event) {
    if (this.bad && !event.isComposing) {
      const { value } = this.input;
      const clean = value.replace(this.bad, "");
      if (clean !== value) {
        const caret = this.input.selectionStart;
        this.input.value = clean;
        if (caret !== null) {
          const place = value.slice(0, caret).replace(this.bad, "").length;
          this.input.setSelectionRange(place, place);
        }
        this.explain(value);
        return;
      }
    }
    if (this.input.hasAttribute("aria-invalid")) this.check();
  }

  /** @param {string} typed */
  explain(typed) {
    const found = [...new Set(typed.match(this.bad))].map((character) => (character.trim() === "" ? text("field.space") : character));
    this.refused?.replaceChildren(text("field.refused", { characters: found.slice(0, 5).join(" ") }) + " " + (this.dataset.allowed ?? ""));
  }

  /** The field was left: that it is empty is told when the form is sent, and no earlier. */
  left() {
    this.refused?.replaceChildren();
    const { checked, type, validity, value } = this.input;
    const isEmpty = type === "checkbox" ? !checked : value.trim() === "" && !validity.badInput;
    if (!isEmpty || this.input.hasAttribute("aria-invalid")) this.check();
  }

  /** Whether the value is right; says what is not. */
  check() {
    const { validity, value } = this.input;
    let words = "";
    if (validity.valueMissing && this.input.type === "checkbox") words = this.dataset.wrong;
    else if (validity.valueMissing || (this.input.required && value.trim() === "")) words = text("field.missing");
    else if (value.trim() !== "" && rules.has(this.input.type)) words = rules.get(this.input.type)(value, this);
    else if (!validity.valid) words = this.dataset.wrong || this.input.validationMessage;
    this.say(words);
    return words === "";
  }

  /** @param {string} words */
  say(words) {
    this.error?.replaceChildren(words);
    if (words) {
      this.refused?.replaceChildren();
      this.input.setAttribute("aria-invalid", "true");
    } else {
      this.input.removeAttribute("aria-invalid");
    }
  }
}

customElements.define("form-field", FormField);

/**
 * Checks all fields of a form and goes to the first that is wrong.
 *
 * @param {HTMLFormElement} form
 */
export function checkForm(form) {
  const wrong = [...form.querySelectorAll("form-field")].filter((field) => field.input && !field.check());
  if (wrong.length === 0) return true;
  reveal(wrong[0]);
  return false;
}

const explainField = (/** @type {string} */ name, /** @type {string} */ code) => (["wrong", "taken"].includes(code) && knows(`wrong.${name}`) ? text(`wrong.${name}`) : "");

/**
 * Shows what the server says of fields; whether it named one of this form.
 *
 * @param {HTMLFormElement} form
 * @param {{ fields?: Wire.ProblemField[] }} problem
 */
export function showFieldProblems(form, problem) {
  let first;
  for (const refused of problem.fields ?? []) {
    const name = refused.name.split(".").at(-1);
    const field = form.querySelector(`[name="${CSS.escape(name)}"]`)?.closest("form-field");
    if (!field) continue;
    field.say(explainField(name, refused.code) || field.dataset.wrong || text("problem.malformed"));
    first ??= field;
  }
  if (first) reveal(first);
  return first !== undefined;
}

/** @param {FormField} field */
function reveal(field) {
  const details = field.closest("details");
  if (details) details.open = true;
  field.input.focus();
  field.scrollIntoView({ block: "center" });
}

/**
 * The trimmed values of a form, without what is empty.
 *
 * @param {HTMLFormElement} form
 */
export function values(form) {
  /** @type {Record<string, string>} */
  const result = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value.trim() !== "") result[name] = value.trim();
  }
  return result;
}

/**
 * Keeps a form's fields over reloads of this tab; never files.
 *
 * @param {HTMLFormElement} form
 * @param {string} key
 */
export function keepDraft(form, key) {
  form.addEventListener("input", () => sessionStorage.setItem(key, JSON.stringify(values(form))));
  const draft = JSON.parse(sessionStorage.getItem(key) ?? "{}");
  for (const [name, value] of Object.entries(draft)) {
    const control = form.elements[name];
    if (control instanceof RadioNodeList) control.value = value;
    else if (control?.type === "checkbox") control.checked = true;
    else if (control && control.type !== "file") control.value = value;
  }
  return Object.keys(draft).length > 0;
}
