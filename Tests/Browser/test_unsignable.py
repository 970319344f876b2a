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

# What other programs may show otherwise, or not show.
SCRIPTS = b"/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>"
LAYERS = b"/OCProperties<</OCGs[]/D<</AS[<</Event/Print/Category[/Print]/OCGs[]>>]>>>>"
ATTACHED = b"/Names<</EmbeddedFiles<</Names[(terms.txt)<</Type/Filespec/F(terms.txt)>>]>>>>"
REMARKED = {"Scripts.pdf": lease(SCRIPTS), "Layers.pdf": lease(LAYERS), "Attached.pdf": lease(ATTACHED),
            "All.pdf": lease(SCRIPTS + LAYERS + ATTACHED.replace(b"/Names<<", b"/Collection<<>>/Names<<"))}
REMARKS = {
    "Scripts.pdf": {"en": ["has scripts"], "ru": ["есть скрипты"], "fr": ["contient des scripts"]},
    "Layers.pdf": {"en": ["has layers"], "ru": ["есть слои"], "fr": ["a des calques"]},
    "Attached.pdf": {"en": ["are attached"], "ru": ["приложены другие файлы"], "fr": ["sont joints"]},
}
REMARKS["All.pdf"] = {language: [word for words in list(REMARKS.values())[:3] for word in words[language]] for language in LANGUAGES}
MARKS = {
    "en": ["Contains scripts", "Layers that change", "Has attachments"],
    "ru": ["Содержит скрипты", "Слои, которые меняются", "Есть вложения"],
    "fr": ["Contient des scripts", "Calques qui changent", "Contient des pièces jointes"],
}


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

    def test_what_other_programs_may_show_is_said_before_signing(self):
        for dark in (False, True):
            look = "dark" if dark else "light"
            with self.subTest(look):
                browser = self.browser("iphone", dark=dark)
                enrol(browser, self.server, Signer(f"remarked {look}"), f"remarked.{look}@example.org")
                for name, content in [*REMARKED.items(), ("Honest.pdf", lease())]:
                    self.add(browser, name, content)
                for language in LANGUAGES:
                    browser.speak(language)
                    self.look_at_remarks(browser, language, look)

    def look_at_remarks(self, browser, language, look):
        for name, words in REMARKS.items():
            self.view(browser, name)
            warning = "main [data-notice].notice-warn"
            browser.until(lambda: all(word in browser.text(warning) for word in words[language]), f"no word of {name} in {language}")
            browser.see("[data-signing] button")
            self.look(browser, f"remarked-{name[:-4].lower()}-{language}-{look}")
        self.view(browser, "Honest.pdf")
        browser.see("[data-signing] button")
        self.assertEqual(browser.all("[data-notice].notice-warn"), [])
        browser.open("/documents")
        browser.until(lambda: all(mark in browser.text("main") for mark in MARKS[language]), f"no mark in the list in {language}")
        self.look(browser, f"remarked-list-{language}-{look}")
