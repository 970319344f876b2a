"""A document's history, as its link opens it: for strangers and signers, at three sizes, in three languages, and towards the app."""

import hashlib
import json
import secrets
import tempfile
from pathlib import Path

from journeys import Journey, turn
from signer import Signer
from steps import answer, enrol

import ink
from dialect import Dialect

LOOKS = [("iphone", "ru", False), ("iphone-landscape", "fr", True), ("desktop", "en", False)]
WATCH = """
    window.sent = [];
    const fetched = window.fetch;
    window.fetch = (...call) => { window.sent.push([String(call[0]), call[1]?.body ?? null]); return fetched(...call); };
    XMLHttpRequest.prototype.send = WebSocket.prototype.send = (body) => { window.sent.push(["other", String(body)]); };
    navigator.sendBeacon = (url, body) => { window.sent.push([String(url), String(body)]); };"""


class HistoryTests(Journey):
    def setUp(self):
        super().setUp()
        if not self.server.paraph:
            self.skipTest("needs a server of its own, for an app's key")
        folder = tempfile.TemporaryDirectory(prefix="paraph-history-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def signed(self, browser):
        """A document that Anna signed badly and Boris well, then another branch; gives its id and the files by name."""
        tag = secrets.token_hex(4)
        anna, boris = f"anna-{tag}@example.org", f"boris-{tag}@example.org"
        self.signer = Signer(f"history {tag}")
        enrol(browser, self.server, self.signer, anna, "Anna Petrova")
        api, signer = Dialect(self.server.base, self.server.paraph.register_app("North Bank")), ink.Signer(1)
        self.assertEqual(api.enrol(boris, signer).get("res"), "0")
        files = {name: self.folder / f"{name}.pdf" for name in ("draft", "annas", "boris", "branch", "changed")}
        for name, path in files.items():
            path.write_bytes(b"%PDF-1.7\n% " + f"{name} {tag}\n".encode() + secrets.token_bytes(4000))
        hashes = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}

        def save(email, name, previous=None, sample=None, **told):
            parameters = {"apikey": api.key, "email": email, "document_hash": hashes[name]}
            if previous:
                signature = api.authenticate(email, sample, city="Paris", device_version="iPhone17,1", **told)
                parameters |= {"previous_hash": hashes[previous], "signatures": [signature["signatureid"]]}
            answer = api.call("/savedocument/", parameters)
            self.assertEqual(answer["res"], "0", answer)
            return answer["documentid"]

        id = save(anna, "draft")
        self.assertEqual(save(anna, "annas", "draft", ink.Signer(9).sample(0), location={"lat": 48.8566, "lon": -2.3522}), id)
        self.assertEqual(save(boris, "boris", "annas", signer.sample(15)), id)
        self.assertEqual(save(boris, "branch", "annas", signer.sample(16)), id)
        return id, files

    def test_history_of_a_document_is_swiped_and_compared(self):
        browser = self.browser("iphone")
        id, files = self.signed(browser)
        path = f"/documents/?documentid={id}"
        browser.open("/documents")
        browser.see("nav.tabs")
        browser.open(path)
        self.assertEqual(len(browser.all(".signature-page")), 3)
        self.assertEqual(len(browser.all(".timeline > li")), 4)
        self.assertEqual(len(browser.all(".timeline .chip-warn")), 2)
        browser.see("[data-forked]")
        self.assertTrue(browser.see("main > a.back").get_attribute("href").endswith("/documents"), "there is no way back")
        words = browser.text("#signature-1")
        for word in ("Anna Petrova", "Does not look like their signature", "Paris", "iPhone17,1", "48.8566°, −2.3522°", "North Bank"):
            self.assertIn(word, words)
        self.assertIn("Verified", browser.text("#signature-2"))
        # The ink of each, on its page and in the line of time, for participants.
        inks = "return [...document.querySelectorAll('.signature-ink > img')].map((one) => [one.naturalWidth > 0, one.alt])"
        browser.run("for (const one of document.querySelectorAll('.signature-ink > img')) one.loading = 'eager'")
        browser.until(lambda: all(seen for seen, _ in browser.run(inks)), "a drawing is not shown")
        words = [alt for _, alt in browser.run(inks)]
        self.assertEqual(len(words), 6)
        self.assertEqual(words[0], "Anna Petrova’s handwritten signature")
        self.assertEqual(words[3:], ["", "", ""])
        browser.shoot("history-participant")
        browser.run("document.querySelector('.timeline').scrollIntoView({ behavior: 'instant' })")
        browser.shoot("history-participant-timeline")
        line = browser.text(".timeline")
        self.assertIn("Paris · iPhone17,1", line)
        self.assertEqual(len(browser.all(".timeline > .lane-1")), 1)

        # What is seen, as a file; and what the person takes away names the document.
        browser.downloads_to(self.folder / "downloads")
        browser.click("[data-evidence]")
        browser.see("[data-evidence-notice].notice-good")
        certificate = browser.downloaded(f"paraph-{id[:8]}.pdf", "there is no certificate")
        self.assertTrue(certificate.read_bytes().startswith(b"%PDF-1.7"))
        browser.shoot("history-certificate")
        browser.open("/privacy")
        browser.click("data-export button")
        self.assertEqual(answer(browser, self.signer.signature()), "accepted")
        taken = json.loads(browser.downloaded("*.json").read_text())
        browser.open(path)
        self.assertEqual([(one["documentId"], one["version"], len(one["signatures"])) for one in taken["documents"]], [(id, 1, 0), (id, 2, 1)])

        # A finger's swipe ends at a page; the line of time leads to each.
        offset = "return Math.round(document.querySelector('[data-pages]').scrollLeft / document.querySelector('.signature-page').offsetWidth)"
        browser.run("const p = document.querySelector('[data-pages]'); p.scrollTo({ left: p.clientWidth * 0.8, behavior: 'instant' })")
        browser.until(lambda: browser.run(offset) == 1, "the pages do not snap")
        browser.click(".signature-link[href='#signature-3']")
        browser.until(lambda: browser.run(offset) == 2, "the line of time does not lead to a signature")

        # A file is compared without leaving the browser.
        for name, outcome in (("boris", "current"), ("branch", "current"), ("draft", "earlier"), ("changed", "changed")):
            browser.open(path)
            browser.run(WATCH)
            browser.driver.find_element("css selector", "[data-check] input").send_keys(str(files[name]))
            browser.see(f"[data-check] [data-outcome={outcome}]")
            # The page asks for changes when it comes to that, and tells nothing by it.
            sent = [one for one in browser.run("return window.sent") if one != ["/v1/changes", None]]
            self.assertEqual(sent, [[f"/v1/documents/{id}?hash={hashlib.sha256(files[name].read_bytes()).hexdigest()}", None]])
        browser.shoot("history-changed")

        # Ink stays on paper in the dark.
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        for size in ("iphone", "desktop"):
            browser.resize(size)
            browser.open(path)
            browser.see(".signature-ink > img")
            self.look(browser, f"history-ink-{size}-dark")
            paper, ink = browser.run("""
                const e = document.querySelector(".signature-ink");
                return [getComputedStyle(e).backgroundColor, getComputedStyle(e.firstElementChild).filter]""")
            self.assertEqual((paper, ink), ("rgb(236, 233, 226)", "none"))

        for size, language, dark in turn(LOOKS, 1):
            with self.subTest(size=size, language=language):
                stranger = self.browser(size, language, dark)
                stranger.open(path)
                self.look(stranger, f"history-{size}-{language}{'-dark' if dark else ''}")
                shown = stranger.run("return document.querySelector('main').textContent")
                self.assertIn("Anna Petrova", shown)
                for hidden in ("Paris", "iPhone17,1", "48.8566"):
                    self.assertNotIn(hidden, shown)
                self.assertEqual(stranger.all(".signature-ink, [data-no-ink]"), [])
                stranger.see("a[href^='/sign-in']")
                self.assertEqual(stranger.all("a.back"), [], "a stranger has nowhere to go back to")

    def test_history_offers_the_app_on_an_iphone_and_only_there(self):
        desktop = self.browser("desktop")
        id, _ = self.signed(desktop)
        path = f"/documents/?documentid={id}"
        desktop.open(path)
        desktop.see(".signature-page")
        self.assertFalse(desktop.run("return document.querySelector('[data-in-app]').offsetParent !== null"))
        phone = self.browser("iphone")
        phone.driver.execute_cdp_cmd("Network.setUserAgentOverride", {
            "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1"})
        phone.open(path)
        phone.see("[data-open-app]")
        self.assertEqual(phone.run("return document.querySelector('[data-open-app]').getAttribute('href')"), f"stl://user/?documentid={id}")
        # Nothing happens by itself.
        self.assertIn(path, phone.run("return location.href"))
        phone.shoot("history-iphone")
        # An iPad calls itself a Mac; but no Mac has a touch screen.
        for size, is_offered in [("ipad", True), ("laptop", False)]:
            tablet = self.browser(size)
            tablet.driver.execute_cdp_cmd("Network.setUserAgentOverride", {
                "userAgent": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15"})
            tablet.open(path)
            tablet.see(".signature-page")
            tablet.until(lambda: tablet.run("return document.querySelector('[data-certificate]').hidden") is False, "the page's script does not run")
            self.assertEqual(bool(tablet.all("[data-open-app]")), is_offered, size)
