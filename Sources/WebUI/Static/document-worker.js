// Files that do not leave the browser: reads them by ParaphPDF, compiled to pdf.wasm from Web/pdf, and writes them to the origin's private
// file system. It works beside the page, so that a large file freezes nothing and whoever waits may cancel by ending it.

import { load } from "./ink.js";
import { folder } from "./document-folder.js";

/** The largest file that is taken: it lies in memory as a whole, and telephones have little. */
const largest = 100 * 2 ** 20;
const module = load("pdf.wasm");

/** What ParaphPDF says of a file, in the words of this page. */
const refusals = { notPDF: "notPDF", tooLarge: "tooComplex", tooMuchWork: "tooComplex", tooDeep: "tooComplex", outOfTime: "tooComplex" };

class Refusal extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** One file in one instance. */
async function read(file) {
  if (file.size > largest) throw new Refusal("tooLarge");
  let pdf;
  const random = (start, count) => crypto.getRandomValues(new Uint8Array(pdf.memory.buffer, start, count));
  pdf = (await WebAssembly.instantiate(await module, { page: { random } })).exports;
  const start = pdf.fileStart(file.size);
  let length = 0;
  for (const reader = file.stream().getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    if (length + value.length > file.size) throw new Refusal("unreadable");
    new Uint8Array(pdf.memory.buffer, start + length, value.length).set(value);
    length += value.length;
  }
  const answer = pdf.open(length);
  const about = JSON.parse(new TextDecoder().decode(new Uint8Array(pdf.memory.buffer, pdf.outputStart(), answer)));
  return { about, bytes: new Uint8Array(pdf.memory.buffer, start, length) };
}

/** What the person should know of a file that is kept all the same. */
function marks({ error, xfa, permission, certified, repaired }) {
  if (error === "password") return ["locked"];
  const found = { xfa, final: certified && permission === 1, repaired };
  return Object.keys(found).filter((mark) => found[mark]);
}

async function write(bytes, person, id) {
  const handle = await (await folder(person, true)).getFileHandle(`${id}.pdf`, { create: true });
  const access = await handle.createSyncAccessHandle();
  try {
    access.truncate(0);
    if (access.write(bytes, { at: 0 }) !== bytes.length) throw new DOMException("", "QuotaExceededError");
    access.flush();
  } finally {
    access.close();
  }
}

async function take({ file, person, id }) {
  const { about, bytes } = await read(file);
  if (about.error && about.error !== "password") throw new Refusal(refusals[about.error] ?? "damaged");
  if (about.pages === 0) throw new Refusal("noPages");
  await write(bytes, person, id);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return {
    size: bytes.length,
    pages: about.pages,
    signatures: about.signatures?.filter(({ kind }) => kind !== "timestamp").length ?? 0,
    marks: marks(about),
    hash: Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join(""),
  };
}

/** What went wrong, as a code. */
function reason(error) {
  if (error instanceof Refusal) return error.code;
  if (error.name === "QuotaExceededError") return "full";
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return "tooComplex";
  if (error instanceof TypeError && !navigator.onLine) return "offline";
  if (error.name === "NotReadableError" || error.name === "NotFoundError") return "unreadable";
  return "unavailable";
}

addEventListener("message", async ({ data }) => {
  try {
    postMessage({ value: await take(data) });
  } catch (error) {
    postMessage({ code: reason(error), detail: String(error) });
  }
});
