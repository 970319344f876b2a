// A new device that asks to be added is announced on whatever page its owner has open. The server is asked only while the page is seen,
// and less and less often.

import { call } from "./api.js";
import { make } from "./dom.js";
import { hush, say } from "./notice.js";
import { text } from "./text.js";

const soonest = 5_000;
const latest = 30_000;
const banner = make("div", { class: "notice", hidden: true });
let pause = soonest;
let timer;

const address = ({ id }) => `/devices/requests/${id}`;
const isShown = (request) =>
  location.pathname === address(request) || document.querySelector(`a.waiting[href="${CSS.escape(address(request))}"]`) !== null;

function tell(requests) {
  const fresh = requests.filter((request) => request.status === "pending" && !isShown(request));
  banner.hidden = fresh.length === 0;
  if (banner.hidden) {
    hush(banner);
    return;
  }
  const words = text("device.asks", { name: fresh[0].name });
  if (banner.firstElementChild?.textContent === words) return;
  const onAction = () => location.assign(fresh.length === 1 ? address(fresh[0]) : "/devices");
  say(banner, words, { kind: "warn", action: text("device.look"), onAction });
}

async function look() {
  try {
    tell((await call("GET", "/v1/me/device-requests")).items);
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
