#!/usr/bin/env python3
"""Two people sign one document that is kept on the server, at once; and servers are killed while people upload and sign.

usage: file_signing.py [ROUNDS]        by default 5

First: of two who complete at the same moment one is told that the other signed meanwhile, prepares once more with the same drawing, and
signs on top. What is then downloaded, in ranges and twice, is judged by pyHanko, pdfsig and others; the registry has a line of versions.

Then, in each round, people upload and sign from several threads until the server is killed (SIGKILL) at a random moment and started again.
Every document and signature that was acknowledged is there: the file with its hash, the entry in the registry, the seal. Of every other one
there is all or nothing: each version in the tables has its signature, its registry entry and its seal, and the other way round; every version
downloads with its hash; and each request that was not answered is answered when it is sent again.

Where PARAPH_TEST_POSTGRES names a PostgreSQL server (scripts/with-postgres), each round has a database there and two nodes on it: in odd
rounds one of them is killed, in even ones both. Exits 0 when everything holds. PARAPH names the program.
"""

import contextlib
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import _judges
from _database import POSTGRES, address_of, make_database, run_sql
from _device import base64url
from _owner import Owner, digest, pdf
from _paraph import Paraph, at_once, begin_chance, require

BOXES = [[72, 72, 252, 152], [320, 72, 500, 152]]


def in_ranges(person, document, length):
    """The newest version, put together of ranges."""
    size, pieces = document["size"], []
    for first in range(0, size, length):
        last = min(first + length, size) - 1
        status, headers, body = person.content(document["id"], first=first, last=last)
        require(status == 206 and headers["Content-Range"] == f"bytes {first}-{last}/{size}", f"a range is answered {status} {headers}")
        require(headers["ETag"].strip('"') == document["hash"], "the ETag is the version's hash")
        pieces.append(body)
    return b"".join(pieces)


def two_at_once(server, folder):
    anna = Owner(server, "anna@example.org", "Anna Petrova", 1)
    boris = Owner(server, "boris@example.org", "Boris Ivanov", 2)
    people = [anna, boris]
    file = pdf(pages=3, filling=2_300_000)
    kept = anna.keep(file, piece=1 << 20)
    id, seen = kept["id"], kept["hash"]
    require((kept["version"], seen, kept["received"]) == (1, digest(file), len(file)), f"the file is kept: {kept}")
    require(boris.find(id)[0] == 404, "what nobody let Boris into is not there for him")
    anna.let_in(id, boris.email)
    # From then on Boris has a name to Anna: answers of before and after he signs say the same of him.
    boris.send("GET", f"/v1/files/{id}/content")
    drawn = [person.draw(seen) for person in people]
    token = server.admin("token", "create", "--person", anna.email, "--scope", "docs")["accessToken"]
    wanted = {"signatureId": drawn[0][0], "seenHash": seen, "page": 0, "box": BOXES[0]}
    status, refusal = server.post(f"/v1/files/{id}/drafts", wanted, {"Authorization": f"Bearer {token}"})
    require((status, refusal["code"]) == (403, "sessionRequired"), f"a token that an administrator made signs nothing: {status} {refusal}")
    status, refusal = anna.prepare(id, seen, drawn[1], BOXES[0])
    require((status, refusal["code"]) == (409, "unknownSignature"), f"nor does somebody else's signature: {status} {refusal}")
    drafts = []
    for person, one, box in zip(people, drawn, BOXES):
        status, draft = person.prepare(id, seen, one, box)
        require(status == 200 and "signedSince" not in draft, f"a draft is prepared: {status} {draft}")
        drafts.append(draft)
    requests = [person.request(draft, one) for person, draft, one in zip(people, drafts, drawn)]
    answers = at_once([lambda p=p, d=d, r=r: p.complete(id, d, r) for p, d, r in zip(people, drafts, requests)])
    statuses = sorted(status for status, _ in answers)
    require(statuses == [200, 409], f"one of two signs: {answers}")
    first = [status for status, _ in answers].index(200)
    second = 1 - first
    require(answers[second][1]["code"] == "signedMeanwhile", f"the other is told: {answers[second]}")
    status, draft = people[second].prepare(id, seen, drawn[second], BOXES[second])
    require(status == 200 and draft["signedSince"] == [["Anna Petrova", "Boris Ivanov"][first]], f"and learns who signed: {status} {draft}")
    request = people[second].request(draft, drawn[second])
    status, signed = people[second].complete(id, draft, request)
    require(status == 200 and signed["version"] == 3, f"and signs on top: {status} {signed}")
    require(people[second].complete(id, draft, request) == (200, signed), "the same request again is answered the same")
    require(people[first].complete(id, drafts[first], requests[first]) == answers[first], "also the first one's")
    document = signed["documentId"]
    status, refusal = people[second].call("POST", f"/v1/documents/{document}/seals", request)
    require((status, refusal["code"]) == (409, "usedSignature"), f"a signature is sealed once: {status} {refusal}")
    history = anna.ok("GET", f"/v1/documents/{document}")
    require([one.get("previous") for one in history["versions"]] == [None, 1, 2] and not history["isForked"], f"a line: {history}")

    root = folder / "root.pem"
    server.admin("ca", "export", "--to", str(root))
    whole = in_ranges(boris, signed, 70_000)
    require(whole == in_ranges(anna, signed, 131_072) and digest(whole) == signed["hash"], "both download the same")
    require(whole.startswith(file), "the file as it came is the start of it")
    path = folder / "signed.pdf"
    path.write_bytes(whole)
    judgement = _judges.judge(path, root, "B-T")
    require(judgement.good and len(judgement.levels) == 2, f"{judgement}")
    words = subprocess.run(["pdfsig", "-nocert", path], capture_output=True, text=True).stdout
    require(words.count("Signature is Valid.") == 2, words)
    shapes = subprocess.run(["qpdf", "--qdf", "--object-streams=disable", path, "-"], capture_output=True).stdout.count(b" m\n")
    drawings = [anna.send("GET", f"/v1/documents/{document}/signatures/{one[0]}/ink")[2].count(b"M") for one in drawn]
    require(shapes == sum(drawings) > 100, f"the pages show {shapes} shapes, and what was verified has {drawings}")
    verdict = json.loads(subprocess.run(
        [server.program, "pdf", "verify", path, "--trust", root, "--json"], capture_output=True, text=True).stdout)
    require(verdict["verdict"] == "valid" and len(verdict["signatures"]) == 2, f"{verdict}")
    subprocess.run([server.program, "audit", "verify", "--data", server.data], check=True, stdout=subprocess.DEVNULL)
    print(f"kept signing: two at once, both valid with {', '.join(judgement.refusals)}; {len(whole)} bytes in ranges", flush=True)


