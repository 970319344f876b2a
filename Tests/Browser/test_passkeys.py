"""Passkeys, with Chromium's virtual authenticator."""

from pathlib import Path

from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from browser import Browser
from journeys import Journey
from phish import Phish
from signer import Signer
from steps import answer, enrol, in_page, sign_out

SCRIPT = (Path(__file__).parent / "passkeys.js").read_text()


def plug_in(browser, credentials=()):
    """An authenticator that recognises its owner, with the passkeys of another."""
    options = VirtualAuthenticatorOptions()
    options.protocol, options.transport = "ctap2", "internal"
    options.has_resident_key = options.has_user_verification = options.is_user_verified = True
    browser.driver.add_virtual_authenticator(options)
    for credential in credentials:
        browser.driver.add_credential(credential)


class PasskeyTests(Journey):
    def person(self, address):
        """Somebody with a signature and a passkey, at the devices."""
        browser, signer = self.browser(), Signer(address)
        plug_in(browser)
        enrol(browser, self.server, signer, address)
        browser.open("/devices")
        browser.click("passkey-adding button")
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.see("[data-call^='DELETE /v1/me/passkeys/']")
        return browser, signer

    def test_a_passkey_is_added_approves_signs_in_elsewhere_and_is_removed(self):
        known, _ = self.person("tamara@example.org")
        known.shoot("passkeys")
        # The same authenticator holds no second one.
        known.click("passkey-adding button")
        known.see("dialog [data-use-passkey]")
        known.shoot("approval")
        known.click("dialog [data-use-passkey]")
        known.see("passkey-adding .notice-bad")

        # It approves in place of a signature.
        known.open("/recovery-codes")
        known.click("[data-renew]")
        known.click("dialog [data-use-passkey]")
        known.until(lambda: len(known.all("recovery-codes .codes li")) == 10, "the passkey does not approve")

        # It lets the person in on a device that nobody knows yet.
        new = self.browser("ipad")
        plug_in(new, known.driver.get_credentials())
        new.open("/sign-in")
        new.shoot("sign-in-passkey")
        new.click("[data-step=who] [data-use-passkey]")
        new.at("/documents")
        new.open("/devices")
        self.assertEqual(len(new.all("[data-call^='DELETE /v1/me/devices/']")), 1)
        sign_out(new)

        # Removed, it lets nobody in.
        known.open("/devices")
        known.click("[data-call^='DELETE /v1/me/passkeys/']")
        known.click("dialog [value=yes]")
        known.until(lambda: not known.all("[data-call^='DELETE /v1/me/passkeys/']"), "the passkey is still there")
        new.open("/sign-in")
        new.click("[data-step=who] [data-use-passkey]")
        new.see("[data-step=who] .notice-bad")
        self.assertIn("not known here any more", new.text("[data-step=who] .notice-bad"))
        new.expected("status of 401")

    def test_a_passkey_used_on_another_sites_page_opens_nothing(self):
        known, _ = self.person("igor@example.org")
        victim = Browser(self.server.base)
        try:
            plug_in(victim, known.driver.get_credentials())
            with Phish() as phish:
                victim.open("/sign-in")
                wanted = in_page(victim, "challenge", script=SCRIPT)
                victim.driver.get(phish.base)
                given = in_page(victim, "answerElsewhere", wanted, script=SCRIPT)
                victim.open("/sign-in")
                self.assertEqual(in_page(victim, "send", given, script=SCRIPT), "origin")
                # The same on the right page opens a session.
                own = in_page(victim, "answerElsewhere", in_page(victim, "challenge", script=SCRIPT), script=SCRIPT)
                self.assertEqual(in_page(victim, "send", own, script=SCRIPT), "accepted")
        finally:
            victim.quit()

    def test_a_browser_without_passkeys_shows_no_word_of_them(self):
        browser = self.browser()
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": "delete window.PublicKeyCredential"})
        browser.open("/sign-in")
        browser.see("#identifier")
        self.assertEqual(browser.all("[data-use-passkey]"), [])
