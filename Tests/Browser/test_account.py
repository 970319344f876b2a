"""Devices, codes, a changed signature, apps, and the end of an account."""

from journeys import Journey
from signer import Signer
from steps import answer, enrol, give, sign_in, sign_out


class AccountTests(Journey):
    def test_a_second_device_is_added_by_code_and_a_third_by_recovery_code(self):
        known, new, signer = self.browser(), self.browser("small", "ru"), Signer("maria")
        codes = enrol(known, self.server, signer, "maria@example.org", "Maria")
        known.open("/profile")
        new.open("/sign-in")
        new.fill("#identifier", "marja@example.org")
        new.click("form[data-who] [type=submit]")
        # The address that was mistyped is seen, and changed; what was asked for it waits no more.
        self.assertEqual(new.text("[data-asked-for]"), "marja@example.org")
        new.click(".asked-for [data-other]")
        new.see("form[data-who]")
        self.assertEqual(new.run("return document.querySelector('#identifier').value"), "marja@example.org")
        new.fill("#identifier", "maria@example.org")
        new.click("form[data-who] [type=submit]")
        new.until(lambda: new.text("[data-asked-for]") == "maria@example.org", "the other address is not asked for")
        shown = new.text("[data-shown-code]")
        new.shoot("new-device")
        # Whatever page the known device has open says so by itself.
        self.assertIn("asks to be added", known.text(".over .notice-warn"))
        known.shoot("device-asks")
        known.click(".over button")
        known.open("/documents")
        known.click("a.waiting")
        known.fill("#code", "000000" if shown != "000000" else "111111")
        known.click("form [type=submit]")
        known.until(lambda: known.all("form-field .error:not(:empty)"), "a wrong code is not refused before the drawing")
        self.assertEqual(known.all("dialog[open]"), [])
        known.fill("#code", shown)
        known.shoot("approve-device")
        known.click("form [type=submit]")
        self.assertEqual(answer(known, signer.signature()), "accepted")
        known.at("/devices")
        self.assertIn("Device added", known.text("main .notice-good"))
        self.assertEqual(len(known.all(".list > li")), 2)
        known.shoot("devices")
        # The signature on the known device was enough: the new one, which may have a mouse only, asks for none.
        new.at("/documents")
        # The known device removes the other, whose session ends with it.
        known.click("[data-call^='DELETE /v1/me/devices/']")
        known.click("dialog [value=yes]")
        self.assertEqual(answer(known, signer.signature()), "accepted")
        known.until(lambda: len(known.all(".list > li")) == 1, "the device is still there")
        new.open("/documents")
        new.at("/sign-in")

        third = self.browser("ipad")
        third.open("/sign-in")
        third.fill("#identifier", "maria@example.org")
        third.click("form[data-who] [type=submit]")
        third.click("[data-use-recovery]")
        third.fill("#recovery-code", "AAAA-AAAA-AAAA-AAAA-AAAA")
        third.click("form[data-recovery] [type=submit]")
        third.until(lambda: third.all("form[data-recovery] .error:not(:empty)"), "a wrong recovery code is not refused")
        third.fill("#recovery-code", codes[0].lower())
        third.click("form[data-recovery] [type=submit]")
        third.at("/documents")
        # The third ends the session of the first.
        third.open("/sessions")
        third.shoot("sessions")
        third.click("[data-call^='DELETE /v1/me/sessions/']")
        third.until(lambda: not third.all("[data-call^='DELETE /v1/me/sessions/']"), "the session is still there")
        known.open("/documents")
        known.at("/sign-in")
        for browser in self.browsers:
            browser.expected("status of 400", "status of 401")

    def test_a_signature_is_changed_an_app_registered_and_the_account_deleted(self):
        browser, old, new = self.browser("ipad"), Signer("pierre"), Signer("pierre anew")
        enrol(browser, self.server, old, "pierre@example.org", "Pierre")
        browser.open("/signature")
        browser.click("[data-begin]")
        self.assertEqual(answer(browser, old.signature()), "accepted")
        browser.until(lambda: not browser.all("dialog"), "the approval stays open")
        for _ in range(10):
            give(browser, new.signature())
        browser.click("a[href='/signature'].button")

        browser.open("/apps/new")
        browser.fill("#name", "North Bank")
        browser.fill("#bundleId", "com.example.north")
        browser.fill("#website", "https://north.example")
        browser.click("form [type=submit]")
        self.assertGreater(len(browser.text("[data-key]")), 20)
        browser.shoot("app-key")
        browser.click("[data-open]")
        browser.click("[data-body='{\"isDisabled\":true}']")
        browser.see("[data-body='{\"isDisabled\":false}']")
        browser.shoot("app")

        sign_out(browser)
        self.assertEqual(sign_in(browser, "pierre@example.org", old.signature()), "refused")
        self.assertEqual(sign_in(browser, "pierre@example.org", new.signature()), "accepted")
        browser.at("/documents")

        browser.open("/account/delete")
        browser.fill("#word", "delete")
        browser.shoot("delete")
        browser.click("form [type=submit]")
        self.assertEqual(answer(browser, new.signature()), "accepted")
        browser.at("/")
        browser.see(".notice-good")
        browser.shoot("deleted")