class Load:
    """People who upload and sign until the server dies, and what they were told."""

    def __init__(self, people):
        self.people, self.stop = people, threading.Event()
        self.uploaded, self.signed, self.open = [], [], []
        self.threads = [threading.Thread(target=self.work, args=(person,)) for person in people for _ in range(2)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        for thread in self.threads:
            thread.join()

    def work(self, person):
        while not self.stop.is_set():
            try:
                self.one(person)
            except (OSError, ValueError):
                # Not acknowledged: the server died while it was at it.
                return
            except SystemExit as refusal:
                if not self.stop.is_set() and "503" not in str(refusal):
                    print(f"      {refusal}")

    def one(self, person):
        file = pdf(filling=random.randrange(3_000_000))
        kept = person.keep(file, piece=1 << 20)
        self.uploaded.append((person, kept))
        for number in range(2):
            drawn = person.draw(kept["hash"])
            status, draft = person.prepare(kept["id"], kept["hash"], drawn, BOXES[number])
            if status != 200:
                print(f"      not prepared: {status} {draft}")
                return
            waiting = (person, kept, draft, person.request(draft, drawn))
            self.open.append(waiting)
            status, signed = person.complete(kept["id"], draft, waiting[3])
            if status != 200:
                print(f"      not signed: {status} {signed}")
                return
            self.open.remove(waiting)
            kept = signed
            self.signed.append((person, signed, drawn[0]))


def rows(folder, database, statement):
    """What a query gives, as lists of texts."""
    if database:
        found = subprocess.run(["psql", "-X", "-At", address_of(database), "-c", statement], capture_output=True, text=True, check=True)
        return [line.split("|") for line in found.stdout.splitlines()]
    with contextlib.closing(sqlite3.connect(f"file:{folder / 'data' / 'paraph.db'}?mode=ro", uri=True)) as tables:
        return [[str(value) for value in row] for row in tables.execute(statement)]


def torn(folder, database):
    """The signatures of which the tables have a part only."""
    parts = {
        "version": 'SELECT "signatureId", hash FROM "fileVersion" WHERE "signatureId" IS NOT NULL',
        "registry entry": 'SELECT s."signatureId", v.hash FROM "documentSignature" s JOIN "documentVersion" v '
                          'ON v."documentId" = s."documentId" AND v.number = s.number',
        "seal": 'SELECT s."signatureId", v.hash FROM "documentSeal" s JOIN "fileVersion" v ON v."signatureId" = s."signatureId"',
        "used draft": 'SELECT d."signatureId", v.hash FROM "fileDraft" d JOIN "fileVersion" v ON v."fileId" = d."fileId" AND v.number = d.version',
    }
    found = {name: {tuple(row) for row in rows(folder, database, statement)} for name, statement in parts.items()}
    wrong = []
    for name, pairs in found.items():
        wrong += [f"{pair[0]} has a version and no {name}" for pair in found["version"] - pairs]
        wrong += [f"{pair[0]} has a {name} and no version" for pair in pairs - found["version"]]
    seals = rows(folder, database, 'SELECT COUNT(*) FROM "documentSeal"')
    if int(seals[0][0]) != len(found["version"]):
        wrong.append(f"there are {seals[0][0]} seals and {len(found['version'])} signed versions")
    return wrong


def look(load):
    """What is wrong with what the server knows after the kill."""
    wrong = []
    for person, kept, draft, request in load.open:
        status, answer = person.complete(kept["id"], draft, request)
        if status == 200:
            load.signed.append((person, answer, request["signatureId"]))
        else:
            wrong.append(f"a request that was not answered is refused when it is sent again: {status} {answer}")
    for person, kept in load.uploaded:
        status, headers, body = person.content(kept["id"], version=1)
        if status != 200 or digest(body) != kept["hash"]:
            wrong.append(f"the upload {kept['id']} was acknowledged and is answered {status}, {len(body)} bytes")
    for person, signed, signature in load.signed:
        status, headers, body = person.content(signed["id"], version=signed["version"])
        if status != 200 or digest(body) != signed["hash"] or len(body) != signed["size"]:
            wrong.append(f"version {signed['version']} of {signed['id']} was acknowledged and is answered {status}, {len(body)} bytes")
        history = person.call("GET", f"/v1/documents/{signed['documentId']}")[1]
        entry = [one for one in history.get("versions", []) if one.get("hash") == signed["hash"]]
        if [[one["id"] for one in version["signatures"]] for version in entry] != [[signature]]:
            wrong.append(f"the registry does not have version {signed['version']} of {signed['id']}: {history}")
    for person in load.people:
        for document in person.ok("GET", "/v1/files")["items"]:
            for version in range(1, document["version"] + 1):
                status, headers, body = person.content(document["id"], version=version)
                if status != 200 or headers["ETag"].strip('"') != digest(body):
                    wrong.append(f"version {version} of {document['id']} does not download with its hash: {status}")
    return wrong


def judge_some(server, folder, load):
    """Asks our own program about the seals of a few acknowledged files."""
    root, wrong = folder / "root.pem", []
    server.admin("ca", "export", "--to", str(root))
    for person, signed, _ in random.sample(load.signed, min(5, len(load.signed))):
        path = folder / "some.pdf"
        path.write_bytes(person.content(signed["id"], version=signed["version"])[2])
        said = subprocess.run([server.program, "pdf", "verify", path, "--trust", root, "--json"], capture_output=True, text=True)
        if json.loads(said.stdout or "{}").get("verdict") != "valid":
            wrong.append(f"{signed['id']}: {said.stdout}{said.stderr}")
    return wrong


def one_round(number):
    database, flags = make_database()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="paraph-files-", ignore_cleanup_errors=True)))
        stack.callback(lambda: database and run_sql(f"DROP DATABASE {database} WITH (FORCE)"))
        nodes = [stack.enter_context(Paraph("--rate-limits", "off", *flags, folder=folder)) for _ in range(2 if database else 1)]
        people = [Owner(nodes[seed % len(nodes)], f"owner-{seed}@example.org", f"Owner {seed}", seed) for seed in (1, 2)]
        killed = nodes[:1] if number % 2 else nodes
        with Load(people) as load:
            deadline = time.monotonic() + 60
            while len(load.signed) < 4 and time.monotonic() < deadline:
                time.sleep(0.01)
            time.sleep(random.uniform(0, 2))
            for node in killed:
                node.process.kill()
        for node in killed:
            node.process.wait()
            node.start(port=node.port)
        wrong = [] if load.signed else ["nothing was signed before the kill"]
        unanswered = len(load.open)
        wrong += look(load)
        wrong += torn(folder, database)
        wrong += judge_some(nodes[0], folder, load)
        for node in nodes:
            if node.stop() != 0:
                wrong.append("paraph did not end with 0 on SIGTERM")
        print(f"round {number}: {len(killed)} killed; {len(load.uploaded)} uploads and {len(load.signed)} signatures, {unanswered} of them "
              f"unanswered at the kill; {len(wrong)} wrong", flush=True)
    for line in wrong[:20]:
        print(f"      {line}")
    return not wrong


def main():
    begin_chance()
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    if not POSTGRES:
        with Paraph("--rate-limits", "off") as server, tempfile.TemporaryDirectory() as name:
            two_at_once(server, Path(os.environ.get("KEPT", name)))
    good = [one_round(number + 1) for number in range(rounds)]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
