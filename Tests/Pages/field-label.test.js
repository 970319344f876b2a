import assert from "node:assert/strict";
import { test } from "node:test";
import { lineLabel, nearestLabel } from "../../Sources/WebUI/Areas/Viewer/field-label.js";

const words = (text, left, bottom, right = left + 6 * text.length) => ({ text, left, bottom, right, top: bottom + 10 });
const page = [
  words("Your name:", 40, 424, 98), words("Street ______", 40, 384, 100), words("Notes to the landlord", 40, 346), words("With oars", 282, 304),
  words("Without", 352, 304), words("* City", 300, 384, 334), words("12", 20, 204, 32),
];

test("a text is called by what stands at its left", () => {
  assert.equal(nearestLabel([104, 420, 240, 440], "text", page), "Your name");
  assert.equal(nearestLabel([104, 380, 240, 400], "text", page), "Street");
  assert.equal(nearestLabel([340, 380, 400, 400], "text", page), "City");
});

test("where nothing stands at its left, by what stands above", () => {
  assert.equal(nearestLabel([40, 290, 240, 342], "text", page), "Notes to the landlord");
});

test("a box to tick is called by what stands at its right", () => {
  assert.equal(nearestLabel([262, 300, 278, 316], "checkbox", page), "With oars");
  assert.equal(nearestLabel([338, 300, 350, 316], "radio", page), "Without");
});

test("what is far away, or no word, names nothing", () => {
  assert.equal(nearestLabel([40, 200, 240, 220], "text", page), "");
  assert.equal(nearestLabel([400, 100, 500, 120], "text", page), "");
  assert.equal(nearestLabel([40, 200, 240, 220], "text", []), "");
});

const place = (left, bottom, width = 170) => [left, bottom, left + width, bottom + 50];

test("a line to sign on is called by the words in front of it, which may stand in one piece with it", () => {
  const lines = [words("Landlord: ____________________", 40, 200), words("Tenant:", 40, 150, 90), words("____________________", 100, 150), words("Paris, 5 May ______ Tenant ______", 40, 100)];
  assert.equal(lineLabel(place(100, 196), lines), "Landlord");
  assert.equal(lineLabel(place(100, 146), lines), "Tenant");
  assert.equal(lineLabel(place(200, 96, 60), lines), "Tenant");
});

test("else by the caption below it, else by the label above it", () => {
  const captions = [words("Bailleur", 40, 186), words("Locataire", 300, 186), words("Signature", 40, 100), words("Preneur", 300, 100)];
  assert.equal(lineLabel(place(300, 198), captions), "Locataire");
  assert.equal(lineLabel(place(300, 46), captions), "Preneur");
  assert.equal(lineLabel(place(40, 400), captions), "");
});
