// What pages and workers both need to fetch files of the server.

/**
 * Where the bytes of a version are, of the newest one where none is named.
 *
 * @param {string} id
 * @param {number} [version]
 */
export const content = (id, version) => `/v1/files/${encodeURIComponent(id)}/content${version === undefined ? "" : `?version=${version}`}`;

/**
 * Waits, in milliseconds; ends early when the signal does.
 *
 * @param {number} time
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export const pause = (time, signal) => new Promise((resolve) => {
  const timer = setTimeout(resolve, time);
  signal?.addEventListener("abort", () => {
    clearTimeout(timer);
    resolve();
  });
});
