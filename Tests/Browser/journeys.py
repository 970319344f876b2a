"""What every journey shares: one server, and eyes for what pages must never do."""

import os
import unittest

from browser import Browser
from server import Server


class Journey(unittest.TestCase):
    """A case with a server; browsers that it opens are closed, and checked, at its end."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server(os.environ.get("PARAPH_BASE") or None, os.environ.get("PARAPH_MAIL_FOLDER") or None)
        cls.server.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def setUp(self):
        self.browsers = []

    def browser(self, size="iphone", language="en", dark=False, driver=None):
        browser = Browser(self.server.base, size, language, dark, driver=driver)
        self.browsers.append(browser)
        return browser

    def tearDown(self):
        result = self._outcome.result
        failed = any(case is self for case, _ in result.failures + result.errors)
        faults = []
        for number, browser in enumerate(self.browsers):
            if failed:
                browser.shoot(f"failed-{self._testMethodName}-{number}")
            faults += browser.faults()
            browser.driver.quit()
        if not failed:
            self.assertEqual(faults, [])
