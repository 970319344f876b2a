import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./browser.js";
import { FileSigning } from "../../Sources/WebUI/Areas/Viewer/file-signing.js";
import { Problem } from "../../Sources/WebUI/Areas/Base/problem.js";

const offline = () => new Problem({ code: "offline" });
const refusal = (code, status, more = {}) => new Problem({ code, status, ...more });
const placed = { page: 0, box: [1, 2, 3, 4] };

let calls;
let pauses;
/** What happens to the next calls of a name: a Problem, or an answer. */
let next;

function signing(shown = {}) {
  const answer = (name, usual) => async (...values) => {
    calls.push([name, ...values]);
    const outcome = next[name]?.shift();
    if (outcome instanceof Error) throw outcome;
    return outcome ?? usual();
  };
  let drafts = 0;
  return new FileSigning({ id: "f1", hash: "seen", ...shown }, { signatureId: "s1", audience: "https://a.example", pen: "black" }, {
    prepare: answer("prepare", () => ({ id: `draft${(drafts += 1)}`, digest: "AAEC", previousHash: `hash${drafts}` })),
    complete: answer("complete", () => ({})),
    authorise: answer("authorise", () => ({ signatureId: "s1", previousHash: `hash${drafts}`, digest: `digest${drafts}` })),
    pause: async (time) => void pauses.push(time),
  });
}

const named = (name) => calls.filter(([one]) => one === name);

beforeEach(() => [calls, pauses, next] = [[], [], {}]);

test("the server prepares, the device authorises the digest, and it is sealed", async () => {
  next.prepare = [{ id: "draft1", digest: "AAEC", previousHash: "newest", signedSince: ["Boris"] }];
  const one = signing({ password: "open" });
  assert.equal(one.isFixed, false);
  const photo = new Uint8Array([1, 2, 3]);
  assert.deepEqual(await one.save({ ...placed, photo, fields: [{ field: "name", text: "Anna" }] }), { since: ["Boris"] });
  assert.deepEqual(named("prepare"), [["prepare", "f1", { signatureId: "s1", seenHash: "seen", ink: "black", page: 0, box: [1, 2, 3, 4], photo: "AQID", password: "open", form: [{ field: "name", text: "Anna" }] }]]);
  assert.deepEqual(named("authorise")[0][1], { audience: "https://a.example", signatureId: "s1", previousHash: "newest", sealed: new Uint8Array([0, 1, 2]) });
  assert.deepEqual(named("complete")[0].slice(1, 3), ["f1", "draft1"]);
});

test("in a field no place is sent, and what is not there is left out", async () => {
  await signing().save({ field: "Tenant", photo: null });
  assert.deepEqual(named("prepare")[0][2], { signatureId: "s1", seenHash: "seen", ink: "black", field: "Tenant" });
});

test("a lost answer is asked for again with the same draft, and authorised once", async () => {
  next.complete = [offline(), offline()];
  await signing().save(placed);
  assert.deepEqual(named("complete").map(([, , draft]) => draft), ["draft1", "draft1", "draft1"]);
  assert.equal(named("authorise").length, 1);
  assert.deepEqual(pauses, [1000, 2000]);
});

test("without any answer it may be sealed: nothing moves any more, and the next try asks for the same", async () => {
  next.complete = [offline(), offline(), offline()];
  const one = signing();
  await assert.rejects(one.save(placed), { code: "offline" });
  assert.deepEqual([one.isFixed, one.isPerhapsSigned], [true, true]);
  await one.save({ page: 5, box: [9, 9, 9, 9] });
  assert.equal(named("prepare").length, 1);
  assert.equal(named("complete").at(-1)[2], "draft1");
});

test("a connection that is lost before anything was authorised leaves the ink free", async () => {
  next.prepare = [offline(), offline(), offline()];
  const one = signing();
  await assert.rejects(one.save(placed), { code: "offline" });
  assert.deepEqual([one.isFixed, one.isPerhapsSigned], [false, false]);
  assert.deepEqual(await one.save(placed), { since: [] });
});

test("a signature that is used up after a lost answer lies on this file", async () => {
  next.complete = [offline(), refusal("usedSignature", 409)];
  assert.deepEqual(await signing().save(placed), { since: [] });
});

test("a signature that is used up though every answer was heard lies elsewhere", async () => {
  next.complete = [refusal("usedSignature", 409)];
  const one = signing();
  await assert.rejects(one.save(placed), { code: "usedSignature" });
  assert.deepEqual([one.isFixed, one.isPerhapsSigned], [false, false]);
});

test("where others were faster (409) the same drawing is put on top of theirs", async () => {
  next.complete = [refusal("signedMeanwhile", 409)];
  assert.deepEqual(await signing().save(placed), { since: [] });
  assert.deepEqual(named("complete").map(([, , draft]) => draft), ["draft1", "draft2"]);
  assert.equal(named("authorise").length, 2);
});

test("where others are faster all the time the person is asked again", async () => {
  next.complete = Array.from({ length: 6 }, () => refusal("signedMeanwhile", 409));
  const one = signing();
  await assert.rejects(one.save(placed), { code: "signedMeanwhile" });
  assert.equal(named("prepare").length, 6);
  assert.equal(one.isFixed, false);
});

test("what others changed meanwhile is not signed unread", async () => {
  next.complete = [refusal("changedSince", 409)];
  const one = signing();
  await assert.rejects(one.save(placed), { code: "changedSince" });
  assert.deepEqual([named("prepare").length, one.isFixed, one.isPerhapsSigned], [1, false, false]);
});

test("a draft that is too old, or was swept, is prepared anew", async () => {
  next.complete = [refusal("draftExpired", 409), refusal("notFound", 404)];
  await signing().save(placed);
  assert.deepEqual(named("complete").map(([, , draft]) => draft), ["draft1", "draft2", "draft3"]);
});

test("a draft that is gone (404) after a lost answer says nothing of what became of it", async () => {
  next.complete = [offline(), refusal("notFound", 404), offline(), offline(), offline()];
  const one = signing();
  await assert.rejects(one.save(placed), { code: "offline" });
  next.complete = [refusal("usedSignature", 409)];
  assert.deepEqual(await one.save(placed), { since: [] });
});

test("what the server looked at and refused (422) was not sealed", async () => {
  next.complete = [offline(), refusal("wouldHide", 422)];
  const one = signing();
  await assert.rejects(one.save(placed), { code: "wouldHide" });
  assert.deepEqual([one.isFixed, one.isPerhapsSigned], [false, false]);
});

test("a session that ended (401) leaves what may be sealed as it is", async () => {
  next.complete = [refusal("unauthenticated", 401)];
  const one = signing();
  await assert.rejects(one.save(placed), { code: "unauthenticated" });
  assert.equal(one.isFixed, true);
});

test("a busy server (429) is waited for where it asks for a moment, and told of where it asks for long", async () => {
  next.prepare = [refusal("busy", 429, { retryAfter: 2 })];
  await signing().save(placed);
  assert.deepEqual(pauses, [2000]);
  next.prepare = [refusal("busy", 429, { retryAfter: 60 })];
  await assert.rejects(signing().save(placed), { code: "busy" });
});

test("what the device refuses to authorise is thrown as it is", async () => {
  next.authorise = [new TypeError("no key")];
  const one = signing();
  await assert.rejects(one.save(placed), TypeError);
  assert.equal(one.isFixed, false);
});
