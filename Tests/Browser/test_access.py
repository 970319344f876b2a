"""Every page for every eye: axe finds nothing, in light and dark and three languages, and large letters break nothing."""

import re
import unittest
from pathlib import Path
from urllib.parse import urlsplit

import axe_core_python

import test_requests
from files import FileJourney
from journeys import turn
from pdfs import form, lease, with_field
from signer import Signer
from signing import LINK, SHOWS
from steps import enrol, fill_profile, give
from test_programs import Program

ROOT = Path(__file__).resolve().parents[2]
AXE = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text()
JUDGE = """
    const done = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => done(violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html.slice(0, 140)} ${failureSummary.replace(/\\s+/g, " ").slice(0, 220)}`))),
        (error) => done([String(error)]));"""
# Words that lie over other words, and words that are cut off, except where a line ends in an ellipsis or can be scrolled.
BROKEN = """
    const found = [], pieces = [];
    const walker = document.createTreeWalker(document.querySelector("dialog[open]") ?? document.body, NodeFilter.SHOW_TEXT);
    const isShown = (e) => e.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && !e.closest(".unseen, .skip, .viewer-text, [aria-hidden=true]");
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const e = node.parentElement, words = node.data.trim();
        if (!words || !isShown(e) || ["SCRIPT", "STYLE", "NOSCRIPT", "OPTION"].includes(e.tagName)) continue;
        let layer = e;
        while (layer && !["fixed", "sticky"].includes(getComputedStyle(layer).position)) layer = layer.parentElement;
        const range = document.createRange();
        range.selectNodeContents(node);
        let scroller = e.parentElement;
        while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
        const seen = scroller?.getBoundingClientRect() ?? { left: -1e6, right: 1e6, top: -1e6, bottom: 1e6 };
        for (const { left, right, top, bottom } of range.getClientRects()) {
            const inset = (bottom - top) * 0.22;
            if (bottom < seen.top + inset || top > seen.bottom - inset || right < seen.left || left > seen.right) continue;
            // What stands behind an ellipsis is not painted.
            const end = getComputedStyle(e).textOverflow === "ellipsis" ? Math.min(right, e.getBoundingClientRect().right) : right;
            pieces.push({ words, layer, e, left: left + 1, right: end - 1, top: top + inset, bottom: bottom - inset });
        }
        for (let box = e; box && box !== document.body; box = box.parentElement) {
            const style = getComputedStyle(box);
            if (style.textOverflow === "ellipsis" || /auto|scroll/.test(style.overflowX + style.overflowY)) break;
            if (style.overflowX === "visible" && style.overflowY === "visible") continue;
            const outer = box.getBoundingClientRect(), inner = range.getBoundingClientRect();
            if (inner.right > outer.right + 2 || inner.bottom > outer.bottom + 4 || inner.left < outer.left - 2) found.push(`cut: ${words.slice(0, 50)}`);
        }
        const inner = range.getBoundingClientRect();
        if (!e.closest(".signatures, .viewer-pages, .viewer-thumbs") && getComputedStyle(e).textOverflow !== "ellipsis" && inner.width > 0 && (inner.right > innerWidth + 1 || inner.left < -1)) found.push(`outside: ${words.slice(0, 50)}`);
    }
    pieces.forEach((a, i) => pieces.slice(i + 1).forEach((b) => {
        if (a.e !== b.e && a.layer === b.layer && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
            found.push(`over one another: ${a.words.slice(0, 40)} | ${b.words.slice(0, 40)}`);
    }));
    return found;"""
WIDE = """
    return [...document.body.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .map((e) => e.outerHTML.slice(0, 90)).slice(0, 4);"""
# The buttons of signing that come next, as far as they do not lie whole in the window.
NEXT = """
    const over = document.querySelector("dialog[open]");
    const next = over ? over.querySelectorAll("sign-pad:not([hidden]) [data-primary]") : document.querySelectorAll(".viewer-actions .signing-first .button:not(.button-quiet)");
    return [...next].filter((e) => e.checkVisibility()).filter((e) => e.getBoundingClientRect().top < 0 || e.getBoundingClientRect().bottom > innerHeight).map((e) => e.textContent.trim());"""
LOOKS = [("iphone", "en", False), ("iphone", "ru", True), ("laptop", "fr", False), ("laptop", "en", True)]
LARGE = [("small", "ru", 2), ("small", "fr", 1.5), ("laptop", "en", 2)]


def paths():
    """The paths of the pages, as the router has them."""
    source = (ROOT / "Sources/WebUI/WebPages.swift").read_text()
    found = set(re.findall(r'page\("([^"]+)"', source)) | set(re.findall(r'router\.get\("([^"]+)"', source))
    assert len(found) > 20, "the router is not read"
    return found


@unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
class AccessTests(FileJourney):
    ask = test_requests.RequestTests.ask
    program_of = test_requests.RequestTests.program

    def setUp(self):
        super().setUp()
        if not self.server.paraph:
            self.skipTest("needs a server of its own, for a program and an app")
        self.visited, self.wrong, self.judges = set(), [], []

    def visit(self, browser, pattern, path=None, name=None):
        """Opens a page and looks at it; each stands for its path in the router."""
        self.visited.add(pattern)
        browser.open(path or pattern)
        browser.see("h1, h2, .bar-title")
        self.judge_page(browser, name or pattern)

    def judge_page(self, browser, name):
        for judge in self.judges:
            judge(browser, name)

    def axe(self, browser, name):
        browser.settle()
        browser.run(AXE)
        self.wrong += [f"{name}: {word}" for word in browser.driver.execute_async_script(JUDGE)]

    def letters(self, factor):
        """Judges pages with letters so large."""
        def judge(browser, name):
            browser.run("document.documentElement.style.fontSize = arguments[0]", f"{factor * 100}%")
            browser.shoot(f"large-{factor}-{re.sub('[^a-z]+', '-', name).strip('-') or 'start'}-{browser.run('return document.documentElement.lang + screen.width')}")
            wider = browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
            if wider > 0:
                self.wrong.append(f"{name}: scrolls sideways by {wider}: {browser.run(WIDE)}")
            self.wrong += [f"{name}: {word}" for word in dict.fromkeys(browser.run(BROKEN))]
            self.wrong += [f"{name}: what comes next is not on the screen: {word}" for word in browser.run(NEXT)]
        return judge

    def walk(self, browser, address, signer):
        """Every page of the web app, and the sheets that open in them."""
        self.visit(browser, "/", "/?stay")
        self.visit(browser, "/sign-in")
        browser.fill("#identifier", "nobody@example.org")
        browser.click("form[data-who] [type=submit]")
        browser.see("[data-step=device] [data-shown-code]")
        self.judge_page(browser, "/sign-in, new device")
        browser.click("[data-step=device] [data-use-recovery]")
        self.judge_page(browser, "/sign-in, recovery")
        self.visit(browser, "/offline")
        self.visit(browser, "/offline/view")
        self.visit(browser, "/confirm")
        browser.expected("/confirm", "/nowhere", "documentid", "/oauth2/authorize")
        browser.run("sessionStorage.clear()")
        fill_profile(browser, address, "Анна Петрова-Константинопольская")
        self.visited.add("/register")
        self.judge_page(browser, "/register")
        browser.click("[data-consent-text]")
        browser.see("dialog[open]")
        self.judge_page(browser, "/register, consent")
        browser.click("dialog [data-close]")
        browser.click("form[data-profile] [type=submit]")
        browser.see("#code")
        self.judge_page(browser, "/register, code")
        browser.fill("#code", self.server.code(address))
        browser.see("draw-ten ink-pad:not([disabled])")
        self.judge_page(browser, "/register, draw")
        self.visit(browser, "/enrol")
        browser.run("document.documentElement.style.fontSize = ''")
        enrol(browser, self.server, signer, f"enrolled.{address}", "Анна Петрова-Константинопольская")
        address = f"enrolled.{address}"
        self.visit(browser, "/documents")
        self.open(browser, "A rather long name of a lease with annexes.pdf", with_field())
        self.visited.add("/documents/view")
        self.judge_page(browser, "/documents/view")
        browser.run("document.documentElement.style.fontSize = ''")
        browser.click("[data-signing] [data-sign]")
        browser.until(lambda: len(browser.all("[data-signing] button:not([data-line])")) == 2, "the place is not asked for")
        self.tap(browser, 0.5, 0.5)
        browser.see("dialog ink-pad:not([disabled])")
        self.judge_page(browser, "/documents/view, pad")
        browser.run("document.documentElement.style.fontSize = ''")
        # A phone is not offered another one.
        browser.run("document.querySelector('dialog [data-offer-phone]').hidden = false")
        browser.click("dialog [data-offer-phone] button")
        browser.see("dialog svg.qr")
        self.judge_page(browser, "/documents/view, for the phone")
        self.visit(browser, "/hand-over/{id}", urlsplit(browser.text("dialog [data-address]")).path)
        browser.run("document.documentElement.style.fontSize = ''")
        browser.open("/documents")
        browser.click("device-documents a.item")
        browser.see("[data-pages] .viewer-page[data-drawn]")
        self.sign(browser, signer)
        self.judge_page(browser, "/documents/view, placed")
        browser.run("document.documentElement.style.fontSize = ''")
        self.save(browser)
        self.judge_page(browser, "/documents/view, signed")
        id = LINK.search(self.export(browser, "A rather long name of a lease with annexes.pdf").read_bytes())[1].decode()
        self.open(browser, "Form.pdf", form())
        browser.see(".form-control")
        self.judge_page(browser, "/documents/view, form")
        browser.run("document.documentElement.style.fontSize = ''")
        self.visit(browser, "/documents", name="/documents, listed")
        browser.click("device-documents .document > button")
        browser.see("dialog[open]")
        self.judge_page(browser, "/documents, sheet")
        browser.run("document.documentElement.style.fontSize = ''")
        self.keep(browser, "Kept.pdf", lease(), choice="move")
        self.visit(browser, "/documents", name="/documents, kept")
        browser.run("document.documentElement.style.fontSize = ''")
        for action, field in [("people", "#reader-email"), ("rename", "#file-new-name"), ("mail", "#mail-to")]:
            browser.open("/documents")
            self.sheet(browser, "Kept.pdf", action)
            browser.see(field)
            self.judge_page(browser, f"/documents, kept, {action}")
            browser.run("document.documentElement.style.fontSize = ''")
        self.view(browser, "Kept.pdf")
        browser.see("[data-signing] button")
        self.judge_page(browser, "/documents/view, kept")
        browser.run("document.documentElement.style.fontSize = ''")
        self.sign(browser, signer)
        self.save(browser)
        self.judge_page(browser, "/documents/view, kept, signed")
        browser.run("document.documentElement.style.fontSize = ''")
        if browser.all(".account summary"):
            browser.click(".account summary")
            browser.see(".account-menu")
            self.judge_page(browser, "account menu")
            browser.run("document.documentElement.style.fontSize = ''")
        self.visit(browser, "/documents", f"/documents?documentid={id}", name="/documents, history")
        for path in ["/documents/deleted", "/activity", "/more", "/requests", "/profile", "/signature", "/devices", "/protect", "/sessions",
                     "/recovery-codes", "/apps", "/apps/new", "/device", "/privacy", "/account/delete", "/settings/language", "/settings/notifications", "/about"]:
            self.visit(browser, path)
        self.visit(browser, "/nowhere")
        browser.open("/recovery-codes")
        browser.click("[data-renew]")
        browser.see("dialog ink-pad:not([disabled])")
        self.judge_page(browser, "approval")
        handle, _ = self.ask(self.program_of(address), "lease", "annex", description="Lease.pdf, Annex.pdf")
        self.visit(browser, "/requests/{id}", f"/requests/{handle}")
        self.visit(browser, "/requests", name="/requests, asked")
        self.visit(browser, "/alerts/{category}/{id}", f"/alerts/requests/{handle}")
        app = browser.driver.execute_async_script("""
            const [email, done] = arguments;
            import(document.querySelector("script[src$='/page.js']").src.replace("page.js", "api.js"))
                .then(({ call }) => call("POST", "/v1/me/apps", { name: "North Bank", bundleId: `com.example.a${Date.now()}`, email, website: "https://north.example" }))
                .then(({ id, app }) => done(id ?? app.id), (error) => done(`no app: ${JSON.stringify(error)}`));""", address)
        self.visit(browser, "/apps/{id}", f"/apps/{app}")
        program = Program(self.server)
        self.addCleanup(program.close)
        self.visit(browser, "/oauth2/authorize", program.question())
        self.visit(browser, "/oauth2/end-session", f"/oauth2/end-session?client_id={program.id}")
        other = self.browser("laptop")
        other.open("/sign-in")
        other.fill("#identifier", address)
        other.click("form[data-who] [type=submit]")
        other.see("[data-shown-code]")
        browser.open("/devices")
        asked = browser.see("a[href^='/devices/requests/']").get_attribute("href").removeprefix(browser.base)
        self.visit(browser, "/devices/requests/{id}", asked)

    def test_axe_finds_nothing_on_any_page(self):
        self.judges = [self.axe]
        for size, language, dark in turn(LOOKS, 1, 2):
            look = f"{size} {language}{' dark' if dark else ''}"
            with self.subTest(look=look):
                self.visited, self.wrong = set(), []
                browser = self.browser(size, language, dark)
                self.walk(browser, f"axe.{size}.{language}.{int(dark)}@example.org", Signer(f"axe {look}"))
                self.assertFalse(self.wrong, "\n" + "\n".join(self.wrong))
                self.assertEqual(paths() - self.visited, set(), "a page was not looked at")

    def test_large_letters_break_nothing(self):
        for size, language, factor in turn(LARGE, 0):
            look = f"{size} {language} {factor}"
            with self.subTest(look=look):
                self.judges, self.wrong = [self.letters(factor)], []
                browser = self.browser(size, language)
                self.walk(browser, f"large.{size}.{language}.{int(factor * 10)}@example.org", Signer(f"large {look}"))
                self.assertFalse(self.wrong, "\n" + "\n".join(self.wrong))
