"""A made-up bank on a desktop, whose customer signs in and pays by signing on a phone: both programs as they are, over public HTTP only."""

import json
import os
import socket
import subprocess
import unittest
import urllib.error
import urllib.parse
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
    """`demo-bank` on a free port, for a client of the server; a restricted one asks only who let it in at Paraph."""

    def __init__(self, server, *flags, restricted=False):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        client = ["--restricted", "--grant", "authorization_code", "--redirect-uri", "http://127.0.0.1/linked"] if restricted else []
        made = server.paraph.admin("client", "create", "--name", "Harbour Bank", "--grant", CIBA, "--shows-code", *client)
        flags = (*flags, "--linked-at", self.url) if restricted else flags
        self.process = subprocess.Popen(
            [PROGRAM, "--paraph", server.base, "--client-id", made["clientId"], "--port", str(self.port), *flags],
            env=os.environ | {"DEMO_BANK_CLIENT_SECRET": made["clientSecret"]}, stdout=subprocess.PIPE, text=True)
        said = self.process.stdout.readline()
        assert said.startswith("The bank is open"), said
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(), urllib.request.HTTPRedirectHandler())

    def stop(self):
        self.process.terminate()
        self.process.wait(30)
        self.process.stdout.close()

    def json(self, path, **form):
        """As a program reads it: the status and the answer."""
        data = urllib.parse.urlencode(form).encode() if form else None
        try:
            with self.opener.open(urllib.request.Request(self.url + path, data, {"Accept": "application/json"}), timeout=60) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)


