// The answer to a challenge: the sample, and what this device says about it with its key, whichever kind that is.

import { base64url, digest, utf8 } from "./bytes.js";
import { sign } from "./device-key.js";
import { assertPasskey } from "./passkey.js";

/** The answer as the API takes it. */
export async function answer(challenge, sample, attempt, { deviceId, keys }) {
  // In the order of RFC 8785: as written here, these are the bytes whose hash a passkey signs.
  const claims = {
    att: attempt,
    aud: challenge.audience,
    dec: "approve",
    iat: Math.floor(Date.now() / 1000),
    msg: challenge.bindingMessage,
    nonce: challenge.nonce,
    rid: challenge.id,
    smp: base64url(await digest(sample)),
  };
  const statement = keys.passkey ? { passkey: await byPasskey(claims, keys) } : { assertion: await byKey(claims, keys, deviceId) };
  return { ...statement, sample: base64url(sample) };
}

async function byKey(claims, keys, deviceId) {
  const header = { alg: "ES256", kid: deviceId, typ: "paraph-answer+jwt" };
  const signed = [header, claims].map((part) => base64url(utf8(JSON.stringify(part)))).join(".");
  return `${signed}.${base64url(await sign(keys, utf8(signed)))}`;
}

async function byPasskey(claims, keys) {
  const { statement } = await assertPasskey({ challenge: await digest(utf8(JSON.stringify(claims))), allow: [keys.passkey] });
  return { claims, ...statement };
}
