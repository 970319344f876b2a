import assert from "node:assert/strict";
import { register } from "node:module";
import { beforeEach, test } from "node:test";
import { Browser } from "./browser.js";

// The server writes the words; these tests read none.
const loader = `export const resolve = (name, context, next) =>
  name.includes("/words-") ? { url: "data:text/javascript,export default {}", shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(loader)}`);
globalThis.document = { documentElement: { lang: "en", dataset: {} } };

const { keepPending, pendingRequests } = await import("../../Sources/WebUI/Areas/Devices/device-key.js");
const { waitingRequest, withdrawAll } = await import("../../Sources/WebUI/Areas/Devices/waiting-request.js");

const minute = 60_000;
const ask = (id, left, identifier = "anna@example.org") =>
  keepPending({ id, secret: `secret of ${id}`, identifier, expiresAt: new Date(Date.now() + left).toISOString(), code: "525290", status: "pending", keys: {} });
const left = async () => (await pendingRequests()).map(({ id }) => id);

let calls;
beforeEach(() => {
  new Browser();
  calls = [];
  globalThis.fetch = async (path, { method, headers }) => {
    calls.push([method, path, headers["Paraph-Request-Secret"]]);
    return new Response(null, { status: 204 });
  };
});

test("who waits finds the request again, with what it takes to ask after it", async () => {
  await ask("r1", 10 * minute);
  for (let visit = 0; visit < 2; visit++) {
    const { id, secret, code, identifier } = await waitingRequest();
    assert.deepEqual([id, secret, code, identifier], ["r1", "secret of r1", "525290", "anna@example.org"]);
  }
  assert.deepEqual(calls, []);
});

test("a request whose time is over is shown to nobody, and stays nowhere", async () => {
  await ask("r1", -1, "nobody@example.org");
  assert.equal(await waitingRequest(), undefined);
  assert.deepEqual(await left(), []);
  await ask("r2", -1);
  await ask("r3", minute);
  assert.equal((await waitingRequest()).id, "r3");
  assert.deepEqual(await left(), ["r3"]);
});

test("who signs in, registers or signs out leaves none behind, here or on the server", async () => {
  await ask("r1", minute, "nobody@example.org");
  await ask("r2", minute);
  await withdrawAll();
  assert.equal(await waitingRequest(), undefined);
  assert.deepEqual(calls, [["DELETE", "/v1/device-requests/r1", "secret of r1"], ["DELETE", "/v1/device-requests/r2", "secret of r2"]]);
});

test("without a connection none is left behind either", async () => {
  await ask("r1", minute);
  globalThis.fetch = async () => { throw new TypeError("offline"); };
  await withdrawAll();
  assert.deepEqual(await left(), []);
});
