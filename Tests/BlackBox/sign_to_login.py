#!/usr/bin/env python3
"""Plays Sign To Login's whole API against a running server, as an app would, and checks every answer.

usage: sign_to_login.py BASE-URL API-KEY

Exits 0 when everything holds, 1 when something does not, 2 on bad use. Needs Python 3 alone.
"""

import base64
import json
import re
import secrets
import struct
import sys
import zlib

from dialect import Dialect, form, multipart
from ink import CompetitionSigner, Signer, competition_folder

failures = []


def check(what, holds, answer=None):
    if holds:
        print(f"ok    {what}")
    else:
        failures.append(what)
        print(f"WRONG {what}: {json.dumps(answer, ensure_ascii=False)[:400]}")


def png():
    """A PNG of one pixel."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")


def address():
    """An address that nobody has used."""
    return f"black-box-{secrets.token_hex(6)}@example.org"


def plays_the_whole_journey(api, signer, other, who):
    email = address()
    check(f"{who}: /login/ does not know a stranger", api.login(email) == {"res": "2", "error": "User does not exist"})
    answer = api.authenticate(email, signer.sample(0))
    check(f"{who}: /authenticate/ does not know a stranger", answer.get("res") == "2", answer)

    first = api.register(email, [signer.sample(number) for number in range(6)])
    counts = [first.get(f"count_{name}") for name in ("required", "exist", "model", "incorrect")]
    text = first.get("error") == "Not all signatures a valid"
    check(f"{who}: six signatures are not enough", first.get("res") == "2" and text and None not in counts, first)
    check(f"{who}: the counts add up", None not in counts and counts[0] + counts[1] == counts[2] == 10, first)
    check(f"{who}: a pending registration is no account", api.login(email).get("res") == "2")

    answer = api.register(email, [signer.sample(number) for number in range(6, 10)])
    if answer.get("res") == "2":
        answer = api.register(email, [signer.sample(number) for number in range(10, 15)])
    check(f"{who}: the missing ones complete it", answer.get("res") == "0", answer)
    check(f"{who}: sessionid has 16 hexadecimal digits", re.fullmatch("[0-9a-f]{16}", answer.get("sessionid", "")) is not None, answer)
    check(f"{who}: /login/ lets in", api.login(email) == {"res": "0"})
    check(f"{who}: without the slash too", api.post("/login", json.dumps(
        {"apikey": api.key, "email": email.upper(), "os_version": "6.1", "device_version": "iPad3,1"}).encode())[1] == {"res": "0"})

    genuine = api.authenticate(email, signer.sample(15), location={"lat": 55.75, "lon": 37.61}, country="Россия", city="Москва")
    check(f"{who}: a genuine signature is let in", genuine.get("res") == "0" and 0 <= genuine.get("similarity", -1) <= 1, genuine)
    check(f"{who}: signatureid has 16 hexadecimal digits", re.fullmatch("[0-9a-f]{16}", genuine.get("signatureid", "")) is not None, genuine)
    strange = api.authenticate(email, other.sample(0))
    check(f"{who}: a stranger's signature is let in with a lower similarity",
          strange.get("res") == "0" and strange.get("similarity", 1) < genuine.get("similarity", 0), [strange, genuine])
    replay = api.authenticate(email, signer.sample(15))
    check(f"{who}: the same signature again has similarity 0", replay.get("res") == "0" and replay.get("similarity") == 0, replay)
    reference = api.authenticate(email, signer.sample(2))
    check(f"{who}: one of the registration has similarity 0", reference.get("res") == "0" and reference.get("similarity") == 0, reference)

    answer = api.register(email, [other.sample(number) for number in range(10)])
    check(f"{who}: nobody takes the account over", answer.get("res") == "4" and "/confirm" in answer.get("link", ""), answer)
    after = api.authenticate(email, signer.sample(16))
    check(f"{who}: the template is still the person's", after.get("similarity", 0) > strange.get("similarity", 1), after)
    return email


def speaks_every_form(api, signer):
    photo = png()
    signatures = [signer.sample(number) for number in range(15)]
    in_json = {"photo": "data:image/png;base64," + base64.b64encode(photo).decode()}

    def sends(what, encode):
        parameters = api.registration(address(), signatures)
        body, content_type = encode(parameters)
        status, answer = api.post("/register/", body, content_type)
        check(what, status == 200 and answer.get("res") == "0", answer)
        check(f"{what}: it is stored", api.login(parameters["email"]) == {"res": "0"})

    for media_type in ("application/json", "text/plain", None):
        sends(f"JSON as {media_type}", lambda parameters: (json.dumps({**parameters, **in_json}).encode(), media_type))
    sends("a form", lambda parameters: (form(parameters), "application/x-www-form-urlencoded"))
    sends("multipart with a photo", lambda parameters: multipart(parameters, {"photo": ("me.png", "image/png", photo)}))


def refuses_what_is_wrong(api, signer):
    good = api.registration(address(), [signer.sample(number) for number in range(10)])
    for name in ("email", "user_name", "time", "os_version", "device_version", "resolution", "pressure", "signatures"):
        answer = api.call("/register/", {key: value for key, value in good.items() if key != name})
        check(f"without {name}", answer.get("res") == "5" and name in answer.get("error", ""), answer)
    wrong = {
        "email": "nobody", "time": "2026-11-21 10:07:59", "resolution": {"width": 1024}, "pressure": "much", "birthday": "31.02.1990",
        "sex": "?", "phone_number": "home", "location": {"lat": 91, "lon": 0}, "photo": "bm8gcGljdHVyZQ==", "signatures": [],
    }
    for name, value in wrong.items():
        answer = api.call("/register/", {**good, name: value})
        check(f"a wrong {name}", answer.get("res") == "5" and name in answer.get("error", ""), answer)
    answer = api.call("/register/", {**good, "signatures": good["signatures"][:1], "phone": "+33123456789"})
    check("an unknown parameter is ignored", answer.get("res") == "2", answer)
    points = {"empty": [], "text": [{"x": "a", "y": 1}], "missing": [{"x": 1}], "huge": [{"x": 1e308, "y": 1}], "many": [{"x": 1, "y": 2}] * 40000}
    for name, contents in points.items():
        answer = api.call("/register/", {**good, "signatures": [{"pressure": 0, "signature_contents": contents}]})
        check(f"points: {name}", answer.get("res") == "5", answer)
    whole = json.dumps(good).encode()
    bodies = {
        "nothing": b"", "half": whole[:-20], "no object": b"[1]", "bad UTF-8": whole.replace(b"iPad", b"\xff\xfe"),
        "NaN": whole.replace(b'"pressure": 0', b'"pressure": NaN'), "1e999": whole.replace(b'"pressure": 0', b'"pressure": 1e999'),
        "deep": b'{"apikey":' + b"[" * 100000 + b"]" * 100000 + b"}", "twice": whole[:-1] + b', "sex": "male", "sex": "male"}',
    }
    for name, body in bodies.items():
        status, answer = api.post("/register/", body)
        check(f"body: {name}", status == 200 and answer.get("res") == "5", answer)
    status, answer = api.post("/register/", b"{" + b" " * 11_000_000)
    check("body: too large", status == 413 and answer.get("res") == "5", answer)
    check("nothing of that was stored", api.login(good["email"]).get("res") == "2")
    key = "550e8400-e29b-41d4-a716-446655440000"
    answer = Dialect(api.base, key).login(good["email"])
    check("an unknown key", answer == {"res": "1", "error": f"Application with key '{key}' is not registered or disabled"}, answer)


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    api = Dialect(sys.argv[1], sys.argv[2])
    plays_the_whole_journey(api, Signer(1), Signer(2), "made-up ink")
    folder = competition_folder()
    if folder:
        plays_the_whole_journey(api, CompetitionSigner(folder, 3), CompetitionSigner(folder, 4), "SVC2004")
    else:
        print("skip  SVC2004 is not there (PARAPH_SHARED or ../shared)")
    speaks_every_form(api, Signer(3))
    refuses_what_is_wrong(api, Signer(4))
    print(f"{len(failures)} wrong" if failures else "all right")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
