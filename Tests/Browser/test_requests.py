"""What a program asks is announced, looked at, and signed, declined or reported by its person."""

import base64
import hashlib

from journeys import Journey, turn
from server import Server
from signer import Signer
from steps import answer, enrol

SHA256 = "2.16.840.1.101.3.4.2.1"


class RequestTests(Journey):
    def setUp(self):
        super().setUp()
        if not self.server.paraph:
            self.skipTest("a program needs a token that only an administrator makes")

    def program(self, address):
        token = self.server.paraph.admin("token", "create", "--person", address, "--scope", "service")["accessToken"]

        def call(method, body):
            return self.server.paraph.post(f"/csc/v2/{method}", body, {"Authorization": f"Bearer {token}"})
        return call

    def ask(self, call, *names, description=None):
        (credential,) = call("credentials/list", {})[1]["credentialIDs"]
        hashes = [base64.b64encode(hashlib.sha256(name.encode()).digest()).decode() for name in names]
        body = {"credentialID": credential, "numSignatures": len(hashes), "hashes": hashes, "hashAlgorithmOID": SHA256}
        status, result = call("credentials/authorize", body | ({"description": description} if description else {}))
        self.assertEqual(status, 202, result)
        return result["handle"], body

    def test_a_request_is_announced_and_signed(self):
        browser, signer = self.browser(), Signer("rosa")
        enrol(browser, self.server, signer, "rosa@example.org", "Rosa")
        call = self.program("rosa@example.org")
        browser.open("/profile")
        handle, body = self.ask(call, "lease", "annex", description="Lease.pdf, <b>Annex</b>.pdf")
        self.assertIn("asks for your signature", browser.text(".over .notice-warn"))
        browser.shoot("request-announced")
        browser.click(".over button")
        browser.at(f"/requests/{handle}")
        self.assertEqual(browser.text(".foreign"), "Lease.pdf, <b>Annex</b>.pdf")
        self.assertIn("2 documents", browser.text(".facts"))
        browser.shoot("request")
        browser.click("[data-sign]")
        browser.see("dialog.full sign-pad")
        self.assertEqual(answer(browser, Signer("somebody else").signature()), "refused")
        self.assertEqual(call("credentials/authorizeCheck", {"handle": handle})[0], 202)
        browser.click("dialog .answer .button")
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.at("/requests")
        self.assertIn("Signed", browser.text("request-signed:not([hidden])"))
        browser.shoot("request-signed")
        browser.open("/requests")
        self.assertEqual(browser.all("request-signed"), [], "it is said once")
        status, result = call("credentials/authorizeCheck", {"handle": handle})
        self.assertEqual(status, 200, result)
        wanted = {"credentialID": body["credentialID"], "SAD": result["SAD"], "hashes": body["hashes"], "signAlgo": "1.2.840.10045.4.3.2"}
        status, result = call("signatures/signHash", wanted)
        self.assertEqual((status, len(result["signatures"])), (200, 2), result)
        browser.open("/activity")
        self.assertIn("Request signed", browser.text("main .list"))

    def test_a_request_is_declined_and_a_program_reported(self):
        browser = self.browser("ipad")
        enrol(browser, self.server, Signer("timo"), "timo@example.org", "Timo")
        call = self.program("timo@example.org")
        browser.open("/requests")
        browser.see(".empty")
        browser.shoot("requests-none")
        handle, _ = self.ask(call, "one")
        browser.open("/documents")
        browser.click("a.waiting[href^='/requests/']")
        browser.click("[data-call^='DELETE /v1/me/requests/']")
        browser.at("/requests")
        self.assertEqual(call("credentials/authorizeCheck", {"handle": handle})[1]["error"], "access_denied")
        handle, body = self.ask(call, "two")
        browser.open(f"/requests/{handle}")
        browser.click("[data-call^='POST /v1/me/requests/']")
        browser.shoot("request-reported")
        browser.click("dialog [value=yes]")
        browser.at("/requests")
        self.assertEqual(call("credentials/authorize", body)[1]["error"], "access_denied")
        self.assertIn("You reported it", browser.text("main"))
        self.assertIn("Programs you reported", browser.text("main"))
        browser.shoot("requests-ended")

    def test_without_a_connection_the_request_waits_and_is_answered_afterwards(self):
        self.server = Server()
        self.server.__enter__()
        self.addCleanup(self.server.__exit__)
        browser = self.browser("android")
        enrol(browser, self.server, Signer("udo"), "udo@example.org", "Udo")
        handle, _ = self.ask(self.program("udo@example.org"), "one")
        browser.open(f"/requests/{handle}")
        browser.see("client-request")
        self.server.stop()
        browser.click("[data-decline]")
        browser.until(lambda: "No connection" in browser.text("client-request [data-notice]"), "nothing is said")
        self.look(browser, "request-no-connection")
        self.server.start()
        browser.click("client-request [data-notice] button")
        browser.at("/requests")
        self.assertIn("You declined", browser.text("main"))
        browser.expected("ERR_CONNECTION_REFUSED", "Failed to fetch", "net::ERR", "navigation preload")

    def test_what_the_operator_tells_stands_above_the_activity_until_it_is_taken_back(self):
        texts = {"en": "On Saturday night you cannot sign for an hour.", "ru": "В ночь на субботу подписать нельзя будет час.",
                 "fr": "Samedi dans la nuit, il sera impossible de signer pendant une heure."}
        flags = [part for language, text in texts.items() for part in (f"--{language}", text)]
        told = self.server.paraph.admin("notice", "send", *flags, "--from", "2099-11-28T22:00:00Z", "--until", "2099-11-28T23:00:00Z")
        for language, text in turn(texts.items(), 0):
            browser = self.browser("android", language)
            enrol(browser, self.server, Signer(f"told {language}"), f"told-{language}@example.org", "Alex")
            browser.open("/activity")
            self.assertIn(text, browser.text("[data-told]"))
            self.assertIn("2099", browser.text("[data-told] time"))
            self.look(browser, f"activity-told-{language}")
        self.assertEqual(self.server.paraph.admin("notice", "withdraw", told["id"]), {"withdrawn": told["id"]})
        browser.open("/activity")
        browser.see("main .list")
        self.assertEqual(browser.all("[data-told]"), [])

    def test_requests_speak_three_languages_at_three_sizes(self):
        for size, language, asker in turn((("desktop", "en", "A program authorised"), ("iphone", "ru", "Программа, разрешённая"), ("ipad", "fr", "Un programme autorisé")), 2):
            browser = self.browser(size, language)
            address = f"{language}-requests@example.org"
            enrol(browser, self.server, Signer(f"requests {language}"), address, "Alex")
            call = self.program(address)
            names = [f"{number}.pdf" for number in range(5)]
            handle, _ = self.ask(call, *names, description=", ".join(names))
            browser.open("/requests")
            self.assertIn(asker, browser.text("a.waiting"))
            browser.shoot(f"requests-{language}")
            browser.open(f"/requests/{handle}")
            browser.click("details:has(.fingerprints) summary")
            self.assertEqual(len(browser.all(".fingerprints li")), 5)
            browser.shoot(f"request-{language}")
            browser.click("[data-sign]")
            browser.see("dialog.full sign-pad [data-purpose]:not(:empty)")
            browser.shoot(f"request-pad-{language}")
