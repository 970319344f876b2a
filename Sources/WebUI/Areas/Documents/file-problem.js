// What went wrong with a file of the server, in the person's words.

import { Problem } from "../Base/problem.js";
import { explain } from "../Base/notice.js";
import { knows, text } from "../Base/text.js";

/**
 * What happened to a document, and what to do.
 *
 * @param {any} problem The server's, or one of this browser.
 * @param {string} name
 * @param {"unsigned" | "unsent" | "unloaded"} [when] While the document was that; else while it was to be changed.
 */
export function explainFile(problem, name, when) {
  const { code, status } = problem;
  // A server that is not available is no browser that keeps nothing.
  const isServers = problem instanceof Problem && code === "unavailable";
  const keys = [...(when ? [`files.${when}.${code}`] : []), ...(isServers ? [] : [`files.problem.${code}`]), ...(status === 404 ? ["files.problem.notFound"] : [])];
  const key = keys.find(knows);
  if (key) return text(key, { name, addresses: problem.fields?.map((/** @type {Wire.ProblemField} */ { value }) => value ?? "").join(", ") ?? "" });
  if (problem instanceof Problem) return explain(problem);
  if (knows(`problem.${code}`)) return text(`problem.${code}`, { seconds: 0, count: 1 });
  return knows(`signing.problem.${code}`) ? text(`signing.problem.${code}`, { name }) : text("problem.unknown");
}
