"""Forms are filled before they are signed: on the device, kept as they are typed, sealed with the signature."""

import json
import subprocess
import unittest

from files import FileJourney
from journeys import turn
from pdfs import form, unlabelled
from pyhanko.pdf_utils.reader import PdfFileReader
from signer import Signer
from signing import SHOWS
from steps import answer, enrol

# How the page judges what was changed in the document that it shows, and what that was.
CHANGES = """
    const [done] = arguments;
    const page = document.querySelector("script[src$='/page.js']").src;
    const load = (name) => import(page.replace("Base/page.js", name));
    Promise.all([load("Documents/document-store.js"), load("Viewer/verdict.js")]).then(async ([{ document: find, file }, { judge }]) => {
        const [person, id] = [localStorage.getItem("paraph.person"), location.hash.slice(1)];
        const known = await find(person, id);
        const { changes } = await judge(known, await file(person, known));
        done([changes.verdict, ...changes.items.map(({ detail }) => detail)]);
    }).catch((error) => done([String(error)]));
"""

NAME, NOTES, LATER = "Зоя Œuvré", "À rendre propre.\nИ сухой.", "Сдано: Łódź, ключ."

# How many fields are kept as they were filled in.
KEPT = """
    const [done] = arguments;
    import(document.querySelector("script[src$='/page.js']").src.replace("Base/page.js", "Documents/document-store.js"))
        .then(({ document: find }) => find(localStorage.getItem("paraph.person"), location.hash.slice(1)))
        .then(({ form }) => done(form?.values.length ?? 0), (error) => done(String(error)));
"""

# How many fields of the files hold what was typed.
TYPED = """
    const [done] = arguments;
    const open = indexedDB.open("paraph-copies");
    open.onsuccess = () => {
        const all = open.result.transaction("looks").objectStore("looks").getAll();
        all.onsuccess = () => { open.result.close(); done(all.result.reduce((count, { form }) => count + (form?.values.length ?? 0), 0)); };
    };
"""


@unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
class FormTests(FileJourney):
    def control(self, name):
        return f"[data-field={name}]"

    def values(self, path):
        with path.open("rb") as file:
            fields = PdfFileReader(file).root["/AcroForm"]["/Fields"]
            return {str(field["/T"]): str(field["/V"]) for field in (one.get_object() for one in fields) if "/V" in field and field["/FT"] != "/Sig"}

    def seal(self, browser, signer, place):
        self.press(browser, "Sign")
        browser.until(lambda: len(browser.all("[data-signing] button:not([data-line])")) == 2, "the place is not asked for")
        browser.click(place)
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.see(".placed canvas")
        browser.until(lambda: not browser.all("dialog"), "the pad stays")
        self.save(browser)

    def replace(self, browser, name):
        """Opens a field that holds what was signed: whose signatures show as changed then is said first; gives what was said."""
        browser.click(f"button{self.control(name)}")
        said = browser.text("dialog [data-question]") + " " + browser.text("dialog [data-consequence]")
        browser.click("dialog [value=yes]")
        browser.until(lambda: browser.run("return document.activeElement.dataset.field") == name, "the field that is replaced has no focus")
        return said

    def sent(self, browser):
        requests = [json.loads(entry["message"])["message"] for entry in browser.driver.get_log("performance")]
        return [one["params"]["request"].get("postData", "") for one in requests if one["method"] == "Network.requestWillBeSent"]

    def test_a_form_is_filled_and_sealed(self):
        browser, signer = self.browser("laptop", "en"), Signer("fills")
        enrol(browser, self.server, signer, "fills@example.org")
        self.open(browser, "Form.pdf", form())
        browser.see(self.control("Name"))
        self.assertFalse(browser.all(self.control("Fixed")), "a field that is read-only is filled")

        # What must be filled is asked about before.
        self.press(browser, "Sign")
        self.assertIn("Tenant name", browser.text("dialog [data-consequence]"))
        # What helps comes first, and is the one that is not quiet.
        self.assertEqual([(button.text, "button-quiet" in button.get_attribute("class")) for button in browser.all("dialog .sheet-actions button")],
                         [("Fill them in", False), ("Sign anyway", True)])
        browser.click("dialog [value='']")
        browser.until(lambda: browser.run("return document.activeElement.dataset.field") == "Name", "the empty field has no focus")

        browser.fill(self.control("Name"), NAME)
        browser.fill(self.control("Notes"), NOTES)
        browser.fill(self.control("Code"), "1234567")
        self.assertEqual(browser.see(self.control("Code")).get_attribute("value"), "12345")
        browser.click(self.control("Oars"))
        browser.see(self.control("Boat")).send_keys("Canoe")
        self.look(browser, "form-filled")
        browser.until(lambda: browser.driver.execute_async_script(KEPT) == 5, "what was typed is not kept")
        browser.driver.refresh()
        self.assertEqual(browser.see(self.control("Name")).get_attribute("value"), NAME)

        self.seal(browser, signer, ".field-mark")
        path = self.export(browser, "Form.pdf")
        verdict = self.judge(path)
        self.assertEqual(len(verdict["signatures"]), 1, verdict)
        found = self.values(path)
        self.assertEqual({name: found[name] for name in ["Name", "Notes", "Code", "Oars", "Boat"]},
                         {"Name": NAME, "Notes": NOTES, "Code": "12345", "Oars": "/Yes", "Boat": "Canoe"})
        text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
        for words in [NAME, "À rendre propre.", "И сухой.", "Canoe"]:
            self.assertIn(words, text)
        subprocess.run(["qpdf", "--check", path], check=True, capture_output=True)
        for body in self.sent(browser):
            self.assertNotIn("rendre", body)
            self.assertNotIn("Зоя", body)

        # The signature locks the name; the rest can be filled by who signs next, who asks for it: until then the file is shown, and nothing else.
        browser.see("[data-verdict][data-state]")
        browser.click(".form-locked")
        self.assertIn("Tenant name", browser.text("[data-notice]"))
        self.assertFalse(browser.all(self.control("Notes")), "a signed form is open")
        self.look(browser, "form-locked")
        browser.click("[data-fill]")
        # What was signed stays under the hand until the person says that it is to be replaced.
        browser.click(f"button{self.control('Notes')}")
        self.look(browser, "form-replace-ask")
        browser.click("dialog [value='']")
        self.assertFalse(browser.all(f"textarea{self.control('Notes')}"), "what was signed is open though the person left it")
        self.assertIn("signed by Anna Petrova", self.replace(browser, "Notes"))
        self.assertEqual(browser.see(self.control("Notes")).get_attribute("value").replace("\r", ""), NOTES)
        browser.fill(self.control("Notes"), "Never sealed")
        self.assertFalse(browser.all("[data-verdict]"), "a verdict stands beside what is not in the file")
        self.assertIn("your draft", browser.text("[data-notice]"))
        self.look(browser, "form-draft")
        browser.until(lambda: browser.driver.execute_async_script(KEPT) == 1, "the draft is not kept")
        browser.driver.refresh()
        # What was typed and not sealed is neither shown nor lost.
        browser.see("[data-verdict][data-state]")
        browser.see("[data-fill]")
        self.assertFalse(browser.all(self.control("Notes")), "a draft is shown as if it were in the file")
        browser.until(lambda: "not in the document" in browser.text("[data-notice]"), "the draft is not told of")
        browser.click("[data-notice] button")
        self.assertEqual(browser.see(self.control("Notes")).get_attribute("value"), "Never sealed")
        browser.click("[data-discard]")
        browser.see("[data-verdict][data-state]")
        browser.until(lambda: browser.driver.execute_async_script(KEPT) == 0, "the draft is kept")
        browser.click("[data-fill]")
        self.replace(browser, "Notes")
        self.assertEqual(browser.see(self.control("Notes")).get_attribute("value").replace("\r", ""), NOTES)
        browser.fill(self.control("Notes"), LATER)
        self.seal(browser, signer, "[data-signing] button")
        path = self.export(browser, "Form.pdf")
        verdict = self.judge(path)
        self.assertEqual(len(verdict["signatures"]), 2, verdict)
        self.assertEqual(self.values(path)["Notes"], LATER)
        # The part of a font that came with the second filling is known again, by the program and by the page.
        self.assertFalse([one for one in verdict["signatures"] if one.get("changes", {}).get("verdict") in ("suspicious", "forbidden")], verdict)
        found = browser.driver.execute_async_script(CHANGES)
        self.assertEqual(found[0], "allowed", found)
        # What was signed and is replaced afterwards is more than filled in.
        self.assertEqual(self.verdict(browser).get_attribute("data-state"), "changed")
        told = browser.text("[data-replaced=Notes]")
        self.assertIn(f"{NOTES} → {LATER}".replace("\n", " "), told)
        self.assertIn("After the signature of Anna Petrova", told)
        self.assertEqual(len(browser.all(".change-mark:not(.change-mark-remark)")), 1)
        self.look(browser, "form-filled-later")

    def test_a_form_in_files_is_filled_there_and_a_lock_that_came_meanwhile_is_named(self):
        anna, boris = self.browser("iphone", "en"), self.browser("laptop", "en")
        signer, other = Signer("fills anna"), Signer("fills boris")
        enrol(boris, self.server, other, "fills.boris@example.org", "Boris Ivanov")
        enrol(anna, self.server, signer, "fills.anna@example.org", "Anna Petrova")
        self.keep(anna, "Form.pdf", form())
        self.let_in(anna, "Form.pdf", "fills.boris@example.org")
        self.view(boris, "Form.pdf")
        boris.fill(self.control("Name"), "Boris")
        boris.fill(self.control("Notes"), "Second")
        self.assertIn("All who have the document in Files see it", boris.text("[data-notice]"))
        # What was typed is there after the page was loaded again.
        boris.until(lambda: boris.driver.execute_async_script(TYPED) == 2, "what was typed is not kept")
        boris.driver.refresh()
        self.assertEqual(boris.see(self.control("Name")).get_attribute("value"), "Boris")

        self.view(anna, "Form.pdf")
        self.assertEqual(anna.see(self.control("Name")).get_attribute("value"), "")
        anna.fill(self.control("Name"), NAME)
        anna.click(self.control("Oars"))
        anna.see(self.control("Boat")).send_keys("Canoe")
        self.look(anna, "form-kept-iphone")
        self.seal(anna, signer, ".field-mark")
        path = self.export(anna, "Form.pdf")
        self.assertEqual(len(self.judge(path)["signatures"]), 1)
        found = self.values(path)
        self.assertEqual({name: found.get(name) for name in ["Name", "Oars", "Boat"]}, {"Name": NAME, "Oars": "/Yes", "Boat": "Canoe"})
        anna.click("[data-fill]")
        self.assertEqual(anna.see(self.control("Notes")).get_attribute("value"), "", "what was signed is typed again")

        # What Boris draws is for the form as he read it: he is shown what Anna filled in. Her signature locks the name, under his hand.
        def draw():
            self.press(boris, "Sign")
            boris.until(lambda: len(boris.all("[data-signing] button:not([data-line])")) == 2, "the place is not asked for")
            boris.click("[data-signing] button")
            self.assertEqual(answer(boris, other.signature()), "accepted")
            boris.see(".placed canvas")
            boris.until(lambda: not boris.all("dialog"), "the pad stays")
            boris.click("[data-save]")

        boris.expected("status of 409")
        draw()
        boris.until(lambda: "others changed Form.pdf while you had it open" in boris.text("[data-notice]"), "what Anna filled in is not told of")
        self.look(boris, "form-kept-changed")
        boris.click("[data-fill]")
        self.assertEqual(boris.see(self.control("Notes")).get_attribute("value"), "Second", "what was typed into open fields is lost")
        draw()
        boris.see("[data-signing] [data-finish]")
        path = self.export(boris, "Form.pdf")
        self.assertEqual([one.get("changes", {}).get("verdict") for one in self.judge(path)["signatures"]], ["allowed", "none"])
        found = self.values(path)
        self.assertEqual((found["Name"], found["Notes"]), (NAME, "Second"))
        self.assertEqual(self.verdict(boris).get_attribute("data-state"), "filled")
        self.assertIn("After the signature of Anna Petrova", boris.text("[data-filled]"))
        boris.run("document.querySelector('[data-verdict]').scrollIntoView()")
        self.look(boris, "form-kept-filled-later")

    def test_a_signed_value_that_another_replaces_is_told_of_before_and_after(self):
        anna, boris = self.browser("iphone", "ru"), self.browser("small", "fr")
        signer, other = Signer("prices anna"), Signer("prices boris")
        enrol(boris, self.server, other, "prices.boris@example.org", "Boris Ivanov")
        enrol(anna, self.server, signer, "prices.anna@example.org", "Anna Petrova")
        self.keep(anna, "Form.pdf", form())
        self.let_in(anna, "Form.pdf", "prices.boris@example.org")
        self.view(anna, "Form.pdf")
        anna.fill(self.control("Name"), "Boris")
        anna.fill(self.control("Notes"), "900")
        self.seal_anywhere(anna, signer, "Подписать")

        self.view(boris, "Form.pdf")
        boris.see("[data-verdict][data-state]")
        boris.click("[data-fill]")
        boris.click(f"button{self.control('Notes')}")
        self.assertIn("Anna Petrova", boris.text("dialog [data-question]"))
        self.look(boris, "form-replace-ask-fr")
        boris.click("dialog [value=yes]")
        boris.fill(self.control("Notes"), "100")
        self.seal_anywhere(boris, other, "Signer")
        boris.until(lambda: boris.text("[data-replaced=Notes] .verdict-replaced") == "900 → 100", "what was replaced is not told of")
        boris.run("document.querySelector('[data-verdict]').scrollIntoView()")
        self.look(boris, "form-replaced-fr")

        # Anna's list says so though she has not opened it, and so does the mail.
        anna.open("/documents")
        anna.until(lambda: anna.all("device-documents [data-state=changed]"), "the list calls it signed by all")
        self.look(anna, "form-replaced-list-ru")
        anna.until(lambda: "Документ подписали все, но в нём есть изменения" in self.server.subjects("prices.anna@example.org"), "the mail does not say that it was changed")
        self.view(anna, "Form.pdf")
        self.assertEqual(self.verdict(anna).get_attribute("data-state"), "changed")
        self.assertIn("Изменён", anna.text("[data-signing] p"))
        anna.run("document.querySelector('[data-verdict]').scrollIntoView()")
        self.look(anna, "form-replaced-ru")
        # The history leads back to where the document was read.
        anna.click("[data-verdict] a[href*=documentid]")
        self.look(anna, "form-replaced-history-ru")
        anna.click("main > a.back")
        anna.at("/documents/view")
        anna.see("[data-pages] .viewer-page[data-drawn]")

    def seal_anywhere(self, browser, signer, words):
        self.press(browser, words)
        browser.until(lambda: len(browser.all("[data-signing] button:not([data-line])")) == 2, "the place is not asked for")
        browser.click("[data-signing] button")
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.see(".placed canvas")
        browser.until(lambda: not browser.all("dialog"), "the pad stays")
        self.save(browser)

    def test_fields_without_labels_are_called_by_what_is_printed_beside_them(self):
        browser, signer = self.browser("iphone", "ru"), Signer("unlabelled")
        enrol(browser, self.server, signer, "unlabelled@example.org")
        self.open(browser, "Form.pdf", unlabelled())
        browser.see("[data-field]")
        names = browser.run("return [...document.querySelectorAll('[data-field]')].map((one) => one.getAttribute('aria-label'))")
        self.assertEqual(names, ["Name", "Поле 2"])
        self.press(browser, "Подписать")
        browser.see("dialog")
        self.assertEqual(browser.text("dialog [data-consequence]"), "Name и Поле 2")
        self.assertEqual([button.text for button in browser.all("dialog .sheet-actions button")], ["Заполнить", "Всё равно подписать"])
        self.look(browser, "form-missing-ru")

    def test_forms_fit_phones(self):
        for size, language, dark in turn([("iphone", "ru", True), ("small", "fr", False), ("ipad", "en", False)], 1):
            with self.subTest(size=size):
                browser = self.browser(size, language, dark)
                enrol(browser, self.server, Signer(f"fits {size}"), f"fits.{size}@example.org")
                self.open(browser, "Form.pdf", form())
                browser.see(self.control("Name"))
                self.look(browser, f"form-{size}-{language}")
