"""A television without a keyboard shows a code, which its owner types on a phone (RFC 8628): allowed, mistyped, declined, too late."""

import json
import urllib.error
import urllib.parse
import urllib.request

from _database import Database
from journeys import Journey
from signer import Signer
from steps import answer, enrol, sign_out

GRANT = "urn:ietf:params:oauth:grant-type:device_code"


class Television:
    """A program that cannot keep a secret."""

    def __init__(self, server):
        self.base = server.base
        self.id = server.paraph.admin("client", "create", "--name", "Television", "--public", "--grant", GRANT)["clientId"]

    def send(self, path, **form):
        data = urllib.parse.urlencode({"client_id": self.id, **form}).encode()
        try:
            with urllib.request.urlopen(f"{self.base}{path}", data, timeout=60) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                return json.load(error)

    def begin(self):
        self.shown = self.send("/oauth2/device_authorization", scope="openid email")
        return self.shown

    def ask(self):
        return self.send("/oauth2/token", grant_type=GRANT, device_code=self.shown["device_code"])


class TelevisionTests(Journey):
    def begin(self, name, size="iphone", language="en", dark=False):
        if not self.server.paraph:
            self.skipTest("programs are registered on the server's own machine, and this server runs elsewhere")
        phone, signer = self.browser(size, language, dark), Signer(name)
        enrol(phone, self.server, signer, f"{name}@example.org", name.capitalize())
        television = Television(self.server)
        television.begin()
        self.assertEqual(television.ask()["error"], "authorization_pending")
        return television, phone, signer

    def type(self, phone, code):
        phone.open("/device")
        phone.fill("#code", code)
        phone.click("form [type=submit]")

    def test_a_code_that_is_typed_lets_the_television_in(self):
        television, phone, signer = self.begin("tvanna")
        # Whoever is not signed in does that first, and comes back.
        sign_out(phone)
        phone.open(urllib.parse.urlsplit(television.shown["verification_uri"]).path)
        phone.at("/sign-in")
        answer(phone, signer.signature())
        phone.at("/device")
        self.look(phone, "device-code")
        widths = phone.run("return [...document.querySelectorAll('#code, device-code form')].map((e) => e.offsetWidth)")
        self.assertEqual(widths[0], widths[1], "the field is as wide as its form")
        phone.fill("#code", television.shown["user_code"].lower().replace("-", ""))
        phone.click("form [type=submit]")
        # However it was typed, it stands there as on the television.
        self.assertEqual(phone.text("[data-shown]"), television.shown["user_code"])
        words = phone.text("main")
        self.assertIn("Television", words)
        self.assertIn("tvanna@example.org", words)
        self.look(phone, "device-ask")
        phone.click("[data-decide=allow]")
        self.assertIn("goes on by itself", phone.text("[data-done]"))
        self.look(phone, "device-done")
        tokens = television.ask()
        with urllib.request.urlopen(urllib.request.Request(
                f"{self.server.base}/oauth2/userinfo", headers={"Authorization": f"Bearer {tokens['access_token']}"}), timeout=60) as response:
            self.assertEqual(json.load(response)["email"], "tvanna@example.org")
        phone.open("/sessions")
        self.assertIn("Television", phone.text("main"))

    def test_the_address_with_the_code_in_it_asks_all_the_same(self):
        for size, language, dark in (("android", "ru", False), ("small", "fr", True)):
            television, phone, _ = self.begin(f"tvlink{language}", size, language, dark)
            place = urllib.parse.urlsplit(television.shown["verification_uri_complete"])
            phone.open(f"{place.path}?{place.query}")
            self.assertEqual(phone.see("#code").get_attribute("value"), television.shown["user_code"])
            phone.click("form [type=submit]")
            # The person compares: the link may have come from somebody else.
            self.assertEqual(phone.text("[data-shown]"), television.shown["user_code"])
            self.look(phone, f"device-ask-{language}")
            self.assertEqual(television.send("/oauth2/token", grant_type=GRANT, device_code=television.shown["device_code"])["error"], "slow_down")

    def test_a_wrong_code_is_none_and_who_guesses_waits(self):
        television, phone, _ = self.begin("tvboris")
        self.type(phone, "BCDF")
        self.assertIn("eight letters", phone.text(".error"))
        self.type(phone, "BCDF-GHJR")
        self.assertIn("No device waits with this code", phone.text("[data-notice]"))
        self.look(phone, "device-unknown")
        for letter in "KLMNP":
            self.type(phone, f"BCDF-GHJ{letter}")
            said = phone.text("[data-notice]")
        phone.expected("status of 404", "status of 429")
        self.look(phone, "device-wrong")
        self.assertEqual(phone.all("[data-decide=allow]"), [])
        self.assertRegex(said, "[Ww]ait|too (often|many)|[Tt]ry again")
        # Another person is kept from nothing.
        other = self.browser()
        enrol(other, self.server, Signer("tvcarl"), "tvcarl@example.org", "Carl")
        self.type(other, television.shown["user_code"])
        other.see("[data-decide=allow]")

    def test_what_is_declined_gets_nothing(self):
        television, phone, _ = self.begin("tvdora", "laptop")
        self.type(phone, television.shown["user_code"])
        phone.see("[data-decide=refuse]")
        sizes = phone.run("return [...document.querySelectorAll('[data-decide]')].map((e) => [e.offsetWidth, e.offsetHeight])")
        self.assertEqual(sizes[0], sizes[1], "refusing is as easy as allowing")
        phone.click("[data-decide=refuse]")
        self.assertIn("no access", phone.text("[data-done]"))
        self.assertEqual(television.ask()["error"], "access_denied")
        phone.open("/sessions")
        self.assertNotIn("Television", phone.text("main"))

    def test_a_code_is_over_in_time(self):
        television, phone, _ = self.begin("tvemil")
        self.type(phone, television.shown["user_code"])
        phone.see("[data-decide=allow]")
        # Ten minutes later.
        Database(self.server.paraph.data).run("UPDATE oauthDeviceRequest SET expiresAt = createdAt WHERE status = 'pending'")
        phone.click("[data-decide=allow]")
        self.assertIn("time of this code is over", phone.text("[data-notice]"))
        self.assertEqual(phone.see("#code").get_attribute("value"), "")
        phone.expected("status of 404")
        self.look(phone, "device-over")
        self.assertEqual(television.ask()["error"], "expired_token")
        self.type(phone, television.shown["user_code"])
        phone.see("[data-notice]")
        self.assertEqual(phone.all("[data-decide=allow]"), [])
