// As much of a browser as the pages' state machines need, in memory: IndexedDB, the origin's private file system, and one person's device with
// several tabs. A test begins with a browser of its own.

import { File, Blob } from "node:buffer";
import { webcrypto } from "node:crypto";

/** Node 18 has them, though not in the global scope. */
for (const [name, value] of Object.entries({ File, Blob, crypto: webcrypto })) globalThis[name] ??= value;

/** How keys are ordered (Indexed Database API, section 2.4), as far as keys of Paraph go: strings before arrays. */
function compared(a, b) {
  if (Array.isArray(a) !== Array.isArray(b)) return Array.isArray(a) ? 1 : -1;
  if (!Array.isArray(a)) return a < b ? -1 : Number(a > b);
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const order = compared(a[index], b[index]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const isIn = (key, range) =>
  range === undefined || (range.lower === undefined ? compared(key, range) === 0 : compared(key, range.lower) >= 0 && compared(key, range.upper) <= 0);

class Transaction {
  #store;
  #requests = [];
  #before;
  error = null;

  constructor(store) {
    this.#store = store;
    this.#before = store.rows;
    store.turn = store.turn.then(() => this.#run());
  }

  objectStore() {
    const { keyPath } = this.#store;
    const keyOf = (row) => (Array.isArray(keyPath) ? keyPath.map((part) => row[part]) : row[keyPath]);
    const others = (key) => this.#store.rows.filter((row) => !isIn(keyOf(row), key));
    const ask = (action) => {
      const request = { action };
      this.#requests.push(request);
      return request;
    };
    return {
      get: (key) => ask(() => this.#store.rows.find((row) => isIn(keyOf(row), key))),
      getAll: (range) => ask(() => this.#store.rows.filter((row) => isIn(keyOf(row), range)).sort((a, b) => compared(keyOf(a), keyOf(b)))),
      put: (row) => ask(() => {
        if (this.#store.isFull) throw new DOMException("", "QuotaExceededError");
        this.#store.rows = [...others(keyOf(row)), structuredClone(row)];
        return keyOf(row);
      }),
      delete: (key) => ask(() => void (this.#store.rows = others(key))),
      clear: () => ask(() => void (this.#store.rows = [])),
    };
  }

  async #run() {
    try {
      while (this.#requests.length > 0) {
        const request = this.#requests.shift();
        await undefined;
        request.result = structuredClone(request.action());
        request.onsuccess?.();
      }
      this.oncomplete();
    } catch (error) {
      this.#store.rows = this.#before;
      this.error = error;
      this.onabort();
    }
  }
}

class FakeIndexedDB {
  #databases = new Map();

  /** Makes a store refuse to be written to, or take it again. */
  fill(database, store, isFull = true) { this.#databases.get(database).stores.get(store).isFull = isFull; }

  open(name, version) {
    const request = {};
    queueMicrotask(() => {
      if (!this.#databases.has(name)) this.#databases.set(name, { version: 0, stores: new Map() });
      const database = this.#databases.get(name);
      const { stores } = database;
      request.result = {
        objectStoreNames: { contains: (store) => stores.has(store) },
        createObjectStore: (store, { keyPath }) => stores.set(store, { keyPath, rows: [], turn: Promise.resolve(), isFull: false }),
        transaction: (store) => new Transaction(stores.get(store)),
        close() {},
      };
      if (database.version < version) request.onupgradeneeded();
      database.version = version;
      request.onsuccess();
    });
    return request;
  }
}

const notFound = () => new DOMException("", "NotFoundError");

class Folder {
  kind = "directory";
  #entries = new Map();

  #entry(name, create, make) {
    if (!this.#entries.has(name) && !create) throw notFound();
    if (!this.#entries.has(name)) this.#entries.set(name, make());
    return this.#entries.get(name);
  }

  async getDirectoryHandle(name, { create = false } = {}) { return this.#entry(name, create, () => new Folder()); }
  async getFileHandle(name, { create = false } = {}) { return this.#entry(name, create, () => new StoredFile(name)); }
  async removeEntry(name) { if (!this.#entries.delete(name)) throw notFound(); }
  async *entries() { yield* this.#entries; }
  names() { return [...this.#entries.keys()]; }
}

class StoredFile {
  kind = "file";
  content = new Uint8Array();
  constructor(name) { this.name = name; }
  async getFile() { return new globalThis.File([this.content], this.name, { lastModified: 0 }); }
}

/** A browser; its parts are in the global scope until the next one is made. */
export class Browser {
  indexedDB = new FakeIndexedDB();
  root = new Folder();
  /** What waits for a lock, by name. */
  #locks = new Map();

  constructor() {
    const { root } = this;
    const globals = { indexedDB: this.indexedDB, IDBKeyRange: { bound: (lower, upper) => ({ lower, upper }) }, navigator: { onLine: true, storage: { getDirectory: async () => root } } };
    for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }

  /** Writes a file of a person's documents. */
  async write(person, name, bytes) {
    const folder = await (await this.root.getDirectoryHandle("documents", { create: true })).getDirectoryHandle(person, { create: true });
    (await folder.getFileHandle(name, { create: true })).content = bytes;
  }

  /** The names of a person's files. */
  async files(person) {
    return (await (await this.root.getDirectoryHandle("documents")).getDirectoryHandle(person)).names();
  }

  /** Does something while no other tab does it under the same name, as Web Locks do. */
  alone = (name, signal, work) => {
    const before = this.#locks.get(name) ?? Promise.resolve();
    const aborted = new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const mine = Promise.race([before, aborted]).then(work);
    this.#locks.set(name, before.then(() => mine).catch(() => {}));
    return mine;
  };
}

/** A clock that stands until it is told: what is to be done later, and when. */
export class Clock {
  /** @type {{ time: number, action: () => void }[]} */
  waiting = [];

  after = (time, action) => {
    const entry = { time, action };
    this.waiting.push(entry);
    return () => void (this.waiting = this.waiting.filter((one) => one !== entry));
  };

  /** Lets the time pass that what is next waits for; gives that time, in milliseconds. */
  pass() {
    const [{ time, action }] = this.waiting.splice(0, 1);
    action();
    return time;
  }
}

/** Waits until something holds; each turn lets what is ready run. It never ends where that never happens: the runner's limit does. */
export async function until(holds) {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}

/** SHA-256 in hexadecimal. */
export async function hashOf(bytes) {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}
