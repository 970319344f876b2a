#!/usr/bin/env python3
"""Searches everything that an instance keeps and logs for what must not be there in the clear.

Neither the data folder nor a backup nor the log, at its most talkative, holds coordinates of a signature, tokens, keys or codes, nor addresses, names and
phone numbers of people.
Nor does an answer that refuses something say any of them.
"""

import json
import pathlib
import re
import signal
import struct
import subprocess
import sys
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))

from _paraph import Paraph, require
from signer import Signer

EMAIL = "wilhelmina.searchable@privacy-check.example"
NAME = "Wilhelmina Searchable"
PHONE = "+49301239876541"
COMPANY = "Plainsight Works"
PERSON = {"user_name": NAME, "phone_number": PHONE, "company_name": COMPANY}


def dialect(strokes):
    """A signature as Sign To Login's apps send it, and its coordinates in the order of drawing."""
    points = []
    for stroke in strokes:
        points += [{"x": round(1024 * x), "y": round(768 * y), "p": 0} for x, y, _ in stroke]
    return {"pressure": 0, "dot_count": len(points), "signature_contents": points}, points


def common(key):
    return {"apikey": key, "email": EMAIL, "time": "21.11.2026 10:00:00", "os_version": "18.0", "device_version": "iPhone",
            "resolution": {"width": 1024, "height": 768}, "pressure": 0}


def traces(points):
    """Ways in which three x in a row, in the middle of a signature, could lie in a file in the clear."""
    middle = len(points) // 2
    xs = [point["x"] for point in points[middle:middle + 3]]
    ys = [point["y"] for point in points[middle:middle + 3]]
    for values in (xs, ys):
        for kind in "hifdq":
            for order in "<>":
                yield f"{order}{kind}", struct.pack(f"{order}3{kind}", *values)
    for kind in "hifd":
        for order in "<>":
            yield f"pairs {order}{kind}", struct.pack(f"{order}6{kind}", *(v for pair in zip(xs, ys) for v in pair))
    yield "text", ",".join(str(v) for v in xs).encode()
    yield "JSON", f'"x":{xs[0]}'.encode()
    yield "JSON", f'"x": {xs[0]}'.encode()


