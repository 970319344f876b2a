// Filling a form before it is signed: each field under the hand where it stands on its page. What is filled in is kept on this device as it is
// typed, and becomes part of the update that is signed. Of a document of this device no byte of it leaves the browser before, nor after; of one
// that the server keeps it goes there with the signature.
//
// A signed document shows what is in it, and nothing else: its fields open once the person wants to fill them for a signature of their own, and
// what is typed then is a draft, beside which no verdict about the file stands.

import { make, openSheet } from "../Base/dom.js";
import { nearestLabel } from "./field-label.js";
import { fieldValue, initial, isEmpty, joined, needFont, records, takesList } from "./form-values.js";
import { hush, say } from "../Base/notice.js";
import { language, shownName, text } from "../Base/text.js";
import * as copies from "../Documents/copy-store.js";
import * as store from "../Documents/document-store.js";
import { SigningFile } from "./signing-file.js";

/** How long the hand rests before what was typed is checked, in milliseconds. */
const still = 400;
/** The largest letters, in points, and how much of a line's height they have. */
const [largest, share] = [12, 0.66];

/**
 * @typedef {import("./form-values.js").Value} Value
 * @typedef {import("./viewer-file.js").Shown} Shown
 * @typedef {import("./viewer-page.js").PageView} PageView
 *
 * @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLButtonElement} Control What a field is filled by; a button only says why it is closed.
 */

/**
 * Shows a value in a control. A list is never shown anew.
 *
 * @param {Control} control
 * @param {Value} value
 */
function show(control, value) {
  if (Array.isArray(value)) return;
  const { state } = control.dataset;
  if (control instanceof HTMLInputElement && state !== undefined) control.checked = state !== "" && state === value;
  else control.value = value;
}

/** A font for letters that the fonts of forms have not. */
async function font() {
  const answer = await fetch(new URL("../pdfjs/LiberationSans-Regular.ttf", import.meta.url)).catch(() => undefined);
  return answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
}

export class FormFilling {
  /** @type {PDF.FormField[]} */
  #fields = [];
  /** @type {Map<string, Value>} What was filled in, by the fields' names. */
  #values = new Map();
  /** @type {Map<string, Control[]>} */
  #controls = new Map();
  /** @type {Map<number, HTMLElement>} What lies over the pages, by their indices. */
  #layers = new Map();
  #person;
  #shown;
  #notice;
  #views;
  #worker = new SigningFile();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;
  /** What is said of filling. */
  #hint = "";
  #isLocked = false;
  /** Whether fields are open: what is kept of a closed one is neither shown nor sealed. */
  #isOpen = false;
  /** Hears whether drafts are shown. */
  #onDrafts;
  /** @type {Map<string, string>} What fields are called that have no label of their own, by their names. */
  #labels = new Map();
  /** @type {Set<string>} The names of fields whose signed value the person wants to replace. */
  #replaceable = new Set();
  /** @type {Map<string, Value>} What was typed into fields that others filled in and signed meanwhile. */
  #overtaken = new Map();
  /** Who signed the document, as far as that is known. */
  #signers;

  /**
   * @param {string} person
   * @param {Shown} shown
   * @param {PageView[]} views
   * @param {HTMLElement} notice
   * @param {Promise<string[]>} signers
   * @param {(isShown: boolean) => unknown} onDrafts Hears whether values are shown that are not in a signed document.
   */
  constructor(person, shown, views, notice, signers, onDrafts) {
    this.#person = person;
    this.#shown = shown;
    this.#views = views;
    this.#notice = notice;
    this.#signers = signers;
    this.#onDrafts = onDrafts;
  }

