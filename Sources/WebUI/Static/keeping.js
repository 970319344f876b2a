// Documents of this device on their way to the server: each is noted first, so that a lost connection or a closed tab only pauses it.

import * as api from "./kept-api.js";
import * as store from "./document-store.js";

export class Keeping {
  #person;
  #tell;
  /** What runs now, by the document's id: { stop, done, size }. */
  #running = new Map();

  /** `tell` has `progress(id, done, size)`, `kept(document, kept)`, `failed(document, problem)` and `ended()`. */
  constructor(person, tell) {
    [this.#person, this.#tell] = [person, tell];
    addEventListener("online", () => this.goOn());
  }

  /** How many bytes of a document are on the server as far as is known here; undefined where nothing runs. */
  progress(id) { return this.#running.get(id)?.done; }

  /** Begins: `isMove` where the document is to leave this device once it is there. */
  async begin(document, isMove) {
    const noted = await store.noteKeeping(this.#person, document.id, { hash: document.hash, isMove });
    if (noted) this.#start(noted);
    return Boolean(noted);
  }

  /** Goes on with what was begun, here or by another visit. */
  async goOn() {
    for (const document of await store.documents(this.#person)) if (document.upload) this.#start(document);
  }

  /** Ends it: what the server has of it goes, the document here stays. */
  async cancel({ id }) {
    this.#running.get(id)?.stop.abort();
    await this.#drop(id);
  }

  async #drop(id) {
    const { upload } = (await store.document(this.#person, id)) ?? {};
    await store.endKeeping(this.#person, id, false);
    // Where the server cannot be asked now, it sweeps what is never completed.
    if (upload?.id) await api.remove(upload.id).catch(() => {});
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
        const waits = problem.isTransient || problem.retryAfter || problem.status === 401;
        if (!waits) await this.#drop(document.id);
        this.#tell.failed(document, problem);
      })
      .finally(() => {
        this.#running.delete(document.id);
        this.#tell.ended();
      });
  }

  async #send(id, run) {
    const { signal } = run.stop;
    const known = await store.document(this.#person, id);
    if (!known?.upload) return;
    if (known.hash !== known.upload.hash) throw new store.DocumentProblem("overtaken");
    const file = await store.file(this.#person, known).catch(() => {
      throw new store.DocumentProblem("gone");
    });
    const begun = known.upload.id && (await api.find(known.upload.id).catch(unlessGone));
    const document = begun || (await this.#announce(known, file, signal));
    const kept = await api.sendRest(document, file, { signal, onProgress: (done) => {
      run.done = done;
      this.#tell.progress(id, done, file.size);
    } });
    if (kept.hash !== known.upload.hash) throw new store.DocumentProblem("differs");
    if (known.upload.isMove) await store.remove(this.#person, id);
    else await store.endKeeping(this.#person, id, true);
    this.#tell.kept(known, kept);
  }

  async #announce({ id, name }, file, signal) {
    const kept = await api.start(name, file.size);
    if (signal.aborted || !(await store.noteKept(this.#person, id, kept.id))) {
      await api.remove(kept.id).catch(() => {});
      signal.throwIfAborted();
    }
    return kept;
  }
}

/** A document that was swept begins anew. */
function unlessGone(problem) {
  if (problem.status !== 404) throw problem;
  return undefined;
}
