// Documents of this device on their way to the server: each is noted first, so that a lost connection or a closed tab only pauses it.

import { Problem } from "./api.js";
import * as api from "./kept-api.js";
import * as store from "./document-store.js";

/** The first pause before what waits is tried again by itself, and the longest one, in milliseconds. */
const firstRest = 5_000;
const longestRest = 300_000;

export class Keeping {
  #person;
  #tell;
  #timer;
  /** How many pauses there were since something arrived. */
  #rests = 0;
  /** Of which documents it was said that they wait, and for what. */
  #told = new Map();
  /** What runs now, by the document's id: { stop, done, kept }, where `kept` is the id by which the server knows it. */
  #running = new Map();

  /** `tell` has `progress(id, done, size)`, `kept(document, kept)`, `failed(document, problem)`, `ended()`, and `elsewhere()` where another tab has finished or ended one. */
  constructor(person, tell) {
    [this.#person, this.#tell] = [person, tell];
    addEventListener("online", () => this.goOn());
  }

  /** How many bytes of a document are on the server as far as is known here; undefined where nothing runs. */
  progress(id) { return this.#running.get(id)?.done; }

  /** Begins: `isMove` where the document is to leave this device once it is there. */
  async begin(document, isMove) {
    this.#told.delete(document.id);
    const noted = await store.noteKeeping(this.#person, document.id, { hash: document.hash, isMove });
    if (noted) this.#start(noted);
    return Boolean(noted);
  }

  /** Goes on with what was begun, here or by another visit. */
  async goOn() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const document of await store.documents(this.#person)) {
      for (const kept of document.withdrawn ?? []) this.#withdraw(document.id, kept).catch(() => {});
      if (document.upload) this.#start(document);
    }
  }

  /** Ends it: what the server has of it goes, the document here stays. Where all of it was there already, that stays too, and is given. */
  async cancel({ id }) {
    const ended = await store.endKeeping(this.#person, id);
    this.#running.get(id)?.stop.abort();
    return ended?.id && this.#withdraw(id, ended.id);
  }

  /**
   * Removes what the server has of a file, unless that is a document by now, which others may have signed: gives it then. Where the server
   * cannot be asked now, `goOn` asks.
   */
  async #withdraw(id, kept, isWrong = false) {
    let found;
    try {
      await this.#check();
      found = await api.find(kept);
      if (!found.hash || (isWrong && found.version === 1)) await api.remove(kept);
    } catch (problem) {
      if (problem.status !== 404) return undefined;
    }
    await store.noteWithdrawn(this.#person, id, kept);
    return found?.hash && !isWrong ? found : undefined;
  }

  /** Throws where nobody is signed in, or by now somebody else: what is this person's never goes to others' Files. */
  async #check() {
    const { id } = await api.me();
    if (id !== this.#person) throw new Problem({ code: "unauthenticated", status: 401 });
  }

  /** Goes on by itself a little later: no browser tells when a server is back. */
  #rest(problem) {
    // Whoever has to sign in first comes back to the page.
    if (this.#timer || problem.status === 401) return;
    const time = Math.max((problem.retryAfter ?? 0) * 1000, Math.min(firstRest * 2 ** this.#rests, longestRest));
    this.#rests += 1;
    this.#timer = setTimeout(() => this.goOn().catch(() => {}), time);
  }

  #start(document) {
    if (this.#running.has(document.id)) return;
    const run = { stop: new AbortController(), done: 0 };
    this.#running.set(document.id, run);
    const work = () => this.#send(document.id, run);
    const { signal } = run.stop;
    // One tab sends, the others wait, and find it done.
    (navigator.locks ? navigator.locks.request(`paraph-keep-${document.id}`, { signal }, work) : work())
      .catch(async (problem) => {
        if (signal.aborted) return;
        // What another try does not change is given up; a lost connection only waits.
        if (!waits(problem)) {
          // What another tab ended, or ended and began anew, is not this run's to give up.
          const ended = await store.endKeeping(this.#person, document.id, (upload) => upload.id === run.kept);
          if (!ended) {
            this.#tell.elsewhere();
            return;
          }
          if (ended.id) await this.#withdraw(document.id, ended.id, problem.code === "differs");
        } else {
          this.#rest(problem);
          // It is said once that it waits, not at every try.
          const why = `${problem.status} ${problem.code}`;
          if (this.#told.get(document.id) === why) return;
          this.#told.set(document.id, why);
        }
        this.#tell.failed(document, problem);
      })
      .finally(async () => {
        this.#running.delete(document.id);
        this.#tell.ended();
        // Whoever cancels and keeps it again may be faster than the run that ends.
        const again = signal.aborted && (await store.document(this.#person, document.id).catch(() => undefined));
        if (again?.upload) this.#start(again);
      });
  }

  async #send(id, run) {
    const { signal } = run.stop;
    const known = await store.document(this.#person, id);
    if (!known?.upload) {
      this.#tell.elsewhere();
      return;
    }
    const { hash, id: before } = known.upload;
    run.kept = before;
    if (known.hash !== hash) throw new store.DocumentProblem("overtaken");
    const file = await store.file(this.#person, known).catch(() => {
      throw new store.DocumentProblem("gone");
    });
    await this.#check();
    const begun = before && (await api.find(before).catch(unlessGone));
    signal.throwIfAborted();
    const document = begun || (await this.#announce(known, file, run));
    const kept = await api.sendRest(document, file, { signal, onProgress: (done) => {
      run.done = done;
      this.#tell.progress(id, done, file.size);
    } }).catch(async (problem) => {
      // To somebody else who signed in meanwhile it is not there.
      if (problem.status === 404) await this.#check();
      throw problem;
    });
    // Where it was signed meanwhile, the first version is what was sent.
    if (kept.version === 1 ? kept.hash !== hash : !(await api.isFirst(kept.id, hash))) throw new store.DocumentProblem("differs");
    signal.throwIfAborted();
    this.#rests = 0;
    this.#told.delete(id);
    if (await store.finishKeeping(this.#person, id, kept.id)) this.#tell.kept(known, kept);
    else this.#tell.elsewhere();
  }

  async #announce({ id, name, upload }, file, run) {
    const kept = await api.start(name, file.size);
    if (run.stop.signal.aborted || !(await store.noteKept(this.#person, id, kept.id, upload.id))) {
      await api.remove(kept.id).catch(() => {});
      throw new store.DocumentProblem("cancelled");
    }
    run.kept = kept.id;
    return kept;
  }
}

/** Whether another try may go well: with a connection, a little later, or once the person has signed in again. */
const waits = (problem) => problem.isTransient || problem.retryAfter || problem.status === 401;

/** A document that was swept begins anew. */
function unlessGone(problem) {
  if (problem.status !== 404) throw problem;
  return undefined;
}
