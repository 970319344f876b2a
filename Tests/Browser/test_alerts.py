"""Alerts: asked for where a person looks for requests, chosen by category, shown by the service worker in fixed words, and led to what they are about.

Chromium's own push service is not reached from here, so `subscribe()` is answered in the page by a subscription whose keys the test has; what the server
then sends is decrypted, and handed to the real service worker by `ServiceWorker.deliverPushMessage`. What this does not show: that Google's, Mozilla's and
Apple's services take what is sent, and how a system shows an alert.
"""

import base64
import http.server
import json
import os
import threading
import time
import urllib.parse
import urllib.request

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from journeys import Journey, turn
from signer import Signer
from steps import enrol
from touch import connection

CIBA = "urn:openid:params:grant-type:ciba"
WORDS = {
    "en": "A sign-in waits for you",
    "ru": "Вход ждёт вашего ответа",
    "fr": "Une connexion attend votre réponse",
}


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def later(browser, script):
    """What a script hands to `done`."""
    return browser.driver.execute_async_script(f"const done = arguments[arguments.length - 1];\n{script}")


class PushService(http.server.BaseHTTPRequestHandler):
    sent = []

    def do_POST(self):
        type(self).sent.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class AlertTests(Journey):
    def setUp(self):
        super().setUp()
        if not self.server.paraph:
            self.skipTest("a program needs a token that only an administrator makes")
        service = http.server.ThreadingHTTPServer(("127.0.0.1", 0), PushService)
        threading.Thread(target=service.serve_forever, daemon=True).start()
        self.addCleanup(service.shutdown)
        self.endpoint = f"http://127.0.0.1:{service.server_address[1]}/send"
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    def prepare(self, browser):
        """Has `subscribe()` answered, in every page from now on, and alerts permitted."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        made = json.dumps({"endpoint": self.endpoint, "keys": {"p256dh": base64url(point), "auth": base64url(self.secret)}})
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": f"""
            const made = {made};
            let current = null;
            PushManager.prototype.getSubscription = async () => current;
            PushManager.prototype.subscribe = async ({{ applicationServerKey }}) => {{
              if (applicationServerKey.length !== 65) throw new TypeError("no key");
              current = {{ toJSON: () => made, options: {{ applicationServerKey: applicationServerKey.buffer }}, unsubscribe: async () => (current = null) }};
              return current;
            }};"""})

    def permit(self, browser, setting="granted"):
        browser.driver.execute_cdp_cmd("Browser.setPermission", {
            "permission": {"name": "notifications"}, "setting": setting, "origin": browser.base})

    def ask(self, address):
        made = self.server.paraph.admin("client", "create", "--name", "North Bank", "--grant", CIBA)
        body = {"client_id": made["clientId"], "client_secret": made["clientSecret"], "scope": "openid", "login_hint": address,
                "binding_message": "120.00 EUR to Boris"}
        with urllib.request.urlopen(f"{self.server.base}/oauth2/bc-authorize", urllib.parse.urlencode(body).encode()) as answer:
            return json.load(answer)

    def sent(self, before):
        for _ in range(300):
            if len(PushService.sent) > before:
                return http_ece.decrypt(PushService.sent[before][1], private_key=self.key, auth_secret=self.secret, version="aes128gcm")
            time.sleep(0.1)
        self.fail("nothing was sent to the push service")

    def deliver(self, browser, message):
        """Hands a message to the service worker of the page, as the browser does with one that it decrypted."""
        later(browser, """navigator.serviceWorker.ready.then(({ active }) => {
            const look = () => active.state === "activated" && done();
            active.addEventListener("statechange", look);
            look();
        })""")
        # The driver hands on nothing of what the tools tell of service workers.
        tools = connection(browser.driver)
        self.addCleanup(tools.close)
        tools.send(json.dumps({"id": 1, "method": "ServiceWorker.enable"}))
        while True:
            told = json.loads(tools.recv())
            ours = [one["registrationId"] for one in told.get("params", {}).get("registrations", [])
                    if one["scopeURL"].startswith(browser.base) and not one["isDeleted"]]
            if not ours:
                continue
            # Of a browser that was used before the newest counts.
            push = {"origin": browser.base, "registrationId": max(ours, key=int), "data": message}
            tools.send(json.dumps({"id": 2, "method": "ServiceWorker.deliverPushMessage", "params": push}))
            while json.loads(tools.recv()).get("id") != 2:
                pass
            return

    def shown(self, browser):
        """What the service worker shows, once it shows something."""
        for _ in range(100):
            found = later(browser, """navigator.serviceWorker.ready.then(async (registration) =>
                done((await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data }))))""")
            if found:
                return found
            time.sleep(0.1)
        self.fail("nothing is shown")

    def test_alerts_are_offered_with_requests_pushed_shown_and_lead_to_the_request(self):
        for language, title in turn(WORDS.items(), 2):
            with self.subTest(language):
                browser = self.browser(language=language)
                self.prepare(browser)
                address = f"alert-{language}@example.org"
                enrol(browser, self.server, Signer(f"alert {language}"), address, "Alma")
                browser.open("/documents")
                self.assertEqual(browser.all("alert-offer"), [], "nobody is asked at first sight")
                browser.open("/requests")
                self.permit(browser)
                browser.click("alert-offer [data-yes]")
                browser.see("alert-offer.notice-good")
                browser.shoot(f"alerts-offered-{language}")
                before = len(PushService.sent)
                self.ask(address)
                message = self.sent(before)
                self.assertEqual(sorted(json.loads(message)), ["category", "id"])
                self.assertEqual(json.loads(message)["category"], "signIns")
                self.deliver(browser, message.decode())
                (alert,) = self.shown(browser)
                self.assertEqual(alert["title"], title)
                self.assertNotIn("North", json.dumps(alert))
                browser.open(alert["data"]["path"])
                browser.at(f"/requests/{json.loads(message)['id']}")
                self.assertIn("120.00 EUR to Boris", browser.text("main"))

    def test_categories_are_chosen_and_alerts_end(self):
        browser = self.browser("ipad")
        self.prepare(browser)
        enrol(browser, self.server, Signer("edda"), "edda@example.org", "Edda")
        browser.open("/more")
        browser.click("main a[href='/settings/notifications']")
        browser.see("alert-settings")
        self.permit(browser)
        browser.open("/settings/notifications")
        browser.shoot("alerts-off")
        browser.click("label[for=alerts]")
        browser.see("main .notice-good")
        browser.shoot("alerts-on")
        browser.click("label[for=alert-signIns]")
        browser.see("main .notice-good")
        browser.open("/settings/notifications")
        chosen = browser.run("return [...document.querySelectorAll('[data-category]:checked')].map(({ value }) => value)")
        self.assertEqual(chosen, ["requests"])
        browser.click("label[for=alert-requests]")
        self.assertIn("at least one", browser.text("main .notice-warn"))
        before = len(PushService.sent)
        self.ask("edda@example.org")
        browser.click("label[for=alerts]")
        browser.see("main .notice-good")
        self.assertFalse(browser.run("return document.querySelector('#alerts').checked"))
        self.assertEqual(len(PushService.sent), before, "sign-ins were switched off")

    def test_what_cannot_be_read_is_told_in_general_words(self):
        browser = self.browser()
        browser.open("/")
        self.permit(browser)
        self.deliver(browser, "<b>Win a prize</b>")
        (alert,) = self.shown(browser)
        self.assertEqual(alert["title"], "News of your account")
        self.assertEqual(alert["data"]["path"], "/alerts/notices/-")
