"""What every journey shares: one server for all of them, and eyes for what pages must never do."""

import atexit
import functools
import os
import unittest

from browser import Browser
from server import Server


@functools.cache
def the_server():
    server = Server(os.environ.get("PARAPH_BASE") or None, os.environ.get("PARAPH_MAIL_FOLDER") or None)
    server.__enter__()
    atexit.register(server.__exit__)
    return server


class Journey(unittest.TestCase):
    """A case with a server; browsers that it opens are closed, and checked, at its end."""

    def setUp(self):
        self.server = the_server()
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
                print(f"\n{self._testMethodName}, browser {number}: {browser.words()}", flush=True)
                browser.shoot(f"failed-{self._testMethodName}-{number}")
            faults += browser.faults()
            browser.quit()
        if not failed:
            self.assertEqual(faults, [])
