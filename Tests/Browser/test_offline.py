"""Installed like an app, and honest without a connection."""

from journeys import Journey
from server import Server
from signer import Signer
from steps import enrol

KEPT = """
    const done = arguments[0];
    caches.keys().then(async (names) => {
        const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        done({ names, paths: requests.flat().map(({ url }) => new URL(url).pathname) });
    });"""


class OfflineTests(Journey):
    def test_the_app_can_be_installed_and_says_so_when_it_is_alone(self):
        self.server = Server()
        self.server.__enter__()
        self.addCleanup(self.server.__exit__)
        browser = self.browser("iphone", "ru")
        enrol(browser, self.server, Signer("nina"), "nina@example.org", "Nina")
        ready = "const done = arguments[0]; navigator.serviceWorker.ready.then(({ active }) => done(active.state))"
        self.assertIn(browser.driver.execute_async_script(ready), ["activating", "activated"])
        browser.until(lambda: browser.run("return navigator.serviceWorker.controller !== null"), "no service worker takes over")
        errors = browser.driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"]
        self.assertEqual([error["errorId"] for error in errors if error["errorId"] != "in-incognito"], [])
        for path in ["/profile", "/activity", "/documents"]:
            browser.open(path)
        kept = browser.driver.execute_async_script(KEPT)
        self.assertEqual(len(kept["names"]), 1)
        self.assertEqual([path for path in kept["paths"] if not path.startswith("/static/")], ["/offline"])
        self.assertGreater(len(kept["paths"]), 5)

        self.server.stop()
        browser.open("/profile")
        self.assertEqual(browser.text("h1"), "Нет связи")
        self.assertNotIn("Nina", browser.driver.page_source)
        browser.shoot("no-connection")
        self.server.start()
        browser.click("main a.button")
        self.assertEqual(browser.see("#userName").get_attribute("value"), "Nina")

        browser.open("/language?to=fr&next=%2Fmore")
        language = """
            const done = arguments[0];
            caches.match("/offline").then((kept) => done(kept.headers.get("Content-Language")));"""
        browser.until(lambda: browser.driver.execute_async_script(language) == "fr", "the offline page does not change its language")
        browser.expected("ERR_CONNECTION_REFUSED", "Failed to fetch", "net::ERR", "navigation preload")
