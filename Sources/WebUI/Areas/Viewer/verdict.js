// What a signed file is worth: what was changed after its signatures, and what the server says of their seals and of the file's history. It is
// asked by hashes, and by signatures without what they sign.

import { call, part } from "../Base/api.js";
import { SigningFile } from "./signing-file.js";

/** What the server knows of this file; undefined where it knows no such document. */
async function ask(id, hash) {
  if (!id) return undefined;
  try {
    return await call("GET", `/v1/documents/${part(id)}?hash=${hash}`);
  } catch (problem) {
    if (problem.status === 404) return undefined;
    throw problem;
  }
}

/** The numbers of a version and of those it comes from; all where the file is none of them. */
function versions({ versions, fileVersion }) {
  if (!fileVersion) return versions;
  const found = [];
  const numbered = new Map(versions.map((version) => [version.number, version]));
  for (let version = numbered.get(fileVersion); version; version = numbered.get(version.previous)) found.unshift(version);
  return found;
}

/** What the seals are worth: the server judges what it can be asked about. */
export async function judged(seals) {
  const asked = seals.filter(({ ask }) => ask);
  const { verdicts } = asked.length > 0 ? await call("POST", "/v1/seal/verdict", { seals: asked.map(({ ask }) => ask) }) : { verdicts: [] };
  return seals.map((seal) => (seal.ask ? verdicts[asked.indexOf(seal)] : seal));
}

/** What can be said of a file that only the server decrypts: its hash is the one that the server wrote and noted. */
const unread = { changes: { verdict: "none", items: [] }, seals: [], earlier: 0 };

/** Does something with a worker of its own. */
export async function work(action) {
  const worker = new SigningFile();
  try {
    return await action(worker);
  } finally {
    worker.end();
  }
}

/** Whether a document can be read by the server only. */
export const isUnread = ({ isOnServer, document, marks }) => Boolean(isOnServer && document && marks.includes("locked"));

/** Looks at a file, and asks the server; throws its problem. */
export async function judge(shown, file) {
  const { id, changes, seals, earlier } = isUnread(shown) ? unread : await work((worker) => worker.ask("judge", { file }));
  const known = shown.document ?? id;
  const [history, verdicts] = await Promise.all([ask(known, shown.hash), judged(seals)]);
  return { file, known, changes, history, verdicts, earlier };
}

/** What was found in a word, and the signatures that the server knows of. */
export function stateOf({ changes, history, verdicts }) {
  // Where something on a page is new it is not as it was signed, even if that was allowed.
  const isIntact = changes.verdict === "none" || (changes.verdict === "allowed" && changes.items.every(({ page }) => page === undefined));
  const signatures = history ? versions(history).flatMap(({ signatures }) => signatures) : [];
  // Anybody may have any file noted: that a version is known says something only where it was signed, and never more than the file itself.
  const isKnown = history && (history.file === "changed" || signatures.length > 0);
  const isUnchecked = changes.verdict === "unknown" && !(isKnown && history.file === "changed");
  const isBroken = (isIntact || isUnchecked) && verdicts.some(({ state }) => state === "invalid");
  if (isUnchecked && !isBroken) return { state: "unchecked", signatures };
  return { state: isBroken ? "sealBroken" : isKnown ? (isIntact ? history.file : "changed") : isIntact ? "unknown" : "unknownChanged", signatures };
}

/** How many fields for signatures of a file are empty. */
export const openFields = (file) => work(async (worker) => {
  const { fields = [] } = await worker.ask("open", { file });
  return fields.filter(({ signed }) => !signed).length;
});
