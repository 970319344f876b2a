"""Installed like an app, and honest without a connection."""

import unittest

from files import FileJourney
from pdfs import lease
from server import Server
from signer import Signer
from signing import SHOWS
from steps import enrol, sign_out

KEPT = """
    const done = arguments[0];
    caches.keys().then(async (names) => {
        const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        done({ names, paths: requests.flat().map(({ url }) => new URL(url).pathname) });
    });"""


class OfflineTests(FileJourney):
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
        self.assertEqual(sorted(path for path in kept["paths"] if not path.startswith("/static/")), ["/offline", "/offline/view"])
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

    @unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
    def test_copies_of_files_are_listed_and_read_without_a_connection(self):
        self.server = Server()
        self.server.__enter__()
        self.addCleanup(self.server.__exit__)
        browser, signer = self.browser("iphone", "en"), Signer("olga")
        enrol(browser, self.server, signer, "olga@example.org", "Olga")
        self.keep(browser, "Signed.pdf", lease())
        self.keep(browser, "Read.pdf", lease() + b"\n")
        self.keep(browser, "Never opened.pdf", lease() + b"\n\n")
        self.view(browser, "Read.pdf")
        browser.see("[data-signing] button")
        self.view(browser, "Signed.pdf")
        self.sign(browser, signer)
        self.save(browser)
        self.verdict(browser)
        whole = """
            const done = arguments[0];
            caches.keys().then(async (names) => (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat())
                .then((kept) => done(["viewer.js", "pdf.worker.js", "words-en.js", "verdict.js"].every((name) => kept.some(({ url }) => url.endsWith(name)))));"""
        browser.until(lambda: browser.driver.execute_async_script(whole), "the shell is not kept")
        self.server.stop()
        browser.open("/documents")
        listed = lambda: {item.find_element("css selector", ".item-title").text: item.find_element("css selector", ".state").get_attribute("data-state")
                          for item in browser.all("[data-documents] li")}
        browser.until(lambda: listed() == {"Signed.pdf": "mine", "Read.pdf": "unsigned"}, "the copies are not listed as they are")
        self.assertEqual([chip.text for chip in browser.all("[data-documents] .chip")], ["In Files", "In Files"])
        self.assertEqual(len(browser.all("[data-documents] .thumb-page img")), 2)
        self.look(browser, "offline-files")
        for row in browser.all("[data-documents] a.item"):
            if "Read.pdf" in row.text:
                row.click()
                break
        browser.see("[data-pages] .viewer-page[data-drawn]")
        self.assertEqual(browser.text("[data-name]"), "Read.pdf")
        self.assertEqual(browser.all("[data-signing] button"), [], "nobody can sign without the server")
        self.assertEqual(browser.text("[data-signing] p"), "No connection. You can sign once you are online.")
        self.server.start()
        browser.see("[data-signing] button")
        browser.expected("ERR_CONNECTION_REFUSED", "Failed to fetch", "net::ERR", "navigation preload")

    @unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
    def test_documents_on_the_device_are_listed_and_read_without_a_connection(self):
        self.server = Server()
        self.server.__enter__()
        self.addCleanup(self.server.__exit__)
        browser = self.browser("iphone", "en")
        enrol(browser, self.server, Signer("olaf"), "olaf@example.org", "Olaf")
        self.add(browser, "Lease.pdf", lease())
        whole = """
            const done = arguments[0];
            caches.keys().then((names) => caches.open(names.find((name) => name.startsWith("paraph ")))).then((cache) => cache.keys())
                .then((kept) => done(["viewer.js", "pdf.worker.js", "words-en.js"].every((name) => kept.some(({ url }) => url.endsWith(name)))));"""
        browser.until(lambda: browser.driver.execute_async_script(whole), "the shell is not kept")

        self.server.stop()
        browser.open("/documents")
        browser.until(lambda: "Lease.pdf" in browser.text("[data-documents]"), "the document is not listed")
        self.assertNotIn("Olaf", browser.driver.page_source)
        self.look(browser, "offline-documents")
        browser.click("[data-documents] a.item")
        browser.see("[data-pages] .viewer-page[data-drawn]")
        self.assertEqual(browser.text("[data-name]"), "Lease.pdf")
        self.assertEqual(browser.all("[data-signing] button"), [], "nobody can sign without the server")
        self.assertEqual(browser.text("[data-signing] p"), "No connection. You can sign once you are online.")
        browser.shoot("offline-viewer")
        self.server.start()
        browser.see("[data-signing] button")
        self.server.stop()
        browser.open("/documents")
        browser.see("[data-documents] a.item")
        self.server.start()
        browser.see("device-documents a.item")
        sign_out(browser)
        self.server.stop()
        browser.open("/documents")
        browser.see("h1")
        self.assertEqual(browser.all("[data-documents] a.item"), [], "whoever signed out is not shown any more")
        browser.expected("ERR_CONNECTION_REFUSED", "Failed to fetch", "net::ERR", "navigation preload")
