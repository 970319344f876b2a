"""Where a document is signed and the photo that is taken then reach its history, of those only who agreed."""

import tempfile
import unittest
from pathlib import Path

from pdfs import lease
from pictures import photograph
from signer import Signer
from signing import SHOWS, SigningJourney
from steps import enrol


@unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
class CircumstanceTests(SigningJourney):
    def history(self, browser):
        self.verdict(browser)
        browser.click("[data-verdict] a[href*='documentid=']")
        browser.see(".history, main [data-photo], main figure, main article, main section")

    def test_place_and_photo_reach_the_history_of_who_agreed_and_nobody_elses(self):
        browser, signer = self.browser("iphone"), Signer("circumstances")
        enrol(browser, self.server, signer, "circumstances@example.org")
        browser.driver.execute_cdp_cmd("Browser.setPermission", {
            "permission": {"name": "geolocation"}, "setting": "granted", "origin": self.server.base})
        browser.driver.execute_cdp_cmd("Emulation.setGeolocationOverride", {"latitude": 48.8566132, "longitude": 2.3522219, "accuracy": 10})
        self.open(browser, "Lease.pdf", lease())
        self.sign(browser, signer)
        self.assertFalse(browser.see("#circumstances").is_selected(), "it is on before anybody agreed")
        browser.shoot("circumstances-off")
        browser.click("label[for=circumstances]")
        browser.until(lambda: "Your place goes" in browser.text(".circumstances"), "the place is not found")
        picture = photograph(browser, self.folder / "me.jpg")
        browser.driver.find_element("css selector", "[data-photo]").send_keys(str(picture))
        browser.see(".placed img")
        for size in ("iphone", "small"):
            browser.resize(size)
            browser.shoot(f"circumstances-on-{size}")
        browser.resize("iphone")
        self.save(browser)
        self.history(browser)
        shown = browser.text("main")
        self.assertIn("Paris", shown)
        self.assertIn("France", shown)
        self.assertIn("48.8566", shown)
        self.assertNotIn("48.85661", shown)
        self.assertTrue(browser.run("return [...document.querySelectorAll('main img')].some((image) => image.src.includes('/photo'))"), "no photo")
        browser.shoot("circumstances-history")

        browser.open("/privacy")
        browser.click("[data-call='DELETE /v1/me/circumstances']")
        browser.click("dialog [value=yes]")
        browser.until(lambda: not browser.all("[data-call='DELETE /v1/me/circumstances']"), "it is still on")
        self.open(browser, "Other.pdf", lease() + b"\n")
        self.sign(browser, signer)
        self.assertFalse(browser.see("#circumstances").is_selected())
        self.save(browser)
        self.history(browser)
        self.assertNotIn("Paris", browser.text("main"))
