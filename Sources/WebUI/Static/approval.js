// Approves something weighty: with a signature on this device, a passkey, or a recovery code.

import { call } from "./api.js";
import { currentDevice } from "./device-key.js";
import { busy, onSubmit } from "./dom.js";
import { showFieldProblems } from "./fields.js";
import { hush, sayProblem } from "./notice.js";
import { answerByPasskey, passkeysOffered } from "./passkey.js";
import "./sign-pad.js";


/** Asks the person to sign for a purpose; resolves to the approval, or to undefined when they cancel. */
export async function approve(purpose, { subject, recovery = true } = {}) {
  const dialog = document.getElementById("approval").content.firstElementChild.cloneNode(true);
  document.body.append(dialog);
  const pad = dialog.querySelector("sign-pad");
  const form = dialog.querySelector("[data-recovery]");
  const switchButton = dialog.querySelector("[data-use-recovery]");
  const passkeyButton = dialog.querySelector("[data-use-passkey]");
  passkeyButton.hidden = !passkeysOffered();
  const device = await currentDevice();
  const useRecovery = (yes) => {
    form.hidden = !yes;
    pad.hidden = yes;
    switchButton.hidden = yes || !recovery;
    if (yes) form.elements.recoveryCode.focus();
  };
  switchButton.addEventListener("click", () => useRecovery(true));
  dialog.querySelector("[data-use-pad]").addEventListener("click", () => useRecovery(false));
  dialog.querySelector("[data-use-pad]").hidden = !device;
  useRecovery(!device && recovery);
  dialog.querySelector("[data-cancel]").addEventListener("click", () => dialog.close());
  dialog.showModal();

  return new Promise((resolve) => {
    let approval;
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(approval);
    });
    const done = (value) => {
      approval = value;
      dialog.close();
    };
    pad.addEventListener("accepted", ({ detail }) => setTimeout(() => done(detail.approval), 900));
    const begin = () =>
      pad.start({ purpose, ...(subject ? { subject } : {}) }, device).catch((problem) => sayProblem(pad.notice, problem, { retry: begin }));
    if (device) begin();
    const notice = form.querySelector("[data-notice]");
    passkeyButton.addEventListener("click", () => {
      const place = form.hidden ? pad.notice : notice;
      hush(place);
      busy(passkeyButton, async () => {
        try {
          done((await call("POST", "/v1/me/passkey-approvals", (await answerByPasskey(purpose, subject)).answer)).approval);
        } catch (problem) {
          sayProblem(place, problem);
        }
      });
    });
    onSubmit(form, () => {
      hush(notice);
      busy(form.querySelector("[type=submit]"), async () => {
        try {
          const recoveryCode = form.elements.recoveryCode.value.trim();
          done((await call("POST", "/v1/me/approvals", { purpose, recoveryCode })).approval);
        } catch (problem) {
          if (!showFieldProblems(form, problem)) sayProblem(notice, problem);
        }
      });
    });
  });
}
