import assert from "node:assert/strict";
import { test } from "node:test";
import { chosen } from "../../Sources/WebUI/Areas/Documents/document-order.js";

const rows = [
  { at: 1, name: "lease 10.pdf", state: undefined },
  { at: 2, name: "Lease 9.pdf", state: "signed" },
  { at: 3, name: "offer.pdf", state: "forMe" },
  { at: 4, name: "letter.pdf", state: "unsigned" },
];
const names = (...wanted) => chosen(rows, ...wanted).map(({ at }) => at);

test("what waits for the person comes first, then the newest, also where an order is unknown", () => {
  assert.deepEqual(names("", "newest"), [3, 4, 2, 1]);
  assert.deepEqual(names("", "size"), [3, 4, 2, 1]);
});

test("names are ordered as people count", () => assert.deepEqual(names("", "name"), [2, 1, 4, 3]));

test("what is unknown comes last by state", () => assert.deepEqual(names("", "state"), [3, 4, 2, 1]));

test("names are looked for whatever their case", () => assert.deepEqual(names(" LEASE ", "name"), [2, 1]));

test("the rows stay as they are", () => assert.deepEqual(rows.map(({ at }) => at), [1, 2, 3, 4]));
