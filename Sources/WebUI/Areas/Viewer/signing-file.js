// What a page asks of the worker that holds one file.

import { DocumentProblem } from "../Base/problem.js";

/** A worker that holds one file; see signing-worker.js. */
export class SigningFile {
  #worker = new Worker(new URL("signing-worker.js", import.meta.url), { type: "module" });
  /** @type {Map<number, { resolve: (value: any) => void, reject: (problem: DocumentProblem) => void }>} What was asked and is not answered yet. */
  #waiting = new Map();
  #number = 0;

  constructor() {
    this.#worker.onmessage = ({ data }) => this.#take(data);
    this.#worker.onerror = () => {
      for (const { reject } of this.#waiting.values()) reject(new DocumentProblem(navigator.onLine ? "unavailable" : "offline"));
      this.#waiting.clear();
    };
  }

  /** @param {Workers.SigningAnswer} answer */
  #take({ number, value, code }) {
    const asked = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (code === undefined) asked?.resolve(value);
    else asked?.reject(new DocumentProblem(code));
  }

  /**
   * Has the worker do something; throws a `DocumentProblem`.
   *
   * @template {keyof Workers.SigningCalls} Call
   * @param {Call} call
   * @param {Parameters<Workers.SigningCalls[Call]>} asked
   * @returns {Promise<Awaited<ReturnType<Workers.SigningCalls[Call]>>>}
   */
  ask(call, ...[values]) {
    this.#number += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(this.#number, { resolve, reject });
      this.#worker.postMessage({ number: this.#number, call, values });
    });
  }

  end() { this.#worker.terminate(); }
}
