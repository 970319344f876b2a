// The documents that only this browser keeps: the files lie in the origin's private file system, what is known of them in
// IndexedDB. A file counts once IndexedDB knows it, so that one half written is none.

import { Database, ofPerson } from "../Base/database.js";
import { download } from "../Base/download.js";
import { discard, file, folder } from "./document-folder.js";
import { DocumentProblem } from "../Base/problem.js";

/**
 * What is on its way to the server: of the version with this hash, under the id `id` once the server has given one; a document that moves leaves this
 * device then.
 *
 * @typedef {{ hash: string, id?: string, isMove?: boolean }} Upload
 *
 * A signed version that the server has yet to take note of: its file, what is known of that, and what the server is told.
 *
 * @typedef {{ file: string, size: number, hash: string, pages?: number, signatures?: number, marks?: string[], save: Wire.DocumentSave }} SignedVersion
 *
 * A document of this device. `file` is the id of the file that holds it, its own id where there is none; `document` the id by which the server knows
 * its history; `mine` says that it was signed here; `preview`, `found` and `form` are of the version with their `hash`: a picture of the first page,
 * what its signatures were found to be, and what was filled into its form. `askedFields` says how many fields waited for a signature when it was taken in.
 * `withdrawn` has the ids of what is to go from the server again, `serverFile` the
 * id under which the server has it too.
 *
 * @typedef {{ person: string, id: string, name: string, size: number, pages?: number, signatures?: number, marks: string[], hash: string,
 *   added: number, exported: boolean, file?: string, document?: string, mine?: boolean, next?: SignedVersion, upload?: Upload, withdrawn?: string[],
 *   serverFile?: string, askedFields?: number, preview?: { hash: string, picture: Blob }, found?: { hash: string, state: string, open?: number },
 *   form?: { hash: string, values: FieldContent[] } }} StoredDocument
 *
 * @typedef {[name: string, value: string | string[]]} FieldContent What was filled into a field of a form: a list where it may have several values.
 */

const day = 86_400_000;

const database = new Database("paraph-documents", 1, { documents: ["person", "id"] }, "strict");

export { discard, file };

/** Whether this browser can keep files at all: not over plain HTTP, not in some private windows. */
export const isPossible = () => Boolean(navigator.storage && "getDirectory" in navigator.storage && globalThis.indexedDB && globalThis.WebAssembly && globalThis.crypto?.subtle);

/** A person's documents, newest first. */
export async function documents(/** @type {string} */ person) {
  /** @type {StoredDocument[]} */
  const all = await database.rows("documents", ofPerson(person));
  return all.sort((a, b) => b.added - a.added);
}

/**
 * One of them.
 *
 * @param {string} person
 * @param {string} id
 * @returns {Promise<StoredDocument | undefined>}
 */
export const document = (person, id) => database.row("documents", [person, id]);

/**
 * Has a worker read a file and write it down.
 *
 * @param {Workers.Taking} wanted
 * @param {AbortSignal} signal
 * @returns {Promise<Workers.Taken>}
 */
function take(wanted, signal) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("document-worker.js", import.meta.url), { type: "module" });
    const end = (/** @type {(value: any) => void} */ settle, /** @type {unknown} */ value) => {
      worker.terminate();
      settle(value);
    };
    worker.onmessage = (/** @type {MessageEvent<Workers.Outcome<Workers.Taken>>} */ { data: { value, code } }) => (code ? end(reject, new DocumentProblem(code)) : end(resolve, value));
    worker.onerror = () => end(reject, new DocumentProblem(navigator.onLine ? "unavailable" : "offline"));
    signal.addEventListener("abort", () => end(reject, new DocumentProblem("cancelled")));
    worker.postMessage(wanted);
  });
}

/** The name of a file as it is shown and sent on. */
const nameOf = (/** @type {File} */ file) => file.name.normalize("NFC").replace(/[\u0000-\u001f\u007f/\\]/g, " ").trim().slice(-200) || "document.pdf";

/**
 * Whether the file of a document is there whole.
 *
 * @param {string} person
 * @param {StoredDocument} document
 */
async function isThere(person, document) {
  try {
    return (await file(person, document)).size === document.size;
  } catch {
    return false;
  }
}

/**
 * Copies a file into the person's documents; one that is there already is only brought to the top.
 *
 * Gives the document, and throws a `DocumentProblem`. Nothing is left of what was refused or cancelled.
 *
 * @param {string} person
 * @param {File} file
 * @param {AbortSignal} signal
 * @returns {Promise<StoredDocument & { isKnown: boolean }>}
 */
