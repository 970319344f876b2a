"""Passkeys, with Chromium's virtual authenticator."""

from pathlib import Path

from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from browser import Browser
from journeys import Journey
from phish import Phish
from signer import Signer
from steps import answer, enrol, give_until_done, in_page, register, sign_out, to_documents

SCRIPT = (Path(__file__).parent / "passkeys.js").read_text()


def plug_in(browser, credentials=()):
    """An authenticator that recognises its owner, with the passkeys of another."""
    options = VirtualAuthenticatorOptions()
    options.protocol, options.transport = "ctap2", "internal"
    options.has_resident_key = options.has_user_verification = options.is_user_verified = True
    browser.driver.add_virtual_authenticator(options)
    for credential in credentials:
        browser.driver.add_credential(credential)


def sign_in(browser, strokes):
    """Up to the answer, where the browser knows who it is."""
    browser.open("/sign-in?auto")
    return answer(browser, strokes)


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
        known, signer = self.person("tamara@example.org")
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
        new.at("/protect")
        new.click("[data-not-now]")
        new.at("/documents")
        new.open("/devices")
        self.assertEqual(len(new.all("[data-call^='DELETE /v1/me/devices/']")), 1)
        sign_out(new)

        # The new device's authenticator holds a copy that has counted on, so this one is refused; the signature removes it.
        known.open("/devices")
        known.click("[data-call^='DELETE /v1/me/passkeys/']")
        known.click("dialog [value=yes]")
        known.click("dialog [data-use-passkey]")
        self.assertIn("may have been copied", known.text("dialog .notice-bad"))
        known.expected("status of 401")
        self.assertEqual(answer(known, signer.signature()), "accepted")
        known.until(lambda: not known.all("[data-call^='DELETE /v1/me/passkeys/']"), "the passkey is still there")
        # Removed, it lets nobody in.
        new.open("/sign-in")
        new.click("[data-step=who] [data-use-passkey]")
        new.see("[data-step=who] .notice-bad")
        self.assertIn("no longer known here", new.text("[data-step=who] .notice-bad"))
        new.expected("status of 401")

    def registered(self, address, protect):
        """Somebody who registered through the screens in a browser that could keep a passkey, and took or declined the offer."""
        browser, signer = self.browser(), Signer(address)
        plug_in(browser)
        register(browser, self.server, signer, address, signatures=0, protect=protect)
        give_until_done(browser, signer)
        to_documents(browser)
        return browser, signer

    def test_a_passkey_becomes_the_devices_key_at_registration_and_signs_with_a_drawn_signature(self):
        browser, signer = self.registered("yulia@example.org", protect=True)
        self.assertEqual(len(browser.driver.get_credentials()), 1)
        sign_out(browser)
        # A forger has the device and its owner's finger on the reader: the signature is still theirs.
        forger = Signer("forger-of-yulia@example.org")
        self.assertEqual(sign_in(browser, forger.signature()), "refused")
        self.assertEqual(sign_in(browser, signer.signature()), "accepted")
        browser.at("/documents")
        # It approves, and the devices say what it is.
        browser.open("/devices")
        browser.shoot("device-passkey")
        self.assertIn("Key: a passkey", browser.text("main"))
        self.assertEqual(browser.all("device-protection"), [])
        browser.open("/recovery-codes")
        browser.click("[data-renew]")
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.until(lambda: len(browser.all("recovery-codes .codes li")) == 10, "the passkey does not approve")
        # Without the authenticator's owner nothing is sent; whoever gives up twice may set the device up anew.
        sign_out(browser)
        browser.driver.set_user_verified(False)
        browser.open("/sign-in?auto")
        browser.draw(signer.signature())
        browser.click("[data-primary]")
        browser.see("[data-step=pad] .notice-bad button")
        browser.driver.set_user_verified(True)
        browser.click("[data-step=pad] .notice-bad button")
        browser.at("/documents")

        # Where its site data were cleared, the passkey knows the device again.
        sign_out(browser)
        browser.run("indexedDB.deleteDatabase('paraph')")
        browser.open("/sign-in")
        browser.click("[data-step=who] [data-use-passkey]")
        browser.at("/documents")
        browser.open("/devices")
        self.assertEqual(len(browser.all("main .chip-good")), 1)
        self.assertEqual(browser.all("[data-call^='DELETE /v1/me/devices/']"), [])

        # Removed, it ends the device: what happens is said before.
        browser.click("[data-call^='DELETE /v1/me/passkeys/']")
        self.assertIn("must be set up again", browser.text("dialog [data-consequence]"))
        browser.click("dialog [value=yes]")
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.at("/sign-in")
        browser.open("/sign-in?auto")
        browser.draw(signer.signature())
        browser.click("[data-primary]")
        browser.see("[data-step=pad] .notice-bad")
        self.assertIn("no longer knows this browser", browser.text("[data-step=pad] .notice-bad"))
        browser.expected("status of 401")

    def test_whoever_declines_keeps_a_key_of_the_browser_and_switches_over_later(self):
        browser, signer = self.registered("marta@example.org", protect=False)
        self.assertEqual(browser.driver.get_credentials(), [])
        sign_out(browser)
        self.assertEqual(sign_in(browser, signer.signature()), "accepted")
        browser.at("/documents")
        browser.open("/devices")
        self.assertNotIn("Key:", browser.text("main"))
        browser.shoot("device-protection")
        browser.click("device-protection [data-protect]")
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.until(lambda: "Key: a passkey" in browser.text("main"), "the device is not switched over")
        sign_out(browser)
        self.assertEqual(sign_in(browser, signer.signature()), "accepted")

    def test_a_new_device_is_offered_a_passkey_which_a_signature_approves(self):
        address = "ruslan@example.org"
        known, signer = self.browser(), Signer(address)
        codes = enrol(known, self.server, signer, address)
        new = self.browser("ipad")
        plug_in(new)
        # Where the person was going, and the part of it that only the browser knows, outlast signing in and the offer.
        new.open("/activity#today")
        new.at("/sign-in")
        new.fill("#identifier", address)
        new.click("form[data-who] [type=submit]")
        new.click("[data-use-recovery]")
        new.fill("#recovery-code", codes[0])
        new.click("form[data-recovery] [type=submit]")
        new.at("/protect")
        new.shoot("protect-new-device")
        new.click("[data-protect]")
        new.see("dialog [data-purpose]")
        self.assertIn("Make a passkey the key of this device", new.text("dialog [data-purpose]"))
        self.assertEqual(answer(new, signer.signature()), "accepted")
        new.at("/activity")
        self.assertTrue(new.driver.current_url.endswith("/activity#today"), new.driver.current_url)
        new.open("/devices")
        self.assertIn("Key: a passkey", new.text("main"))
        # Whose key is a passkey is not offered one again.
        new.open("/protect?next=/activity")
        new.at("/activity")
        for elsewhere in ["https://example.net/", "//example.net/", "/\\example.net", "javascript:alert(1)", "%2F%2Fexample.net"]:
            new.open(f"/protect?next={elsewhere}")
            new.at("/documents")

    def test_a_passkey_that_fails_leaves_the_browsers_key(self):
        browser, signer = self.browser(), Signer("nikita@example.org")
        plug_in(browser)
        browser.driver.set_user_verified(False)
        register(browser, self.server, signer, "nikita@example.org", signatures=0, protect=True)
        browser.see("[data-step=protect] .notice-bad")
        browser.shoot("protect")
        browser.click("[data-step=protect] [data-not-now]")
        give_until_done(browser, signer)
        to_documents(browser)
        sign_out(browser)
        self.assertEqual(sign_in(browser, signer.signature()), "accepted")

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
