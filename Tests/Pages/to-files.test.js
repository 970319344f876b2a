import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as store from "../../Sources/WebUI/Areas/Documents/document-store.js";
import { Database } from "../../Sources/WebUI/Areas/Base/database.js";
import { Problem } from "../../Sources/WebUI/Areas/Base/problem.js";
import { moveToFiles } from "../../Sources/WebUI/Areas/Documents/to-files.js";
import { UploadQueue } from "../../Sources/WebUI/Areas/Documents/upload-queue.js";
import { Browser, Clock, hashOf } from "./browser.js";
import { Server } from "./server.js";

const person = "anna";

let browser;
let server;
let document;
let carried;
let stop;

const ports = () => ({
  queue: (tell) => new UploadQueue({ person, tell, store, server, alone: browser.alone, after: new Clock().after }),
  find: (id) => store.document(person, id),
  carry: async (fileId, { form }) => carried.push([fileId, form?.values]),
});
const done = [];
const move = () => moveToFiles(ports(), document, { signal: stop.signal, onProgress: (...values) => done.push(values) });
const row = () => store.document(person, document.id);

beforeEach(async () => {
  browser = new Browser();
  server = new Server();
  carried = [];
  done.length = 0;
  stop = new AbortController();
  const bytes = new Uint8Array(1000).fill(3);
  document = { person, id: "d1", name: "lease.pdf", size: bytes.length, pages: 1, signatures: 0, marks: [], hash: await hashOf(bytes), added: 1, exported: false,
    form: { hash: "h", values: [["Name", "Anna"]] } };
  await browser.write(person, "d1.pdf", bytes);
  await new Database("paraph-documents", 1, { documents: ["person", "id"] }, "strict").put("documents", document);
});

test("what is moved is given once it is there, and takes along what was filled in", async () => {
  const file = await move();
  assert.equal(file.id, "file1");
  assert.equal(await row(), undefined);
  assert.deepEqual(carried, [["file1", [["Name", "Anna"]]]]);
  assert.deepEqual(done.at(0), [0, 1000]);
});

test("a lost connection is told, and the document waits here", async () => {
  server.trouble("me", "offline");
  await assert.rejects(move(), { code: "offline" });
  assert.deepEqual((await row()).upload, { hash: document.hash, isMove: true });
  assert.deepEqual(carried, []);
});

test("what the server refuses is told, and nothing is on its way any more", async () => {
  server.trouble("start", new Problem({ code: "quotaExceeded", status: 409 }));
  await assert.rejects(move(), { code: "quotaExceeded" });
  assert.equal((await row()).upload, undefined);
});

test("one that is on its way already does not begin again", async () => {
  await store.noteUpload(person, document.id, { hash: document.hash });
  await assert.rejects(move(), { code: "overtaken" });
});

test("who cancels keeps the document here, which is on its way no more", async () => {
  server.trouble("send", async () => stop.abort());
  await assert.rejects(move(), { code: "cancelled" });
  assert.equal((await row()).upload, undefined);
});

test("another tab that has moved it leaves nothing to do here", async () => {
  server.trouble("me", async () => {
    await store.remove(person, document.id);
  });
  await assert.rejects(move(), { code: "elsewhere" });
});
