import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as store from "../../Sources/WebUI/Areas/Documents/document-store.js";
import { Database } from "../../Sources/WebUI/Areas/Base/database.js";
import { Problem } from "../../Sources/WebUI/Areas/Base/problem.js";
import { UploadQueue } from "../../Sources/WebUI/Areas/Documents/upload-queue.js";
import { Browser, Clock, hashOf, until } from "./browser.js";
import { Server } from "./server.js";

const person = "anna";
const piece = 4 * 2 ** 20;

let browser;
let server;
let bytes;
let document;

/** A tab: a queue, its clock, and what it told. */
function tab() {
  const clock = new Clock();
  const told = [];
  const say = (name) => (...values) => told.push([name, ...values]);
  const tell = { progress: () => {}, kept: say("kept"), failed: say("failed"), ended: say("ended"), elsewhere: say("elsewhere") };
  const queue = new UploadQueue({ person, tell, store, server, alone: browser.alone, after: clock.after });
  const names = () => told.map(([name]) => name);
  return { queue, clock, told, names, ended: () => until(() => names().filter((name) => name === "ended").length > 0), problems: () => told.filter(([name]) => name === "failed").map(([, , { code }]) => code) };
}

const row = () => store.document(person, document.id);
const sent = () => server.calls.filter((call) => call.startsWith("send "));
const theFile = () => [...server.files.values()][0];

beforeEach(async () => {
  browser = new Browser();
  server = new Server();
  bytes = new Uint8Array(2.5 * piece).fill(1);
  bytes[0] = 2;
  document = { person, id: "d1", name: "lease.pdf", size: bytes.length, pages: 1, signatures: 0, marks: [], hash: await hashOf(bytes), added: 1, exported: false };
  await browser.write(person, "d1.pdf", bytes);
  await new Database("paraph-documents", 1, { documents: ["person", "id"] }, "strict").put("documents", document);
});

test("a copy arrives whole, and stays here", async () => {
  const { queue, ended, names } = tab();
  assert.equal(await queue.begin(document, false), true);
  await ended();
  assert.deepEqual(names(), ["kept", "ended"]);
  assert.ok(Buffer.from(theFile().bytes).equals(bytes));
  assert.equal((await row()).serverFile, "file1");
  assert.equal((await row()).upload, undefined);
  assert.deepEqual(sent(), ["send 0", `send ${piece}`, `send ${2 * piece}`]);
});

test("a document that moves leaves this device, its file too", async () => {
  const { queue, ended } = tab();
  await queue.begin(document, true);
  await ended();
  assert.equal(await row(), undefined);
  assert.deepEqual(await browser.files(person), []);
});

test("it is noted before a byte is sent", async () => {
  server.trouble("start", async () => assert.deepEqual((await row()).upload, { hash: document.hash, isMove: false }));
  server.trouble("send", async () => assert.equal((await row()).upload.id, "file1"));
  const { queue, ended, names } = tab();
  await queue.begin(document, false);
  await ended();
  assert.deepEqual(names(), ["kept", "ended"]);
});

test("what is on its way already, or changed since it was shown, does not begin", async () => {
  server.trouble("me", "offline");
  const { queue, ended } = tab();
  assert.equal(await queue.begin({ ...document, hash: "other" }, false), false);
  assert.equal(await queue.begin(document, false), true);
  assert.equal(await queue.begin(document, false), false);
  await ended();
});

test("without a connection it waits longer each time, says so once, and arrives in the end", async () => {
  const { queue, ended, told, clock, names } = tab();
  for (let index = 0; index < 9; index++) server.trouble("me", "offline");
  await queue.begin(document, false);
  await ended();
  const pauses = [];
  while (!names().includes("kept")) {
    await until(() => clock.waiting.length > 0 || names().includes("kept"));
    if (clock.waiting.length > 0) pauses.push(clock.pass());
  }
  assert.deepEqual(pauses, [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000]);
  assert.equal(told.filter(([name]) => name === "failed").length, 1);
});

test("a connection that is lost in the middle goes on where it was, and sends no piece twice", async () => {
  const { queue, ended, clock, problems, names } = tab();
  // The first piece arrives; the second does not, nor at any of the tries in a row.
  server.trouble("send", () => {}, "offline", "offline", "offline", "offline");
  await queue.begin(document, false);
  await ended();
  assert.deepEqual(problems(), ["offline"]);
  assert.equal(theFile().bytes.length, piece);
  assert.equal(queue.progress("d1"), undefined);
  clock.pass();
  await until(() => names().includes("kept"));
  assert.ok(Buffer.from(theFile().bytes).equals(bytes));
  assert.equal(server.files.size, 1);
  assert.equal(sent().filter((call) => call === "send 0").length, 1);
});

