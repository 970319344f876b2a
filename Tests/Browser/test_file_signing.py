"""Documents in Files that are signed: by two at once, in a field, once though an answer is lost, and encrypted ones."""

import email
import io
import re
import unittest
from email import policy
from hashlib import sha256

from selenium.webdriver.common.by import By

from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.pdf_utils.writer import copy_into_new_writer
from files import FileJourney
from pdfs import lease, with_field
from pictures import photograph
from signer import Signer
from signing import SHOWS
from steps import answer, enrol, sign_out
from test_sharing import SHEET

CONTENT = """
const [id, done] = arguments;
fetch(`/v1/files/${id}/content`, { headers: { "Paraph-Web": "1" } }).then((answer) => answer.arrayBuffer())
  .then((bytes) => crypto.subtle.digest("SHA-256", bytes))
  .then((digest) => done(Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")));
"""
# The call that seals waits for the journey.
HOLD = """
const fetched = window.fetch;
window.fetch = async (address, options) => {
  if (/\\/drafts\\/[0-9a-f]{32}$/.test(address) && !window.isFree) await new Promise((done) => (window.release = () => { window.isFree = true; done(); }));
  return fetched(address, options);
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
# No answer about a seal comes back; the fourth says that the draft is gone, as it is after a while.
UNTOLD = """
const fetched = window.fetch;
let count = 0;
window.fetch = async (address, options) => {
  if (!/\\/drafts\\/[0-9a-f]{32}$/.test(address)) return fetched(address, options);
  if ((count += 1) > 3) return new Response(JSON.stringify({ code: "notFound" }), { status: 404 });
  await fetched(address, options);
  throw new TypeError("lost");
};
"""
# The answers about pieces never come.
UNHEARD = """
const listen = XMLHttpRequest.prototype.addEventListener;
XMLHttpRequest.prototype.addEventListener = function (kind, heard) { if (kind !== "load") listen.call(this, kind, heard); };
"""
# Lets somebody in to a document.
LET_IN = """
const [id, email, done] = arguments;
fetch(`/v1/files/${id}/readers`, { method: "POST", headers: { "Paraph-Web": "1", "Content-Type": "application/json" }, body: JSON.stringify({ email }) })
  .then(({ status }) => done(status));
