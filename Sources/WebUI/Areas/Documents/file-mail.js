// Sends a file by mail.

import { busy, openSheet } from "../Base/dom.js";
import * as api from "./files-api.js";
import { explainFile } from "./file-problem.js";
import { hush, say } from "../Base/notice.js";
import { text } from "../Base/text.js";

const most = 10;
const address = /^[^@\s]+@[^@\s]+\.[^@\s.]{2,}$/;

/** The addresses of a text, each once, with whatever stands between them. */
const addresses = (/** @type {string} */ words) => [...new Map(words.split(/[\s,;<>]+/).filter(Boolean).map((one) => [one.toLowerCase(), one])).values()];

/**
 * What is wrong with addresses, in the person's words.
 *
 * @param {string[]} to
 */
function wrong(to) {
  const bad = to.find((one) => !address.test(one) || one.length > 254);
  if (to.length === 0) return text("field.missing");
  if (bad) return text("files.mailWrong", { address: bad });
  return to.length > most ? text("files.mailMany") : "";
}

/**
 * Asks to whom, and sends.
 *
 * @param {Wire.File} file
 * @param {(words: string, kind: "good" | "bad") => unknown} tell Says that it is on its way.
 */
export const openMail = (file, tell) => openSheet("mail-sheet", (dialog) => {
  const form = dialog.querySelector("form");
  const notice = dialog.querySelector("[data-notice]");
  const error = form.querySelector(".error");
  dialog.querySelector("[data-name]").textContent = file.name;
  const check = (/** @type {string[]} */ to) => {
    error.textContent = wrong(to);
    form.elements.to.setAttribute("aria-invalid", String(error.textContent !== ""));
    return error.textContent === "";
  };
  form.elements.to.addEventListener("input", () => error.textContent && check(addresses(form.elements.to.value)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    hush(notice);
    const to = addresses(form.elements.to.value);
    if (!check(to)) {
      form.elements.to.focus();
      return;
    }
    busy(form.querySelector("[type=submit]"), async () => {
      try {
        await api.mail(file.id, to, form.elements.words.value.trim());
        dialog.close();
        tell(text("files.mailed", { name: file.name, count: to.length }), "good");
      } catch (problem) {
        // Without an answer it is unknown whether it went: the person decides.
        const words = explainFile(problem, file.name);
        say(notice, problem.isTransient ? `${words} ${text("files.perhapsMailed")}` : words);
      }
    });
  });
});
