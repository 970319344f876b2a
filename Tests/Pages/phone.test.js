import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { phoneNumber, withCountryCode } from "../../Sources/WebUI/Areas/Base/phone.js";

// The same table holds the server (PhoneNumberTests.swift).
const cases = JSON.parse(readFileSync(new URL("phones.json", import.meta.url), "utf8"));

test("numbers are read as the server reads them", () => {
  assert.ok(cases.length > 60);
  for (const { typed, ...expected } of cases) assert.deepEqual(phoneNumber(typed), expected, JSON.stringify(typed));
});

test("what was read is read as itself", () => {
  for (const { number } of cases.filter(({ number }) => number)) assert.deepEqual(phoneNumber(number), { number });
});

test("of a number that is dialled inside a country of the language it is said what to write", () => {
  for (const [typed, language, number] of [
    ["8 (912) 345-67-89", "ru", "+79123456789"], ["912 345 67 89", "ru", "+79123456789"], ["01 23 45 67 89", "fr", "+33123456789"],
    ["020 7946 0958", "en", "+442079460958"], ["(212) 555-0123", "en", "+12125550123"], ["12-34-56", "ru", undefined], ["12345", "en", undefined],
    ["+7 912 345 67 89", "ru", undefined], ["8 912 345 67 89", "de", undefined],
  ]) {
    assert.equal(withCountryCode(typed, language), number, typed);
    if (number) assert.deepEqual(phoneNumber(number), { number });
  }
});
