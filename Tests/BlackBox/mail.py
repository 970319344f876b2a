#!/usr/bin/env python3
"""Has the real program send mail through a real postfix: codes, and documents that are kept on the server.

Exits 0 when everything holds. Needs postfix, and root to start it; says so where it cannot. PARAPH names the program.
"""

import hashlib
import os
import urllib.error
import urllib.request

from _device import Person
from _paraph import Paraph, require
from _postfix import Postfix

PIECE = 4 << 20


def pdf(size):
    """A document of one page with so many bytes and more."""
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 200]>>", "<</Type/Page/Parent 2 0 R>>"]
    data, offsets = bytearray(b"%PDF-1.7\n"), []
    for number, text in enumerate(objects, 1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{text}\nendobj\n".encode()
    data += b"% " + os.urandom(size // 2).hex().encode() + b"\n"
    start = len(data)
    data += b"xref\n0 4\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return bytes(data) + b"trailer\n<</Root 1 0 R/Size 4>>\nstartxref\n%d\n%%%%EOF\n" % start


def keep(person, name, data):
    """Keeps a file on the server, and gives its id."""
    id = person.ok("POST", "/v1/files", {"name": name, "size": len(data)})["id"]
    for first in range(0, len(data), PIECE):
        piece = data[first:first + PIECE]
        headers = {"Paraph-Web": "1", "Sec-Fetch-Site": "same-origin", "Cookie": person.cookie, "Content-Type": "application/octet-stream",
                   "Content-Range": f"bytes {first}-{first + len(piece) - 1}/{len(data)}"}
        request = urllib.request.Request(f"{person.paraph.url}/v1/files/{id}/content", piece, headers, method="PUT")
        try:
            urllib.request.urlopen(request, timeout=60).close()
        except urllib.error.HTTPError as error:
            raise SystemExit(f"FAILED: a piece was answered {error.code} {error.read()}") from None
    return id


def check(message, name, data, sender):
    parts = [part for part in message.walk() if part.get_content_maintype() != "multipart"]
    require(len(parts) == 2, f"a text and a file: {[part.get_content_type() for part in parts]}")
    text, file = parts
    require(message["Reply-To"] == sender, f"answers go to the sender: {message['Reply-To']}")
    require("Anna" in message["Subject"] and "Anna" in text.get_content() and "As discussed." in text.get_content(), "says who sends it")
    require(file.get_content_type() == "application/pdf" and file.get_filename() == name, f"the file's name: {file.get_filename()}")
    require(hashlib.sha256(file.get_content()).digest() == hashlib.sha256(data).digest(), "the file is as it was kept")


def main():
    if problem := Postfix.problem():
        print(f"Not checked: {problem}.")
        return
    os.environ["PARAPH_MAIL_PLAIN"] = "true"
    with Postfix("example.org") as post, Paraph() as paraph:
        anna = Person(paraph, "anna@example.org", "Anna Petrova", 1)
        paraph.stop()
        paraph.start(more=["--mail", f"smtp://127.0.0.1:{post.port}", "--mail-from", "sign@example.org"], port=paraph.port)
        anna.ok("POST", "/v1/registrations", {"email": "ben@example.org", "profile": {"userName": "Ben"}, "language": "en",
                                              "consentVersion": anna.ok("GET", "/v1/consent")["version"]})
        [code] = post.messages(1)
        require("is the code" in code.get_content() and code["To"] == "ben@example.org", f"the code arrives: {code}")

        for name, size in (("Договор аренды, подписанный.pdf", 20_000), ("large.pdf", 14_900_000)):
            data = pdf(size)
            id = keep(anna, name, data)
            before = len(post.messages(1))
            anna.ok("POST", f"/v1/files/{id}/mail", {"to": ["ben@example.org", "carol@example.org", "Ben@example.org"], "text": "As discussed."})
            messages = post.messages(before + 2, seconds=60)[before:]
            require(sorted(message["To"] for message in messages) == ["ben@example.org", "carol@example.org"], "each once")
            for message in messages:
                check(message, name, data, "anna@example.org")
        count = len(post.messages(5))

        refused = [({"to": []}, 400), ({"to": ["nobody"]}, 400), ({"to": ["x@example.org\r\nBcc: y@example.org"]}, 400),
                   ({"to": ["x@example.org"], "text": "a" * 2001}, 400), ({"to": [f"{number}@example.org" for number in range(11)]}, 400)]
        for body, wanted in refused:
            status, answer = anna.call("POST", f"/v1/files/{id}/mail", body)
            require(status == wanted, f"{body} was answered {status} {answer}")
        status, answer = anna.call("POST", f"/v1/files/{keep(anna, 'huge.pdf', pdf(15_000_000))}/mail", {"to": ["ben@example.org"]})
        require(status == 413, f"too large for a mail: {status} {answer}")
        status, _ = anna.call("POST", f"/v1/files/{'0' * 32}/mail", {"to": ["ben@example.org"]})
        require(status == 404, f"a document that is not there: {status}")
        # Whoever is flooded is not flooded for long.
        sent = 0
        while sent < 60:
            status, answer = anna.call("POST", f"/v1/files/{keep(anna, 'small.pdf', pdf(100))}/mail",
                                       {"to": [f"{sent + number}@example.org" for number in range(10)]})
            if status == 429:
                break
            require(status == 204, f"is sent: {status} {answer}")
            sent += 10
        require(sent == 40, f"after fifty receivers an hour it is enough: {sent}")
        require(len(post.messages(count + sent, seconds=60)) == count + sent, "the others arrive")
    print("Codes and kept documents arrive through postfix.")


if __name__ == "__main__":
    main()
