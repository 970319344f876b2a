"""A made-up person with a device of their own, who talks to the native API as our own web app does: registers, gives a signature, answers."""

import base64
import hashlib
import json
import pathlib
import re
import sys
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from _paraph import require
from signer import Signer


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def number(value):
    """A whole number in groups of seven bits, the lowest first."""
    groups = bytearray()
    while value > 0x7F:
        groups.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(groups + bytes([value]))


# What draws: ParaphInk's Sample.Tool.
FINGER, MOUSE = 1, 3


def encode(strokes, wide=380, high=260, tool=FINGER):
    """A signature in a box of 1 by 1 as ParaphInk's binary form, drawn on a pad of that size."""
    data = bytearray(b"Ink\x01" + bytes([0x01 | tool << 4]) + number(len(strokes)))
    last, step = [0, 0, 0], [0, 0, 0]
    for stroke in strokes:
        data += number(len(stroke))
        step = [0, 0, 0]
        for index, (x, y, at) in enumerate(stroke):
            values = [(round(place * 32768) + 512) // 1024 for place in (x * wide, y * high)]
            values.append(max(last[2], round(at * 10)))
            for channel, value in enumerate(values):
                change = value - last[channel] - step[channel]
                data += number(change << 1 if change >= 0 else -change * 2 - 1)
                step[channel] = 0 if index == 0 else value - last[channel]
                last[channel] = value
    return bytes(data)


class Person:
    """Registers with a server and enrols, by a `Signer` or the seed of one; `sample()` gives a new genuine signature each time."""

    # The language of the mails, and what the device is called.
    language, described = "en", {"name": "Check", "kind": "other"}

    def __init__(self, paraph, email, name, seed):
        self.paraph, self.email, self.signer = paraph, email, seed if isinstance(seed, Signer) else Signer(seed)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.cookie, self.token = None, None
        consent = self.ok("GET", "/v1/consent")["version"]
        receipt = self.ok("POST", "/v1/registrations", {
            "email": email, "profile": {"userName": name}, "language": self.language, "consentVersion": consent})
        public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        proof = self.sign(b"paraph-device-v1\0" + receipt["id"].encode() + b"\0" + public)
        device = {"publicKey": base64url(public), "proof": base64url(proof), **self.described}
        grant = self.ok("POST", f"/v1/registrations/{receipt['id']}/confirmation", {"code": self.mailed_code(), "device": device})
        self.id, self.device, self.token = grant["personId"], grant["deviceId"], self.cookie.partition("=")[2]
        wanted = 10
        for _ in range(3):
            samples = [base64url(self.sample()) for _ in range(wanted)]
            result = self.ok("POST", "/v1/me/enrolments", {"samples": samples})
            if result["status"] == "created":
                return
            wanted = result.get("countRequired") or 10
        raise SystemExit(f"FAILED: the made-up signature is not taken: {result}")

    def mailed_code(self):
        for _ in range(100):
            for mail in sorted(self.paraph.mail.glob("*.eml"), reverse=True):
                text = mail.read_text()
                found = re.search(r"(?m)^(\d{6}) is the code", text)
                if f"To: <{self.email}>" in text and found:
                    return found[1]
            time.sleep(0.1)
        raise SystemExit("FAILED: no code was mailed")

    def call(self, method, path, body=None):
        """Calls the native API with the session; returns the status and the answer."""
        headers = {"Paraph-Web": "1", "Sec-Fetch-Site": "same-origin"}
        headers |= {"Content-Type": "application/json"} if body is not None else {}
        headers |= {"Cookie": self.cookie} if self.cookie else {}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.paraph.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                self.cookie = (response.headers["Set-Cookie"] or self.cookie or "").partition(";")[0] or None
                return response.status, json.loads(response.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"null")

    def ok(self, method, path, body=None):
        status, answer = self.call(method, path, body)
        require(200 <= status < 300, f"{method} {path} was answered {status} {answer}")
        return answer

    def sample(self):
        return encode(self.signer.signature())

    def sign(self, data):
        r, s = utils.decode_dss_signature(self.key.sign(data, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")

    def statement(self, kind, claims):
        """Claims that the device signs."""
        header = {"alg": "ES256", "kid": self.device, "typ": kind}
        signed = ".".join(base64url(json.dumps(part).encode()) for part in (header, claims))
        return f"{signed}.{base64url(self.sign(signed.encode()))}"

    def signed(self, challenge, sample, **more):
        """An answer to a challenge as the device makes it; `more` are claims besides, or instead."""
        claims = {
            "rid": challenge["id"], "nonce": challenge["nonce"], "aud": challenge["audience"], "msg": challenge["bindingMessage"],
            "smp": base64url(hashlib.sha256(sample).digest()), "att": 1, "iat": int(time.time()), "dec": "approve", **more,
        }
        return {"assertion": self.statement("paraph-answer+jwt", claims), "sample": base64url(sample)}

    def approval(self, purpose, **subject):
        """An approval by a signature, in this session."""
        for _ in range(5):
            challenge, sample = self.ok("POST", "/v1/challenges", {"purpose": purpose, "deviceId": self.device, **subject}), self.sample()
            result = self.ok("POST", f"/v1/challenges/{challenge['id']}/answers", self.signed(challenge, sample))
            if result["outcome"] == "accepted":
                return result["approval"]
        raise SystemExit(f"FAILED: no signature of the person's own approves: {result}")

    def let_device_in(self, code):
        """Adds the device that shows a code."""
        request = self.ok("GET", f"/v1/me/device-requests?code={code}")["items"][0]["id"]
        approved = {"approval": self.approval("addDevice", subject=request), "code": code}
        self.ok("POST", f"/v1/me/device-requests/{request}/approval", approved)

    def at(self, node, method, path, body=None):
        """Calls a node of the instance, and those that follow too."""
        self.paraph = node
        return self.call(method, path, body)

    def challenge(self, node):
        wanted = {"purpose": "signIn", "identifier": self.email, "deviceId": self.device}
        status, challenge = self.at(node, "POST", "/v1/challenges", wanted)
        require(status == 200, f"no challenge: {status} {challenge}")
        return challenge

    def reply(self, node, challenge, answer):
        return self.at(node, "POST", f"/v1/challenges/{challenge['id']}/answers", answer)

    def sign_in(self, begin, end):
        """Answers challenges of one node at another until a signature is taken; gives the challenge, the answer and the sample."""
        for _ in range(5):
            challenge, sample = self.challenge(begin), self.sample()
            answer = self.signed(challenge, sample)
            status, result = self.reply(end, challenge, answer)
            if status == 200 and result["outcome"] == "accepted":
                return challenge, answer, sample
        raise SystemExit(f"FAILED: no signature of the person's own is taken: {status} {result}")

    def requests(self):
        """What programs ask."""
        return self.ok("GET", "/v1/me/requests")["items"]

    def answer(self, request, sample=None, **changes):
        """Signs for a request; `changes` are claims that a dishonest device would make. Returns the status and the answer."""
        status, challenge = self.call("POST", "/v1/challenges", {"purpose": "answerRequest", "deviceId": self.device, "subject": request["id"]})
        if status != 200:
            return status, challenge
        sample = sample or self.sample()
        claims = {"dig": " ".join(request["digests"])} if request["digests"] else {}
        if "description" in request:
            claims["dsc"] = request["description"]
        return self.reply(self.paraph, challenge, self.signed(challenge, sample, **(claims | changes)))
