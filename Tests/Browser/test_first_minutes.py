"""The first ten minutes: what is ready, what was signed, where it is found again, and what helps where a signature is not taken."""

import functools
import unittest

from journeys import turn
from pdfs import lease, with_field
from signer import Signer
from signing import SHOWS, SigningJourney
from steps import answer, enrol, fill_profile, give, sign_out

# Two fingers on the middle of the pages, moved apart.
PINCH = """
    const scroller = document.querySelector(".viewer-pages"), { left, top, width, height } = scroller.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const at = (by) => [-by, by].map((dx, identifier) => new Touch({ identifier, target: scroller, clientX: x + dx, clientY: y }));
    const tell = (kind, touches) => scroller.dispatchEvent(new TouchEvent(kind, { touches, cancelable: true, bubbles: true }));
    tell("touchstart", at(40));
    tell("touchmove", at(80));
    tell("touchend", []);"""


# Which of some elements do not lie whole in the window, or under something else.
UNSEEN = """
    return [...arguments].filter((selector) => {
        const element = document.querySelector(selector), { left, right, top, bottom } = element.getBoundingClientRect();
        const isOver = (y) => element.contains(document.elementFromPoint((left + right) / 2, y));
        return top < 0 || bottom > innerHeight || !isOver(top + 2) || !isOver(bottom - 2);
    });"""

# Counts the frames in which no drawn page is seen.
BLANK = """
window.blank = 0;
const look = () => {
  const isSeen = (page) => page.querySelector("canvas") && getComputedStyle(page).visibility === "visible";
  if (![...document.querySelectorAll("[data-pages] .viewer-page")].some(isSeen)) window.blank += 1;
  requestAnimationFrame(look);
};
look();
"""


