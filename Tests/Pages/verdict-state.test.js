import assert from "node:assert/strict";
import { test } from "node:test";
import { signersBefore, stateOf } from "../../Sources/WebUI/Areas/Viewer/verdict-state.js";

const signed = { versions: [{ number: 1, signatures: [{}] }] };
const [valid, broken] = [[{ state: "valid" }], [{ state: "invalid" }]];

for (const [what, verdict, history, verdicts, state] of [
  ["what took too long to compare is not called changed", "unknown", undefined, valid, "unchecked"],
  ["nor is a version that the server knows", "unknown", { file: "current", ...signed }, valid, "unchecked"],
  ["a version that the server does not know is changed, however long comparing took", "unknown", { file: "changed", ...signed }, valid, "changed"],
  ["a broken seal is told of all the same", "unknown", undefined, broken, "sealBroken"],
  ["what is as it was signed is", "none", { file: "current", ...signed }, valid, "current"],
  ["what was changed is, whatever the server knows", "forbidden", { file: "current", ...signed }, valid, "changed"],
  ["what the server does not know is known for what the file says alone", "none", undefined, valid, "unknown"],
]) {
  test(what, () => assert.equal(stateOf({ changes: { verdict, items: [] }, history, verdicts }).state, state));
}

test("only the signatures of a version and of those it comes from count", () => {
  const versions = [{ number: 1, signatures: ["a"] }, { number: 2, previous: 1, signatures: ["b"] }, { number: 3, previous: 1, signatures: ["c"] }];
  const { signatures } = stateOf({ changes: { verdict: "none", items: [] }, history: { file: "current", fileVersion: 3, versions }, verdicts: valid });
  assert.deepEqual(signatures, ["a", "c"]);
});

const filling = { kind: "formField", detail: "A field was filled in: Rent", verdict: "allowed", revision: 2, page: 0, rectangle: [1, 2, 3, 4] };

for (const [what, items, history, verdicts, state, besides] of [
  ["fields that were filled in are told as such", [filling], { file: "current", ...signed }, valid, "filled", "current"],
  ["what is seen on no page does not make them worse", [filling, { ...filling, kind: "metadata", page: undefined }], { file: "current", ...signed }, valid, "filled", "current"],
  ["so they are in an earlier version", [filling], { file: "earlier", ...signed }, valid, "filled", "earlier"],
  ["and where the server knows no such document", [filling], undefined, valid, "filled", "unknown"],
  ["a version that the server does not know stays changed", [filling], { file: "changed", ...signed }, valid, "changed"],
  ["a broken seal is told of first", [filling], { file: "current", ...signed }, broken, "sealBroken"],
  ["a note beside them is a change", [filling, { ...filling, kind: "annotation", detail: "A note" }], { file: "current", ...signed }, valid, "changed"],
  ["a note is one that the server does not know, too", [{ ...filling, kind: "annotation", detail: "A note" }], undefined, valid, "unknownChanged"],
  ["another change of a field is no filling", [{ ...filling, detail: "A field's flags were changed: Rent" }], { file: "current", ...signed }, valid, "changed"],
  ["nor is a new one, whatever its name", [{ ...filling, detail: "A field for a signature was added: A field was filled in: x" }], undefined, valid, "unknownChanged"],
  ["nor one of another kind that says so", [{ ...filling, kind: "annotation" }], undefined, valid, "unknownChanged"],
]) {
  test(what, () => {
    const found = stateOf({ changes: { verdict: "allowed", items }, history, verdicts });
    assert.deepEqual([found.state, found.besides], [state, besides]);
  });
}

for (const verdict of ["suspicious", "forbidden"]) {
  test(`a ${verdict} change beside filled fields is a change`, () => {
    const items = [filling, { ...filling, verdict, detail: "A field shows other text than it holds: Rent", kind: "appearance" }];
    assert.equal(stateOf({ changes: { verdict, items }, history: { file: "current", ...signed }, verdicts: valid }).state, "changed");
    assert.equal(stateOf({ changes: { verdict, items }, verdicts: valid }).state, "unknownChanged");
  });
}

test("who had signed before is named only where the history has each signature of the file", () => {
  const signatures = [{ userName: "Anna" }, { userName: "Boris" }, { userName: "Anna" }];
  assert.deepEqual(signersBefore({ after: 1 }, { signed: 3 }, signatures), ["Anna"]);
  assert.deepEqual(signersBefore({ after: 3 }, { signed: 3 }, signatures), ["Anna", "Boris"]);
  assert.deepEqual(signersBefore({ after: 1 }, { signed: 4 }, signatures), []);
  assert.deepEqual(signersBefore({ after: 1 }, { signed: 1 }, []), []);
});
