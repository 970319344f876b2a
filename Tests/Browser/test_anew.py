"""An app's account that two parties gave signatures for begins anew: who says yes by its letter gives their signature in that browser, and the app uses it."""

import email
import re
import time
from email import policy

from journeys import Journey
from signer import Signer
from steps import give_until_done, to_documents

import ink
from dialect import Dialect


class AnewTests(Journey):
    def letters(self, address):
        """The texts of the mails to an address, in the order sent."""
        paths = sorted(self.server.mail.glob("*.eml"), key=lambda path: path.stat().st_mtime_ns) if self.server.mail.exists() else []
        mails = [email.message_from_bytes(path.read_bytes(), policy=policy.default) for path in paths]
        return [mail.get_body(("plain",)).get_content() for mail in mails if str(mail["To"]).strip("<>") == address]

    def link(self, address, after=0):
        for _ in range(600):
            found = [match[0] for text in self.letters(address) if (match := re.search(r"/confirm\?token=[\w-]+", text))]
            if len(found) > after:
                return found[-1]
            time.sleep(0.05)
        raise AssertionError(f"no letter with a link came to {address}")

    def test_who_says_yes_to_a_contested_letter_gives_the_signature_in_that_browser(self):
        api, address = Dialect(self.server.base, self.server.paraph.register_app("North Bank")), "anew@example.org"
        self.assertEqual(api.enrol(address, ink.Signer(1))["res"], "0")
        stranger = ink.Signer(2)
        self.assertEqual(api.enrol(address, stranger)["res"], "4")
        browser = self.browser()
        browser.open(self.link(address, after=1))
        self.look(browser, "confirm-anew-iphone-en")
        browser.click("begin-anew button")
        browser.at("/enrol")
        self.assertEqual(api.enrol(address, stranger, start=100)["link"], f"{self.server.base}/enrol")
        browser.click("[data-agree]")
        give_until_done(browser, Signer("anew"))
        to_documents(browser)
        self.assertEqual(api.login(address)["res"], "0")
        # Its link opens nothing more.
        self.assertIn("/confirm?id=", api.enrol(address, stranger, start=200)["link"])
