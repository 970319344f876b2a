"""Documents in Files: kept on the server, gone on with after a closed tab, signed by several, exported as they are there, and gone from a browser
that its person leaves."""

import io
import re
import unittest
from hashlib import sha256

from selenium.webdriver.common.by import By

from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.pdf_utils.writer import copy_into_new_writer
from pdfs import lease, with_field
from signer import Signer
from signing import SHOWS, SigningJourney
from steps import answer, enrol, sign_out

PIECE = 4 * 2**20

# What the server keeps for who is signed in.
LIST = """
const done = arguments[arguments.length - 1];
fetch("/v1/kept-documents", { headers: { "Paraph-Web": "1" } }).then((answer) => answer.json()).then(({ items }) => done(items));
"""
CONTENT = """
const [id, done] = arguments;
fetch(`/v1/kept-documents/${id}/content`, { headers: { "Paraph-Web": "1" } }).then((answer) => answer.arrayBuffer())
  .then((bytes) => crypto.subtle.digest("SHA-256", bytes))
  .then((digest) => done(Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")));
"""
# The copies in this browser, with their sizes; -1 is a line in its notes.
COPIES = """
const done = arguments[arguments.length - 1];
(async () => {
  const found = [];
  const root = await navigator.storage.getDirectory();
  const copies = await root.getDirectoryHandle("copies").catch(() => undefined);
  if (copies) for await (const folder of copies.values()) for await (const [name, handle] of folder.entries()) found.push([name, (await handle.getFile()).size]);
  const database = await new Promise((resolve) => { const open = indexedDB.open("paraph-copies"); open.onsuccess = () => resolve(open.result); });
  if (database.objectStoreNames.length > 0) {
    const rows = await new Promise((resolve) => { const all = database.transaction("copies").objectStore("copies").getAll(); all.onsuccess = () => resolve(all.result); });
    for (const { id } of rows) found.push([id, -1]);
  }
  database.close();
  return found.sort();
})().then(done, (error) => done(String(error)));
"""
# Pieces after the first do not leave the browser.
STUCK = """
const send = XMLHttpRequest.prototype.send;
let count = 0;
XMLHttpRequest.prototype.send = function (body) { if ((count += 1) === 1) send.call(this, body); };
"""
# The call that seals waits for the journey.
HOLD = """
const fetched = window.fetch;
window.fetch = async (address, options) => {
  if (/\\/drafts\\/[0-9a-f]{32}$/.test(address) && !window.isFree) await new Promise((done) => (window.release = () => { window.isFree = true; done(); }));
  return fetched(address, options);
};
"""
# How many bytes of a copy are there, each time that a worker tells.
WATCH = """
window.told = [];
window.Worker = class extends Worker {
  constructor(...values) {
    super(...values);
    this.addEventListener("message", ({ data }) => data.done !== undefined && window.told.push(data.done));
  }
};
"""
# The first answer about a seal is lost on its way back.
LOST = """
const fetched = window.fetch;
let isLost = false;
window.fetch = async (address, options) => {
  const answer = await fetched(address, options);
  if (isLost || !/\\/drafts\\/[0-9a-f]{32}$/.test(address)) return answer;
  isLost = true;
  throw new TypeError("lost");
};
"""
# Begins the copy of the newest version with the bytes given.
BEGUN = """
const [id, hash, person, content, done] = arguments;
(async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await (await root.getDirectoryHandle("copies", { create: true })).getDirectoryHandle(person, { create: true });
  const file = await (await folder.getFileHandle(`${id}-${hash}.pdf`, { create: true })).createWritable();
  await file.write(new Uint8Array([...content].map((letter) => letter.charCodeAt(0))));
  await file.close();
})().then(() => done(true), (error) => done(String(error)));
"""
OFFLINE = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
ONLINE = {**OFFLINE, "offline": False, "downloadThroughput": -1, "uploadThroughput": -1}


def large(size):
    """The lease with so many bytes behind it."""
    return lease() + b"%" + b"x" * size + b"\n"


def encrypted(password=""):
    """The lease as only its owner may change it; a password opens it, where there is one."""
    writer = copy_into_new_writer(PdfFileReader(io.BytesIO(lease())))
    writer.encrypt(owner_pass="owner's", user_pass=password)
    output = io.BytesIO()
    writer.write(output)
    return output.getvalue()


