#!/usr/bin/env python3
"""A bank's requests when much happens in one moment; over two nodes where PARAPH_TEST_POSTGRES names a server, else on SQLite.

- Of 20 redemptions at once one brings tokens, which end by the others; likewise of two questions that wait for the answer.
- Of 20 tries at once, numbers, signatures or both, five are looked at, and the bank learns that the person is refused.
- Signing keys are replaced while banks ask: each ID token verifies by the keys that are published.
- A code, a pushed request, a client's assertion and a DPoP proof that one node took are refused by the other, and of two at once one is taken.

Exits 0 when everything holds. Needs the project's .venv; PARAPH names the program.
"""

import contextlib
import hashlib
import json
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

from jwskate import Jwk, Jwt
from requests_oauth2client import DPoPKey, PrivateKeyJwt

from _bank import CIBA, Bank, send
from _database import fresh_database
from _device import Person, base64url, encode
from _paraph import at_once, require
from signer import Signer
from two_nodes import serve

AT_ONCE, RACES = 20, 5
ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
REDIRECT, VERIFIER = "https://bank.example/callback", "v" * 43


def hashed(text):
    """SHA-256, as challenges of codes and proofs for tokens have it."""
    return base64url(hashlib.sha256(text.encode()).digest())


def asked(bank, node, person, **more):
    status, answer = bank.ask(node, person, **more)
    require(status == 200, f"{status} {answer}")
    return answer


def approve(node, person, num=None):
    """Signs for the one request that waits, until the hand is known."""
    person.paraph = node
    (request,) = person.requests()
    more = {} if num is None else {"num": num}
    for _ in range(4):
        status, result = person.answer(request, **more)
        require(status == 200, f"{status} {result}")
        if result["outcome"] == "accepted":
            return
    raise SystemExit(f"FAILED: no signature of the person's own approves: {result}")


def one_token_set(told, node):
    """Sees that one of many redemptions brought tokens, and that those are over."""
    good = [answer for status, answer in told if status == 200]
    require(len(good) == 1, f"{len(good)} of {len(told)} redemptions brought tokens")
    wrong = [(status, answer) for status, answer in told if status != 200 and (status, answer["error"]) != (400, "invalid_grant")]
    require(not wrong, f"the others were answered {wrong}")
    status, _ = send(node, "/oauth2/userinfo", Authorization=f"Bearer {good[0]['access_token']}")
    require(status == 401, f"tokens that were fetched twice still open userinfo: {status}")


def check_redemptions(nodes, person):
    bank = Bank(nodes[0])
    for race in range(RACES):
        id = asked(bank, nodes[race % len(nodes)], person)["auth_req_id"]
        approve(nodes[-1], person)
        one_token_set(at_once([lambda node=nodes[index % len(nodes)]: bank.redeem(node, id) for index in range(AT_ONCE)]), nodes[-1])
    # Two that wait for the answer, as far apart as the bank was told, each held by a node.
    answer, told = asked(bank, nodes[0], person), []
    waiting = []
    for node in (nodes[0], nodes[-1]):
        waiting.append(threading.Thread(target=lambda node=node: told.append(bank.redeem(node, answer["auth_req_id"], Prefer="wait=30"))))
        waiting[-1].start()
        time.sleep(answer["interval"] + 0.5)
    require(told == [], f"a question that may wait is answered {told}")
    approve(nodes[0], person)
    for one in waiting:
        one.join()
    one_token_set(told, nodes[0])
    print(f"{RACES} times {AT_ONCE} redemptions at once, and two that waited: one token set each time")


