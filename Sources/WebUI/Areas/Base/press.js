// Presses by finger or mouse: what moves the page waits until the one under way has hit its target.

/** How long after a finger or button is up its click may still come, in milliseconds. */
const latest = 300;

/** @type {Promise<void> | undefined} */
let press;
/** @type {() => void} */
let over = () => {};

/** Ends the press once what listens for its click has run. */
const end = () => setTimeout(over);

addEventListener("pointerdown", () => {
  over();
  /** @type {Promise<void>} */
  const begun = new Promise((resolve) => { over = resolve; });
  press = begun;
  begun.then(() => { if (press === begun) press = undefined; });
}, true);
addEventListener("pointerup", () => setTimeout(over, latest), true);
for (const kind of ["click", "pointercancel", "keydown"]) addEventListener(kind, end, true);

/**
 * Runs an action, after the press that is under way where there is one.
 *
 * @param {() => void} action
 */
export function afterPress(action) {
  if (press) press.then(action);
  else action();
}