class KeptTests(SigningJourney):
    def items(self, browser):
        return browser.driver.execute_async_script(LIST)

    def copies(self, browser):
        return browser.driver.execute_async_script(COPIES)

    def watch(self, browser):
        """From the next page on, what workers tell of how far a copy is can be asked for by `told`."""
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})

    def told(self, browser):
        return browser.run("return window.told")

    def sheet(self, browser, name, action):
        """Opens a document's sheet and presses one of its buttons."""
        browser.click(f"device-documents button[aria-label$='{name}']")
        browser.see("dialog")
        browser.click(f"dialog [data-{action}]:not(li), dialog li[data-{action}] button")

    def keep(self, browser, name, content, choice="move"):
        """Puts a file into the list and keeps it; gives what the server says of it."""
        self.add(browser, name, content)
        self.sheet(browser, name, "keep")
        browser.click(f"dialog [value={choice}]")
        browser.until(lambda: browser.all("main > [data-notice].notice-good"), "it is not said that it is kept")
        return next(item for item in self.items(browser) if item["name"] == name)

    def view(self, browser, name):
        browser.open("/documents")
        browser.until(lambda: name in [item.text for item in browser.all("device-documents a.item .item-title")], f"{name} is not there")
        next(item for item in browser.all("device-documents a.item") if item.text.startswith(name)).click()
        browser.at("/documents/view")
        browser.see("[data-pages] .viewer-page[data-drawn]")

    def let_in(self, browser, name, address):
        browser.open("/documents")
        self.sheet(browser, name, "people")
        browser.fill("#reader-email", address)
        browser.click("dialog [type=submit]")
        browser.see("dialog .list .item")

    def test_a_document_is_kept_shared_renamed_and_removed(self):
        for size, language, words in [("iphone", "en", "In Files"), ("laptop", "ru", "В Файлах"), ("ipad", "fr", "Dans Fichiers")]:
            with self.subTest(size=size):
                browser, other = self.browser(size, language), self.browser("iphone", language)
                address, second = f"keeper.{size}@example.org", f"let.in.{size}@example.org"
                enrol(other, self.server, Signer(second), second, "Boris Ivanov")
                enrol(browser, self.server, Signer(address), address, "Anna Petrova")
                self.add(browser, "Lease.pdf", lease())
                browser.click("device-documents button[aria-label$='Lease.pdf']")
                browser.see("dialog [data-keep]")
                self.look(browser, f"kept-{size}-device")
                browser.click("dialog [data-keep]")
                browser.see("#keep-name")
                self.look(browser, f"kept-{size}-ask")
                browser.click("dialog [value=move]")
                browser.until(lambda: browser.all("main > [data-notice].notice-good"), "it is not said that it is kept")
                browser.until(lambda: words in browser.text("device-documents .chip"), "it does not say where it is")
                self.assertEqual(len(browser.all("device-documents li.document")), 1, "it is there twice")
                self.look(browser, f"kept-{size}-list")
                [kept] = self.items(browser)
                self.assertEqual(kept["hash"], sha256(lease()).hexdigest())

                browser.click("device-documents button[aria-label$='Lease.pdf']")
                browser.see("dialog li[data-people]")
                self.look(browser, f"kept-{size}-sheet")
                browser.click("dialog li[data-people] button")
                browser.fill("#reader-email", "nobody.at.all@example.org")
                browser.expected("/readers - Failed to load resource: the server responded with a status of 404")
                browser.click("dialog [type=submit]")
                browser.until(lambda: browser.text("dialog form-field .error") != "", "nothing is said of an unknown address")
                self.look(browser, f"kept-{size}-nobody")
                browser.fill("#reader-email", second)
                browser.click("dialog [type=submit]")
                browser.until(lambda: "Boris Ivanov" in browser.text("dialog .list"), "nobody is let in")
                self.look(browser, f"kept-{size}-people")
                browser.click("dialog [data-close]")
                self.sheet(browser, "Lease.pdf", "rename")
                browser.fill("#kept-new-name", "Boat.pdf")
                self.look(browser, f"kept-{size}-rename")
                browser.click("dialog [type=submit]")
                browser.until(lambda: "Boat.pdf" in browser.text("device-documents a.item"), "it has its old name")
                self.sheet(browser, "Boat.pdf", "mail")
                browser.fill("#mail-to", "boris")
                browser.click("dialog [type=submit]")
                browser.until(lambda: "boris" in browser.text("#mail-error"), "a wrong address is taken")
                self.look(browser, f"kept-{size}-mail")
                browser.click("dialog [data-close]")

                other.open("/documents")
                browser.until(lambda: "Anna Petrova" in other.text("device-documents .chip"), "who shares it is not said")
                self.look(other, f"kept-iphone-{language}-shared")
                self.sheet(other, "Boat.pdf", "remove")
                self.assertIn("Anna Petrova", other.text("dialog [data-consequence]"))
                self.look(other, f"kept-iphone-{language}-leave")
                other.click("dialog [value=yes]")
                other.see("device-documents .empty")
                self.assertEqual(len(self.items(browser)), 1, "who leaves takes it away from its owner")
                self.sheet(browser, "Boat.pdf", "remove")
                self.look(browser, f"kept-{size}-remove")
                browser.click("dialog [value=yes]")
                browser.see("device-documents .empty")
                self.assertEqual(self.items(browser), [])

    def test_a_closed_tab_and_a_lost_connection_only_pause_an_upload(self):
        browser = self.browser()
        enrol(browser, self.server, Signer("pauser"), "pauser@example.org")
        content = large(2 * PIECE + 500_000)
        self.add(browser, "Large.pdf", content)
        browser.run(STUCK)
        self.sheet(browser, "Large.pdf", "keep")
        browser.click("dialog [value=copy]")
        browser.until(lambda: [item["received"] for item in self.items(browser)] == [PIECE], "the first piece does not arrive")
        browser.see(".going progress")
        self.look(browser, "kept-iphone-going")
        [before] = self.items(browser)
        old = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        new = browser.driver.current_window_handle
        browser.driver.switch_to.window(old)
        browser.driver.close()
        browser.driver.switch_to.window(new)
        browser.resize("iphone")
        browser.driver.execute_cdp_cmd("Network.enable", {})
        # Without a connection it waits, and says so; with one it goes on by itself.
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            const send = XMLHttpRequest.prototype.send;
            XMLHttpRequest.prototype.send = function (body) { if (window.isCut) this.dispatchEvent(new ProgressEvent("error")); else send.call(this, body); };
            window.isCut = !sessionStorage.getItem("mended");"""})
        browser.open("/documents")
        browser.until(lambda: "goes on where it stopped" in browser.text("main > [data-notice]"), "nothing is said of the connection")
        browser.see(".going .item-warn")
        self.look(browser, "kept-iphone-offline")
        self.assertEqual(self.items(browser)[0]["received"], PIECE)
        browser.run("window.isCut = false; sessionStorage.setItem('mended', 'yes'); dispatchEvent(new Event('online'));")
        browser.until(lambda: browser.all("main > [data-notice].notice-good"), "it does not go on")
        [after] = self.items(browser)
        self.assertEqual((after["id"], after["hash"]), (before["id"], sha256(content).hexdigest()), "it is not gone on with")
        browser.until(lambda: len(browser.all("device-documents li.document")) == 2, "the copy on this device was to stay")
        self.assertEqual([chip.text for chip in browser.all("device-documents .chip")], ["In Files"])

    def test_what_is_on_its_way_can_be_cancelled(self):
        browser = self.browser("laptop")
        enrol(browser, self.server, Signer("canceller"), "canceller@example.org")
        self.add(browser, "Large.pdf", large(2 * PIECE))
        browser.run(STUCK)
        self.sheet(browser, "Large.pdf", "keep")
        browser.click("dialog [value=move]")
        browser.until(lambda: [item["received"] for item in self.items(browser)] == [PIECE], "the first piece does not arrive")
        browser.see(".going progress")
        self.look(browser, "kept-laptop-going")
        browser.click("device-documents .document button")
        browser.until(lambda: self.items(browser) == [], "the server keeps a part of it")
        browser.until(lambda: not browser.all(".going"), "it goes on")
        self.assertIn("Not exported", browser.text("device-documents .document"))

    @unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
    def test_two_sign_at_once_and_both_signatures_count(self):
        anna, boris = self.browser("iphone"), self.browser("laptop", "ru")
        hand, other = Signer("anna at once"), Signer("boris at once")
        enrol(boris, self.server, other, "boris.at.once@example.org", "Boris Ivanov")
        enrol(anna, self.server, hand, "anna.at.once@example.org", "Anna Petrova")
        kept = self.keep(anna, "Lease.pdf", lease())
        self.let_in(anna, "Lease.pdf", "boris.at.once@example.org")
        self.view(boris, "Lease.pdf")
        boris.run(HOLD)
        self.sign(boris, other, 0.4)
        self.look(boris, "kept-laptop-placed")
        boris.click("[data-save]")
        boris.until(lambda: boris.run("return window.release !== undefined"), "nothing is prepared")
        self.view(anna, "Lease.pdf")
        self.look(anna, "kept-iphone-viewer")
        self.sign(anna, hand, 0.7)
        self.save(anna)
        self.assertIn("It is in Files", anna.text("[data-notice]"))
        anna.until(lambda: anna.all("[data-verdict]"), "there is no verdict")
        self.look(anna, "kept-iphone-signed")
        # Boris saw the version before hers: his goes on top, by the same drawing.
        boris.expected("status of 409")
        boris.run("window.release()")
        boris.until(lambda: boris.all("[data-notice].notice-good"), "it is not said that it is signed")
        self.assertIn("Anna Petrova", boris.text("[data-notice]"))
        boris.until(lambda: boris.all("[data-verdict]"), "there is no verdict")
        self.assertEqual(boris.see("[data-verdict]").get_attribute("data-state"), "current")
        for name in ["Anna Petrova", "Boris Ivanov"]:
            self.assertIn(name, boris.text("[data-verdict]"))
        self.look(boris, "kept-laptop-signed-on-top")
        path = self.export(boris, "Lease.pdf")
        signed = path.read_bytes()
        self.assertTrue(signed.startswith(lease()))
        self.assertEqual(len(re.findall(rb"/ByteRange", signed)), 2)
        self.assertEqual(len(self.judge(path)["signatures"]), 2)
        self.assertEqual(sha256(signed).hexdigest(), boris.driver.execute_async_script(CONTENT, kept["id"]), "it is not what the server has")
        # Anna has the version before: only what was added is fetched, and it is the same file.
        self.watch(anna)
        [(_, before)] = [copy for copy in self.copies(anna) if copy[1] > 0]
        self.view(anna, "Lease.pdf")
        self.assertEqual(self.export(anna, "Lease.pdf").read_bytes(), signed)
        self.assertEqual((self.told(anna)[0], self.told(anna)[-1]), (before, len(signed)), "all of it is fetched anew")
        [item] = self.items(anna)
        self.assertEqual((item["version"], item["signer"]), (3, "Boris Ivanov"))
        # Whoever deletes their account is told who loses what they keep.
        anna.open("/account/delete")
        self.assertIn("Boris Ivanov", anna.text("[data-kept]"))
        self.look(anna, "kept-iphone-delete")

    @unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
    def test_a_field_is_signed_once_though_the_answer_is_lost(self):
        browser, hand = self.browser("ipad", "fr"), Signer("kept tenant")
        enrol(browser, self.server, hand, "kept.tenant@example.org", "Jean Dupont")
        self.keep(browser, "Bail.pdf", with_field())
        self.view(browser, "Bail.pdf")
        browser.run(LOST)
        self.press(browser, "Signer")
        browser.click(".field-mark")
        self.assertEqual(answer(browser, hand.signature()), "accepted")
        browser.see(".placed canvas")
        browser.until(lambda: not browser.all("dialog"), "the pad stays")
        picture = self.folder / "me.png"
        browser.see("[data-pages] canvas").screenshot(str(picture))
        browser.driver.find_element(By.CSS_SELECTOR, "[data-signing] input[type=file]").send_keys(str(picture))
        browser.see(".placed img")
        self.save(browser)
        browser.see("[data-verdict]")
        self.look(browser, "kept-ipad-signed")
        report = self.judge(self.export(browser, "Bail.pdf"))
        self.assertEqual([one["field"] for one in report["signatures"]], ["Tenant"])
        self.assertEqual([item["version"] for item in self.items(browser)], [2])

    @unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
    def test_what_is_encrypted_is_signed_on_the_server(self):
        for password, size, language in [("", "iphone", "en"), ("sesame", "laptop", "fr")]:
            with self.subTest(password=password):
                browser, hand = self.browser(size, language), Signer(f"cipher {size}")
                enrol(browser, self.server, hand, f"cipher.{size}@example.org")
                self.add(browser, "Locked.pdf", encrypted(password))
                browser.click("device-documents a.item")
                self.unlock(browser, password, f"kept-{size}-password")
                browser.see("[data-pages] .viewer-page[data-drawn]")
                self.look(browser, f"kept-{size}-locked")
                browser.click("[data-signing] button")
                browser.at("/documents")
                browser.click("dialog [value=move]")
                browser.click("main > [data-notice].notice-good button")
                browser.at("/documents/view")
                self.unlock(browser, password)
                browser.see("[data-pages] .viewer-page[data-drawn]")
                self.sign(browser, hand)
                browser.click("[data-save]")
                self.unlock(browser, password)
                browser.until(lambda: browser.all("[data-notice].notice-good"), "it is not said that it is signed")
                browser.until(lambda: browser.all("[data-verdict]"), "there is no verdict")
                self.look(browser, f"kept-{size}-locked-signed")
                [item] = self.items(browser)
                self.assertEqual(item["version"], 2)

    def unlock(self, browser, password, picture=None):
        if not password:
            return
        browser.see("#document-password")
        if picture:
            browser.fill("#document-password", "wrong")
            browser.click("dialog [type=submit]")
            browser.until(lambda: browser.text("#password-error") != "", "a wrong password opens it")
            self.look(browser, picture)
        browser.fill("#document-password", password)
        browser.click("dialog [type=submit]")

    def test_an_export_is_what_the_server_has_and_goes_with_its_person(self):
        browser = self.browser("laptop")
        enrol(browser, self.server, Signer("exporter"), "exporter@example.org")
        content = large(3_000_000)
        kept = self.keep(browser, "Large.pdf", content)
        person = browser.see("device-documents").get_attribute("person")
        self.watch(browser)
        # What a closed tab left is gone on with; where that was not the document's, all of it is fetched.
        for begun, starts in [(content[:1_000_000], [1_000_000]), (b"y" * 1_000_000, [1_000_000, 0])]:
            if self.copies(browser):
                self.forget(browser)
            started = browser.driver.execute_async_script(BEGUN, kept["id"], kept["hash"], person, begun.decode("latin-1"))
            self.assertEqual(started, True)
            browser.open("/documents")
            browser.see("device-documents a.item")
            browser.click("device-documents .document button")
            browser.see("dialog li[data-export]")
            browser.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(self.folder)})
            path = self.folder / "Large.pdf"
            path.unlink(missing_ok=True)
            browser.click("dialog li[data-export] button")
            browser.until(lambda: path.exists() and path.stat().st_size == len(content), "nothing is exported")
            self.assertEqual(path.read_bytes(), content)
            told = self.told(browser)
            self.assertEqual([now for before, now in zip([len(content) + 1, *told], told) if now < before], starts, "where it began")
            browser.click("dialog [data-close][value='']")
            self.assertEqual(self.copies(browser), sorted([[f"{kept['id']}-{kept['hash']}.pdf", len(content)], [kept["id"], -1]]))
        browser.open("/documents")
        sign_out(browser)
        self.assertEqual(self.copies(browser), [], "a copy stays behind")

    def forget(self, browser):
        """The copy's note goes, as where the browser lost it, so that the next export begins anew."""
        browser.driver.execute_async_script("""
            const done = arguments[0];
            const open = indexedDB.open("paraph-copies");
            open.onsuccess = () => { const rows = open.result.transaction("copies", "readwrite"); rows.objectStore("copies").clear();
              rows.oncomplete = () => { open.result.close(); done(); }; };""")

    def test_what_is_no_document_of_yours_is_explained(self):
        words = {"en": "is not here for you any more", "ru": "вам больше недоступен", "fr": "ne vous est plus accessible"}
        owner = self.browser("laptop")
        enrol(owner, self.server, Signer("secretive"), "secretive@example.org")
        kept = self.keep(owner, "Lease.pdf", lease())
        for language, size in [("en", "iphone"), ("ru", "laptop"), ("fr", "ipad")]:
            browser = self.browser(size, language)
            enrol(browser, self.server, Signer(f"stranger {language}"), f"stranger.{language}@example.org")
            browser.expected("status of 404")
            browser.open(f"/documents/view#kept-{kept['id']}")
            browser.until(lambda: words[language] in browser.text("[data-notice]"), "nothing is said")
            self.look(browser, f"kept-{size}-{language}-gone")

    def test_what_the_server_does_not_keep_is_explained(self):
        browser = self.browser("iphone", "ru")
        enrol(browser, self.server, Signer("heavy"), "heavy@example.org")
        self.add(browser, "Heavy.pdf", large(100_000_001))
        browser.click("device-documents button[aria-label$='Heavy.pdf']")
        self.assertIn("больше 100 МБ", browser.text("dialog [data-notes]"))
        self.assertEqual(browser.all("dialog [data-keep]"), [])
        self.look(browser, "kept-iphone-heavy")
