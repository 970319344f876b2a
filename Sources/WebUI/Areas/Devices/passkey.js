// Passkeys: what the browser is asked for, and what of its answer is sent.

import { call } from "../Base/api.js";
import { base64url, fromBase64url } from "../Base/bytes.js";
import { describe } from "./device-key.js";
import { Problem } from "../Base/problem.js";

/** Whether this browser can do it here at all. */
export const passkeysOffered = () => isSecureContext && typeof PublicKeyCredential === "function" && Boolean(navigator.credentials);

/** Whether the passkey of this very device would ask for a face, a finger or a PIN. */
export async function platformOffered() {
  if (!passkeysOffered()) return false;
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}

/** @type {Record<string, string>} */
const refusals = { InvalidStateError: "passkeyKnown", NotAllowedError: "passkeyCancelled", SecurityError: "passkeysUnavailable" };

/**
 * Asks the browser; its refusals become problems.
 *
 * @param {"create" | "get"} method
 * @param {any} publicKey
 * @returns {Promise<any>} A `PublicKeyCredential`, whose response is of the kind that was asked for.
 */
async function ask(method, publicKey) {
  try {
    return await navigator.credentials[method]({ publicKey });
  } catch (error) {
    throw new Problem({ code: refusals[error.name] ?? "passkeyFailed" });
  }
}

const listed = (/** @type {Wire.Base64URL[]} */ ids) => ids.map((id) => ({ type: "public-key", id: fromBase64url(id) }));
const timeout = (/** @type {Wire.Timestamp} */ expiresAt) => Math.max(10_000, Date.parse(expiresAt) - Date.now());
const sent = (/** @type {ArrayBuffer} */ buffer) => base64url(new Uint8Array(buffer));

/**
 * Adds a passkey; `approve` is asked for an approval of a purpose where one is needed, and gives undefined where the person cancels.
 * With `forDevice` it is made in this device and becomes its key.
 *
 * @param {(purpose: string) => Promise<string | undefined>} approve
 * @param {{ forDevice?: boolean }} options
 * @returns {Promise<Wire.Base64URL | undefined>} The passkey's id as browsers know it.
 */
export async function addPasskey(approve, { forDevice = false } = {}) {
  /** @type {Wire.PasskeyCreation} */
  let wanted = await call("POST", "/v1/me/passkey-registrations");
  let approval;
  if (wanted.needsApproval) {
    approval = await approve(forDevice ? "protectDevice" : "addPasskey");
    if (!approval) return undefined;
    // Signing may have taken long.
    wanted = await call("POST", "/v1/me/passkey-registrations");
  }
  const { rawId, response } = await ask("create", {
    challenge: fromBase64url(wanted.challenge),
    rp: { id: wanted.rpId, name: wanted.rpName },
    user: { id: fromBase64url(wanted.userId), name: wanted.userName, displayName: wanted.userDisplayName },
    pubKeyCredParams: wanted.algorithms.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: listed(wanted.exclude),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
      ...(forDevice ? { authenticatorAttachment: "platform" } : {}),
    },
    attestation: "none",
    timeout: timeout(wanted.expiresAt),
  });
  await call("POST", "/v1/me/passkeys", {
    challengeId: wanted.challengeId,
    name: describe(navigator.userAgent).name,
    clientDataJSON: sent(response.clientDataJSON),
    attestationObject: sent(response.attestationObject),
    ...(approval ? { approval } : {}),
    ...(forDevice ? { isForDevice: true } : {}),
  });
  return sent(rawId);
}

/**
 * What a passkey says to a challenge, and whether it lies in this device.
 *
 * @param {{ challenge: Uint8Array, allow: Wire.Base64URL[], rpId?: string, timeout?: number }} wanted
 */
export async function assertPasskey({ challenge, allow, ...more }) {
  const { rawId, response, authenticatorAttachment } = await ask("get", {
    challenge,
    allowCredentials: listed(allow),
    userVerification: "required",
    ...more,
  });
  const statement = {
    credentialId: sent(rawId),
    clientDataJSON: sent(response.clientDataJSON),
    authenticatorData: sent(response.authenticatorData),
    signature: sent(response.signature),
    ...(response.userHandle ? { userHandle: sent(response.userHandle) } : {}),
  };
  return { statement, isHere: authenticatorAttachment === "platform" };
}

/**
 * A passkey's answer to a challenge for a purpose, as the API takes it, and whether the passkey lies in this device.
 *
 * @param {string} purpose
 * @param {string} [subject]
 */
export async function answerByPasskey(purpose, subject) {
  /** @type {Wire.PasskeyChallenge} */
  const wanted = await call("POST", "/v1/passkey-challenges", { purpose, ...(subject ? { subject } : {}) });
  const { statement, isHere } = await assertPasskey({
    challenge: fromBase64url(wanted.challenge),
    rpId: wanted.rpId,
    allow: wanted.allow,
    timeout: timeout(wanted.expiresAt),
  });
  return { answer: { challengeId: wanted.challengeId, ...statement }, isHere };
}
