// What went wrong with a file of the server, in the person's words.

import { Problem } from "../Base/problem.js";
import { explain } from "../Base/notice.js";
import { knows, text } from "../Base/text.js";

/**
 * What happened to a document, and what to do; `problem` is the server's, or one of this browser. It happened while the document was
 * `unsigned`, `unsent` or `unloaded`, or was to be changed.
 */
export function explainFile(problem, name, when) {
  const { code, status } = problem;
  // A server that is not available is no browser that keeps nothing.
  const isServers = problem instanceof Problem && code === "unavailable";
  const keys = [...(when ? [`files.${when}.${code}`] : []), ...(isServers ? [] : [`files.problem.${code}`]), ...(status === 404 ? ["files.problem.notFound"] : [])];
  const key = keys.find(knows);
  // The fields of `enoughMails` name addresses.
  if (key) return text(key, { name, addresses: problem.fields?.map(({ detail }) => detail).join(", ") ?? "" });
  if (problem instanceof Problem) return explain(problem);
  if (knows(`problem.${code}`)) return text(`problem.${code}`, { seconds: 0, count: 1 });
  return knows(`signing.problem.${code}`) ? text(`signing.problem.${code}`, { name }) : text("problem.unknown");
}