test("a tab that is closed in the middle is gone on for by the next visit, with the same file", async () => {
  const first = tab();
  server.trouble("send", () => {}, "offline", "offline", "offline", "offline");
  await first.queue.begin(document, false);
  await first.ended();
  const second = tab();
  await second.queue.goOn();
  await second.ended();
  assert.deepEqual(second.names(), ["kept", "ended"]);
  assert.deepEqual(server.calls.filter((call) => call.startsWith("start")), ["start lease.pdf"]);
});

test("a tab that is closed before the server gave an id begins anew", async () => {
  await store.noteUpload(person, "d1", { hash: document.hash });
  const { queue, ended, names } = tab();
  await queue.goOn();
  await ended();
  assert.deepEqual(names(), ["kept", "ended"]);
});

test("where the answer to the last piece is lost, the server is asked, and nothing is sent again", async () => {
  const { queue, ended, names } = tab();
  server.trouble("send", () => {}, () => {}, "lost");
  await queue.begin(document, false);
  await ended();
  assert.deepEqual(names(), ["kept", "ended"]);
  assert.deepEqual(sent(), ["send 0", `send ${piece}`, `send ${2 * piece}`]);
});

test("where another tab sent a piece (409), the server says how far it is", async () => {
  const { queue, ended, names } = tab();
  server.trouble("send", async () => {
    theFile().bytes = bytes.slice(0, piece);
  });
  await queue.begin(document, false);
  await ended();
  assert.deepEqual(names(), ["kept", "ended"]);
  assert.ok(Buffer.from(theFile().bytes).equals(bytes));
  assert.deepEqual(server.pauses, []);
});

test("a file that the server has swept is begun anew", async () => {
  await store.noteUpload(person, "d1", { hash: document.hash });
  await store.noteUploadId(person, "d1", "swept", undefined);
  const { queue, ended, names } = tab();
  await queue.goOn();
  await ended();
  assert.deepEqual(names(), ["kept", "ended"]);
  assert.equal((await row()).serverFile, "file1");
});

test("a busy server (429) is left alone for as long as it asks", async () => {
  const { queue, ended, clock } = tab();
  server.trouble("start", new Problem({ code: "busy", status: 429, retryAfter: 60 }));
  await queue.begin(document, false);
  await ended();
  assert.equal(clock.waiting[0].time, 60_000);
  assert.ok((await row()).upload);
});

test("what the server refuses for good (413, 422) is given up, and the document is as it was", async () => {
  for (const status of [413, 422]) {
    const { queue, ended, problems, clock } = tab();
    server.trouble("send", new Problem({ code: "refused", status }));
    await queue.begin(document, false);
    await ended();
    assert.deepEqual(problems(), ["refused"]);
    assert.deepEqual(clock.waiting, []);
    assert.equal(server.files.size, 0, "what was begun there is removed");
    assert.equal((await row()).upload, undefined);
    assert.equal((await row()).withdrawn, undefined);
  }
});

test("a server without room of its own (507) is waited for; a person without room there (409) is told at once", async () => {
  const own = tab();
  server.trouble("start", new Problem({ code: "full", status: 507 }));
  await own.queue.begin(document, false);
  await own.ended();
  assert.equal(own.clock.waiting.length, 1);
  await own.queue.cancel(document);
  const persons = tab();
  server.trouble("start", new Problem({ code: "quota", status: 409 }));
  await persons.queue.begin(document, false);
  await persons.ended();
  assert.equal(persons.clock.waiting.length, 0);
  assert.equal((await row()).upload, undefined);
});

test("a file that is another one on the server than what was sent is removed there", async () => {
  const { queue, ended, problems } = tab();
  server.trouble("send", () => {}, () => {}, () => void (theFile().bytes[0] = 255));
  await queue.begin(document, false);
  await ended();
  assert.deepEqual(problems(), ["differs"]);
  assert.equal(server.files.size, 0);
});

test("a file that others signed while it came back is kept, where its first version is what was sent", async () => {
  const sign = async (isOurs) => {
    const { queue, ended, names, problems } = tab();
    server.files.clear();
    server.trouble("find", async () => {
      Object.assign(theFile(), { version: 2, hash: "signed" });
      if (!isOurs) theFile().firstHash = "other";
    });
    server.trouble("send", () => {}, () => {}, "lost");
    await queue.begin(document, false);
    await ended();
    return { names: names(), problems: problems() };
  };
  assert.deepEqual((await sign(true)).names, ["kept", "ended"]);
  assert.deepEqual((await sign(false)).problems, ["differs"]);
  assert.equal(server.files.size, 1, "what others signed is theirs, too");
});

test("a person who is signed out (401) is not asked again and again, and it goes on once they come back", async () => {
  server.person = undefined;
  const { queue, ended, clock, names, problems } = tab();
  await queue.begin(document, false);
  await ended();
  assert.deepEqual(problems(), ["unauthenticated"]);
  assert.deepEqual(clock.waiting, []);
  server.person = person;
  await queue.goOn();
  await until(() => names().includes("kept"));
});

