// Signs one file that does not leave the browser: says where it can be signed, prepares the update, gives the digest of what the seal
// covers, and puts the seal in. The file that comes of it is a new one; the old one stays as it is.

import { facts, hash, json, read, reason, Refusal, write } from "./document-file.js";

const parts = ["ink", "field", "name", "reason", "location", "time", "link", "pen", "photo"];
let opened;
let byteRange;

/** Puts bytes where the instance takes them from. */
function put(pdf, content) {
  pdf.reserve(content.length);
  new Uint8Array(pdf.memory.buffer, pdf.outputStart(), content.length).set(content);
  return content.length;
}

/** The id in the first link to this site's history of a document, which the first signature brings; undefined where there is none. */
function linkedDocument(bytes) {
  const before = new TextEncoder().encode(`${location.origin}/documents/?documentid=`);
  const length = 32;
  for (let at = bytes.indexOf(before[0]); at >= 0 && at + before.length + length <= bytes.length; at = bytes.indexOf(before[0], at + 1)) {
    if (!before.every((byte, index) => bytes[at + index] === byte)) continue;
    const id = new TextDecoder().decode(bytes.subarray(at + before.length, at + before.length + length));
    if (/^[0-9a-f]{32}$/.test(id)) return id;
  }
  return undefined;
}

/** What is appended to the file, as it is now. */
function appended() {
  const { pdf } = opened;
  const count = pdf.appended();
  return new Uint8Array(pdf.memory.buffer, pdf.outputStart(), count).slice();
}

const calls = {
  /** What the file has. */
  async open({ file }) {
    opened = await read(file);
    return opened.about;
  },

  /** What was changed after the last signature, and the document's id as its link has it. */
  async judge({ file }) {
    const { pdf, about, bytes } = await read(file);
    const last = about.signatures?.findLastIndex(({ kind }) => kind !== "timestamp") ?? -1;
    const changes = last >= 0 ? json(pdf, pdf.changes(last)) : undefined;
    return { id: linkedDocument(bytes()), changes: changes?.items ? changes : { verdict: "forbidden", items: [] } };
  },

  /** Begins a signature: the SHA-256 of what the seal covers. */
  async prepare({ page = -1, box = [0, 0, 0, 0], room, ...values }) {
    const { pdf, bytes } = opened;
    // A link comes with the first signature only, timestamps count too: later it would be a change of what was signed.
    if (opened.about.signatures?.length > 0) delete values.link;
    for (const [index, part] of parts.entries()) {
      const value = values[part];
      if (value) pdf.set(index, put(pdf, typeof value === "string" ? new TextEncoder().encode(value) : value));
    }
    const begun = json(pdf, pdf.prepare(page, ...box, room));
    if (begun.error) throw new Refusal(begun.error === "unsupported" ? "forbidden" : "unsignable");
    byteRange = begun.byteRange;
    const update = appended();
    const before = bytes();
    const [, first, second, rest] = byteRange;
    const covered = new Uint8Array(first + rest);
    covered.set(before);
    covered.set(update.subarray(0, first - before.length), before.length);
    covered.set(update.subarray(second - before.length, second - before.length + rest), first);
    return new Uint8Array(await crypto.subtle.digest("SHA-256", covered));
  },

  /** Puts the seal in, and writes the file under another id. */
  async complete({ contents, person, id }) {
    const { pdf, bytes } = opened;
    if (!pdf.complete(put(pdf, contents))) throw new Refusal("unsignable");
    const update = appended();
    const before = bytes();
    const handle = await write(person, id, before, update);
    // What counts is what lies on the disk: it is read again, all of it.
    const written = await handle.getFile();
    const { about, bytes: all } = await read(written);
    const last = about.signatures?.at(-1);
    if (all().length !== before.length + update.length || last?.covers !== "document") throw new Refusal("unsignable");
    return { file: id, size: all().length, ...facts(about), hash: await hash(all()) };
  },
};

addEventListener("message", async ({ data: { number, call, values } }) => {
  try {
    postMessage({ number, value: await calls[call](values) });
  } catch (error) {
    postMessage({ number, code: reason(error), detail: String(error) });
  }
});
