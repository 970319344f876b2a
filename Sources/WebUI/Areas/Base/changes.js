// Follows what changes for the person on the server, so that no page shows what is no more so. One visible tab of a browser holds the stream of
// events and tells the others; what changed each asks for itself, with a cursor of its own, so that a lost event loses nothing.

import { call } from "./api.js";

const pulse = 60_000;
/** Where a session takes the place of another, its cookie comes a moment after the event. */
const moment = 200;
/** @type {{ kinds: string[], take: (changes: Wire.Change[]) => unknown }[]} */
const listeners = [];
const channel = globalThis.BroadcastChannel && new BroadcastChannel("paraph-changes");
let { cursor } = document.documentElement.dataset;
/** @type {Promise<unknown> | undefined} */
let asking;
let isMissed = false;
/** @type {(() => void) | undefined} */
let release;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let isFollowing = false;

/** Asks until there is no more, one call at a time; an event meanwhile makes one more turn. */
async function ask() {
  do {
    isMissed = false;
    /** @type {Wire.Changes} */
    const { changes, cursor: next, hasMore, isReset } = await call("GET", cursor ? `/v1/changes?after=${encodeURIComponent(cursor)}` : "/v1/changes");
    const isFirst = !cursor;
    cursor = next;
    isMissed ||= hasMore;
    for (const { kinds, take } of listeners) {
      const mine = changes.filter(({ kind }) => kinds.includes(kind));
      // The page that begins has just been loaded.
      if (mine.length > 0 || (isReset && !isFirst)) take(mine);
    }
  } while (isMissed);
}

const pause = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Whose session has ended is told nothing more, unless another one has just begun.
 *
 * @param {{ status?: number }} problem
 */
async function tryAgain({ status }) {
  if (status !== 401) return;
  await pause(5 * moment);
  await ask().catch(({ status: again }) => again === 401 && stop());
}

/** Looks now, and again after a while: where no stream comes through, this is all there is. */
function look() {
  clearTimeout(timer);
  if (document.hidden) return;
  timer = setTimeout(look, pulse);
  isMissed = true;
  asking ??= pause(moment).then(ask).catch(tryAgain).finally(() => (asking = undefined));
}

/** Follows no more: the session ends. */
export function stop() {
  clearTimeout(timer);
  release?.();
  removeEventListener("online", look);
  document.removeEventListener("visibilitychange", follow);
  if (channel) channel.onmessage = null;
}

/** Holds the stream until the tab is hidden or the server refuses it. */
const hold = () => new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
  const stream = new EventSource("/v1/events");
  const end = () => {
    stream.close();
    release = undefined;
    resolve();
  };
  release = end;
  // Whatever was missed while there was none is asked for.
  stream.onopen = look;
  stream.onmessage = () => {
    channel?.postMessage("");
    look();
  };
  stream.onerror = () => stream.readyState === EventSource.CLOSED && end();
});

function follow() {
  if (document.hidden) {
    clearTimeout(timer);
    release?.();
    return;
  }
  look();
  if (!globalThis.EventSource || release) return;
  // Browsers open few connections to one server: the tabs share a stream.
  if (navigator.locks) navigator.locks.request("paraph-changes", () => (document.hidden || release ? undefined : hold())).catch(() => {});
  else hold();
}

/**
 * Calls `take` with what changed of some kinds; with none where anything may have. Until `signal` is aborted.
 *
 * @param {string[]} kinds
 * @param {(changes: Wire.Change[]) => unknown} take
 * @param {AbortSignal} [signal]
 */
export function onChanges(kinds, take, signal) {
  const listener = { kinds, take };
  listeners.push(listener);
  signal?.addEventListener("abort", () => listeners.splice(listeners.indexOf(listener), 1));
  if (isFollowing) return;
  isFollowing = true;
  if (channel) channel.onmessage = look;
  addEventListener("online", look);
  document.addEventListener("visibilitychange", follow);
  follow();
}

/** Keeps the parts of this page up to date that name their kinds in `data-live`: each is taken from the page as it is now. */
export function keepAlive() {
  const parts = [...document.querySelectorAll("[data-live]")];
  if (parts.length === 0) return;
  onChanges([...new Set(parts.flatMap(({ dataset }) => dataset.live.split(" ")))], async () => {
    // A person about to do something with it is not disturbed; what they do loads the page anew.
    if (document.querySelector("dialog[open]")) return;
    try {
      const answer = await fetch(location.href);
      if (!answer.ok || answer.redirected) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll("[data-live]");
      if (fresh.length !== parts.length) return;
      for (const [index, part] of parts.entries()) if (part.innerHTML !== fresh[index].innerHTML) part.replaceChildren(...fresh[index].childNodes);
      dispatchEvent(new CustomEvent("partschanged"));
    } catch {
      // Without a connection the page stays as it is.
    }
  });
}
