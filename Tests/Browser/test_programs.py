"""A program asks for access: the question in every language, the way by the sign-in, what comes of yes and no, and ending it again."""

import base64
import hashlib
import http.server
import json
import secrets
import threading
import urllib.error
import urllib.parse
import urllib.request

from journeys import Journey, turn
from signer import Signer
from steps import answer, enrol, sign_out

LOOKS = [("iphone", "ru", False), ("iphone", "fr", True), ("iphone-landscape", "en", False), ("desktop", "en", False)]


class Program:
    """A program on this machine: browsers come back to it, and it exchanges what they bring."""

    def __init__(self, server, name="North Bank", more=("--grant", "refresh_token")):
        self.base, self.came = server.base, []
        program = self

        class Back(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                url = urllib.parse.urlsplit(self.path)
                if url.path == "/cb":
                    program.came.append(dict(urllib.parse.parse_qsl(url.query)))
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<link rel=icon href='data:,'><h1>Back at the program</h1>")

            def log_message(self, *_):
                pass

        self.web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Back)
        threading.Thread(target=self.web.serve_forever, daemon=True).start()
        self.redirect = f"http://127.0.0.1:{self.web.server_port}/cb"
        made = server.paraph.admin("client", "create", "--name", name, "--redirect-uri", "http://127.0.0.1/cb",
                                   "--grant", "authorization_code", *more)
        self.id, self.secret = made["clientId"], made["clientSecret"]

    def close(self):
        self.web.shutdown()
        self.web.server_close()

    def question(self, **changes):
        """The path of a question, with a verifier and a state of its own."""
        self.verifier, self.state = secrets.token_urlsafe(32), secrets.token_urlsafe(8)
        digest = hashlib.sha256(self.verifier.encode()).digest()
        parameters = {"response_type": "code", "client_id": self.id, "redirect_uri": self.redirect, "scope": "service", "state": self.state,
                      "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(), "code_challenge_method": "S256", **changes}
        return "/oauth2/authorize?" + urllib.parse.urlencode(parameters)

    def tokens(self, code):
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": self.redirect, "code_verifier": self.verifier,
                "client_id": self.id, "client_secret": self.secret}
        with urllib.request.urlopen(f"{self.base}/oauth2/token", urllib.parse.urlencode(form).encode(), timeout=60) as response:
            return json.load(response)

    def ask(self, address):
        """Asks a person on their device (CIBA); gives the answer."""
        basic = base64.b64encode(f"{self.id}:{self.secret}".encode()).decode()
        form = urllib.parse.urlencode({"scope": "openid", "login_hint": address}).encode()
        request = urllib.request.Request(f"{self.base}/oauth2/bc-authorize", form, {"Authorization": f"Basic {basic}"})
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                return json.load(error)

    def status(self, token):
        """What the token's API answers."""
        request = urllib.request.Request(f"{self.base}/csc/v2/credentials/list", b"{}", {
            "Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        try:
            return urllib.request.urlopen(request, timeout=60).status
        except urllib.error.HTTPError as error:
            return error.code


class ProgramTests(Journey):
    def program(self):
        if not self.server.paraph:
            self.skipTest("programs are registered on the server's own machine, and this server runs elsewhere")
        program = Program(self.server)
        self.addCleanup(program.close)
        return program

    def back(self, browser, program):
        """What the browser brought to the program, which is the one other host that it may be sent to."""
        browser.at("/cb")
        self.assertEqual([fault for fault in browser.faults() if program.redirect not in fault], [])
        return program.came[-1]

    def test_a_program_is_let_in_after_signing_in_by_hand_and_put_out_again(self):
        program, browser, signer = self.program(), self.browser(), Signer("olga")
        enrol(browser, self.server, signer, "program-olga@example.org", "Olga")
        sign_out(browser)
        browser.open(program.question())
        browser.at("/sign-in")
        # The page knows the person of this browser, once its script runs: until then it may show a field for them.
        answer(browser, signer.signature())
        browser.at("/oauth2/authorize")
        self.assertIn("North Bank", browser.text(".lead"))
        for words in ["program-olga@example.org", "127.0.0.1"]:
            self.assertIn(words, browser.text("main"))
        browser.click("[data-decide=allow]")
        came = self.back(browser, program)
        self.assertEqual((came["state"], came["iss"]), (program.state, self.server.base))
        tokens = program.tokens(came["code"])
        self.assertEqual(program.status(tokens["access_token"]), 200)
        browser.open("/sessions")
        browser.shoot("sessions-programs")
        self.assertIn("North Bank", browser.text("main"))
        browser.click("[data-call*='/v1/me/accesses/']")
        browser.until(lambda: "North Bank" not in browser.text("main"), "the program is still there")
        self.assertEqual(program.status(tokens["access_token"]), 401)

    def test_a_bank_asks_only_the_customer_who_linked_it_and_for_as_long(self):
        if not self.server.paraph:
            self.skipTest("programs are registered on the server's own machine, and this server runs elsewhere")
        bank = Program(self.server, "South Bank", ["--grant", "urn:openid:params:grant-type:ciba", "--restricted"])
        self.addCleanup(bank.close)
        browser, address = self.browser("android"), "program-lina@example.org"
        enrol(browser, self.server, Signer("lina"), address, "Lina")
        self.assertEqual(bank.ask(address)["error"], "unknown_user_id")
        # The customer links the bank to the account, as they sign in there for the first time.
        browser.open(bank.question(scope="openid"))
        browser.click("[data-decide=allow]")
        self.assertIn("id_token", bank.tokens(self.back(browser, bank)["code"]))
        self.assertIn("auth_req_id", bank.ask(address))
        browser.open("/activity")
        browser.click("a.waiting")
        browser.see("client-request")
        # Where the bank is stands beside its name.
        self.assertIn("127.0.0.1", browser.text(".facts"))
        # And ends it.
        browser.open("/sessions")
        self.assertIn("South Bank", browser.text("main"))
        self.look(browser, "bank-linked")
        browser.click("[data-call*='/v1/me/accesses/']")
        browser.until(lambda: "South Bank" not in browser.text("main"), "the bank is still linked")
        self.assertEqual(bank.ask(address)["error"], "unknown_user_id")
        browser.open("/activity")
        self.assertEqual(browser.all("a.waiting"), [], "what it asked is over")

    def test_what_was_allowed_is_not_asked_again_until_more_is_wanted_or_it_was_ended(self):
        program, browser = self.program(), self.browser("android")
        enrol(browser, self.server, Signer("nora"), "program-nora@example.org", "Nora")

        def comes(**changes):
            """What the browser brings back by itself."""
            browser.open(program.question(**changes))
            return self.back(browser, program)

        self.assertEqual(comes(scope="openid", prompt="none")["error"], "consent_required")
        browser.open(program.question(scope="openid"))
        browser.click("[data-decide=allow]")
        self.assertIn("id_token", program.tokens(self.back(browser, program)["code"]))
        for changes in ({"prompt": "none"}, {}):
            came = comes(scope="openid", **changes)
            self.assertEqual(came["state"], program.state)
            self.assertIn("id_token", program.tokens(came["code"]))
        # More than was allowed is asked for.
        self.assertEqual(comes(scope="openid email", prompt="none")["error"], "consent_required")
        browser.open(program.question(scope="openid email"))
        self.assertIn("e-mail", browser.text(".rights"))
        self.look(browser, "authorize-more")
        browser.click("[data-decide=allow]")
        program.tokens(self.back(browser, program)["code"])
        self.assertIn("code", comes(scope="openid email", prompt="none"))
        browser.open(program.question(scope="openid", prompt="consent"))
        browser.see("[data-decide=allow]")
        # What was ended is asked for again, and who is not signed in is nobody.
        browser.open("/sessions")
        browser.click("[data-call*='/v1/me/accesses/']")
        browser.until(lambda: "North Bank" not in browser.text("main"), "the program is still there")
        self.assertEqual(comes(scope="openid", prompt="none")["error"], "consent_required")
        sign_out(browser)
        self.assertEqual(comes(scope="openid", prompt="none")["error"], "login_required")

    def test_a_refusal_and_questions_that_cannot_be_asked(self):
        program, browser = self.program(), self.browser()
        enrol(browser, self.server, Signer("igor"), "program-igor@example.org", "Igor")
        browser.open(program.question())
        browser.click("[data-decide=refuse]")
        self.assertEqual(self.back(browser, program)["error"], "access_denied")
        browser.open(program.question(scope="everything"))
        self.assertEqual(self.back(browser, program)["error"], "invalid_scope")
        count = len(program.came)
        for changes in [{"redirect_uri": "http://127.0.0.1:1/other"}, {"client_id": "nobody"}]:
            browser.open(program.question(**changes))
            browser.at("/oauth2/authorize")
            self.assertIn("received nothing", browser.text(".lead"))
        browser.shoot("authorize-refused")
        browser.expected("/oauth2/authorize")
        self.assertEqual(len(program.came), count)

    def test_a_program_signs_the_person_out_where_it_names_them_and_asks_where_it_does_not(self):
        back = "http://127.0.0.1/goodbye"
        if not self.server.paraph:
            self.skipTest("programs are registered on the server's own machine, and this server runs elsewhere")
        program = Program(self.server, "East Bank", ["--post-logout-redirect-uri", back])
        self.addCleanup(program.close)
        there = program.redirect.replace("/cb", "/goodbye")
        for size, language, dark in LOOKS:
            with self.subTest(size=size, language=language):
                browser = self.browser(size, language, dark)
                enrol(browser, self.server, Signer(f"leave {size} {language}"), f"leave-{size}-{language}@example.org", "Nina")
                # Any page can lead here: without a hint the person is asked, and stays if they like.
                browser.open("/oauth2/end-session?" + urllib.parse.urlencode({"client_id": program.id, "post_logout_redirect_uri": there, "state": "s"}))
                self.assertIn("East Bank", browser.text(".lead"))
                browser.shoot(f"end-session-{size}-{language}{'-dark' if dark else ''}")
                self.assertLessEqual(browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0)
                browser.click(".start-actions a")
                browser.at("/documents")
                browser.open(program.question(scope="openid"))
                browser.click("[data-decide=allow]")
                hint = program.tokens(self.back(browser, program)["code"])["id_token"]
                browser.open("/oauth2/end-session?" + urllib.parse.urlencode({"id_token_hint": hint, "post_logout_redirect_uri": there, "state": "s"}))
                browser.at("/goodbye")
                # The page signs out as soon as it is there: its stream of events may begin a moment later, and is told so.
                browser.expected("/v1/events")
                self.assertEqual([fault for fault in browser.faults() if there not in fault], [])
                browser.open("/documents")
                browser.at("/sign-in")
                browser.open("/oauth2/end-session?" + urllib.parse.urlencode({"id_token_hint": hint, "post_logout_redirect_uri": "http://127.0.0.1:1/evil"}))
                browser.see(".start-actions a")
                self.assertEqual(browser.all("[data-call]"), [], "nobody is signed in")

    def test_a_code_keeps_programs_out_that_know_a_name_alone(self):
        if not self.server.paraph:
            self.skipTest("programs are registered on the server's own machine, and this server runs elsewhere")
        bank = Program(self.server, "West Bank", ["--grant", "urn:openid:params:grant-type:ciba"])
        self.addCleanup(bank.close)
        browser, address = self.browser("iphone", "fr"), "program-code@example.org"
        enrol(browser, self.server, Signer("code"), address, "Vera")
        browser.open("/requests")
        browser.fill("#request-code", "abc")
        browser.click("request-code [type=submit]")
        browser.until(lambda: browser.text("request-code .error"), "a short code is refused")
        browser.fill("#request-code", "Korova7")
        browser.click("request-code [type=submit]")
        browser.see("request-code [data-call]")
        self.look(browser, "request-code-set")
        self.assertEqual(bank.ask(address)["error"], "unknown_user_id")
        browser.click("request-code [data-call]")
        browser.click("dialog[open] [value=yes]")
        browser.until(lambda: not browser.all("request-code [data-call]"), "the code is removed")
        self.assertIn("auth_req_id", bank.ask(address))

    def test_the_question_fits_every_screen(self):
        program = self.program()
        for number, (size, language, dark) in enumerate(turn(LOOKS, 1)):
            with self.subTest(size=size, language=language):
                browser = self.browser(size, language, dark)
                enrol(browser, self.server, Signer(f"look {number}"), f"program-{number}@example.org", "Anna Petrova")
                browser.open(program.question())
                browser.see("[data-decide=allow]")
                browser.shoot(f"authorize-{size}-{language}{'-dark' if dark else ''}")
                wider = browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
                self.assertLessEqual(wider, 0)
                sizes = browser.run("return [...document.querySelectorAll('[data-decide]')].map((e) => "
                                    "[e.offsetWidth, e.offsetHeight])")
                self.assertEqual(sizes[0], sizes[1], "refusing is as easy as allowing")
