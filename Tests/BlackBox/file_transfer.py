#!/usr/bin/env python3
"""Keeps large files on a server as a person's browser does, and watches what that costs it in memory.

usage: file_transfer.py [MEGABYTES]

Uploads a file in pieces of 4 MiB and of 16 MiB, loads it back whole, four at a time, and by ranges, kills the server in the midst of a piece and
goes on. The server may grow by 64 MB while files come, and by 160 while they are loaded, for allocators keep some of what they had. Then the
files are deleted and restored; of what is kept and what lies in the trash nothing may be left once the account is deleted.
Exits 0 when everything holds. Needs Python 3 with cryptography; PARAPH names the program.
"""

import concurrent.futures
import hashlib
import json
import pathlib
import random
import re
import sqlite3
import sys
import urllib.error
import urllib.request

from _device import Person
from _paraph import Paraph, begin_chance, require

SIZE = int(sys.argv[1]) * 1_000_000 if len(sys.argv) > 1 else 95_000_000


def resident(paraph):
    """The most memory that the server had so far, and has now, in MB."""
    status = pathlib.Path(f"/proc/{paraph.process.pid}/status").read_text()
    return [int(re.search(rf"{name}:\s+(\d+) kB", status)[1]) / 1000 for name in ("VmHWM", "VmRSS")]


class Owner:
    def __init__(self, paraph, person):
        self.paraph, self.person = paraph, person

    def send(self, method, path, body=None, **headers):
        """Sends bytes; returns the status, the headers and the answer."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        headers |= {"Paraph-Web": "1", "Sec-Fetch-Site": "same-origin", "Cookie": self.person.cookie}
        request = urllib.request.Request(self.paraph.url + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def start(self, size):
        return self.person.ok("POST", "/v1/files", {"name": "Large.pdf", "size": size})["id"]

    def put(self, id, data, first, length):
        piece = data[first:first + length]
        status, _, answer = self.send("PUT", f"/v1/files/{id}/content", piece, Content_Type="application/octet-stream",
                                      Content_Range=f"bytes {first}-{first + len(piece) - 1}/{len(data)}")
        return status, json.loads(answer)


def blobs(paraph):
    return sum(1 for path in (paraph.data / "blobs").rglob("*") if path.is_file())


def main():
    begin_chance()
    data = b"%PDF-1.7\n" + random.Random(1).randbytes(SIZE - 9)
    digest = hashlib.sha256(data).hexdigest()
    with Paraph() as paraph:
        owner = Owner(paraph, Person(paraph, "owner@example.com", "Kim Owner", 1))
        before = resident(paraph)[1]
        ids = []
        for length in (4 << 20, 16 << 20):
            id, at = owner.start(SIZE), 0
            ids.append(id)
            while at < SIZE:
                status, answer = owner.put(id, data, at, length)
                require(status == 200, f"a piece was answered {status} {answer}")
                at = answer["received"]
            require(answer["hash"] == digest and answer["version"] == 1, f"the file is not what was sent: {answer}")
        uploaded = resident(paraph)[0]
        require(uploaded < before + 64, f"the server grew from {before:.0f} to {uploaded:.0f} MB while files came")

        def load(id):
            status, headers, body = owner.send("GET", f"/v1/files/{id}/content")
            require(status == 200 and headers["ETag"] == f'"{digest}"', f"the file was answered {status}")
            return hashlib.sha256(body).hexdigest() == digest

        require(load(ids[0]), "the file came back changed")
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            require(all(pool.map(load, ids * 4)), "a file came back changed")
        for _ in range(50):
            first = random.randrange(SIZE)
            last = min(SIZE - 1, first + random.randrange(300_000))
            status, headers, body = owner.send("GET", f"/v1/files/{ids[0]}/content", Range=f"bytes={first}-{last}")
            require(status == 206 and body == data[first:last + 1], f"bytes {first} to {last} were answered {status}, {len(body)} bytes")
            require(headers["Content-Range"] == f"bytes {first}-{last}/{SIZE}", f"Content-Range is {headers['Content-Range']}")
        loaded = resident(paraph)[0]
        require(loaded < before + 160, f"the server grew from {before:.0f} to {loaded:.0f} MB while files were loaded")
        print(f"{SIZE // 1_000_000} MB: {before:.0f} MB before, at most {uploaded:.0f} MB while it came, {loaded:.0f} MB while it was loaded")

        # Killed in the midst of a piece: what was acknowledged is there, and the file goes on from there.
        id = owner.start(SIZE)
        require(owner.put(id, data, 0, 4 << 20)[0] == 200, "the first piece was refused")
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            cut = pool.submit(lambda: owner.put(id, data, 4 << 20, 16 << 20))
            paraph.kill()
            require(cut.exception() is not None or cut.result()[0] == 200, "the killed server refused a piece")
        paraph.start(port=paraph.port)
        at = owner.person.ok("GET", f"/v1/files/{id}")["received"]
        require(at in (4 << 20, 20 << 20), f"{at} bytes are there after the kill")
        while at < SIZE:
            status, answer = owner.put(id, data, at, 16 << 20)
            require(status == 200, f"a piece was answered {status} {answer}")
            at = answer["received"]
        require(answer["hash"] == digest, "the file that went on after the kill is another one")
        for id in ids + [id]:
            require(owner.person.call("DELETE", f"/v1/files/{id}")[0] == 204, "a document was not deleted")
        deleted = {item["id"] for item in owner.person.ok("GET", "/v1/files?isTrashed=true")["items"]}
        require(deleted == {*ids, id} and not owner.person.ok("GET", "/v1/files")["items"], f"{deleted} can be restored")
        require(owner.person.ok("POST", f"/v1/files/{id}/restore")["hash"] == digest, "what was restored is another one")
        require(owner.person.call("DELETE", f"/v1/files/{id}")[0] == 204, "what was restored is not deleted again")
        left = blobs(paraph)

        # What a person keeps is in their export, and goes with them.
        small = data[:100_000]
        id = owner.start(len(small))
        require(owner.put(id, small, 0, len(small))[0] == 200 and blobs(paraph) == left + 1, "a small file was not kept")
        told = owner.person.ok("POST", "/v1/me/export", {"approval": owner.person.approval("exportData")})["files"]
        require({item["id"] for item in told if "trashedAt" in item} == deleted, f"the export tells {told}")
        require([(item["id"], item["name"], item["hash"]) for item in told if item["id"] not in deleted] == [(id, "Large.pdf", hashlib.sha256(small).hexdigest())],
                f"the export tells {told}")
        paraph.admin("person", "delete", owner.person.email)
        with sqlite3.connect(paraph.data / "paraph.db") as database:
            kept = database.execute("SELECT (SELECT COUNT(*) FROM file) + (SELECT COUNT(*) FROM filePart)").fetchone()[0]
        # At most what the kill left, which is noted as unclaimed.
        require(kept == 0 and blobs(paraph) <= 1, "what a person kept outlived them")
    print("file_transfer: everything holds")


if __name__ == "__main__":
    main()
