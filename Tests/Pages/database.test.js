import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Database, ofPerson } from "../../Sources/WebUI/Areas/Base/database.js";
import * as store from "../../Sources/WebUI/Areas/Documents/document-store.js";
import { Browser } from "./browser.js";

let browser;
const key = ["person", "id"];
const rows = () => new Database("test", 1, { rows: key }, "strict");

beforeEach(() => (browser = new Browser()));

test("rows are a person's, and go with them", async () => {
  for (const person of ["anna", "boris"]) for (const id of ["1", "2"]) await rows().put("rows", { person, id });
  assert.deepEqual(await rows().rows("rows", ofPerson("anna")), [{ person: "anna", id: "1" }, { person: "anna", id: "2" }]);
  await rows().remove("rows", ofPerson("anna"));
  assert.deepEqual((await rows().rows("rows")).map(({ person }) => person), ["boris", "boris"]);
});

test("a change is one step among all tabs", async () => {
  await rows().put("rows", { person: "anna", id: "1", count: 0 });
  await Promise.all(Array.from({ length: 20 }, () => rows().change("rows", ["anna", "1"], (row) => ({ ...row, count: row.count + 1 }))));
  assert.equal((await rows().row("rows", ["anna", "1"])).count, 20);
});

test("a change leaves a row, or removes it", async () => {
  await rows().put("rows", { person: "anna", id: "1" });
  assert.equal(await rows().change("rows", ["anna", "1"], () => undefined), undefined);
  assert.ok(await rows().row("rows", ["anna", "1"]));
  assert.equal(await rows().change("rows", ["anna", "1"], () => null), undefined);
  assert.equal(await rows().row("rows", ["anna", "1"]), undefined);
});

test("what fails changes nothing, and says why", async () => {
  await rows().put("rows", { person: "anna", id: "1", count: 0 });
  browser.indexedDB.fill("test", "rows");
  await assert.rejects(rows().put("rows", { person: "anna", id: "1", count: 1 }), { name: "QuotaExceededError" });
  assert.equal((await rows().row("rows", ["anna", "1"])).count, 0);
});

test("a store that a version adds comes beside those that are there", async () => {
  await rows().put("rows", { person: "anna", id: "1" });
  const newer = new Database("test", 2, { rows: key, more: "id" }, "strict");
  await newer.put("more", { id: "2" });
  assert.equal((await newer.rows("rows")).length, 1);
});

test("the server's file that is gone is known of no more by the document that had it", async () => {
  const document = { person: "anna", id: "d1", name: "a.pdf", hash: "h", marks: [], added: 1, exported: false, size: 1, pages: 1, serverFile: "f1" };
  await new Database("paraph-documents", 1, { documents: key }, "strict").put("documents", document);
  await store.noteGone("anna", "f2");
  assert.equal((await store.document("anna", "d1")).serverFile, "f1");
  await store.noteGone("anna", "f1");
  assert.equal((await store.document("anna", "d1")).serverFile, undefined);
});
