"""A signature that is drawn and not saved yet: leaving asks, and a reload brings it back."""

from pdfs import lease
from signer import Signer
from signing import SigningJourney
from steps import enrol


class UnsavedTests(SigningJourney):
    def placed(self, name):
        browser, signer = self.browser(), Signer(name)
        enrol(browser, self.server, signer, f"{name}@example.org")
        self.open(browser, "Lease.pdf", lease())
        self.sign(browser, signer, 0.4)
        # It is kept once it lies still.
        browser.until(lambda: browser.run("return localStorage.getItem('paraph.drawings') !== null"), "it is not kept")
        return browser

    def reload(self, browser):
        browser.driver.refresh()
        browser.see("[data-pages] .viewer-page[data-drawn]")

    def test_a_reload_brings_it_back(self):
        browser = self.placed("reloads")
        before = browser.see(".placed").get_attribute("style")
        self.reload(browser)
        self.assertEqual(browser.see(".placed").get_attribute("style"), before, "it lies elsewhere")
        self.assertIn("is not saved yet", browser.text("[data-notice]"))
        browser.shoot("unsaved-restored")
        self.save(browser)
        self.reload(browser)
        self.verdict(browser)
        self.assertFalse(browser.all(".placed"))
        self.assertEqual(browser.all("main > [data-notice]"), [], "something is said of a signature that is saved")

    def test_the_way_back_asks(self):
        browser = self.placed("goes-back")
        browser.click(".viewer .back")
        self.assertIn("not saved yet", browser.text("dialog"))
        browser.shoot("unsaved-question")
        browser.click("dialog [value='']")
        browser.see(".placed")
        browser.click(".viewer .back")
        browser.click("dialog [value=save]")
        browser.at("/documents")
        browser.until(lambda: "Signed by you" in browser.text("device-documents a.item"), "it is not saved")

    def test_who_leaves_without_it_leaves_nothing(self):
        browser = self.placed("without")
        browser.click(".viewer .back")
        browser.click("dialog [value=yes]")
        browser.at("/documents")
        browser.click("device-documents a.item")
        browser.see("[data-signing] [data-sign]")
        self.assertFalse(browser.all(".placed"))

    def test_one_that_cannot_come_back_is_told_of(self):
        browser = self.placed("told")
        kept = """
            const done = arguments[arguments.length - 1];
            import(document.querySelector("script[type=module][src]").src.replace(/[/][^/]*[/][^/]*$/, "/Register/drawing-draft.js")).then(async ({ keepSealed, keptSealed }) => {
                const key = "placed " + document.querySelector("document-viewer").getAttribute("person") + " " + location.hash.slice(1);
                await keepSealed(key, { ...(await keptSealed(key)), hash: "another" });
                done(true);
            });"""
        self.assertTrue(browser.driver.execute_async_script(kept))
        self.reload(browser)
        browser.until(lambda: "You drew a signature that was not saved" in browser.text("main [data-notice]"), "no word of it")
        browser.see("[data-signing] [data-sign]")
