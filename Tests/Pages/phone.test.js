import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { phoneNumber } from "../../Sources/WebUI/Areas/Register/phone.js";

// The same table holds the server (PhoneNumberTests.swift).
const cases = JSON.parse(readFileSync(new URL("phones.json", import.meta.url), "utf8"));

test("numbers are read as the server reads them", () => {
  assert.ok(cases.length > 60);
  for (const { typed, country, ...expected } of cases) assert.deepEqual(phoneNumber(typed, country), expected, JSON.stringify(typed));
});

test("what was read is read as itself", () => {
  for (const { number } of cases.filter(({ number }) => number)) assert.deepEqual(phoneNumber(number), { number });
});
