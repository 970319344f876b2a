// Fetches a version of a file piece by piece, and goes on after what the network loses. What is there in the end is judged by its hash, by the caller.
//
// It knows no network and no disk: those come as ports, so that Tests/Pages drives it through what can go wrong.

/** How often a row of tries fails before it is given up, and the first pause between two, in milliseconds. */
const tries = 4;
const firstPause = 500;

/** A download that ended: `code` says why. */
export class DownloadProblem extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/**
 * @typedef {object} Answer What the server says to a request for the rest of a file; `next` gives the next piece, undefined at the end.
 * @property {number} status
 * @property {string | null} range The header `Content-Range`.
 * @property {() => Promise<Uint8Array | undefined>} next Throws a `TypeError` where nothing comes for long, as where the connection is lost.
 * @property {() => void} leave Reads no more.
 *
 * @typedef {object} Ports
 * @property {(headers: Record<string, string>) => Promise<Answer>} ask Throws a `TypeError` where no answer comes.
 * @property {Pick<FileSystemSyncAccessHandle, "write" | "truncate" | "flush">} access The file on the disk.
 * @property {(time: number) => Promise<void>} pause Waits, in milliseconds; ends early when `signal` does.
 * @property {AbortSignal} signal
 * @property {(done: number) => void} onProgress Hears how many bytes are there.
 */

/**
 * Writes what comes from the byte `start` on; gives where it ends.
 *
 * @param {{ next: () => Promise<Uint8Array | undefined>, leave: () => void }} source
 * @param {Ports["access"]} access
 * @param {number} start
 * @param {number} size The most that may come.
 * @param {(done: number) => void} onProgress
 */
export async function pour(source, access, start, size, onProgress) {
  let at = start;
  try {
    for (let piece = await source.next(); piece; piece = await source.next()) {
      if (at + piece.length > size) throw new DownloadProblem("differs");
      if (access.write(piece, { at }) !== piece.length) throw new DOMException("", "QuotaExceededError");
      at += piece.length;
      onProgress(at);
    }
    return at;
  } finally {
    source.leave();
  }
}

/** What a refusal means, by its status. */
const refusals = new Map([[401, "unauthenticated"], [404, "notFound"], [429, "busy"]]);

/**
 * Fetches what is missing of a file, of which `start` bytes are there. Throws a `DownloadProblem`: `cancelled`, `offline`, `notFound`, `unauthenticated`,
 * `busy`, `internal` or `differs`; or what the disk says.
 *
 * @param {Ports} ports
 * @param {number} start
 * @param {{ hash: string, size: number }} file
 */
export async function fetchRest({ ask, access, pause, signal, onProgress }, start, { hash, size }) {
  let at = start;
  for (let failed = 0; at < size; ) {
    const before = at;
    try {
      const answer = await ask(at > 0 ? { "Range": `bytes=${at}-`, "If-Range": `"${hash}"` } : {});
      if (answer.status !== 200 && answer.status !== 206) throw new DownloadProblem(refusals.get(answer.status) ?? "internal");
      const first = answer.status === 206 ? Number(/^bytes (\d+)-/.exec(answer.range ?? "")?.[1]) : 0;
      if (first !== at) {
        at = 0;
        if (first !== 0) throw new DownloadProblem("differs");
        // The server has another version by now, or gives all of it anew.
        await access.truncate(0);
      }
      at = await pour(answer, access, at, size, (done) => {
        at = done;
        onProgress(done);
      });
      // A connection that ends early is as lost as one that breaks.
      if (at < size) throw new TypeError("it ended early");
    } catch (error) {
      if (signal.aborted) throw new DownloadProblem("cancelled");
      // What the network loses is asked for again, from where it stopped.
      const isTransient = error instanceof TypeError || (error instanceof DownloadProblem && ["internal", "busy"].includes(error.code));
      failed = at > before ? 1 : failed + 1;
      if (!isTransient) throw error;
      if (failed >= tries) throw error instanceof DownloadProblem ? error : new DownloadProblem("offline");
      await pause(firstPause * 2 ** failed);
    }
  }
  await access.truncate(size);
  await access.flush();
}
