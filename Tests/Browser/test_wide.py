"""Wide windows: the list and the document side by side, and the menu of the account."""

import unittest

from journeys import turn
from pdfs import lease, printed
from selenium.webdriver.common.keys import Keys
from signer import Signer
from signing import SHOWS, SigningJourney
from steps import enrol

LOOKS = [("desktop", "en", False), ("ipad-landscape", "ru", True), ("laptop", "fr", False)]
PAGES = ["/documents", "/activity", "/more", "/profile", "/requests", "/devices"]


@unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
class WideTests(SigningJourney):
    def two(self, size="desktop", language="en", dark=False):
        """A browser of a person with two documents, the second of which is read."""
        browser, self.signer = self.browser(size, language, dark), Signer(f"wide {size}")
        enrol(browser, self.server, self.signer, f"wide.{size}.{self._testMethodName[:20]}@example.org")
        self.add(browser, "Lease.pdf", lease())
        self.open(browser, "Annex.pdf", printed())
        browser.see("section.desk-list a.item")
        return browser

    def current(self, browser):
        return [item.text for item in browser.all("section.desk-list a[aria-current=page] .item-title")]

    def shows(self, browser, name):
        browser.until(lambda: browser.all(".viewer .bar-title") and browser.text(".viewer .bar-title") == name, f"{name} is not shown")
        browser.until(lambda: self.current(browser) == [name], f"{name} is not marked in the list")
        browser.see("[data-pages] .viewer-page[data-drawn]")

    def press_row(self, browser, name):
        def pressed():
            # A row is made anew once its first page is drawn: it is looked for again.
            item = next((item for item in browser.all("section.desk-list a.item") if item.text.startswith(name)), None)
            return item and (item.click() or True)

        browser.until(pressed, f"{name} is not there")

    def choose(self, browser, name):
        self.press_row(browser, name)
        self.shows(browser, name)

    def test_list_and_document_stand_side_by_side(self):
        browser = self.two()
        self.shows(browser, "Annex.pdf")
        first = browser.driver.current_url
        left, right = browser.see("section.desk-list").rect, browser.see("document-viewer").rect
        self.assertLessEqual(left["x"] + left["width"], right["x"] + 1)
        self.assertGreater(right["width"], 850)
        self.assertEqual(browser.run("return document.documentElement.scrollHeight"), 900)
        browser.run("window.isSame = true")
        self.choose(browser, "Lease.pdf")
        self.assertTrue(browser.run("return window.isSame"), "the page was loaded anew")
        browser.driver.back()
        self.shows(browser, "Annex.pdf")
        browser.driver.forward()
        self.shows(browser, "Lease.pdf")
        browser.driver.refresh()
        self.shows(browser, "Lease.pdf")
        browser.driver.get(first)
        self.shows(browser, "Annex.pdf")
        order = browser.run("""
            const seen = [".tabs a", ".account summary", ".desk-list input[type=search]", ".desk-list a.item", ".viewer [data-export]", "#main", ".viewer-signing button"].map((one) => document.querySelector(one));
            return seen.every((one, index) => one && (index === 0 || seen[index - 1].compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING));""")
        self.assertTrue(order, "the keyboard goes another way than the eye")

        # On a narrow window the document is alone, as on a phone.
        browser.resize("ipad")
        browser.until(lambda: not browser.all("section.desk-list") and not browser.all(".tabs"), "the list stays where there is no room")

    def test_ink_that_is_not_saved_is_asked_about(self):
        browser = self.two()
        self.shows(browser, "Annex.pdf")
        self.sign(browser, self.signer)
        self.press_row(browser, "Lease.pdf")
        browser.click("dialog [value='']")
        self.shows(browser, "Annex.pdf")
        browser.see(".placed canvas")
        self.save(browser)
        browser.until(lambda: "Annex.pdf" in self.current(browser), "it is not marked any more")
        browser.until(lambda: browser.all("section.desk-list [data-state=mine]"), "the list does not know that it is signed")
        self.choose(browser, "Lease.pdf")

    def test_what_is_removed_is_read_no_more(self):
        browser = self.two()
        browser.click("section.desk-list li:has([aria-current]) button")
        browser.click("dialog [value=remove]")
        browser.click("dialog [value=yes]")
        browser.at("/documents")
        browser.until(lambda: [item.text for item in browser.all("device-documents a.item .item-title")] == ["Lease.pdf"], "it is still listed")
        browser.see(".desk-nothing")

    def test_what_the_account_has_is_in_sight_where_there_is_room(self):
        browser = self.two()
        own = [(tab.text, tab.get_attribute("href").removeprefix(self.server.base)) for tab in browser.all(".tabs-settings a")]
        self.assertEqual(own, [("Requests", "/requests"), ("My signature", "/signature"), ("Devices", "/devices"), ("Settings", "/more")])
        browser.shoot("wide-side")
        for path, current in [("/devices", "Devices"), ("/requests", "Requests"), ("/privacy", "Settings"), ("/more", "Settings"), ("/activity", "Activity")]:
            browser.open(path)
            self.assertEqual([tab.text for tab in browser.all(".tabs a[aria-current]")], [current], path)
        bottom = browser.see(".tabs-settings").rect
        self.assertLess(bottom["y"] + bottom["height"], browser.see(".account").rect["y"])
        # The menu says what is not in sight.
        browser.click(".account summary")
        self.assertEqual([item.text for item in browser.all(".account-menu .item")], ["Profile", "Sign out"])

    def test_the_account_has_a_menu(self):
        browser = self.two("laptop-low")
        self.assertFalse(browser.all(".tabs-settings a"))
        self.assertFalse(browser.all(".tab-more"))
        browser.click(".account summary")
        self.assertIn("Anna Petrova", browser.text(".account-menu p"))
        browser.shoot("wide-menu")
        browser.see(".account summary").send_keys(Keys.ESCAPE)
        browser.until(lambda: not browser.all(".account-menu"), "Escape does not close the menu")
        browser.click(".account summary")
        browser.click(".desk-list input[type=search]")
        browser.until(lambda: not browser.all(".account-menu"), "the menu stays when one goes elsewhere")
        browser.click(".account summary")
        browser.click(".account-menu a[href='/devices']")
        browser.at("/devices")
        browser.click(".account summary")
        browser.click(".account-menu [data-call]")
        browser.at("/")

    def test_nothing_is_lost_in_the_middle(self):
        for size, language, dark in turn(LOOKS, 1):
            with self.subTest(size=size):
                browser = self.two(size, language, dark)
                look = f"wide-{size}-{language}{'-dark' if dark else ''}"
                self.shows(browser, "Annex.pdf")
                self.look(browser, f"{look}-read")
                for path in PAGES:
                    browser.open(path)
                    self.look(browser, f"{look}{path.replace('/', '-')}")
                    longest = browser.run("""
                        return Math.max(0, ...[...document.querySelectorAll("main p, main .item-line")].filter((one) => one.offsetParent && one.textContent.trim()).map((one) => {
                            const range = document.createRange();
                            range.selectNodeContents(one);
                            return range.getBoundingClientRect().width;
                        }));""")
                    self.assertLess(longest, 1000, f"{path} has lines of {longest} pixels")
