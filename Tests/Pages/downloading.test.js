import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { fetchRest, pour } from "../../Sources/WebUI/Areas/Documents/downloading.js";

const size = 10;
const content = Uint8Array.from({ length: size }, (_, index) => index + 1);
const file = { hash: "h", size };
const refused = (status) => ({ status, range: null, next: async () => undefined, leave() {} });

let disk;
let asked;
let pauses;
let progress;
let abort;
/** What the server does at the next requests: an error, an answer, or how many bytes come before the connection is lost. */
let next;

/** Pieces of four bytes, from `first` to before `end`; lost there where the file goes on, or over in silence. */
function pieces(first, end, isSilent) {
  let at = first;
  return async () => {
    if (at < end) {
      const piece = content.slice(at, Math.min(at + 4, end));
      at += piece.length;
      return piece;
    }
    if (end < size && !isSilent) throw new TypeError("lost");
    return undefined;
  };
}

beforeEach(() => {
  [disk, asked, pauses, progress, abort, next] = [new Uint8Array(), [], [], [], new AbortController(), []];
});

const access = {
  write(piece, { at }) {
    const grown = new Uint8Array(Math.max(disk.length, at + piece.length));
    grown.set(disk);
    grown.set(piece, at);
    disk = grown;
    return piece.length;
  },
  truncate: (length) => void (disk = disk.slice(0, length)),
  flush() {},
};

const ports = (more = {}) => ({
  async ask(headers) {
    asked.push(headers.Range ?? "all");
    const outcome = next.shift();
    if (outcome instanceof Error) throw outcome;
    if (typeof outcome === "object") return outcome;
    const first = Number(/bytes=(\d+)-/.exec(headers.Range ?? "")?.[1] ?? 0);
    const end = Math.min(size, first + (outcome ?? size));
    return { status: first > 0 ? 206 : 200, range: first > 0 ? `bytes ${first}-${size - 1}/${size}` : null, next: pieces(first, end), leave() {} };
  },
  access,
  pause: async (time) => void pauses.push(time),
  signal: abort.signal,
  onProgress: (done) => progress.push(done),
  ...more,
});

test("all of it comes, and is told of as it comes", async () => {
  await fetchRest(ports(), 0, file);
  assert.deepEqual(disk, content);
  assert.deepEqual([asked, progress, pauses], [["all"], [4, 8, 10], []]);
});

test("what is here already is not fetched again, and a longer rest of an older version is cut off", async () => {
  disk = Uint8Array.from([...content.slice(0, 6), 9, 9, 9, 9, 9, 9]);
  await fetchRest(ports(), 6, file);
  assert.deepEqual([disk, asked], [content, ["bytes=6-"]]);
});

test("a connection that is lost in the middle is gone on with from there", async () => {
  next = [6];
  await fetchRest(ports(), 0, file);
  assert.deepEqual([disk, asked, pauses], [content, ["all", "bytes=6-"], [1000]]);
});

test("a connection that ends early without a word is a lost one", async () => {
  next = [{ status: 200, range: null, next: pieces(0, 4, true), leave() {} }];
  await fetchRest(ports(), 0, file);
  assert.deepEqual([disk, asked], [content, ["all", "bytes=4-"]]);
});

test("connections that end early for ever are given up, not asked for for ever", async () => {
  next = Array.from({ length: 9 }, () => ({ status: 200, range: null, next: async () => undefined, leave() {} }));
  await assert.rejects(fetchRest(ports(), 0, file), { code: "offline" });
  assert.equal(asked.length, 4);
});

test("without a connection it is tried a few times, each after a longer pause", async () => {
  next = Array.from({ length: 9 }, () => new TypeError("no network"));
  await assert.rejects(fetchRest(ports(), 0, file), { code: "offline" });
  assert.deepEqual([asked.length, pauses], [4, [1000, 2000, 4000]]);
});

test("what still arrives is worth more tries", async () => {
  next = [1, 1, 1, 1, 1, 1, 1, 1];
  await fetchRest(ports(), 0, file);
  assert.deepEqual(disk, content);
});

test("a server that is down or busy is asked again, one that refuses is not", async () => {
  for (const [status, code, times] of [[500, "internal", 4], [503, "internal", 4], [429, "busy", 4], [401, "unauthenticated", 1], [404, "notFound", 1]]) {
    [asked, next] = [[], Array.from({ length: 4 }, () => refused(status))];
    await assert.rejects(fetchRest(ports(), 0, file), { code });
    assert.equal(asked.length, times, String(status));
  }
  next = [refused(500)];
  await fetchRest(ports(), 0, file);
  assert.deepEqual(disk, content);
});

test("a server that gives all of it anew (200) is taken from the start", async () => {
  disk = Uint8Array.from([9, 9, 9, 9, 9, 9]);
  next = [{ status: 200, range: null, next: pieces(0, size), leave() {} }];
  await fetchRest(ports(), 6, file);
  assert.deepEqual(disk, content);
});

test("where that is lost in the middle nothing of what was here before is left behind it, for the next visit goes on from the end", async () => {
  disk = Uint8Array.from([9, 9, 9, 9, 9, 9]);
  next = [{ status: 200, range: null, next: pieces(0, 4), leave() {} }, refused(404)];
  await assert.rejects(fetchRest(ports(), 6, file), { code: "notFound" });
  assert.deepEqual(disk, content.slice(0, 4));
});

test("another part than was asked for is not written", async () => {
  next = [{ status: 206, range: "bytes 2-9/10", next: pieces(2, size), leave() {} }];
  await assert.rejects(fetchRest(ports(), 6, file), { code: "differs" });
  assert.deepEqual(disk, new Uint8Array());
});

test("more than the file has is not written", async () => {
  let left = 1;
  next = [{ status: 200, range: null, next: async () => (left-- > 0 ? new Uint8Array(11) : undefined), leave() {} }];
  await assert.rejects(fetchRest(ports(), 0, file), { code: "differs" });
  assert.equal(disk.length, 0);
});

test("a full disk is said at once", async () => {
  await assert.rejects(fetchRest(ports({ access: { ...access, write: () => 0 } }), 0, file), { name: "QuotaExceededError" });
  assert.equal(asked.length, 1);
});

test("what is cancelled ends, also while it waits", async () => {
  next = [new TypeError("no network"), new TypeError("aborted")];
  await assert.rejects(fetchRest(ports({ pause: async () => abort.abort() }), 0, file), { code: "cancelled" });
  assert.equal(asked.length, 2);
});

test("what is poured is left, however it ends", async () => {
  let left = 0;
  const source = (fail) => ({ next: async () => (fail ? Promise.reject(new TypeError("lost")) : undefined), leave: () => (left += 1) });
  await pour(source(false), access, 0, size, () => {});
  await assert.rejects(pour(source(true), access, 0, size, () => {}), TypeError);
  assert.equal(left, 2);
});