"""


def encrypted(password=""):
    """The lease as only its owner may change it; a password opens it, where there is one."""
    writer = copy_into_new_writer(PdfFileReader(io.BytesIO(lease())))
    writer.encrypt(owner_pass="owner's", user_pass=password)
    output = io.BytesIO()
    writer.write(output)
    return output.getvalue()


@unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
class FileSigningTests(FileJourney):
    def test_two_sign_at_once_and_both_signatures_count(self):
        anna, boris = self.browser("iphone"), self.browser("laptop", "ru")
        signer, other = Signer("anna at once"), Signer("boris at once")
        enrol(boris, self.server, other, "boris.at.once@example.org", "Boris Ivanov")
        enrol(anna, self.server, signer, "anna.at.once@example.org", "Anna Petrova")
        kept = self.keep(anna, "Lease.pdf", lease())
        self.let_in(anna, "Lease.pdf", "boris.at.once@example.org")
        self.view(boris, "Lease.pdf")
        boris.run(HOLD)
        self.sign(boris, other, 0.4)
        self.look(boris, "files-laptop-placed")
        boris.click("[data-save]")
        boris.until(lambda: boris.run("return window.release !== undefined"), "nothing is prepared")
        self.view(anna, "Lease.pdf")
        self.look(anna, "files-iphone-viewer")
        self.sign(anna, signer, 0.7)
        self.save(anna)
        self.assertIn("in Files", anna.text("[data-signing] p"))
        self.verdict(anna)
        self.look(anna, "files-iphone-signed")
        # Boris saw the version before hers: his goes on top, by the same drawing.
        boris.expected("status of 409")
        boris.run("window.release()")
        boris.see("[data-signing] [data-finish]")
        self.assertIn("Anna Petrova", boris.text("[data-signing] p"))
        self.verdict(boris)
        self.assertEqual(self.verdict(boris).get_attribute("data-state"), "current")
        for name in ["Anna Petrova", "Boris Ivanov"]:
            self.assertIn(name, self.verdict(boris).text)
        self.look(boris, "files-laptop-signed-on-top")
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
        self.assertEqual((item["version"], item["signerName"]), (3, "Boris Ivanov"))
        # Whoever deletes their account is told who loses what they keep.
        anna.open("/account/delete")
        self.assertIn("Boris Ivanov", anna.text("[data-files]"))
        self.look(anna, "files-iphone-delete")

    def test_a_field_is_signed_once_though_the_answer_is_lost(self):
        browser, signer = self.browser("ipad", "fr"), Signer("kept tenant")
        enrol(browser, self.server, signer, "files.tenant@example.org", "Jean Dupont")
        self.keep(browser, "Bail.pdf", with_field())
        self.view(browser, "Bail.pdf")
        browser.run(LOST)
        self.press(browser, "Signer")
        browser.click(".field-mark")
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.see(".placed canvas")
        browser.until(lambda: not browser.all("dialog"), "the pad stays")
        picture = self.folder / "me.png"
        browser.see("[data-pages] canvas").screenshot(str(picture))
        browser.driver.find_element(By.CSS_SELECTOR, "[data-signing] input[type=file]").send_keys(str(picture))
        browser.see(".placed img")
        self.save(browser)
        self.verdict(browser)
        self.look(browser, "files-ipad-signed")
        report = self.judge(self.export(browser, "Bail.pdf"))
        self.assertEqual([one["field"] for one in report["signatures"]], ["Tenant"])
        self.assertEqual([item["version"] for item in self.items(browser)], [2])

    def at_paris(self, browser):
        browser.driver.execute_cdp_cmd("Browser.setPermission", {
            "permission": {"name": "geolocation"}, "setting": "granted", "origin": self.server.base})
        browser.driver.execute_cdp_cmd("Emulation.setGeolocationOverride", {"latitude": 48.8566132, "longitude": 2.3522219, "accuracy": 10})

    def history(self, browser):
        self.verdict(browser)
        browser.click("[data-verdict] a[href*='documentid=']")
        browser.see(".signature-page")

    def test_what_others_changed_meanwhile_is_read_before_it_is_signed(self):
        anna, boris = self.browser("iphone"), self.browser("laptop", "ru")
        signer, other = Signer("anna changes"), Signer("boris reads")
        enrol(boris, self.server, other, "boris.reads@example.org", "Boris Ivanov")
        enrol(anna, self.server, signer, "anna.changes@example.org", "Anna Petrova")
        self.keep(anna, "Lease.pdf", lease())
        self.let_in(anna, "Lease.pdf", "boris.reads@example.org")
        self.view(boris, "Lease.pdf")
        boris.run(HOLD)
        self.sign(boris, other, 0.6)
        boris.click("[data-save]")
        boris.until(lambda: boris.run("return window.release !== undefined"), "nothing is prepared")
        # Anna signs over the words that Boris has read.
        self.view(anna, "Lease.pdf")
        self.sign(anna, signer, 0.14)
        self.save(anna)
        boris.expected("status of 409")
        boris.run("window.release()")
        boris.until(lambda: "прочитайте её" in boris.text("main > [data-notice]"), "the change is not told of")
        self.assertIn("Anna Petrova", self.verdict(boris).text)
        self.assertNotIn("Boris Ivanov", self.verdict(boris).text)
        self.assertFalse(boris.all(".placed"), "the ink for the version before is there still")
        self.look(boris, "files-laptop-changed")
        self.sign(boris, other, 0.6)
        self.save(boris)
        for name in ["Anna Petrova", "Boris Ivanov"]:
            self.assertIn(name, self.verdict(boris).text)

    def noted(self, browser, number):
        """Whether a signature's page in the history has a place, and a photo."""
        return browser.run("""
            const page = document.querySelector(`#signature-${arguments[0]}`);
            return [page.textContent.includes("Paris"), [...page.querySelectorAll("img")].some(({ src }) => src.includes("/photo"))];""", number)

    def test_place_and_photo_of_who_agreed_reach_the_history_and_nothing_of_who_did_not(self):
        anna, signer = self.browser("iphone"), Signer("anna told")
        boris, other = self.browser("laptop"), Signer("boris told")
        enrol(boris, self.server, other, "boris.told@example.org", "Boris Ivanov")
        enrol(anna, self.server, signer, "anna.told@example.org", "Anna Petrova")
        for browser in (anna, boris):
            self.at_paris(browser)
        self.keep(anna, "Lease.pdf", lease())
        self.let_in(anna, "Lease.pdf", "boris.told@example.org")
        # Boris puts a photo beside his ink, and agrees to nothing.
        self.view(boris, "Lease.pdf")
        self.sign(boris, other, 0.4)
        picture = photograph(boris, self.folder / "boris.jpg")
        boris.driver.find_element(By.CSS_SELECTOR, "[data-photo]").send_keys(str(picture))
        boris.see(".placed img")
        self.save(boris)
        self.history(boris)
        self.assertIn("Boris Ivanov", boris.text("#signature-1"))
        self.assertEqual(self.noted(boris, 1), [False, False])
        self.assertNotIn("Paris", boris.text("main"))
        # Anna agrees.
        self.view(anna, "Lease.pdf")
        self.sign(anna, signer, 0.7)
        anna.click("label[for=circumstances]")
        anna.until(lambda: "Your place goes" in anna.text(".circumstances"), "the place is not found")
        picture = photograph(anna, self.folder / "anna.jpg")
        anna.driver.find_element(By.CSS_SELECTOR, "[data-photo]").send_keys(str(picture))
        anna.see(".placed img")
        self.save(anna)
        self.history(anna)
        self.assertEqual([self.noted(anna, number) for number in (1, 2)], [[False, False], [True, True]])

    def test_who_is_invited_by_mail_signs_from_its_link_and_the_owner_is_told(self):
        anna, boris = self.browser("iphone"), self.browser("laptop")
        signer, address, owner = Signer("boris by mail"), "boris.by.mail@example.org", "anna.by.mail@example.org"
        enrol(boris, self.server, signer, address, "Boris Ivanov")
        sign_out(boris)
        enrol(anna, self.server, Signer("anna by mail"), owner, "Anna Petrova")
        kept = self.keep(anna, "Lease.pdf", lease())
        self.let_in(anna, "Lease.pdf", address)
        boris.driver.get(self.mailed(boris, address, "“Lease”"))
        # The device knows who signed out of it, and asks for the signature at once.
        self.assertEqual(answer(boris, signer.signature()), "accepted")
        boris.at("/documents/view")
        boris.see("[data-pages] .viewer-page[data-drawn]")
        self.assertEqual(boris.text("[data-name]"), "Lease.pdf")
        self.sign(boris, signer)
        self.save(boris)
        # What can be done then: send it on, or leave it.
        self.assertTrue(boris.all("[data-share]"))
        self.assertEqual(self.mailed(anna, owner, "Boris Ivanov"), f"{anna.base}/documents/view#file-{kept['id']}")
        anna.open("/activity")
        anna.until(lambda: "Boris Ivanov signed your document" in anna.text("main"), "Activity does not tell that it was signed")
        boris.click("[data-finish]")
        boris.at("/documents")
        boris.until(lambda: boris.all("device-documents [data-state=all]"), "the list does not know who signed")

    def mailed(self, browser, address, words):
        """The link in the newest mail to an address that says some words."""
        def found():
            for path in sorted(self.server.mail.glob("*.eml"), key=lambda path: path.stat().st_mtime_ns, reverse=True):
                message = email.message_from_bytes(path.read_bytes(), policy=policy.default)
                body = message.get_body(("plain",)).get_content()
                if str(message["To"]).strip("<>") == address and words in body + str(message["Subject"]):
                    return re.search(r"http\S+/documents/view#file-[0-9a-f]{32}", body)
            return None

        return browser.until(found, f"no mail to {address} says {words}")[0]

    def test_what_is_signed_in_files_is_sent_on_from_there(self):
        browser, signer = self.browser("iphone"), Signer("sends on")
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SHEET})
        enrol(browser, self.server, signer, "sends.on@example.org")
        self.keep(browser, "Lease.pdf", lease())
        self.view(browser, "Lease.pdf")
        self.sign(browser, signer)
        self.save(browser)
        self.look(browser, "files-iphone-finish")
        browser.click("[data-share]")
        shared = lambda: [bytes(content) for _, _, content in browser.run("return window.shared")]
        browser.until(shared, "nothing is sent on")
        [item] = self.items(browser)
        self.assertEqual([sha256(content).hexdigest() for content in shared()], [item["hash"]])
        browser.click("[data-finish]")
        browser.at("/documents")

    def test_what_was_signed_before_its_sender_heard_of_it_stays(self):
        anna, boris = self.browser("laptop"), self.browser("iphone")
        signer = Signer("boris unheard")
        enrol(boris, self.server, signer, "boris.unheard@example.org", "Boris Ivanov")
        enrol(anna, self.server, Signer("anna unheard"), "anna.unheard@example.org")
        self.add(anna, "Lease.pdf", lease())
        anna.run(UNHEARD)
        self.sheet(anna, "Lease.pdf", "keep")
        anna.click("dialog [value=move]")
        anna.until(lambda: [item.get("hash") for item in self.items(anna)] == [sha256(lease()).hexdigest()], "it does not arrive")
        anna.open("/more")
        [kept] = self.items(anna)
        self.assertEqual(anna.driver.execute_async_script(LET_IN, kept["id"], "boris.unheard@example.org"), 201)
        self.view(boris, "Lease.pdf")
        self.sign(boris, signer)
        self.save(boris)
        anna.open("/documents")
        anna.until(lambda: anna.all("main > [data-notice]"), "nothing is said")
        self.assertEqual([(item["id"], item["version"]) for item in self.items(anna)], [(kept["id"], 2)], "what Boris signed is gone")
        self.assertIn("is in Files", anna.text("main > [data-notice]"))
        anna.until(lambda: [chip.text for chip in anna.all("device-documents .chip")] == ["In Files"], "it did not move")

    def test_a_seal_that_nobody_heard_of_is_called_so_until_it_is_known(self):
        browser, signer = self.browser("iphone", "ru"), Signer("untold")
        enrol(browser, self.server, signer, "untold@example.org", "Anna Petrova")
        self.keep(browser, "Lease.pdf", lease())
        self.view(browser, "Lease.pdf")
        browser.run(UNTOLD)
        self.sign(browser, signer)
        browser.click("[data-save]")
        browser.until(lambda: "Возможно, документ уже подписан" in browser.text("[data-notice]"), "it is not said that it may be signed")
        self.look(browser, "files-iphone-perhaps")
        self.assertEqual([item["version"] for item in self.items(browser)], [2])
        browser.expected("status of 409")
        self.save(browser)
        self.verdict(browser)
        self.assertEqual([item["version"] for item in self.items(browser)], [2], "it is signed twice")

    def test_a_page_whose_copy_is_older_asks_to_be_loaded_again(self):
        browser, signer = self.browser("laptop"), Signer("two pages")
        enrol(browser, self.server, signer, "two.pages@example.org")
        self.keep(browser, "Lease.pdf", lease())
        self.view(browser, "Lease.pdf")
        first = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        browser.resize("laptop")
        self.view(browser, "Lease.pdf")
        self.sign(browser, signer)
        self.save(browser)
        browser.driver.switch_to.window(first)
        browser.click("[data-export]")
        browser.until(lambda: any(words in browser.text("[data-notice]") for words in ("newer version", "Anna Petrova signed")), "nothing is said of the newer version")
        self.look(browser, "files-laptop-older")
        browser.click("[data-notice] button")
        self.verdict(browser)
        signed = self.export(browser, "Lease.pdf").read_bytes()
        self.assertEqual(sha256(signed).hexdigest(), self.items(browser)[0]["hash"])

    def test_what_is_encrypted_is_signed_on_the_server(self):
        for password, size, language in [("", "iphone", "en"), ("sesame", "laptop", "fr")]:
            with self.subTest(password=password):
                browser, signer = self.browser(size, language), Signer(f"cipher {size}")
                enrol(browser, self.server, signer, f"cipher.{size}@example.org")
                self.add(browser, "Locked.pdf", encrypted(password))
                browser.click("device-documents a.item")
                self.unlock(browser, password, f"files-{size}-password")
                browser.see("[data-pages] .viewer-page[data-drawn]")
                self.look(browser, f"files-{size}-locked")
                browser.click("[data-signing] button")
                browser.at("/documents")
                browser.click("dialog [value=move]")
                browser.click("main > [data-notice].notice-good button")
                browser.at("/documents/view")
                self.unlock(browser, password)
                browser.see("[data-pages] .viewer-page[data-drawn]")
                self.sign(browser, signer)
                browser.click("[data-save]")
                self.unlock(browser, password)
                browser.see("[data-signing] [data-finish]")
                self.verdict(browser)
                self.look(browser, f"files-{size}-locked-signed")
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