export async function add(person, file, signal) {
  const id = crypto.randomUUID();
  try {
    const about = await take({ file, person, id }, signal);
    const earlier = (await documents(person)).find(({ hash }) => hash === about.hash);
    const whole = earlier && (await isThere(person, earlier)) ? earlier.id : undefined;
    /** @type {StoredDocument} */
    let document = { ...about, person, id, name: nameOf(file), exported: false, added: Date.now() };
    let isKnown = false;
    // One step among all tabs; where the browser lost the file of a document, the new copy takes its place.
    await database.run("documents", "readwrite", (rows) => {
      const request = rows.getAll(ofPerson(person));
      request.onsuccess = () => {
        const known = request.result.find(({ hash }) => hash === about.hash);
        isKnown = known !== undefined && known.id === whole;
        if (known) document = { ...known, file: isKnown ? known.file ?? known.id : id, added: document.added };
        rows.put(document);
      };
      return request;
    });
    if (isKnown) await discard(person, id);
    return { ...document, isKnown };
  } catch (error) {
    await discard(person, id);
    if (error instanceof DocumentProblem) throw error;
    throw new DocumentProblem(error instanceof Error && error.name === "QuotaExceededError" ? "full" : "unavailable");
  }
}

/**
 * Hands a document to the browser's downloads.
 *
 * @param {string} person
 * @param {{ id: string, name: string }} document
 * @param {File} file
 */
export async function save(person, { id, name }, file) {
  download(file, name);
  await noteExport(person, id);
}

/**
 * Changes what is known of a document, as one step among all tabs.
 *
 * @param {string} person
 * @param {string} id
 * @param {(known: StoredDocument) => StoredDocument | null | undefined} change Gives undefined to leave it, null to remove it.
 * @returns {Promise<StoredDocument | undefined>} What is known then, where it was changed.
 */
const update = (person, id, change) => database.change("documents", [person, id], (known) => known && change(known));

/**
 * Notes that a document is to go to the server, as it is now, and whether it then leaves this device; false where that cannot begin.
 *
 * @param {string} person
 * @param {string} id
 * @param {Upload} upload
 */
export const noteUpload = (person, id, upload) =>
  update(person, id, (known) => (known.hash === upload.hash && !known.next && !known.upload ? { ...known, upload } : undefined));

/**
 * Notes under which id the server takes the document, in the place of the id `before`; gives nothing where that was ended meanwhile.
 *
 * @param {string} person
 * @param {string} id
 * @param {string} kept
 * @param {string | undefined} before
 */
export const noteUploadId = (person, id, kept, before) =>
  update(person, id, (known) => (known.upload && known.upload.id === before ? { ...known, upload: { ...known.upload, id: kept } } : undefined));

/**
 * Notes that a document goes to the server no more, where `isMeant` says so of its upload. Gives the upload that was ended.
 *
 * @param {string} person
 * @param {string} id
 * @param {(upload: Upload) => boolean} isMeant
 */
export async function endUpload(person, id, isMeant = () => true) {
  /** @type {Upload | undefined} */
  let ended;
  await update(person, id, ({ upload, withdrawn = [], ...known }) => {
    if (!upload || !isMeant(upload)) return undefined;
    ended = upload;
    return { ...known, ...(upload.id || withdrawn.length > 0 ? { withdrawn: upload.id ? [...withdrawn, upload.id] : withdrawn } : {}) };
  });
  return ended;
}

/**
 * Notes that what was to go from the server again is settled.
 *
 * @param {string} person
 * @param {string} id
 * @param {string} kept
 */
export const noteWithdrawn = (person, id, kept) => update(person, id, ({ withdrawn = [], ...known }) => {
  const rest = withdrawn.filter((one) => one !== kept);
  return { ...known, ...(rest.length > 0 ? { withdrawn: rest } : {}) };
});

/**
 * Notes that all of a document is on the server as `kept`; one that moves leaves this device. False, with nothing changed, where that was ended meanwhile.
 *
 * @param {string} person
 * @param {string} id
 * @param {string} kept
 */
export async function finishUpload(person, id, kept) {
  /** @type {StoredDocument | undefined} */
  let moved;
  let isEnded = true;
  await update(person, id, ({ upload, ...known }) => {
    if (upload?.id !== kept) return undefined;
    isEnded = false;
    moved = upload.isMove ? known : undefined;
    return upload.isMove ? null : { ...known, serverFile: kept };
  });
  if (moved) await discardAll(person, moved);
  return !isEnded;
}

/**
 * Notes that the server has a document no more.
 *
 * @param {string} person
 * @param {string} kept
 */
