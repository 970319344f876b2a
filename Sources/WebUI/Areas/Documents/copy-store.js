// Copies of files of the server, to show, export and share them: the files lie in the origin's private file system, what is
// known of them in IndexedDB, as for documents of this device. A copy counts once IndexedDB knows it, and can always be fetched again: it goes
// when its person signs out, when the document goes, and after a month in which it was not opened.

import { copyFolder, copyName } from "./copy-folder.js";
import { Database, ofPerson } from "../Base/database.js";
import { alone } from "../Base/lock.js";
import { DocumentProblem } from "../Base/problem.js";

/**
 * @typedef {import("./document-store.js").StoredDocument} StoredDocument
 *
 * A copy: of which version, in which file, what is known of its content, and when it was opened last. `original` is what the server told of its
 * document then.
 *
 * @typedef {Workers.Version & Workers.Facts & { person: string, file: string, opened: number, original?: Wire.File }} Copy
 *
 * How a document looks: of the version with the `hash` of each.
 *
 * @typedef {Pick<StoredDocument, "preview" | "found" | "form">} Look
 */

const day = 86_400_000;
const longest = 30 * day;

const key = ["person", "id"];
const database = new Database("paraph-copies", 2, { copies: key, looks: key }, "default");

/**
 * @param {string} person
 * @returns {Promise<Copy[]>}
 */
const all = (person) => database.rows("copies", ofPerson(person));

/**
 * @param {string} person
 * @param {string} id
 * @returns {Promise<Copy | undefined>}
 */
const one = (person, id) => database.row("copies", [person, id]);

/**
 * @param {string} person
 * @param {string} name
 */
async function discard(person, name) {
  try {
    await (await copyFolder(person)).removeEntry(name);
  } catch {
    // It is not there, or lies open somewhere: a later visit tidies up.
  }
}

/**
 * The file of a copy, under its document's name; undefined where it is not there whole.
 *
 * @param {string} person
 * @param {Copy} copy
 * @param {string} name
 */
