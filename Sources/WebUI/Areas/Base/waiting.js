// A new device that asks to be added, and a program that asks for a signature, are announced on whatever page their owner has open.

import { call } from "./api.js";
import { onChanges } from "./changes.js";
import { make } from "./dom.js";
import { hush, say } from "./notice.js";
import { text } from "./text.js";

const banner = make("div", { class: "notice", hidden: true });

/** @typedef {{ address: string, all: string, words: string }} Waiting */

/** @returns {Waiting} */
const newDevice = (/** @type {Wire.DeviceRequest} */ { id }) => ({ address: `/devices/requests/${id}`, all: "/devices", words: text("device.asks") });
/** @returns {Waiting} */
const program = (/** @type {Wire.ClientRequest} */ { id, clientName: name }) =>
  ({ address: `/requests/${id}`, all: "/requests", words: name ? text("request.asks", { name: `\u2068${name}\u2069` }) : text("request.nameless") });
const isShown = (/** @type {Waiting} */ { address }) =>
  location.pathname === address || document.querySelector(`a.waiting[href="${CSS.escape(address)}"]`) !== null;

/** @param {Waiting[]} waiting */
function tell(waiting) {
  const fresh = waiting.filter((one) => !isShown(one));
  banner.hidden = fresh.length === 0;
  if (banner.hidden) {
    hush(banner);
    return;
  }
  const [{ address, all, words }] = fresh;
  if (banner.firstElementChild?.textContent === words) return;
  const onAction = () => location.assign(fresh.length === 1 ? address : all);
  say(banner, words, { kind: "warn", action: text("device.look"), onAction });
}

async function look() {
  try {
    /** @type {[Wire.Page<Wire.ClientRequest>, Wire.Page<Wire.DeviceRequest>]} */
    const [requests, devices] = await Promise.all([call("GET", "/v1/me/requests"), call("GET", "/v1/me/device-requests")]);
    tell([...requests.items.map(program), ...devices.items.filter(({ status }) => status === "pending").map(newDevice)]);
  } catch {
    // The next change is told again.
  }
}

/**
 * Begins; the page itself shows who waited when it was made.
 *
 * @param {HTMLElement} place
 */
export function watch(place) {
  place.append(banner);
  onChanges(["request", "deviceRequest"], look);
  look();
}
