// Signs one file that does not leave the browser: says where it can be signed, prepares the update, gives the digest of what the seal
// covers, and puts the seal in. The file that comes of it is a new one; the old one stays as it is.

import { base64url, joined } from "../Base/bytes.js";
import { facts, hash, isLimit, json, read, reason, Refusal, write } from "../Documents/document-file.js";
import { discard } from "../Documents/document-folder.js";
import { judgedChanges } from "./signed-changes.js";

/** @typedef {import("../Documents/document-file.js").Opened} Opened */

const parts = /** @type {const} */ (["ink", "field", "name", "reason", "location", "time", "link", "pen", "photo", "form", "font"]);
/** @typedef {{ [Part in typeof parts[number]]?: string | Uint8Array | null }} Parts What is to be seen of a signature. */

/** @type {Opened & { file: Blob }} The file that this worker holds. */
let opened;

/**
 * Puts bytes where the instance takes them from.
 *
 * @param {PDFExports} pdf
 * @param {Uint8Array} content
 */
function put(pdf, content) {
  pdf.reserve(content.length);
  new Uint8Array(pdf.memory.buffer, pdf.outputStart(), content.length).set(content);
  return content.length;
}

/**
 * The id in the first link to this site's history of a document, which the first signature brings; undefined where there is none.
 *
 * @param {Uint8Array} bytes
 */
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

/** How many signatures are judged at a time, and the most bytes of one. */
const mostSeals = 16;
const longestSeal = 65_536;
/** How the other digests are named, and how within a signature (in hexadecimal). */
const otherDigests = /** @type {const} */ ([["SHA-384", "sha384", "608648016503040202"], ["SHA-512", "sha512", "608648016503040203"]]);

/**
 * A signature as the server judges it: without what it signs, of which there are digests. Else why it cannot be asked about.
 *
 * @param {PDF.Signature} signature
 * @param {Uint8Array} bytes
 * @returns {Promise<Workers.Seal>}
 */
async function seal({ covers, format = "", byteRange, contents = "" }, bytes) {
  if (covers === "broken") return { state: "invalid", reason: "contentChanged" };
  if (!["ETSI.CAdES.detached", "adbe.pkcs7.detached"].includes(format)) return { state: "unknown", reason: "unsupported" };
  if (contents.length > 2 * longestSeal) return { state: "unknown", reason: "unsupported" };
  const [start, length, second, rest] = byteRange;
  const covered = joined(bytes.subarray(start, start + length), bytes.subarray(second, second + rest));
  const digest = async (/** @type {string} */ name) => base64url(new Uint8Array(await crypto.subtle.digest(name, covered)));
  /** @type {Wire.SealToJudge} */
  const found = { contents: base64url(Uint8Array.from(contents.match(/../g) ?? [], (pair) => parseInt(pair, 16))), sha256: await digest("SHA-256") };
  for (const [name, member, number] of otherDigests) if (contents.toLowerCase().includes(number)) found[member] = await digest(name);
  return { ask: found };
}

/**
 * Some of a file's signatures as the server judges them, the newest of the first `end`; and how many there are before those.
 *
 * @param {Opened} opened
 * @param {number} [end]
 * @returns {Promise<Workers.Seals>}
 */
async function seals({ about, bytes }, end = Infinity) {
  const signed = (about.signatures ?? []).filter(({ kind }) => kind !== "timestamp").slice(0, end);
  const earlier = Math.max(0, signed.length - mostSeals);
  const found = [];
  for (const signature of signed.slice(earlier)) found.push(await seal(signature, bytes()));
  return { seals: found, earlier };
}

/**
 * What was changed after one signature.
 *
 * @param {PDFExports} pdf
 * @param {number} index
 * @returns {Workers.Changes}
 */
function changesAfter(pdf, index) {
  /** @type {PDF.Answer<PDF.Changes>} */
  const { verdict, items, error } = json(pdf, pdf.changes(index));
  return items ? { verdict, items } : { verdict: isLimit(error) ? "unknown" : "forbidden", items: [] };
}

/**
 * Whether a font came that can show anything, as far as is known.
 *
 * @param {Workers.Changes} changes
 */
const hasUnknownFont = ({ items }) => items.some(({ kind, verdict }) => kind === "font" && verdict === "suspicious");

/**
 * The bytes of a font that forms are filled with, by the address of one of known-fonts.js.
 *
 * @param {string} name
 */
