// Sends a file to the server piece by piece, and goes on after what the network loses.

import { Problem } from "../Base/problem.js";

/** How many bytes go in one piece: it counts whole or not at all. */
const piece = 4 * 2 ** 20;

/** How often one piece is tried in a row, and the first pause between two tries, in milliseconds. */
const tries = 4;
const firstPause = 500;

/**
 * What sending needs: `send` gives the file as it is after a piece, `find` as it is now, and both throw a `Problem`; `pause` waits, in milliseconds.
 *
 * @typedef {object} Network
 * @property {(id: string, bytes: Blob, range: { first: number, size: number }, run: Run) => Promise<Wire.File>} send
 * @property {(id: string) => Promise<Wire.File>} find
 * @property {(time: number, signal: AbortSignal) => Promise<void>} pause
 *
 * @typedef {{ signal: AbortSignal, onProgress: (done: number) => void }} Run How a run is ended, and who is told how many bytes are there.
 */

/**
 * Sends what is missing of a file. After a lost answer the server is asked how much it has; a few times in a row, then the problem is thrown.
 *
 * @param {Network} network
 * @param {Wire.File} begun The file as the server has it.
 * @param {Blob} bytes All of it.
 * @param {Run} run
 * @returns {Promise<Wire.File>} The file, which is complete.
 */
export async function sendRest(network, begun, bytes, run) {
  const { signal, onProgress } = run;
  let file = begun;
  for (let failed = 0; !file.hash; ) {
    signal.throwIfAborted();
    onProgress(file.received);
    try {
      // All of it is there, and the server is still reading it back.
      if (file.received >= file.size) throw new Problem({ code: "timeout" });
      const first = file.received;
      file = await network.send(file.id, bytes.slice(first, Math.min(first + piece, bytes.size)), { first, size: bytes.size }, run);
      failed = 0;
    } catch (thrown) {
      signal.throwIfAborted();
      if (!(thrown instanceof Problem)) throw thrown;
      failed += 1;
      // Another tab may have sent this piece: then it is told how far the file is.
      const isBehind = thrown.code === "wrongOffset";
      if (failed >= tries || !(thrown.isTransient || isBehind || thrown.retryAfter)) throw thrown;
      if (!isBehind) await network.pause(thrown.retryAfter ? thrown.retryAfter * 1000 : firstPause * 2 ** failed, signal);
      const known = file;
      file = await network.find(file.id).catch((second) => {
        if (second instanceof Problem && second.isTransient) return known;
        throw second;
      });
      signal.throwIfAborted();
    }
  }
  return file;
}
