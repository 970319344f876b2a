import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Database } from "../../Sources/WebUI/Areas/Base/database.js";
import { finishAll, Signing } from "../../Sources/WebUI/Areas/Viewer/document-signing.js";
import * as store from "../../Sources/WebUI/Areas/Documents/document-store.js";
import { DocumentProblem, Problem } from "../../Sources/WebUI/Areas/Base/problem.js";
import { Browser } from "./browser.js";

const person = { id: "anna", name: "Анна" };
const drawn = { sample: new Uint8Array([1]), pen: "blue", signatureId: "s1", audience: "https://a.example" };
const placed = { page: 0, box: [1, 2, 3, 4] };

let browser;
let calls;
/** What happens to the next calls of a name: an error, or a function that runs before. */
let trouble;
let ports;
let shown;

const database = () => new Database("paraph-documents", 1, { documents: ["person", "id"] }, "strict");
const row = () => store.document("anna", "d1");
const count = (name) => calls.filter(([one]) => one === name).length;

beforeEach(async () => {
  browser = new Browser();
  [calls, trouble] = [[], {}];
  shown = { person: "anna", id: "d1", name: "lease.pdf", size: 3, pages: 1, signatures: 0, marks: [], hash: "before", added: 1, exported: true };
  await browser.write("anna", "d1.pdf", new Uint8Array(3));
  await database().put("documents", shown);
  const port = (name, usual) => async (...values) => {
    calls.push([name, ...values]);
    const outcome = trouble[name]?.shift();
    if (outcome instanceof Error) throw outcome;
    await outcome?.();
    return usual(...values);
  };
  const complete = port("complete", async ({ person, id }) => {
    await browser.write(person, `${id}.pdf`, new Uint8Array(5));
    return { file: id, size: 5, pages: 1, signatures: 1, marks: [], hash: "after" };
  });
  const prepare = port("prepare", () => new Uint8Array([7]));
  ports = {
    store,
    server: {
      save: (save) => port(save.signatures ? "save" : "register", () => ({ id: "document1", isFork: false }))(save),
      offer: port("offer", () => ({ size: 100 })),
      seal: port("seal", () => ({ contents: "AAEC" })),
    },
    file: { ask: (call, values) => (call === "prepare" ? prepare : complete)(values) },
    authorise: port("authorise", () => ({ signatureId: "s1", previousHash: "before", digest: "Bw" })),
  };
});

test("it is registered, prepared, sealed, written, told of, and takes the document's place", async () => {
  const signing = new Signing(person, shown, drawn, ports);
  assert.deepEqual(await signing.save(placed), { id: "document1", isFork: false });
  assert.deepEqual(calls.map(([name]) => name), ["register", "offer", "prepare", "authorise", "seal", "complete", "save"]);
  const { hash, document, mine, exported, next, file } = await row();
  assert.deepEqual({ hash, document, mine, exported, next }, { hash: "after", document: "document1", mine: true, exported: false, next: undefined });
  assert.deepEqual(await browser.files("anna"), [`${file}.pdf`], "the version before is gone");
  const [, save] = calls.find(([name]) => name === "save");
  assert.deepEqual(save, { previousHash: "before", hash: "after", signatures: ["s1"], documentId: "document1" });
});

test("only a first signature brings the link to the history", async () => {
  await new Signing(person, shown, drawn, ports).save(placed);
  assert.equal(calls.find(([name]) => name === "prepare")[1].link, "https://a.example/documents/?documentid=document1");
  calls = [];
  await new Signing(person, { ...shown, hash: "after", signatures: 1, document: "document1" }, drawn, ports).save(placed);
  assert.equal(calls.find(([name]) => name === "prepare")[1].link, "");
  assert.deepEqual(calls[0], ["register", { hash: "after", documentId: "document1" }]);
});

