"""Documents that are signed in the browser: placed, sealed by the server that never sees them, kept, and judged by others' validators."""

import io
import json
import re
import unittest
from base64 import b64encode
from hashlib import sha256

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from journeys import turn
from pdfs import lease, many_signed, with_field
from signer import Signer
from signing import LINK, SHOWS, SigningJourney
from steps import answer, enrol

WORDS_IN_IT = [b"SECRET", b"oars", b"Lease", b"%PDF", "SECRET".encode().hex().encode()]


def stamped(content):
    """The file with a note laid over its first page afterwards, as another program would append it."""
    writer = IncrementalPdfFileWriter(io.BytesIO(content))
    page = writer.root["/Pages"]["/Kids"][0]
    note = generic.DictionaryObject({
        generic.pdf_name("/Type"): generic.pdf_name("/Annot"), generic.pdf_name("/Subtype"): generic.pdf_name("/Square"),
        generic.pdf_name("/Rect"): generic.ArrayObject(map(generic.NumberObject, (40, 440, 380, 500))),
        generic.pdf_name("/C"): generic.ArrayObject(map(generic.NumberObject, (1, 0, 0)))})
    page[generic.pdf_name("/Annots")] = generic.ArrayObject([*page.get("/Annots", []), writer.add_object(note)])
    writer.update_container(page)
    output = io.BytesIO()
    writer.write(output)
    return output.getvalue()


SAVE = """
const [body, done] = arguments;
fetch("/v1/documents", { method: "POST", headers: { "Content-Type": "application/json", "Paraph-Web": "1" }, body: JSON.stringify(body) })
  .then((answer) => done(answer.status));
"""


# The files that this browser keeps, with their sizes.
KEPT = """
const done = arguments[arguments.length - 1];
(async () => {
  const found = [];
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("documents");
  for await (const folder of root.values())
    for await (const [name, handle] of folder.entries()) found.push([name, (await handle.getFile()).size]);
  return found.sort();
})().then(done, (error) => done(String(error)));
"""


# Puts a seal in while the look of large photos is asked for, as a slow machine does where somebody saves at once.
AT_ONCE = """
const [base, content, done] = arguments;
(async () => {
  const { SigningFile } = await import(`${base}/Viewer/signing-file.js`);
  const file = new SigningFile();
  await file.ask("open", { file: new File([Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0))], "lease.pdf") });
  await file.ask("prepare", { room: 4096, name: "A signer" });
  const written = file.ask("complete", { contents: new Uint8Array([0x30, 0]), person: "at once", id: crypto.randomUUID() });
  await Promise.allSettled([1, 4, 16].map((size) => file.ask("layout", { width: 200, height: 60, photo: new Uint8Array(size * 2 ** 20) })));
  return (await written).signatures;
})().then(done, (error) => done(String(error)));
"""


@unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
class SigningTests(SigningJourney):
    def bodies(self, browser):
        """What was sent since the last look: method, address and body."""
        sent = []
        for entry in browser.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            request, id = message["params"]["request"], message["params"]["requestId"]
            body = request.get("postData", "")
            if request.get("hasPostData") and not body:
                body = browser.driver.execute_cdp_cmd("Network.getRequestPostData", {"requestId": id})["postData"]
            sent.append((request["method"], request["url"], body))
        return sent

    def test_a_document_is_signed_and_sealed_and_no_byte_of_it_is_sent(self):
        for size, language in turn([("iphone", "en"), ("desktop", "ru")], 1):
            with self.subTest(size=size):
                browser, signer = self.browser(size, language), Signer(f"sealed {size}")
                enrol(browser, self.server, signer, f"sealed.{size}@example.org", "Анна Петрова")
                self.open(browser, "Lease.pdf", lease())
                browser.shoot(f"signing-{size}-viewer")
                self.bodies(browser)
                self.press(browser, browser.text("[data-signing] button"))
                browser.until(lambda: len(browser.all("[data-signing] button:not([data-line])")) == 2, "the place is not asked for")
                browser.shoot(f"signing-{size}-choose")
                self.tap(browser, 0.5, 0.6)
                browser.see("dialog sign-pad")
                browser.draw(signer.signature())
                browser.shoot(f"signing-{size}-pad")
                browser.click("dialog [data-primary]")
                browser.see(".placed canvas")
                browser.until(lambda: not browser.all("dialog"), "the pad stays")
                browser.shoot(f"signing-{size}-placed")
                before = browser.see(".placed").rect
                ActionChains(browser.driver).drag_and_drop_by_offset(browser.see(".placed"), -30, 40).perform()
                after = browser.see(".placed").rect
                self.assertLess(after["x"], before["x"] - 20)
                self.assertGreater(after["y"], before["y"] + 30)
                ActionChains(browser.driver).drag_and_drop_by_offset(browser.see(".placed-grip"), 40, 30).perform()
                self.assertGreater(browser.see(".placed").rect["width"], after["width"] + 30)
                ActionChains(browser.driver).drag_and_drop_by_offset(browser.see(".placed"), self.to_the_edge(browser), 0).perform()
                page, ink = browser.see("[data-pages] .viewer-page").rect, browser.see(".placed").rect
                self.assertLessEqual(ink["x"] + ink["width"], page["x"] + page["width"] + 1, "it left the page")
                browser.shoot(f"signing-{size}-moved")
                self.save(browser)
                browser.see("[data-pages] .viewer-page[data-drawn]")
                browser.shoot(f"signing-{size}-signed")

                sent = self.bodies(browser)
                judged = lambda: sent.extend(self.bodies(browser)) or any(url.endswith("/v1/seal/verdict") for _, url, _ in sent)
                browser.until(judged, "the seal is not judged")
                changing = sorted({(method, re.sub(r"[0-9a-f]{32}", "ID", url.removeprefix(browser.base))) for method, url, _ in sent if method != "GET"})
                self.assertEqual(changing, [("POST", "/v1/challenges"), ("POST", "/v1/challenges/ID/answers"), ("POST", "/v1/documents"),
                                            ("POST", "/v1/documents/ID/seals"), ("POST", "/v1/seal/verdict")])
                for method, url, body in sent:
                    for word in WORDS_IN_IT:
                        self.assertNotIn(word, body.encode() + url.encode(), f"{method} {url}")
                    self.assertLess(len(body), 40_000, f"{method} {url}")

                path = self.export(browser, "Lease.pdf")
                signed = path.read_bytes()
                self.assertTrue(signed.startswith(lease()), "what was there is not the start of it")
                report = self.judge(path)
                self.assertEqual(len(report["signatures"]), 1)
                kept = b"".join(file.read_bytes() for file in self.server.paraph.data.rglob("*") if file.is_file())
                for word in WORDS_IN_IT[:3]:
                    self.assertNotIn(word, kept, "the server keeps something of the document")

                browser.open("/documents")
                row = browser.see("device-documents a.item").text
                self.assertIn({"en": "1 signature", "ru": "1 подпись"}[language], row)
                link = re.search(rb"/URI\s*\((http[^)]+)\)", signed)[1].decode()
                browser.driver.get(link)
                browser.until(lambda: "Анна Петрова" in browser.run("return document.body.innerText"), "the history does not know the signer")
                browser.shoot(f"signing-{size}-history")

    def test_the_next_person_sees_who_signed_and_what_was_changed(self):
        browser, signer = self.browser("desktop"), Signer("first party")
        enrol(browser, self.server, signer, "first.party@example.org", "Anna Petrova")
        self.open(browser, "Lease.pdf", lease())
        self.sign(browser, signer)
        self.save(browser)
        signed = self.export(browser, "Lease.pdf").read_bytes()
        for size, language in turn([("iphone", "fr"), ("desktop", "en"), ("ipad", "ru")], 0):
            other = self.browser(size, language)
            enrol(other, self.server, Signer(f"next {size}"), f"next.{size}@example.org", "Boris")
            word = WORDS_IN_IT[0]
            forged = signed.replace(word, word[::-1], 1)
            self.assertNotEqual(forged, signed)
            for name, content, state in [("Good.pdf", signed, "current"), ("Noted.pdf", stamped(signed), "changed"), ("Forged.pdf", forged, "sealBroken")]:
                self.open(other, name, content)
                other.see("[data-verdict][data-state]")
                # What is good is a line; what is not lies open.
                self.assertEqual(other.run("return document.querySelector('[data-verdict] details').open"), state != "current")
                if state == "current":
                    self.assertIn(" · 1 ", other.text("[data-verdict] h2"))
                    self.assertLess(other.see("[data-verdict]").rect["height"], 60)
                    other.shoot(f"signing-{size}-line")
                self.assertEqual(self.verdict(other).get_attribute("data-state"), state)
                self.assertIn("Anna Petrova", self.verdict(other).text)
                self.assertEqual(len(other.all(".change-mark")), 1 if state == "changed" else 0)
                # The seal covers what was signed, whatever was put on it later.
                seals = [seal.get_attribute("data-seal") for seal in other.all("[data-seal]")]
                self.assertEqual(seals, ["invalid" if state == "sealBroken" else "valid"])
                other.shoot(f"signing-{size}-{state}")
        # Whoever has the changed file noted as a version makes nothing of it that it is not.
        noted = stamped(signed) + b"\n"
        save = {"hash": sha256(noted).hexdigest(), "previousHash": sha256(signed).hexdigest(), "documentId": LINK.search(signed)[1].decode()}
        self.assertEqual(other.driver.execute_async_script(SAVE, save), 200)
        self.open(other, "Again.pdf", noted)
        self.assertEqual(self.verdict(other).get_attribute("data-state"), "changed")

    def test_seals_that_were_not_checked_are_told_of_and_checked_when_wanted(self):
        for size, language in turn([("desktop", "en"), ("iphone", "ru")], 1):
            browser = self.browser(size, language)
            enrol(browser, self.server, Signer(f"many seals {size}"), f"many.seals.{size}@example.org", "Anna Petrova")
            self.open(browser, "Many.pdf", many_signed(35))
            self.verdict(browser)
            for left in [19, 3]:
                browser.until(lambda: [row.get_attribute("data-unjudged") for row in browser.all("[data-unjudged]")] == [str(left)], f"not {left} are left")
                self.assertIn(str(left), browser.text("[data-unjudged]"))
                browser.shoot(f"signing-{size}-{left}-seals-left")
                browser.click("[data-unjudged] button")
            browser.until(lambda: not browser.all("[data-unjudged]"), "there are seals left")
            self.assertEqual([seal.get_attribute("data-seal") for seal in browser.all("[data-seal]")], ["invalid"])

    def test_who_signs_after_a_change_does_not_make_it_unchanged(self):
        browser, signer = self.browser("desktop"), Signer("before the note")
        enrol(browser, self.server, signer, "before.note@example.org", "Anna Petrova")
        self.open(browser, "Lease.pdf", lease())
        self.sign(browser, signer, 0.4)
        self.save(browser)
        signed = self.export(browser, "Lease.pdf").read_bytes()
        other, boris = self.browser("iphone"), Signer("after the note")
        enrol(other, self.server, boris, "after.note@example.org", "Boris")
        # As it is, a second signature takes nothing from the first; after a change it does not hide the change.
        for name, content, state in [("Good.pdf", signed, "current"), ("Noted.pdf", stamped(signed), "changed")]:
            if state == "changed":
                save = {"hash": sha256(content).hexdigest(), "previousHash": sha256(signed).hexdigest(), "documentId": LINK.search(signed)[1].decode()}
                self.assertEqual(other.driver.execute_async_script(SAVE, save), 200)
            self.open(other, name, content)
            self.sign(other, boris, 0.8)
            self.save(other)
            path = self.export(other, name)
            self.assertTrue(path.read_bytes().startswith(content))
            self.assertEqual(len(re.findall(rb"/ByteRange", path.read_bytes())), 2)
            other.until(lambda: self.verdict(other).get_attribute("data-state") == state, f"it is not {state}")
            self.assertEqual([seal.get_attribute("data-seal") for seal in other.all("[data-seal]")], ["valid"])
            other.shoot(f"signing-iphone-after-{state}")

    def test_ink_that_is_taken_away_leaves_the_document_as_it_was(self):
        browser, signer = self.browser("ipad", "fr"), Signer("second thoughts")
        enrol(browser, self.server, signer, "second.thoughts@example.org", "Jean Dupont")
        self.open(browser, "Bail.pdf", lease())
        self.sign(browser, signer, 0.4)
        browser.shoot("signing-ipad-placed")
        self.press(browser, "Retirer la signature")
        browser.until(lambda: not browser.all(".placed"), "the ink stays")
        self.assertEqual([button.text for button in browser.all("[data-signing] button")], ["Signer"])
        self.assertEqual(self.export(browser, "Bail.pdf").read_bytes(), lease(), "it is not what it was")
        # And from the beginning: the place, another drawing, the seal.
        self.sign(browser, signer, 0.7)
        self.assertEqual(len(browser.all(".placed")), 1)
        self.save(browser)
        self.verdict(browser)
        browser.shoot("signing-ipad-signed")
        report = self.judge(self.export(browser, "Bail.pdf"))
        self.assertEqual(len(report["signatures"]), 1)

    def test_a_seal_is_put_in_while_other_things_are_asked(self):
        browser, signer = self.browser("iphone"), Signer("at once")
        enrol(browser, self.server, signer, "at.once@example.org")
        self.add(browser, "Lease.pdf", lease())
        base = browser.run("return document.querySelector('script[type=module][src]').src.replace(/[/][^/]*[/][^/]*$/, '')")
        self.assertEqual(browser.driver.execute_async_script(AT_ONCE, base, b64encode(lease()).decode()), 1)

    def test_a_second_signature_leaves_the_first_valid(self):
        browser, signer = self.browser("iphone"), Signer("twice")
        enrol(browser, self.server, signer, "twice@example.org")
        self.open(browser, "Lease.pdf", lease())
        for number in range(2):
            self.sign(browser, signer, 0.4)
            if number == 1:
                # Whoever lays it over the first is told so, and may still do it.
                browser.until(lambda: browser.text(".signing-warning") != "", "it is not said that an earlier signature is covered")
                browser.shoot("signing-iphone-covers")
                placed = browser.see(".placed")
                for _ in range(25):
                    placed.send_keys(Keys.ARROW_DOWN)
                browser.until(lambda: browser.run("return document.querySelector('.signing-warning').textContent") == "", "it is said still")
            self.save(browser)
            browser.see("[data-pages] .viewer-page[data-drawn]")
        report = self.judge(self.export(browser, "Lease.pdf"))
        self.assertEqual(len(report["signatures"]), 2)
        # Two signatures of one person are not all who could sign.
        browser.open("/documents")
        self.assertEqual(browser.see("device-documents .state").get_attribute("data-state"), "mine")

    def test_an_existing_field_is_signed_with_a_photo(self):
        browser, signer = self.browser("iphone", "fr"), Signer("tenant")
        enrol(browser, self.server, signer, "tenant@example.org")
        self.open(browser, "Lease.pdf", with_field())
        self.press(browser, browser.text("[data-signing] button"))
        browser.see(".field-mark")
        browser.shoot("signing-iphone-field")
        browser.click(".field-mark")
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.see(".placed canvas")
        browser.until(lambda: not browser.all("dialog"), "the pad stays")
        picture = self.folder / "me.png"
        browser.see("[data-pages] canvas").screenshot(str(picture))
        browser.driver.find_element(By.CSS_SELECTOR, "[data-signing] input[type=file]").send_keys(str(picture))
        browser.see(".placed img")
        browser.shoot("signing-iphone-photo")
        self.save(browser)
        browser.see("[data-pages] .viewer-page[data-drawn]")
        browser.shoot("signing-iphone-photo-signed")
        report = self.judge(self.export(browser, "Lease.pdf"))
        self.assertEqual([one["field"] for one in report["signatures"]], ["Tenant"])

    def test_a_forger_is_declined_and_nothing_is_changed(self):
        browser, signer = self.browser("iphone"), Signer("victim")
        enrol(browser, self.server, signer, "victim@example.org")
        self.open(browser, "Lease.pdf", lease())
        self.press(browser, "Sign")
        browser.until(lambda: len(browser.all("[data-signing] button:not([data-line])")) == 2, "the place is not asked for")
        self.tap(browser, 0.5, 0.5)
        self.assertEqual(answer(browser, Signer("forger").signature()), "refused")
        browser.shoot("signing-iphone-refused")
        browser.click("dialog [data-cancel]")
        self.press(browser, "Cancel")
        self.assertEqual(browser.all(".placed"), [])
        self.assertEqual(self.export(browser, "Lease.pdf").read_bytes(), lease(), "it is what it was")

    def test_without_a_connection_the_ink_stays_and_the_document_too(self):
        browser, signer = self.browser("iphone"), Signer("offline")
        enrol(browser, self.server, signer, "offline@example.org")
        self.open(browser, "Lease.pdf", lease())
        self.sign(browser, signer)
        browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
        browser.click("[data-save]")
        browser.until(lambda: "The document is unchanged." in browser.text("[data-notice]"), "no word of it")
        browser.shoot("signing-iphone-offline")
        browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
        browser.excused.append("ERR_INTERNET_DISCONNECTED")
        browser.click("[data-notice] button")
        browser.see("[data-signing] [data-finish]")
        self.judge(self.export(browser, "Lease.pdf"))

    def test_without_room_nothing_is_left_and_it_goes_on_once_there_is_some(self):
        browser, signer = self.browser("iphone"), Signer("roomless")
        enrol(browser, self.server, signer, "roomless@example.org")
        # Larger than what the browser keeps back for its own bookkeeping.
        large = lease() + b"%" + b"x" * 4_000_000 + b"\n"
        self.open(browser, "Lease.pdf", large)
        self.sign(browser, signer)

        def kept():
            return browser.driver.execute_async_script(KEPT)

        before = kept()
        quota = {"origin": self.server.base}
        used = browser.driver.execute_cdp_cmd("Storage.getUsageAndQuota", quota)["usage"]
        browser.driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {**quota, "quotaSize": used + 1_000_000})
        browser.click("[data-save]")
        browser.until(lambda: "There is no room" in browser.text("[data-notice]"), "no word of it")
        self.assertEqual(kept(), before, "half a file is left")
        browser.driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", quota)
        self.sign(browser, signer)
        self.save(browser)
        self.assertTrue(self.export(browser, "Lease.pdf").read_bytes().startswith(large))

    def test_a_tab_that_is_closed_before_the_server_knows_goes_on_later(self):
        browser, signer = self.browser("iphone"), Signer("closed")
        enrol(browser, self.server, signer, "closed@example.org")
        self.open(browser, "Lease.pdf", lease())
        self.sign(browser, signer)
        # The last call does not leave the browser, and then the tab is gone.
        browser.run("""
            const fetched = window.fetch;
            window.fetch = (address, options) => address === "/v1/documents" && options.body.includes("signatures") ? new Promise(() => {}) : fetched(address, options);""")
        browser.click("[data-save]")
        waiting = """
            const done = arguments[arguments.length - 1];
            const open = indexedDB.open("paraph-documents");
            open.onsuccess = () => {
                const rows = open.result.transaction("documents").objectStore("documents").getAll();
                rows.onsuccess = () => { open.result.close(); done(rows.result.map(({ next, signatures, hash }) => [Boolean(next), signatures, hash])); };
            };"""
        rows = lambda: browser.driver.execute_async_script(waiting)
        browser.until(lambda: rows()[0][0], "the signed version is not kept")
        self.assertEqual(rows()[0][1], 0, "it counts too early")
        self.assertEqual(self.export(browser, "Lease.pdf").read_bytes(), lease(), "the old file stays until then")
        browser.run("window.onbeforeunload = null;")
        browser.open("/documents")
        try:
            browser.driver.switch_to.alert.accept()
        except Exception:
            pass
        browser.until(lambda: "1 signature" in browser.text("device-documents a.item"), "it does not go on")
        self.assertEqual(rows()[0][:2], [False, 1])
        browser.click("device-documents a.item")
        browser.see("[data-pages] .viewer-page[data-drawn]")
        self.judge(self.export(browser, "Lease.pdf"))
