import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Database } from "../../Sources/WebUI/Areas/Base/database.js";
import { drop, dropAll, keep, kept } from "../../Sources/WebUI/Areas/Register/drawing-draft.js";
import { Browser } from "./browser.js";

const drawings = [{ bytes: Uint8Array.of(1, 2, 250), pen: "blue" }, { bytes: Uint8Array.of(7, 7, 7, 7), pen: "black" }];
const rows = () => new Database("paraph-drawings", 1, { drawings: "device" }, "default").rows("drawings");
const day = 86_400_000;

beforeEach(() => {
  new Browser();
  const marks = new Map();
  globalThis.localStorage = { getItem: (key) => marks.get(key) ?? null, setItem: (key, value) => marks.set(key, value), removeItem: (key) => marks.delete(key) };
});

test("drawings come back to the device and the purpose that they were kept for", async () => {
  await keep("phone", "first", drawings.slice(0, 1));
  await keep("phone", "first", drawings);
  assert.deepEqual(await kept("phone", "first"), drawings);
  assert.deepEqual(await kept("phone", "replacement"), []);
  assert.deepEqual(await kept("tablet", "first"), []);
});

test("what lies in the browser is sealed, by a key that no script can read out", async () => {
  await keep("phone", "first", drawings);
  const [row] = await rows();
  assert.equal(row.key.extractable, false);
  assert.ok(!Buffer.from(row.sealed).toString("latin1").includes("bytes"));
  assert.deepEqual(Object.keys(row).sort(), ["device", "iv", "key", "sealed", "since"]);
});

test("they go after a day, which begins with the first of them", async (context) => {
  const { now } = Date;
  let time = 1_000_000;
  Date.now = () => time;
  context.after(() => (Date.now = now));
  await keep("phone", "first", drawings.slice(0, 1));
  time += day - 1;
  await keep("phone", "first", drawings);
  time += 1;
  assert.deepEqual(await kept("phone", "first"), drawings);
  time += 1;
  assert.deepEqual(await kept("phone", "first"), []);
  assert.deepEqual(await rows(), []);
});

test("one device's are dropped, or all, with the mark that there are any", async () => {
  for (const device of ["phone", "tablet"]) await keep(device, "first", drawings);
  await drop("phone");
  assert.deepEqual((await rows()).map(({ device }) => device), ["tablet"]);
  assert.notEqual(localStorage.getItem("paraph.drawings"), null);
  await dropAll();
  assert.deepEqual(await rows(), []);
  assert.equal(localStorage.getItem("paraph.drawings"), null);
});
