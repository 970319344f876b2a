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


def end_server():
    """Ends the server, where there is one: the next journey gets another."""
    if the_server.cache_info().currsize:
        ended = the_server().__exit__
        ended()
        atexit.unregister(ended)
        the_server.cache_clear()


def turn(looks, *which):
    """Of a story that is told in several languages, sizes and themes, the looks whose turn it is; all of them where PARAPH_FULL is 1.

    Which these are is written beside each story: together they take each language, size and theme many times.
    """
    looks = list(looks)
    return looks if os.environ.get("PARAPH_FULL") == "1" else [looks[index] for index in which]


class Journey(unittest.TestCase):
    """A case with a server; browsers that it opens are checked, and left to others, at its end."""

    def setUp(self):
        self.server = the_server()
        self.browsers = []

    def browser(self, size="iphone", language="en", dark=False, driver=None, fresh=False):
        browser = Browser(self.server.base, size, language, dark, driver=driver, fresh=fresh)
        self.browsers.append(browser)
        return browser

    def look(self, browser, name):
        """Keeps a picture for eyes, and sees that nothing sticks out, lies over another, is too small to touch, or has no name."""
        browser.see("h1, h2, .bar-title")
        browser.shoot(name)
        wider = browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.assertLessEqual(wider, 0, f"{name} scrolls sideways")
        covered = browser.run("""
            const box = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
            return [...document.querySelectorAll(".bar")].filter((bar) => bar.offsetParent).flatMap((bar) => {
                const parts = [...bar.children].filter((e) => e.offsetParent && e.textContent.trim()).map((e) => [e.textContent.trim(), box(e)]);
                return parts.slice(1).filter(([, b], i) => b.left < parts[i][1].right && b.top < parts[i][1].bottom && b.bottom > parts[i][1].top)
                    .map(([text]) => text);
            });""")
        self.assertEqual(covered, [], f"{name} has words in its bar that lie over others")
        small = browser.run("""
            const shown = (e) => e.offsetParent !== null && getComputedStyle(e).visibility !== "hidden";
            return [...document.querySelectorAll("button, a.button, a.tab, a.item, a.back, select, .field input")]
                // The fields of a form are as large as its page has them, which can be zoomed.
                .filter((e) => shown(e) && !e.matches(".form-control") && !e.classList.contains("unseen") && e.type !== "checkbox")
                .filter((e) => { const r = e.getBoundingClientRect(); return r.height < 43.5 || r.width < 43.5; })
                .map((e) => e.outerHTML.slice(0, 80));""")
        self.assertEqual(small, [], f"{name} has touch targets under 44 pixels")
        unnamed = browser.run("""
            return [...document.querySelectorAll("button, a[href], input:not([type=hidden]):not([type=file]), select")]
                .filter((e) => e.offsetParent && !e.textContent.trim() && !e.getAttribute("aria-label") && !(e.labels && e.labels.length))
                .map((e) => e.outerHTML.slice(0, 80));""")
        self.assertEqual(unnamed, [], f"{name} has controls without a name")

    def tearDown(self):
        result = self._outcome.result
        failed = any(case is self for case, _ in result.failures + result.errors)
        faults = []
        for number, browser in enumerate(self.browsers):
            if failed:
                print(f"\n{self._testMethodName}, browser {number}: {browser.words()}", flush=True)
                browser.shoot(f"failed-{self._testMethodName}-{number}")
            faults += browser.faults()
            browser.quit() if failed else browser.leave()
        if not failed:
            self.assertEqual(faults, [])
