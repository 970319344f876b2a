// Copies of files of the server, to show, export and share them: the files lie in the origin's private file system, what is
// known of them in IndexedDB, as for documents of this device. A copy counts once IndexedDB knows it, and can always be fetched again: it goes
// when its person signs out, when the document goes, and after a month in which it was not opened.

import { copyFolder, copyName } from "./copy-folder.js";
import { Database, ofPerson } from "../Base/database.js";
import { DocumentProblem } from "../Base/problem.js";

const day = 86_400_000;
const longest = 30 * day;

const key = ["person", "id"];
const database = new Database("paraph-copies", 2, { copies: key, looks: key }, "default");

const all = (person) => database.rows("copies", ofPerson(person));

async function discard(person, name) {
  try {
    await (await copyFolder(person)).removeEntry(name);
  } catch {
    // It is not there, or lies open somewhere: a later visit tidies up.
  }
}

/** The file of a copy, under its document's name; undefined where it is not there whole. */
async function fileOf(person, copy, name) {
  try {
    const file = await (await (await copyFolder(person)).getFileHandle(copy.file)).getFile();
    return file.size === copy.size ? new File([file], name, { type: "application/pdf" }) : undefined;
  } catch {
    return undefined;
  }
}

/** Changes what is known of how a document looks, as one step among all tabs. */
const note = (person, id, about) => database.change("looks", [person, id], (known) => ({ ...known, person, id, ...about }));

/** Notes how the first page of a version looks. */
export const notePreview = (person, id, hash, picture) => note(person, id, { preview: { hash, picture } });

/** Notes what was found of a version's signatures: { state, open }. */
export const noteFound = (person, id, hash, found) => note(person, id, { found: { hash, ...found } });

/** Notes what was filled into a version's form and is not signed yet: pairs of field and value. */
export const noteForm = (person, id, hash, values) => note(person, id, { form: { hash, values } });

/** What was filled into a document's form and is not signed yet: { hash, values }. */
export const form = async (person, id) => (await database.row("looks", [person, id]))?.form;

/** What is known of how documents look, by their ids: { preview, found }, as of documents of this device. */
export async function looks(person) {
  const rows = await database.rows("looks", ofPerson(person));
  return new Map(rows.map(({ id, preview, found }) => [id, { ...(preview ? { preview } : {}), ...(found ? { found } : {}) }]));
}

/** The copy of the newest version, where it is here: { file, copy }. */
export async function found(person, original) {
  const copy = await database.row("copies", [person, original.id]);
  if (copy?.hash !== original.hash) return undefined;
  const file = await fileOf(person, copy, original.name);
  return file && { file, copy };
}

function fetched(values, signal, onProgress) {
  const worker = new Worker(new URL("copy-worker.js", import.meta.url), { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data: { done, value, code } }) => {
      if (done !== undefined) onProgress(done);
      else if (code) reject(new DocumentProblem(code));
      else resolve(value);
    };
    worker.onerror = () => reject(new DocumentProblem(navigator.onLine ? "unavailable" : "offline"));
    signal.addEventListener("abort", () => worker.postMessage({ cancel: true }));
    worker.postMessage(values);
  }).finally(() => worker.terminate());
}

/**
 * Brings the newest version of a document to this device, or what is missing of it; `onProgress` gets how many bytes are there.
 *
 * Gives { file, copy }, and throws a `DocumentProblem`: `cancelled`, `offline`, `notFound`, `differs`, `full` and what else keeps it away.
 */
export async function bring(person, original, { signal, onProgress = () => {} }) {
  const work = async () => {
    const here = await found(person, original);
    if (here) return here;
    const earlier = await database.row("copies", [person, original.id]);
    const { id, hash, version, size } = original;
    const isBefore = earlier && earlier.version < version;
    const about = await fetched({ person, original: { id, hash, version, size }, earlier: isBefore ? earlier : undefined }, signal, onProgress);
    const copy = { ...about, person, id, hash, version, size, file: copyName(original), opened: Date.now() };
    await database.put("copies", copy);
    if (earlier && earlier.file !== copy.file) await discard(person, earlier.file);
    const file = await fileOf(person, copy, original.name);
    if (!file) throw new DocumentProblem("unavailable");
    return { file, copy };
  };
  // One tab fetches, the others wait for it.
  const alone = navigator.locks ? navigator.locks.request(`paraph-copy-${original.id}`, { signal }, work) : work();
  const { file, copy } = await alone.catch((error) => {
    throw error.name === "AbortError" ? new DocumentProblem("cancelled") : error;
  });
  const { preview, found: seen, ...told } = original;
  await database.put("copies", { ...copy, original: told, opened: Date.now() });
  return { file, copy };
}

/** The copies that can be read without a connection, last opened first: each as the server told of its document then, with how it looks. */
export async function readable(person) {
  const known = await looks(person);
  return (await all(person)).filter(({ original }) => original).sort((a, b) => b.opened - a.opened)
    .map(({ original, pages, signatures, marks }) => ({ ...original, pages, signatures: original.signatures ?? signatures, marks, ...known.get(original.id) }));
}

/** Removes the copy of a document. */
export async function forget(person, id) {
  const copy = await database.row("copies", [person, id]);
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

/** Removes what lies in a folder, one by one: what is open somewhere keeps nothing else. */
async function empty(place) {
  for await (const [name, handle] of place.entries()) {
    if (handle.kind === "directory") await empty(handle);
    await place.removeEntry(name).catch(() => {});
  }
}

/**
 * Removes what is not needed any more: others' copies, those of documents that are not in `ids`, where that is known, what was not opened for
 * long, and what a crash left.
 */
export async function tidy(person, ids) {
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
    else {
      for await (const [name, handle] of place.entries()) {
        if (!known.has(name) && Date.now() - (await handle.getFile()).lastModified > day) await discard(person, name);
      }
    }
  }
}
