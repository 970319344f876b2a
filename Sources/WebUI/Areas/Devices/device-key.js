// This browser's keys, kept in IndexedDB: for each account a P-256 key that was made here and is never extractable, or the id of a passkey.

import { base64url, joined, utf8 } from "../Base/bytes.js";
import { Database } from "../Base/database.js";
import { comparedName } from "../Base/text.js";

/**
 * What a device signs with: a key pair that was made here, or a passkey of this device.
 *
 * @typedef {{ privateKey?: CryptoKey, publicKey?: Uint8Array, passkey?: string }} Keys
 *
 * @typedef {{ deviceId: string, identifiers: string[], keys: Keys, usedAt: number }} Device A device that this browser is.
 *
 * @typedef {Wire.DeviceRequest & { identifier: string, keys: Keys }} PendingRequest What this browser asks to be let in by.
 */

const algorithm = { name: "ECDSA", namedCurve: "P-256" };
const scheme = { name: "ECDSA", hash: "SHA-256" };

const database = new Database("paraph", 1, { devices: "deviceId", pending: "id" }, "strict");

/**
 * The devices that this browser is, the one used last first.
 *
 * @returns {Promise<Device[]>}
 */
export async function knownDevices() {
  const devices = await database.rows("devices");
  return devices.sort((a, b) => b.usedAt - a.usedAt);
}

/** The key of the device that this page's session belongs to, if this browser has it. */
export async function currentDevice() {
  const id = document.documentElement.dataset.device;
  return (await knownDevices()).find((device) => device.deviceId === id);
}

/**
 * The device for an e-mail or username, if this browser is one.
 *
 * @param {string} identifier
 */
export async function deviceFor(identifier) {
  const wanted = comparedName(identifier);
  return (await knownDevices()).find((device) => device.identifiers.includes(wanted));
}

/**
 * Keeps a device, under the names that its person signs in with.
 *
 * @param {string} deviceId
 * @param {Keys} keys
 * @param {(string | undefined)[]} identifiers
 */
export function remember(deviceId, keys, identifiers) {
  const names = [...new Set(identifiers.filter(Boolean).map(comparedName))];
  return database.put("devices", { deviceId, keys, identifiers: names, usedAt: Date.now() });
}

/**
 * Notes that a passkey took the place of a device's key, which is worth nothing from then on.
 *
 * @param {string} deviceId
 * @param {string} passkey
 */
export async function rememberPasskey(deviceId, passkey) {
  const known = (await knownDevices()).find((device) => device.deviceId === deviceId);
  await remember(deviceId, { passkey }, known?.identifiers ?? []);
}

/** Forgets a device whose key is worth nothing any more. */
export const forget = (/** @type {string} */ deviceId) => database.remove("devices", deviceId);

/** Keeps a request for a new device over reloads. */
export const keepPending = (/** @type {PendingRequest} */ request) => database.put("pending", request);
/** @type {() => Promise<PendingRequest[]>} */
export const pendingRequests = () => database.rows("pending");
export const dropPending = (/** @type {string} */ id) => database.remove("pending", id);

/** Makes a key pair whose private half cannot leave this browser. */
export async function makeKeys() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
  return { privateKey, publicKey: new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)) };
}

/**
 * ECDSA with SHA-256, r ‖ s.
 *
 * @param {Keys} keys
 * @param {Uint8Array} bytes
 */
export const sign = async (keys, bytes) => new Uint8Array(await crypto.subtle.sign(scheme, keys.privateKey, bytes));

/**
 * The public key with the proof that we hold the private one, bound to the request it is sent with.
 *
 * @param {Keys} keys
 * @param {string} requestId
 */
export async function deviceKey(keys, requestId) {
  const zero = new Uint8Array(1);
  const proof = await sign(keys, joined(utf8("paraph-device-v1"), zero, utf8(requestId), zero, keys.publicKey));
  return { publicKey: base64url(keys.publicKey), proof: base64url(proof), kind: "web", ...describe(navigator.userAgent) };
}

/**
 * What the person will recognise this browser by.
 *
 * @param {string} agent
 */
export function describe(agent) {
  const find = (/** @type {[RegExp, string][]} */ pairs) => pairs.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = find([
    [/Edg(e|A|iOS)?\//, "Edge"], [/OPR\//, "Opera"], [/YaBrowser\//, "Yandex"], [/Firefox\/|FxiOS\//, "Firefox"],
    [/Chrom(e|ium)\/|CriOS\//, "Chrome"], [/Safari\//, "Safari"],
  ]) ?? "Browser";
  const touchesMac = /Macintosh/.test(agent) && navigator.maxTouchPoints > 1;
  const system = touchesMac ? "iPad" : find([
    [/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/Windows/, "Windows"], [/Macintosh/, "Mac"], [/CrOS/, "ChromeOS"],
    [/Linux/, "Linux"],
  ]);
  const version = /(?:OS|Android|Windows NT|Mac OS X) ([\d._]+)/.exec(agent)?.[1]?.replaceAll("_", ".");
  return { name: system ? `${browser}, ${system}` : browser, model: browser, ...(version ? { osVersion: version } : {}) };
}