def refusal(paraph, method, path, body, **headers):
    """The answer to what the server refuses, as it came, with its headers."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(paraph.url + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            answer = bytes(response.headers) + response.read()
            require(re.search(rb'"res" ?: ?"[^0]', answer) or b'"refusal"' in answer, f"{method} {path} was not refused: {answer}")
            return answer
    except urllib.error.HTTPError as error:
        return bytes(error.headers) + error.read()


def refusals(paraph, key, token, sample):
    """What a server says to those it refuses, who send it secrets and signatures that are wrong in some way."""
    cut = json.dumps({**common(key), "signature": sample}).encode()[:-40]
    broken = {**sample, "signature_contents": [*sample["signature_contents"][:-1], {"x": "?", "y": 1, "p": 0}]}
    known = {**common(key), "signature": sample}
    moved = {**sample, "signature_contents": [{**point, "x": point["x"] + 1} for point in sample["signature_contents"]]}
    asked = [
        ("POST", "/authenticate/", {**known, "signature": moved}),  # A copy; the same movement would be answered as before.
        ("POST", "/authenticate/", {**common(key), "signature": "nonsense"}),
        ("POST", "/authenticate/", {**common(key), "signature": broken}),
        ("POST", "/authenticate/", {**common(key), "signature": {**sample, "dot_count": 1}}),
        ("POST", "/authenticate/", {**known, "email": "nobody@privacy-check.example"}),
        ("POST", "/authenticate/", {**known, "apikey": key[::-1]}),
        ("POST", "/authenticate/", cut),
        ("POST", "/register/", {**common(key), "user_name": NAME, "signatures": [broken] * 10}),
        ("POST", "/v1/registrations", {"email": EMAIL, "profile": {"userName": NAME, "sample": sample}, "language": "en"}),
        ("POST", "/v1/registrations", cut),
        ("PUT", "/v1/me", {"apikey": key, "signature": sample}),
        ("POST", f"/v1/challenges/{'0' * 32}/answers", {"assertion": token, "sample": sample}),
        ("POST", "/nowhere", known),
    ]
    return [refusal(paraph, *call, Authorization=f"Bearer {token}{more}") for call in asked for more in ("", "x")]


def search(files, needles, where):
    for file in files:
        content = file.read_bytes()
        for what, needle in needles:
            require(needle not in content, f"{what} lies in the clear in {where} ({file.name})")


def database(paraph):
    at = paraph.flags.index("--database") if "--database" in paraph.flags else None
    return paraph.flags[at:at + 2] if at is not None else []


def main():
    signer = Signer(4711)
    samples = [dialect(signer.signature()) for _ in range(11)]
    with Paraph("--log-level", "trace") as paraph:
        key = paraph.register_app()
        status, answer = paraph.post("/register/", {**common(key), **PERSON, "signatures": [s for s, _ in samples[:10]]})
        require(status == 200 and answer["res"] in "02", f"/register/ answered {status} {answer}")
        if answer["res"] == "2":
            more = [dialect(signer.signature()) for _ in range(answer["count_required"])]
            status, answer = paraph.post("/register/", {**common(key), **PERSON, "signatures": [s for s, _ in more]})
            require(answer["res"] == "0", f"the missing samples were answered {answer}")
        session = answer["sessionid"]
        status, answer = paraph.post("/authenticate/", {**common(key), "signature": samples[10][0]})
        require(status == 200 and answer["res"] == "0", f"/authenticate/ answered {status} {answer}")
        paraph.admin("person", "create", "--email", "other@privacy-check.example", "--name", NAME)
        token = paraph.admin("token", "create", "--person", "other@privacy-check.example", "--scope", "docs")["accessToken"]
        paraph.post("/v1/challenges", {"purpose": "signIn", "identifier": EMAIL, "deviceId": "0" * 32}, {"Authorization": f"Bearer {token}"})
        # Somebody who waits for the code, and an enrolment that waits for samples.
        waiting = {"email": "waiting@privacy-check.example", "profile": {"userName": NAME, "phoneNumber": PHONE, "companyName": COMPANY},
                   "username": "Searchable71", "language": "en", "consentVersion": "2026-11-25"}
        status, answer = paraph.post("/v1/registrations", waiting, {"Paraph-Api-Key": key})
        require(status < 300, f"/v1/registrations answered {status} {answer}")
        few = [dialect(signer.signature())[0] for _ in range(3)]
        status, answer = paraph.post("/register/", {**common(key), **PERSON, "email": "few@privacy-check.example", "signatures": few})
        require(answer["res"] == "2", f"three samples were answered {answer}")
        backups = paraph.folder / "backups"
        run = [paraph.program, "backup", "--data", paraph.data, *database(paraph), "--to", str(backups), "--json"]
        subprocess.run(run, check=True, capture_output=True)
        said = refusals(paraph, key, token, samples[10][0])
        limits = pathlib.Path(f"/proc/{paraph.process.pid}/limits").read_text()
        require(re.search(r"Max core file size +0 +0 ", limits), "a crash would leave the memory behind")
        paraph.process.send_signal(signal.SIGSEGV)
        require(paraph.process.wait(60) == -signal.SIGSEGV, "the server did not crash when it was told to")

        codes = set()
        for mail in paraph.mail.glob("*.eml"):
            codes.update(re.findall(rb"token=(?:3D)?([A-Za-z0-9_-]{20,})", mail.read_bytes().replace(b"=\r\n", b"")))
        secrets = [("the API key", key.encode()), ("the session", session.encode()), ("the token", token.encode())]
        secrets += [("the token of a mailed link", code) for code in codes]
        coordinates = [(f"a signature ({kind})", needle) for _, points in samples for kind, needle in traces(points)]
        stored = [file for file in paraph.data.rglob("*") if file.is_file()]
        require(any(file.name == "paraph.db" for file in stored), "there is no database to search")
        people = [("an address", b"@privacy-check.example"), ("the name", NAME.encode()), ("the phone number", PHONE.encode()),
                  ("the company", COMPANY.encode()), ("a username", b"earchable71")]
        require(b"personLookup" in b"".join(file.read_bytes() for file in stored), "the search finds nothing at all: it is broken")
        search(stored, secrets + coordinates + people, "the data folder")
        copies = [file for file in backups.rglob("*") if file.is_file()]
        require(any(file.name == "person.rows" and file.stat().st_size > 100 for file in copies), "there is no backup to search")
        search(copies, secrets + coordinates + people, "a backup")
        search([paraph.log], secrets + coordinates + people, "the log")
        for answer in said:
            for what, needle in secrets + coordinates + people:
                require(needle not in answer, f"{what} is told to who is refused: {answer[-1000:]}")
        print(f"searched {len(said)} refusals and {len(stored)} files of {sum(f.stat().st_size for f in stored)} bytes and a log of {paraph.log.stat().st_size} bytes")


if __name__ == "__main__":
    main()
