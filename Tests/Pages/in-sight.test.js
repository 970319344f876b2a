import assert from "node:assert/strict";
import { test } from "node:test";
import { scrollFor } from "../../Sources/WebUI/Areas/Viewer/in-sight.js";

for (const [what, place, room, above, scrolled] of [
  ["what is in sight beside what is said above the pages stays there", 330, 560, 70, 0],
  ["what lies further down comes to the middle", 1000, 400, 70, 800],
  ["what is said above is then not cut", 360, 400, 180, 180],
  ["unless the place would lie at the edge", 420, 400, 400, 320],
]) {
  test(what, () => assert.equal(scrollFor(place, room, above), scrolled));
}
