// What the screens of a registration do, less the screens, with the modules of the page that this runs in.

const assets = new URL(".", document.querySelector("link[rel=stylesheet]").href).href;
const from = (name) => import(assets + name);

/** A registration; gives the receipt that the mailed code is for. */
async function begin(email, userName) {
  const { call } = await from("Base/api.js");
  const { version } = await call("GET", "/v1/consent");
  const request = { email, profile: { userName }, language: document.documentElement.lang, consentVersion: version };
  return { ...(await call("POST", "/v1/registrations", request)), email };
}

/** Keeps the key of a device that was made for this browser elsewhere, as the screens keep theirs. */
async function adopt(deviceId, privateKey, publicKey, identifiers) {
  const { remember } = await from("Devices/device-key.js");
  const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const key = await crypto.subtle.importKey("pkcs8", bytes(privateKey), { name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
  await remember(deviceId, { privateKey: key, publicKey: bytes(publicKey) }, identifiers);
}
