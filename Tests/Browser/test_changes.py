"""What changes elsewhere is seen wherever it is looked at, without asking for it again and again."""

import unittest

from files import FileJourney
from pdfs import lease
from signer import Signer
from signing import SHOWS
from steps import enrol, sign_in, sign_out

ASKED = "return performance.getEntriesByType('resource').filter(({ name }) => name.includes('/v1/')).length"
RENAME = """
const [id, name, done] = arguments;
fetch(`/v1/files/${id}`, { method: "PATCH", headers: { "Content-Type": "application/json", "Paraph-Web": "1" }, body: JSON.stringify({ name }) })
  .then(({ status }) => done(status));
"""
DELETE = """
const [path, done] = arguments;
fetch(path, { method: "DELETE", headers: { "Paraph-Web": "1" } }).then(({ status }) => done(status));
"""

@unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
class ChangeTests(FileJourney):
    def second_device(self, browser, size="laptop"):
        """Another browser with a session of the same person, as if it had signed in."""
        other = self.browser(size)
        other.open("/about")
        for cookie in browser.driver.get_cookies():
            other.driver.add_cookie({key: cookie[key] for key in ("name", "value", "path", "secure", "httpOnly", "sameSite") if key in cookie})
        return other

    def is_quiet(self, browser, while_reading):
        """Whether a browser asked nothing while another one read a document; what it asked before may have been on its way."""
        before = browser.run(ASKED)
        for _ in range(2):
            self.view(while_reading, "Boat.pdf")
        return browser.run(ASKED) == before

    def test_lists_follow_what_another_device_does(self):
        browser, signer = self.browser(), Signer("follows")
        enrol(browser, self.server, signer, "follows@example.org")
        other = self.second_device(browser)
        names = lambda: [item.text for item in other.all("device-documents a.item .item-title")]
        other.open("/documents")
        other.see("device-documents .empty")
        document = self.keep(browser, "Lease.pdf", lease())
        other.until(lambda: names() == ["Lease.pdf"], "a document that came elsewhere is not there")
        self.assertEqual(browser.driver.execute_async_script(RENAME, document["id"], "Boat.pdf"), 200)
        other.until(lambda: names() == ["Boat.pdf"], "its new name is not told")
        # Where nothing changes, nothing is asked: not while the first device shows all of a document twice.
        other.until(lambda: self.is_quiet(other, while_reading=browser), "it asks though nothing changed")

        self.view(other, "Boat.pdf")
        # Both show it, and each asks for it once more when it hears that it changed.
        for viewer in (browser, other):
            viewer.expected("status of 404")
        self.assertEqual(browser.driver.execute_async_script(DELETE, f"/v1/files/{document['id']}"), 204)
        other.until(lambda: "no longer have access" in other.text("[data-notice]"), "it is not said that it is gone")

    def test_lists_that_the_server_makes_follow_too(self):
        browser, signer = self.browser(), Signer("sessions")
        enrol(browser, self.server, signer, "sessions@example.org")
        other = self.second_device(browser)
        other.open("/sessions")
        shown = lambda: len(other.all("[data-live=session] li"))
        self.assertEqual(shown(), 1)
        browser.driver.delete_all_cookies()
        sign_in(browser, "sessions@example.org", signer.signature())
        other.until(lambda: shown() == 2, "a session that began elsewhere is not there")
        sign_out(browser)
        other.until(lambda: shown() == 1, "a session that ended elsewhere is there still")
