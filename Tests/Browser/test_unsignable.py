"""What cannot be signed, or had better not be yet, is told of on the device, in each language, and in Files."""

import unittest

from files import FileJourney
from journeys import turn
from pdfs import FINE, PAGE, certified, lease
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


# A page that stands in the file twice, with nothing that says which counts: programs show either.
TWICE = lease().replace(b"startxref\n", b"startxref\n9") + b"3 0 obj\n%s\nendobj\n" % PAGE.replace(b"595", b"500")
DAMAGED = ["This file is damaged: programs show it differently.", "Файл повреждён: программы показывают его по-разному.", "Ce fichier est endommagé"]
COPY = "Twice, clean copy.pdf"


@unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
class UnsignableTests(FileJourney):
    def test_what_cannot_be_signed_is_not_offered(self):
        browser = self.browser("iphone")
        enrol(browser, self.server, Signer("closed author"), "closed.author@example.org")
        for name, content in FILES.items():
            self.add(browser, name, content)
        self.look_at_all(browser, "device", turn(LANGUAGES, 2))
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

    def test_what_programs_show_differently_is_signed_by_a_clean_copy(self):
        browser, signer = self.browser("iphone"), Signer("damaged author")
        enrol(browser, self.server, signer, "damaged.author@example.org")
        self.add(browser, "Twice.pdf", TWICE)
        for language, words in turn(zip(LANGUAGES, DAMAGED), 1):
            browser.speak(language)
            self.view(browser, "Twice.pdf")
            browser.click("[data-signing] [data-sign]")
            browser.until(lambda: words in browser.text("[data-notice]"), f"no word of it in {language}")
            self.assertEqual(browser.all(".placed, dialog"), [])
            self.look(browser, f"unsignable-twice-{language}")
        browser.speak("en")
        self.view(browser, "Twice.pdf")
        browser.click("[data-signing] [data-sign]")
        browser.until(lambda: DAMAGED[0] in browser.text("[data-notice]"), "no word of it")
        browser.click("[data-notice] button")
        browser.until(lambda: browser.text("[data-name]") == COPY, "the copy is not shown")
        browser.see("[data-pages] .viewer-page[data-drawn]")
        self.sign(browser, signer)
        self.save(browser)
        path = self.export(browser, COPY)
        self.assertEqual(self.judge(path)["verdict"], "valid")
        # What it was made of stays as it is.
        self.view(browser, "Twice.pdf")
        self.assertEqual(self.export(browser, "Twice.pdf").read_bytes(), TWICE)
