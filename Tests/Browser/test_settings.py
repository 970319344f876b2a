"""What lies under More: pictures, the app's key, codes, consent, data, language; and all of it without a mouse."""

import json
import tempfile
import urllib.request
from pathlib import Path

from journeys import Journey
from pictures import photograph, what_is_kept
from signer import Signer
from steps import answer, enrol, give, give_until_done

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


class SettingsTests(Journey):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix="paraph-pictures-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_pictures_are_turned_upright_and_lose_what_they_tell_of_places(self):
        browser, paul = self.browser(), Signer("paul")
        enrol(browser, self.server, paul, "paul@example.org", "Paul")
        picture = photograph(browser, self.folder / "photo.jpg")
        self.assertIn(b"SECRET-PLACE", picture.read_bytes())
        browser.open("/profile")
        self.upload(browser, picture)
        browser.see(".notice-good")
        width, height, kept = what_is_kept(browser, "/v1/me/photo")
        self.assertEqual((width, height), (40, 60))
        self.assertNotIn(b"SECRET-PLACE", kept)
        self.assertNotIn(b"Exif", kept)
        browser.open("/more")
        self.assertTrue(browser.run("return document.querySelector('.who img').naturalWidth > 0"))
        browser.shoot("photo")
        browser.open("/profile")
        (self.folder / "broken.jpg").write_bytes(b"\xff\xd8 no picture")
        self.upload(browser, self.folder / "broken.jpg")
        self.assertIn("cannot be read", browser.text("photo-field .error:not(:empty)"))
        browser.click("[data-remove]")
        browser.see(".notice-good")
        browser.open("/more")
        self.assertEqual(browser.all(".who img"), [])

        browser.open("/apps/new")
        self.upload(browser, picture)
        browser.fill("#name", "North Bank")
        browser.fill("#bundleId", "com.example.paul")
        browser.fill("#app-email", "paul@example.org")
        browser.fill("#website", "https://north.example")
        browser.click("form [type=submit]")
        first = browser.text("[data-key]")
        self.allow_clipboard(browser)
        browser.click("[data-copy-key]")
        browser.see("[data-key-notice].notice-good")
        self.assertEqual(self.clipboard(browser), first)
        browser.open("/apps")
        self.assertTrue(browser.until(lambda: browser.run("return document.querySelector('.list img')?.naturalWidth > 0"), "no icon"))
        browser.shoot("apps")
        browser.click(".list a")
        self.assertEqual(self.app_answer(first), "2")
        browser.click("[data-new-key]")
        browser.click("dialog [value=yes]")
        browser.see("dialog sign-pad")
        self.assertEqual(self.app_answer(first), "2", "a new key without an approval")
        self.assertEqual(answer(browser, paul.signature()), "accepted")
        browser.until(lambda: not browser.all("dialog"), "the approval stays open")
        second = browser.text("[data-key]")
        self.assertNotEqual(first, second)
        self.assertEqual([self.app_answer(key) for key in (first, second)], ["1", "2"])
        browser.click("[data-open]")
        browser.click("[data-body='{\"isDisabled\":true}']")
        browser.see("[data-body='{\"isDisabled\":false}']")
        self.assertEqual(self.app_answer(second), "1")
        browser.click("[data-body='{\"isDisabled\":false}']")
        browser.see("[data-body='{\"isDisabled\":true}']")
        self.assertEqual(self.app_answer(second), "2")

    def test_codes_data_consent_and_language(self):
        browser, signer = self.browser(), Signer("claire")
        codes = enrol(browser, self.server, signer, "claire@example.org", "Claire")
        self.allow_clipboard(browser)
        # A recovery code approves in place of a signature, once.
        browser.open("/recovery-codes")
        browser.click("[data-renew]")
        browser.click("dialog [data-use-recovery]")
        browser.fill("dialog #recovery-code", "AAAA-AAAA-AAAA-AAAA-AAAA")
        browser.click("dialog [data-recovery] [type=submit]")
        browser.see("dialog .error:not(:empty)")
        browser.shoot("approval-by-code")
        browser.fill("dialog #recovery-code", codes[0])
        browser.click("dialog [data-recovery] [type=submit]")
        shown = [item.text for item in (browser.see(".codes"), *browser.all(".codes li"))[1:]]
        self.assertEqual(len(shown), len(codes))
        self.assertFalse(set(shown) & set(codes))
        browser.click("[data-copy]")
        browser.see(".notice-good")
        self.assertEqual(self.clipboard(browser).split(), shown)
        browser.run("window.print = () => (window.printed = true)")
        browser.click("[data-print]")
        self.assertTrue(browser.run("return window.printed"))
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        self.assertEqual([item.text for item in browser.all(".codes li")], shown)
        self.assertEqual(browser.all("button, nav, .back"), [], "buttons are printed")
        browser.shoot("codes-printed")
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})

        browser.open("/privacy")
        browser.click("data-export button")
        data = json.loads(self.download(browser, signer))
        self.assertIn("claire@example.org", json.dumps(data))
        browser.until(lambda: not browser.all("dialog"), "the approval stays open")

        browser.click("[data-call='DELETE /v1/me/consent']")
        browser.shoot("withdraw")
        browser.click("dialog [value=yes]")
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.click("main a[href='/enrol']")
        # Whoever finds the browser open cannot agree again and sign as somebody else: it takes one of the codes.
        browser.click("[data-agree]")
        browser.fill("dialog #recovery-code", shown[0])
        browser.click("dialog [data-recovery] [type=submit]")
        for _ in range(10):
            give(browser, signer.signature())
        browser.see("[data-step=done] .answer")
        browser.open("/documents")
        browser.at("/documents")

        browser.open("/settings/language")
        browser.click("main a[lang=fr]")
        browser.at("/more")
        self.assertEqual(browser.run("return document.documentElement.lang"), "fr")
        self.assertEqual(browser.text("h1"), "Plus")
        browser.expected("status of 400")

    def test_a_signature_that_is_easy_to_forge_is_told_of(self):
        browser, old, new = self.browser("iphone", "fr"), Signer("lea"), Signer.simple("lea")
        enrol(browser, self.server, old, "lea@example.org", "Léa")
        browser.open("/signature")
        browser.click("[data-begin]")
        self.assertEqual(answer(browser, old.signature()), "accepted")
        browser.until(lambda: not browser.all("dialog"), "the approval stays open")
        give_until_done(browser, new)
        self.assertIn("facile à imiter", browser.text("[data-step=done] .notice-warn"))
        browser.shoot("easy-to-forge")

    def test_everything_around_the_pad_works_with_keys(self):
        browser, signer = self.browser("desktop"), Signer("vera")
        enrol(browser, self.server, signer, "vera@example.org", "Vera")
        browser.open("/more")
        self.tab_to(browser, "[data-call='DELETE /v1/session']")
        self.press(browser, Keys.ENTER)
        browser.at("/")
        self.tab_to(browser, "a[href='/sign-in']")
        self.press(browser, Keys.ENTER)
        browser.at("/sign-in")
        self.tab_to(browser, "#identifier")
        self.press(browser, Keys.CONTROL, "a")
        self.press(browser, "vera@example.org", Keys.ENTER)
        strokes = signer.signature()
        browser.draw(strokes)
        count = "return [...document.querySelectorAll('ink-pad')].find((pad) => pad.offsetWidth).strokeCount"
        self.tab_to(browser, "ink-pad")
        self.press(browser, Keys.CONTROL, "z")
        self.assertEqual(browser.run(count), len(strokes) - 1)
        self.tab_to(browser, "[data-undo]")
        self.press(browser, Keys.SPACE)
        self.assertEqual(browser.run(count), len(strokes) - 2)
        self.tab_to(browser, "[data-erase]")
        self.press(browser, Keys.SPACE)
        self.assertEqual(browser.run(count), 0)
        self.tab_to(browser, ".pens input")
        self.press(browser, Keys.ARROW_RIGHT)
        self.assertEqual(browser.see("ink-pad").get_attribute("pen"), "black")
        browser.shoot("keys")
        browser.draw(signer.signature())
        self.tab_to(browser, "[data-primary]")
        self.press(browser, Keys.ENTER)
        browser.at("/documents")
        browser.open("/devices")
        self.assertTrue(browser.see("h1"))

    # What these journeys do.

    def upload(self, browser, path):
        browser.driver.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(str(path))

    def allow_clipboard(self, browser):
        permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        browser.driver.execute_cdp_cmd("Browser.grantPermissions", {"origin": browser.base, "permissions": permissions})

    def clipboard(self, browser):
        return browser.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0], (error) => arguments[0](String(error)))")

    def app_answer(self, key):
        """What Sign To Login's API says to an app with that key about somebody it does not know: 1 for the key, 2 for the person."""
        body = {"apikey": key, "email": "nobody@example.org", "os_version": "1", "device_version": "1"}
        request = urllib.request.Request(self.server.base + "/login/", json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answered:
            return json.load(answered)["res"]

    def download(self, browser, signer):
        """What is downloaded once the person signs for it."""
        browser.downloads_to(self.folder)
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        return browser.downloaded("*.json").read_text()

    def press(self, browser, *keys):
        chain = ActionChains(browser.driver)
        if keys[0] == Keys.CONTROL:
            chain.key_down(Keys.CONTROL).send_keys(keys[1]).key_up(Keys.CONTROL)
        else:
            chain.send_keys(*keys)
        chain.perform()

    def tab_to(self, browser, selector):
        """Goes on with the tabulator until a control has the focus, and sees that it shows."""
        browser.see(selector)
        for _ in range(40):
            self.press(browser, Keys.TAB)
            if browser.run("return document.activeElement.matches(arguments[0])", selector):
                ring = """
                    const shown = (element) => element && getComputedStyle(element).outlineStyle !== "none";
                    const { activeElement: now } = document;
                    return shown(now) || shown(now.nextElementSibling) || shown(now.parentElement);"""
                self.assertTrue(browser.run(ring), f"the focus on {selector} does not show")
                return
        raise AssertionError(f"no way to {selector} with the tabulator")