async function font(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Refusal("unavailable");
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * What was changed, where what is filled in with fonts that are known is judged by what it says: they are fetched where a font came, one after another.
 *
 * @param {PDFExports} pdf
 * @param {PDF.Signature[]} signatures
 */
async function judgedWithFonts(pdf, signatures) {
  const indices = signatures.flatMap(({ kind }, index) => (kind === "timestamp" ? [] : [index]));
  const judge = () => judgedChanges(indices.map((index) => changesAfter(pdf, index)));
  let changes = judge();
  if (!hasUnknownFont(changes)) return changes;
  const { default: names } = await import(new URL("known-fonts.js", import.meta.url).href);
  for (const name of names) {
    pdf.know(put(pdf, await font(name)));
    changes = judge();
    if (!hasUnknownFont(changes)) break;
  }
  return changes;
}

/**
 * Gives fields that were filled in, or filled in anew, what the form calls them, if it calls them anything.
 *
 * @param {PDFExports} pdf
 * @param {Workers.Changes} changes
 * @returns {Workers.Changes}
 */
function labelled(pdf, changes) {
  const { filled, replaced } = changes;
  if (!filled && !replaced) return changes;
  try {
    /** @type {PDF.Answer<PDF.Form>} */
    const { fields = [] } = json(pdf, pdf.form());
    const known = new Map(fields.map((field) => [field.name, field]));
    const named = (/** @type {string} */ name) => ({ label: known.get(name)?.label, kind: known.get(name)?.kind });
    return {
      ...changes,
      ...(filled ? { filled: filled.map((one) => ({ ...one, ...named(one.name) })) } : {}),
      ...(replaced ? { replaced: replaced.map((one) => ({ ...one, ...named(one.name) })) } : {}),
    };
  } catch {
    // Without labels the verdict is the same.
    return changes;
  }
}

/**
 * Gives the instance what is to be seen of a signature.
 *
 * @param {PDFExports} pdf
 * @param {Parts} values
 */
function setParts(pdf, values) {
  for (const [index, part] of parts.entries()) {
    const value = values[part];
    if (value) pdf.set(index, put(pdf, typeof value === "string" ? new TextEncoder().encode(value) : value));
  }
}

/**
 * Asks about places; undefined where there is no answer, for a failure there must not keep a person from signing.
 *
 * @param {Parts} values
 * @param {(pdf: PDFExports) => number} ask
 * @returns {Promise<any>} One of the types in Web/types/pdf.d.ts.
 */
async function asked(values, ask) {
  try {
    setParts(opened.pdf, values);
    const found = json(opened.pdf, ask(opened.pdf));
    return found.error ? undefined : found;
  } catch {
    opened = { ...(await read(opened.file)), file: opened.file };
    return undefined;
  }
}

/** @type {Workers.SigningCalls} */
const calls = {
  async open({ file }) {
    opened = { ...(await read(file)), file };
    return opened.about;
  },

  async judge({ file }) {
    const found = await read(file);
    const changes = await judgedWithFonts(found.pdf, found.about.signatures ?? []);
    const answer = { id: linkedDocument(found.bytes()), ...(await seals(found)) };
    return { ...answer, changes: labelled(found.pdf, changes) };
  },

  async judgeEarlier({ file, end }) {
    return seals(await read(file), end);
  },

  async readings() {
    return asked({}, (pdf) => pdf.readings());
  },

  async clean() {
    const { pdf } = opened;
    const count = pdf.clean();
    if (count === 0) throw new Refusal("unsignable");
    return new Uint8Array(pdf.memory.buffer, pdf.outputStart(), count).slice();
  },

  async background({ page, box, ...values }) {
    return asked(values, (pdf) => pdf.judge(page, ...box));
  },

  async free({ page, box, isAnywhere, ...values }) {
    return asked(values, (pdf) => pdf.free(page, ...box, isAnywhere));
  },

  async propose({ width, height }) {
    return asked({}, (pdf) => pdf.propose(width, height));
  },

  async form() {
    return (await asked({}, (pdf) => pdf.form())) ?? {};
  },

  async refusals(values) {
    return (await asked(values, (pdf) => pdf.refusals())) ?? {};
  },

  async layout({ width, height, ...values }) {
    return asked(values, (pdf) => pdf.layout(width, height));
  },

  async prepare({ page = -1, box = [0, 0, 0, 0], room, ...values }) {
    const { pdf, bytes } = opened;
    // A link comes with the first signature only, timestamps count too: later it would be a change of what was signed.
    if (opened.about.signatures?.length) delete values.link;
    setParts(pdf, values);
    /** @type {PDF.Answer<PDF.Prepared>} */
    const begun = json(pdf, pdf.prepare(page, ...box, room));
    if (begun.error !== undefined) throw new Refusal(begun.error === "unsupported" ? "forbidden" : "unsignable");
    const update = appended();
    const before = bytes();
    const [, first, second, rest] = begun.byteRange;
    const covered = new Uint8Array(first + rest);
    covered.set(before);
    covered.set(update.subarray(0, first - before.length), before.length);
    covered.set(update.subarray(second - before.length, second - before.length + rest), first);
    return new Uint8Array(await crypto.subtle.digest("SHA-256", covered));
  },

  async complete({ contents, person, id }) {
    const { pdf, bytes } = opened;
    if (!pdf.complete(put(pdf, contents))) throw new Refusal("unsignable");
    const update = appended();
    const before = bytes();
    try {
      const handle = await write(person, id, before, update);
      // What counts is what lies on the disk: it is read again, all of it.
      const { about, bytes: all } = await read(await handle.getFile());
      const last = about.signatures?.at(-1);
      if (all().length !== before.length + update.length || last?.covers !== "document") throw new Refusal("unsignable");
      return { file: id, size: all().length, ...facts(about), hash: await hash(all()) };
    } catch (error) {
      // Where there was no room, half a file must not take what is left of it.
      await discard(person, id);
      throw error;
    }
  },
};

const tell = (/** @type {Workers.SigningAnswer} */ answer) => postMessage(answer);

/** @param {Workers.SigningRequest} request */
async function answer({ number, call, values }) {
  // Each call takes what is its own.
  const action = /** @type {(values: unknown) => Promise<unknown>} */ (calls[call]);
  try {
    tell({ number, value: await action(values) });
  } catch (error) {
    tell({ number, code: reason(error), detail: String(error) });
  }
}

// One call after another: a call that makes the instance's memory grow takes the file's bytes from one that waits for the disk.
let turn = Promise.resolve();
addEventListener("message", ({ data }) => {
  turn = turn.then(() => answer(data));
});
