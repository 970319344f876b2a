import assert from "node:assert/strict";
import { test } from "node:test";
import { stateOf } from "../../Sources/WebUI/Areas/Viewer/verdict-state.js";

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