  /**
   * Shows what can be filled of a document on its pages; gives nothing where that is nothing.
   *
   * @param {string} person
   * @param {Shown} shown
   * @param {Blob} file
   * @param {PageView[]} views
   * @param {HTMLElement} notice
   * @param {Promise<string[]>} signers
   * @param {(isShown: boolean) => unknown} onDrafts
   */
  static async begin(person, shown, file, views, notice, signers, onDrafts) {
    const { marks, upload, next } = shown;
    if (upload || next || marks.some((mark) => ["locked", "final", "xfa"].includes(mark))) return undefined;
    const filling = new FormFilling(person, shown, views, notice, signers, onDrafts);
    return (await filling.#open(file)) ? filling : undefined;
  }

  /** @param {Blob} file */
  async #open(file) {
    const about = await this.#worker.ask("open", { file });
    /** @type {Partial<PDF.Form>} */
    const { fields = [], calculates } = about.error ? {} : await this.#worker.ask("form");
    this.#fields = fields.filter(({ refusal, widgets }) => widgets.length > 0 && (!refusal || refusal === "locked"));
    const open = this.#fields.filter(({ refusal }) => !refusal);
    if (this.#fields.length === 0) return this.end();
    const { isOnServer, id, hash } = this.#shown;
    const form = isOnServer ? await copies.form(this.#person, id) : (await store.document(this.#person, id))?.form;
    const names = new Set(open.map(({ name }) => name));
    // What others signed meanwhile changes the file, and not what was typed here into fields that are open still.
    if (form?.hash === hash || isOnServer) for (const [name, value] of form?.values ?? []) if (names.has(name)) this.#values.set(name, value);
    if (form?.hash !== hash) this.#overtake(open);
    await this.#findLabels();
    for (const field of this.#fields) if (field.refusal) this.#layAll(field);
    const fill = text(calculates ? "filling.calculates" : isOnServer ? "filling.fillFile" : "filling.fill");
    this.#hint = fill;
    if (open.length === 0) return true;
    if (this.#isSigned) {
      if (this.#values.size > 0 && !this.#notice.textContent.trim()) say(this.#notice, text("filling.kept"), { kind: "warn", isByItself: true, action: text("filling.showKept"), onAction: () => this.fill() });
    } else {
      this.#unfold();
      if (!this.#notice.textContent.trim()) say(this.#notice, fill, { kind: "" });
    }
    return true;
  }

  /** Whether there are fields to fill that are not open yet. */
  get isClosed() { return !this.#isOpen && this.#fields.some(({ refusal }) => !refusal); }

  get #isSigned() { return Boolean(this.#shown.signatures); }

  /** Whether what is shown in fields is not in the signed document. */
  get hasDrafts() { return this.#isOpen && this.#isSigned; }

  /** Opens the fields of a signed document, with what was typed there before. */
  fill() {
    if (!this.isClosed) return;
    this.#unfold();
    this.#onDrafts(true);
    say(this.#notice, `${text("filling.draft")} ${this.#hint}`, { kind: "warn" });
    this.#focusNear();
  }

  /** The first field that is open from where the page is read on has the focus, else the first of all. */
  #focusNear() {
    const open = this.#fields.filter(({ refusal }) => !refusal).map((field) => this.#controls.get(field.name)?.[0]).filter((control) => control !== undefined);
    const top = this.#notice.closest(".viewer-pages")?.getBoundingClientRect().top ?? 0;
    (open.find((control) => control.getBoundingClientRect().top >= top) ?? open[0])?.focus();
  }

  /** @param {PDF.FormField | undefined} field */
  #focus(field) {
    if (field) this.#controls.get(field.name)?.[0].focus();
  }

  /** Closes them, and forgets what was typed: the document is shown as it is. */
  async discard() {
    clearTimeout(this.#waiting);
    this.#isOpen = false;
    this.#values.clear();
    this.#replaceable.clear();
    for (const { name, refusal } of this.#fields) {
      if (refusal) continue;
      for (const control of this.#controls.get(name) ?? []) control.remove();
      this.#controls.delete(name);
    }
    hush(this.#notice);
    this.#onDrafts(false);
    await this.#keep();
  }

  #unfold() {
    this.#isOpen = true;
    for (const field of this.#fields) if (!field.refusal) this.#layAll(field);
  }

  /** @param {PDF.FormField} field */
  #layAll(field) {
    for (const widget of field.widgets) this.#lay(field, widget);
  }

  /** Looks for the words that are printed beside fields without a label. */
  async #findLabels() {
    /** @type {Map<number, import("./field-label.js").Words[]>} */
    const pages = new Map();
    for (const [index, { name, label, kind, widgets }] of this.#fields.entries()) {
      if (label) continue;
      const { page, rectangle } = widgets[0];
      const words = pages.get(page) ?? (await this.#views[page]?.words().catch(() => [])) ?? [];
      pages.set(page, words);
      this.#labels.set(name, nearestLabel(rectangle, kind, words) || text("filling.field", { number: index + 1 }));
    }
  }

  /**
   * What a field is called for people.
   *
   * @param {Pick<PDF.FormField, "label" | "name">} field
   */
  #label({ label, name }) { return label || this.#labels.get(name) || name; }

  /** It is signed: what was typed and shown is in the document. */
  async forget() {
    if (this.#shown.isOnServer && this.#isOpen) await copies.noteForm(this.#person, this.#shown.id, this.#shown.hash, []);
  }

  /**
   * Takes back what fields do not take any more, and says which; they show what the document has.
   *
   * @param {string[]} names
   */
  async drop(names) {
    const dropped = this.#fields.filter(({ name }) => names.includes(name));
    for (const field of dropped) {
      this.#values.delete(field.name);
      for (const control of this.#controls.get(field.name) ?? []) {
        show(control, initial(field));
        control.disabled = true;
      }
    }
    await this.#keep();
    return dropped.map((field) => this.#label(field));
  }

  /** The document is shown no more, or there is nothing to fill. */
  end() {
    clearTimeout(this.#waiting);
    this.#worker.end();
    return false;
  }

  /**
   * While a signature is on its way nothing of what it signs changes.
   *
   * @param {boolean} isLocked
   */
  lock(isLocked) {
    this.#isLocked = isLocked;
    for (const layer of this.#layers.values()) layer.inert = isLocked;
  }

  /** The fields that were filled in and are open, with what they hold. */
  get #filled() {
    return this.#isOpen ? this.#fields.flatMap((field) => {
      const value = this.#values.get(field.name);
      return value === undefined ? [] : [{ field, value }];
    }) : [];
  }

  /**
   * @param {PDF.FormField} field
   * @returns {Value}
   */
  #value(field) { return (this.#isOpen ? this.#values.get(field.name) : undefined) ?? initial(field); }

  /**
   * What was filled in, as the signing worker takes it; nothing where that is nothing.
   *
   * @returns {Promise<Workers.Filled>}
   */
  async values() {
    const filled = this.#filled.flatMap(records);
    return filled.length === 0 ? {} : { form: joined(filled), font: needFont(filled) ? await font() : undefined };
  }

  /** The same, as the server takes it. */
  get fields() { return this.#filled.map(fieldValue); }

  /** The labels of fields that must be filled and are not. */
  get missing() {
    return this.#fields.filter((field) => field.required && !field.refusal && isEmpty(this.#value(field))).map((field) => this.#label(field));
  }

  /** Brings the first field into view that must be filled and is not. */
  showMissing() {
    this.fill();
    this.#focus(this.#fields.find((one) => one.required && !one.refusal && isEmpty(this.#value(one))));
  }

  #keep() { return (this.#shown.isOnServer ? copies : store).noteForm(this.#person, this.#shown.id, this.#shown.hash, [...this.#values]); }

  /** Keeps what was filled in, and says what of it the form does not take; gives whether it takes all. */
  async check() {
    clearTimeout(this.#waiting);
    await this.#keep();
    /** @type {Partial<PDF.FieldRefusals>} */
    const { refusals = [] } = await this.#worker.ask("refusals", await this.values());
    for (const [name, controls] of this.#controls) {
      const isWrong = refusals.some(({ field }) => field === name);
      for (const control of controls) control.setAttribute("aria-invalid", String(isWrong));
    }
    if (refusals.length > 0) say(this.#notice, refusals.map((refusal) => this.#words(refusal)).join(" "));
    else if (this.#notice.dataset.form !== undefined) hush(this.#notice);
    if (refusals.length > 0) this.#notice.dataset.form = "";
    else delete this.#notice.dataset.form;
    return refusals.length === 0;
  }

  /** @param {PDF.FieldRefusal} refusal */
  #words({ field: name, reason, most, character }) {
    const label = this.#label(this.#fields.find((field) => field.name === name) ?? { name });
    const known = ["tooLong", "oneLine", "noGlyph", "needsShaping", "locked"];
    return text(`filling.problem.${known.includes(reason) ? reason : "other"}`, { name: label, most, character: character ? String.fromCodePoint(character) : "" });
  }

  /** @param {number} page */
  #layer(page) {
    const known = this.#layers.get(page);
    if (known) return known;
    const layer = make("div", { class: this.#isSigned ? "form-layer form-drafts" : "form-layer" });
    this.#layers.set(page, layer);
    this.#views[page].keep(layer);
    return layer;
  }

  /**
   * @param {PDF.FormField} field
   * @param {PDF.Widget} widget
   */
  #lay(field, widget) {
    const view = this.#views[widget.page];
    if (!view) return;
    const { width, height } = view.size;
    const [left, bottom, right, top] = widget.rectangle;
    const control = this.#control(field, widget);
    const lines = field.multiline || takesList(field) ? largest / share : top - bottom;
    Object.assign(control.style, { left: `${(100 * left) / width}%`, top: `${(100 * (height - top)) / height}%`, width: `${(100 * (right - left)) / width}%`,
      height: `${(100 * (top - bottom)) / height}%`, fontSize: `${(100 * Math.min(largest, lines * share)) / width}cqw` });
    this.#controls.set(field.name, [...(this.#controls.get(field.name) ?? []), control]);
    this.#layer(widget.page).append(control);
  }

  /**
   * @param {PDF.FormField} field
   * @param {PDF.Widget} widget
   * @returns {Control}
   */
  #control(field, widget) {
    const { name, kind, longest, required, refusal } = field;
    const label = this.#label(field);
    const shared = { "aria-label": label, "aria-required": required ? "true" : null, "data-field": name, class: "form-control" };
    if (refusal) {
      const why = text("filling.problem.locked", { name: label });
      const tell = () => say(this.#notice, why, { kind: "warn" });
      return make("button", { ...shared, type: "button", class: "form-control form-locked", title: why, "aria-label": why, "aria-required": null, click: tell });
    }
    if (this.#isHeld(field)) {
      const words = `${label} – ${text("filling.signedAskUnknown")}`;
      return make("button", { ...shared, type: "button", class: "form-control form-signed", title: words, "aria-label": words, "aria-required": null, click: () => this.#askReplacing(field) });
    }
    const value = this.#value(field);
    if (kind === "checkbox" || kind === "radio") {
      const { state = "" } = widget;
      const input = make("input", { ...shared, type: kind, name: kind === "radio" ? `form-${name}` : null, "aria-required": null, required });
      input.dataset.state = state;
      show(input, value);
      input.addEventListener("change", () => this.#set(field, input.checked ? state : "", input));
      return input;
    }
    if (kind === "choice" && !field.edit) {
      const select = this.#select(field, shared, value);
      const chosen = () => (select.multiple ? [...select.selectedOptions].map((option) => option.value) : select.value);
      select.addEventListener("input", () => this.#set(field, chosen(), select));
      return select;
    }
    const control = make(field.multiline ? "textarea" : "input", { ...shared,
      type: field.multiline ? null : field.password ? "password" : "text", maxlength: longest, autocomplete: "off", spellcheck: "false" });
    if (field.comb && longest) control.classList.add("form-comb");
    show(control, value);
    control.addEventListener("input", () => this.#set(field, control.value, control));
    return control;
  }

  /**
   * Whether a field holds what others signed, and the person did not say that they want to replace it.
   *
   * @param {PDF.FormField} field
   */
  #isHeld(field) { return this.#isSigned && !isEmpty(initial(field)) && !this.#values.has(field.name) && !this.#replaceable.has(field.name); }

  /**
   * Takes back what was typed into fields that hold something signed now: it is there again once the person wants to replace that.
   *
   * @param {PDF.FormField[]} fields
   */
  #overtake(fields) {
    for (const field of fields) {
      const typed = this.#values.get(field.name);
      const held = initial(field);
      if (typed === undefined || !this.#isSigned || isEmpty(held) || String(typed) === String(held)) continue;
      this.#values.delete(field.name);
      this.#overtaken.set(field.name, typed);
    }
  }

  /**
   * Says whose signatures show as changed once a field holds something else, and opens it where that is wanted.
   *
   * @param {PDF.FormField} field
   */
  async #askReplacing(field) {
    if (this.#isLocked) return;
    const names = await this.#signers;
    const answer = await openSheet("question", (dialog) => {
      const signers = new Intl.ListFormat(language, { type: "conjunction" }).format(names.map(shownName));
      dialog.querySelector("[data-question]").textContent = names.length > 0 ? text("filling.signedAsk", { names: signers }) : text("filling.signedAskUnknown");
      dialog.querySelector("[data-consequence]").textContent = text("filling.signedNote", { name: this.#label(field), count: Math.max(1, names.length) });
      dialog.querySelector("[value=yes]").textContent = text("filling.replace");
    });
    if (answer !== "yes" || !this.#isOpen) return;
    this.#replaceable.add(field.name);
    const typed = this.#overtaken.get(field.name);
    if (typed !== undefined) this.#values.set(field.name, typed);
    for (const control of this.#controls.get(field.name) ?? []) control.remove();
    this.#controls.delete(field.name);
    this.#layAll(field);
    this.#focus(field);
  }

  /**
   * @param {PDF.FormField} field
   * @param {Record<string, unknown>} shared
   * @param {Value} value
   */
  #select({ options, multiple, combo }, shared, value) {
    const known = options.some(({ export: code }) => code === value);
    const list = multiple || known ? options : [{ export: "", display: "" }, ...options];
    const select = make("select", { ...shared, multiple, size: combo || multiple ? null : Math.max(2, list.length) },
      ...list.map(({ export: code, display }) => make("option", { value: code, selected: Array.isArray(value) ? value.includes(code) : code === value }, display)));
    show(select, value);
    return select;
  }

  /**
   * @param {PDF.FormField} field
   * @param {Value} value
   * @param {Control} source Where it was typed or chosen.
   */
  #set(field, value, source) {
    if (this.#isLocked) return;
    this.#values.set(field.name, value);
    // The other places of a field show the same.
    for (const control of this.#controls.get(field.name) ?? []) if (control !== source) show(control, value);
    this.#keep().catch(() => {});
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.check().catch(() => {}), still);
  }
}
