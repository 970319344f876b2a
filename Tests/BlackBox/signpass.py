#!/usr/bin/env python3
"""A bank asks for signatures in SignPass's own formats, and is told how they ended: JSON and XML, callbacks, pings, held questions, two nodes' worth of restarts.

The bank is a program of its own: it has an address on this machine, verifies what it is told by the published keys, and never trusts the body alone. It may ask
only who linked it, by a code sign-in. Exits 0 when everything holds. Needs the project's .venv; PARAPH names the program.
"""

import base64
import hashlib
import http.server
import json
import os
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as xml

from requests_oauth2client import OAuth2Client
from jwskate import Jwt

from _device import Person
from _paraph import Paraph, require, until

CIBA = "urn:openid:params:grant-type:ciba"
os.environ["PARAPH_OUTGOING_ADDRESSES"] = "any"


class Receiver:
    """The bank's own server: keeps what it is told, and answers with the statuses that are planned, then 204."""

    def __init__(self):
        self.calls, self.statuses = [], []
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = receiver.statuses.pop(0) if receiver.statuses else 204
                receiver.calls.append((self.path, dict(self.headers), body, status))
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", f"{receiver.url}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def told(self, text, count=1):
        return until(lambda: (found := [call for call in self.calls if text.encode() in call[2]]) and len(found) >= count and found,
                     f"the bank is told of {text}")


class Bank:
    def __init__(self, paraph, receiver, *flags):
        self.paraph, self.receiver = paraph, receiver
        made = paraph.admin("client", "create", "--name", "North Bank", "--grant", CIBA, *flags)
        self.id, self.secret = made["clientId"], made["clientSecret"]

    def call(self, path, members, form="json", **headers):
        """Sends a message and reads the answer; returns the status and its members."""
        if form == "json":
            body, kind = json.dumps(members).encode(), "application/json"
        else:
            element = xml.Element(path)
            for name, value in members.items():
                xml.SubElement(element, name).text = str(value)
            body, kind = xml.tostring(element, encoding="utf-8"), "application/xml"
        proof = base64.b64encode(f"{self.id}:{self.secret}".encode()).decode()
        request = urllib.request.Request(f"{self.paraph.url}/signpass/{path}", body, {
            "Content-Type": kind, "Authorization": f"Basic {proof}", **{name.replace("_", "-"): value for name, value in headers.items()}})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, read(answer.read(), answer.headers["Content-Type"])
        except urllib.error.HTTPError as error:
            return error.code, read(error.read(), error.headers["Content-Type"])

    def ask(self, person, form="json", **more):
        status, answer = self.call("request", {"user": person.email, "bank": "North Bank", "purpose": "Sign in", **more}, form)
        require(status == 200 and answer["state"] == "pending", f"{status} {answer}")
        return answer["id"], answer.get("code")

    def result(self, id, form="json", **headers):
        status, answer = self.call("result", {"id": id}, form, **headers)
        require(status == 200, f"{status} {answer}")
        return answer

    def verified(self, call):
        """What a callback says, once its signature and the hash of its body hold."""
        path, headers, body, _ = call
        with urllib.request.urlopen(f"{self.paraph.url}/oauth2/jwks") as answer:
            keys = {key["kid"]: key for key in json.load(answer)["keys"]}
        token = Jwt(headers["Signpass-Signature"] if "Signpass-Signature" in headers else headers["SignPass-Signature"])
        require(token.verify_signature(keys[token.kid], alg="RS256"), "the callback's signature verifies")
        digest = base64.urlsafe_b64encode(hashlib.sha256(body).digest()).rstrip(b"=").decode()
        claims = token.claims
        require(claims["iss"] == self.paraph.url and claims["aud"] == self.id and claims["exp"] > time.time(), f"{claims}")
        require(claims["sha256"] == digest, "the signature is this body's")
        said = read(body, headers["Content-Type"])
        require(said["id"] == claims["request"] and said["state"] == claims["state"] and path == "/signpass", f"{said} {claims}")
        return said, claims["jti"]


def read(body, kind):
    if kind.startswith("application/xml"):
        return {child.tag: child.text for child in xml.fromstring(body)}
    return json.loads(body)


def signed(person, **changes):
    status, result = person.answer(person.requests()[0], **changes)
    require(status == 200, f"{status} {result}")
    return result


def check_ends(paraph, person, receiver):
    bank = Bank(paraph, receiver, "--callback-uri", f"{receiver.url}/signpass")
    for form in ("json", "xml"):
        id, _ = bank.ask(person, form)
        require(bank.result(id, form)["state"] == "pending", "it waits")
        require(signed(person)["outcome"] == "accepted", "the person signs")
        result = bank.result(id, form)
        require(result["state"] == "approved" and str(result["tries"]) == "1", f"{result}")
        said, _ = bank.verified(receiver.told(id)[0])
        require(said == result, f"the callback says {said}, the result {result}")
    id, _ = bank.ask(person)
    person.ok("DELETE", f"/v1/me/requests/{person.requests()[0]['id']}")
    require(bank.verified(receiver.told(id)[0])[0]["error_code"] == "access_denied", "a refusal is told")
    id, _ = bank.ask(person, expiry=1)
    said, _ = bank.verified(receiver.told(id)[0])
    require(said["state"] == "expired" and bank.result(id) == said, f"{said}")
    # The receiver is down for a while; the same call comes again.
    receiver.statuses += [500, 503]
    id, _ = bank.ask(person)
    signed(person)
    names = {bank.verified(call)[1] for call in receiver.told(id, 3)}
    require(len(names) == 1, "each try has the same name")
    # A redirect is not followed.
    receiver.statuses.append(302)
    id, _ = bank.ask(person)
    signed(person)
    receiver.told(id)
    until(lambda: paraph.admin("outbox", "list")["items"], "what was redirected is given up")
    require(all(path == "/signpass" for path, *_ in receiver.calls), "no redirect is followed")


