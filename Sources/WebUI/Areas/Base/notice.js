// What happened, what was kept, what to do: one place on each page says it.

import { Problem } from "./problem.js";
import { make } from "./dom.js";
import { knows, text } from "./text.js";

/**
 * A problem in the person's words.
 *
 * @param {any} problem
 * @returns {string}
 */
export function explain(problem) {
  if (!(problem instanceof Problem)) return text("problem.unknown");
  const values = { seconds: problem.retryAfter ?? 0, count: Math.max(1, Math.ceil((problem.retryAfter ?? 0) / 60)), id: problem.instance ?? "" };
  if (knows(`problem.${problem.code}`)) return text(`problem.${problem.code}`, values);
  if (problem.status === 429) return text("problem.tooMany", values);
  if (problem.status >= 500) return text("problem.internal", values);
  return text("problem.unknown", values);
}

/**
 * How something is said: `kept` is what was not lost, `action` the words of a button. What comes of what a person does is brought into view; what
 * happens by itself is not (`isByItself`).
 *
 * @typedef {{ kind?: "bad" | "warn" | "good" | "", kept?: string, action?: string, onAction?: () => unknown, isByItself?: boolean }} SayOptions
 */

/**
 * Fills a `.notice` element: kind "bad", "warn", "good" or "", and an optional action.
 *
 * @param {HTMLElement} element
 * @param {string} words
 * @param {SayOptions} options
 */
export function say(element, words, { kind = "bad", kept = "", action, onAction, isByItself = false } = {}) {
  element.className = kind ? `notice notice-${kind}` : "notice";
  element.setAttribute("role", kind === "bad" ? "alert" : "status");
  const children = [make("span", {}, kept ? `${words} ${kept}` : words)];
  if (action) children.push(make("button", { type: "button", class: "button-plain", click: onAction }, action));
  element.replaceChildren(...children);
  if (kind && !isByItself) element.scrollIntoView({ block: "nearest" });
}

/**
 * Empties a notice.
 *
 * @param {HTMLElement} element
 */
export const hush = (element) => element.replaceChildren();

/**
 * Tells of a problem, with Retry where trying the same again can help.
 *
 * @param {HTMLElement} element
 * @param {any} problem
 * @param {{ kept?: string, retry?: () => unknown }} options
 */
export function sayProblem(element, problem, { kept, retry } = {}) {
  const again = retry && problem.isTransient;
  say(element, explain(problem), {
    kept: problem.isTransient ? kept : "",
    action: again ? text("action.retry") : undefined,
    onAction: () => {
      hush(element);
      retry();
    },
  });
}
