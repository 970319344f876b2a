// Signs one file that does not leave the browser: says where it can be signed, prepares the update, gives the digest of what the seal
// covers, and puts the seal in. The file that comes of it is a new one; the old one stays as it is.

import { base64url, joined } from "../Base/bytes.js";
import { facts, hash, isLimit, json, read, reason, Refusal, write } from "../Documents/document-file.js";
import { discard } from "../Documents/document-folder.js";

const parts = ["ink", "field", "name", "reason", "location", "time", "link", "pen", "photo", "form", "font"];
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

/** How many signatures are judged at a time, and the most bytes of one. */
const mostSeals = 16;
const longestSeal = 65_536;
/** How the other digests are named within a signature (in hexadecimal). */
const otherDigests = { "SHA-384": "608648016503040202", "SHA-512": "608648016503040203" };

/** A signature as the server judges it: without what it signs, of which there are digests. Else why it cannot be asked about. */
async function seal({ covers, format, byteRange, contents = "" }, bytes) {
  if (covers === "broken") return { state: "invalid", reason: "contentChanged" };
  if (!["ETSI.CAdES.detached", "adbe.pkcs7.detached"].includes(format)) return { state: "unknown", reason: "unsupported" };
  if (contents.length > 2 * longestSeal) return { state: "unknown", reason: "unsupported" };
  const [start, length, second, rest] = byteRange;
  const covered = joined(bytes.subarray(start, start + length), bytes.subarray(second, second + rest));
  const digest = async (name) => base64url(new Uint8Array(await crypto.subtle.digest(name, covered)));
  const found = { contents: base64url(Uint8Array.from(contents.match(/../g) ?? [], (pair) => parseInt(pair, 16))), sha256: await digest("SHA-256") };
  for (const [name, number] of Object.entries(otherDigests)) {
    if (contents.toLowerCase().includes(number)) found[name.toLowerCase().replace("-", "")] = await digest(name);
  }
  return { ask: found };
}

/** Some of a file's signatures as the server judges them, the newest of the first `end`; and how many there are before those. */
async function seals({ about, bytes }, end = Infinity) {
  const signed = (about.signatures ?? []).filter(({ kind }) => kind !== "timestamp").slice(0, end);
  const earlier = Math.max(0, signed.length - mostSeals);
  const found = [];
  for (const signature of signed.slice(earlier)) found.push(await seal(signature, bytes()));
  return { seals: found, earlier };
}

/** How bad changes are, from good to bad; what cannot be read counts as the worst. */
const verdicts = ["none", "allowed", "unknown", "suspicious", "forbidden"];

/**
 * What was changed after the last signature. Where a signer signed anew after a change of what an earlier one had signed, it is what was
 * changed since that one, but for signatures: a later signer does not make it what the first one signed.
 * What later signatures lie on is told beside, for every signer.
 */
function judgedChanges(pdf, signatures) {
  const all = signatures.flatMap(({ kind }, index) => (kind === "timestamp" ? [] : [index])).map((index) => {
    const changes = json(pdf, pdf.changes(index));
    return changes.items ? changes : { verdict: isLimit(changes.error) ? "unknown" : "forbidden", items: [] };
  });
  const last = all.pop() ?? { verdict: "forbidden", items: [] };
  const bad = ({ verdict }) => verdicts.indexOf(verdict);
  const earlier = all.map(({ verdict, items }) => ({ verdict, items: items.filter(({ kind, verdict }) => kind !== "signature" || verdict !== "allowed") }));
  const remarks = [...all, last].flatMap(({ items }) => items.filter(({ remark }) => remark));
  const worst = earlier.filter((changes) => bad(changes) > 1 || changes.items.some(({ page }) => page !== undefined))
    .reduce((worst, changes) => (bad(changes) >= bad(worst) ? changes : worst), last);
  return { ...worst, remarks };
}

/** Whether a font came that can show anything, as far as is known. */
const hasUnknownFont = ({ items }) => items.some(({ kind, verdict }) => kind === "font" && verdict === "suspicious");

/** The bytes of a font that forms are filled with, by the address of one of known-fonts.js. */
async function font(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Refusal("unavailable");
  return new Uint8Array(await answer.arrayBuffer());
}

/** What was changed, where what is filled in with fonts that are known is judged by what it says: they are fetched where a font came, one after another. */
async function judgedWithFonts(pdf, signatures) {
  let changes = judgedChanges(pdf, signatures);
  if (!hasUnknownFont(changes)) return changes;
  const { default: names } = await import(new URL("known-fonts.js", import.meta.url).href);
  for (const name of names) {
    pdf.know(put(pdf, await font(name)));
    changes = judgedChanges(pdf, signatures);
    if (!hasUnknownFont(changes)) break;
  }
  return changes;
}

/** Gives the instance what is to be seen of a signature. */
function setParts(pdf, values) {
  for (const [index, part] of parts.entries()) {
    const value = values[part];
    if (value) pdf.set(index, put(pdf, typeof value === "string" ? new TextEncoder().encode(value) : value));
  }
}

/** Asks about places; undefined where there is no answer, for a failure there must not keep a person from signing. */
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

const calls = {
  /** What the file has. */
  async open({ file }) {
    opened = { ...(await read(file)), file };
    return opened.about;
  },

  /** What was changed after the signatures, the document's id as its link has it, and the newest signatures as the server judges them. */
  async judge({ file }) {
    const found = await read(file);
    const changes = await judgedWithFonts(found.pdf, found.about.signatures ?? []);
    return { id: linkedDocument(found.bytes()), changes, ...(await seals(found)) };
  },

  /** The signatures before those that were judged, the newest of them. */
  async judgeEarlier({ file, end }) {
    return seals(await read(file), end);
  },

  /** What a signature would lie on, and whether there are others. */
  async background({ page, box, ...values }) {
    return asked(values, (pdf) => pdf.judge(page, ...box));
  },

  /** A free place near one, on its page or anywhere; empty where there is none. */
  async free({ page, box, isAnywhere, ...values }) {
    return asked(values, (pdf) => pdf.free(page, ...box, isAnywhere));
  },

  /** The place to propose for a signature of some size; empty where there is none. */
  async propose({ width, height }) {
    return asked({}, (pdf) => pdf.propose(width, height));
  },

  /** The fields that people fill. */
  async form() {
    return (await asked({}, (pdf) => pdf.form())) ?? {};
  },

  /** Which values the form refuses, and why. */
  async refusals(values) {
    return (await asked(values, (pdf) => pdf.refusals())) ?? {};
  },

  /** Where in a box ink and photo are sealed. */
  async layout({ width, height, ...values }) {
    return asked(values, (pdf) => pdf.layout(width, height));
  },

  /** Begins a signature: the SHA-256 of what the seal covers. */
  async prepare({ page = -1, box = [0, 0, 0, 0], room, ...values }) {
    const { pdf, bytes } = opened;
    // A link comes with the first signature only, timestamps count too: later it would be a change of what was signed.
    if (opened.about.signatures?.length > 0) delete values.link;
    setParts(pdf, values);
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

async function answer({ number, call, values }) {
  try {
    postMessage({ number, value: await calls[call](values) });
  } catch (error) {
    postMessage({ number, code: reason(error), detail: String(error) });
  }
}

// One call after another: a call that makes the instance's memory grow takes the file's bytes from one that waits for the disk.
let turn = Promise.resolve();
addEventListener("message", ({ data }) => {
  turn = turn.then(() => answer(data));
});
