// Who may read and sign a file.

import { busy, icon, make, openSheet } from "../Base/dom.js";
import { checkForm, showFieldProblems } from "../Base/fields.js";
import * as api from "./files-api.js";
import { explainFile } from "./file-problem.js";
import { hush, say } from "../Base/notice.js";
import { shownName, text } from "../Base/text.js";

class People {
  /** @type {Wire.FileReader[]} */
  #readers = [];

  /**
   * @param {HTMLDialogElement} dialog
   * @param {Pick<Wire.File, "id" | "name">} file
   */
  constructor(dialog, file) {
    this.dialog = dialog;
    this.file = file;
    this.list = dialog.querySelector("[data-list]");
    this.notice = dialog.querySelector("[data-notice]");
    this.form = dialog.querySelector("form");
    dialog.querySelector("[data-name]").textContent = file.name;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      hush(this.notice);
      if (checkForm(this.form)) busy(this.form.querySelector("[type=submit]"), () => this.#invite());
    });
    this.#load();
  }

  async #load() {
    try {
      this.#readers = (await api.readers(this.file.id)).items;
      this.#show();
    } catch (problem) {
      say(this.notice, explainFile(problem, this.file.name), { action: text("action.retry"), onAction: () => (hush(this.notice), this.#load()) });
    }
  }

  #show() {
    const rows = this.#readers.map((reader) => make("li", { class: "item" },
      make("span", { class: "thumb" }, icon("person")),
      make("span", { class: "item-text" }, make("span", { class: "item-title" }, shownName(reader.name)), make("span", { class: "item-line" }, reader.name === reader.email ? "" : reader.email)),
      make("button", { type: "button", class: "button-plain danger", "aria-label": text("files.dismissOf", { name: reader.name }),
        click: (/** @type {Event & { currentTarget: Element }} */ event) => busy(event.currentTarget, () => this.#dismiss(reader)) }, text("files.dismiss"))));
    this.list.replaceChildren(...rows);
    this.list.hidden = rows.length === 0;
    this.dialog.querySelector("[data-only-you]").hidden = rows.length > 0;
  }

  async #invite() {
    const { email } = this.form.elements;
    try {
      const reader = await api.invite(this.file.id, email.value.trim());
      this.#readers = [...this.#readers.filter(({ id }) => id !== reader.id), reader];
      this.#show();
      email.value = "";
      say(this.notice, text("files.invited", { name: reader.name }), { kind: "good" });
    } catch (problem) {
      const field = this.form.querySelector("form-field");
      const isOwn = problem.fields?.some((/** @type {Wire.ProblemField} */ { code }) => code === "own");
      if (isOwn || problem.code === "noAccount") {
        field.say(text(isOwn ? "files.ownAddress" : "files.noAccount"));
        email.focus();
      } else if (!showFieldProblems(this.form, problem)) say(this.notice, explainFile(problem, this.file.name));
    }
  }

  /** @param {Wire.FileReader} reader */
  async #dismiss(reader) {
    hush(this.notice);
    try {
      await api.dismiss(this.file.id, reader.id);
    } catch (problem) {
      // A reader who left meanwhile is gone already.
      if (problem.status !== 404) {
        say(this.notice, explainFile(problem, this.file.name));
        return;
      }
    }
    this.#readers = this.#readers.filter(({ id }) => id !== reader.id);
    this.#show();
    // Undo is as good as a question, and quicker.
    say(this.notice, text("files.dismissed", { name: reader.name }), { kind: "", action: text("files.undo"), onAction: () => this.#again(reader) });
    this.notice.querySelector("button").focus();
  }

  /** @param {Wire.FileReader} reader */
  async #again({ email }) {
    this.form.elements.email.value = email;
    hush(this.notice);
    await this.#invite();
  }
}

/** Shows the readers, adds and removes some. */
export const openPeople = (/** @type {Pick<Wire.File, "id" | "name">} */ file) => openSheet("people-sheet", (dialog) => new People(dialog, file));
