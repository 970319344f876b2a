// The calls about documents that are kept on the server; see KeptDocumentsEndpoints.

import { call, part, Problem } from "./api.js";
import { pause } from "./kept-content.js";
import { language } from "./text.js";

/** The most bytes of a file that is kept. */
export const largest = 100_000_000;

/** How many bytes go in one piece: it counts whole or not at all. */
const piece = 4 * 2 ** 20;

/** A connection that carries nothing for so long, in milliseconds, is lost. */
const patience = 30_000;

/** Preparing or sealing a large file waits for others' turn: in milliseconds. */
const longPatience = 120_000;

const root = "/v1/files";
const at = (id, rest = "") => `${root}/${part(id)}${rest}`;

/** The most bytes of a name. */
const longestName = 255;

/** A name as the server takes it: without what does not show, and so long that its end, which says what it is, stays. */
function fitting(name) {
  let fit = name.normalize("NFC").replace(/[\u200c\u200d]/g, "").replace(/[\p{Z}\p{Cc}/\\]+/gu, " ").replace(/[\p{C}]/gu, "").trim();
  while (new TextEncoder().encode(fit).length > longestName) fit = [...fit].slice(1).join("");
  return /[^.\s]/.test(fit) ? fit : "document.pdf";
}

/** What the person keeps and what others let them into, newest first, one page of it: { items, next }. */
export const list = (after) => call("GET", after ? `${root}?after=${part(after)}` : root);
export const find = (id) => call("GET", at(id));
/** Who is signed in. */
export const me = () => call("GET", "/v1/me");
/** Whether the first version of a document is the file of this hash. */
export const isFirst = (id, hash) => call("HEAD", at(id, "/content?version=1"), undefined, { "If-Match": `"${hash}"` }).then(() => true, (problem) => {
  if (problem.status !== 412) throw problem;
  return false;
});
export const start = (name, size) => call("POST", root, { name: fitting(name), size });
export const rename = (id, name) => call("PATCH", at(id), { name: fitting(name) });
export const remove = (id) => call("DELETE", at(id));
export const readers = (id) => call("GET", at(id, "/readers"));
export const invite = (id, email) => call("POST", at(id, "/readers"), { email });
export const dismiss = (id, person) => call("DELETE", at(id, `/readers/${part(person)}`));
export const mail = (id, to, words) => call("POST", at(id, "/mail"), { to, ...(words ? { text: words } : {}) });
export const prepare = (id, signing) => call("POST", at(id, "/drafts"), signing, {}, longPatience);
export const complete = (id, draft, request) => call("POST", at(id, `/drafts/${part(draft)}`), request, {}, longPatience);

/** Sends the next piece of a file, from the byte `first` on; `onProgress` gets how many bytes are on their way. Gives the document then. */
function send(id, file, first, { signal, onProgress }) {
  const end = Math.min(first + piece, file.size);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (code) => () => reject(new Problem({ code }));
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
      "Content-Range": `bytes ${first}-${end - 1}/${file.size}` };
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
    request.send(file.slice(first, end));
  });
}

/** How often one piece is tried in a row, and the first pause between two tries, in milliseconds. */
const tries = 4;
const firstPause = 500;

/**
 * Sends what is missing of a file. After a lost answer the server is asked how much it has; a few times in a row, then the problem is thrown.
 *
 * Gives the document, which is complete.
 */
export async function sendRest(kept, file, { signal, onProgress }) {
  let document = kept;
  for (let failed = 0; !document.hash; ) {
    signal.throwIfAborted();
    onProgress(document.received);
    try {
      // All of it is there, and the server is still reading it back.
      if (document.received >= document.size) throw new Problem({ code: "timeout" });
      document = await send(document.id, file, document.received, { signal, onProgress });
      failed = 0;
    } catch (problem) {
      signal.throwIfAborted();
      failed += 1;
      // Another tab may have sent this piece: then it is told how far the file is.
      const isBehind = problem.code === "wrongOffset";
      if (failed >= tries || !(problem.isTransient || isBehind || problem.retryAfter)) throw problem;
      if (!isBehind) await pause(problem.retryAfter ? problem.retryAfter * 1000 : firstPause * 2 ** failed, signal);
      document = await find(document.id).catch((second) => {
        if (second.isTransient) return document;
        throw second;
      });
      signal.throwIfAborted();
    }
  }
  return document;
}
