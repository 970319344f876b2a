// IndexedDB, as pages and workers use it: short transactions over one store each, so that a change is one step among all tabs.

/** The keys of a person's rows, where a key is a person and an id. */
export const ofPerson = (/** @type {string} */ person) => IDBKeyRange.bound([person], [person, []]);

/** A database of this browser. It is opened for each transaction, so that no tab holds another's upgrade up. */
export class Database {
  #name;
  #version;
  #stores;
  #durability;

  /**
   * @param {string} name
   * @param {number} version Higher with each store that is added.
   * @param {Record<string, string | string[]>} stores The key path of each store.
   * @param {IDBTransactionDurability} durability `strict` where a change counts only once it is on the disk.
   */
  constructor(name, version, stores, durability) {
    this.#name = name;
    this.#version = version;
    this.#stores = stores;
    this.#durability = durability;
  }

  /** @returns {Promise<IDBDatabase>} */
  #open() {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#name, this.#version);
      request.onupgradeneeded = () => {
        const { result: database } = request;
        for (const [store, keyPath] of Object.entries(this.#stores)) {
          if (!database.objectStoreNames.contains(store)) database.createObjectStore(store, { keyPath });
        }
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  /**
   * Does something with the rows of a store, and gives what the request gave once all of it is done: nothing is, where that fails.
   *
   * @template Value
   * @param {string} store
   * @param {IDBTransactionMode} mode
   * @param {(rows: IDBObjectStore) => IDBRequest<Value>} work
   * @returns {Promise<Value>}
   */
  async run(store, mode, work) {
    const database = await this.#open();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(store, mode, { durability: this.#durability });
        const request = work(transaction.objectStore(store));
        transaction.oncomplete = () => resolve(request.result);
        // What went wrong is known once the transaction is given up.
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      database.close();
    }
  }

  /**
   * @param {string} store
   * @param {IDBValidKey} key
   * @returns {Promise<any>} The row of a key; undefined where there is none.
   */
  row(store, key) {
    return this.run(store, "readonly", (rows) => rows.get(key));
  }

  /**
   * @param {string} store
   * @param {IDBKeyRange} [range]
   * @returns {Promise<any[]>} All rows, or those of some keys.
   */
  rows(store, range) {
    return this.run(store, "readonly", (rows) => rows.getAll(range));
  }

  /**
   * Writes a row, in the place of one of the same key.
   *
   * @param {string} store
   * @param {object} row
   */
  async put(store, row) {
    await this.run(store, "readwrite", (rows) => rows.put(row));
  }

  /**
   * Removes the rows of a key, or of some.
   *
   * @param {string} store
   * @param {IDBValidKey | IDBKeyRange} key
   */
  async remove(store, key) {
    await this.run(store, "readwrite", (rows) => rows.delete(key));
  }

  /**
   * Changes a row as one step among all tabs.
   *
   * @param {string} store
   * @param {IDBValidKey} key
   * @param {(row: any) => any} change Gets the row, undefined where there is none; gives what takes its place: a row, null for none, undefined to leave it.
   * @returns {Promise<any>} The row as it is now, where it was changed.
   */
  async change(store, key, change) {
    let changed;
    await this.run(store, "readwrite", (rows) => {
      const request = rows.get(key);
      request.onsuccess = () => {
        changed = change(request.result);
        if (changed === null) rows.delete(key);
        else if (changed !== undefined) rows.put(changed);
      };
      return request;
    });
    return changed ?? undefined;
  }
}
