"""Documents that stay on the device, signed by several: two who sign the same version, and a signature that hardly looks like its signer's."""

import hashlib
import unittest

from journeys import turn
from pdfs import lease
from signer import Signer
from signing import LINK, SHOWS, SigningJourney
from steps import enrol

import ink
from dialect import Dialect


@unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
class ForkTests(SigningJourney):
    def signed_by_anna(self, tag):
        """A lease with Anna's seal, and where her account is."""
        browser, signer, address = self.browser("desktop"), Signer(f"anna of {tag}"), f"anna.{tag}@example.org"
        enrol(browser, self.server, signer, address, "Anna Petrova")
        self.open(browser, "Lease.pdf", lease())
        self.sign(browser, signer, 0.3)
        self.save(browser)
        return self.export(browser, "Lease.pdf").read_bytes(), address

    def test_who_signs_a_version_second_is_told_of_the_first_and_both_are_kept(self):
        signed, _ = self.signed_by_anna("forks")
        said = {"ipad": "Signed. The document is kept on this device only.", "iphone": "Подписано. Ту же версию подписал и кто-то ещё: сохранены обе, история показывает обе."}
        both = []
        for size, language, name in [("ipad", "en", "Boris"), ("iphone", "ru", "Вера")]:
            browser, signer = self.browser(size, language), Signer(f"forks {size}")
            enrol(browser, self.server, signer, f"forks.{size}@example.org", name)
            both.append((browser, signer, size))
        # Both have opened it before either signs.
        for browser, _, _ in both:
            self.open(browser, "Lease.pdf", signed)
        for browser, signer, size in both:
            self.sign(browser, signer, 0.8)
            self.save(browser)
            self.assertIn(said[size], browser.text("[data-signing] p"))
            browser.shoot(f"forks-{size}-signed")
            path = self.export(browser, "Lease.pdf")
            self.assertTrue(path.read_bytes().startswith(signed), "the first signature is not kept as it was")
            self.assertEqual(len(self.judge(path)["signatures"]), 2)
            # What each has is a version of its own, unchanged since its last signature.
            self.assertEqual(self.verdict(browser).get_attribute("data-state"), "current")
        browser = both[1][0]
        browser.open(f"/documents/?documentid={LINK.search(signed)[1].decode()}")
        browser.see("[data-forked]")
        for name in ("Anna Petrova", "Boris", "Вера"):
            self.assertIn(name, browser.run("return document.querySelector('main').textContent"))
        browser.shoot("forks-iphone-history")

    def test_a_signature_that_hardly_looks_like_its_signer_stands_out(self):
        signed, address = self.signed_by_anna("likeness")
        # Sign To Login notes what it is given; a program saved the file once more with what somebody else drew.
        api = Dialect(self.server.base, self.server.paraph.register_app("North Bank"))
        signature = api.authenticate(address, ink.Signer(9).sample(0))
        again = signed + b"\n"
        saved = api.call("/savedocument/", {
            "apikey": api.key, "email": address, "previous_hash": hashlib.sha256(signed).hexdigest(),
            "document_hash": hashlib.sha256(again).hexdigest(), "signatures": [signature["signatureid"]]})
        self.assertEqual(saved["res"], "0", saved)
        for size, language, words in turn([("desktop", "en", "Does not look like"), ("ipad", "fr", "Ne ressemble pas"), ("iphone", "ru", "Не похожа")], 1):
            with self.subTest(size=size):
                browser = self.browser(size, language)
                enrol(browser, self.server, Signer(f"reader {size}"), f"reader.{size}@example.org", "Boris")
                self.open(browser, "Lease.pdf", again)
                browser.until(lambda: browser.all("[data-verdict] .chip-bad"), "nothing stands out")
                chips = [(chip.get_attribute("class"), chip.text) for chip in browser.all("[data-verdict] .chip") if not chip.find_elements("xpath", "ancestor::*[@data-seal]")]
                self.assertEqual([kind for kind, _ in chips], ["chip chip-good", "chip chip-bad"])
                self.assertIn(words, chips[1][1])
                self.assertTrue(browser.all("[data-verdict] h2.verdict-warn"), "the heading calls it good")
                browser.shoot(f"forks-{size}-unlike")
