// The drawings of a signature that is not made yet, and one that lies on a document and is not saved yet, so that a reload or a closed tab loses
// none of them. They lie in IndexedDB, sealed by a key that no script can read out, for one device of one person, or for one document. They go
// once the signature is made or saved, when the person begins anew, signs out or withdraws the consent, and after a day.

import { base64url, fromBase64url, utf8 } from "../Base/bytes.js";
import { Database } from "../Base/database.js";

const longest = 86_400_000;
const database = new Database("paraph-drawings", 1, { drawings: "device" }, "default");
/** Where it stands, for pages that load nothing of this, that there may be some, and since when. */
const mark = "paraph.drawings";

const algorithm = { name: "AES-GCM", length: 256 };
const isOver = (/** @type {number} */ since) => Date.now() - since > longest || since > Date.now();

/**
 * A drawing, and the pen that drew it.
 *
 * @typedef {{ bytes: Uint8Array, pen: string }} Drawing
 */

/**
 * Keeps the drawings of a device, in the place of those before; the day begins with the first of them.
 *
 * @param {string} device
 * @param {string} purpose What they are for: drawings of another purpose are never given back.
 * @param {Drawing[]} drawings
 */
export const keep = (device, purpose, drawings) =>
  keepSealed(device, { purpose, drawings: drawings.map(({ bytes, pen }) => ({ bytes: base64url(bytes), pen })) });

/**
 * Keeps what is read back by `keptSealed`, in the place of what was before.
 *
 * @param {string} device
 * @param {object} draft
 */
export async function keepSealed(device, draft) {
  const known = await row(device);
  const key = known?.key ?? (await crypto.subtle.generateKey(algorithm, false, ["encrypt", "decrypt"]));
  const since = known?.since ?? Date.now();
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = utf8(JSON.stringify(draft));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: algorithm.name, iv }, key, plain));
  localStorage.setItem(mark, String(since));
  await database.put("drawings", { device, key, since, iv, sealed });
}

/**
 * The drawings that a device kept for a purpose.
 *
 * @param {string} device
 * @param {string} purpose
 * @returns {Promise<Drawing[]>}
 */
export async function kept(device, purpose) {
  const draft = await keptSealed(device);
  return draft?.purpose === purpose ? draft.drawings.map((/** @type {{ bytes: string, pen: string }} */ { bytes, pen }) => ({ bytes: fromBase64url(bytes), pen })) : [];
}

/**
 * What was kept by `keepSealed`; undefined where nothing is.
 *
 * @param {string} device
 * @returns {Promise<any>}
 */
export async function keptSealed(device) {
  const known = await row(device);
  if (!known) return undefined;
  try {
    const plain = await crypto.subtle.decrypt({ name: algorithm.name, iv: known.iv }, known.key, known.sealed);
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    await drop(device);
    return undefined;
  }
}

/** Drops the drawings of a device. */
export const drop = (/** @type {string} */ device) => database.remove("drawings", device);

/** Drops all drawings of this browser. */
export async function dropAll() {
  await database.run("drawings", "readwrite", (rows) => rows.clear());
  localStorage.removeItem(mark);
}

/**
 * The row of a device, while its day lasts.
 *
 * @param {string} device
 */
async function row(device) {
  const known = await database.row("drawings", device);
  if (!known || !isOver(known.since)) return known;
  await drop(device);
  return undefined;
}