async function fileOf(person, copy, name) {
  try {
    const file = await (await (await copyFolder(person)).getFileHandle(copy.file)).getFile();
    return file.size === copy.size ? new File([file], name, { type: "application/pdf" }) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Changes what is known of how a document looks, as one step among all tabs.
 *
 * @param {string} person
 * @param {string} id
 * @param {Look} about
 */
const note = (person, id, about) => database.change("looks", [person, id], (known) => ({ ...known, person, id, ...about }));

/**
 * Notes how the first page of a version looks.
 *
 * @param {string} person
 * @param {string} id
 * @param {string} hash
 * @param {Blob} picture
 */
export const notePreview = (person, id, hash, picture) => note(person, id, { preview: { hash, picture } });

/**
 * Notes what was found of a version's signatures.
 *
 * @param {string} person
 * @param {string} id
 * @param {string} hash
 * @param {{ state: string, open?: number }} found
 */
export const noteFound = (person, id, hash, found) => note(person, id, { found: { hash, ...found } });

/**
 * Notes what was filled into a version's form and is not signed yet.
 *
 * @param {string} person
 * @param {string} id
 * @param {string} hash
 * @param {import("./document-store.js").FieldContent[]} values
 */
export const noteForm = (person, id, hash, values) => note(person, id, { form: { hash, values } });

/**
 * What was filled into a document's form and is not signed yet.
 *
 * @param {string} person
 * @param {string} id
 * @returns {Promise<Look["form"]>}
 */
export const form = async (person, id) => (await database.row("looks", [person, id]))?.form;

/**
 * What is known of how documents look, by their ids, as of documents of this device.
 *
 * @param {string} person
 * @returns {Promise<Map<string, Pick<Look, "preview" | "found">>>}
 */
export async function looks(person) {
  /** @type {(Look & { id: string })[]} */
  const rows = await database.rows("looks", ofPerson(person));
  return new Map(rows.map(({ id, preview, found }) => [id, { ...(preview ? { preview } : {}), ...(found ? { found } : {}) }]));
}

/**
 * The copy of the newest version, where it is here.
 *
 * @param {string} person
 * @param {Pick<Wire.File, "id" | "hash" | "name">} original
 */
export async function found(person, original) {
  const copy = await one(person, original.id);
  if (!copy || copy.hash !== original.hash) return undefined;
  const file = await fileOf(person, copy, original.name);
  return file && { file, copy };
}

/**
 * Has a worker bring a version, and says what is known of its content.
 *
 * @param {Workers.Copying} wanted
 * @param {AbortSignal} signal
 * @param {(done: number) => void} onProgress
 * @returns {Promise<Workers.Facts>}
 */
function fetched(wanted, signal, onProgress) {
  const tell = (/** @type {Workers.Copying} */ message) => worker.postMessage(message);
  const worker = new Worker(new URL("copy-worker.js", import.meta.url), { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = (/** @type {MessageEvent<Workers.CopyAnswer>} */ { data: { done, value, code } }) => {
      if (done !== undefined) onProgress(done);
      else if (code) reject(new DocumentProblem(code));
      else resolve(value);
    };
    worker.onerror = () => reject(new DocumentProblem(navigator.onLine ? "unavailable" : "offline"));
    signal.addEventListener("abort", () => tell({ cancel: true }));
    tell(wanted);
  }).finally(() => worker.terminate());
}

/**
 * Brings the newest version of a document to this device, or what is missing of it; `onProgress` gets how many bytes are there.
 *
 * Throws a `DocumentProblem`: `cancelled`, `offline`, `notFound`, `incomplete`, `differs`, `full` and what else keeps it away.
 *
 * @param {string} person
 * @param {Wire.File & Look} original
 * @param {{ signal: AbortSignal, onProgress?: (done: number) => void }} run
 * @returns {Promise<{ file: File, copy: Copy }>}
 */
export async function bring(person, original, { signal, onProgress = () => {} }) {
  const { id, hash, version, size } = original;
  // It is on its way from elsewhere still.
  if (!hash) throw new DocumentProblem("incomplete");
  const work = async () => {
    const here = await found(person, original);
    if (here) return here;
    const earlier = await one(person, id);
    const isBefore = earlier && earlier.version < version;
    const about = await fetched({ person, original: { id, hash, version, size }, earlier: isBefore ? earlier : undefined }, signal, onProgress);
    /** @type {Copy} */
    const copy = { ...about, person, id, hash, version, size, file: copyName(original), opened: Date.now() };
    await database.put("copies", copy);
    if (earlier && earlier.file !== copy.file) await discard(person, earlier.file);
    const file = await fileOf(person, copy, original.name);
    if (!file) throw new DocumentProblem("unavailable");
    return { file, copy };
  };
  // One tab fetches, the others wait for it.
  const { file, copy } = await alone(`paraph-copy-${id}`, signal, work).catch((error) => {
    throw error.name === "AbortError" ? new DocumentProblem("cancelled") : error;
  });
  const { preview, found: seen, ...told } = original;
  await database.put("copies", { ...copy, original: told, opened: Date.now() });
  return { file, copy };
}

/**
 * The copies that can be read without a connection, last opened first: each as the server told of its document then, with how it looks.
 *
 * @param {string} person
 */
export async function readable(person) {
  const known = await looks(person);
  return (await all(person)).sort((a, b) => b.opened - a.opened).flatMap(({ original, pages, signatures, marks }) =>
    (original ? [{ ...original, pages, signatures: original.signatures ?? signatures, marks, ...known.get(original.id) }] : []));
}

/**
 * Removes the copy of a document.
 *
 * @param {string} person
 * @param {string} id
 */
export async function forget(person, id) {
  const copy = await one(person, id);
  await database.remove("copies", [person, id]);
  await database.remove("looks", [person, id]);
  if (copy) await discard(person, copy.file);
}

/** Removes all copies, of every person. */
export async function forgetAll() {
  for (const name of ["copies", "looks"]) await database.run(name, "readwrite", (rows) => rows.clear());
  const root = await navigator.storage.getDirectory();
  const copies = await root.getDirectoryHandle("copies").catch(() => undefined);
  if (copies) await empty(copies);
  await root.removeEntry("copies").catch(() => {});
}

/**
 * Removes what lies in a folder, one by one: what is open somewhere keeps nothing else.
 *
 * @param {FileSystemDirectoryHandle} place
 */
async function empty(place) {
  for await (const [name, handle] of place.entries()) {
    if (handle.kind === "directory") await empty(handle);
    await place.removeEntry(name).catch(() => {});
  }
}

/**
 * Removes what is not needed any more: others' copies, those of documents that are not in `ids`, where that is known, what was not opened for
 * long, and what a crash left.
 *
 * @param {string} person
 * @param {Set<string>} [ids]
 */
export async function tidy(person, ids) {
  /** @type {Copy[]} */
  const rows = await database.rows("copies");
  for (const copy of rows) {
    if (copy.person !== person || (ids && !ids.has(copy.id)) || Date.now() - copy.opened > longest) await forget(copy.person, copy.id);
  }
  for (const look of await database.rows("looks")) {
    if (look.person !== person || (ids && !ids.has(look.id))) await database.remove("looks", [look.person, look.id]);
  }
  const known = new Set((await all(person)).map(({ file }) => file));
  const root = await navigator.storage.getDirectory();
  const copies = await root.getDirectoryHandle("copies").catch(() => undefined);
  if (!copies) return;
  for await (const [owner, place] of copies.entries()) {
    if (owner !== person) await copies.removeEntry(owner, { recursive: true }).catch(() => {});
    else if (place.kind === "directory") {
      for await (const [name, handle] of place.entries()) {
        if (known.has(name) || handle.kind !== "file") continue;
        if (Date.now() - (await handle.getFile()).lastModified > day) await discard(person, name);
      }
    }
  }
}
