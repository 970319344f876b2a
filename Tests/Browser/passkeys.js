// What a forged page does with a person's passkey, and what is then sent in its name.

/** The answer of a passkey to a challenge that this page did not get from its own site. */
async function answerElsewhere(wanted) {
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const { rawId, response } = await navigator.credentials.get({
    publicKey: { challenge: bytes(wanted.challenge), rpId: wanted.rpId, userVerification: "required" },
  });
  return {
    challengeId: wanted.challengeId,
    credentialId: text(rawId),
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: text(response.userHandle),
  };
}

const modules = () => {
  const assets = new URL(".", document.querySelector("link[rel=stylesheet]").href).href;
  return Promise.all(["Base/api.js", "Devices/device-key.js"].map((name) => import(assets + name)));
};

/** A challenge for a sign-in. */
async function challenge() {
  const [{ call }] = await modules();
  return call("POST", "/v1/passkey-challenges", { purpose: "signIn" });
}

/** Sends an answer from the right page; gives the word of the refusal. */
async function send(passkey) {
  const [{ call }, { makeKeys, deviceKey }] = await modules();
  try {
    await call("POST", "/v1/passkey-sign-ins", { passkey, device: await deviceKey(await makeKeys(), passkey.challengeId) });
    return "accepted";
  } catch (problem) {
    return problem.fields[0]?.code ?? problem.code;
  }
}
