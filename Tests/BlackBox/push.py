#!/usr/bin/env python3
"""A browser's push subscription with a push service on this machine: what Paraph sends is decrypted by `http_ece` and its statement verified by
`py_vapid`, both as they are; the service forgets the address, is busy, and is at a private address where that is not allowed.

Exits 0 when everything holds. Needs the project's .venv; PARAPH names the program.
"""

import base64
import http.server
import json
import os
import threading
import time

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from requests_oauth2client import OAuth2Client

from _device import Person, base64url
from _paraph import Paraph, require

CIBA = "urn:openid:params:grant-type:ciba"


class PushService(http.server.BaseHTTPRequestHandler):
    """Remembers what it is sent; answers 201, or what it was told to."""

    sent, answers = [], []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        type(self).sent.append((self.path, dict(self.headers), body))
        status, headers = type(self).answers.pop(0) if type(self).answers else (201, {"Location": "/message/1"})
        self.send_response(status)
        for name, value in {"Content-Length": "0", **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_):
        pass


class Browser:
    """The keys of a browser, which reads what it is sent."""

    def __init__(self, endpoint):
        self.key, self.secret, self.endpoint = ec.generate_private_key(ec.SECP256R1()), os.urandom(16), endpoint

    def address(self):
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": base64url(point), "auth": base64url(self.secret)}

    def read(self, body):
        return http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")


def wait_for(count, what):
    for _ in range(300):
        if len(PushService.sent) >= count:
            return
        time.sleep(0.1)
    raise SystemExit(f"FAILED: {what}: {len(PushService.sent)} of {count} came")


def bank(paraph, name):
    made = paraph.admin("client", "create", "--name", name, "--grant", CIBA)
    return OAuth2Client.from_discovery_endpoint(
        url=f"{paraph.url}/.well-known/openid-configuration", issuer=paraph.url, auth=(made["clientId"], made["clientSecret"]), testing=True,
        backchannel_authentication_endpoint=f"{paraph.url}/oauth2/bc-authorize")


def check_what_is_sent(paraph, person, origin):
    browser = Browser(f"{origin}/send/one")
    settings = person.ok("GET", "/v1/me/push")
    require("categories" not in settings, f"nobody is alerted before they asked: {settings}")
    told = person.ok("PUT", "/v1/me/push", {"webPush": browser.address(), "categories": ["signIns", "requests"]})
    require(told["categories"] == ["signIns", "requests"] and told["webPushKey"] == settings["webPushKey"], f"{told}")
    bank(paraph, "North Bank").backchannel_authentication_request(login_hint=person.email, binding_message="120.00 EUR to Boris")
    wait_for(1, "a sign-in is pushed")
    path, headers, body = PushService.sent[0]
    message = browser.read(body)
    (request,) = person.requests()
    require(json.loads(message) == {"category": "signIns", "id": request["id"]} and len(message) <= 256, f"the message is {message}")
    for word in ("North", "120", "Boris", person.email):
        require(word.encode() not in message + path.encode() + str(headers).encode(), f"{word} is nowhere in it")
    require(headers["Content-Encoding"] == "aes128gcm" and headers["Urgency"] == "high" and 0 < int(headers["TTL"]) <= 120, f"{headers}")
    require(headers["Topic"] == request["id"], "a later alert of the same takes its place")
    parts = dict(part.strip().split("=", 1) for part in headers["Authorization"].removeprefix("vapid ").split(","))
    require(Vapid02.verify(headers["Authorization"]), "py_vapid verifies the statement")
    require(parts["k"] == settings["webPushKey"], "it is signed by the key that browsers subscribe with")
    claims = parts["t"].split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    require(claims["aud"] == origin and claims["sub"] == "mailto:ops@example.org" and 0 < claims["exp"] - time.time() <= 86_400, f"{claims}")
    person.ok("DELETE", f"/v1/me/requests/{request['id']}")


def check_a_busy_service(paraph, person):
    PushService.answers[:] = [(503, {"Retry-After": "1"})]
    before = len(PushService.sent)
    bank(paraph, "South Bank").backchannel_authentication_request(login_hint=person.email)
    wait_for(before + 2, "what was refused for a while is sent again")
    require(PushService.sent[-1][1]["Topic"] == PushService.sent[-2][1]["Topic"], "it is the same alert")


def check_an_address_that_is_gone(paraph, person):
    PushService.answers[:] = [(410, {})]
    before = len(PushService.sent)
    bank(paraph, "East Bank").backchannel_authentication_request(login_hint=person.email)
    wait_for(before + 1, "it is sent")
    for _ in range(100):
        if "categories" not in person.ok("GET", "/v1/me/push"):
            break
        time.sleep(0.1)
    else:
        raise SystemExit("FAILED: a subscription outlives its address")


def check_sessions_that_end(paraph, person, origin):
    person.ok("PUT", "/v1/me/push", {"webPush": Browser(f"{origin}/send/two").address(), "categories": ["requests", "signIns"]})
    before = len(PushService.sent)
    person.ok("DELETE", "/v1/session")
    bank(paraph, "West Bank").backchannel_authentication_request(login_hint=person.email)
    # The lane is empty once the outbox is.
    for _ in range(100):
        if not paraph.admin("outbox", "list")["items"]:
            break
        time.sleep(0.1)
    require(len(PushService.sent) == before, "who signed out is not alerted")


def check_private_addresses(origin):
    with Paraph("--rate-limits", "off") as paraph:
        person = Person(paraph, "vera@example.org", "Vera", 4711)
        status, answer = person.call("PUT", "/v1/me/push", {"webPush": Browser(f"{origin}/send/x").address(), "categories": ["signIns"]})
        require(status == 400 and answer["fields"][0]["name"] == "webPush.endpoint", f"{status} {answer}")
        before = len(PushService.sent)
        port = origin.rpartition(":")[2]
        status, answer = person.call("PUT", "/v1/me/push", {"webPush": Browser(f"https://127.0.0.1:{port}/send/x").address(), "categories": ["signIns"]})
        require(status == 400 and "--outgoing-addresses" in str(answer["fields"]), f"the refusal names the setting: {status} {answer}")
        # A name of this machine that only the system's look-up knows as one.
        address = Browser(f"https://127.1:{port}/send/x").address()
        person.ok("PUT", "/v1/me/push", {"webPush": address, "categories": ["signIns"]})
        bank(paraph, "North Bank").backchannel_authentication_request(login_hint=person.email)
        for _ in range(100):
            if "categories" not in person.ok("GET", "/v1/me/push"):
                break
            time.sleep(0.1)
        else:
            raise SystemExit("FAILED: an address of this machine is kept")
        require(len(PushService.sent) == before, "this machine is not reached")


def main():
    service = http.server.ThreadingHTTPServer(("127.0.0.1", 0), PushService)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{service.server_address[1]}"
    with Paraph("--rate-limits", "off", "--outgoing-addresses", "any", "--push-contact", "mailto:ops@example.org") as paraph:
        person = Person(paraph, "anna@example.org", "Anna", 4242)
        check_what_is_sent(paraph, person, origin)
        check_a_busy_service(paraph, person)
        check_an_address_that_is_gone(paraph, person)
        check_sessions_that_end(paraph, person, origin)
        log = paraph.log.read_text()
        require("/send/" not in log, "no log names an address")
    check_private_addresses(origin)
    service.shutdown()
    print("push: what is sent is read by http_ece and py_vapid; addresses that are gone, busy or private are treated as such")


main()