def check_number_and_tries(paraph, person, receiver):
    bank = Bank(paraph, receiver, "--callback-uri", f"{receiver.url}/signpass", "--shows-code")
    id, code = bank.ask(person, expiry=300)
    wrong = "000" if code != "000" else "001"
    for left in (4, 3, 2, 1, 0):
        result = signed(person, num=wrong)
        require(result["attemptsLeft"] == left and result["refusal"] == "wrongCode", f"{result}")
    said, _ = bank.verified(receiver.told(id)[0])
    require(said["state"] == "denied" and said["tries"] == 5 and said["error_code"] == "too_many_tries", f"{said}")
    require(person.requests() == [], "nothing waits any more")


def check_held_questions(paraph, person, receiver):
    bank = Bank(paraph, receiver)
    id, _ = bank.ask(person)
    answers = []
    holding = threading.Thread(target=lambda: answers.append(bank.result(id, Prefer="wait=30")))
    holding.start()
    signed(person)
    holding.join(timeout=25)
    require(answers and answers[0]["state"] == "approved", f"a held question is answered once the person is: {answers}")
    # A server that stops lets go what it holds.
    id, _ = bank.ask(person)
    holding = threading.Thread(target=lambda: answers.append(bank.result(id, Prefer="wait=30")))
    holding.start()
    time.sleep(0.5)
    began = time.monotonic()
    paraph.stop()
    holding.join(timeout=10)
    require(time.monotonic() - began < 10 and not holding.is_alive(), "a server that stops holds nothing")
    paraph.start(port=paraph.port)
    require(bank.result(id)["state"] == "pending", "the request outlives the server")
    signed(person)
    require(bank.result(id)["state"] == "approved", "and is answered by the next one")


def check_pings(paraph, person, receiver):
    bank = Bank(paraph, receiver, "--notification-uri", f"{receiver.url}/ping")
    client = OAuth2Client.from_discovery_endpoint(
        url=f"{paraph.url}/.well-known/openid-configuration", issuer=paraph.url, auth=(bank.id, bank.secret), testing=True,
        backchannel_authentication_endpoint=f"{paraph.url}/oauth2/bc-authorize")
    token = base64.urlsafe_b64encode(os.urandom(32)).decode()
    asked = client.backchannel_authentication_request(login_hint=person.email, scope="openid", client_notification_token=token)
    signed(person)
    path, headers, body, _ = receiver.told(asked.auth_req_id)[0]
    require(path == "/ping" and headers["Authorization"] == f"Bearer {token}" and json.loads(body) == {"auth_req_id": asked.auth_req_id},
            f"{path} {body}")
    require(client.ciba(asked).access_token, "the tokens are fetched")


def check_that_a_restricted_bank_asks_who_linked_it(paraph, person, receiver):
    bank = Bank(paraph, receiver, "--grant", "authorization_code", "--redirect-uri", "http://127.0.0.1/callback", "--restricted")
    asking = {"user": person.email}
    status, stranger = bank.call("request", asking)
    require(status == 400 and stranger["error_code"] == "unknown_user_id", f"nobody linked it: {status} {stranger}")
    require(bank.call("request", {"user": "nobody@example.org"})[1] == stranger, "the answer tells nothing of who exists")
    client = OAuth2Client.from_discovery_endpoint(
        url=f"{paraph.url}/.well-known/openid-configuration", issuer=paraph.url, auth=(bank.id, bank.secret), testing=True,
        redirect_uri="http://127.0.0.1:47814/callback")
    request = client.authorization_request(scope="openid")
    query = urllib.parse.urlsplit(str(request.uri)).query
    location = person.ok("POST", "/v1/oauth2/authorization", {"query": query, "isAllowed": True})["location"]
    client.authorization_code(request.validate_callback(location), validate=False)
    require(bank.call("request", asking)[0] == 200, "who linked it is asked")
    person.ok("DELETE", f"/v1/me/requests/{person.requests()[0]['id']}")
    person.ok("DELETE", f"/v1/me/accesses/{bank.id}")
    require(bank.call("request", asking) == (400, stranger), "who ended that is not")


def check_private_addresses(paraph):
    del os.environ["PARAPH_OUTGOING_ADDRESSES"]
    for address in ("http://127.0.0.1:1/x", "https://10.0.0.1/x", "https://169.254.169.254/x", "https://localhost/x"):
        refused = False
        try:
            paraph.admin("client", "create", "--name", "North Bank", "--grant", CIBA, "--callback-uri", address)
        except SystemExit:
            refused = True
        require(refused, f"{address} is not taken where only public ones are")


if __name__ == "__main__":
    receiver = Receiver()
    with Paraph("--rate-limits", "off") as paraph:
        people = [Person(paraph, f"{name}@example.org", name.title(), name) for name in ("anna", "boris", "clara", "daria", "elena")]
        check_ends(paraph, people[0], receiver)
        check_number_and_tries(paraph, people[1], receiver)
        check_held_questions(paraph, people[2], receiver)
        check_pings(paraph, people[3], receiver)
        check_that_a_restricted_bank_asks_who_linked_it(paraph, people[4], receiver)
        check_private_addresses(paraph)
