"""A made-up person who keeps documents on the server and signs them there, as our own web app does."""

import hashlib
import json
import secrets
import time
import urllib.error
import urllib.request

from _device import Person
from _paraph import require

PIECE = 4 << 20


def digest(data):
    return hashlib.sha256(data).hexdigest()


def pdf(pages=1, filling=0):
    """A small PDF that no other is equal to, with so many bytes that say nothing."""
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[%s]/Count %d>>" % (b" ".join(b"%d 0 R" % (n + 4) for n in range(pages)), pages)]
    noise = secrets.token_bytes(filling) + secrets.token_bytes(16)
    objects.append(b"<</Length %d>>\nstream\n%s\nendstream" % (len(noise), noise))
    objects += [b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<<>>>>"] * pages
    data, table = bytearray(b"%PDF-1.7\n"), b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for number, content in enumerate(objects, 1):
        table += b"%010d 00000 n \n" % len(data)
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(data)
    return bytes(data + table + b"trailer\n<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start))


class Owner(Person):
    """What is drawn for a version is good for one sealed digest of it, or of a later version."""

    def send(self, method, path, data=None, headers=None):
        """Sends bytes; returns the status, the headers and the bytes of the answer."""
        headers = {"Paraph-Web": "1", "Sec-Fetch-Site": "same-origin", "Cookie": self.cookie, **(headers or {})}
        request = urllib.request.Request(self.paraph.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def keep(self, data, name="Contract.pdf", piece=PIECE):
        """Uploads a file; gives what the server then says of it."""
        document = self.ok("POST", "/v1/files", {"name": name, "size": len(data)})
        for start in range(0, len(data), piece):
            part = data[start:start + piece]
            headers = {"Content-Type": "application/octet-stream", "Content-Range": f"bytes {start}-{start + len(part) - 1}/{len(data)}"}
            status, _, body = self.send("PUT", f"/v1/files/{document['id']}/content", part, headers)
            require(status in (200, 201), f"a piece was answered {status} {body[:300]}")
            document = json.loads(body)
        return document

    def let_in(self, id, email):
        self.ok("POST", f"/v1/files/{id}/readers", {"email": email})

    def find(self, id):
        return self.call("GET", f"/v1/files/{id}")

    def content(self, id, version=None, first=None, last=None):
        """The bytes of a version, or of a range of it."""
        query = f"?version={version}" if version else ""
        headers = {} if first is None else {"Range": f"bytes={first}-{last}"}
        return self.send("GET", f"/v1/files/{id}/content{query}", headers=headers)

    def draw(self, seen):
        """Draws for a file with a hash until it matches; gives the signature's id, the sample and the server's public address."""
        for _ in range(5):
            challenge = self.ok("POST", "/v1/challenges", {"purpose": "signDocument", "deviceId": self.device, "subject": seen})
            sample = self.sample()
            answer = self.signed(challenge, sample, doc=seen)
            result = self.ok("POST", f"/v1/challenges/{challenge['id']}/answers", answer)
            if result["outcome"] == "accepted":
                return result["signatureId"], sample, challenge["audience"]
        raise SystemExit(f"FAILED: no signature of the person's own is taken: {result}")

    def prepare(self, id, seen, drawn, box, **more):
        wanted = {"signatureId": drawn[0], "seenHash": seen, "page": 0, "box": box, **more}
        return self.call("POST", f"/v1/files/{id}/drafts", wanted)

    def request(self, draft, drawn):
        """What completes a draft."""
        claims = {"aud": drawn[2], "dec": "seal", "dig": draft["digest"], "doc": draft["previousHash"], "iat": int(time.time()), "sig": drawn[0]}
        statement = self.statement("paraph-seal+jwt", claims)
        return {"signatureId": drawn[0], "previousHash": draft["previousHash"], "digest": draft["digest"], "assertion": statement}

    def complete(self, id, draft, request):
        return self.call("POST", f"/v1/files/{id}/drafts/{draft['id']}", request)
