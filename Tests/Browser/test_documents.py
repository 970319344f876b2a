"""Documents that are kept on the device: opened, listed, exported, removed; and never sent."""

import base64
import json
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

from selenium.webdriver.common.by import By

from pdfs import FINE, WRONG, lease
from journeys import Journey, turn
from signer import Signer
from steps import answer, enrol, sign_out

SHOWS = Path("/usr/share/javascript/pdf/build/pdf.js").exists()  # Debian's libjs-pdf
REFUSALS = {
    "en": {"Photo.pdf": "is not a PDF", "Photo.jpg": "is a picture", "Broken.pdf": "is damaged", "Empty.pdf": "has no pages", "Large.pdf": "larger than 100 MB"},
    "ru": {"Photo.pdf": "не PDF", "Photo.jpg": "изображение, а не PDF", "Broken.pdf": "повреждён", "Empty.pdf": "нет страниц", "Large.pdf": "больше 100 МБ"},
    "fr": {"Photo.pdf": "pas un PDF", "Photo.jpg": "est une image", "Broken.pdf": "est endommagé", "Empty.pdf": "aucune page", "Large.pdf": "dépasse 100 Mo"},
}
MARKS = {"Форма.pdf": "XFA form", "Closed.pdf": "Closed to further signatures", "Locked.pdf": "Protected by a password", "Cut.pdf": "Damaged but readable"}


# The files that the browser keeps, as FOLDER/NAME; where asked, it loses them.
FILES = """
const [lose, done] = arguments;
(async () => {
  const found = [];
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("documents");
  for await (const [person, folder] of root.entries())
    for await (const name of folder.keys()) {
      found.push(`${person}/${name}`);
      if (lose) await folder.removeEntry(name);
    }
  return found;
})().then(done, (error) => done(String(error)));
"""


# Another app's PDF, posted to the share target of the manifest.
SHARE = """
const [{ action, method, enctype, params }, content] = arguments;
const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
const files = new DataTransfer();
files.items.add(new File([bytes], "Lease, shared.pdf", { type: "application/pdf" }));
const form = Object.assign(document.createElement("form"), { action, method, enctype });
const input = Object.assign(document.createElement("input"), { type: "file", name: params.files[0].name, files: files.files });
form.append(input);
document.body.append(form);
form.submit();
"""


# Posts so many files of so many bytes, as any site can; gives how many wait then.
POST = """
const [count, size, done] = arguments;
const form = new FormData();
for (let number = 0; number < count; number += 1) form.append("files", new File([new Uint8Array(size)], `Lease ${number}.pdf`, { type: "application/pdf" }));
fetch("/documents/shared", { method: "POST", body: form, redirect: "manual" })
  .then(() => caches.open("shared files"))
  .then((box) => box.keys())
  .then((keys) => done(keys.length), (error) => done(String(error)));
"""

SIZES = """
const done = arguments[0];
(async () => {
  const box = await caches.open("shared files");
  const sizes = [];
  for (const key of await box.keys()) sizes.push((await (await box.match(key)).blob()).size);
  return sizes;
})().then(done, (error) => done(String(error)));
"""

# Makes what waits so many seconds older.
AGE = """
const [seconds, done] = arguments;
(async () => {
  const box = await caches.open("shared files");
  for (const key of await box.keys()) {
    const kept = await box.match(key);
    const headers = new Headers(kept.headers);
    headers.set("Paraph-Time", String(Number(headers.get("Paraph-Time")) - 1000 * seconds));
    await box.put(key, new Response(await kept.blob(), { headers }));
  }
})().then(done, (error) => done(String(error)));
"""


