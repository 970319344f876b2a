"""Documents that are open on a desktop and signed on a phone: two browsers of one person, and everybody else."""

import contextlib
import sqlite3
import time
import unittest
from urllib.parse import urlsplit

import qrcode
from qrcode.util import MODE_8BIT_BYTE, QRData

from files import FileJourney
from journeys import turn
from pdfs import lease
from signer import Signer
from signing import SHOWS
from steps import ENROL, answer, enrol, in_page

# An account whose person has given no signature yet, and what it asks its phone for; gives the recovery codes and the id.
ASK = ENROL + """
async function ask(receipt, code) {
  const [{ call }, keys] = await Promise.all(["Base/api.js", "Devices/device-key.js"].map(from));
  const pair = await keys.makeKeys();
  const device = await keys.deviceKey(pair, receipt.id);
  const grant = await call("POST", `/v1/registrations/${receipt.id}/confirmation`, { code, device });
  await keys.remember(grant.deviceId, pair, [receipt.email]);
  const { codes } = await call("POST", "/v1/me/recovery-codes", {});
  const { id } = await call("POST", "/v1/me/hand-overs", { hash: "0".repeat(64), name: "Lease.pdf" });
  return { codes, id };
}
"""

# The codes of texts, each under one mask, or under the best where none is named, by the page's own encoder.
CODES = """
const [asked, done] = arguments;
import(document.querySelector("script[src$='/page.js']").src.replace("page.js", "qr.js"))
    .then(({ modules }) => done(asked.map(([text, mask]) => modules(text, mask ?? undefined).map((row) => row.map(Number).join("")))), (error) => done(String(error)));
"""


def reference(text, mask):
    """The same by another's encoder."""
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M, border=0, mask_pattern=mask)
    code.add_data(QRData(text.encode(), mode=MODE_8BIT_BYTE), optimize=0)
    code.make(fit=True)
    return ["".join(str(int(bool(module))) for module in row) for row in code.modules]


class CodeTests(FileJourney):
    def test_codes_are_those_of_another_encoder_module_by_module(self):
        browser = self.browser("laptop")
        browser.open("/?stay")
        text = "https://paraph.example.org/hand-over/ü0123456789abcdef?x=" * 4
        asked = [(text[:length], mask) for length in range(1, 206, 3) for mask in (length % 8, None)] + [(text[:40], mask) for mask in range(8)]
        codes = browser.driver.execute_async_script(CODES, asked)
        self.assertIsInstance(codes, list, codes)
        for (content, mask), code in zip(asked, codes, strict=True):
            right = [reference(content, one) for one in (range(8) if mask is None else [mask])]
            self.assertIn(code, right, f"{len(content)} characters under mask {mask}")
        self.assertEqual({len(code) for code in codes}, {17 + 4 * version for version in range(1, 11)}, "not every version was made")


@unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
class HandOverTests(FileJourney):
    def couple(self, name, size="iphone", language="en", dark=False):
        """A person with a desktop, and a phone that is a known device; gives both and the hand."""
        desktop, phone, signer = self.browser("laptop", language, dark), self.browser(size, language, dark), Signer(name)
        address = f"{name.replace(' ', '.')}@example.org"
        self.codes = enrol(desktop, self.server, signer, address)
        self.address = address
        return desktop, phone, signer

    def sign_in(self, phone, address, code):
        """From the sign-in page on, on a browser that is new to the account."""
        phone.fill("#identifier", address)
        phone.click("form[data-who] [type=submit]")
        phone.see("[data-step=device] [data-qr] svg")
        phone.click("[data-use-recovery]")
        phone.fill("#recovery-code", code)
        phone.click("form[data-recovery] [type=submit]")

    def begin(self, desktop):
        """From the document to the code; gives the path that it leads to."""
        desktop.see("[data-signing] button")
        self.press(desktop, desktop.text("[data-signing] button"))
        desktop.until(lambda: len(desktop.all("[data-signing] button:not([data-line])")) == 2, "the place is not asked for")
        self.tap(desktop, 0.5, 0.5)
        return self.show(desktop)

    def show(self, desktop):
        desktop.click("dialog [data-offer-phone] button")
        return self.code(desktop)

    def code(self, desktop):
        desktop.see("dialog [data-hand-over] svg.qr")
        return urlsplit(desktop.text("dialog [data-address]")).path

    def said(self, browser, selector="dialog [data-hand-over] [data-notice] span"):
        return browser.until(lambda: browser.text(selector), "nothing is said")

    def test_a_phone_is_offered_no_other_phone_and_the_document_stands_over_the_pad_by_its_name(self):
        for size, is_offered in turn([("iphone", False), ("small", False), ("laptop", True)], 0, 2):
            with self.subTest(size=size):
                browser = self.browser(size, "ru")
                enrol(browser, self.server, Signer(f"offered {size}"), f"offered.{size}@example.org")
                self.open(browser, "Договор аренды.pdf", lease())
                browser.see("[data-signing] button")
                self.press(browser, browser.text("[data-signing] button"))
                browser.until(lambda: len(browser.all("[data-signing] button:not([data-line])")) == 2, "the place is not asked for")
                self.tap(browser, 0.5, 0.5)
                browser.see("dialog ink-pad:not([disabled])")
                self.assertEqual(bool(browser.all("dialog [data-offer-phone]")), is_offered)
                self.assertEqual(browser.text("dialog [data-purpose]"), "Договор аренды.pdf")
                self.assertNotIn("localhost", browser.text("dialog"))
                browser.shoot(f"over-the-pad-{size}")

    def test_a_document_of_the_desktop_is_signed_on_the_phone(self):
        for size, language, dark, done in turn([("iphone", "en", False, "Sent to your computer"), ("small", "ru", True, "Подпись передана на компьютер"), ("small", "fr", False, "Signature transmise à l’ordinateur")], 1):
            with self.subTest(size=size, language=language):
                desktop, phone, signer = self.couple(f"handed {size} {language}", size, language, dark)
                self.open(desktop, "Lease.pdf", lease())
                path = self.begin(desktop)
                self.look(desktop, f"hand-over-{size}-{language}-code")
                # The phone is new to the account: it signs in first, and comes back.
                phone.open(path)
                phone.at("/sign-in")
                self.sign_in(phone, self.address, self.codes[0])
                phone.at(path)
                self.assertIn("Lease.pdf", phone.text("main .facts"))
                self.look(phone, f"hand-over-{size}-{language}-asked")
                phone.click("[data-sign]")
                self.assertEqual(answer(phone, signer.signature()), "accepted")
                phone.see("hand-over[data-status=drawn]")
                self.look(phone, f"hand-over-{size}-{language}-drawn")
                self.assertEqual(phone.text("h1"), done)
                self.assertTrue(phone.driver.title.startswith(done), phone.driver.title)
                desktop.see(".placed canvas")
                desktop.until(lambda: not desktop.all("dialog"), "the sheet stays")
                dark_points = "const c = document.querySelector('.placed canvas'); return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.filter((v, i) => i % 4 === 3 && v > 128).length"
                desktop.until(lambda: desktop.run(dark_points) > 50, "the ink of the phone is not seen")
                self.look(desktop, f"hand-over-{size}-{language}-placed")
                self.save(desktop)
                self.look(desktop, f"hand-over-{size}-{language}-signed")
                self.judge(self.export(desktop, "Lease.pdf"))
                # It is good once.
                phone.open(path)
                phone.see("hand-over[data-status=drawn]")
                self.assertFalse(phone.all("[data-sign]"))

    def test_a_document_in_files_is_signed_on_the_phone(self):
        desktop, phone, signer = self.couple("handed kept", language="fr")
        self.keep(desktop, "Lease.pdf", lease())
        self.view(desktop, "Lease.pdf")
        path = self.begin(desktop)
        phone.open(path)
        self.sign_in(phone, self.address, self.codes[0])
        phone.at(path)
        phone.click("[data-sign]")
        phone.click("dialog .pens label:nth-child(2)")
        self.assertEqual(answer(phone, signer.signature()), "accepted")
        desktop.see(".placed canvas")
        desktop.until(lambda: not desktop.all("dialog"), "the sheet stays")
        self.save(desktop)
        self.look(desktop, "hand-over-kept-signed")
        self.judge(self.export(desktop, "Lease.pdf"))

    def test_it_ends_where_either_says_so_and_is_for_no_one_else(self):
        desktop, phone, _ = self.couple("handed back")
        self.open(desktop, "Lease.pdf", lease())
        path = self.begin(desktop)
        phone.open(path)
        self.sign_in(phone, self.address, self.codes[0])
        phone.at(path)
        phone.click("[data-call^=DELETE]")
        phone.see("hand-over[data-status=declined]")
        self.look(phone, "hand-over-declined-phone")
        self.assertEqual(phone.text("h1"), "Declined")
        self.assertIn("Declined on the phone", self.said(desktop))
        self.look(desktop, "hand-over-declined")
        desktop.click("dialog [data-again]")
        again = desktop.until(lambda: self.code(desktop) != path and self.code(desktop), "no new code")
        # Another account on the phone.
        stranger = self.browser("small", "ru")
        enrol(stranger, self.server, Signer("handed stranger"), "handed.stranger@example.org")
        stranger.expected("hand-over")
        stranger.open(again)
        stranger.see("main .lead")
        self.look(stranger, "hand-over-stranger")
        self.assertFalse(stranger.all("hand-over"))
        self.assertEqual(stranger.text("h1"), "Здесь нечего подписывать")
        # The person signs with the mouse after all: the phone is told.
        phone.open(again)
        phone.see("[data-sign]")
        desktop.click("dialog [data-here]")
        desktop.see("dialog ink-pad")
        phone.see("hand-over[data-status=cancelled]")
        self.look(phone, "hand-over-cancelled")
        self.assertEqual(phone.text("h1"), "Cancelled")
        # The desktop is no phone.
        path = self.show(desktop)
        tab = desktop.driver.current_window_handle
        desktop.driver.switch_to.new_window("tab")
        desktop.open(path)
        desktop.see("hand-over .notice span")
        self.assertFalse(desktop.all("[data-sign]"))
        desktop.driver.close()
        desktop.driver.switch_to.window(tab)
        # Without a connection the code stays and says so.
        if self.server.paraph:
            desktop.expected("ERR_CONNECTION_REFUSED", "net::ERR", "/v1/")
            phone.expected("ERR_CONNECTION_REFUSED", "net::ERR", "/v1/")
            self.server.stop()
            desktop.run("dispatchEvent(new Event('online'))")
            desktop.see("dialog [data-hand-over] [data-notice].notice-bad")
            self.look(desktop, "hand-over-offline")
            desktop.see("dialog svg.qr")
            self.server.start()

    def test_time_runs_out_on_both(self):
        desktop, phone, _ = self.couple("handed late")
        self.open(desktop, "Lease.pdf", lease())
        path = self.begin(desktop)
        phone.open(path)
        self.sign_in(phone, self.address, self.codes[0])
        phone.at(path)
        # What the server says ten minutes later, told to both pages.
        late = """
            const fetched = window.fetch;
            window.fetch = async (address, options) => {
              const answer = await fetched(address, options);
              if (!/hand-overs\\/[0-9a-f]{32}$/.test(address)) return answer;
              return new Response(JSON.stringify({ ...(await answer.json()), status: "expired" }), { headers: { "Content-Type": "application/json" } });
            };
            dispatchEvent(new Event("online"));"""
        desktop.run(late)
        self.assertIn("Time ran out", self.said(desktop))
        self.look(desktop, "hand-over-expired")
        desktop.see("dialog [data-again]")

    def test_time_runs_out_under_the_eyes_of_the_phone(self):
        if not self.server.paraph:
            self.skipTest("needs the server's own table")
        desktop, phone, _ = self.couple("handed slow", size="small", language="fr")
        self.open(desktop, "Lease.pdf", lease())
        path = self.begin(desktop)
        phone.open(path)
        self.sign_in(phone, self.address, self.codes[0])
        phone.at(path)
        self.look(phone, "hand-over-fr-asked")
        # Ten minutes are nearly over.
        with contextlib.closing(sqlite3.connect(self.server.paraph.data / "paraph.db", timeout=30)) as tables, tables:
            tables.execute("UPDATE handOver SET expiresAt = ? WHERE id = ?", (int(time.time() * 1_000) + 4_000, path.split("/")[-1]))
        phone.open(path)
        phone.see("hand-over[data-status=expired]")
        self.look(phone, "hand-over-fr-expired")
        self.assertEqual(phone.text("h1"), "Délai dépassé")
        self.assertFalse(phone.all("[data-sign], [data-call^=DELETE]"))

    def test_a_phone_whose_key_is_gone_is_sent_to_sign_in(self):
        desktop, phone, signer = self.couple("handed keyless")
        self.open(desktop, "Lease.pdf", lease())
        path = self.begin(desktop)
        phone.open(path)
        self.sign_in(phone, self.address, self.codes[0])
        phone.at(path)
        phone.see("[data-sign]")
        # The session is there still, and what it is a session of is not.
        phone.run("indexedDB.deleteDatabase('paraph')")
        phone.open(path)
        phone.click("[data-sign]")
        self.assertIn("no key for your account", self.said(phone, "hand-over [data-notice] span"))
        self.look(phone, "hand-over-keyless")
        self.assertFalse(phone.all("dialog"))
        phone.click("hand-over [data-notice] button")
        phone.at("/sign-in")
        self.look(phone, "hand-over-keyless-sign-in")
        self.sign_in(phone, self.address, self.codes[1])
        phone.at(path)
        phone.click("[data-sign]")
        self.assertEqual(answer(phone, signer.signature()), "accepted")
        phone.see("hand-over[data-status=drawn]")
        desktop.see(".placed canvas")

    def test_who_has_given_no_signature_gives_it_first(self):
        desktop, phone = self.browser("laptop"), self.browser("small")
        desktop.open("/register")
        address = "handed.early@example.org"
        receipt = in_page(desktop, "begin", address, "Early Bird")
        asked = in_page(desktop, "ask", receipt, self.server.code(address), script=ASK)
        path = f"/hand-over/{asked['id']}"
        phone.open(path)
        self.sign_in(phone, address, asked["codes"][0])
        # Who opens the address again before that is told why there is nothing to draw on.
        phone.at("/enrol")
        phone.open(path)
        self.assertIn("not given your ten signatures", phone.text("hand-over [role=status] span"))
        self.look(phone, "hand-over-not-enrolled")
        self.assertFalse(phone.all("[data-sign]"))
        phone.click("hand-over a[href='/enrol']")
        phone.at("/enrol")
        phone.see("ink-pad")

    def test_an_address_of_nothing_says_so(self):
        browser = self.browser("small", "fr")
        enrol(browser, self.server, Signer("handed nothing"), "handed.nothing@example.org")
        for id in ["0" * 32, "lease"]:
            browser.expected("hand-over")
            browser.open(f"/hand-over/{id}")
            self.assertEqual(browser.text("h1"), "Rien à signer ici")
        self.look(browser, "hand-over-nothing")
        browser.expected("nowhere")
        browser.open("/nowhere")
        self.assertEqual(browser.text("h1"), "Page introuvable")
