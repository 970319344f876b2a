// The documents that this browser keeps, and nobody else: the files lie in the origin's private file system, what is known of them in
// IndexedDB. A file counts once IndexedDB knows it, so that one half written is none.

import { folder } from "./document-folder.js";

/** A file that was not taken: `code` says why. */
export class DocumentProblem extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

const day = 86_400_000;

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("paraph-documents", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("documents", { keyPath: ["person", "id"] });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function store(mode, work) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction("documents", mode, { durability: "strict" });
      const request = work(transaction.objectStore("documents"));
      transaction.oncomplete = () => resolve(request.result);
      // What went wrong is known once the transaction is given up.
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Whether this browser can keep files at all: not over plain HTTP, not in some private windows. */
export const isPossible = () => Boolean(navigator.storage?.getDirectory && globalThis.indexedDB && globalThis.WebAssembly && globalThis.crypto?.subtle);

/** The keys of a person's documents. */
const ofPerson = (person) => IDBKeyRange.bound([person], [person, []]);

/**
 * A person's documents, newest first: { id, name, size, pages, signatures, marks, hash, added, exported }, and where they were signed here
 * `file`, the id of the file that holds them now, `document`, the id by which the server knows them, and `next`, a signed version that the
 * server has yet to take note of; `mine` says that it was signed here, `preview` is a picture of its first page, and `found` what its seals were
 * found to be, each with the `hash` of the version that it is of. Where one is on its way to the server, `upload` is { id, hash, isMove }; `withdrawn` has the ids of what is
 * to go from the server again, and `keptAs` is under which id the server has it too.
 */
export async function documents(person) {
  const all = await store("readonly", (rows) => rows.getAll(ofPerson(person)));
  return all.sort((a, b) => b.added - a.added);
}

/** One of them. */
export const document = (person, id) => store("readonly", (rows) => rows.get([person, id]));

/** The file of a document, under its name. */
export async function file(person, { id, file = id, name }) {
  const kept = await (await (await folder(person)).getFileHandle(`${file}.pdf`)).getFile();
  return new File([kept], name, { type: "application/pdf" });
}

function take(data, signal) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("document-worker.js", import.meta.url), { type: "module" });
    const end = (settle, value) => {
      worker.terminate();
      settle(value);
    };
    worker.onmessage = ({ data: { value, code } }) => (code ? end(reject, new DocumentProblem(code)) : end(resolve, value));
    worker.onerror = () => end(reject, new DocumentProblem(navigator.onLine ? "unavailable" : "offline"));
    signal.addEventListener("abort", () => end(reject, new DocumentProblem("cancelled")));
    worker.postMessage(data);
  });
}

/** Removes a file. */
export async function discard(person, id) {
  try {
    await (await folder(person)).removeEntry(`${id}.pdf`);
  } catch {
    // It is not there, or lies open somewhere: a later visit tidies up.
  }
}

/** The name of a file as it is shown and sent on. */
const nameOf = (file) => file.name.normalize("NFC").replace(/[\u0000-\u001f\u007f/\\]/g, " ").trim().slice(-200) || "document.pdf";

/** Whether the file of a document is there whole. */
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
 */
export async function add(person, file, signal) {
  const id = crypto.randomUUID();
  try {
    const about = await take({ file, person, id }, signal);
    const earlier = (await documents(person)).find(({ hash }) => hash === about.hash);
    const whole = earlier && (await isThere(person, earlier)) ? earlier.id : undefined;
    let document;
    let isKnown;
    // One step among all tabs; where the browser lost the file of a document, the new copy takes its place.
    await store("readwrite", (rows) => {
      const request = rows.getAll(ofPerson(person));
      request.onsuccess = () => {
        const known = request.result.find(({ hash }) => hash === about.hash);
        isKnown = known !== undefined && known.id === whole;
        document = known ? { ...known, file: isKnown ? known.file ?? known.id : id } : { ...about, person, id, name: nameOf(file), exported: false };
        document.added = Date.now();
        rows.put(document);
      };
      return request;
    });
    if (isKnown) await discard(person, id);
    return { ...document, isKnown };
  } catch (error) {
    await discard(person, id);
    if (error instanceof DocumentProblem) throw error;
    throw new DocumentProblem(error?.name === "QuotaExceededError" ? "full" : "unavailable");
  }
}

