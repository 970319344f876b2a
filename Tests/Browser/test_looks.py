"""Every page at every size, in every language, light and dark: nothing sticks out, and pictures for eyes."""

from journeys import Journey
from signer import Signer
from steps import give, register, to_documents

PAGES = [
    "/documents", "/documents/view", "/activity", "/more", "/requests", "/profile", "/signature", "/devices", "/sessions", "/recovery-codes", "/apps", "/apps/new",
    "/privacy", "/account/delete", "/settings/language", "/about", "/nowhere",
]
LOOKS = [("iphone", "ru", False), ("iphone-landscape", "fr", False), ("ipad", "en", True), ("desktop", "en", False)]


class LookTests(Journey):
    def test_every_page_fits_every_screen(self):
        for size, language, dark in LOOKS:
            with self.subTest(size=size, language=language, dark=dark):
                browser, signer = self.browser(size, language, dark), Signer(f"look {size}")
                look = f"{size}-{language}{'-dark' if dark else ''}"
                for path in ["/?stay", "/sign-in", "/register"]:
                    browser.open(path)
                    self.check(browser, f"{look}{path.replace('/', '-').replace('?', '')}")
                register(browser, self.server, signer, f"{size}@example.org", "Anna Petrova", signatures=6)
                browser.draw(signer.signature())
                self.check(browser, f"{look}-draw")
                browser.click("[data-primary]")
                for _ in range(3):
                    give(browser, signer.signature())
                browser.see("recovery-codes .codes")
                self.check(browser, f"{look}-done")
                to_documents(browser)
                for path in PAGES:
                    browser.open(path)
                    self.check(browser, f"{look}{path.replace('/', '-')}")
                browser.expected("/nowhere")

    def check(self, browser, name):
        browser.see("h1, h2, .bar-title")
        browser.shoot(name)
        wider = browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.assertLessEqual(wider, 0, f"{name} scrolls sideways")
        small = browser.run("""
            const shown = (e) => e.offsetParent !== null && getComputedStyle(e).visibility !== "hidden";
            return [...document.querySelectorAll("button, a.button, a.tab, a.item, a.back, select, .field input")]
                .filter((e) => shown(e) && !e.classList.contains("unseen") && e.type !== "checkbox")
                .filter((e) => { const r = e.getBoundingClientRect(); return r.height < 43.5 || r.width < 43.5; })
                .map((e) => e.outerHTML.slice(0, 80));""")
        self.assertEqual(small, [], f"{name} has touch targets under 44 pixels")
        unnamed = browser.run("""
            return [...document.querySelectorAll("button, a[href], input:not([type=hidden]):not([type=file]), select")]
                .filter((e) => e.offsetParent && !e.textContent.trim() && !e.getAttribute("aria-label") && !(e.labels && e.labels.length))
                .map((e) => e.outerHTML.slice(0, 80));""")
        self.assertEqual(unnamed, [], f"{name} has controls without a name")