for (const step of ["register", "offer", "prepare", "authorise", "seal", "complete", "save"]) {
  test(`a failure at the step ${step} is gone on from there, and nothing before is done twice`, async () => {
    trouble[step] = [new Problem({ code: "offline" })];
    const signing = new Signing(person, shown, drawn, ports);
    await assert.rejects(signing.save(placed), { code: "offline" });
    assert.equal(signing.isFixed, ["authorise", "seal", "complete", "save"].includes(step));
    assert.equal((await row()).hash, "before", "until it is told of, the document is what it was");
    await signing.save(placed);
    assert.equal((await row()).hash, "after");
    // The device says anew what it wants sealed where the server's answer is lost.
    const repeated = { seal: ["seal", "authorise"] }[step] ?? [step];
    for (const name of ["register", "offer", "prepare", "authorise", "seal", "complete", "save"]) assert.equal(count(name), repeated.includes(name) ? 2 : 1, name);
  });
}

test("a document that was signed in another tab meanwhile is not signed over", async () => {
  trouble.complete = [() => database().change("documents", ["anna", "d1"], (known) => ({ ...known, hash: "theirs" }))];
  await assert.rejects(new Signing(person, shown, drawn, ports).save(placed), (problem) => problem instanceof DocumentProblem && problem.code === "overtaken");
  assert.equal(count("save"), 0);
  assert.equal((await row()).next, undefined);
});

test("a document that is on its way to the server is not signed here", async () => {
  trouble.complete = [() => store.noteUpload("anna", "d1", { hash: "before" })];
  await assert.rejects(new Signing(person, shown, drawn, ports).save(placed), { code: "overtaken" });
});

test("a tab that is closed before the server was told leaves a version that waits, and the next visit finishes it", async () => {
  trouble.save = [new Problem({ code: "offline" })];
  await assert.rejects(new Signing(person, shown, drawn, ports).save(placed));
  const { hash, next } = await row();
  assert.deepEqual([hash, next.hash, (await browser.files("anna")).length], ["before", "after", 2]);
  assert.deepEqual(await finishAll(ports, "anna"), []);
  assert.equal((await row()).hash, "after");
  assert.deepEqual(await browser.files("anna"), [`${next.file}.pdf`]);
});

test("where the answer was lost the server is told again, and the document has its version once", async () => {
  trouble.save = [() => { throw new Problem({ code: "timeout" }); }];
  const signing = new Signing(person, shown, drawn, ports);
  await assert.rejects(signing.save(placed));
  // Another tab finishes it before this one tries again.
  await finishAll(ports, "anna");
  await signing.save(placed);
  assert.equal((await row()).hash, "after");
  assert.equal((await browser.files("anna")).length, 1);
});

for (const code of ["alreadySaved", "ambiguous", "neverSaved", "repeatedSignature", "tooManyVersions", "unchanged", "unknownSignature", "usedSignature"]) {
  test(`what the server never takes (${code}) is given up, and the document is as it was`, async () => {
    trouble.save = [new Problem({ code, status: 409 })];
    await assert.rejects(new Signing(person, shown, drawn, ports).save(placed), { code });
    const { hash, next } = await row();
    assert.deepEqual([hash, next, await browser.files("anna")], ["before", undefined, ["d1.pdf"]]);
  });
}

test("what waits is told of by name where the server never takes it, and waits on where it may", async () => {
  // "tooMany" is what the server's limits answer (RateLimiter.swift).
  const answers = [["offline", 0], ["unauthenticated", 401], ["internal", 500], ["tooMany", 429], ["tooManyVersions", 429], ["usedSignature", 409]];
  for (const [code, status] of answers) {
    trouble.save = [new Problem({ code: "offline" })];
    await assert.rejects(new Signing(person, shown, drawn, ports).save(placed));
    trouble.save = [new Problem({ code, status })];
    const given = await finishAll(ports, "anna");
    assert.deepEqual(given.map(({ name, problem }) => [name, problem.code]), status === 409 ? [["lease.pdf", code]] : [], `${status} ${code}`);
    assert.equal((await row()).next === undefined, status === 409);
    if ((await row()).next) await store.dropNext("anna", "d1", (await row()).next.file);
  }
});

test("a full disk leaves the document as it was", async () => {
  trouble.complete = [new DocumentProblem("full")];
  await assert.rejects(new Signing(person, shown, drawn, ports).save(placed), { code: "full" });
  assert.equal((await row()).next, undefined);
});
