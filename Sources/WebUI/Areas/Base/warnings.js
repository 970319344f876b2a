// What the person should know of the ten signatures that they have just given, and what they can do about it.

import { say } from "./notice.js";
import { knows, text } from "./text.js";

/**
 * Fills a notice with the words of warning that came with a template; without any it stays empty.
 *
 * @param {HTMLElement} notice
 * @param {{ warnings?: string[] }} template
 */
export function tellWarnings(notice, { warnings = [] }) {
  const words = warnings.filter((warning) => knows(`warning.${warning}`)).map((warning) => text(`warning.${warning}`));
  if (words.length > 0) say(notice, words.join(" "), { kind: "warn" });
}
