import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldValue, initial, needFont, records, takesList } from "../../Sources/WebUI/Areas/Viewer/form-values.js";

const field = (facts) => ({ name: "a", kind: "text", options: [], widgets: [], ...facts });
const list = field({ kind: "choice", multiple: true, value: "one\ntwo" });

test("a list takes several values, whatever flag a text or an edited choice has", () => {
  assert.deepEqual([list, field({ multiple: true }), field({ kind: "choice", multiple: true, edit: true })].map(takesList), [true, false, false]);
  assert.deepEqual(initial(list), ["one", "two"]);
  assert.equal(initial(field({ multiple: true, value: "one\ntwo" })), "one\ntwo");
});

test("a box or a button holds what is on", () => {
  const widgets = [{ page: 0, rectangle: [0, 0, 1, 1], state: "No", on: false }, { page: 0, rectangle: [0, 0, 1, 1], state: "Yes", on: true }];
  assert.equal(initial(field({ kind: "radio", widgets })), "Yes");
  assert.equal(initial(field({ kind: "checkbox" })), "");
});

test("each value of a list is a record of its own", () => {
  assert.deepEqual(records({ field: list, value: ["one", "two"] }), ["a\0m\0one", "a\0m\0two"]);
  assert.deepEqual(records({ field: list, value: [] }), ["a\0e\0"]);
  assert.deepEqual(records({ field: field({}), value: "x\0y" }), ["a\0t\0xy"]);
});

test("the server gets a text, choices, or nothing where a field is emptied", () => {
  assert.deepEqual(fieldValue({ field: list, value: ["one"] }), { field: "a", choices: ["one"] });
  assert.deepEqual(fieldValue({ field: field({ multiple: true }), value: "x" }), { field: "a", text: "x" });
  assert.deepEqual(fieldValue({ field: field({}), value: "" }), { field: "a" });
});

test("only letters beyond Latin need a font", () => {
  assert.equal(needFont(["a\0t\0Zoë"]), false);
  assert.equal(needFont(["a\0t\0Анна"]), true);
});
