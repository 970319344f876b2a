// What pages and workers both need to fetch kept documents.

/** Where the bytes of a version are. */
export const content = (id, version) => `/v1/kept-documents/${encodeURIComponent(id)}/content?version=${version}`;

/** Waits, in milliseconds; ends early when the signal does. */
export const pause = (time, signal) => new Promise((resolve) => {
  const timer = setTimeout(resolve, time);
  signal?.addEventListener("abort", () => {
    clearTimeout(timer);
    resolve();
  });
});
