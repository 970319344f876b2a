"""A made-up bank on a desktop, whose customer signs in and pays by signing on a phone: both programs as they are, over public HTTP only."""

import json
import os
import subprocess
import time
import unittest
import urllib.request
from pathlib import Path

from browser import Browser
from journeys import Journey, turn
from signer import Signer
from steps import answer, enrol

PROGRAM = Path(os.environ.get("PARAPH", Path(__file__).parents[2] / ".build/release/paraph")).with_name("demo-bank")
CIBA = "urn:openid:params:grant-type:ciba"

# How many drawings lie in the browser.
DRAFTS = """
    const [done] = arguments;
    const open = indexedDB.open("paraph-drawings");
    open.onsuccess = () => {
        const { result: database } = open;
        if (!database.objectStoreNames.contains("drawings")) { database.close(); done(0); return; }
        const count = database.transaction("drawings").objectStore("drawings").count();
        count.onsuccess = () => { database.close(); done(count.result); };
    };
"""


class Bank:
    """`demo-bank` on a free port, for a client of the server."""

    def __init__(self, server, *flags, client=("--shows-code",)):
        made = server.paraph.admin("client", "create", "--name", "Harbour Bank", "--grant", CIBA, *client)
        self.port = 20_000 + os.getpid() % 10_000 + int(time.monotonic() * 1000) % 5_000
        self.url = f"http://localhost:{self.port}"
        self.process = subprocess.Popen(
            [PROGRAM, "--paraph", server.base, "--client-id", made["clientId"], "--port", str(self.port), "--host", "localhost", *flags],
            env=os.environ | {"DEMO_BANK_CLIENT_SECRET": made["clientSecret"]}, stdout=subprocess.PIPE, text=True)
        said = self.process.stdout.readline()
        assert said.startswith("The bank is open"), said

    def stop(self):
        self.process.terminate()
        self.process.wait(30)
        self.process.stdout.close()


