// Approves something weighty: with a signature on this device, a passkey, or a recovery code.

import { call } from "../Base/api.js";
import { currentDevice } from "../Devices/device-key.js";
import { busy, fromTemplate, onSubmit } from "../Base/dom.js";
import { showFieldProblems } from "../Base/fields.js";
import { hush, sayProblem } from "../Base/notice.js";
import { approveByMail } from "./approval-code.js";
import { answerByPasskey, passkeysOffered } from "../Devices/passkey.js";
import "../Pad/sign-pad.js";
import { text } from "../Base/text.js";

/** @typedef {{ subject?: string }} About What an approval is for, besides its purpose. */

/** What the account has that approves; all of it where that cannot be asked, so that the call itself says what is wrong. */
async function waysIn() {
  try {
    return await call("GET", "/v1/me/step-up");
  } catch {
    return { methods: ["signature", "passkey", "recoveryCode"] };
  }
}

/**
 * Makes a call with the approval of a purpose, unless it needs none; false where the person cancels.
 *
 * @param {string} method
 * @param {string} path
 * @param {any} body
 * @param {string} purpose
 * @param {About} [about]
 * @returns {Promise<any>}
 */
export async function callApproved(method, path, body, purpose, about) {
  if (body?.approval) return call(method, path, body);
  const { exempt } = await call("GET", "/v1/me/step-up");
  if (exempt.includes(purpose)) return call(method, path, body);
  const approval = await approve(purpose, about);
  return approval ? call(method, path, { ...body, approval }) : false;
}

/**
 * Asks the person to sign for a purpose; resolves to the approval, or to undefined when they cancel.
 *
 * @param {string} purpose
 * @param {About} [about]
 * @returns {Promise<string | undefined>}
 */
export async function approve(purpose, about) {
  const subject = about?.subject;
  const status = await waysIn();
  const has = (/** @type {string} */ way) => status.methods.includes(way);
  const dialog = fromTemplate("approval");
  document.body.append(dialog);
  const pad = dialog.querySelector("sign-pad");
  const form = dialog.querySelector("form[data-recovery]");
  const switchButton = dialog.querySelector("[data-use-recovery]");
  const passkeyButton = dialog.querySelector("[data-use-passkey]");
  passkeyButton.hidden = !passkeysOffered() || !has("passkey");
  const device = has("signature") ? await currentDevice() : undefined;
  const recovery = has("recoveryCode");
  const mail = dialog.querySelector("[data-mail]");
  mail.hidden = has("signature") || has("passkey") || recovery;
  const useRecovery = (/** @type {boolean} */ yes) => {
    form.hidden = !yes;
    pad.hidden = yes || !device;
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
    /** @type {string | undefined} */
    let approval;
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(approval);
    });
    const done = (/** @type {string} */ value) => {
      approval = value;
      dialog.close();
    };
    if (!mail.hidden) approveByMail(mail, { purpose, ...(subject ? { subject } : {}) }, status, done);
    pad.addEventListener("accepted", ({ detail }) => setTimeout(() => done(detail.approval), 900));
    pad.otherWays = () => [
      ...(recovery ? [{ words: text("sign.useCode"), run: () => useRecovery(true) }] : []),
      ...(passkeysOffered() && has("passkey") ? [{ words: text("sign.usePasskey"), run: () => passkeyButton.click() }] : []),
    ];
    const begin = () =>
      pad.start({ purpose, ...(subject ? { subject } : {}) }, device).catch((problem) => sayProblem(pad.notice, problem, { retry: begin }));
    if (device) begin();
    const notice = form.querySelector("[data-notice]");
    passkeyButton.addEventListener("click", () => {
      const place = pad.hidden ? notice : pad.notice;
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
          done((await call("POST", "/v1/me/approvals", { purpose, recoveryCode, ...(subject ? { subject } : {}) })).approval);
        } catch (problem) {
          if (!showFieldProblems(form, problem)) sayProblem(notice, problem);
        }
      });
    });
  });
}
