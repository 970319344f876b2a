"""One way through the web app, on which it says in each state what the apps' screens say there.

Tests/ParaphViewModelsTests/JourneyTests.swift goes the same way through the view models and keeps their words in `words/`.
"""

import json
import re
import unittest
from pathlib import Path

from journeys import turn
from pdfs import lease
from signer import Signer
from signing import SHOWS, SigningJourney
from steps import answer, fill_profile, give_until_done, sign_out, to_documents

WORDS = Path(__file__).parent / "words"

# What is seen and what is read out: texts, names of controls, the title.
SHOWN = """
    const named = [...document.querySelectorAll("[aria-label]")].filter((e) => e.offsetParent).map((e) => e.getAttribute("aria-label"));
    return [document.title, document.body.innerText, ...named].join("\\n");"""

# Keeps what is said of a signature.
KEEP = """
    const keep = () => sessionStorage.setItem("said", document.body.innerText);
    new MutationObserver(keep).observe(document, { subtree: true, attributeFilter: ["data-outcome"] });"""


def plain(text):
    """A text with each run of spaces as one; no-break spaces stay what they are."""
    return re.sub(r"[ \n\t]+", " ", text)


@unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
class SameWordsTests(SigningJourney):
    def says(self, browser, state, shown=SHOWN):
        """The page says what the apps' screen says in a state; states come in the same order."""
        expected = self.states.pop(0)
        self.assertEqual(expected["state"], state)
        for words in expected["words"]:
            # What is measured differs from one drawing to the next.
            wanted = re.escape(plain(words)).replace("…", ".+?")
            browser.until(lambda: re.search(wanted, plain(browser.run(shown))), f"“{words}” is not said in the state “{state}”")

    def test_the_web_app_says_what_the_apps_say(self):
        for language in turn(("en", "fr", "ru"), 2):
            with self.subTest(language=language):
                self.states = json.loads((WORDS / f"{language}.json").read_text())
                self.go(self.browser("iphone", language), Signer(f"same words {language}"), f"same.{language}@example.org")
                self.assertEqual(self.states, [])

    def go(self, browser, signer, address):
        self.register(browser, signer, address)
        self.sign_in(browser, signer, address)
        self.open(browser, "Lease.pdf", lease())
        self.says(browser, "document")
        browser.click("[data-signing] [data-sign]")
        self.says(browser, "choosing")
        self.tap(browser, 0.5, 0.5)
        browser.see("dialog sign-pad")
        self.says(browser, "pad of a document")
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.see(".placed canvas")
        browser.until(lambda: not browser.all("dialog"), "the pad stays")
        self.says(browser, "placed")
        self.save(browser)
        self.verdict(browser)
        self.says(browser, "signed")
        browser.click("[data-verdict] a[href*='documentid=']")
        self.says(browser, "history")

    def register(self, browser, signer, address):
        browser.open("/?stay")
        self.says(browser, "start")
        browser.click("a[href='/register']")
        self.says(browser, "register")
        browser.click("form[data-profile] [type=submit]")
        self.says(browser, "nothing filled in")
        fill_profile(browser, address, "Anna Petrova")
        browser.click("form[data-profile] [type=submit]")
        browser.see("#code")
        self.says(browser, "code")
        browser.fill("#code", self.server.code(address))
        browser.see("[data-step=draw] [data-primary]")
        self.says(browser, "pad")
        # What the app says to who has drawn nothing is not said here: the button cannot be pressed.
        self.assertFalse(browser.see("[data-step=draw] [data-primary]").is_enabled())
        give_until_done(browser, signer)
        to_documents(browser)
        sign_out(browser)

    def sign_in(self, browser, signer, address):
        browser.open("/sign-in")
        self.says(browser, "sign in")
        browser.fill("#identifier", address)
        browser.click("form[data-who] [type=submit]")
        browser.see("sign-pad")
        self.says(browser, "pad of a sign-in")
        self.assertEqual(answer(browser, Signer("another hand").signature()), "refused")
        self.says(browser, "another hand")
        browser.click(".answer button.button:not(.button-quiet)")
        browser.run(KEEP)
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        # The page goes on by itself.
        self.says(browser, "own hand", "return sessionStorage.getItem('said')")
        browser.at("/documents")
