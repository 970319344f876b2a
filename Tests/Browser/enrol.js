// Enrols a person from inside a page of the web app, with its own modules: what the screens do, less the screens.

const assets = new URL(".", document.querySelector("link[rel=stylesheet]").href).href;
const from = (name) => import(assets + name);

/** A registration; gives the receipt that the mailed code is for. */
async function begin(email, userName) {
  const { call } = await from("Base/api.js");
  const { version } = await call("GET", "/v1/consent");
  const request = { email, profile: { userName }, language: document.documentElement.lang, consentVersion: version };
  return { ...(await call("POST", "/v1/registrations", request)), email };
}

/** The code, this browser's key, the signatures; gives the recovery codes. */
async function finish(receipt, code, signatures, tool) {
  const [{ call }, keys, { base64url }, { load, bytes }] = await Promise.all(["Base/api.js", "Devices/device-key.js", "Base/bytes.js", "Pad/ink.js"].map(from));
  const pair = await keys.makeKeys();
  const device = await keys.deviceKey(pair, receipt.id);
  const grant = await call("POST", `/v1/registrations/${receipt.id}/confirmation`, { code, device });
  await keys.remember(grant.deviceId, pair, [receipt.email]);
  const pad = new WebAssembly.Instance(await load("pad.wasm", `${assets}Pad/`)).exports;
  const samples = signatures.map((strokes) => {
    pad.erase();
    for (const stroke of strokes) {
      pad.begin(tool === "touch" ? 1 : 3, stroke[0][2]);
      for (const [x, y, time] of stroke) pad.add(x, y, time, 0.5);
      pad.end();
    }
    return base64url(bytes(pad, pad.encode()).slice());
  });
  const enrolment = await call("POST", "/v1/me/enrolments", { samples });
  if (enrolment.status !== "created") throw new Error(JSON.stringify(enrolment));
  return (await call("POST", "/v1/me/recovery-codes", {})).codes;
}