/** Hands a file, or what is at an address, to the browser's downloads. */
export function handOver(source, name) {
  const address = source instanceof Blob ? URL.createObjectURL(source) : source;
  Object.assign(globalThis.document.createElement("a"), { href: address, download: name }).click();
  if (source instanceof Blob) setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Hands a document to the browser's downloads. */
export async function save(person, { id, name }, file) {
  handOver(file, name);
  await noteExport(person, id);
}

/** Changes what is known of a document, as one step among all tabs; `change` gives undefined to leave it. Gives what is known then. */
async function update(person, id, change) {
  let changed;
  await store("readwrite", (rows) => {
    const request = rows.get([person, id]);
    request.onsuccess = () => {
      changed = request.result && change(request.result);
      if (changed) rows.put(changed);
    };
    return request;
  });
  return changed;
}

/** Notes that a document is to go to the server, as it is now, and whether it then leaves this device; false where that cannot begin. */
export const noteKeeping = (person, id, upload) =>
  update(person, id, (known) => (known.hash === upload.hash && !known.next && !known.upload ? { ...known, upload } : undefined));

/** Notes under which id the server takes the document, in the place of the id `before`; gives nothing where that was ended meanwhile. */
export const noteKept = (person, id, kept, before) =>
  update(person, id, (known) => (known.upload && known.upload.id === before ? { ...known, upload: { ...known.upload, id: kept } } : undefined));

/** Notes that a document goes to the server no more, where `isMeant` says so of its upload. Gives the upload that was ended. */
export async function endKeeping(person, id, isMeant = () => true) {
  let ended;
  await update(person, id, ({ upload, withdrawn = [], ...known }) => {
    if (!upload || !isMeant(upload)) return undefined;
    ended = upload;
    return { ...known, ...(upload.id || withdrawn.length > 0 ? { withdrawn: [...withdrawn, upload.id].filter(Boolean) } : {}) };
  });
  return ended;
}

/** Notes that what was to go from the server again is settled. */
export const noteWithdrawn = (person, id, kept) => update(person, id, ({ withdrawn = [], ...known }) => {
  const rest = withdrawn.filter((one) => one !== kept);
  return { ...known, ...(rest.length > 0 ? { withdrawn: rest } : {}) };
});

/** Notes that all of a document is on the server as `kept`; one that moves leaves this device. False, with nothing changed, where that was ended meanwhile. */
export async function finishKeeping(person, id, kept) {
  let moved;
  let isEnded = true;
  await store("readwrite", (rows) => {
    const request = rows.get([person, id]);
    request.onsuccess = () => {
      const { upload, ...known } = request.result ?? {};
      if (!upload || upload.id !== kept) return;
      isEnded = false;
      if (upload.isMove) rows.delete([person, id]);
      else rows.put({ ...known, keptAs: kept });
      moved = upload.isMove ? known : undefined;
    };
    return request;
  });
  if (moved) await discardAll(person, moved);
  return !isEnded;
}

/** Notes that the server has a document no more. */
export async function noteGone(person, kept) {
  for (const { id, keptAs } of await documents(person)) {
    if (keptAs === kept) await update(person, id, ({ keptAs: one, ...known }) => (one === kept ? known : undefined));
  }
}

/** Notes that a document was exported. */
export const noteExport = (person, id) => update(person, id, (known) => ({ ...known, exported: true }));

/** Notes how the first page of a version looks. */
export const notePreview = (person, id, hash, picture) => update(person, id, (known) => (known.hash === hash ? { ...known, preview: { hash, picture } } : undefined));

/** Notes what was found of a version's signatures: { state, open }. */
export const noteFound = (person, id, hash, found) => update(person, id, (known) => (known.hash === hash ? { ...known, found: { hash, ...found } } : undefined));

/** Notes what was filled into a version's form and is not signed yet: pairs of field and value. */
export const noteForm = (person, id, hash, values) => update(person, id, (known) => (known.hash === hash ? { ...known, form: { hash, values } } : undefined));

/** Keeps a signed version beside the document it was made of; false where that is another one by now, or on its way to the server. */
export async function keepNext(person, id, next) {
  const free = (known) => known.hash === next.save.previousHash && !known.upload && (!known.next || known.next.file === next.file);
  return Boolean(await update(person, id, (known) => (free(known) ? { ...known, next } : undefined)));
}

/** Puts the signed version that lies in the file `signed` in the place of the document it was made of. */
export async function takeNext(person, id, signed, document) {
  let old;
  const taken = await update(person, id, ({ next, keptAs, file = id, ...known }) => {
    // Another tab may be further by now.
    if (next?.file !== signed) return undefined;
    old = file;
    const { save, ...about } = next;
    return { ...known, ...about, document, exported: false, mine: true };
  });
  if (taken) await discard(person, old);
}

/** Gives the signed version that lies in the file `signed` up; the document stays as it is. */
export async function dropNext(person, id, signed) {
  const dropped = await update(person, id, ({ next, ...known }) => (next?.file === signed ? known : undefined));
  if (dropped) await discard(person, signed);
}

/** Removes a document. */
export async function remove(person, id) {
  const known = (await document(person, id)) ?? { id };
  await store("readwrite", (rows) => rows.delete([person, id]));
  await discardAll(person, known);
}

async function discardAll(person, { id, file = id, next }) {
  for (const one of [file, next?.file]) if (one) await discard(person, one);
}

/** Removes all that this browser keeps of a person. */
export async function removeAll(person) {
  await store("readwrite", (rows) => rows.delete(ofPerson(person)));
  const root = await navigator.storage.getDirectory();
  await (await root.getDirectoryHandle("documents")).removeEntry(person, { recursive: true });
}

/**
 * Removes files that no document knows: what a crash left behind. Young ones may still be on their way in another tab, and where nothing is
 * known at all the browser may have lost what was, though not the files.
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
    if (!known.has(name) && Date.now() - (await handle.getFile()).lastModified > day) await place.removeEntry(name);
  }
}

/** Asks the browser to keep it all where space runs short; gives whether it promises to. */
export async function persist() {
  return (await navigator.storage.persisted?.()) || (await navigator.storage.persist?.()) || false;
}
