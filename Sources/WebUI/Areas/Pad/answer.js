// The answer to a challenge: the sample, and what this device says about it with its key, whichever kind that is.

import { base64url, digest, utf8 } from "../Base/bytes.js";
import { sign } from "../Devices/device-key.js";
import { assertPasskey } from "../Devices/passkey.js";

/**
 * What a device signs besides the sample: a document's hash, or the digests and the description of a program's request with the number that it shows,
 * and the device that asked.
 *
 * @typedef {{ dig?: string, doc?: string, dsc?: string, for?: string, num?: string }} About
 */

/** @typedef {import("../Devices/device-key.js").Device} Device */

/**
 * The answer as the API takes it.
 *
 * @param {Wire.Challenge} challenge
 * @param {Uint8Array} sample
 * @param {number} attempt
 * @param {Device} device
 * @param {About} about
 */
export async function answer(challenge, sample, attempt, device, { dig, doc, dsc, for: asking, num }) {
  // In the order of RFC 8785: as written here, these are the bytes whose hash a passkey signs.
  const claims = {
    att: attempt,
    aud: challenge.audience,
    dec: "approve",
    ...(dig ? { dig } : {}),
    ...(doc ? { doc } : {}),
    ...(dsc ? { dsc } : {}),
    ...(asking ? { for: asking } : {}),
    iat: Math.floor(Date.now() / 1000),
    msg: challenge.bindingMessage,
    nonce: challenge.nonce,
    ...(num ? { num } : {}),
    rid: challenge.id,
    smp: base64url(await digest(sample)),
  };
  return { ...(await statement(claims, "paraph-answer+jwt", device)), sample: base64url(sample) };
}

/**
 * What asks for the seal of a document: this device says that the digest is the one its person wants sealed.
 *
 * @param {{ audience: string, signatureId: string, previousHash: string, sealed: Uint8Array }} wanted
 * @param {Device} device
 * @returns {Promise<Wire.SealRequest>}
 */
export async function sealRequest({ audience, signatureId, previousHash, sealed }, device) {
  const dig = base64url(sealed);
  const claims = { aud: audience, dec: "seal", dig, doc: previousHash, iat: Math.floor(Date.now() / 1000), sig: signatureId };
  return { signatureId, previousHash, digest: dig, ...(await statement(claims, "paraph-seal+jwt", device)) };
}

/**
 * What a device says: with its key, or with the passkey in its place.
 *
 * @param {object} claims
 * @param {string} type
 * @param {Device} device
 */
const statement = async (claims, type, { deviceId, keys }) =>
  keys.passkey ? { passkey: await byPasskey(claims, keys) } : { assertion: await byKey(claims, type, keys, deviceId) };

/**
 * @param {object} claims
 * @param {string} type
 * @param {Device["keys"]} keys
 * @param {string} deviceId
 */
async function byKey(claims, type, keys, deviceId) {
  const header = { alg: "ES256", kid: deviceId, typ: type };
  const signed = [header, claims].map((part) => base64url(utf8(JSON.stringify(part)))).join(".");
  return `${signed}.${base64url(await sign(keys, utf8(signed)))}`;
}

/**
 * @param {object} claims
 * @param {Device["keys"]} keys
 */
async function byPasskey(claims, keys) {
  const { statement } = await assertPasskey({ challenge: await digest(utf8(JSON.stringify(claims))), allow: [keys.passkey] });
  return { claims, ...statement };
}