class FirstMinutesTests(SigningJourney):
    def test_an_address_is_mended_and_codes_are_not_skipped_unseen(self):
        browser, signer = self.browser("tiny", "fr"), Signer("first minutes")
        # Asked for by mistake, and left by the address bar.
        browser.open("/sign-in")
        browser.fill("#identifier", "minutes.none@example.org")
        browser.click("form[data-who] [type=submit]")
        browser.see("[data-step=device] [data-shown-code]")
        browser.open("/sign-in")
        self.assertIn("minutes.none", browser.text("[data-step=device] [data-asked-for]"))
        fill_profile(browser, "minutes.wrong@example.org", "Jeanne")
        browser.click("form[data-profile] [type=submit]")
        browser.see("#code")
        self.assertNotIn("précédent", browser.text("[data-sent-to]"))
        browser.click("[data-change]")
        browser.click("form[data-profile] [type=submit]")
        browser.until(lambda: "précédent" in browser.text("[data-sent-to]"), "who has an e-mail already is not told that its code is good")
        browser.click("[data-change-email]")
        browser.fill("#email", "minutes@example.org")
        browser.click("form[data-profile] [type=submit]")
        browser.fill("#code", self.server.code("minutes@example.org"))
        give(browser, [[(0.5, 0.5, 0), (0.51, 0.5, 40)]])
        browser.see(".sample[data-rejected=dot]")
        self.assertEqual(browser.run(UNSEEN, "draw-ten .notice", "draw-ten [data-primary]"), [], "the button is off the screen")
        self.look(browser, "first-dot-tiny")
        browser.resize("small")
        for _ in range(10):
            give(browser, signer.signature())
        browser.see("recovery-codes .codes")
        self.look(browser, "first-codes")
        # Letters twice as large: a code is read on several lines, and none runs out of its frame.
        browser.run("document.documentElement.style.fontSize = '200%'")
        self.look(browser, "first-codes-large")
        wider = "const list = document.querySelector('recovery-codes .codes'); return list.scrollWidth - list.clientWidth"
        self.assertEqual(browser.run(wider), 0, "codes run out of their frame")
        browser.run("document.documentElement.style.fontSize = ''")
        browser.click(".actions a[href='/documents']")
        self.assertIn("Enregistrez", browser.text("recovery-codes .notice-warn"))
        browser.until(lambda: not browser.run(UNSEEN, "recovery-codes .notice-warn", "recovery-codes [data-save]", "#stored"), "why it does not go on is out of sight")
        browser.shoot("first-codes-guarded")
        browser.at("/register")
        # What is saved is stored, whatever becomes of the tick, which saving sets.
        browser.click("recovery-codes [data-save]")
        browser.until(lambda: not browser.all("recovery-codes .notice-warn"), "the warning stays though it is met")
        browser.click("#stored")
        self.assertFalse(browser.see("#stored").is_selected())
        browser.click(".actions a[href='/documents']")
        browser.at("/documents")
        # Who has an account by now is not asked to let a new device in.
        sign_out(browser)
        browser.open("/sign-in")
        browser.see("[data-step=who] #identifier")
        self.assertEqual(browser.run("return document.querySelector('#identifier').value"), "minutes@example.org")

    def test_the_tools_stand_in_one_row_and_a_dot_is_seen_as_a_dot(self):
        for language, cancel in turn([("ru", "Отмена"), ("fr", "Annuler"), ("en", "Cancel")], 1):
            with self.subTest(language=language):
                browser, address = self.browser("small", language), f"dot.{language}@example.org"
                fill_profile(browser, address, "Anna")
                browser.click("form[data-profile] [type=submit]")
                browser.fill("#code", self.server.code(address))
                undo, pens = (browser.see(f"draw-ten {part}").rect for part in ("[data-undo]", ".pens"))
                self.assertLess(abs(undo["y"] + undo["height"] / 2 - pens["y"] - pens["height"] / 2), 8, "the pens stand in a row of their own")
                named = [item for item in browser.all("draw-ten button") if item.is_displayed() and item.text.strip() == cancel]
                self.assertLessEqual(len(named), 1, "two buttons say the same")
                # Letters twice as large leave the paper on the first screen, with what sends it.
                browser.run("document.documentElement.style.fontSize = '200%'")
                self.look(browser, f"first-pad-large-{language}")
                foot = browser.run("return document.querySelector('draw-ten [data-primary]').getBoundingClientRect().bottom + scrollY")
                self.assertLessEqual(foot, 640, "the pad is off the screen")
                browser.run("document.documentElement.style.fontSize = ''")
                give(browser, [[(0.5, 0.5, 0), (0.51, 0.5, 40)]])
                browser.see(".sample[data-rejected=dot] canvas")
                browser.until(lambda: 0 < self.inked(browser) < 0.05, "the dot is drawn as something else")
                browser.shoot(f"first-dot-{language}")

    def inked(self, browser):
        """How much of the thumbnail of a dot is ink."""
        return browser.run("""
            const canvas = document.querySelector(".sample[data-rejected=dot] canvas");
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            let inked = 0;
            for (let at = 3; at < data.length; at += 4) inked += data[at] > 40;
            return inked / (data.length / 4);""")

    def test_who_is_refused_five_times_is_offered_another_way(self):
        browser, other = self.browser("small", "en"), Signer("another hand entirely")
        codes = enrol(browser, self.server, Signer("refused"), "refused@example.org", "Anna")
        sign_out(browser)
        browser.open("/sign-in")
        browser.fill("#identifier", "refused@example.org")
        browser.click("form[data-who] [type=submit]")
        self.assertEqual(answer(browser, [[(0.1 + step * 0.05, 0.5, step * 30) for step in range(16)]]), "refused")
        self.assertIn("did not cost a try", browser.text(".answer"))
        for turn in range(5):
            browser.click(".answer > .button")
            self.assertEqual(answer(browser, other.signature()), "refused" if turn < 4 else "denied")
        self.look(browser, "first-denied")
        # What helps is in sight, without scrolling.
        bottom = browser.run("return document.querySelector('.answer-ways .button').getBoundingClientRect().bottom + scrollY")
        self.assertLess(bottom, 640)
        browser.click(".answer-ways .button")
        browser.see("#recovery-code")
        # Back leads to the pad, for nothing was asked for.
        browser.click("[data-step=recovery] [data-wait]")
        browser.click(".answer-ways .button")
        browser.fill("#recovery-code", (codes or [""])[0])
        browser.click("form[data-recovery] [type=submit]")
        browser.until(lambda: "/sign-in" not in browser.driver.current_url, "the code does not let them in")
        browser.open("/devices")
        self.assertEqual(len(browser.all("main .list > li .chip-good")), 1)
        self.assertEqual(browser.all("a.waiting"), [], "a device waits to be added")
        subjects = functools.partial(self.server.subjects, "refused@example.org")
        browser.until(lambda: "A recovery code was used" in subjects(), "the code is not told of")
        self.assertFalse({"A device asks to be added", "A device was added"} & set(subjects()), subjects())

    def whole(self, browser, name, *selectors):
        """That what comes next is whole on the screen, however large letters are."""
        for factor in [1, 1.5, 2]:
            browser.run("document.documentElement.style.fontSize = arguments[0]", f"{factor * 100}%")
            browser.shoot(f"next-{name}-{factor}")
            self.assertEqual(browser.run(UNSEEN, *selectors), [], f"{name} at {factor}")
        browser.run("document.documentElement.style.fontSize = ''")

    @unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
    def test_what_comes_next_in_signing_is_whole_on_the_screen(self):
        name = "Договор аренды лодки «Чайка» на 2026–2027 годы.pdf"
        for size, language in [("small", "ru"), ("iphone-landscape", "fr")]:
            with self.subTest(size=size):
                browser, signer = self.browser(size, language), Signer(f"whole {size}")
                enrol(browser, self.server, signer, f"whole.{size}@example.org", "Анна Петрова")
                self.add(browser, name, lease())
                # Before any script has shown a page, it is said that one comes.
                browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
                browser.open("/documents/view#none")
                self.assertTrue(browser.text("[data-opening]"), "there is nothing to see while it opens")
                browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
                browser.open("/documents")
                browser.click("device-documents a.item")
                browser.see("[data-pages] .viewer-page[data-drawn]")
                self.assertEqual(browser.all("[data-opening]"), [])
                browser.see("[data-sign]")
                self.whole(browser, f"{size}-sign", "[data-sign]")
                browser.click("[data-sign]")
                browser.until(lambda: len(browser.all("[data-signing] button:not([data-line])")) == 2, "the place is not asked for")
                self.whole(browser, f"{size}-place", "[data-signing] .row .button")
                # Over words, which is told of: that takes the most room. A phone on its side shows too little of a page for that.
                if size == "small":
                    self.tap(browser, 0.3, 0.1)
                else:
                    browser.click("[data-signing] .row .button")
                browser.see("dialog ink-pad:not([disabled])")
                self.whole(browser, f"{size}-pad", "dialog .signing-pad", "dialog [data-primary]")
                self.assertEqual(answer(browser, signer.signature()), "accepted")
                browser.until(lambda: not browser.all("dialog"), "the pad stays")
                if size == "small":
                    browser.until(lambda: browser.run("return document.querySelector('.signing-warning').textContent"), "nothing is said of what it lies on")
                self.whole(browser, f"{size}-save", "[data-save]")
                self.save(browser)
                self.whole(browser, f"{size}-finish", "[data-finish]")

    @unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
    def test_what_is_signed_stays_in_sight_is_finished_and_found_again(self):
        for size, language, state, dark in [("iphone", "ru", "Подписан вами", True), ("laptop", "en", "Signed by you", False)]:
            with self.subTest(size=size):
                browser, signer = self.browser(size, language, dark), Signer(f"found {size}")
                enrol(browser, self.server, signer, f"found.{size}@example.org", "Anna")
                self.add(browser, "Boat.pdf", with_field())
                self.open(browser, "Lease.pdf", lease())
                if size == "iphone":
                    before = browser.see("[data-pages] .viewer-page").size["width"]
                    browser.run(PINCH)
                    browser.until(lambda: browser.see("[data-pages] .viewer-page canvas").size["width"] > 1.8 * before, "the page is not drawn larger")
                    browser.driver.refresh()
                    browser.see("[data-pages] .viewer-page[data-drawn]")
                self.sign(browser, signer)
                placed = browser.see(".placed").rect
                self.save(browser)
                browser.see("[data-signing] [data-share]")
                self.assertTrue(browser.text("[data-signing] p"), "what came of it is out of sight")
                browser.see("[data-verdict][data-state]")
                spot = browser.run("""
                    const page = document.querySelector("[data-pages] .viewer-page").getBoundingClientRect();
                    const { top, bottom } = document.querySelector(".viewer-pages").getBoundingClientRect();
                    return [page.top + page.height * 0.5, top, bottom];""")
                self.assertTrue(spot[1] < spot[0] < spot[2], f"the ink is out of sight: {spot}, it lay at {placed}")
                self.look(browser, f"first-signed-{size}")
                browser.click("[data-signing] [data-finish]")
                browser.at("/documents")
                browser.until(lambda: len(browser.all(".thumb-page img")) == 2, "pages are not shown small")
                browser.until(lambda: state in [item.text for item in browser.all(".state")], "it is not said that it is signed")
                self.look(browser, f"first-list-{size}")
                browser.fill("[data-find]", "boa")
                browser.until(lambda: [item.text for item in browser.all("a.item .item-title")] == ["Boat.pdf"], "it is not found")
                browser.fill("[data-find]", "nothing")
                browser.see("[data-nothing]")
                browser.run("const find = document.querySelector('[data-find]'); find.value = ''; find.dispatchEvent(new Event('input'));")
                browser.run("const sort = document.querySelector('[data-sort]'); sort.value = 'name'; sort.dispatchEvent(new Event('change'));")
                browser.until(lambda: [item.text for item in browser.all("a.item .item-title")] == ["Boat.pdf", "Lease.pdf"], "they are not sorted")
                browser.open("/activity")
                browser.shoot(f"first-activity-{size}")
                self.assertIn({"ru": "Документ подписан", "en": "Document signed"}[language], browser.text("main .list"))

    @unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
    def test_the_page_stays_in_sight_until_the_signed_version_is_seen(self):
        browser, signer = self.browser("desktop"), Signer("in sight")
        enrol(browser, self.server, signer, "in.sight@example.org")
        self.open(browser, "Lease.pdf", lease())
        self.sign(browser, signer)
        browser.run(BLANK)
        self.save(browser)
        self.assertEqual(browser.run("return [window.blank, document.querySelectorAll('document-viewer').length]"), [0, 1], "frames without the page")
        self.assertEqual(browser.run("return document.activeElement.textContent"), browser.text("[data-signing] p"), "the focus is lost")
        self.assertEqual(browser.all(".placed"), [])
        browser.until(lambda: "1 signature" in browser.text("section.desk-list a.item"), "the list shows it as it was")
        self.verdict(browser)
        # It is signed once more from there.
        browser.click("[data-signing] [data-sign]")
        browser.until(lambda: len(browser.all("[data-signing] button:not([data-line])")) == 2, "the place is not asked for")

    @unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
    def test_what_a_signed_document_is_worth_is_not_cut_however_large_letters_are(self):
        browser, signer = self.browser("iphone", "ru"), Signer("uncut")
        enrol(browser, self.server, signer, "uncut@example.org")
        self.open(browser, "Lease.pdf", lease())
        for count, (factor, y) in enumerate([(1, 0.5), (2, 0.3), (2, 0.7)], 1):
            self.sign(browser, signer, y)
            browser.run("document.documentElement.style.fontSize = arguments[0]", f"{factor * 100}%")
            self.save(browser)
            browser.until(lambda: browser.text("[data-verdict] h2").endswith(f"{count} подпис" + ("ь" if count == 1 else "и")), "it is not judged")
            self.look(browser, f"first-uncut-{factor}-{y}")
            top, verdict, bottom = browser.run("""
                const [pages, verdict] = [".viewer-pages", "[data-verdict]"].map((one) => document.querySelector(one).getBoundingClientRect());
                return [pages.top, verdict.top, verdict.bottom];""")
            self.assertTrue(verdict >= top or bottom <= top, f"it is cut: {verdict} to {bottom}, what is seen begins at {top}")
            browser.run("document.documentElement.style.fontSize = ''")