@unittest.skipUnless(PROGRAM.exists(), f"needs {PROGRAM.name} beside the program")
class BankTests(Journey):
    def setUp(self):
        super().setUp()
        if not self.server.paraph:
            self.skipTest("the bank needs a client that only an administrator makes")

    def begin(self, name, *flags, language="en", dark=False, size="iphone", restricted=False):
        """A customer with an account at the bank, a desktop that shows it, and a phone; gives these and the hand."""
        name = f"{name}{'r' if restricted else ''}"
        bank = Bank(self.server, *flags, restricted=restricted)
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
        if restricted:
            self.link(bank, desktop, phone, address)
        return bank, desktop, phone, signer, address

    def link(self, bank, desktop, phone, address):
        """The bank may ask nobody yet; the customer lets it in, on the phone."""
        desktop.see("[data-link]")
        desktop.click("header button")
        desktop.fill("form [name=email]", address)
        desktop.click("[data-signature]")
        desktop.see(".notice:not([data-said])")
        desktop.expected("status of 409")
        self.assertEqual(desktop.run("return document.querySelector('[name=email]').value"), address)
        phone.driver.get(bank.url)
        phone.fill("[action='/sign-in'] [name=email]", address)
        phone.fill("[action='/sign-in'] [name=password]", "correct horse")
        phone.click("[data-password]")
        self.look(phone, "bank-phone")
        phone.click("[data-link]")
        phone.at("/oauth2/authorize")
        phone.click("[data-decide=allow]")
        phone.see("[data-linked]")
        # The bank is the one other host that the phone went to.
        self.assertEqual([fault for fault in phone.faults() if bank.url not in fault], [])
        desktop.fill("[action='/sign-in'] [name=email]", address)
        desktop.fill("[action='/sign-in'] [name=password]", "correct horse")
        desktop.click("[data-password]")
        desktop.see("[data-linked]")

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
        self.sign_in_and_pay()

    def test_a_customer_who_let_the_bank_in_signs_in_and_pays(self):
        self.sign_in_and_pay(restricted=True)

    def sign_in_and_pay(self, **which):
        _, desktop, phone, signer, address = self.begin("clara", **which)
        self.assertIn("2,500.00", desktop.text("[data-balance]"))
        code = self.ask(desktop, address)
        self.look(desktop, "bank-waiting")
        self.open_request(phone)
        self.assertIn("Harbour Bank", phone.text(".facts"))
        self.assertIn("know that it is you", phone.text(".rights"))
        self.look(phone, "bank-request")
        widths = phone.run("return ['[data-code]', '.two'].map((one) => document.querySelector(`client-request ${one}`).offsetWidth)")
        self.assertEqual(widths[0], widths[1], "the number's field is as wide as the buttons")
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
        desktop.until(lambda: "2,379.50" in desktop.text("[data-balance]"), "nothing was paid")
        self.assertIn("Signed and sent", desktop.text(".notice"))
        self.assertIn("Boris & Sons", desktop.text("ul"))
        self.look(desktop, "bank-paid")

    def test_what_is_declined_is_not_done(self):
        self.decline()

    def test_what_is_declined_is_not_done_by_a_bank_that_was_let_in(self):
        self.decline(restricted=True)

    def decline(self, **which):
        _, desktop, phone, _, address = self.begin("dora", language="ru", **which)
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
        said = desktop.text(".notice:not([data-said])")
        self.assertIn("not yours", said)
        self.assertIn("password", said)
        self.look(desktop, "bank-not-me")
        desktop.expected("status of 403")
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
        self.refuse()

    def test_five_signatures_of_others_are_a_refusal_to_a_bank_that_was_let_in(self):
        self.refuse(restricted=True)

    def refuse(self, **which):
        _, desktop, phone, _, address = self.begin("emil", "--patience", "300", language="fr", dark=True, **which)
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
        self.expire()

    def test_what_is_not_answered_expires_for_a_bank_that_was_let_in(self):
        self.expire(restricted=True)

    def expire(self, **which):
        _, desktop, phone, _, address = self.begin("fred", "--patience", "6", **which)
        self.ask(desktop, address)
        self.assertIn("time is over", desktop.text("[data-said]"))
        self.look(desktop, "bank-expired")
        phone.open("/requests")
        self.assertEqual(phone.all("a.waiting"), [])
        desktop.click("[data-back]")
        desktop.see("[data-signature]")

    def test_programs_read_the_bank_as_json(self):
        bank, _, phone, signer, address = self.begin("jana")
        self.assertEqual(bank.json("/")[0], 401)
        status, answer = bank.json("/sign-in", email=address, password="wrong")
        self.assertEqual((status, list(answer)), (403, ["error"]))
        status, answer = bank.json("/sign-in", email=address, password="correct horse")
        self.assertEqual((status, answer["balance"], len(answer["movements"])), (200, 250_000, 3))
        self.assertEqual(bank.json("/transfers", payee="Boris", amount="2500.01")[0], 400)
        status, asked = bank.json("/transfers", payee="Boris", amount="20")
        self.assertEqual((status, asked["state"]), (200, "pending"))
        # The page of that browser lists what still waits.
        page = bank.opener.open(bank.url).read().decode()
        self.assertIn("data-open-wish", page)
        waiting = page.partition('href="/waiting/')[2].partition('"')[0]
        self.open_request(phone)
        self.assertEqual(self.sign(phone, signer, asked["code"]), "accepted")
        phone.until(lambda: bank.json(f"/waiting/{waiting}")[1]["state"] == "done", "the transfer is not done")
        status, answer = bank.json("/")
        self.assertEqual((answer["balance"], answer["movements"][0]["text"], answer["movements"][0]["amount"]), (248_000, "Boris", -2000))

    def test_whoever_is_asked_too_often_is_told_how_long_to_wait(self):
        for language, words, password in (("en", "Try again in", "password"), ("ru", "Повторите через", "паролем"), ("fr", "Réessayez dans", "mot de passe")):
            _, desktop, _, _, address = self.begin(f"kira{language}", language=language)
            self.ask(desktop, address)
            for _ in range(3):
                desktop.click("[data-back]")
                desktop.fill("form [name=email]", address)
                desktop.click("[data-signature]")
            said = desktop.text(".notice:not([data-said])")
            self.assertRegex(said, f"{words} [0-9]+\\s")
            self.assertIn(password, said)
            desktop.expected("status of 429")
            self.look(desktop, f"bank-often-{language}")

    def test_what_was_cancelled_is_not_done_though_it_is_signed(self):
        _, desktop, phone, signer, _ = self.begin("lena")
        desktop.fill("[name=payee]", "Boris")
        desktop.fill("[name=amount]", "100")
        desktop.click("[data-transfer]")
        code = desktop.text("[data-code]")
        # Who leaves the page comes back to it.
        desktop.open("/")
        desktop.click("[data-open-wish]")
        self.assertEqual(desktop.text("[data-code]"), code)
        desktop.click("[data-back]")
        desktop.see("[data-balance]")
        self.assertEqual(desktop.all("[data-open-wish]"), [])
        self.open_request(phone)
        self.assertEqual(self.sign(phone, signer, code), "accepted")
        phone.at("/requests")
        desktop.open("/")
        self.assertIn("2,500.00", desktop.text("[data-balance]"))

    def test_a_server_that_is_away_is_told_and_what_waits_outlives_it(self):
        _, desktop, phone, signer, address = self.begin("mila", "--patience", "300")
        code = self.ask(desktop, address)
        phone.driver.get("about:blank")
        self.server.stop()
        try:
            desktop.driver.switch_to.new_window("tab")
            desktop.open("/")
            desktop.fill("form [name=email]", address)
            desktop.click("[data-signature]")
            self.assertIn("does not answer", desktop.text(".notice:not([data-said])"))
            self.look(desktop, "bank-away")
            desktop.expected("status of 502")
            desktop.driver.close()
            desktop.driver.switch_to.window(desktop.driver.window_handles[0])
            self.assertEqual(desktop.text("[data-code]"), code, "the page still waits")
        finally:
            self.server.start()
        self.open_request(phone)
        self.assertEqual(self.sign(phone, signer, code), "accepted")
        desktop.see("[data-balance]")
