"""Every page at every size, in every language, light and dark: nothing sticks out, and pictures for eyes."""

from journeys import Journey, turn
from signer import Signer
from steps import give, register, to_documents

PAGES = [
    "/documents", "/documents/view", "/activity", "/more", "/requests", "/profile", "/signature", "/devices", "/sessions", "/recovery-codes", "/apps", "/apps/new",
    "/privacy", "/account/delete", "/settings/language", "/about", "/nowhere",
]
LOOKS = [("iphone", "ru", False), ("iphone-landscape", "fr", False), ("ipad", "en", True), ("desktop", "en", False)]


class LookTests(Journey):
    def test_every_page_fits_every_screen(self):
        for size, language, dark in turn(LOOKS, 1, 2):
            with self.subTest(size=size, language=language, dark=dark):
                browser, signer = self.browser(size, language, dark), Signer(f"look {size}")
                look = f"{size}-{language}{'-dark' if dark else ''}"
                for path in ["/?stay", "/sign-in", "/register"]:
                    browser.open(path)
                    self.look(browser, f"{look}{path.replace('/', '-').replace('?', '')}")
                register(browser, self.server, signer, f"{size}@example.org", "Anna Petrova", signatures=6)
                browser.draw(signer.signature())
                self.look(browser, f"{look}-draw")
                browser.click("[data-primary]")
                for _ in range(3):
                    give(browser, signer.signature())
                browser.see("recovery-codes .codes")
                self.look(browser, f"{look}-done")
                to_documents(browser)
                for path in PAGES:
                    browser.open(path)
                    self.look(browser, f"{look}{path.replace('/', '-')}")
                browser.expected("/nowhere")
                browser.open("/recovery-codes")
                browser.click("[data-renew]")
                browser.see("dialog ink-pad:not([disabled])")
                self.look(browser, f"{look}-approval")
