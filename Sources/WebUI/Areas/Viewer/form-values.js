// What is filled into a form: what fields hold, and how that is told to the worker that signs and to the server.
//
// It knows no page, so that Tests/Pages tests it.

const zero = "\0";

/**
 * @typedef {string | string[]} Value What a field holds: a list where it takes several values.
 *
 * @typedef {{ field: PDF.FormField, value: Value }} Filled A field that was filled in, and what it holds then.
 */

/** Whether a field takes several values: files may set the flag on fields of which it says nothing, and on those in which text is typed. */
export const takesList = (/** @type {Pick<PDF.FormField, "kind" | "multiple" | "edit">} */ { kind, multiple, edit }) => Boolean(kind === "choice" && multiple && !edit);

/**
 * What a field holds in the document.
 *
 * @param {PDF.FormField} field
 * @returns {Value}
 */
export function initial(field) {
  const { value = "", kind, widgets } = field;
  if (kind === "checkbox" || kind === "radio") return widgets.find(({ on }) => on)?.state ?? "";
  return takesList(field) ? value.split("\n").filter(Boolean) : value;
}

export const isEmpty = (/** @type {Value} */ value) => value.length === 0;

/**
 * What a field holds, as the signing worker takes it: a record for each value.
 *
 * @param {Filled} filled
 */
export function records({ field: { name, kind }, value }) {
  if (isEmpty(value)) return [[name, "e", ""].join(zero)];
  if (Array.isArray(value)) return value.map((option) => [name, "m", option].join(zero));
  return [[name, "t", kind === "text" ? value.replaceAll(zero, "") : value].join(zero)];
}

/** Several records as one text. */
export const joined = (/** @type {string[]} */ some) => some.join(zero);

/** Whether records have letters that the fonts of forms have not. */
export const needFont = (/** @type {string[]} */ some) => some.some((record) => /[^\0-\u00ff]/.test(record));

/**
 * What a field holds, as the server takes it.
 *
 * @param {Filled} filled
 * @returns {Wire.FieldValue}
 */
export function fieldValue({ field: { name: field }, value }) {
  if (isEmpty(value)) return { field };
  return Array.isArray(value) ? { field, choices: value } : { field, text: value.replaceAll(zero, "") };
}
