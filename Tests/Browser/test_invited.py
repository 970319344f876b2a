"""Others are asked to sign from a document's own page: what waits for whom, what is told of it, and where it all came from."""

import email
import unittest
from email import policy

from files import FileJourney
from journeys import turn
from pdfs import lease
from signer import Signer
from signing import SHOWS
from steps import enrol
from test_list import states

LOOKS = [("iphone", "ru", "Пригласить подписать"), ("iphone", "en", "Ask for a signature"), ("small", "fr", "Demander une signature")]


@unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
class InvitedTests(FileJourney):
    def person(self, name, shown, size="iphone", language="en"):
        browser, signer = self.browser(size, language), Signer(f"invited {name}")
        enrol(browser, self.server, signer, f"invited.{name}@example.org", shown)
        return browser, signer

    def activity(self, browser):
        """The rows of a person's activity: words, and where they lead."""
        browser.open("/activity")
        browser.see("main .list")
        return [(item.text, item.get_attribute("href") or "") for item in browser.all("main .list .item")]

    def mails(self, address):
        """The subjects of what was mailed to an address."""
        letters = [email.message_from_bytes(path.read_bytes(), policy=policy.default) for path in self.server.mail.glob("*.eml")]
        return [str(letter["Subject"]) for letter in letters if address in str(letter["To"])]

    def test_the_button_stands_on_the_page_in_every_language(self):
        for size, language, words in turn(LOOKS, 2):
            with self.subTest(language=language):
                browser, _ = self.person(f"shown.{language}", "Anna Petrova", size, language)
                self.open(browser, "Lease.pdf", lease())
                self.assertEqual(browser.text("[data-ask]"), words)
                self.look(browser, f"ask-{size}-{language}")
                browser.click("[data-ask]")
                browser.see("dialog [data-go]")
                self.look(browser, f"ask-sheet-{size}-{language}")
                browser.click("dialog [data-close]")
                browser.until(lambda: not browser.all("dialog"), "the sheet stays")
                self.assertEqual(self.items(browser), [], "nothing goes to the server before the person says so")

    def test_a_document_is_asked_for_signed_and_everyone_is_told(self):
        anna, signer = self.person("anna", "Anna Petrova")
        boris, other = self.person("boris", "Boris Ivanov", "laptop")
        self.open(anna, "Lease.pdf", lease())
        anna.click("[data-ask]")
        anna.click("dialog [data-go]")
        anna.see("#reader-email")
        self.assertIn("#file-", anna.driver.current_url)
        self.assertEqual([item["name"] for item in self.items(anna)], ["Lease.pdf"])
        self.look(anna, "ask-people-iphone-en")
        anna.fill("#reader-email", "invited.boris@example.org")
        anna.click("dialog [type=submit]")
        anna.see("dialog .list .item")
        anna.click("dialog [data-close]")
        # The page knows whom it waits for now, as the list does.
        anna.until(lambda: "Waiting for invited.boris@example.org" in anna.text("[data-signing] p"), "the page does not know who was asked")
        self.look(anna, "ask-asked-iphone-en")
        anna.open("/documents")
        anna.until(lambda: states(anna) == {"Lease.pdf": "forOthers"}, "it does not wait for others")
        self.assertEqual(anna.text(".state"), "Waiting for invited.boris@example.org")
        self.view(anna, "Lease.pdf")
        self.sign(anna, signer)
        self.save(anna)
        self.look(anna, "ask-signed-iphone-en")
        anna.open("/documents")
        anna.until(lambda: states(anna) == {"Lease.pdf": "mineForOthers"}, "it does not wait for others")
        self.assertEqual(anna.text(".state"), "Signed by you, waiting for invited.boris@example.org")
        self.assertNotIn("state-good", anna.see(".state").get_attribute("class"))
        # The document's own page says so too, and asks for no second signature before all else.
        words = anna.text(".state")
        self.view(anna, "Lease.pdf")
        self.assertEqual(anna.text("[data-signing] p"), words)
        # Boris is asked already: to ask others is no more what comes next.
        self.assertEqual([item.get_attribute("data-share") for item in anna.all(".viewer-actions .button:not(.button-quiet)")], [""])
        self.assertIn("button-plain", anna.see("[data-ask]").get_attribute("class"))
        self.assertEqual(anna.text("[data-sign]"), "Sign again")
        self.look(anna, "ask-again-iphone-en")
        anna.open("/documents")
        self.look(anna, "waits-iphone-en")

        rows = self.activity(boris)
        self.assertTrue(any("Anna Petrova invites you to sign" in words and "Lease.pdf" in words and "#file-" in link for words, link in rows), rows)
        boris.open("/documents")
        boris.until(lambda: states(boris) == {"Lease.pdf": "forMe"}, "nothing waits for Boris")
        self.look(boris, "waits-for-me-laptop")
        self.view(boris, "Lease.pdf")
        self.assertFalse(boris.all("[data-ask]"), "a reader asks others")
        self.sign(boris, other, 0.25)
        self.save(boris)

        for browser in (anna, boris):
            browser.open("/documents")
            browser.until(lambda: states(browser) == {"Lease.pdf": "all"}, "not all have signed")
        self.assertIn("state-good", anna.see(".state").get_attribute("class"))
        for name in ("anna", "boris"):
            anna.until(lambda: "Everyone has signed" in self.mails(f"invited.{name}@example.org"), f"{name} is not told by mail")
        rows = self.activity(anna)
        for words in ("You invited Boris Ivanov", "Boris Ivanov signed your document", "Everyone invited has signed", "Document signed"):
            self.assertTrue(any(words in row and "Lease.pdf" in row and "#file-" in link for row, link in rows), (words, rows))
        self.look(anna, "activity-names-iphone-en")

        # The history says who brought it and who was invited, and leads back.
        self.view(anna, "Lease.pdf")
        self.verdict(anna)
        anna.click("[data-verdict] a")
        line = anna.text(".timeline")
        self.assertLess(line.index("Anna Petrova added the document"), line.index("Anna Petrova invited Boris Ivanov"), line)
        self.assertLess(line.index("Anna Petrova invited Boris Ivanov"), line.index("Boris Ivanov signed"), line)
        self.assertIn("Lease.pdf", anna.text("[data-files]"))
        self.look(anna, "history-kept-iphone-en")
        anna.click("[data-files]")
        anna.at("/documents/view")
        anna.see("[data-pages] .viewer-page[data-drawn]")

    def test_a_signature_that_was_drawn_and_never_saved_is_no_signed_document(self):
        browser, signer = self.person("leaver", "Anna Petrova", "laptop")
        self.open(browser, "Lease.pdf", lease())
        self.sign(browser, signer)
        browser.click("[data-away]")
        words = " ".join(row for row, _ in self.activity(browser))
        self.assertIn("not saved yet", words)
        self.assertNotIn("Document signed", words)
        self.view(browser, "Lease.pdf")
        self.sign(browser, signer)
        self.save(browser)
        rows = self.activity(browser)
        self.assertIn("Document signed", rows[0][0])
        self.assertIn("documentid=", rows[0][1])
        self.assertEqual(sum("not saved yet" in row for row, _ in rows), 1, "what was saved is told once")
        # On the device the browser knows the way back, and what the document is called.
        browser.click("main .list a.item")
        browser.until(lambda: "Lease.pdf" in browser.text("[data-here]"), "there is no way back")
        browser.click("[data-here]")
        browser.see("[data-pages] .viewer-page[data-drawn]")


if __name__ == "__main__":
    unittest.main()
