// Documents of this device on their way to the server: each is noted first, so that a lost connection or a closed tab only pauses it.
//
// It knows no page and no network: those come as ports, so that Tests/Pages drives it through what can go wrong.

import { DocumentProblem, Problem } from "../Base/problem.js";

/** The first pause before what waits is tried again by itself, and the longest one, in milliseconds. */
const firstRest = 5_000;
const longestRest = 300_000;

/**
 * @typedef {import("./document-store.js").StoredDocument} StoredDocument
 *
 * @typedef {object} Server The calls about files; each throws a `Problem`.
 * @property {() => Promise<{ id: string }>} me
 * @property {(id: string) => Promise<Wire.File>} find
 * @property {(id: string, hash: string) => Promise<boolean>} isFirst Whether the first version of a file has this hash.
 * @property {(name: string, size: number) => Promise<Wire.File>} start
 * @property {(id: string) => Promise<unknown>} remove
 * @property {(file: Wire.File, bytes: Blob, run: import("./sending.js").Run) => Promise<Wire.File>} sendRest
 *
 * @typedef {object} Tell What the page hears.
 * @property {(id: string, done: number, size: number) => void} progress
 * @property {(document: StoredDocument, file: Wire.File) => void} kept All of it is on the server.
 * @property {(document: StoredDocument, problem: any) => void} failed It waits, once for each reason, or is given up.
 * @property {() => void} ended A run is over, however.
 * @property {() => void} elsewhere Another tab has finished or ended one.
 *
 * @typedef {object} Ports
 * @property {string} person
 * @property {Tell} tell
 * @property {typeof import("./document-store.js")} store
 * @property {Server} server
 * @property {<Value>(name: string, signal: AbortSignal, work: () => Promise<Value>) => Promise<Value>} alone Does something while no other tab does it.
 * @property {(time: number, action: () => void) => () => void} after Does something later, in milliseconds; gives what calls that off.
 *
 * @typedef {{ stop: AbortController, done: number, fileId?: string }} Run What runs now; `fileId` is the id by which the server knows it.
 */

export class UploadQueue {
  #person;
  #tell;
  #store;
  #server;
  #alone;
  #after;
  /** @type {(() => void) | undefined} Calls the next try off. */
  #callOff;
  /** How many pauses there were since something arrived. */
  #rests = 0;
  /** @type {Map<string, string>} Of which documents it was said that they wait, and for what. */
  #told = new Map();
  /** @type {Map<string, Run>} What runs now, by the document's id. */
  #running = new Map();

  /** @param {Ports} ports */
  constructor({ person, tell, store, server, alone, after }) {
    this.#person = person;
    this.#tell = tell;
    this.#store = store;
    this.#server = server;
    this.#alone = alone;
    this.#after = after;
  }

