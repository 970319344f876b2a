// What the workers do with files: read them by ParaphPDF, compiled to pdf.wasm from Web/pdf, and write them to the origin's private file
// system.

import { digest, hexadecimal } from "../Base/bytes.js";
import { load } from "../Pad/ink.js";
import { folder } from "./document-folder.js";

/** The largest file that is taken: it lies in memory as a whole, and telephones have little. */
const largest = 100 * 2 ** 20;
const module = load("pdf.wasm", import.meta.url);

/** @type {Record<string, string>} What ParaphPDF says of a file, in the words of this page. */
const refusals = { notPDF: "notPDF", tooLarge: "tooComplex", tooMuchWork: "tooComplex", tooDeep: "tooComplex", outOfTime: "tooComplex" };

/** Whether limits ended the reading, so that nothing is known of what was not read. */
export const isLimit = (/** @type {string} */ error) => refusals[error] === "tooComplex";

export class Refusal extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/**
 * One file in one instance: the instance, what it says of the file, and the file's bytes in its memory.
 *
 * @typedef {{ pdf: PDFExports, about: PDF.Answer<PDF.Description>, bytes: () => Uint8Array }} Opened
 *
 * @param {Blob} file
 * @returns {Promise<Opened>}
 */
export async function read(file) {
  if (file.size > largest) throw new Refusal("tooLarge");
  /** @type {PDFExports} */
  let pdf;
  const random = (/** @type {number} */ start, /** @type {number} */ count) => crypto.getRandomValues(new Uint8Array(pdf.memory.buffer, start, count));
  pdf = /** @type {PDFExports} */ (/** @type {unknown} */ ((await WebAssembly.instantiate(await module, { page: { random } })).exports));
  const start = pdf.fileStart(file.size);
  let length = 0;
  for (const reader = file.stream().getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    if (length + value.length > file.size) throw new Refusal("unreadable");
    new Uint8Array(pdf.memory.buffer, start + length, value.length).set(value);
    length += value.length;
  }
  const about = json(pdf, pdf.open(length));
  return { pdf, about, bytes: () => new Uint8Array(pdf.memory.buffer, start, length) };
}

/**
 * What an instance has put out, as an object.
 *
 * @param {PDFExports} pdf
 * @param {number} count
 * @returns {any} One of the types in Web/types/pdf.d.ts.
 */
export const json = (pdf, count) => JSON.parse(new TextDecoder().decode(new Uint8Array(pdf.memory.buffer, pdf.outputStart(), count)));

/**
 * Throws where a file is none that can be kept.
 *
 * @param {PDF.Answer<PDF.Description>} about
 */
export function check({ error, pages }) {
  if (error && error !== "password") throw new Refusal(refusals[error] ?? "damaged");
  if (pages === 0) throw new Refusal("noPages");
}

/**
 * What is kept of a file's content.
 *
 * @param {PDF.Answer<PDF.Description>} about
 * @returns {Workers.Facts}
 */
export const facts = (about) => ({
  pages: about.pages,
  // Of what cannot be read it is not known.
  signatures: about.error ? undefined : about.signatures?.filter(({ kind }) => kind !== "timestamp").length ?? 0,
  marks: marks(about),
});

/**
 * What the person should know of a file that is kept all the same.
 *
 * @param {PDF.Answer<PDF.Description>} about
 */
function marks({ error, xfa, permission, certified, repaired, remarks }) {
  if (error === "password") return ["locked"];
  const found = { xfa, final: certified && permission === 1, repaired };
  // What XFA means says it already.
  const more = (remarks ?? []).filter((remark) => !(xfa && remark === "fields"));
  return [...Object.entries(found).flatMap(([mark, isFound]) => (isFound ? [mark] : [])), ...more];
}

/**
 * Writes pieces one after another as a person's file; it is on the disk when this is done.
 *
 * @param {string} person
 * @param {string} id
 * @param {...Uint8Array} pieces
 */
export async function write(person, id, ...pieces) {
  const handle = await (await folder(person, true)).getFileHandle(`${id}.pdf`, { create: true });
  const access = await handle.createSyncAccessHandle();
  let at = 0;
  try {
    // Browsers of before 2023 finish these later.
    await access.truncate(0);
    for (const piece of pieces) {
      if (access.write(piece, { at }) !== piece.length) throw new DOMException("", "QuotaExceededError");
      at += piece.length;
    }
    await access.flush();
  } finally {
    await access.close();
  }
  return handle;
}

/** SHA-256 in hexadecimal. */
export const hash = async (/** @type {Uint8Array} */ bytes) => hexadecimal(await digest(bytes));

/**
 * What went wrong, as a code.
 *
 * @param {unknown} error
 */
export function reason(error) {
  if (error instanceof Refusal) return error.code;
  const name = error instanceof Error ? error.name : "";
  if (name === "QuotaExceededError") return "full";
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return "tooComplex";
  if (error instanceof TypeError && !navigator.onLine) return "offline";
  if (name === "NotReadableError" || name === "NotFoundError") return "unreadable";
  return "unavailable";
}
