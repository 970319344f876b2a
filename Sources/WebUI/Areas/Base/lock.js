// What one tab does while the others wait.

/**
 * Does something while no other tab does it under the same name; where a browser has no locks, at once.
 *
 * @template Value
 * @param {string} name
 * @param {AbortSignal} signal Ends the waiting.
 * @param {() => Promise<Value>} work
 * @returns {Promise<Value>}
 */
export const alone = (name, signal, work) => (navigator.locks ? navigator.locks.request(name, { signal }, work) : work());
