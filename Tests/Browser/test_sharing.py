"""Documents that go on through the device's share sheet. A browser without a screen has none: what the sheet would be handed is looked at."""

import urllib.parse

from files import FileJourney
from pdfs import lease
from signer import Signer
from steps import enrol

# A share sheet that takes what it is handed, once it is pressed for; or whose person closes it.
SHEET = """
window.shared = [];
navigator.canShare = ({ files }) => files.every((file) => file instanceof File && file.type === "application/pdf");
navigator.share = async ({ files, title }) => {
  if (!navigator.userActivation.isActive) throw new DOMException("nobody pressed", "NotAllowedError");
  if (window.closing) throw new DOMException("closed", "AbortError");
  for (const file of files) window.shared.push([title, file.name, [...new Uint8Array(await file.arrayBuffer())]]);
};
"""

# A device without a share sheet, and what its mail program would be opened with.
MAIL = """
window.mails = [];
navigator.canShare = undefined;
addEventListener("click", (event) => {
  if (!event.target.matches?.("a[href^='mailto:']")) return;
  event.preventDefault();
  window.mails.push(event.target.href);
}, true);
"""


class SharingTests(FileJourney):
    def person(self, name, script=SHEET, language="en"):
        browser = self.browser("iphone", language)
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        enrol(browser, self.server, Signer(name), f"{name.replace(' ', '.')}@example.org")
        return browser

    def shared(self, browser):
        return [(title, name, bytes(content)) for title, name, content in browser.run("return window.shared")]

    def test_what_is_on_the_device_is_shared_as_it_is_and_counts_as_exported_then(self):
        browser = self.person("sharer here")
        self.add(browser, "Lease.pdf", lease())
        self.assertEqual(len(browser.all("device-documents .chip")), 1, "it is not exported yet")
        browser.run("window.closing = true")
        self.sheet(browser, "Lease.pdf", "share")
        browser.until(lambda: browser.see("dialog [data-share]").is_enabled(), "the button stays busy")
        self.assertEqual(self.shared(browser), [])
        self.assertEqual(len(browser.all("device-documents .chip")), 1, "nothing was sent, yet it counts as exported")
        browser.run("window.closing = false")
        browser.click("dialog [data-share]")
        browser.until(lambda: not browser.all("dialog"), "the sheet stays")
        self.assertEqual(self.shared(browser), [("Lease.pdf", "Lease.pdf", lease())])
        browser.until(lambda: not browser.all("device-documents .chip"), "what was sent is still badged")

    def test_what_is_in_files_is_shared_as_the_server_has_it(self):
        browser = self.person("sharer of files")
        self.keep(browser, "Lease.pdf", lease())
        self.sheet(browser, "Lease.pdf", "share")
        browser.until(lambda: not browser.all("dialog"), "the sheet stays")
        self.assertEqual(self.shared(browser), [("Lease.pdf", "Lease.pdf", lease())])

    def test_without_a_share_sheet_the_file_is_saved_and_a_message_opens(self):
        browser = self.person("mailer here", MAIL, "fr")
        browser.downloads_to(self.folder / "downloads")
        self.add(browser, "Bail & annexe.pdf", lease())
        browser.click("device-documents button[aria-label$='Bail & annexe.pdf']")
        self.assertFalse(browser.all("dialog [data-share]:not([hidden])"), "there is no share sheet to press")
        browser.shoot("documents-iphone-mail-fr")
        browser.click("dialog [data-mail]")
        browser.until(lambda: not browser.all("dialog"), "the sheet stays")
        [address] = browser.run("return window.mails")
        found = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)
        self.assertEqual(found["subject"], ["Bail & annexe.pdf"])
        self.assertIn("Bail & annexe.pdf vient d’être enregistré", found["body"][0])
        self.assertEqual(browser.downloaded("Bail & annexe.pdf", "nothing was saved").read_bytes(), lease())
        browser.until(lambda: not browser.all("device-documents .chip"), "what was saved is still badged")
