// The pad over a document that is to be signed.

import { sayProblem } from "./notice.js";
import "./sign-pad.js";

/** Asks the person to sign this document; gives what <sign-pad> gave, or undefined when they cancel. */
export function drawFor(shown, device) {
  const dialog = document.getElementById("signing-sheet").content.firstElementChild.cloneNode(true);
  dialog.querySelector("[data-name]").textContent = shown.name;
  document.body.append(dialog);
  const pad = dialog.querySelector("sign-pad");
  dialog.querySelector("[data-cancel]").addEventListener("click", () => dialog.close());
  dialog.showModal();
  return new Promise((resolve) => {
    let drawn;
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(drawn);
    });
    pad.addEventListener("accepted", ({ detail }) => setTimeout(() => {
      drawn = detail;
      dialog.close();
    }, 900));
    const begin = () => pad.start({ purpose: "signDocument", subject: shown.hash }, device).catch((problem) => sayProblem(pad.notice, problem, { retry: begin }));
    begin();
  });
}
