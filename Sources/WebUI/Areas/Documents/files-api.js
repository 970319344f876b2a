// The calls about files of the server; see FilesEndpoints.

import { call, part } from "../Base/api.js";
import { pause } from "./file-content.js";
import { Problem } from "../Base/problem.js";
import * as sending from "./sending.js";
import { language } from "../Base/text.js";

/** The most bytes of a file. */
export const largest = 100_000_000;

/** A connection that carries nothing for so long, in milliseconds, is lost. */
const patience = 30_000;

/** Preparing or sealing a large file waits for others' turn: in milliseconds. */
const longPatience = 120_000;

const root = "/v1/files";
const at = (/** @type {string} */ id, rest = "") => `${root}/${part(id)}${rest}`;

/** The most bytes of a name. */
const longestName = 255;

/**
 * A name as the server takes it: without what does not show, and so long that its end, which says what it is, stays.
 *
 * @param {string} name
 */
function fitting(name) {
  let fit = name.normalize("NFC").replace(/[\u200c\u200d]/g, "").replace(/[\p{Z}\p{Cc}/\\]+/gu, " ").replace(/[\p{C}]/gu, "").trim();
  while (new TextEncoder().encode(fit).length > longestName) fit = [...fit].slice(1).join("");
  return /[^.\s]/.test(fit) ? fit : "document.pdf";
}

/**
 * What the person keeps and what others let them into, newest first, one page of it.
 *
 * @param {string} [after]
 * @returns {Promise<Wire.Page<Wire.File>>}
 */
export const list = (after) => call("GET", after ? `${root}?after=${part(after)}` : root);

/**
 * @param {string} id
 * @returns {Promise<Wire.File>}
 */
export const find = (id) => call("GET", at(id));

/**
 * Who is signed in.
 *
 * @returns {Promise<Wire.Person>}
 */
export const me = () => call("GET", "/v1/me");

/**
 * Whether the first version of a file has this hash.
 *
 * @param {string} id
 * @param {string} hash
 * @returns {Promise<boolean>}
 */
export const isFirst = (id, hash) => call("HEAD", at(id, "/content?version=1"), undefined, { "If-Match": `"${hash}"` }).then(() => true, (problem) => {
  if (problem.status !== 412) throw problem;
  return false;
});

/**
 * Begins a file, of which no byte is there yet.
 *
 * @param {string} name
 * @param {number} size
 * @returns {Promise<Wire.File>}
 */
export const start = (name, size) => call("POST", root, { name: fitting(name), size });

/**
 * @param {string} id
 * @param {string} name
 * @returns {Promise<Wire.File>}
 */
export const rename = (id, name) => call("PATCH", at(id), { name: fitting(name) });

/** @param {string} id */
export const remove = (id) => call("DELETE", at(id));

/**
 * Brings back what was deleted.
 *
 * @param {string} id
 */
export const restore = (id) => call("POST", at(id, "/restore"));

/**
 * The readers.
 *
 * @param {string} id
 * @returns {Promise<Wire.Page<Wire.FileReader>>}
 */
export const readers = (id) => call("GET", at(id, "/readers"));

/**
 * @param {string} id
 * @param {string} email
 * @returns {Promise<Wire.FileReader>}
 */
export const invite = (id, email) => call("POST", at(id, "/readers"), { email });

/**
 * @param {string} id
 * @param {string} person
 */
export const dismiss = (id, person) => call("DELETE", at(id, `/readers/${part(person)}`));

/**
 * @param {string} id
 * @param {string[]} to
 * @param {string} words
 */
export const mail = (id, to, words) => call("POST", at(id, "/mail"), { to, ...(words ? { text: words } : {}) });

/**
 * @param {string} id
 * @param {Wire.Signing} signing
 * @returns {Promise<Wire.Draft>}
 */
export const prepare = (id, signing) => call("POST", at(id, "/drafts"), signing, {}, longPatience);

/**
 * @param {string} id
 * @param {string} draft
 * @param {Wire.SealRequest} request
 */
export const complete = (id, draft, request) => call("POST", at(id, `/drafts/${part(draft)}`), request, {}, longPatience);

/**
 * Sends the next piece of a file; `onProgress` gets how many bytes are on their way.
 *
 * @param {string} id
 * @param {Blob} bytes
 * @param {{ first: number, size: number }} range Which byte is the first, and how many the file has.
 * @param {sending.Run} run
 * @returns {Promise<Wire.File>} The file as it is then.
 */
function send(id, bytes, { first, size }, { signal, onProgress }) {
  const end = first + bytes.size;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (/** @type {string} */ code) => () => reject(new Problem({ code }));
    /** @type {number | undefined} */
    let timer;
    const live = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        fail("timeout")();
        request.abort();
      }, patience);
    };
    request.open("PUT", at(id, "/content"));
    const headers = { "Paraph-Web": "1", "Accept": "application/json", "Accept-Language": language, "Content-Type": "application/octet-stream",
      "Content-Range": `bytes ${first}-${end - 1}/${size}` };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded }) => {
      live();
      onProgress(Math.min(first + loaded, end));
    });
    request.addEventListener("load", () => {
      let answer;
      try {
        answer = JSON.parse(request.responseText);
      } catch {
        answer = {};
      }
      if (request.status >= 200 && request.status < 300 && answer.id) resolve(answer);
      else reject(new Problem({ code: "internal", ...answer, status: request.status || 500, retryAfter: Number(request.getResponseHeader("Retry-After")) || undefined }));
    });
    request.addEventListener("error", fail("offline"));
    request.addEventListener("abort", fail("cancelled"));
    request.addEventListener("loadend", () => clearTimeout(timer));
    signal.addEventListener("abort", () => request.abort());
    live();
    request.send(bytes);
  });
}

/**
 * Sends what is missing of a file; gives it once it is complete.
 *
 * @param {Wire.File} file
 * @param {Blob} bytes
 * @param {sending.Run} run
 */
export const sendRest = (file, bytes, run) => sending.sendRest({ send, find, pause }, file, bytes, run);
