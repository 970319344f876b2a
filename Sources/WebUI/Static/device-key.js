// This browser's keys: one P-256 key for each account, made here, never extractable, kept in IndexedDB.

import { base64url, digest, joined, utf8 } from "./bytes.js";

const algorithm = { name: "ECDSA", namedCurve: "P-256" };
const scheme = { name: "ECDSA", hash: "SHA-256" };

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("paraph", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("devices", { keyPath: "deviceId" });
      request.result.createObjectStore("pending", { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function store(name, mode, work) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(name, mode);
      const request = work(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** The devices that this browser is, the one used last first: { deviceId, identifiers, keys, usedAt }. */
export async function knownDevices() {
  const devices = await store("devices", "readonly", (devices) => devices.getAll());
  return devices.sort((a, b) => b.usedAt - a.usedAt);
}

/** The device for an e-mail or username, if this browser is one. */
export async function deviceFor(identifier) {
  const wanted = identifier.trim().toLowerCase();
  return (await knownDevices()).find((device) => device.identifiers.includes(wanted));
}

/** Keeps a device, under the names that its person signs in with. */
export function remember(deviceId, keys, identifiers) {
  const names = [...new Set(identifiers.filter(Boolean).map((name) => name.trim().toLowerCase()))];
  return store("devices", "readwrite", (devices) => devices.put({ deviceId, keys, identifiers: names, usedAt: Date.now() }));
}

/** Forgets a device whose key is worth nothing any more. */
export const forget = (deviceId) => store("devices", "readwrite", (devices) => devices.delete(deviceId));

/** Keeps a request for a new device over reloads: { id, secret, identifier, keys, … }. */
export const keepPending = (request) => store("pending", "readwrite", (pending) => pending.put(request));
export const pendingRequests = () => store("pending", "readonly", (pending) => pending.getAll());
export const dropPending = (id) => store("pending", "readwrite", (pending) => pending.delete(id));

/** Makes a key pair whose private half cannot leave this browser. */
export async function makeKeys() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
  return { privateKey, publicKey: new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)) };
}

const sign = async (keys, bytes) => new Uint8Array(await crypto.subtle.sign(scheme, keys.privateKey, bytes));

/** The public key with the proof that we hold the private one, bound to the request it is sent with. */
export async function deviceKey(keys, requestId) {
  const zero = new Uint8Array(1);
  const proof = await sign(keys, joined(utf8("paraph-device-v1"), zero, utf8(requestId), zero, keys.publicKey));
  return { publicKey: base64url(keys.publicKey), proof: base64url(proof), kind: "web", ...describe(navigator.userAgent) };
}

/** The answer to a challenge: the sample, and the claims about it signed by this device. */
export async function answer(challenge, sample, attempt, device) {
  const header = { alg: "ES256", kid: device.deviceId, typ: "paraph-answer+jwt" };
  const claims = {
    rid: challenge.id,
    nonce: challenge.nonce,
    aud: challenge.audience,
    msg: challenge.bindingMessage,
    smp: base64url(await digest(sample)),
    att: attempt,
    iat: Math.floor(Date.now() / 1000),
    dec: "approve",
  };
  const signed = [header, claims].map((part) => base64url(utf8(JSON.stringify(part)))).join(".");
  return { assertion: `${signed}.${base64url(await sign(device.keys, utf8(signed)))}`, sample: base64url(sample) };
}

/** What the person will recognise this browser by. */
export function describe(agent) {
  const find = (pairs) => pairs.find(([pattern]) => pattern.test(agent))?.[1];
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
