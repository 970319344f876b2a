#!/usr/bin/env python3
"""A stranger spends limits for somebody else: floods them with requests for devices, registers their address, guesses at their codes.

Each attack was found in a running instance; its victim gets through in the same minute. Names every attack that succeeds, and exits 0 where none
does. Needs the project's .venv; PARAPH names the program.
"""

import email
import json
import re
import time
import urllib.request

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.hazmat.primitives.asymmetric import utils
from cryptography.hazmat.primitives import hashes
from email import policy

from _device import Person, base64url
from _paraph import Paraph, require, until
from dialect import Dialect
from ink import Signer


def device(subject, name="Check"):
    """A new key, as `/v1` takes it."""
    key = ec.generate_private_key(ec.SECP256R1())
    public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    r, s = utils.decode_dss_signature(key.sign(b"paraph-device-v1\0" + subject.encode() + b"\0" + public, ec.ECDSA(hashes.SHA256())))
    proof = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    return {"publicKey": base64url(public), "proof": base64url(proof), "name": name, "kind": "other"}


def call(paraph, path, body, headers=None):
    return paraph.post(path, body, {"Paraph-Web": "1", "Sec-Fetch-Site": "same-origin", **(headers or {})})


def letters(paraph, address):
    """What was mailed to an address, the oldest first."""
    until(lambda: not paraph.admin("outbox", "list")["items"], "letters wait and wait")
    found = []
    for path in sorted(paraph.mail.glob("*.eml"), key=lambda path: path.stat().st_mtime_ns):
        message = email.message_from_bytes(path.read_bytes(), policy=policy.default)
        if str(message["To"]).strip("<>") == address:
            found.append(message.get_body(("plain",)).get_content())
    return found


def register(paraph, address):
    return call(paraph, "/v1/registrations", {
        "email": address, "profile": {"userName": "Somebody"}, "language": "en", "consentVersion": paraph.consent})[1]


def confirm(paraph, receipt, code):
    body = {"code": code, "device": device(receipt["id"])}
    return call(paraph, f"/v1/registrations/{receipt['id']}/confirmation", body)


def newest_code(paraph, address):
    codes = [found[0] for text in letters(paraph, address) if (found := re.search(r"(?m)^(\d{6}|\d{4}( \d{4}){3})(?= is the code)", text))]
    require(codes, f"no code was mailed to {address}")
    return codes[-1]


def devices(paraph):
    """Requests for devices hide the owner's own."""
    anna = Person(paraph, "anna@example.org", "Anna", 7)
    code = anna.ok("POST", "/v1/me/recovery-codes", {})["codes"][0]
    ask = lambda name: call(paraph, "/v1/device-requests", {"identifier": anna.email, "device": device(anna.email, name)})[1]  # noqa: E731
    for _ in range(12):
        ask("Your account is blocked: https://evil.example/login")
    own = ask("My tablet")
    answer = call(paraph, f"/v1/device-requests/{own['id']}/recovery", {"recoveryCode": code}, {"Paraph-Request-Secret": own["secret"]})
    texts = letters(paraph, anna.email)
    return [
        ("a flood of requests makes a valid recovery code wrong", answer[0] != 200),
        ("a stranger writes a link into letters", any("evil" in text for text in texts)),
        ("a flood of requests is a flood of letters", sum("asks to be added" in text for text in texts) > 3),
    ]


def registrations(paraph):
    """Registrations of an address hold its owner's code back."""
    for _ in range(12):
        register(paraph, "boris@example.org")
    before = len(letters(paraph, "boris@example.org"))
    receipt = register(paraph, "boris@example.org")
    status, _ = confirm(paraph, receipt, newest_code(paraph, "boris@example.org"))
    return [("registrations of strangers hold the owner's code back", status != 200), ("they are a flood of letters", before > 3)]


def guesses(paraph):
    """Wrong codes refuse the right one."""
    for _ in range(4):
        receipt = register(paraph, "carol@example.org")
        for number in range(5):
            confirm(paraph, receipt, f"00000{number}")
    receipt = register(paraph, "carol@example.org")
    status, _ = confirm(paraph, receipt, newest_code(paraph, "carol@example.org"))
    return [("wrong codes of strangers refuse the right one", status != 200)]


def twins(paraph):
    """A look-alike of an address makes a second account of it, or gets its letters."""
    dora = Person(paraph, "dora@example.org", "Dora", 8)
    register(paraph, "ｄｏｒａ@example.org")
    return [("a look-alike of an address is another address", not any("has an account already" in text for text in letters(paraph, dora.email)))]


def strangers(paraph):
    """Whoever has the key of an organisation's app has accounts made of any addresses, and letters mailed to them, without end."""
    api, signer, tick = Dialect(paraph.url, paraph.register_app()), Signer(1), time.monotonic()
    answers = [api.register(f"stranger-{number}@example.org", [signer.sample(number)])["res"] for number in range(240)]
    let = answers.count("2")
    return [
        ("an app's key brings up new addresses without end", let > 125 + 4 * (time.monotonic() - tick)),
        ("a class that enrols together is refused", let < 30),
    ]


def main():
    with Paraph("--rate-limits", "on") as paraph:
        paraph.consent = json.load(urllib.request.urlopen(urllib.request.Request(
            paraph.url + "/v1/consent", headers={"Paraph-Web": "1", "Sec-Fetch-Site": "same-origin"})))["version"]
        succeeded = [attack for round in (devices, registrations, guesses, twins, strangers) for attack, happened in round(paraph) if happened]
    require(not succeeded, "; ".join(succeeded))


if __name__ == "__main__":
    main()