class DocumentTests(Journey):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def put(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return str(path)

    def choose(self, browser, *paths):
        browser.see("[data-open]")
        browser.driver.find_element(By.CSS_SELECTOR, "device-documents input[type=file]").send_keys("\n".join(paths))
        browser.until(lambda: browser.run("return document.querySelector('device-documents [aria-busy]') === null"), "a file is still being opened")

    def names(self, browser):
        # In one call: a row is made anew once its first page is drawn.
        return browser.run("return [...document.querySelectorAll('device-documents a.item .item-title')].map((e) => e.innerText.trim())")

    def unguard(self, browser, path):
        """Opens a page of which the service worker knows, under no policy: what the system shares is under none, and ours let no form be sent."""
        is_known = lambda: browser.run("return navigator.serviceWorker.controller !== null")
        browser.until(is_known, "no service worker takes over")
        browser.driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
        browser.open(path)
        browser.until(is_known, "no service worker knows of the page")

    def sent(self, browser):
        """The requests with a body since the last look."""
        requests = []
        for entry in browser.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                request = message["params"]["request"]
                if request["method"] != "GET" or request.get("hasPostData") or "SECRET" in json.dumps(request):
                    requests.append((request["method"], request["url"]))
        return requests

    def test_what_another_app_shares_is_kept_and_does_not_reach_the_server(self):
        browser = self.browser("iphone", "en")
        enrol(browser, self.server, Signer("sharer"), "sharer@example.org")
        self.unguard(browser, "/documents")
        manifest = browser.driver.execute_async_script("fetch('/manifest.webmanifest').then((answer) => answer.json()).then(arguments[0])")
        target = manifest["share_target"]
        self.assertEqual([file["action"] for file in manifest["file_handlers"]], ["/documents"])
        self.sent(browser)
        # As Android's share sheet does it.
        browser.driver.execute_script(SHARE, target, base64.b64encode(lease()).decode())
        browser.at("/documents")
        # Any page can share a file: nothing is kept unasked.
        self.assertEqual(browser.text("dialog [data-question]"), "Keep Lease, shared.pdf?")
        self.assertEqual(self.names(browser), [])
        browser.shoot("documents-iphone-en-shared")
        browser.click("dialog [value=yes]")
        browser.until(lambda: self.names(browser) == ["Lease, shared.pdf"], "the shared file is not there")
        requests = [json.loads(entry["message"])["message"] for entry in browser.driver.get_log("performance")]
        answers = [request["params"]["redirectResponse"] for request in requests
                   if request["method"] == "Network.requestWillBeSent" and "redirectResponse" in request["params"]]
        self.assertEqual([(answer["url"].split("/", 3)[3], answer["fromServiceWorker"]) for answer in answers], [("documents/shared", True)])
        browser.open("/documents")
        browser.until(lambda: self.names(browser) == ["Lease, shared.pdf"], "the shared file is not there after the page is loaded anew")
        left = "caches.open('shared files').then((box) => box.keys()).then((keys) => arguments[0](keys.length))"
        self.assertEqual(browser.driver.execute_async_script(left), 0)
        self.server_refuses_what_no_worker_took()

    def test_what_other_sites_share_is_bounded_and_goes_with_the_session(self):
        browser = self.browser("iphone", "en")
        enrol(browser, self.server, Signer("bounded"), "bounded@example.org")
        self.unguard(browser, "/more")
        post = lambda count, size: browser.driver.execute_async_script(POST, count, size)
        self.assertEqual([post(6, 1000), post(6, 1000), post(3, 1000)], [6, 10, 10])
        self.assertEqual(post(11, 1000), 10)
        # Three of 90 MB are too much at once; one after the other, the oldest go.
        self.assertEqual(post(3, 90 * 2**20), 10)
        for _ in range(3):
            post(1, 90 * 2**20)
        self.assertEqual(browser.driver.execute_async_script(SIZES).count(90 * 2**20), 2)
        # What is older than ten minutes goes with the next share.
        browser.driver.execute_async_script(AGE, 601)
        self.assertEqual(post(1, 1000), 1)
        browser.click("main [data-forget]")
        browser.at("/")
        self.assertFalse(browser.driver.execute_async_script("caches.has('shared files').then(arguments[0])"))

    def server_refuses_what_no_worker_took(self):
        request = urllib.request.Request(f"{self.server.base}/documents/shared", lease(), {"Content-Type": "multipart/form-data; boundary=x"})
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request)
        self.assertIn(refused.exception.code, (403, 404, 405))

    def test_a_lost_file_is_taken_anew_and_all_go_with_the_account(self):
        browser, signer = self.browser(), Signer("leaver")
        enrol(browser, self.server, signer, "leaver@example.org")
        path = self.put("Lease.pdf", lease())
        self.choose(browser, path)
        first = browser.driver.execute_async_script(FILES, True)
        self.choose(browser, path)
        self.assertEqual(self.names(browser), ["Lease.pdf"])
        second = browser.driver.execute_async_script(FILES, False)
        self.assertEqual((len(first), len(second)), (1, 1))
        self.choose(browser, path)
        self.assertIn("is already here", browser.text("[data-notice]"))
        self.assertEqual(browser.driver.execute_async_script(FILES, False), second)

        browser.open("/account/delete")
        browser.until(lambda: "1 document is on this device only" in browser.text("[data-documents]"), "what is lost is not said")
        browser.shoot("documents-lost-with-account")
        browser.fill("#word", "delete")
        browser.click("form [type=submit]")
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.at("/")
        browser.see(".notice-good")
        self.assertEqual(browser.driver.execute_async_script(FILES, False), [])

    def test_documents_are_to_be_had_without_a_signature_too(self):
        browser = self.browser()
        signer = Signer("withdrawn")
        enrol(browser, self.server, signer, "withdrawn@example.org")
        self.choose(browser, self.put("Lease.pdf", lease()))
        browser.open("/privacy")
        browser.click("[data-call='DELETE /v1/me/consent']")
        browser.click("dialog [value=yes]")
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.see("main a[href='/enrol']")
        browser.open("/documents")
        browser.see("device-documents a.item")
        browser.click("device-documents a.item")
        browser.at("/documents/view")
        browser.see("[data-export]")
        browser.open("/documents")
        browser.click("device-documents button[aria-label$='Lease.pdf']")
        browser.click("dialog [value=remove]")
        browser.click("dialog [value=yes]")
        browser.see("device-documents .empty")
        browser.open("/documents")
        browser.at("/enrol")

    def test_a_document_is_kept_exported_and_removed_and_never_sent(self):
        for size in turn(["iphone", "desktop"], 1):
            with self.subTest(size=size):
                browser = self.browser(size)
                enrol(browser, self.server, Signer(f"owner {size}"), f"owner.{size}@example.org")
                browser.downloads_to(self.folder / f"downloads {size}")
                browser.see(".empty [data-open]")
                browser.shoot(f"documents-{size}-empty")
                self.sent(browser)
                self.choose(browser, *[self.put(name, content) for name, content in FINE.items()])
                browser.until(lambda: sorted(self.names(browser)) == sorted(FINE), "not all are listed")
                # The list is drawn anew as pictures of pages come.
                browser.until(lambda: len(browser.all("device-documents .chip")) == len(FINE), "nothing is exported yet")
                for name, mark in MARKS.items():
                    browser.until(lambda: any(name in item.text and mark in item.text for item in browser.all("device-documents a.item")),
                                  f"{name} is not marked {mark}")
                browser.shoot(f"documents-{size}-list")
                browser.open("/documents")
                browser.until(lambda: sorted(self.names(browser)) == sorted(FINE), "not all are there after the page is loaded anew")

                browser.click("device-documents button[aria-label$='Lease.pdf']")
                self.assertIn("2 pages", browser.text("dialog [data-facts]"))
                browser.shoot(f"documents-{size}-sheet")
                browser.click("dialog [data-export]")
                self.assertEqual(browser.downloaded("Lease.pdf", "nothing was exported").read_bytes(), lease(), "byte for byte")
                browser.click("dialog [data-close][value='']")
                browser.until(lambda: len(browser.all("device-documents .chip")) == len(FINE) - 1, "what was exported is still badged")

                browser.click("device-documents button[aria-label$='Closed.pdf']")
                self.assertIn("allows no further signature", browser.text("dialog [data-notes]"))
                browser.click("dialog [data-close][value=remove]")
                self.assertIn("you have not downloaded it", browser.text("dialog [data-consequence]"))
                browser.click("dialog [value=yes]")
                browser.until(lambda: "Closed.pdf" not in self.names(browser), "it is still there")
                self.assertEqual(self.sent(browser), [], "something was sent")

    def selected(self, browser, words):
        """What is selected where a mouse is drawn over the line with these words."""
        left, right, y = browser.run("""
            const line = [...document.querySelectorAll(".viewer-text span")].find((one) => one.textContent.includes(arguments[0]));
            const box = line.getBoundingClientRect();
            return [box.left + 1, box.right - 1, (box.top + box.bottom) / 2];""", words)
        for kind, x in [("mousePressed", left), ("mouseMoved", (left + right) / 2), ("mouseMoved", right), ("mouseReleased", right)]:
            event = {"type": kind, "x": x, "y": y, "button": "left", "buttons": int(kind != "mouseReleased"), "clickCount": 1}
            browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)
        return browser.run("return getSelection().toString()")

    def test_a_document_is_shown_searched_and_exported(self):
        for size, language in turn([("iphone", "ru"), ("desktop", "en"), ("ipad", "fr")], 0, 1):
            with self.subTest(size=size):
                browser = self.browser(size, language)
                enrol(browser, self.server, Signer(f"reader {size}"), f"reader.{size}@example.org")
                self.choose(browser, self.put("Lease.pdf", lease()))
                self.sent(browser)
                browser.click("device-documents a.item")
                browser.at("/documents/view")
                if not SHOWS:
                    self.assertIn("libjs-pdf", browser.text("[data-notice]"))
                    continue
                browser.see("[data-pages] .viewer-page[data-drawn]")
                self.assertEqual(browser.text("[data-name]"), "Lease.pdf")
                ink = browser.run("""
                    const { width, height } = document.querySelector("[data-pages] canvas");
                    const { data } = document.querySelector("[data-pages] canvas").getContext("2d").getImageData(0, 0, width, height);
                    return data.reduce((dark, value, index) => dark + (index % 4 === 0 && value < 128), 0);""")
                self.assertGreater(ink, 500, "the words are drawn")
                browser.until(lambda: "Lease of a small boat" in browser.run("return document.querySelector('.viewer-text')?.innerText ?? ''"), "no text")
                browser.shoot(f"viewer-{size}-page")
                if not browser.touch:
                    self.assertEqual(self.selected(browser, "Lease of a small boat"), "Lease of a small boat")
                    self.assertIn("SECRET-CLAUSE", self.selected(browser, "SECRET-CLAUSE"))
                before = browser.run("return document.querySelector('[data-pages] .viewer-page').clientWidth")
                browser.click("[data-zoom='1']")
                browser.until(lambda: browser.run("return document.querySelector('[data-pages] .viewer-page').clientWidth") > before, "no larger")
                browser.click("[data-zoom='-1']")
                browser.click("[data-open-search]")
                browser.fill("[data-search] input", "SMALL BOAT")
                browser.click("[data-search] [type=submit]")
                browser.until(lambda: "1" in browser.text("[data-found]"), "nothing is found")
                browser.until(lambda: browser.all(".viewer-text .found"), "nothing is marked")
                browser.shoot(f"viewer-{size}-found")
                browser.fill("[data-search] input", "no such words")
                browser.click("[data-search] [type=submit]")
                browser.until(lambda: browser.text("[data-found]") in ["Nothing found", "Ничего не найдено", "Aucun résultat"], "something is found")
                browser.click("[data-close-search]")
                if browser.touch:
                    browser.click("[data-toggle-thumbs]")
                browser.until(lambda: len(browser.all(".viewer-thumb canvas")) == 2, "no thumbnails")
                browser.shoot(f"viewer-{size}-pages")
                browser.driver.find_elements(By.CSS_SELECTOR, ".viewer-thumb")[1].click()
                browser.until(lambda: browser.text("[data-page]").startswith("2"), "the second page does not come")
                self.assertEqual(self.sent(browser), [], "something was sent")

    def test_a_document_that_is_gone_is_explained(self):
        browser = self.browser("iphone")
        enrol(browser, self.server, Signer("seeker"), "seeker@example.org")
        browser.open("/documents/view#nothing")
        browser.until(lambda: "has deleted this file" in browser.text("[data-notice]"), "no word of it")

    def test_the_same_file_is_kept_once_and_comes_by_drag_and_drop_too(self):
        browser = self.browser("desktop")
        enrol(browser, self.server, Signer("dropper"), "dropper@example.org")
        self.choose(browser, self.put("Lease.pdf", lease()))
        self.drop(browser, lease(), "Again.pdf")
        browser.until(lambda: "Lease.pdf is already here." in browser.text("[data-notice]"), "nothing is said of the copy")
        self.assertEqual(self.names(browser), ["Lease.pdf"])
        self.drop(browser, lease() + b"\n", "Dropped.pdf")
        browser.until(lambda: sorted(self.names(browser)) == ["Dropped.pdf", "Lease.pdf"], "what was dropped is not there")

    def drop(self, browser, content, name):
        browser.run("""
            const data = new DataTransfer();
            data.items.add(new File([arguments[0]], arguments[1]));
            for (const type of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
            """, content.decode(), name)

    def test_what_is_opened_with_the_installed_app_is_kept(self):
        browser = self.browser("laptop")
        # No driver opens a file with an app, so the browser's own queue is stood in for.
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
            "source": "Object.defineProperty(window, 'launchQueue', { value: { setConsumer(take) { window.launch = take; } } });"})
        enrol(browser, self.server, Signer("opener"), "opener@example.org")
        browser.until(lambda: browser.run("return Boolean(window.launch)"), "nobody waits for what is opened")
        browser.run("""
            const [content] = arguments;
            launch({ files: ["First.pdf", "Second.pdf"].map((name) => ({ getFile: async () => new File([content, name], name) })) });
            """, lease().decode() + "\n%")
        browser.until(lambda: sorted(self.names(browser)) == ["First.pdf", "Second.pdf"], "what was opened is not there")
        browser.run("launch({})")
        self.assertEqual(len(self.names(browser)), 2)

    def test_what_cannot_be_kept_is_explained(self):
        large = self.folder / "Large.pdf"
        with open(large, "wb") as file:
            file.truncate(100 * 2**20 + 1)
        wrong = {**{name: self.put(name, content) for name, content in WRONG.items()}, "Large.pdf": str(large)}
        for language, size in turn([("en", "iphone"), ("ru", "ipad"), ("fr", "iphone-landscape")], 2):
            with self.subTest(language=language):
                browser = self.browser(size, language)
                enrol(browser, self.server, Signer(f"refused {language}"), f"refused.{language}@example.org")
                for name, path in wrong.items():
                    self.choose(browser, path)
                    browser.until(lambda: REFUSALS[language][name] in browser.text("[data-notice]"), f"no word of {name}")
                    self.assertIn(name, browser.text("[data-notice]"))
                    self.assertEqual(self.names(browser), [])
                browser.shoot(f"documents-{size}-{language}-refused")
                kept = browser.driver.execute_async_script("""
                    const done = arguments[0];
                    (async () => {
                        const names = [];
                        const walk = async (folder) => {
                            for await (const [name, handle] of folder.entries()) handle.kind === "file" ? names.push(name) : await walk(handle);
                        };
                        await walk(await navigator.storage.getDirectory());
                        return names;
                    })().then(done, (error) => done(String(error)));""")
                self.assertEqual(kept, [], "nothing is left of what was refused")

    def test_another_person_in_the_same_browser_sees_none_of_them(self):
        browser = self.browser("iphone")
        enrol(browser, self.server, Signer("first reader"), "first.reader@example.org")
        self.choose(browser, self.put("Lease.pdf", lease()))
        browser.until(lambda: self.names(browser) == ["Lease.pdf"], "the document is not listed")
        sign_out(browser)
        enrol(browser, self.server, Signer("second reader"), "second.reader@example.org", "Boris")
        browser.see(".empty [data-open]")
        self.assertEqual(self.names(browser), [])
