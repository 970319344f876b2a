// Asks for what opens an encrypted document. It is kept in this page only, as long as it is open.

import { openSheet } from "../Base/dom.js";
import { text } from "../Base/text.js";

/**
 * The password that the person types, or nothing.
 *
 * @param {string} name
 * @param {boolean} isWrong
 */
export async function askPassword(name, isWrong) {
  let password = "";
  await openSheet("password-sheet", (dialog) => {
    const form = dialog.querySelector("form");
    dialog.querySelector("[data-name]").textContent = name;
    if (isWrong) form.querySelector(".error").textContent = text("files.wrongPassword");
    form.elements.password.setAttribute("aria-invalid", String(isWrong));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      password = form.elements.password.value;
      if (password) dialog.close();
    });
    queueMicrotask(() => form.elements.password.focus());
  });
  return password;
}
