// Keeps what is the same for everybody: the static files of this version, the page that says there is no connection, and the viewer without a
// document. Never a page or an answer with anything personal in it: those always come from the server. It sends `const assets`, where the files
// lie, `const shell`, the names of those that documents are listed and shown with, and `const alerts`, the words for what is pushed, before this.
// Files that other apps share with this one end here, too: they are laid by for the list of documents, and go nowhere else. Copies of what the
// server keeps are no business of it: copy-store.js has them, and lets them go with their person.

const cacheName = `paraph ${assets}`;
const offlinePage = "/offline";
const offlineViewer = "/offline/view";
const sharePath = "/documents/shared";
const mostShared = 10;
/** In bytes, as documents may have. */
const largestShared = 100 * 2 ** 20;
/** In bytes, of all that waits. Any site can post files here, and nothing in the request tells it from the share sheet. */
const largestBox = 200 * 2 ** 20;
/** How long a file waits, in milliseconds, as documents-shared.js has it. */
const patience = 600_000;
const offlineFiles = ["style.css", "Base/mark.svg", "Offline/offline.js"].map((file) => `${assets}/${file}`);

async function keepOfflinePages() {
  const cache = await caches.open(cacheName);
  for (const page of [offlinePage, offlineViewer]) {
    const response = await fetch(page, { cache: "no-store" });
    if (response.ok && !response.redirected) await cache.put(page, response);
  }
}

/** The files that documents are shown with; what cannot be had now is kept when it is used. */
async function keepShell() {
  const cache = await caches.open(cacheName);
  for (const file of shell) {
    const address = `${assets}/${file}`;
    if (!(await cache.match(address, { ignoreVary: true }))) await cache.add(address).catch(() => {});
  }
}

async function install() {
  const cache = await caches.open(cacheName);
  await Promise.all([cache.addAll(offlineFiles), keepOfflinePages()]);
  await skipWaiting();
}

async function activate() {
  for (const other of await caches.keys()) if (other.startsWith("paraph ") && other !== cacheName) await caches.delete(other);
  await registration.navigationPreload?.enable();
  await clients.claim();
}

async function page(/** @type {FetchEvent} */ event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const shown = new URL(event.request.url).pathname === "/documents/view" ? offlineViewer : offlinePage;
    return (await caches.match(shown, { cacheName })) ?? Response.error();
  }
}

/** A file whose address changes with what is in it. */
async function file(/** @type {Request} */ request) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** Makes room for files of so many bytes: what is too old goes, and the oldest where there is too much. */
async function makeRoom(/** @type {Cache} */ cache, /** @type {number} */ count, /** @type {number} */ size) {
  const waiting = [];
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    const time = Number(kept?.headers.get("Paraph-Time"));
    if (Date.now() - time > patience) await cache.delete(request);
    else waiting.push({ request, time, size: Number(kept?.headers.get("Paraph-Size")) });
  }
  waiting.sort((one, other) => other.time - one.time);
  let [places, bytes] = [mostShared - count, largestBox - size];
  for (const file of waiting) {
    places -= 1;
    bytes -= file.size;
    if (places < 0 || bytes < 0) await cache.delete(file.request);
  }
}

/** Lays files by that another app shares, as documents-shared.js expects them, and shows the list of documents. */
async function share(/** @type {Request} */ request) {
  try {
    const files = (await request.formData()).getAll("files").flatMap((file) => (file instanceof File ? [file] : []));
    const size = files.reduce((sum, file) => sum + file.size, 0);
    const isTooMuch = files.length > mostShared || size > largestBox || files.some((file) => file.size > largestShared);
    if (isTooMuch) throw new RangeError("too much is shared");
    const cache = await caches.open("shared files");
    await makeRoom(cache, files.length, size);
    for (const file of files) {
      const about = { "Paraph-Name": encodeURIComponent(file.name), "Paraph-Time": String(Date.now()), "Paraph-Size": String(file.size) };
      const headers = { "Content-Type": "application/pdf", ...about };
      await cache.put(`${sharePath}/${crypto.randomUUID()}`, new Response(file, { headers }));
    }
    return Response.redirect("/documents", 303);
  } catch {
    return Response.redirect("/documents#unshared", 303);
  }
}

/** The person reads another language now: so shall the page that is shown without a connection. */
async function speak(/** @type {string} */ language) {
  const kept = await caches.match(offlinePage, { cacheName });
  if (kept?.headers.get("Content-Language") !== language) await keepOfflinePages();
}

/** The language that the person read last. */
async function spoken() {
  return (await caches.match(offlinePage, { cacheName }))?.headers.get("Content-Language") ?? "en";
}

/** Shows what was pushed: a category and an id, for which there are fixed words. Whatever cannot be read is told as news, for a push that shows nothing is not allowed. */
async function alert(/** @type {PushMessageData | null} */ data) {
  let pushed;
  try {
    pushed = data?.json();
  } catch {
    // Told as news.
  }
  const words = alerts[await spoken()] ?? alerts.en;
  const category = Object.hasOwn(words, pushed?.category ?? "") ? pushed.category : "notices";
  const id = /^[A-Za-z0-9_-]{1,64}$/.test(pushed?.id ?? "") ? pushed.id : "-";
  const { title, text } = words[category];
  const icon = `${assets}/Base/icon-192.png`;
  await registration.showNotification(title, { body: text, icon, tag: `${category}/${id}`, data: { path: `/alerts/${category}/${id}` } });
}

/** Opens what an alert is about, in a window that is there already, or in a new one. */
async function open(/** @type {Notification} */ notification) {
  notification.close();
  const { path } = notification.data;
  const [window] = await clients.matchAll({ type: "window" });
  try {
    if (window) return await (await window.focus()).navigate(path);
  } catch {
    // A window that this worker does not control cannot be led elsewhere.
  }
  return await clients.openWindow(path);
}

addEventListener("push", (event) => event.waitUntil(alert(event.data)));
addEventListener("notificationclick", (event) => event.waitUntil(open(event.notification)));
addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.waitUntil(speak(event.data.language).then(keepShell)));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && pathname === sharePath) event.respondWith(share(request));
  if (request.method !== "GET") return;
  if (pathname.startsWith(`${assets}/`)) event.respondWith(file(request));
  else if (request.mode === "navigate" && !pathname.startsWith("/v1/")) event.respondWith(page(event));
});
