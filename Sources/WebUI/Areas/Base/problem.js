// What went wrong: with a call of the API, or in this browser.

/**
 * What a refusal says of itself; `status` is 0 where there was no answer.
 *
 * @typedef {{ code?: string, status?: number, fields?: Wire.ProblemField[] | null, retryAfter?: number, instance?: string }} ProblemFacts
 */

/** A refusal (RFC 9457), or no answer at all. */
export class Problem extends Error {
  /** @param {ProblemFacts} facts */
  constructor({ code = "unknown", status = 0, fields = [], retryAfter, instance }) {
    super(code);
    this.code = code;
    this.status = status;
    this.fields = fields ?? [];
    /** In seconds. */
    this.retryAfter = retryAfter;
    /** By which the server's log knows the request. */
    this.instance = instance;
  }

  /** Whether the same request may succeed a little later. */
  get isTransient() {
    return this.status === 0 || this.status >= 500;
  }
}

/** What this browser could not do with a document: `code` says what. */
export class DocumentProblem extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}
