"""Documents in Files: kept on the server, gone on with after a closed tab, shared, exported as they are there, and gone from a browser that its person
leaves."""

from hashlib import sha256

from files import FileJourney
from journeys import turn
from pdfs import lease
from signer import Signer
from steps import enrol, sign_out

PIECE = 4 * 2**20
# Pieces after the first do not leave the browser.
STUCK = """
const send = XMLHttpRequest.prototype.send;
let count = 0;
XMLHttpRequest.prototype.send = function (body) { if ((count += 1) === 1) send.call(this, body); };
"""
# Pieces after the first are lost on their way, until the connection is mended.
CUT = """
const send = XMLHttpRequest.prototype.send;
let count = 0;
XMLHttpRequest.prototype.send = function (body) {
  if (window.isMended || (count += 1) === 1) send.call(this, body); else this.dispatchEvent(new ProgressEvent("error"));
};
"""
# The server takes the first piece and then nothing more, until it is back: PIECE and CALL say how it is away.
AWAY = """
const send = XMLHttpRequest.prototype.send;
const fetched = window.fetch;
let count = 0;
XMLHttpRequest.prototype.send = function (body) {
  if (window.isBack || (count += 1) === 1) {
    send.call(this, body);
    return;
  }
  window.isAway = true;
  PIECE
};
window.fetch = async (address, options) => {
  if (window.isBack || !window.isAway) return fetched(address, options);
  CALL
};
"""
BUSY = AWAY.replace("PIECE", """
  for (const [name, value] of Object.entries({ status: 503, responseText: '{"code":"unavailable"}' })) Object.defineProperty(this, name, { value });
  this.getResponseHeader = () => null;
  for (const kind of ["load", "loadend"]) this.dispatchEvent(new ProgressEvent(kind));
""").replace("CALL", """
  return new Response('{"code":"unavailable"}', { status: 503, headers: { "Content-Type": "application/problem+json" } });
""")
REFUSED = AWAY.replace("PIECE", 'this.dispatchEvent(new ProgressEvent("error"));').replace("CALL", 'throw new TypeError("refused");')
# The answers about pieces are lost, and the first answer about how far the file is comes late.
LATE = """
const listen = XMLHttpRequest.prototype.addEventListener;
XMLHttpRequest.prototype.addEventListener = function (kind, heard) {
  listen.call(this, kind, kind === "load" ? () => this.dispatchEvent(new ProgressEvent("error")) : heard);
};
const fetched = window.fetch;
window.fetch = async (address, options) => {
  const answer = await fetched(address, options);
  if (!window.release && /files\\/[0-9a-f]{32}$/.test(address)) await new Promise((done) => (window.release = done));
  return answer;
};
"""
# The last piece, and the first announcement, wait for the journey.
HELD = """
const send = XMLHttpRequest.prototype.send;
XMLHttpRequest.prototype.send = function (body) { window.release = () => send.call(this, body); };
"""
UNANNOUNCED = """
const fetched = window.fetch;
window.fetch = async (address, options) => {
  if (!window.release && options?.method === "POST" && address === "/v1/files") await new Promise((done) => (window.release = done));
  return fetched(address, options);
};
"""
# What begins with an address is not answered.
SILENT = """
const fetched = window.fetch;
window.fetch = async (address, options) => {
  if (new RegExp("PATTERN").test(address)) throw new TypeError("silent");
  return fetched(address, options);
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


def large(size):
    """The lease with so many bytes behind it."""
    return lease() + b"%" + b"x" * size + b"\n"


class FilesTests(FileJourney):
    def begin(self, browser, content, script, choice="copy", name="Large.pdf"):
        """Begins to keep a file while a script stands in its way."""
        self.add(browser, name, content)
        browser.run(script)
        self.sheet(browser, name, "keep")
        browser.click(f"dialog [value={choice}]")

    def begin_and_stop(self, browser, content, choice="copy"):
        """Begins to keep a file, of which no more than the first piece arrives."""
        self.begin(browser, content, STUCK, choice)
        browser.until(lambda: [item["received"] for item in self.items(browser)] == [PIECE], "the first piece does not arrive")

    def test_a_server_that_takes_nothing_just_now_only_pauses_an_upload(self):
        content = large(2 * PIECE + 500_000)
        for size, language, script, words in [("iphone", "en", BUSY, "The server cannot answer just now"), ("laptop", "ru", REFUSED, "Нет связи")]:
            browser = self.browser(size, language)
            enrol(browser, self.server, Signer(f"server away {size}"), f"server.away.{size}@example.org")
            self.begin(browser, content, script, "move")
            browser.until(lambda: words in browser.text("main > [data-notice]"), "nothing is said of the server")
            browser.see(".going .item-warn")
            self.look(browser, f"files-{size}-away")
            # Nobody does anything, and no browser tells of it.
            browser.run("window.isBack = true;")
            browser.until(lambda: browser.all("main > [data-notice].notice-good"), "it does not go on")
            self.assertEqual([item["hash"] for item in self.items(browser)], [sha256(content).hexdigest()])

    def test_a_document_is_kept_shared_renamed_and_removed(self):
        for size, language, words in turn([("iphone", "en", "In Files"), ("laptop", "ru", "В Файлах"), ("ipad", "fr", "Dans Fichiers")], 1):
            with self.subTest(size=size):
                browser, other = self.browser(size, language), self.browser("iphone", language)
                address, second = f"files.{size}@example.org", f"let.in.{size}@example.org"
                enrol(other, self.server, Signer(second), second, "Boris Ivanov")
                enrol(browser, self.server, Signer(address), address, "Anna Petrova")
                self.add(browser, "Lease.pdf", lease())
                browser.click("device-documents button[aria-label$='Lease.pdf']")
                browser.see("dialog [data-keep]")
                self.look(browser, f"files-{size}-device")
                browser.click("dialog [data-keep]")
                browser.see("#keep-name")
                self.look(browser, f"files-{size}-ask")
                browser.click("dialog [value=move]")
                browser.until(lambda: browser.all("main > [data-notice].notice-good"), "it is not said that it is kept")
                browser.until(lambda: words in browser.text("device-documents .chip"), "it does not say where it is")
                self.assertEqual(len(browser.all("device-documents li.document")), 1, "it is there twice")
                self.look(browser, f"files-{size}-list")
                [kept] = self.items(browser)
                self.assertEqual(kept["hash"], sha256(lease()).hexdigest())

                browser.click("device-documents button[aria-label$='Lease.pdf']")
                browser.see("dialog li[data-people]")
                self.look(browser, f"files-{size}-sheet")
                browser.click("dialog li[data-people] button")
                browser.fill("#reader-email", "nobody.at.all@example.org")
                browser.expected("/readers - Failed to load resource: the server responded with a status of 404")
                browser.click("dialog [type=submit]")
                browser.until(lambda: browser.text("dialog form-field .error") != "", "nothing is said of an unknown address")
                self.look(browser, f"files-{size}-nobody")
                browser.fill("#reader-email", second)
                browser.click("dialog [type=submit]")
                # Their name is told once they opened it.
                browser.until(lambda: second in browser.text("dialog .list"), "nobody is let in")
                self.assertNotIn("Boris Ivanov", browser.text("dialog .list"))
                self.look(browser, f"files-{size}-people")
                browser.click("dialog [data-close]")
                self.sheet(browser, "Lease.pdf", "rename")
                browser.fill("#file-new-name", "Boat.pdf")
                self.look(browser, f"files-{size}-rename")
                browser.click("dialog [type=submit]")
                browser.until(lambda: "Boat.pdf" in browser.text("device-documents a.item"), "it has its old name")
                self.sheet(browser, "Boat.pdf", "mail")
                browser.fill("#mail-to", "boris")
                browser.click("dialog [type=submit]")
                browser.until(lambda: "boris" in browser.text("#mail-error"), "a wrong address is taken")
                self.look(browser, f"files-{size}-mail")
                browser.fill("#mail-to", f"{second}, {address}")
                browser.fill("#mail-words", "As we said.")
                browser.click("dialog [type=submit]")
                browser.until(lambda: not browser.all("dialog") and "Boat.pdf" in browser.text("main > [data-notice].notice-good"), "it is not mailed")
                mailed = lambda: [path for path in self.server.mail.glob("*.eml") if b"As we said." in path.read_bytes() and second.encode() in path.read_bytes()]
                browser.until(mailed, "no mail leaves the server")

                other.open("/documents")
                browser.until(lambda: "Anna Petrova" in other.text("device-documents .chip"), "who shares it is not said")
                self.look(other, f"files-iphone-{language}-shared")
                self.sheet(other, "Boat.pdf", "remove")
                self.assertIn("Anna Petrova", other.text("dialog [data-consequence]"))
                self.look(other, f"files-iphone-{language}-leave")
                other.click("dialog [value=yes]")
                other.see("device-documents .empty")
                self.assertEqual(len(self.items(browser)), 1, "who leaves takes it away from its owner")
                self.sheet(browser, "Boat.pdf", "remove")
                self.look(browser, f"files-{size}-remove")
                browser.click("dialog [value=yes]")
                browser.see("device-documents .empty")
                self.assertEqual(self.items(browser), [])

    def test_a_closed_tab_and_a_lost_connection_only_pause_an_upload(self):
        browser = self.browser()
        enrol(browser, self.server, Signer("pauser"), "pauser@example.org")
        content = large(2 * PIECE + 500_000)
        self.begin_and_stop(browser, content)
        browser.see(".going progress")
        self.look(browser, "files-iphone-going")
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
        self.look(browser, "files-iphone-offline")
        self.assertEqual(self.items(browser)[0]["received"], PIECE)
        browser.run("window.isCut = false; sessionStorage.setItem('mended', 'yes'); dispatchEvent(new Event('online'));")
        browser.until(lambda: browser.all("main > [data-notice].notice-good"), "it does not go on")
        [after] = self.items(browser)
        self.assertEqual((after["id"], after["hash"]), (before["id"], sha256(content).hexdigest()), "it is not gone on with")
        browser.until(lambda: len(browser.all("device-documents li.document")) == 2, "the copy on this device was to stay")
        self.assertEqual([chip.text for chip in browser.all("device-documents .chip")], ["In Files"])
        # Once it goes from Files, the one here is the only one again.
        self.sheet(browser, "Large.pdf", "remove")
        browser.click("dialog [value=yes]")
        browser.until(lambda: [chip.text for chip in browser.all("device-documents .chip")] == ["Only on this device"], "it is not said that it is here only")

    def test_what_is_on_its_way_can_be_cancelled(self):
        browser = self.browser("laptop")
        enrol(browser, self.server, Signer("canceller"), "canceller@example.org")
        self.begin_and_stop(browser, large(2 * PIECE), "move")
        browser.see(".going progress")
        self.look(browser, "files-laptop-going")
        browser.click("device-documents .document button")
        browser.until(lambda: self.items(browser) == [], "the server keeps a part of it")
        browser.until(lambda: not browser.all(".going"), "it goes on")
        self.assertIn("Only on this device", browser.text("device-documents .document"))

    def test_what_is_cancelled_too_late_stays_on_both_sides(self):
        browser = self.browser("laptop")
        enrol(browser, self.server, Signer("late canceller"), "late.canceller@example.org")
        self.begin(browser, lease(), LATE, "move", name="Lease.pdf")
        browser.until(lambda: browser.run("return window.release !== undefined"), "nobody asks how far it is")
        browser.click("device-documents .document button")
        browser.until(lambda: not browser.all(".going"), "it goes on")
        browser.run("window.release()")
        browser.until(lambda: "is in Files already" in browser.text("main > [data-notice]"), "it is not said that it is there already")
        self.look(browser, "files-laptop-cancelled-late")
        browser.open("/documents")
        browser.until(lambda: len(browser.all("device-documents li.document")) == 2, "a copy is gone")
        self.assertEqual([item["hash"] for item in self.items(browser)], [sha256(lease()).hexdigest()])

    def test_what_is_cancelled_without_a_connection_goes_from_the_server_later(self):
        browser = self.browser("laptop")
        enrol(browser, self.server, Signer("offline canceller"), "offline.canceller@example.org")
        self.begin_and_stop(browser, large(2 * PIECE))
        browser.run(SILENT.replace("PATTERN", "[0-9a-f]{32}$"))
        browser.click("device-documents .document button")
        browser.until(lambda: not browser.all(".going"), "it goes on")
        self.assertEqual([chip.text for chip in browser.all("device-documents .chip")], ["Only on this device"])
        self.assertEqual(len(browser.all("device-documents li.document")), 1, "what is cancelled is shown")
        browser.open("/documents")
        browser.until(lambda: self.items(browser) == [], "the server keeps a part of it")
        self.assertEqual(browser.text("device-documents .chip"), "Only on this device")

    def test_what_is_cancelled_and_kept_again_at_once_arrives(self):
        browser = self.browser("laptop")
        enrol(browser, self.server, Signer("again at once"), "again.at.once@example.org")
        self.begin(browser, lease(), UNANNOUNCED, "move", name="Lease.pdf")
        browser.until(lambda: browser.run("return window.release !== undefined"), "it is not announced")
        browser.click("device-documents .document button")
        browser.until(lambda: not browser.all(".going"), "it goes on")
        self.sheet(browser, "Lease.pdf", "keep")
        browser.click("dialog [value=move]")
        browser.run("window.release()")
        browser.until(lambda: browser.all("main > [data-notice].notice-good"), "it does not go")
        self.assertEqual([item["hash"] for item in self.items(browser)], [sha256(lease()).hexdigest()])

    def test_what_another_tab_moved_is_shown_where_it_is_now(self):
        browser = self.browser("laptop")
        enrol(browser, self.server, Signer("two tabs"), "two.tabs@example.org")
        self.begin(browser, lease(), HELD, "move", name="Lease.pdf")
        browser.until(lambda: browser.run("return window.release !== undefined"), "it is not sent")
        first = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        second = browser.driver.current_window_handle
        browser.resize("laptop")
        browser.open("/documents")
        browser.see(".going")
        browser.driver.switch_to.window(first)
        browser.run("window.release()")
        browser.until(lambda: browser.all("main > [data-notice].notice-good"), "it does not arrive")
        browser.driver.switch_to.window(second)
        browser.until(lambda: [chip.text for chip in browser.all("device-documents .chip")] == ["In Files"], "it is nowhere")

    def test_what_goes_with_an_account_is_said_though_nobody_answers(self):
        browser = self.browser("iphone", "fr")
        enrol(browser, self.server, Signer("leaver"), "files.leaver@example.org")
        self.keep(browser, "Lease.pdf", lease())
        for silent, words in [("v1/files$", ["Impossible de savoir combien"]), ("readers$", ["1 document dans Fichiers", "Impossible de savoir qui"])]:
            script = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SILENT.replace("PATTERN", silent)})
            browser.open("/account/delete")
            browser.until(lambda: all(one in browser.text("[data-files]") for one in words), "what goes is not said")
            self.look(browser, f"files-iphone-delete-{silent[:4]}")
            browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)

    def test_nothing_goes_to_the_files_of_who_signs_in_in_another_tab(self):
        browser = self.browser("laptop")
        enrol(browser, self.server, Signer("first here"), "first.here@example.org")
        self.begin(browser, large(2 * PIECE), CUT)
        browser.until(lambda: "goes on where it stopped" in browser.text("main > [data-notice]"), "nothing is said of the connection")
        first = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        browser.resize("laptop")
        sign_out(browser)
        enrol(browser, self.server, Signer("second here"), "second.here@example.org", "Boris Ivanov")
        browser.driver.switch_to.window(first)
        browser.run("window.isMended = true; dispatchEvent(new Event('online'));")
        browser.until(lambda: "No connection" not in browser.text("main > [data-notice]"), "nothing comes of it")
        self.assertEqual(self.items(browser), [], "it goes to another person's Files")
        self.assertIn("session has ended", browser.text("main > [data-notice]"))
        browser.see(".going .item-warn")

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
            browser.downloads_to(self.folder)
            path = self.folder / "Large.pdf"
            path.unlink(missing_ok=True)
            browser.click("dialog li[data-export] button")
            self.assertEqual(browser.downloaded("Large.pdf", "nothing is exported").read_bytes(), content)
            told = self.told(browser)
            self.assertEqual([now for before, now in zip([len(content) + 1, *told], told) if now < before], starts, "where it began")
            browser.click("dialog [data-close][value='']")
            self.assertEqual(self.copies(browser), sorted([[f"{kept['id']}-{kept['hash']}.pdf", len(content)], [kept["id"], -1]]))
        browser.open("/documents")
        sign_out(browser)
        self.assertEqual(self.copies(browser), [], "a copy stays behind")

    def test_a_download_is_cancelled_and_gone_on_with(self):
        browser = self.browser("laptop")
        enrol(browser, self.server, Signer("patient"), "patient@example.org")
        content = large(3_000_000)
        kept = self.keep(browser, "Large.pdf", content)
        self.watch(browser)
        browser.open("/documents")
        browser.slow(250_000)
        browser.click("device-documents a.item")
        browser.see("[data-notice] progress")
        browser.until(lambda: browser.run("return document.querySelector('[data-notice] progress')?.value > 0.1"), "the bar stays where it is")
        self.look(browser, "files-laptop-loading")
        browser.click("[data-notice] .progress button")
        browser.at("/documents")
        browser.until(lambda: browser.all("device-documents a.item"), "the list is not there again")
        [(name, part)] = self.copies(browser)
        self.assertEqual(name, f"{kept['id']}-{kept['hash']}.pdf")
        self.assertTrue(0.1 * len(content) < part < len(content), f"{part} bytes are here")
        # In the sheet, too; who cancels there stays, and may try again at once.
        browser.click("device-documents .document button")
        browser.click("dialog li[data-export] button")
        browser.see("dialog [data-progress] progress")
        self.look(browser, "files-laptop-loading-in-sheet")
        browser.until(lambda: max(self.told(browser), default=0) > part, "nothing more comes")
        browser.click("dialog [data-progress] .progress button")
        browser.until(lambda: not browser.all("dialog progress"), "it goes on")
        self.assertEqual(self.told(browser)[0], part, "it is not gone on with")
        self.assertEqual(browser.all("dialog [data-notice].notice-bad"), [])
        [(_, more)] = self.copies(browser)
        self.assertTrue(part < more < len(content), f"{more} bytes are here")
        browser.slow(None)
        self.view(browser, "Large.pdf")
        told = self.told(browser)
        self.assertEqual((told[0], told[-1]), (more, len(content)), "it is not gone on with")
        self.assertEqual(self.export(browser, "Large.pdf").read_bytes(), content)

    def forget(self, browser):
        """The copy's note goes, as where the browser lost it, so that the next export begins anew."""
        browser.driver.execute_async_script("""
            const done = arguments[0];
            const open = indexedDB.open("paraph-copies");
            open.onsuccess = () => { const rows = open.result.transaction("copies", "readwrite"); rows.objectStore("copies").clear();
              rows.oncomplete = () => { open.result.close(); done(); }; };""")

    def test_what_is_no_document_of_yours_is_explained(self):
        words = {"en": "no longer have access", "ru": "вам больше недоступен", "fr": "ne vous est plus accessible"}
        owner = self.browser("laptop")
        enrol(owner, self.server, Signer("secretive"), "secretive@example.org")
        kept = self.keep(owner, "Lease.pdf", lease())
        for language, size in turn([("en", "iphone"), ("ru", "laptop"), ("fr", "ipad")], 2):
            browser = self.browser(size, language)
            enrol(browser, self.server, Signer(f"stranger {language}"), f"stranger.{language}@example.org")
            browser.expected("status of 404")
            browser.open(f"/documents/view#file-{kept['id']}")
            browser.until(lambda: words[language] in browser.text("[data-notice]"), "nothing is said")
            self.look(browser, f"files-{size}-{language}-gone")

    def test_what_the_server_does_not_keep_is_explained(self):
        browser = self.browser("iphone", "ru")
        enrol(browser, self.server, Signer("heavy"), "heavy@example.org")
        self.add(browser, "Heavy.pdf", large(100_000_001))
        browser.click("device-documents button[aria-label$='Heavy.pdf']")
        self.assertIn("больше 100 МБ", browser.text("dialog [data-notes]"))
        self.assertEqual(browser.all("dialog [data-keep]"), [])
        self.look(browser, "files-iphone-heavy")
