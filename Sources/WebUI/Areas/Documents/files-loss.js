// What goes with an account: the documents that its person keeps on the server, and who else loses them.

import * as api from "./files-api.js";
import { language } from "../Base/text.js";

/** How many people are named at most. */
const mostNamed = 5;

/** The documents that go. */
export async function whatGoes() {
  const own = [];
  /** @type {string | undefined} */
  let next;
  do {
    /** @type {Wire.Page<Wire.File>} */
    const page = await api.list(next);
    own.push(...page.items.filter(({ isOwn }) => isOwn));
    next = page.next;
  } while (next);
  return own;
}

/**
 * The names of some readers of documents; empty where there are none.
 *
 * @param {Wire.File[]} own
 */
export async function whoLoses(own) {
  const names = new Map();
  for (const { id, hash } of own) {
    if (names.size > mostNamed) break;
    if (hash) for (const reader of (await api.readers(id)).items) names.set(reader.id, reader.name);
  }
  const some = [...names.values()].slice(0, mostNamed);
  const all = names.size > mostNamed ? [...some, "…"] : some;
  return new Intl.ListFormat(language, { type: "conjunction" }).format(all);
}
