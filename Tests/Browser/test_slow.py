"""Slow networks and slow servers: what people do before everything is there counts, or waits; nothing of it is lost or told to others."""

from journeys import Journey
from signer import Signer
from steps import answer, enrol, give, sign_out

# Sends the sign-in form as soon as it is there, before any script of the page.
HASTY = """
    new MutationObserver((changes, observer) => {
        const button = document.querySelector("form[data-who] [type=submit]");
        if (!button) return;
        observer.disconnect();
        document.getElementById("identifier").value = "hasty@example.org";
        button.click();
    }).observe(document, { childList: true, subtree: true });"""

# Challenges come when the journey lets them, and the pad's code at the second try.
SLOW = """
    const fetchNow = window.fetch, failed = new Set();
    window.fetch = async (address, options) => {
        const path = new URL(address, location).pathname;
        if (path === "/v1/challenges") await new Promise((done) => (window.release = done));
        if (path.endsWith("/pad.wasm") && !failed.has(path)) { failed.add(path); throw new TypeError("no network"); }
        return fetchNow(address, options);
    };"""

# The server looks at the first signature, and its answer is lost on the way.
LOST = """
    const fetchNow = window.fetch;
    window.fetch = async (address, options) => {
        const answer = await fetchNow(address, options);
        if (!window.lost && new URL(address, location).pathname.endsWith("/answers")) { window.lost = true; throw new TypeError("no network"); }
        return answer;
    };"""


class SlowTests(Journey):
    def slow_browser(self, script):
        browser = self.browser()
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        return browser

    def test_a_form_sent_before_its_script_is_there_waits_for_it(self):
        browser = self.slow_browser(HASTY)
        browser.open("/sign-in")
        browser.see("[data-shown-code]:not(:empty)")
        self.assertNotIn("hasty", browser.driver.current_url)

    def test_a_pad_waits_for_what_is_to_be_signed_and_does_not_move_then(self):
        browser, signer = self.slow_browser(SLOW), Signer("slow@example.org")
        enrol(browser, self.server, signer, "slow@example.org")
        sign_out(browser)
        browser.open("/sign-in?auto")
        release(browser)
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.at("/documents")
        browser.open("/recovery-codes")
        browser.click("[data-renew]")
        browser.see("dialog ink-pad[disabled]")
        before = where(browser)
        release(browser)
        browser.see("dialog ink-pad:not([disabled])")
        self.assertEqual(where(browser), before)
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.until(lambda: len(browser.all("recovery-codes .codes li")) == 10, "the signature does not approve")

    def test_a_signature_whose_answer_was_lost_is_not_sent_as_a_copy_of_itself(self):
        browser, signer = self.slow_browser(LOST), Signer("lost@example.org")
        enrol(browser, self.server, signer, "lost@example.org")
        browser.open("/recovery-codes")
        browser.click("[data-renew]")
        browser.see("dialog ink-pad:not([disabled])")
        give(browser, signer.signature())
        browser.click("dialog [data-notice] button")
        browser.until(lambda: "did not arrive" in browser.text("dialog [data-notice]"), "nobody says that the answer was lost")
        browser.shoot("answer-lost")
        browser.expected("/answers - Failed to load resource: the server responded with a status of 409")
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.open("/activity")
        self.assertNotIn("A copy of a signature", browser.text("main"))


def release(browser):
    browser.until(lambda: browser.run("return window.release?.() === undefined && window.release !== undefined"), "nothing was asked for")


def where(browser):
    return browser.run("const { top, height } = document.querySelector('dialog ink-pad').getBoundingClientRect(); return [top, height];")
