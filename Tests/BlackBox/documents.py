#!/usr/bin/env python3
"""Plays a document's life through Sign To Login's API as an app would, and shows that no byte of the document reaches the server.

Everything that is sent goes through a recorder in between. Exits 0 when everything holds. Needs Python 3 alone; PARAPH names the program.
"""

import base64
import hashlib
import os
import secrets
import socket
import threading
import urllib.request

from _paraph import Paraph, require
from dialect import Dialect, multipart
from ink import Signer


class Recorder:
    """Passes connections on to a port, and keeps what the clients send."""

    def __init__(self, port):
        self.to, self.sent = port, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.to))
            threading.Thread(target=self.pump, args=(client, server, self.sent), daemon=True).start()
            threading.Thread(target=self.pump, args=(server, client, None), daemon=True).start()

    @staticmethod
    def pump(source, target, kept):
        try:
            while data := source.recv(65536):
                if kept is not None:
                    kept.append(data)
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def pdf():
    """A PDF whose content nobody could have by chance."""
    words = secrets.token_hex(2000).encode()
    return b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%" + words + b"\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n"


def pieces(document):
    """Parts of a document as they could travel: as they are, in base64 at each offset, in hexadecimal."""
    for start in range(50, len(document) - 50, 97):
        part = document[start:start + 24]
        yield part
        yield part.hex().encode()
        for shift in range(3):
            yield base64.b64encode(part[shift:shift + 21])


def digest(document):
    return hashlib.sha256(document).hexdigest()


def journey(paraph, recorder):
    api = Dialect(recorder.url, paraph.register_app())
    people = {"anna@example.org": Signer(1), "boris@example.org": Signer(2)}
    for email, signer in people.items():
        require(api.enrol(email, signer).get("res") == "0", f"{email} enrols")
    anna, boris = people

    def sign(email, number):
        return api.authenticate(email, people[email].sample(number), city="Paris", device_version="iPad3,1")["signatureid"]

    def save(email, document, previous=None, signatures=()):
        parameters = {"apikey": api.key, "email": email, "document_hash": digest(document)}
        if previous is not None:
            parameters |= {"previous_hash": digest(previous), "signatures": list(signatures)}
        return api.call("/savedocument/", parameters)

    def opened(email, id, document):
        return api.call("/opendocument/", {"apikey": api.key, "email": email, "documentid": id, "document_hash": digest(document)})

    documents = [pdf()]
    first = save(anna, documents[0])
    id = first.get("documentid")
    require(first == {"res": "0", "documentid": id} and len(id) == 32, f"the first save gives an id: {first}")
    for email, number in ((anna, 40), (boris, 40)):
        documents.append(documents[-1] + b"% signed\n" + secrets.token_hex(200).encode())
        signature = sign(email, number)
        answer = save(email, documents[-1], documents[-2], [signature])
        require(answer == first, f"the id stays: {answer}")
        answer = save(email, documents[-1] + b" ", documents[-1], [signature])
        require((answer["res"], answer["reason"]) == ("5", "usedSignature"), f"a signature counts once: {answer}")
    answer = opened(boris, id, documents[-1])
    names = [item["signatureid"] for item in answer["history"]]
    require(answer["res"] == "0" and answer["state"] == "current" and len(names) == 2, f"it opens unchanged: {answer}")
    answer = opened(anna, id, documents[-1] + b"changed")
    require(answer["res"] == "1" and answer["error"] == "Document has been updated outside of the application", f"a change is told: {answer}")
    require([item["signatureid"] for item in answer["history"]] == names, "with the history")
    fork = documents[1] + b"% another branch\n" + secrets.token_hex(200).encode()
    answer = save(anna, fork, documents[1], [sign(anna, 41)])
    require(answer == {**first, "fork": True}, f"a fork is told: {answer}")
    for branch in (documents[-1], fork):
        answer = opened(anna, id, branch)
        require(answer["res"] == "0" and answer.get("fork") is True and len(answer["history"]) == 3, f"both branches are there: {answer}")
    return api, id, [*documents, fork]


def main():
    with Paraph("--rate-limits", "off") as paraph:
        recorder = Recorder(paraph.port)
        api, id, documents = journey(paraph, recorder)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"{recorder.url}/documents/?documentid={id}", timeout=30) as page:
            require(b"Paris" not in page.read(), "the history page keeps places from strangers")
        sent = b"".join(recorder.sent)
        require(b"/savedocument/" in sent and digest(documents[0]).encode() in sent, "the recorder sees what is sent")
        require(not any(piece in sent for document in documents for piece in pieces(document)), "no part of a document was sent")

        # What an app in error would send besides is ignored, and nothing of it is kept.
        stray = pdf()
        parameters = {"apikey": api.key, "email": "anna@example.org", "document_hash": digest(stray)}
        text = base64.b64encode(stray).decode()
        for name in ("document", "file", "pdf"):
            answer = api.call("/savedocument/", {**parameters, name: text})
            require(answer["res"] == "0" and answer.keys() == {"res", "documentid"}, f"{name} is ignored: {answer}")
        for content in (stray, stray + b"\xff\xfe"):
            body, content_type = multipart(parameters, {"document": ("lease.pdf", "application/pdf", content)})
            require(api.post("/savedocument/", body, content_type)[1]["res"] == "0", "a file is ignored")
        answer = api.call("/savedocument/", {**parameters, "document_hash": text})
        require(answer.get("reason") == "malformed" or answer.get("parameter") == "document_hash", f"nor in place of a hash: {answer}")
        require(paraph.stop() == 0, "the server ends")
        kept = [os.path.join(folder, name) for folder, _, names in os.walk(paraph.folder) for name in names]
        contents = [open(path, "rb").read() for path in kept]
        require(any(digest(documents[0]).encode() in content for content in contents), "the hash is kept")
        found = [path for path, content in zip(kept, contents) for document in (*documents, stray) for piece in pieces(document) if piece in content]
        require(not found, f"no part of a document is kept: {found[:3]}")
        logged = paraph.log.read_bytes()
        require(id.encode() not in logged and digest(documents[0]).encode() not in logged, "the log names no document")
    print(f"{len(documents)} versions through {len(sent)} bytes; {len(kept)} files looked at; no byte of a document among them.")


if __name__ == "__main__":
    main()
