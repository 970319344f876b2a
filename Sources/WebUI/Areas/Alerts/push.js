// Alerts on this browser: asking for them, keeping them from one session to the next, ending them.

import { call } from "../Base/api.js";

/** Under which this browser remembers who wanted alerts here, and of what. */
const wantedKey = "paraph.alerts";
const keptKey = "paraph.alerts.kept";
const device = document.documentElement.dataset.device ?? "";
/** How long the browser's push service may take, in milliseconds. */
const patience = 15_000;

/** Whether this browser can be alerted at all. */
export const isSupported = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** @returns {{ device: string, categories: string[] } | undefined} */
function wanted() {
  try {
    const read = JSON.parse(localStorage.getItem(wantedKey) ?? "null");
    return read?.device === device ? read : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Uint8Array} bytes */
const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/**
 * @param {string} text
 * @returns {Uint8Array}
 */
function bytes(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * The browser's subscription under the server's key; one under another key is of no use any more.
 *
 * @param {string} key
 * @returns {Promise<PushSubscription>}
 */
async function subscription(key) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const knownKey = known?.options.applicationServerKey;
  if (known && knownKey && base64url(new Uint8Array(knownKey)) === key) return known;
  await known?.unsubscribe();
  const late = new Promise((_, reject) => setTimeout(() => reject(new DOMException("the push service does not answer", "TimeoutError")), patience));
  return /** @type {Promise<PushSubscription>} */ (Promise.race([pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }), late]));
}

/**
 * Has this browser alerted of some categories from now on; asks the person where the browser has not yet.
 *
 * @param {string[]} categories
 * @returns {Promise<"on" | "blocked" | "failed">} `failed` where the browser's push service refuses.
 */
export async function switchOn(categories) {
  if ((await Notification.requestPermission()) !== "granted") return "blocked";
  /** @type {Wire.PushSettings} */
  const { webPushKey } = await call("GET", "/v1/me/push");
  let made;
  try {
    made = await subscription(webPushKey);
  } catch {
    return "failed";
  }
  const { endpoint, keys } = made.toJSON();
  await call("PUT", "/v1/me/push", { webPush: { endpoint, p256dh: keys.p256dh, auth: keys.auth }, categories });
  localStorage.setItem(wantedKey, JSON.stringify({ device, categories }));
  return "on";
}

/** Ends the alerts of this browser. */
export async function switchOff() {
  localStorage.removeItem(wantedKey);
  await call("DELETE", "/v1/me/push");
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}

/** Has alerts go on that were switched on here by the same person in another session; looks once in each window. */
export async function keep() {
  const had = wanted();
  if (!had || !isSupported || Notification.permission !== "granted" || sessionStorage.getItem(keptKey) === device) return;
  sessionStorage.setItem(keptKey, device);
  /** @type {Wire.PushSettings} */
  const { categories } = await call("GET", "/v1/me/push");
  if (!categories) await switchOn(had.categories);
}
