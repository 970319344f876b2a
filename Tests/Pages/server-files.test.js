import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerFiles } from "../../Sources/WebUI/Areas/Documents/server-files.js";

/** Pages of two, after the id of the last. */
const paged = (files) => async (after) => {
  const all = files();
  const start = after === undefined ? 0 : all.findIndex((id) => id === after) + 1;
  const items = all.slice(start, start + 2).map((id) => ({ id }));
  return { items, ...(start + 2 < all.length ? { next: items.at(-1).id } : {}) };
};
const ids = (list) => list.items.map(({ id }) => id);

test("pages are loaded one by one, then what was loaded is loaded anew", async () => {
  let files = ["a", "b", "c", "d", "e"];
  const list = new ServerFiles(paged(() => files));
  assert.deepEqual([list.isAsked, list.isWhole], [false, false]);
  await list.load();
  assert.deepEqual([ids(list), list.hasMore, list.isWhole], [["a", "b"], true, false]);
  await list.load(true);
  await list.load(true);
  assert.deepEqual([ids(list), list.hasMore, list.isWhole], [["a", "b", "c", "d", "e"], false, true]);
  files = ["c", "d"];
  await list.load();
  assert.deepEqual(ids(list), ["c", "d"]);
});

test("what moves from one page to the next while they are loaded stands once, as it is now", async () => {
  const pages = [{ items: [{ id: "a" }, { id: "b", name: "new" }], next: "b" }, { items: [{ id: "b", name: "old" }, { id: "c" }] }];
  const list = new ServerFiles(async (after) => pages[after === undefined ? 0 : 1]);
  await list.load();
  await list.load(true);
  assert.deepEqual(list.items, [{ id: "a" }, { id: "b", name: "new" }, { id: "c" }]);
});

test("without a connection what was loaded stays, and the server counts as asked", async () => {
  let isOffline = false;
  const page = paged(() => ["a"]);
  const list = new ServerFiles((after) => (isOffline ? Promise.reject(new Error("offline")) : page(after)));
  await list.load();
  isOffline = true;
  await assert.rejects(list.load());
  assert.deepEqual([ids(list), list.isAsked], [["a"], true]);
});

test("the rest is loaded as long as it is wanted, and no page twice", async () => {
  const files = Array.from({ length: 30 }, (_, index) => `f${index}`);
  const list = new ServerFiles(paged(() => files));
  await list.load();
  let left = 2;
  await list.loadRest(() => left-- > 0);
  assert.equal(ids(list).length, 6);
  await Promise.all([list.loadRest(() => true), list.loadRest(() => true)]);
  assert.equal(ids(list).length, 20, "ten pages are the most");
  assert.equal(new Set(ids(list)).size, 20);
});

test("what has just arrived stands at the top, once", async () => {
  const list = new ServerFiles(paged(() => ["a", "b"]));
  await list.load();
  list.put({ id: "c" });
  list.put({ id: "b" });
  assert.deepEqual(ids(list), ["b", "c", "a"]);
});
