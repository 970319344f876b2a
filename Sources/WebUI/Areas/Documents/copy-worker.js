// Brings a version of a file to this device, beside the page: what a lost connection or a closed tab left is gone on with, and of a
// version that only adds to the one that is here, what was added is fetched. What is there in the end is what the server has, by its SHA-256.

import { copyFolder, copyName } from "./copy-folder.js";
import { facts, hash, read, reason, Refusal } from "./document-file.js";
import { content, pause } from "./file-content.js";

const patience = 30_000;
const tries = 4;
const firstPause = 500;
const abort = new AbortController();

/** The file, open for writing; another worker that was just ended may hold it a moment longer. */
async function opened(handle) {
  for (let failed = 0; ; failed++) {
    try {
      return await handle.createSyncAccessHandle();
    } catch (error) {
      if (error.name !== "NoModificationAllowedError" || failed === tries) throw error;
      await pause(firstPause);
    }
  }
}

/** Asks for the rest of a file; where nobody answers for long, the connection is lost. */
async function asked(address, headers) {
  const stop = new AbortController();
  abort.signal.addEventListener("abort", () => stop.abort());
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    return await fetch(address, { headers, signal: stop.signal, credentials: "same-origin", cache: "no-store" });
  } catch {
    throw new TypeError("nobody answers");
  } finally {
    clearTimeout(timer);
  }
}

/** Writes what a stream brings from the byte `start` on; gives where it ends. */
async function pour(stream, access, start, size, onProgress) {
  const reader = stream.getReader();
  let at = start;
  try {
    for (;;) {
      let timer;
      const silence = new Promise((_, reject) => (timer = setTimeout(() => reject(new TypeError("nothing comes")), patience)));
      const { done, value } = await Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer));
      if (done) return at;
      if (at + value.length > size) throw new Refusal("differs");
      if (access.write(value, { at }) !== value.length) throw new DOMException("", "QuotaExceededError");
      at += value.length;
      onProgress(at);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Fetches what is missing of a file, of which `start` bytes are there. */
async function fetchRest(access, start, { id, version, hash: wanted, size }, onProgress) {
  let at = start;
  for (let failed = 0; at < size; ) {
    const before = at;
    try {
      const headers = { "Paraph-Web": "1", ...(at > 0 ? { "Range": `bytes=${at}-`, "If-Range": `"${wanted}"` } : {}) };
      const response = await asked(content(id, version), headers);
      if (!response.ok) throw new Refusal(response.status === 401 ? "unauthenticated" : response.status === 404 ? "notFound" : response.status === 429 ? "busy" : "internal");
      const first = response.status === 206 ? Number(/^bytes (\d+)-/.exec(response.headers.get("Content-Range") ?? "")?.[1]) : 0;
      if (first !== at) {
        at = 0;
        if (first !== 0) throw new Refusal("differs");
        await access.truncate(0);
      }
      at = await pour(response.body, access, at, size, (done) => {
        at = done;
        onProgress(done);
      });
    } catch (error) {
      if (abort.signal.aborted) throw new Refusal("cancelled");
      // What the network loses is asked for again, from where it stopped.
      const isTransient = error instanceof TypeError || ["internal", "busy"].includes(error.code);
      failed = at > before ? 1 : failed + 1;
      if (!isTransient) throw error;
      if (failed >= tries) throw error instanceof Refusal ? error : new Refusal("offline");
      await pause(firstPause * 2 ** failed, abort.signal);
    }
  }
  await access.truncate(size);
  await access.flush();
}

/** Lays what is here of an older version into the new file; gives how many bytes that are. */
async function begin(access, place, earlier, size) {
  const there = await access.getSize();
  if (there > 0 || !earlier) return there <= size ? there : 0;
  try {
    const file = await (await place.getFileHandle(earlier.file)).getFile();
    if (file.size !== earlier.size || file.size > size) return 0;
    return await pour(file.stream(), access, 0, file.size, () => {});
  } catch (error) {
    if (error.name === "QuotaExceededError") throw error;
    return 0;
  }
}

async function bring({ person, original, earlier }) {
  const place = await copyFolder(person, true);
  const handle = await place.getFileHandle(copyName(original), { create: true });
  let told = -Infinity;
  const onProgress = (done) => {
    if (done < original.size && performance.now() - told < 100) return;
    told = performance.now();
    postMessage({ done });
  };
  for (let isAgain = false; ; isAgain = true) {
    const access = await opened(handle);
    let start = 0;
    try {
      start = isAgain ? 0 : await begin(access, place, earlier, original.size);
      if (start === 0) await access.truncate(0);
      told = -Infinity;
      onProgress(start);
      await fetchRest(access, start, original, onProgress);
    } finally {
      await access.close();
    }
    const { about, bytes } = await read(await handle.getFile());
    if ((await hash(bytes())) === original.hash) return { pages: about.pages, ...facts(about) };
    // What was here is not what the server has: then all of it is fetched, once.
    if (start === 0) {
      await place.removeEntry(copyName(original)).catch(() => {});
      throw new Refusal("differs");
    }
  }
}

addEventListener("message", async ({ data }) => {
  if (data.cancel) {
    abort.abort();
    return;
  }
  try {
    postMessage({ value: await bring(data) });
  } catch (error) {
    postMessage({ code: reason(error), detail: String(error) });
  }
});
