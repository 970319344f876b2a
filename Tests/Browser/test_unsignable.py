"""What cannot be signed, or had better not be yet, is told of on the device, in each language, and in Files."""

import unittest

from files import FileJourney
from pdfs import FINE, certified, lease
from signer import Signer
from signing import SHOWS
from steps import enrol

LANGUAGES = ["en", "ru", "fr"]
FILES = {"Closed.pdf": certified(), "Form.pdf": FINE["Форма.pdf"], "Damaged.pdf": lease().replace(b"startxref\n", b"startxref\n9")}
# What is said of each file in each language.
SAID = {
    "Closed.pdf": ["allows no further signature", "не разрешает новые подписи", "n’autorise aucune autre signature"],
    "Form.pdf": ["uses Adobe XFA", "использует Adobe XFA", "utilise la technique XFA"],
    "Damaged.pdf": ["Parts of this file are damaged", "Часть файла повреждена", "Une partie du fichier est endommagée"],
}
# What was repaired can be signed by whoever has compared it.
OFFERED = ["Damaged.pdf"]


@unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
class UnsignableTests(FileJourney):
    def test_what_cannot_be_signed_is_not_offered(self):
        browser = self.browser("iphone")
        enrol(browser, self.server, Signer("closed author"), "closed.author@example.org")
        for name, content in FILES.items():
            self.add(browser, name, content)
        self.look_at_all(browser, "device", LANGUAGES)
        for name in FILES:
            browser.open("/documents")
            self.sheet(browser, name, "keep")
            browser.click("dialog [value=move]")
            browser.until(lambda: name in browser.text("main > [data-notice].notice-good"), "it is not said that it is kept")
        self.look_at_all(browser, "files", ["ru"])

    def look_at_all(self, browser, place, languages):
        for language in languages:
            browser.speak(language)
            for name, words in SAID.items():
                self.view(browser, name)
                self.assertEqual(browser.run("return document.documentElement.lang"), language)
                browser.until(lambda: words[LANGUAGES.index(language)] in browser.text("[data-notice]"), f"no word of {name} in {language}")
                if name in OFFERED:
                    browser.see("[data-signing] button")
                else:
                    self.assertEqual(browser.all("[data-signing] button"), [], name)
                if language == languages[-1]:
                    self.look(browser, f"unsignable-{place}-{name[:-4].lower()}")
        browser.speak("en")
