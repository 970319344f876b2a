// Files that another app gave to this one: by the share sheet, which the service worker answers, or by opening a PDF with the installed app.

const box = "shared files";

/** How long a file waits for a sign-in, in milliseconds: one who comes later need not be the one who shared it. */
const patience = 600_000;

/**
 * Hands the files that were shared to `take`, which gives whether they are kept, or refused for good.
 *
 * @param {(file: File) => Promise<boolean>} take
 */
async function takeShared(take) {
  if (!(await globalThis.caches?.has(box))) return;
  const cache = await caches.open(box);
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    // Another tab may have taken it.
    if (!answer) continue;
    const isOld = Date.now() - Number(answer.headers.get("Paraph-Time")) > patience;
    const file = async () => new File([await answer.blob()], decodeURIComponent(answer.headers.get("Paraph-Name")), { type: "application/pdf" });
    // It goes once it is kept: where there was no room, or the page is closed before, it is there the next time.
    if (isOld || (await take(await file()))) await cache.delete(request);
  }
}

/**
 * Hands what other apps give this one away, now and while the page is open: what was opened with this app, which the person chose, to
 * `takeOpened`, and what was shared, which any page can do, to `takeShared`. Gives whether something shared was lost on the way.
 *
 * @param {{ takeOpened: (files: File[]) => unknown, takeShared: (file: File) => Promise<boolean> }} takers
 */
export async function takeFromOthers({ takeOpened, takeShared: take }) {
  globalThis.launchQueue?.setConsumer(async ({ files = [] }) => takeOpened(await Promise.all(files.map((handle) => handle.getFile()))));
  const isLost = location.hash === "#unshared";
  if (isLost) history.replaceState(null, "", location.pathname);
  await takeShared(take);
  return isLost;
}
