import assert from "node:assert/strict";
import { test } from "node:test";
import { isDone, stateOf } from "../../Sources/WebUI/Areas/Documents/document-state.js";

const hash = "h1";
const own = { hash, isOwn: true, signatures: 0, openFields: 0, invited: 0, unsigned: 0, isSignedByMe: false };
const state = (known) => [stateOf(known), isDone(stateOf(known), known)];

test("a document of the owner waits for those who were invited, until the last has signed", () => {
  assert.deepEqual(state(own), ["unsigned", false]);
  assert.deepEqual(state({ ...own, invited: 2, unsigned: 2 }), ["forOthers", false]);
  assert.deepEqual(state({ ...own, invited: 2, unsigned: 2, isSignedByMe: true, signatures: 1, signer: "Anna" }), ["mineForOthers", false]);
  assert.deepEqual(state({ ...own, invited: 2, unsigned: 1, signatures: 1, signer: "Boris" }), ["forOthers", false]);
  assert.deepEqual(state({ ...own, invited: 2, unsigned: 0, signatures: 2, signer: "Boris" }), ["all", true]);
});

test("what was shared with a person waits for their signature, also before they open it", () => {
  const shared = { ...own, isOwn: false, invited: 2, unsigned: 2 };
  assert.deepEqual(state(shared), ["forMe", false]);
  assert.deepEqual(state({ ...shared, signatures: undefined, openFields: undefined }), ["forMe", false]);
  assert.deepEqual(state({ ...shared, isSignedByMe: true, unsigned: 1, signatures: 1 }), ["mineForOthers", false]);
  assert.deepEqual(state({ ...shared, isSignedByMe: true, unsigned: 0, signatures: 2 }), ["all", true]);
  assert.deepEqual(state({ ...shared, marks: ["final"] }), [undefined, false]);
});

test("without others, what is signed is done once no field is empty", () => {
  assert.deepEqual(state({ hash, mine: true, signatures: 1 }), ["mine", false]);
  assert.deepEqual(state({ hash, mine: true, signatures: 1, found: { hash, state: "current", open: 0 } }), ["mine", true]);
  assert.deepEqual(state({ hash, mine: true, signatures: 1, found: { hash, state: "current", open: 1 } }), ["mine", false]);
  assert.deepEqual(state({ ...own, isSignedByMe: true, signatures: 1 }), ["mine", true]);
});

test("one person's second signature does not make a document signed by all, and the last of the fields that asked for one does", () => {
  const twice = { hash, mine: true, signatures: 2, found: { hash, state: "current", open: 0 } };
  assert.deepEqual(state({ ...twice, askedFields: 0 }), ["mine", true]);
  assert.deepEqual(state({ ...own, isSignedByMe: true, signatures: 2 }), ["mine", true]);
  assert.deepEqual(state({ ...twice, mine: false }), ["signed", true]);
  assert.deepEqual(state({ ...twice, askedFields: 2 }), ["all", true]);
  assert.deepEqual(state({ ...twice, askedFields: 3, found: { hash, state: "current", open: 1 } }), ["mine", false]);
  assert.deepEqual(state({ ...twice, askedFields: 2, found: undefined }), ["mine", false]);
});

test("a document in which fields were filled in goes on as signed", () => {
  assert.deepEqual(state({ hash, mine: false, signatures: 1, found: { hash, state: "filled", open: 1 } }), ["signed", false]);
  assert.deepEqual(state({ hash, mine: true, signatures: 2, found: { hash, state: "filled", open: 0 } }), ["mine", true]);
  assert.deepEqual(state({ ...own, invited: 2, unsigned: 1, signatures: 1, found: { hash, state: "filled" } }), ["forOthers", false]);
});

test("what a signer replaced is told of by the server before anybody here reads it", () => {
  assert.deepEqual(state({ ...own, invited: 2, unsigned: 0, signatures: 2, isChanged: true }), ["changed", false]);
  assert.deepEqual(state({ ...own, invited: 2, unsigned: 0, signatures: 2, isChanged: undefined }), ["all", true]);
  // Who has not signed yet is waited for all the same.
  assert.deepEqual(state({ ...own, isOwn: false, invited: 2, unsigned: 1, isChanged: true }), ["forMe", false]);
  assert.deepEqual(state({ ...own, isOwn: false, isSignedByMe: true, invited: 2, unsigned: 1, isChanged: true }), ["changed", false]);
});

test("what was changed is called so before all else, and what cannot be read is called nothing", () => {
  assert.deepEqual(state({ ...own, isOwn: false, unsigned: 1, found: { hash, state: "changed" } }), ["changed", false]);
  assert.deepEqual(state({ ...own, found: { hash: "older", state: "changed" } }), ["unsigned", false]);
  assert.deepEqual(state({ hash, marks: ["locked"], signatures: 0 }), [undefined, false]);
});