def check_tries(nodes, people):
    for person, kinds in zip(people, (("number",), ("signature",), ("number", "signature"))):
        bank, stranger = Bank(nodes[0], "--shows-code"), Signer(f"stranger of {person.email}")
        answer = asked(bank, nodes[0], person)
        code, wrong = answer["verification_code"], "000" if answer["verification_code"] != "000" else "001"
        (request,) = person.requests()
        tries = []
        for index in range(AT_ONCE):
            # Five tries are on a challenge: a device that cheats has several.
            if index % 5 == 0:
                status, challenge = person.at(nodes[0], "POST", "/v1/challenges", {
                    "purpose": "answerRequest", "deviceId": person.device, "subject": request["id"]})
                require(status == 200, f"no challenge: {status} {challenge}")
            number = kinds[index % len(kinds)] == "number"
            sample = person.sample() if number else encode(stranger.signature())
            signed = person.signed(challenge, sample, att=index % 5 + 1, num=wrong if number else code)
            tries.append((nodes[index % len(nodes)], challenge["id"], signed))
        headers = {"Paraph-Web": "1", "Sec-Fetch-Site": "same-origin"}
        told = at_once([lambda one=one: one[0].post(f"/v1/challenges/{one[1]}/answers", one[2], headers) for one in tries])
        looked = [answer for status, answer in told if status == 200]
        require(len(looked) == 5 and {answer["outcome"] for answer in looked} == {"refused", "denied"}, f"{len(looked)} tries were looked at: {looked}")
        wrong = [(status, answer.get("code")) for status, answer in told if status not in (200, 409, 429)]
        require(not wrong, f"the others were answered {wrong}")
        status, answer = bank.redeem(nodes[-1], answer_id := answer["auth_req_id"])
        require((status, answer["error"]) == (400, "access_denied"), f"the bank is told {status} {answer}")
        status, answer = bank.redeem(nodes[0], answer_id)
        require((status, answer["error"]) == (400, "access_denied"), f"the bank is told {status} {answer}")
        print(f"{AT_ONCE} tries at once ({', '.join(kinds)}): five were looked at")


def check_new_keys(nodes, people):
    """Keys are replaced as long as banks ask."""
    over, verified, wrong = threading.Event(), [], []

    def verify(node, client, tokens):
        # Fetched after the tokens came, as a bank does that meets a key it does not know.
        _, keys = send(node, "/oauth2/jwks")
        token = Jwt(tokens["id_token"])
        key = next((key for key in keys["keys"] if key["kid"] == token.kid), None)
        good = key and token.verify_signature(key, alg="RS256") and token.claims["iss"] == nodes[0].url and token.claims["aud"] in (client, [client])
        verified.append(token.kid) if good else wrong.append((token.kid, [key["kid"] for key in keys["keys"]]))

    def work(index, person, bank):
        try:
            while not over.is_set():
                id = asked(bank, nodes[index % len(nodes)], person)["auth_req_id"]
                told = []
                waiting = threading.Thread(target=lambda: told.append(bank.redeem(nodes[(index + 1) % len(nodes)], id, Prefer="wait=30")))
                waiting.start()
                approve(nodes[index % len(nodes)], person)
                waiting.join()
                require(told and told[0][0] == 200, f"a bank that waits is told {told}")
                verify(nodes[-1 - index % len(nodes)], bank.id, told[0][1])
        except BaseException as error:
            wrong.append(f"{error}")

    threads = [threading.Thread(target=work, args=(index, person, Bank(nodes[0]))) for index, person in enumerate(people)]
    for thread in threads:
        thread.start()
    for _ in range(8):
        before = len(verified)
        nodes[0].admin("signing-key", "rotate")
        # At least one sign-in for each new key.
        for _ in range(600):
            if len(verified) > before or wrong:
                break
            over.wait(0.05)
    over.set()
    for thread in threads:
        thread.join()
    require(not wrong, f"{wrong[:3]}")
    require(len(set(verified)) >= 5, f"only {len(set(verified))} keys signed {len(verified)} ID tokens")
    print(f"{len(verified)} ID tokens by {len(set(verified))} keys, replaced while banks asked: each verified")


class KeyClient:
    """A client with a key of its own, whose assertions and proofs can be sent again."""

    def __init__(self, node):
        self.key = Jwk.generate(alg="ES256").with_kid_thumbprint()
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"keys": [self.key.public_jwk().to_dict()]}, file)
            file.flush()
            made = node.admin("client", "create", "--name", "Key Bank", "--grant", CIBA, "--grant", "authorization_code", "--grant", "refresh_token",
                              "--redirect-uri", REDIRECT, "--jwks", file.name)
        self.id, self.issuer, self.proofs = made["clientId"], node.url, DPoPKey.generate()

    def assertion(self):
        return PrivateKeyJwt(self.id, self.key, alg="ES256").client_assertion(self.issuer)

    def form(self, assertion=None, **more):
        return {"client_id": self.id, "client_assertion_type": ASSERTION, "client_assertion": assertion or self.assertion(), **more}

    def proof(self, path, nonce=None, **more):
        return str(self.proofs.proof("POST" if path.endswith("token") else "GET", self.issuer + path, nonce=nonce, **more))

    def pushed(self, node, **more):
        status, answer = send(node, "/oauth2/par", self.form(
            response_type="code", redirect_uri=REDIRECT, scope="openid", code_challenge=hashed(VERIFIER), code_challenge_method="S256", state="s", **more))
        require(status == 201, f"{status} {answer}")
        return urllib.parse.urlencode({"client_id": self.id, "request_uri": answer["request_uri"]})