  /**
   * How many bytes of a document are on the server as far as is known here; undefined where nothing runs.
   *
   * @param {string} id
   */
  progress(id) { return this.#running.get(id)?.done; }

  /**
   * Begins: `isMove` where the document is to leave this device once it is there. False where it cannot begin.
   *
   * @param {StoredDocument} document
   * @param {boolean} isMove
   */
  async begin(document, isMove) {
    this.#told.delete(document.id);
    const noted = await this.#store.noteUpload(this.#person, document.id, { hash: document.hash, isMove });
    if (noted) this.#start(noted);
    return Boolean(noted);
  }

  /** Goes on with what was begun, here or by another visit. */
  async goOn() {
    this.#callOff?.();
    this.#callOff = undefined;
    for (const document of await this.#store.documents(this.#person)) {
      for (const fileId of document.withdrawn ?? []) this.#withdraw(document.id, fileId).catch(() => {});
      if (document.upload) this.#start(document);
    }
  }

  /**
   * Ends it: what the server has of it goes, the document here stays. Where all of it was there already, that stays too, and is given.
   *
   * @param {{ id: string }} document
   * @returns {Promise<Wire.File | undefined>}
   */
  async cancel({ id }) {
    const ended = await this.#store.endUpload(this.#person, id);
    this.#running.get(id)?.stop.abort();
    return ended?.id === undefined ? undefined : this.#withdraw(id, ended.id);
  }

  /**
   * Removes what the server has of a file, unless that is whole by now, and others may have signed it: gives it then. Where the server
   * cannot be asked now, `goOn` asks.
   *
   * @param {string} id
   * @param {string} fileId
   * @param {boolean} [isWrong] Whether it is not what was sent.
   */
  async #withdraw(id, fileId, isWrong = false) {
    /** @type {Wire.File | undefined} */
    let found;
    try {
      await this.#check();
      found = await this.#server.find(fileId);
      if (!found.hash || (isWrong && found.version === 1)) await this.#server.remove(fileId);
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== 404) return undefined;
    }
    await this.#store.noteWithdrawn(this.#person, id, fileId);
    return found?.hash && !isWrong ? found : undefined;
  }

  /** Throws where no person is signed in, or by now another one: what is this person's never goes to others' Files. */
  async #check() {
    const { id } = await this.#server.me();
    if (id !== this.#person) throw new Problem({ code: "unauthenticated", status: 401 });
  }

  /**
   * Goes on by itself a little later: no browser tells when a server is back.
   *
   * @param {Problem} problem
   */
  #rest(problem) {
    // A person who has to sign in first comes back to the page.
    if (this.#callOff || problem.status === 401) return;
    const time = Math.max((problem.retryAfter ?? 0) * 1000, Math.min(firstRest * 2 ** this.#rests, longestRest));
    this.#rests += 1;
    this.#callOff = this.#after(time, () => this.goOn().catch(() => {}));
  }

  /** @param {StoredDocument} document */
  #start(document) {
    if (this.#running.has(document.id)) return;
    /** @type {Run} */
    const run = { stop: new AbortController(), done: 0 };
    this.#running.set(document.id, run);
    const { signal } = run.stop;
    // One tab sends, the others wait, and find it done.
    this.#alone(`paraph-keep-${document.id}`, signal, () => this.#send(document.id, run))
      .catch((problem) => (signal.aborted ? undefined : this.#fail(document, run, problem)))
      .finally(async () => {
        this.#running.delete(document.id);
        this.#tell.ended();
        // A person who cancels and keeps it again may be faster than the run that ends.
        const again = signal.aborted && (await this.#store.document(this.#person, document.id).catch(() => undefined));
        if (again && again.upload) this.#start(again);
      });
  }

  /**
   * What another try does not change is given up; a lost connection only waits.
   *
   * @param {StoredDocument} document
   * @param {Run} run
   * @param {unknown} problem
   */
  async #fail(document, run, problem) {
    if (waits(problem)) {
      this.#rest(problem);
      // It is said once that it waits, not at every try.
      const why = `${problem.status} ${problem.code}`;
      if (this.#told.get(document.id) === why) return;
      this.#told.set(document.id, why);
    } else {
      // What another tab ended, or ended and began anew, is not this run's to give up.
      const ended = await this.#store.endUpload(this.#person, document.id, (upload) => upload.id === run.fileId);
      if (!ended) {
        this.#tell.elsewhere();
        return;
      }
      if (ended.id) await this.#withdraw(document.id, ended.id, problem instanceof DocumentProblem && problem.code === "differs");
    }
    this.#tell.failed(document, problem);
  }

  /**
   * @param {string} id
   * @param {Run} run
   */
  async #send(id, run) {
    const { signal } = run.stop;
    const known = await this.#store.document(this.#person, id);
    if (!known?.upload) {
      this.#tell.elsewhere();
      return;
    }
    const { hash, id: before } = known.upload;
    run.fileId = before;
    if (known.hash !== hash) throw new DocumentProblem("overtaken");
    const bytes = await this.#store.file(this.#person, known).catch(() => {
      throw new DocumentProblem("gone");
    });
    await this.#check();
    const begun = before && (await this.#server.find(before).catch(unlessGone));
    signal.throwIfAborted();
    const file = begun || (await this.#announce(known, bytes, run));
    const onProgress = (/** @type {number} */ done) => {
      run.done = done;
      this.#tell.progress(id, done, bytes.size);
    };
    const sent = await this.#server.sendRest(file, bytes, { signal, onProgress }).catch(async (problem) => {
      // To another person who signed in meanwhile it is not there.
      if (problem.status === 404) await this.#check();
      throw problem;
    });
    // Where it was signed meanwhile, the first version is what was sent.
    if (sent.version === 1 ? sent.hash !== hash : !(await this.#server.isFirst(sent.id, hash))) throw new DocumentProblem("differs");
    signal.throwIfAborted();
    this.#rests = 0;
    this.#told.delete(id);
    if (await this.#store.finishUpload(this.#person, id, sent.id)) this.#tell.kept(known, sent);
    else this.#tell.elsewhere();
  }

  /**
   * Has the server begin a file, and notes its id before a byte is sent.
   *
   * @param {StoredDocument} document
   * @param {Blob} bytes
   * @param {Run} run
   */
  async #announce({ id, name, upload }, bytes, run) {
    const file = await this.#server.start(name, bytes.size);
    if (run.stop.signal.aborted || !(await this.#store.noteUploadId(this.#person, id, file.id, upload?.id))) {
      await this.#server.remove(file.id).catch(() => {});
      throw new DocumentProblem("cancelled");
    }
    run.fileId = file.id;
    return file;
  }
}

/**
 * Whether another try may go well: with a connection, a little later, or once the person has signed in again.
 *
 * @param {unknown} problem
 * @returns {problem is Problem}
 */
const waits = (problem) => problem instanceof Problem && (problem.isTransient || problem.retryAfter !== undefined || problem.status === 401);

/**
 * A file that was swept begins anew.
 *
 * @param {unknown} problem
 * @returns {undefined}
 */
function unlessGone(problem) {
  if (!(problem instanceof Problem) || problem.status !== 404) throw problem;
  return undefined;
}
