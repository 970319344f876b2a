// The server's files in memory, as far as uploads see them, with what a network does to them.

import { Problem } from "../../Sources/WebUI/Areas/Base/problem.js";
import { sendRest } from "../../Sources/WebUI/Areas/Documents/sending.js";
import { hashOf } from "./browser.js";

const offline = () => new Problem({ code: "offline" });
const notFound = () => new Problem({ code: "notFound", status: 404 });

export class Server {
  /** Who is signed in; undefined where no session is. */
  person = "anna";
  /** @type {Map<string, { id: string, name: string, size: number, bytes: Uint8Array, version: number, hash?: string, firstHash?: string, owner: string }>} */
  files = new Map();
  /** What was called, in turn. */
  calls = [];
  /** What happens to the next calls of a name, in turn: `offline` (it does not arrive), `lost` (its answer does not), a Problem, or a function. */
  #troubles = [];
  #number = 0;

  /** Lays trouble in the way of the next call of this name that none lies before. */
  trouble(name, ...kinds) { this.#troubles.push(...kinds.map((kind) => ({ name, kind }))); }

  /** Whether all trouble has been met. */
  get isQuiet() { return this.#troubles.length === 0; }

  async #answer(name, detail, action) {
    this.calls.push(detail === undefined ? name : `${name} ${detail}`);
    await undefined;
    const index = this.#troubles.findIndex((one) => one.name === name);
    const kind = index < 0 ? undefined : this.#troubles.splice(index, 1)[0].kind;
    if (kind === "offline") throw offline();
    if (kind instanceof Problem) throw kind;
    if (typeof kind === "function") await kind();
    const answer = await action();
    if (kind === "lost") throw offline();
    return answer;
  }

  #find(id) {
    const file = this.files.get(id);
    if (!file || file.owner !== this.person) throw notFound();
    return file;
  }

  #told({ id, name, size, bytes, version, hash }) {
    return { id, name, size, received: bytes.length, version, ...(hash ? { hash } : {}), isOwn: true, ownerName: "Anna", isSignedByMe: false, changedAt: "2026-11-25T04:30:00Z" };
  }

  me = () => this.#answer("me", undefined, () => {
    if (!this.person) throw new Problem({ code: "unauthenticated", status: 401 });
    return { id: this.person };
  });

  find = (id) => this.#answer("find", id, () => this.#told(this.#find(id)));

  isFirst = (id, hash) => this.#answer("isFirst", id, () => this.#find(id).firstHash === hash);

  start = (name, size) => this.#answer("start", name, () => {
    this.#number += 1;
    const file = { id: `file${this.#number}`, name, size, bytes: new Uint8Array(), version: 1, owner: this.person };
    this.files.set(file.id, file);
    return this.#told(file);
  });

  remove = (id) => this.#answer("remove", id, () => {
    this.#find(id);
    this.files.delete(id);
  });

  #send = (id, piece, { first }) => this.#answer("send", first, async () => {
    const file = this.#find(id);
    if (first !== file.bytes.length) throw new Problem({ code: "wrongOffset", status: 409 });
    file.bytes = new Uint8Array(Buffer.concat([file.bytes, new Uint8Array(await piece.arrayBuffer())]));
    if (file.bytes.length === file.size) file.firstHash = file.hash = await hashOf(file.bytes);
    return this.#told(file);
  });

  /** How long each pause was, in milliseconds. */
  pauses = [];

  sendRest = (file, bytes, run) => sendRest({ send: this.#send, find: this.find, pause: async (time) => void this.pauses.push(time) }, file, bytes, run);
}
