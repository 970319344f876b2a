// A new device that asks to be added, and a program that asks for a signature, are announced on whatever page their owner has open. The server
// is asked only while the page is seen, and less and less often.

import { call } from "./api.js";
import { make } from "./dom.js";
import { hush, say } from "./notice.js";
import { text } from "./text.js";

const soonest = 5_000;
const latest = 30_000;
const banner = make("div", { class: "notice", hidden: true });
let pause = soonest;
let timer;

const newDevice = ({ id }) => ({ address: `/devices/requests/${id}`, all: "/devices", words: text("device.asks") });
const program = ({ id, clientName: name }) =>
  ({ address: `/requests/${id}`, all: "/requests", words: name ? text("request.asks", { name: `\u2068${name}\u2069` }) : text("request.nameless") });
const isShown = ({ address }) =>
  location.pathname === address || document.querySelector(`a.waiting[href="${CSS.escape(address)}"]`) !== null;

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
    const [requests, devices] = await Promise.all([call("GET", "/v1/me/requests"), call("GET", "/v1/me/device-requests")]);
    tell([...requests.items.map(program), ...devices.items.filter(({ status }) => status === "pending").map(newDevice)]);
    pause = Math.min(latest, pause * 1.3);
  } catch (problem) {
    if (problem.status === 401 || problem.status === 403) return;
    pause = Math.max(2 * latest, (problem.retryAfter ?? 0) * 1000);
  }
  lookAfter(pause);
}

function lookAfter(delay) {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(look, delay);
}

/** Begins; the page itself shows who waited when it was made. */
export function watch(place) {
  place.append(banner);
  document.addEventListener("visibilitychange", () => {
    pause = soonest;
    lookAfter(1_000);
  });
  lookAfter(soonest);
}