@unittest.skipUnless(PROGRAM.exists(), f"needs {PROGRAM.name} beside the program")
class BankTests(Journey):
    def setUp(self):
        super().setUp()
        if not self.server.paraph:
            self.skipTest("the bank needs a client that only an administrator makes")

    def begin(self, name, *flags, language="en", dark=False, size="iphone"):
        """A customer with an account at the bank, a desktop that shows it, and a phone; gives these and the hand."""
        bank = Bank(self.server, *flags)
        self.addCleanup(bank.stop)
        phone, signer, address = self.browser(size, language, dark), Signer(name), f"{name}@example.org"
        enrol(phone, self.server, signer, address, name.capitalize())
        desktop = Browser(bank.url, "laptop", language, dark)
        self.browsers.append(desktop)
        desktop.open("/")
        desktop.click("summary")
        desktop.fill("details [name=name]", name.capitalize())
        desktop.fill("details [name=email]", address)
        desktop.fill("details [name=password]", "correct horse")
        desktop.click("[data-open]")
        desktop.see("[data-balance]")
        return bank, desktop, phone, signer, address

    def ask(self, desktop, address):
        """Asks for a sign-in by signature; gives the number that the bank shows."""
        desktop.click("header button")
        desktop.see("[data-signature]")
        desktop.fill("form [name=email]", address)
        desktop.click("[data-signature]")
        return desktop.text("[data-code]")

    def open_request(self, phone):
        phone.open("/requests")
        phone.click("a.waiting")
        phone.see("client-request")

    def sign(self, phone, signer, code):
        phone.fill("[data-code]", code)
        phone.click("[data-sign]")
        phone.see("dialog.full sign-pad")
        return answer(phone, signer.signature())

    def test_a_customer_signs_in_and_pays(self):
        _, desktop, phone, signer, address = self.begin("clara")
        self.assertIn("2,500.00", desktop.text("[data-balance]"))
        code = self.ask(desktop, address)
        self.look(desktop, "bank-waiting")
        self.open_request(phone)
        self.assertIn("Harbour Bank", phone.text(".facts"))
        self.assertIn("know that it is you", phone.text(".rights"))
        self.look(phone, "bank-request")
        self.assertEqual(self.sign(phone, signer, code), "accepted")
        phone.at("/requests")
        desktop.see("[data-balance]")
        self.look(desktop, "bank-account")
        desktop.fill("[name=payee]", "Boris & Sons")
        desktop.fill("[name=amount]", "120.50")
        desktop.click("[data-transfer]")
        code = desktop.text("[data-code]")
        self.open_request(phone)
        self.assertEqual(phone.text(".foreign").replace("\u00a0", " "), "Transfer: 120.50 € → Boris & Sons")
        # A misread digit costs a try, and is put right.
        wrong = "000" if code != "000" else "001"
        self.assertEqual(self.sign(phone, signer, wrong), "refused")
        self.assertIn("number", phone.text("dialog .answer li"))
        phone.shoot("bank-wrong-number")
        phone.click("dialog [data-cancel]")
        self.assertEqual(self.sign(phone, signer, code), "accepted")
        self.assertIn("2,379.50", desktop.text("[data-balance]"))
        self.assertIn("Boris & Sons", desktop.text("ul"))

    def test_what_is_declined_is_not_done(self):
        _, desktop, phone, _, address = self.begin("dora", language="ru")
        self.ask(desktop, address)
        self.open_request(phone)
        self.look(phone, "bank-request-ru")
        phone.click("[data-decline]")
        phone.at("/requests")
        self.assertIn("отклонили", desktop.text("[data-said]"))
        desktop.click("[data-back]")
        desktop.see("[data-signature]")

    def test_a_stranger_to_the_customer_is_blocked_until_they_allow_it_again(self):
        _, desktop, phone, _, address = self.begin("greta", size="android")
        self.ask(desktop, address)
        self.open_request(phone)
        phone.click("[data-call$='/report']")
        self.assertIn("can no longer ask you", phone.text("dialog"))
        phone.click("dialog [value=yes]")
        phone.at("/requests")
        desktop.text("[data-said]")
        desktop.click("[data-back]")
        desktop.fill("form [name=email]", address)
        desktop.click("[data-signature]")
        self.assertIn("password", desktop.text(".notice:not([data-said])"))
        desktop.expected("status of 429")
        phone.open("/sessions")
        phone.click("a[href='/requests#blocked']")
        self.assertIn("Harbour Bank", phone.text("main"))
        self.look(phone, "bank-blocked")
        phone.click("[data-call*='/v1/me/blocked-programs/']")
        phone.click("dialog [value=yes]")
        phone.until(lambda: not phone.all("[data-call*='/v1/me/blocked-programs/']"), "it is still blocked")
        phone.open("/activity")
        self.assertIn("allowed again", phone.text("main .list"))
        desktop.open("/")
        desktop.fill("form [name=email]", address)
        desktop.click("[data-signature]")
        desktop.see("[data-code]")
        self.open_request(phone)

    def test_what_is_drawn_outlasts_a_reload(self):
        _, desktop, phone, signer, address = self.begin("hanna", "--patience", "300", size="android")
        code = self.ask(desktop, address)
        self.open_request(phone)
        self.look(phone, "bank-request-android")
        phone.fill("[data-code]", code)
        phone.click("[data-sign]")
        phone.draw(signer.signature())
        phone.until(lambda: phone.driver.execute_async_script(DRAFTS) == 1, "what is drawn is not kept")
        phone.driver.refresh()
        phone.until(lambda: phone.run("return document.querySelector('dialog ink-pad')?.strokeCount > 0"), "the drawing is lost")
        self.assertIn("what you drew before", phone.text("dialog [data-notice]"))
        self.look(phone, "bank-restored")
        self.assertEqual(answer(phone), "accepted")
        phone.at("/requests")
        desktop.see("[data-balance]")
        phone.until(lambda: phone.driver.execute_async_script(DRAFTS) == 0, "what was sent is kept")
        # Of another request nothing is shown, and who leaves the pad keeps nothing.
        desktop.fill("[name=payee]", "Boris")
        desktop.fill("[name=amount]", "1")
        desktop.click("[data-transfer]")
        code = desktop.text("[data-code]")
        self.open_request(phone)
        phone.fill("[data-code]", code)
        phone.click("[data-sign]")
        phone.draw(signer.signature())
        phone.until(lambda: phone.driver.execute_async_script(DRAFTS) == 1, "what is drawn is not kept")
        phone.click("dialog [data-cancel]")
        phone.until(lambda: phone.driver.execute_async_script(DRAFTS) == 0, "what the person left is kept")
        phone.driver.refresh()
        phone.see("client-request")
        self.assertEqual(phone.all("dialog[open]"), [])

    def test_the_clock_runs_down_and_says_that_the_time_is_over(self):
        for size, language, words, over in turn((("android", "en", "left", "expired"), ("small", "ru", "осталось", "истёк"), ("android", "fr", "encore", "expiré")), 0):
            _, desktop, phone, signer, address = self.begin(f"ines{language}", "--patience", "12", language=language, size=size)
            code = self.ask(desktop, address)
            self.open_request(phone)
            self.assertIn(words, phone.text("[data-left]"))
            self.look(phone, f"bank-clock-{language}")
            if language == "en":
                # Who draws meanwhile is told, too.
                phone.fill("[data-code]", code)
                phone.click("[data-sign]")
                phone.draw(signer.signature())
            phone.until(lambda: over in phone.run("return document.querySelector('client-request [data-notice]').textContent"), "nothing says that it is over")
            phone.until(lambda: not phone.all("dialog[open]"), "the pad stays")
            # The pad asked for more time.
            phone.expected("status of 409")
            self.assertEqual([button.is_enabled() for button in phone.all("client-request .two button")], [False, False])
            self.look(phone, f"bank-over-{language}")

    def test_five_signatures_of_others_are_a_refusal(self):
        _, desktop, phone, _, address = self.begin("emil", "--patience", "300", language="fr", dark=True)
        code = self.ask(desktop, address)
        self.open_request(phone)
        self.look(phone, "bank-request-fr")
        phone.fill("[data-code]", code)
        phone.click("[data-sign]")
        phone.see("dialog.full sign-pad")
        outcomes = []
        for number in range(5):
            if number:
                phone.click("dialog .answer .button")
            outcomes.append(answer(phone, Signer(f"stranger {number}").signature()))
        self.assertEqual(outcomes, ["refused"] * 4 + ["denied"])
        self.assertIn("essais", desktop.text("[data-said]"))

    def test_what_is_not_answered_expires(self):
        bank, desktop, phone, _, address = self.begin("fred", "--patience", "6")
        self.ask(desktop, address)
        self.assertIn("time is over", desktop.text("[data-said]"))
        phone.open("/requests")
        self.assertEqual(phone.all("a.waiting"), [])
        # The same as JSON.
        request = urllib.request.Request(f"{bank.url}/sign-in", data=f"email={address}&password=wrong".encode(), headers={"Accept": "application/json"})
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request)
        self.assertEqual(refused.exception.code, 403)
        self.assertIn("error", json.loads(refused.exception.read()))
        refused.exception.close()
