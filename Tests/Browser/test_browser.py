"""A browser that is used again."""

from browser import quit_idle
from journeys import Journey
from signer import Signer
from steps import enrol

# What an origin finds of itself in a browser.
LEFT = """
const done = arguments[arguments.length - 1];
(async () => {
  const [databases, workers, files] = [await indexedDB.databases(), await navigator.serviceWorker.getRegistrations(), []];
  for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
  const { state } = await navigator.permissions.query({ name: "geolocation" });
  return [databases.length > 0, workers.length > 0, (await caches.keys()).length > 0, files.length > 0, localStorage.length > 0, sessionStorage.length > 0,
          state === "granted", navigator.webdriver === false];
})().then(done, (error) => done(String(error)));
"""
WRITE = """
const done = arguments[arguments.length - 1];
sessionStorage.setItem("left", "behind");
navigator.storage.getDirectory().then((folder) => folder.getFileHandle("left", { create: true })).then(() => navigator.serviceWorker.ready)
  .then(() => done(true), (error) => done(String(error)));
"""


class BrowserTests(Journey):
    def test_a_browser_that_is_used_again_has_nothing_of_the_journey_before(self):
        quit_idle()
        first = self.browser("iphone")
        enrol(first, self.server, Signer("before"), "before@example.org")
        first.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": "Object.defineProperty(navigator, 'webdriver', { value: false })"})
        first.driver.execute_cdp_cmd("Browser.setPermission", {"permission": {"name": "geolocation"}, "setting": "granted", "origin": self.server.base})
        self.assertIs(first.driver.execute_async_script(WRITE), True)
        first.driver.switch_to.new_window("tab")
        first.driver.switch_to.window(first.driver.window_handles[0])
        first.expected("/favicon.ico")
        first.open("/healthz")
        self.assertEqual(first.driver.execute_async_script(LEFT), [True] * 8)
        self.assertEqual(len(first.driver.get_cookies()), 1)

        self.browsers.remove(first)
        self.assertEqual(first.faults(), [])
        first.leave()
        second = self.browser("small")
        self.assertIs(second.driver, first.driver)
        second.expected("/favicon.ico")
        second.open("/healthz")
        self.assertEqual(second.driver.execute_async_script(LEFT), [False] * 8)
        self.assertEqual(second.driver.get_cookies(), [])
        self.assertEqual(len(second.driver.window_handles), 1)