def decided(node, person, query):
    """What comes of a person's yes: the status, and the code."""
    headers = {"Paraph-Web": "1", "Sec-Fetch-Site": "same-origin", "Cookie": person.cookie}
    status, answer = node.post("/v1/oauth2/authorization", {"query": query, "isAllowed": True}, headers)
    if status != 200:
        return status, None
    return status, urllib.parse.parse_qs(urllib.parse.urlsplit(answer["location"]).query)["code"][0]


def taken_once(what, nodes, make, use, is_taken):
    """Sends one thing to a node and then to the other, both ways round, and others to both at once: each is taken once."""
    for first, second in ((nodes[0], nodes[-1]), (nodes[-1], nodes[0])):
        one = make()
        told = [use(first, one), use(second, one)]
        require([is_taken(answer) for answer in told] == [True, False], f"{what} was sent to one node and then the other: {told}")
    for _ in range(RACES):
        one = make()
        told = at_once([lambda node=node: use(node, one) for node in (nodes[0], nodes[-1]) * 4])
        require([is_taken(answer) for answer in told].count(True) == 1, f"{what} was sent to both nodes at once: {told}")
    print(f"{what}: taken once, whichever node it comes to")


def check_replays(nodes, person):
    client = KeyClient(nodes[0])

    def is_good(answer):
        return answer[0] in (200, 201)

    # The bank's own page asks who they are first: `invalid_grant` is told of what is unknown, and only to a client that proved itself.
    taken_once("a client's assertion", nodes, client.assertion, lambda node, assertion: send(
        node, "/oauth2/token", client.form(assertion, grant_type="refresh_token", refresh_token="unknown")), lambda answer: answer[1].get("error") == "invalid_grant")
    taken_once("a pushed request", nodes, lambda: client.pushed(nodes[0]), lambda node, query: decided(node, person, query), is_good)
    taken_once("a code", nodes, lambda: decided(nodes[0], person, client.pushed(nodes[0]))[1], lambda node, code: send(
        node, "/oauth2/token", client.form(grant_type="authorization_code", code=code, redirect_uri=REDIRECT, code_verifier=VERIFIER)), is_good)

    def bound(node):
        """A token that only the client's key may use."""
        code, form = decided(node, person, client.pushed(node))[1], {"grant_type": "authorization_code", "redirect_uri": REDIRECT, "code_verifier": VERIFIER}
        nonce = fresh_nonce(node, client)
        status, answer = send(node, "/oauth2/token", client.form(code=code, **form), DPoP=client.proof("/oauth2/token", nonce))
        require(status == 200 and answer["token_type"] == "DPoP", f"{status} {answer}")
        return answer

    tokens = bound(nodes[0])
    access, refresh = tokens["access_token"], tokens["refresh_token"]
    taken_once("a proof at userinfo", nodes, lambda: client.proof("/oauth2/userinfo", ath=hashed(access)), lambda node, proof: send(
        node, "/oauth2/userinfo", Authorization=f"DPoP {access}", DPoP=proof), is_good)
    taken_once("a proof at the token endpoint", nodes, lambda: client.proof("/oauth2/token", fresh_nonce(nodes[0], client)), lambda node, proof: send(
        node, "/oauth2/token", client.form(grant_type="refresh_token", refresh_token=refresh), DPoP=proof), is_good)


def fresh_nonce(node, client):
    """The nonce that the token endpoint wishes in a proof."""
    form = urllib.parse.urlencode(client.form(grant_type="refresh_token", refresh_token="unknown")).encode()
    try:
        urllib.request.urlopen(urllib.request.Request(f"{node.url}/oauth2/token", form, {"DPoP": client.proof("/oauth2/token")}), timeout=60).close()
    except urllib.error.HTTPError as error:
        with error:
            return error.headers["DPoP-Nonce"]
    raise SystemExit("FAILED: a proof without a nonce is taken")


def main():
    with contextlib.ExitStack() as stack:
        flags = stack.enter_context(fresh_database())
        nodes = serve(stack, 2 if flags else 1, *flags)
        people = [Person(nodes[0], f"{name}@example.org", name.title(), name) for name in ("anna", "boris", "clara", "daria", "elena", "fedor")]
        check_redemptions(nodes, people[0])
        check_tries(nodes, people[1:4])
        check_new_keys(nodes, [people[0], *people[4:]])
        check_replays(nodes, people[0])
        require([node.stop() for node in nodes] == [0] * len(nodes), "the servers did not end well")


if __name__ == "__main__":
    main()
