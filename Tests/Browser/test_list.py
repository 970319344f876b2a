"""The list of documents tells of Files what it tells of the device, and nothing that is not so."""

import unittest

from files import FileJourney
from journeys import turn
from pdfs import lease, with_field
from signer import Signer
from signing import SHOWS
from steps import enrol
from test_file_signing import encrypted
from test_signing import stamped

# Keeps so many small files, one after another.
MANY = """
const [names, content, done] = arguments;
const headers = { "Paraph-Web": "1" };
(async () => {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  for (const name of names) {
    const begun = await fetch("/v1/files", { method: "POST", headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({ name, size: bytes.length }) }).then((answer) => answer.json());
    const put = await fetch(`/v1/files/${begun.id}/content`, { method: "PUT", body: bytes,
      headers: { ...headers, "Content-Type": "application/octet-stream", "Content-Range": `bytes 0-${bytes.length - 1}/${bytes.length}` } });
    if (!put.ok) throw new Error(`${name}: ${put.status}`);
  }
  return names.length;
})().then(done, (error) => done(String(error)));
"""


def states(browser):
    """The word beside each name; None where there is none."""
    return {item.find_element("css selector", ".item-title").text: next((mark.get_attribute("data-state") for mark in item.find_elements("css selector", ".state")), None)
            for item in browser.all("device-documents li.document")}


@unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
class ListTests(FileJourney):
    def person(self, name, size="iphone", language="en", dark=False):
        browser, signer = self.browser(size, language, dark), Signer(f"list {name}")
        enrol(browser, self.server, signer, f"list.{name}@example.org", name.title())
        return browser, signer

    def say(self, browser, wanted):
        browser.until(lambda: states(browser) == wanted, f"the list does not say {wanted}")

    def test_what_was_signed_before_it_came_to_files_is_not_called_unsigned(self):
        for name, size, language, dark in turn([("anna", "iphone", "ru", True), ("clara", "small", "en", False)], 0):
            with self.subTest(language=language):
                browser, signer = self.person(name, size, language, dark)
                self.open(browser, "Lease.pdf", lease())
                self.sign(browser, signer)
                self.save(browser)
                self.export(browser, "Lease.pdf")
                browser.open("/documents")
                self.say(browser, {"Lease.pdf": "mine"})
                self.sheet(browser, "Lease.pdf", "keep")
                browser.click("dialog [value=move]")
                browser.until(lambda: browser.all("main > [data-notice].notice-good"), "it is not said that it is kept")
                # Who signed it on a device, the registry knows by the file's hash.
                self.say(browser, {"Lease.pdf": "mine"})
                self.keep(browser, "Field.pdf", with_field())
                self.keep(browser, "Locked.pdf", encrypted("sesame"))
                # Of what nobody can read nobody says that it is not signed.
                self.say(browser, {"Lease.pdf": "mine", "Field.pdf": "unsigned", "Locked.pdf": None})
                # What was read here has its picture.
                self.assertFalse(browser.all("device-documents .thumb-page img"))
                self.view(browser, "Field.pdf")
                browser.see("[data-signing] button")
                browser.open("/documents")
                browser.until(lambda: len(browser.all("device-documents .thumb-page img")) == 1, "there is no picture of the first page")
                self.view(browser, "Field.pdf")
                self.sign(browser, signer, 0.4)
                self.save(browser)
                self.verdict(browser)
                browser.open("/documents")
                self.say(browser, {"Lease.pdf": "mine", "Field.pdf": "mine", "Locked.pdf": None})
                # A page that was left before its picture was taken has one once it is read again.
                if not browser.all("device-documents .thumb-page img"):
                    self.view(browser, "Field.pdf")
                    self.verdict(browser)
                    browser.open("/documents")
                browser.see("device-documents .thumb-page img")
                self.look(browser, f"list-{size}-{language}")

    def test_what_others_signed_is_not_mine_and_what_was_changed_is_told_once_it_was_read(self):
        anna, signer = self.person("owner")
        boris, other = self.person("reader", "laptop")
        self.open(anna, "Lease.pdf", lease())
        self.sign(anna, signer)
        self.save(anna)
        signed = self.export(anna, "Lease.pdf").read_bytes()
        self.keep(anna, "Changed.pdf", stamped(signed))
        self.keep(anna, "Ours.pdf", lease() + b"\n")
        self.let_in(anna, "Ours.pdf", "list.reader@example.org")
        anna.open("/documents")
        self.say(anna, {"Lease.pdf": "mine", "Changed.pdf": "signed", "Ours.pdf": "forOthers"})
        # It waits for Boris before he opens it for the first time.
        boris.open("/documents")
        self.say(boris, {"Ours.pdf": "forMe"})
        self.view(boris, "Ours.pdf")
        self.sign(boris, other)
        self.save(boris)
        boris.open("/documents")
        self.say(boris, {"Ours.pdf": "all"})
        anna.open("/documents")
        self.say(anna, {"Lease.pdf": "mine", "Changed.pdf": "signed", "Ours.pdf": "all"})
        self.view(anna, "Changed.pdf")
        anna.until(lambda: self.verdict(anna).get_attribute("data-state") == "changed", "the change is not seen")
        anna.until(lambda: not anna.all("[data-verdict][hidden]"), "there is no verdict")
        anna.until(lambda: anna.all("[data-verdict][data-noted]"), "what was found is not kept for the list")
        anna.open("/documents")
        self.say(anna, {"Lease.pdf": "mine", "Changed.pdf": "changed", "Ours.pdf": "all"})

    def test_a_changed_document_is_called_so_as_soon_as_it_is_taken_in(self):
        browser, signer = self.person("taker")
        self.open(browser, "Lease.pdf", lease())
        self.sign(browser, signer)
        self.save(browser)
        signed = self.export(browser, "Lease.pdf").read_bytes()
        other, _ = self.person("given", "laptop")
        self.add(other, "Changed.pdf", stamped(signed))
        self.add(other, "Lease.pdf", signed)
        self.say(other, {"Changed.pdf": "changed", "Lease.pdf": "signed"})

    def test_a_search_finds_what_is_on_pages_that_are_not_loaded(self):
        import base64
        browser, _ = self.person("searcher")
        names = ["Needle.pdf"] + [f"Hay {number:02}.pdf" for number in range(54)]
        self.assertEqual(browser.driver.execute_async_script(MANY, names, base64.b64encode(lease()).decode()), len(names))
        browser.open("/documents")
        browser.until(lambda: len(browser.all("device-documents li.document")) == 50, "there is no first page of the list")
        self.assertTrue(browser.all("[data-more]"))
        self.assertNotIn("Needle.pdf", states(browser))
        browser.fill("[data-find]", "needle")
        self.say(browser, {"Needle.pdf": "unsigned"})
        browser.run("const find = document.querySelector('[data-find]'); find.value = ''; find.dispatchEvent(new Event('input'));")
        browser.until(lambda: len(browser.all("device-documents li.document")) == len(names), "not all are listed")
        self.assertFalse(browser.all("[data-more]"))


if __name__ == "__main__":
    unittest.main()
