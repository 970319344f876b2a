// Brings a version of a file to this device, beside the page: what a lost connection or a closed tab left is gone on with, and of a
// version that only adds to the one that is here, what was added is fetched. What is there in the end is what the server has, by its SHA-256.

import { copyFolder, copyName } from "./copy-folder.js";
import { facts, hash, read, reason, Refusal } from "./document-file.js";
import { DownloadProblem, fetchRest, pour } from "./downloading.js";
import { content, pause } from "./file-content.js";

const patience = 30_000;
const tries = 4;
const firstPause = 500;
const abort = new AbortController();

const tell = (/** @type {Workers.CopyAnswer} */ answer) => postMessage(answer);

/**
 * @param {unknown} error
 * @param {string} name
 */
const isNamed = (error, name) => error instanceof Error && error.name === name;

/**
 * The file, open for writing; another worker that was just ended may hold it a moment longer.
 *
 * @param {FileSystemFileHandle} handle
 */
async function opened(handle) {
  for (let failed = 0; ; failed++) {
    try {
      return await handle.createSyncAccessHandle();
    } catch (error) {
      if (!isNamed(error, "NoModificationAllowedError") || failed === tries) throw error;
      await pause(firstPause);
    }
  }
}

/**
 * Asks for the rest of a file; where nothing comes for long, the connection is lost.
 *
 * @param {string} address
 * @param {Record<string, string>} headers
 * @returns {Promise<import("./downloading.js").Answer>}
 */
async function asked(address, headers) {
  const stop = new AbortController();
  abort.signal.addEventListener("abort", () => stop.abort());
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    const response = await fetch(address, { headers: { "Paraph-Web": "1", ...headers }, signal: stop.signal, credentials: "same-origin", cache: "no-store" });
    return { status: response.status, range: response.headers.get("Content-Range"), ...pieces(response.body) };
  } catch {
    throw new TypeError("no answer comes");
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The pieces of a stream, each within the patience.
 *
 * @param {ReadableStream<Uint8Array>} stream
 */
function pieces(stream) {
  const reader = stream.getReader();
  return {
    async next() {
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let timer;
      /** @type {Promise<never>} */
      const silence = new Promise((_, reject) => (timer = setTimeout(() => reject(new TypeError("nothing comes")), patience)));
      const { done, value } = await Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer));
      return done ? undefined : value;
    },
    leave() {
      reader.cancel().catch(() => {});
    },
  };
}

/**
 * Lays what is here of an older version into the new file; gives how many bytes that are.
 *
 * @param {FileSystemSyncAccessHandle} access
 * @param {FileSystemDirectoryHandle} place
 * @param {Workers.Bringing["earlier"]} earlier
 * @param {number} size
 */
async function begin(access, place, earlier, size) {
  const there = await access.getSize();
  if (there > 0 || !earlier) return there <= size ? there : 0;
  try {
    const file = await (await place.getFileHandle(earlier.file)).getFile();
    if (file.size !== earlier.size || file.size > size) return 0;
    return await pour(pieces(file.stream()), access, 0, file.size, () => {});
  } catch (error) {
    if (isNamed(error, "QuotaExceededError")) throw error;
    return 0;
  }
}

/**
 * @param {Workers.Bringing} wanted
 * @returns {Promise<Workers.Facts>}
 */
async function bring({ person, original, earlier }) {
  const place = await copyFolder(person, true);
  const handle = await place.getFileHandle(copyName(original), { create: true });
  let told = -Infinity;
  const onProgress = (/** @type {number} */ done) => {
    if (done < original.size && performance.now() - told < 100) return;
    told = performance.now();
    tell({ done });
  };
  for (let isAgain = false; ; isAgain = true) {
    const access = await opened(handle);
    let start = 0;
    try {
      start = isAgain ? 0 : await begin(access, place, earlier, original.size);
      if (start === 0) await access.truncate(0);
      told = -Infinity;
      onProgress(start);
      const ask = (/** @type {Record<string, string>} */ headers) => asked(content(original.id, original.version), headers);
      await fetchRest({ ask, access, pause: (time) => pause(time, abort.signal), signal: abort.signal, onProgress }, start, original);
    } finally {
      await access.close();
    }
    const { about, bytes } = await read(await handle.getFile());
    if ((await hash(bytes())) === original.hash) return facts(about);
    // What was here is not what the server has: then all of it is fetched, once.
    if (start === 0) {
      await place.removeEntry(copyName(original)).catch(() => {});
      throw new Refusal("differs");
    }
  }
}

addEventListener("message", async (/** @type {MessageEvent<Workers.Copying>} */ { data }) => {
  if ("cancel" in data) {
    abort.abort();
    return;
  }
  try {
    tell({ value: await bring(data) });
  } catch (error) {
    tell({ code: error instanceof DownloadProblem ? error.code : reason(error), detail: String(error) });
  }
});