export async function noteGone(person, kept) {
  for (const { id, serverFile } of await documents(person)) {
    if (serverFile === kept) await update(person, id, ({ serverFile: one, ...known }) => (one === kept ? known : undefined));
  }
}

/**
 * Notes that a document was exported.
 *
 * @param {string} person
 * @param {string} id
 */
export const noteExport = (person, id) => update(person, id, (known) => ({ ...known, exported: true }));

/**
 * Notes how the first page of a version looks.
 *
 * @param {string} person
 * @param {string} id
 * @param {string} hash
 * @param {Blob} picture
 */
export const notePreview = (person, id, hash, picture) => update(person, id, (known) => (known.hash === hash ? { ...known, preview: { hash, picture } } : undefined));

/**
 * Notes what was found of a version's signatures: { state, open }.
 *
 * @param {string} person
 * @param {string} id
 * @param {string} hash
 * @param {{ state: string, open?: number }} found
 */
export const noteFound = (person, id, hash, found) => update(person, id, (known) => (known.hash === hash ? { ...known, found: { hash, ...found } } : undefined));

/**
 * Notes what was filled into a version's form and is not signed yet: pairs of field and value.
 *
 * @param {string} person
 * @param {string} id
 * @param {string} hash
 * @param {FieldContent[]} values
 */
export const noteForm = (person, id, hash, values) => update(person, id, (known) => (known.hash === hash ? { ...known, form: { hash, values } } : undefined));

/**
 * Keeps a signed version beside the document it was made of; false where that is another one by now, or on its way to the server.
 *
 * @param {string} person
 * @param {string} id
 * @param {SignedVersion} next
 */
export async function keepNext(person, id, next) {
  const free = (/** @type {StoredDocument} */ known) => known.hash === next.save.previousHash && !known.upload && (!known.next || known.next.file === next.file);
  return Boolean(await update(person, id, (known) => (free(known) ? { ...known, next } : undefined)));
}

/**
 * Puts the signed version that lies in the file `signed` in the place of the document it was made of.
 *
 * @param {string} person
 * @param {string} id
 * @param {string} signed
 * @param {string} document
 */
export async function takeNext(person, id, signed, document) {
  let old = id;
  const taken = await update(person, id, ({ next, serverFile, file = id, ...known }) => {
    // Another tab may be further by now.
    if (next?.file !== signed) return undefined;
    old = file;
    const { save, ...about } = next;
    return { ...known, ...about, document, exported: false, mine: true };
  });
  if (taken) await discard(person, old);
}

/**
 * Gives the signed version that lies in the file `signed` up; the document stays as it is.
 *
 * @param {string} person
 * @param {string} id
 * @param {string} signed
 */
export async function dropNext(person, id, signed) {
  const dropped = await update(person, id, ({ next, ...known }) => (next?.file === signed ? known : undefined));
  if (dropped) await discard(person, signed);
}

/**
 * Removes a document.
 *
 * @param {string} person
 * @param {string} id
 */
export async function remove(person, id) {
  const known = (await document(person, id)) ?? { id };
  await database.remove("documents", [person, id]);
  await discardAll(person, known);
}

/**
 * @param {string} person
 * @param {{ id: string, file?: string, next?: SignedVersion }} document
 */
async function discardAll(person, { id, file = id, next }) {
  for (const one of [file, next?.file]) if (one) await discard(person, one);
}

/**
 * Removes all that this browser keeps of a person.
 *
 * @param {string} person
 */
export async function removeAll(person) {
  await database.remove("documents", ofPerson(person));
  const root = await navigator.storage.getDirectory();
  await (await root.getDirectoryHandle("documents")).removeEntry(person, { recursive: true });
}

/**
 * Removes files that no document knows: what a crash left behind. Young ones may still be on their way in another tab, and where nothing is
 * known at all the browser may have lost what was, though not the files.
 *
 * @param {string} person
 */
export async function tidy(person) {
  const all = await documents(person);
  if (all.length === 0) return;
  const known = new Set(all.flatMap(({ id, file = id, next }) => [`${file}.pdf`, `${next?.file}.pdf`]));
  let place;
  try {
    place = await folder(person);
  } catch {
    return;
  }
  for await (const [name, handle] of place.entries()) {
    if (known.has(name) || handle.kind !== "file") continue;
    if (Date.now() - (await handle.getFile()).lastModified > day) await place.removeEntry(name);
  }
}

/** Asks the browser to keep it all where space runs short; gives whether it promises to. */
export async function persist() {
  return (await navigator.storage.persisted?.()) || (await navigator.storage.persist?.()) || false;
}
