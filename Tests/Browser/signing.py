"""What people do to sign a document in the web app, step by step, and what others' validators say of it."""

import json
import re
import subprocess
import tempfile
from pathlib import Path

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from asn1crypto import cms
from journeys import Journey
from steps import answer

import _judges
from _paraph import PROGRAM

LINK = re.compile(rb"/documents/\?documentid=([0-9a-f]{32})")  # from a signature to its document
SHOWS = Path("/usr/share/javascript/pdf/build/pdf.js").exists()  # Debian's libjs-pdf


class SigningJourney(Journey):
    """A journey with a folder of its own, and the steps from a file to its signature."""

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix="paraph-signing-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def add(self, browser, name, content):
        """Puts a file into the list."""
        path = self.folder / name
        path.write_bytes(content)
        browser.open("/documents")
        browser.see("[data-open]")
        browser.driver.find_element(By.CSS_SELECTOR, "device-documents input[type=file]").send_keys(str(path))
        browser.until(lambda: name in [item.text for item in browser.all("device-documents a.item .item-title")], f"{name} is not there")
        browser.until(lambda: browser.run("return document.querySelector('device-documents [aria-busy]') === null"), "it is still being opened")

    def open(self, browser, name, content):
        """Puts a file into the list and opens it."""
        self.add(browser, name, content)
        browser.click("device-documents a.item")
        browser.at("/documents/view")
        browser.see("[data-pages] .viewer-page[data-drawn]")

    def verdict(self, browser):
        """The verdict as soon as it is known, with all that it says shown: a good one is a line that is pressed for more."""
        found = browser.see("[data-verdict][data-state]")
        browser.run("arguments[0].querySelector('details')?.setAttribute('open', '')", found)
        return found

    def press(self, browser, words):
        def pressed():
            button = next((item for item in browser.all("[data-signing] button") if item.text == words and item.is_enabled()), None)
            if button:
                button.click()
            return button

        browser.until(pressed, f"nothing to press for {words}")

    def tap(self, browser, x, y):
        """Touches the first page at a part of its width and height."""
        page = browser.see("[data-pages] .viewer-page")
        browser.run("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", page)
        size = page.size
        ActionChains(browser.driver).move_to_element_with_offset(page, round((x - 0.5) * size["width"]), round((y - 0.5) * size["height"])).click().perform()

    def to_the_edge(self, browser):
        """How far it is from the middle of the ink to the right edge of the window."""
        box = browser.see(".placed").rect
        return int(browser.run("return innerWidth") - box["x"] - box["width"] / 2) - 2

    def sign(self, browser, signer, y=0.5):
        """From the button to the ink on the page."""
        browser.click("[data-signing] [data-sign]")
        browser.until(lambda: len(browser.all("[data-signing] button:not([data-line])")) == 2, "the place is not asked for")
        self.tap(browser, 0.5, y)
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.see(".placed canvas")
        browser.until(lambda: not browser.all("dialog"), "the pad stays")

    def save(self, browser):
        browser.click("[data-save]")
        browser.see("[data-signing] [data-finish]")

    def export(self, browser, name):
        browser.downloads_to(tempfile.mkdtemp(dir=self.folder))
        browser.click("[data-export]")
        path = browser.downloaded("*.pdf", "nothing was exported")
        self.assertEqual(path.name, name)
        return path

    def judge(self, path):
        """What others' validators and our own say of a file; the root is the one that its first seal brings along."""
        whole = path.read_bytes()
        start, end = map(int, re.search(rb"/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)", whole).groups())
        signed = cms.ContentInfo.load(bytes.fromhex(whole[start + 1:end - 1].decode()))["content"]
        roots = [one.chosen for one in signed["certificates"] if one.chosen.issuer == one.chosen.subject]
        self.assertEqual(len(roots), 1, "the chain does not end in one root")
        root = self.folder / "root.der"
        root.write_bytes(roots[0].dump())
        pem = self.folder / "root.pem"
        subprocess.run(["openssl", "x509", "-inform", "DER", "-in", root, "-out", pem], check=True)
        self.assertTrue((judged := _judges.judge(path, pem, "B-T")).good, str(judged))
        done = subprocess.run([PROGRAM, "pdf", "verify", path, "--trust", pem, "--json"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return json.loads(done.stdout)
