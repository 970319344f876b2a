// The pad over what is to be signed: a document, or what a program asks for.

import { sayProblem } from "./notice.js";
import "./sign-pad.js";

/** Asks the person to sign this document; gives what <sign-pad> gave, or undefined when they cancel. */
export const drawFor = ({ name, hash }, device) => draw(name, { purpose: "signDocument", subject: hash }, device, { doc: hash });

/** Asks the person to sign for a challenge, under a title; the device signs what it is `about` too. */
export function draw(title, request, device, about) {
  const dialog = document.getElementById("signing-sheet").content.firstElementChild.cloneNode(true);
  dialog.querySelector("[data-name]").textContent = title;
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
    const begin = () => pad.start(request, device, about).catch((problem) => sayProblem(pad.notice, problem, { retry: begin }));
    begin();
  });
}
