"""What is deleted in Files can be restored for seven days, as the deletion says."""

from files import FileJourney
from journeys import turn
from pdfs import lease
from signer import Signer
from steps import enrol

WORDS = {"en": "Recently deleted", "ru": "Недавно удалённые", "fr": "Supprimés récemment"}


class TrashTests(FileJourney):
    def test_what_is_deleted_comes_back_for_everyone(self):
        for language, size in turn([("en", "iphone"), ("ru", "laptop"), ("fr", "ipad")], 1):
            with self.subTest(language=language):
                address, second = f"deletes.{language}@example.org", f"loses.{language}@example.org"
                browser, other = self.browser(size, language), self.browser("laptop", language)
                enrol(browser, self.server, Signer(f"deletes {language}"), address)
                enrol(other, self.server, Signer(f"loses {language}"), second, "Boris Ivanov")
                kept = self.keep(browser, "Lease.pdf", lease())
                self.let_in(browser, "Lease.pdf", second)
                self.view(other, "Lease.pdf")
                # Who has it open may ask for it once more when it goes.
                other.expected("status of 404")
                browser.open("/documents/deleted")
                browser.see(".empty")
                self.look(browser, f"trash-{size}-empty")

                browser.open("/documents")
                self.sheet(browser, "Lease.pdf", "remove")
                self.assertIn(WORDS[language], browser.text("dialog [data-consequence]"))
                self.look(browser, f"trash-{size}-ask")
                browser.click("dialog [value=yes]")
                browser.see("device-documents .empty")
                # It is said, and can be taken back at once.
                browser.until(lambda: "Lease.pdf" in browser.text("main > [data-notice].notice-good"), "it is not said that it is deleted")
                self.look(browser, f"trash-{size}-undo")
                browser.click("main > [data-notice] button")
                browser.see("device-documents a.item")
                self.sheet(browser, "Lease.pdf", "remove")
                browser.click("dialog [value=yes]")
                browser.see("device-documents .empty")
                other.open("/documents")
                other.see("device-documents .empty")
                self.look(browser, f"trash-{size}-link")
                browser.click("a[href='/documents/deleted']")
                browser.at("/documents/deleted")
                browser.until(lambda: browser.text(".item-title") == "Lease.pdf", "what was deleted is not there")
                self.look(browser, f"trash-{size}-list")
                browser.click("[data-call*=restore]")
                browser.see("main .notice-good button")
                browser.see(".empty")
                self.look(browser, f"trash-{size}-restored")
                self.assertEqual([item["id"] for item in self.items(browser)], [kept["id"]])
                self.view(browser, "Lease.pdf")
                # The other one's list has it without being asked anew.
                other.until(lambda: other.all("device-documents a.item"), "it is not back for who was invited")
                self.view(other, "Lease.pdf")
