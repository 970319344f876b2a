// What forms have in common that save something.

import { busy, onSubmit } from "./dom.js";
import { checkForm, showFieldProblems, values } from "./fields.js";
import { hush, say, sayProblem } from "./notice.js";
import { text } from "./text.js";

/**
 * A form that saves: checks, sends, says.
 *
 * @param {HTMLFormElement} form
 * @param {(given: Record<string, string>) => Promise<any>} send
 * @param {(answer: any, notice: HTMLElement) => unknown} after
 */
export function saving(form, send, after) {
  const notice = form.querySelector("[data-notice]");
  onSubmit(form, () => {
    hush(notice);
    if (!checkForm(form)) return;
    busy(form.querySelector("[type=submit]"), async () => {
      try {
        await after(await send(values(form)), notice);
      } catch (problem) {
        if (!showFieldProblems(form, problem)) {
          sayProblem(notice, problem, { kept: text("form.kept"), retry: () => form.requestSubmit() });
        }
      }
    });
  });
}

/**
 * Says that it is saved; an answer that is false was given up.
 *
 * @param {unknown} answer
 * @param {HTMLElement} notice
 */
export const saved = (answer, notice) => answer !== false && say(notice, text("form.saved"), { kind: "good" });