test("nothing goes to the Files of another person who signed in meanwhile", async () => {
  const { queue, ended, problems } = tab();
  server.person = "boris";
  await queue.begin(document, false);
  await ended();
  assert.deepEqual(problems(), ["unauthenticated"]);
  assert.equal(server.files.size, 0);
  // In the middle of a file it is not there for them, which is no reason to give it up.
  server.person = person;
  const second = tab();
  server.trouble("send", () => {}, () => void (server.person = "boris"));
  await second.queue.goOn();
  await second.ended();
  assert.deepEqual(second.problems(), ["unauthenticated"]);
  assert.equal((await row()).upload.id, "file1");
});

test("what is cancelled in the middle goes from the server and stays here", async () => {
  const { queue, ended, problems } = tab();
  let cancelled;
  server.trouble("send", () => {}, () => void (cancelled = queue.cancel(document)));
  await queue.begin(document, false);
  await ended();
  assert.equal(await cancelled, undefined);
  assert.equal(server.files.size, 0);
  assert.deepEqual(problems(), []);
  assert.equal((await row()).upload, undefined);
  assert.equal((await row()).withdrawn, undefined);
});

test("what is cancelled though all of it was there already stays there, and is said", async () => {
  const { queue, ended } = tab();
  let cancelled;
  server.trouble("send", () => {}, () => {}, "lost");
  server.trouble("find", () => void (cancelled = queue.cancel(document)));
  await queue.begin(document, false);
  await ended();
  assert.equal((await cancelled)?.id, "file1");
  assert.equal(server.files.size, 1);
});

test("what is cancelled without a connection goes from the server at the next visit", async () => {
  const { queue, ended } = tab();
  server.trouble("send", "offline", "offline", "offline", "offline");
  await queue.begin(document, false);
  await ended();
  server.trouble("me", "offline");
  assert.equal(await queue.cancel(document), undefined);
  assert.deepEqual((await row()).withdrawn, ["file1"]);
  assert.equal(server.files.size, 1);
  await tab().queue.goOn();
  await until(async () => (await row()).withdrawn === undefined);
  assert.equal(server.files.size, 0);
});

test("what is cancelled and begun again at once arrives once", async () => {
  const { queue, names } = tab();
  server.trouble("send", async () => {
    await queue.cancel(document);
    await queue.begin(document, false);
  });
  await queue.begin(document, false);
  await until(() => names().includes("kept"));
  assert.equal(server.files.size, 1);
  assert.ok(Buffer.from(theFile().bytes).equals(bytes));
});

test("of two tabs one sends, and the other finds it done", async () => {
  const [first, second] = [tab(), tab()];
  await first.queue.begin(document, false);
  await second.queue.goOn();
  await Promise.all([first.ended(), second.ended()]);
  assert.deepEqual([first.names(), second.names()], [["kept", "ended"], ["elsewhere", "ended"]]);
  assert.equal(sent().length, 3);
});

test("what another tab ended is not this one's to give up", async () => {
  const { queue, ended, names } = tab();
  server.trouble("send", async () => {
    await store.endUpload(person, "d1");
    throw new Problem({ code: "refused", status: 422 });
  });
  await queue.begin(document, false);
  await ended();
  assert.deepEqual(names(), ["elsewhere", "ended"]);
});

test("a document that was signed here meanwhile, or whose file the browser lost, is given up", async () => {
  await store.noteUpload(person, "d1", { hash: document.hash });
  await new Database("paraph-documents", 1, {}, "strict").change("documents", [person, "d1"], (known) => ({ ...known, hash: "signed" }));
  const first = tab();
  await first.queue.goOn();
  await first.ended();
  assert.deepEqual(first.problems(), ["overtaken"]);

  const second = tab();
  await store.noteUpload(person, "d1", { hash: "signed" });
  await store.discard(person, "d1");
  await second.queue.goOn();
  await second.ended();
  assert.deepEqual(second.problems(), ["gone"]);
  assert.equal((await row()).upload, undefined);
});

test("what another tab ended and began anew is that tab's", async () => {
  const { queue, ended, names } = tab();
  server.trouble("send", async () => {
    await store.endUpload(person, "d1");
    await store.noteUpload(person, "d1", { hash: document.hash });
    throw new Problem({ code: "refused", status: 422 });
  });
  await queue.begin(document, false);
  await ended();
  assert.deepEqual(names(), ["elsewhere", "ended"]);
  assert.deepEqual((await row()).upload, { hash: document.hash });
  assert.equal(await store.finishUpload(person, "d1", "file1"), false, "what this one sent is not what the other sends");
  assert.deepEqual((await row()).upload, { hash: document.hash });
});
