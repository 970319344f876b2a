// What a page asks of the worker that holds one file.

import { DocumentProblem } from "../Base/problem.js";

/** A worker that holds one file; see signing-worker.js. */
export class SigningFile {
  #worker = new Worker(new URL("signing-worker.js", import.meta.url), { type: "module" });
  /** @type {Map<number, { resolve: (value: any) => void, reject: (problem: DocumentProblem) => void }>} */
  #waiting = new Map();
  #number = 0;

  constructor() {
    this.#worker.onmessage = ({ data: { number, value, code } }) => {
      const { resolve, reject } = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (code) reject(new DocumentProblem(code));
      else resolve(value);
    };
    this.#worker.onerror = () => {
      for (const { reject } of this.#waiting.values()) reject(new DocumentProblem(navigator.onLine ? "unavailable" : "offline"));
      this.#waiting.clear();
    };
  }

  /**
   * Has the worker do something; throws a `DocumentProblem`.
   *
   * @param {string} call One of those of signing-worker.js.
   * @param {object} [values]
   * @returns {Promise<any>}
   */
  ask(call, values) {
    this.#number += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(this.#number, { resolve, reject });
      this.#worker.postMessage({ number: this.#number, call, values });
    });
  }

  end() { this.#worker.terminate(); }
}
