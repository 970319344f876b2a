// What every page has: times in the person's words, actions on buttons, a word when the network is gone or a new device asks.

import { call } from "./api.js";
import { busy, make, openSheet, pressed } from "./dom.js";
import { say, sayProblem } from "./notice.js";
import { language, moment, period, relative, text } from "./text.js";

/** Under which a page keeps what the next one says. */
const saidKey = "paraph.said";

/** Says what was done on the page before. */
function tellDone() {
  const done = sessionStorage.getItem(saidKey);
  const notice = document.querySelector("main [data-notice]");
  if (!done || !notice) return;
  sessionStorage.removeItem(saidKey);
  const { said, saidVerb, saidLink } = JSON.parse(done);
  say(notice, said, { kind: "good", ...(saidLink ? { action: saidVerb, onAction: () => location.assign(saidLink) } : {}) });
}

/** Times: as people say them, with the exact one on tap; exactly where that is what matters. */
function tellTimes() {
  for (const element of document.querySelectorAll("time[data-until]")) element.textContent = period(new Date(element.dateTime), new Date(element.dataset.until));
  for (const element of document.querySelectorAll("time[data-relative]")) {
    const date = new Date(element.dateTime);
    element.textContent = relative(date);
    element.title = moment(date);
    element.onclick = () => {
      const exact = element.dataset.exact === undefined;
      element.textContent = exact ? moment(date) : relative(date);
      if (exact) element.dataset.exact = "";
      else delete element.dataset.exact;
    };
  }
}

/** The service worker; the app does without where a browser has none. */
async function install() {
  try {
    await navigator.serviceWorker?.register("/service-worker.js");
    (await navigator.serviceWorker?.ready)?.active?.postMessage({ language });
  } catch {
    // Private windows and old browsers refuse: then there is no offline page.
  }
}

const banner = make("div", { class: "notice notice-warn", "data-network": true, hidden: true });
const over = make("div", { class: "over" }, banner);

function tellNetwork() {
  if (navigator.onLine) banner.hidden = true;
  else {
    say(banner, text("problem.offline"), { kind: "warn" });
    banner.hidden = false;
  }
}

/**
 * Makes a button's call, with the approval that it may need; false where the person cancels that.
 *
 * @param {HTMLElement} button
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function send({ dataset: { approval, subject } }, method, path, body) {
  if (!approval) return call(method, path, body);
  const { callApproved } = await import("../Approval/approval.js");
  return callApproved(method, path, body, approval, { subject });
}

/**
 * Drops drawings that were never sent, where this browser may keep any: all of them, or those whose day is over.
 *
 * @param {boolean} [isAll]
 */
async function dropDrawings(isAll) {
  const since = localStorage.getItem("paraph.drawings");
  if (since === null || (!isAll && Date.now() - Number(since) <= 86_400_000)) return;
  await import("../Register/drawing-draft.js").then(({ dropAll }) => dropAll()).catch(() => {});
}

/**
 * `data-call="METHOD /path"` on a button: asks first where `data-ask` names a question, then goes to `data-then` or loads anew; with
 * `data-forget` the copies of what the server keeps, files that other apps shared, and requests to be let in leave this browser before, and with it or `data-forget-hand` drawings that were not sent. With `data-approval` the person approves this purpose, for what
 * `data-subject` names. `data-said` is said once the page is loaded anew, with the way to `data-said-link`, which `data-said-verb` names.
 *
 * @param {HTMLElement} button
 */
async function perform(button) {
  const [method, path] = button.dataset.call.split(" ");
  if (button.dataset.ask) {
    const answer = await openSheet("question", (dialog) => {
      dialog.querySelector("[data-question]").textContent = button.dataset.ask;
      dialog.querySelector("[data-consequence]").textContent = button.dataset.consequence ?? "";
      dialog.querySelector("[value=yes]").textContent = button.dataset.verb ?? button.textContent;
    });
    if (answer !== "yes") return;
  }
  const body = button.dataset.body ? JSON.parse(button.dataset.body) : undefined;
  try {
    if (button.dataset.forget !== undefined) await import("./changes.js").then(({ stop }) => stop());
    const done = await busy(button, () => send(button, method, path, body));
    if (done === false) return;
    if (button.dataset.forget !== undefined) localStorage.removeItem("paraph.person");
    if (button.dataset.forget !== undefined) await import("../Documents/copy-store.js").then(({ forgetAll }) => forgetAll()).catch(() => {});
    if (button.dataset.forget !== undefined) await globalThis.caches?.delete("shared files").catch(() => {});
    if (button.dataset.forget !== undefined) await import("../Devices/waiting-request.js").then(({ withdrawAll }) => withdrawAll()).catch(() => {});
    if (button.dataset.forget !== undefined || button.dataset.forgetHand !== undefined) await dropDrawings(true);
    const { said, saidVerb, saidLink } = button.dataset;
    if (said) sessionStorage.setItem(saidKey, JSON.stringify({ said, saidVerb, saidLink }));
    if (button.dataset.then) location.assign(button.dataset.then);
    else location.reload();
  } catch (problem) {
    const notice = button.closest("[data-noticed]")?.querySelector("[data-notice]") ?? document.querySelector("main [data-notice]");
    if (notice) sayProblem(notice, problem, { retry: () => perform(button) });
  }
}

document.body.append(over);
addEventListener("online", tellNetwork);
addEventListener("offline", tellNetwork);
addEventListener("click", (event) => {
  /** @type {HTMLButtonElement | null} */
  const button = pressed(event)?.closest("[data-call]");
  if (!button) return;
  event.preventDefault();
  perform(button);
});
// The menu of the account closes as menus do.
const account = document.querySelector("details.account");
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !account?.open) return;
  account.open = false;
  account.querySelector("summary").focus();
});
for (const kind of ["click", "focusin"]) addEventListener(kind, (event) => account?.open && !account.contains(pressed(event) ?? null) && (account.open = false));
// The words may come after everything else is loaded.
if (document.readyState === "complete") install();
else addEventListener("load", install);
tellTimes();
tellNetwork();
tellDone();
// A browser that keeps nothing has none.
dropDrawings(false).catch(() => {});
setInterval(tellTimes, 60_000);
addEventListener("partschanged", tellTimes);
if (document.documentElement.dataset.device) {
  import("./waiting.js").then(({ watch }) => watch(over)).catch(() => {});
  import("./changes.js").then(({ keepAlive }) => keepAlive()).catch(() => {});
  // A person who switched alerts on here has them in the next session too.
  if (localStorage.getItem("paraph.alerts")) import("../Alerts/push.js").then(({ keep }) => keep()).catch(() => {});
}
