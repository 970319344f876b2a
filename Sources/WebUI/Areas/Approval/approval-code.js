// Approves by a code from the mailbox, where the account has neither a signature nor a passkey nor a recovery code.

import { call, part } from "../Base/api.js";
import { busy, onSubmit } from "../Base/dom.js";
import { checkForm, showFieldProblems } from "../Base/fields.js";
import { hush, say, sayProblem } from "../Base/notice.js";
import { moment, text } from "../Base/text.js";

/**
 * Sets the part of the dialog up; `done` is given the approval.
 *
 * @param {HTMLElement} place
 * @param {{ purpose: string, subject?: string }} request
 * @param {{ mailedCodeAt?: string, mailedCodeWait?: number }} status
 * @param {(approval: string) => unknown} done
 */
export function approveByMail(place, request, status, done) {
  /** @type {HTMLFormElement} */
  const form = place.querySelector("[data-mail-code]");
  const notice = form.querySelector("[data-notice]");
  const ask = form.querySelector("[data-mail-ask]");
  const code = form.querySelector("[data-code]");
  /** @type {{ id?: string, availableAt?: string } | undefined} */
  let receipt;
  const wait = (/** @type {string} */ at) => {
    ask.hidden = true;
    say(notice, text("approval.mailWait", { time: moment(new Date(at)) }), { kind: "warn" });
  };
  if (status.mailedCodeAt) wait(status.mailedCodeAt);
  else if (status.mailedCodeWait) say(notice, text("approval.mailHold"), { kind: "warn" });
  ask.addEventListener("click", () => busy(ask, async () => {
    hush(notice);
    try {
      receipt = await call("POST", "/v1/me/approval-codes", request);
      if (receipt.availableAt) {
        wait(receipt.availableAt);
        return;
      }
      code.hidden = false;
      ask.hidden = true;
      form.elements.code.focus();
    } catch (problem) {
      sayProblem(notice, problem);
    }
  }));
  onSubmit(form, () => {
    hush(notice);
    if (!receipt?.id || !checkForm(form)) return;
    busy(form.querySelector("[type=submit]"), async () => {
      try {
        const { value } = form.elements.code;
        done((await call("POST", `/v1/me/approval-codes/${part(receipt.id)}/approval`, { code: value.trim() })).approval);
      } catch (problem) {
        if (!showFieldProblems(form, problem)) sayProblem(notice, problem);
      }
    });
  });
}
