// What is done later.

/**
 * Does something after a time, in milliseconds; gives what calls that off.
 *
 * @param {number} time
 * @param {() => void} action
 */
export function after(time, action) {
  const timer = setTimeout(action, time);
  return () => clearTimeout(timer);
}
