import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { judgedChanges, rankOf } from "../../Sources/WebUI/Areas/Viewer/signed-changes.js";

const change = (kind, detail, more) => ({ kind, detail, verdict: "allowed", revision: 2, page: 0, ...more });
const filling = (name, page = 0) => change("formField", `A field was filled in: ${name}`, { page, rectangle: [1, 2, 3, 4] });
const signature = change("signature", "A signature was added: Tenant");
const note = change("annotation", "An annotation was added");
const allowed = (...items) => ({ verdict: items.length > 0 ? "allowed" : "none", items });
const ranked = (...all) => rankOf(judgedChanges(all));

for (const [what, rank, ...all] of [
  ["what is filled in and signed next is filled in", "filled", allowed(filling("Rent"), signature), allowed()],
  ["what is filled in after the last signature is too", "filled", allowed(filling("Rent"))],
  ["a signature alone changes nothing that is seen", "none", allowed(signature), allowed()],
  ["a note among what was filled in is a change", "seen", allowed(filling("Rent"), note, signature), allowed()],
  ["a note before the second signer stays one, whatever is filled in for the third", "seen", allowed(note, signature, filling("Rent"), signature), allowed(filling("Rent"), signature), allowed()],
  ["what a field held and was replaced is a change", "seen", allowed(filling("Rent"), change("formField", "What a field held was replaced: Name"), signature), allowed()],
  ["so does one after the last signature", "seen", allowed(filling("Rent"), signature, note), allowed(note)],
  ["what was suspicious for the first signer stays so", "suspicious", { verdict: "suspicious", items: [filling("Rent")] }, allowed(filling("Rent"), signature), allowed()],
  ["and what was forbidden since the last", "forbidden", allowed(filling("Rent"), signature), { verdict: "forbidden", items: [] }],
  ["what took too long is not known to be filled in", "unknown", { verdict: "unknown", items: [] }, allowed(filling("Rent"))],
  ["of more changes than the judge tells of not all are known", "seen", allowed(...Array.from({ length: 500 }, (_, index) => filling(`${index}`)))],
  ["nor where the last of them are signatures", "seen", allowed(...Array.from({ length: 499 }, (_, index) => filling(`${index}`)), signature), allowed()],
  ["without a signature that can be judged nothing is good", "forbidden"],
]) {
  test(what, () => assert.equal(ranked(...all), rank));
}

test("it is said which fields were filled in, each place once, and after how many signatures", () => {
  const [rent, name] = [filling("Rent"), filling("Name", 1)];
  const whole = { ...filling("Name"), page: undefined, rectangle: undefined };
  const { filled, signed } = judgedChanges([allowed(rent, whole, name, signature, rent, signature), allowed(rent, signature), allowed()]);
  const rectangle = [1, 2, 3, 4];
  assert.deepEqual(filled, [{ name: "Rent", page: 0, rectangle, after: 2 }, { name: "Name", page: 1, rectangle, after: 1 }]);
  assert.equal(signed, 3);
});

test("of a total that a script computed anew it is said what it was at first and is", () => {
  const [first, second] = [["100", "200"], ["200", "350"]].map(([before, after], index) => ({ ...filling("Total"), before, after, revision: 3 + index }));
  const { filled } = judgedChanges([allowed(filling("Rent"), first, signature, second), allowed(second)]);
  assert.deepEqual(filled.map(({ name, before, value, after }) => [name, before, value, after]), [["Rent", undefined, undefined, 1], ["Total", "100", "350", 2]]);
  assert.equal(ranked(allowed(filling("Rent"), first)), "filled");
});

test("it is said what a field held and holds, each time that something signed was replaced", () => {
  const replacing = (before, after, revision) => change("formField", "What a field held was replaced: Rent", { rectangle: [1, 2, 3, 4], before, after, revision });
  const [first, second] = [replacing("900", "100", 4), replacing("100", "", 6)];
  const box = change("formField", "What a field held was replaced: Agree", { rectangle: [5, 6, 7, 8], revision: 6 });
  const { replaced, filled, signed } = judgedChanges([allowed(filling("Rent"), signature, first, signature, second, box), allowed(first, signature, second, box), allowed(second, box), allowed()]);
  assert.deepEqual(replaced.map(({ name, before, value, after }) => [name, before, value, after]), [["Rent", "900", "100", 2], ["Rent", "100", "", 3], ["Agree", undefined, undefined, 3]]);
  assert.equal(filled, undefined);
  assert.equal(signed, 4);
  // One that a signature locks is told of all the same, and one that is seen nowhere is not.
  const locked = { ...first, kind: "lockedField", verdict: "forbidden" };
  assert.equal(judgedChanges([{ verdict: "forbidden", items: [locked] }]).replaced.length, 1);
  assert.equal(judgedChanges([allowed({ ...first, page: undefined })]).replaced, undefined);
  assert.equal(judgedChanges([allowed(change("annotation", "What a field held was replaced: Rent"))]).replaced, undefined);
});

