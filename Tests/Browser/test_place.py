"""Where a person registers is asked for only when they say so; and a signature drawn by mouse is asked for again where there is touch."""

from journeys import Journey
from signer import Signer
from steps import enrol, fill_profile, give, give_until_done, to_documents


class PlaceTests(Journey):
    def test_the_place_is_sent_only_by_those_who_switch_it_on(self):
        browser, signer = self.browser(), Signer("noor")
        asked = """
            const real = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
            navigator.geolocation.getCurrentPosition = (...given) => { window.asked = true; real(...given); };"""
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": asked})
        fill_profile(browser, "noor@example.org", "Noor Haddad")
        self.assertFalse(browser.see("#place").is_selected())
        self.assertIsNone(browser.run("return window.asked ?? null"), "the place is asked for without consent")

        self.permit(browser, "denied")
        browser.click("label[for=place]")
        browser.until(lambda: "does not share your location" in browser.text("#place-status"), "no word about the refusal")
        self.assertFalse(browser.see("#place").is_selected())
        browser.shoot("place-denied")

        self.permit(browser, "granted")
        browser.driver.execute_cdp_cmd("Emulation.setGeolocationOverride", {"latitude": 55.7512345, "longitude": 37.6181234, "accuracy": 10})
        browser.click("label[for=place]")
        browser.until(lambda: "Found" in browser.text("#place-status"), "the place is not found")
        self.assertTrue(browser.see("#place").is_selected())
        browser.click("form[data-profile] [type=submit]")
        browser.fill("#code", self.server.code("noor@example.org"))
        for _ in range(10):
            give(browser, signer.signature())
        give_until_done(browser, signer)
        to_documents(browser)
        browser.open("/privacy")
        shown = browser.text("main")
        self.assertIn("55.7512", shown)
        self.assertIn("37.6181", shown)
        self.assertNotIn("55.75123", shown)
        browser.shoot("place-kept")
        browser.click("[data-call='DELETE /v1/me/place']")
        browser.click("dialog [value=yes]")
        browser.until(lambda: not browser.all("[data-call='DELETE /v1/me/place']"), "the place is still there")
        self.assertNotIn("55.7512", browser.text("main"))

    def permit(self, browser, setting):
        browser.driver.execute_cdp_cmd("Browser.setPermission", {
            "permission": {"name": "geolocation"}, "setting": setting, "origin": self.server.base})

    def test_a_signature_drawn_by_mouse_is_asked_for_again_where_there_is_touch(self):
        browser = self.browser("desktop")
        enrol(browser, self.server, Signer("mika"), "mika@example.org")
        self.assertFalse(any(notice.is_displayed() for notice in browser.all(".on-touch")))
        browser.resize("iphone")
        browser.open("/documents")
        browser.shoot("drawn-by-mouse")
        self.assertTrue(browser.see(".on-touch").is_displayed())
        browser.click(".on-touch")
        browser.at("/signature")