test("where something else was changed nothing is called filled in", () => {
  assert.equal(judgedChanges([allowed(filling("Rent"), note)]).filled, undefined);
  assert.equal(judgedChanges([allowed(signature), allowed()]).filled, undefined);
});

test("what later signatures lie on is told of beside", () => {
  const covering = { ...signature, remark: "covers" };
  assert.deepEqual(judgedChanges([allowed(filling("Rent"), covering), allowed()]).remarks, [covering]);
});

test("as many changes are read as the judge tells of", async () => {
  const judge = await readFile(new URL("../../Sources/ParaphPDF/Changes/PDFChanges.swift", import.meta.url), "utf8");
  assert.match(judge, /static let most = 500\n/);
});

const module = WebAssembly.compile(await readFile(new URL("../../Sources/WebUI/Areas/Documents/pdf.wasm", import.meta.url)));

/** A file in an instance of the judge: signs it, with what is filled in, and says what was changed since each signature. */
async function opened(content) {
  const { exports: pdf } = await WebAssembly.instantiate(await module, { page: { random: () => {} } });
  const output = (count) => new Uint8Array(pdf.memory.buffer, pdf.outputStart(), count);
  const json = (count) => JSON.parse(new TextDecoder().decode(output(count)));
  const put = (text) => {
    pdf.reserve(text.length);
    return output(text.length).set(new TextEncoder().encode(text)) ?? text.length;
  };
  new Uint8Array(pdf.memory.buffer, pdf.fileStart(content.length), content.length).set(content);
  const { signatures } = json(pdf.open(content.length));
  return {
    sign(form) {
      if (form) pdf.set(9, put(form));
      assert.equal(json(pdf.prepare(-1, 0, 0, 0, 0, 64)).error, undefined);
      assert(pdf.complete(put("0")));
      return Uint8Array.from([...content, ...output(pdf.appended())]);
    },
    changes: () => judgedChanges(signatures.map((_, index) => json(pdf.changes(index)))),
  };
}

const objects = [
  "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 6 0 R>>>>>>>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
  "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots[4 0 R 5 0 R]/Resources<<>>>>",
  "<</FT/Tx/T(Rent)/Type/Annot/Subtype/Widget/F 4/Rect[10 20 110 40]/P 3 0 R>>", "<</FT/Tx/T(Name)/Type/Annot/Subtype/Widget/F 4/Rect[10 60 110 80]/P 3 0 R>>",
  "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
];

/** A form of two fields. */
function form() {
  let text = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  return new TextEncoder().encode(`${text}${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`);
}

test("a form that later signers fill in and sign is filled in, by what the judge says of the file", async () => {
  const first = (await opened(form())).sign();
  const second = (await opened(first)).sign("Rent\0t\x00100");
  const third = (await opened(second)).sign("Name\0t\0Anna");
  const { filled, ...changes } = (await opened(third)).changes();
  assert.equal(rankOf(changes), "filled", JSON.stringify(changes.items));
  assert.deepEqual(filled.map(({ name, page, rectangle, after }) => [name, page, rectangle, after]), [["Rent", 0, [10, 20, 110, 40], 1], ["Name", 0, [10, 60, 110, 80], 2]]);
  assert.notEqual(rankOf((await opened((await opened(first)).sign())).changes()), "filled");
  const fourth = await opened((await opened(third)).sign("Rent\0t\x00900"));
  assert.equal(rankOf(fourth.changes()), "seen");
  assert.deepEqual(fourth.changes().replaced.map(({ name, before, value, after }) => [name, before, value, after]), [["Rent", "100", "900", 3]]);
});
