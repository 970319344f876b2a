#!/usr/bin/env python3
"""Kills a server in the midst of mixed work and looks at what it has afterwards.

usage: kill9.py PARAPH [ROUNDS]

PARAPH is the program. Each round starts `paraph serve` on a folder of its own, registers people from six threads, signs and saves documents
from two, backs up and exchanges the root key beside that, sends SIGKILL to all of it, starts again, and checks that

- whoever was told 0 is there (/login/ 0, and /authenticate/ compares), and nobody is half there (/login/ is 0 or 2);
- every signature that was acknowledged is kept, and the last one is known again when it is sent once more;
- every document that was acknowledged is as it was saved, with its signature, and each other one is there with its signature or not at all;
- the ledger verifies, an exchange of the root key can be made, and the newest backup that was acknowledged restores.

Where PARAPH_TEST_POSTGRES names a PostgreSQL server (scripts/with-postgres), each round has a database of its own there and two nodes on
it. In odd rounds one of them is killed, and the other must serve on, knowing all that either acknowledged; in even rounds both are.
Exits 0 when that holds, 1 when it does not, 2 on bad use. Needs Python 3 alone, and psql for PostgreSQL.
"""

import contextlib
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from _database import address_of, make_database, psql, run_sql
from _paraph import Paraph, begin_chance
from dialect import Dialect
from ink import Signer

THREADS = 8
# Different people, prepared ahead so that the threads keep the server busy rather than this program.
SIGNERS = [Signer(seed) for seed in (1, 2, 4)]


class Load:
    """What clients and operators do to an instance, and what they were told of it."""

    def __init__(self, program, folder, flags, apis):
        self.program, self.folder, self.flags, self.apis = program, folder, flags, apis
        self.begun, self.registered, self.signatures, self.backups, self.keys = [], [], [], [], []
        # Samples that were acknowledged as their person's, with that person's address before and their signature after.
        self.taken = []
        # Documents that were registered and are to be saved signed: whose, which, the signed file's hash, its signature; and those that were.
        self.saving, self.saved = [], set()
        self.stop = threading.Event()
        self.operator = None
        work = [(self.register, worker) for worker in range(THREADS - 2)] + [(self.sign, worker) for worker in range(2)]
        self.threads = [threading.Thread(target=what, args=(worker,)) for what, worker in work]
        self.threads.append(threading.Thread(target=self.operate))

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        if self.operator and self.operator.poll() is None:
            self.operator.kill()
        for thread in self.threads:
            thread.join()

    def register(self, worker):
        number = 0
        while not self.stop.is_set():
            email = f"kill-{worker}-{number}@example.org"
            signer = (worker + number) % len(SIGNERS)
            number += 1
            self.begun.append((email, signer))
            try:
                # With two nodes half of the load goes to the one that lives.
                answer = self.apis[worker % len(self.apis)].enrol(email, SIGNERS[signer], start=100 * worker)
            except (OSError, ValueError):
                # Not acknowledged: the server died while it was at it.
                return
            if answer.get("res") == "0":
                self.registered.append((email, signer))
            else:
                print(f"      not registered: {answer}")

    def sign(self, worker):
        number = 0
        while not self.stop.is_set():
            number += 1
            if not self.registered:
                time.sleep(0.02)
                continue
            email, signer = random.choice(self.registered)
            api = self.apis[worker % len(self.apis)]
            try:
                sample = SIGNERS[signer].sample(200_000 * (worker + 1) + number)
                answer = api.authenticate(email, sample)
                if "signatureid" in answer:
                    if "refusal" not in answer:
                        self.taken.append((email, sample, answer["signatureid"]))
                    self.signatures.append(answer["signatureid"])
                    self.save(api, email, answer["signatureid"])
            except (OSError, ValueError):
                return

    def save(self, api, email, signature):
        opened, signed = os.urandom(32).hex(), os.urandom(32).hex()
        answer = api.save_document(email, opened)
        if answer.get("res") != "0":
            print(f"      not registered: {answer}")
            return
        document = (email, answer["documentid"], opened, signed, signature)
        self.saving.append(document)
        answer = api.save_document(email, signed, previous_hash=opened, signatures=[signature])
        if answer == {"res": "0", "documentid": document[1]}:
            self.saved.add(document)
        else:
            print(f"      not saved: {answer}")

    def operate(self):
        """Backs up and exchanges the root key in turn, as long as there is a server."""
        while not self.stop.is_set():
            before = len(self.registered)
            if self.run("backup", "--to", self.folder / "backups", "--keep", "2"):
                self.keep_key()
                self.backups.append(before)
            if not self.stop.is_set():
                self.run("admin", "key", "rotate")
                self.keep_key()

    def keep_key(self):
        """Puts the root key aside, as an operator does: old ones stay, for backups hang on them until the next."""
        self.keys.append(self.folder / f"kept-{len(self.keys)}.key")
        shutil.copy(self.folder / "data" / "root.key", self.keys[-1])

    def run(self, *arguments):
        arguments = [self.program, *arguments, "--data", self.folder / "data", *self.flags]
        with open(self.folder / "operator.log", "ab") as log:
            self.operator = subprocess.Popen(arguments, stdout=log, stderr=log)
            return self.operator.wait() == 0


def paraph(program, *arguments):
    """What a program says as JSON; ends the check where it fails."""
    answer = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if answer.returncode:
        raise SystemExit(f"paraph {' '.join(map(str, arguments[:3]))}: {answer.stderr[-1000:]}{answer.stdout[-1000:]}")
    return answer.stdout


def kept_signatures(folder, database):
    """The ids of all signatures in the database."""
    statement = "SELECT id FROM signatureSample"
    if database:
        quoted = statement.replace("signatureSample", '"signatureSample"')
        return set(psql(address_of(database), quoted).split())
    with sqlite3.connect(f"file:{folder / 'data' / 'paraph.db'}?mode=ro", uri=True) as rows:
        return {row[0] for row in rows.execute(statement)}


def one_round(program, number):
    wrong = []
    database, flags = make_database()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="paraph-kill9-", ignore_cleanup_errors=True)))
        stack.callback(lambda: database and run_sql(f"DROP DATABASE {database} WITH (FORCE)"))
        nodes = [stack.enter_context(Paraph("--rate-limits", "off", *flags, program=program, folder=folder)) for _ in range(2 if database else 1)]
        key = nodes[0].register_app("Kill")
        apis = [Dialect(node.url, key) for node in nodes]
        killed = nodes[:1] if number % 2 else nodes
        with Load(program, folder, flags, apis) as load:
            deadline = time.monotonic() + 60
            while (len(load.registered) < 10 or not load.saved) and time.monotonic() < deadline:
                time.sleep(0.02)
            time.sleep(random.uniform(0, 2))
            for node in killed:
                node.process.kill()
        for node in killed:
            node.process.wait()

        if len(nodes) > len(killed):
            # The node that lives knows everything, at once.
            wrong += look(apis[1], load)
            if nodes[1].process.poll() is not None:
                wrong.append("the other node died too")
        for node in killed:
            node.start(port=node.port)
        if not load.registered:
            wrong.append("nobody was registered before the kill")
        if not load.saved:
            wrong.append("no document was saved before the kill")
        if not load.taken:
            wrong.append("no sample was taken before the kill")
        for api in apis if len(killed) > 1 else apis[:1]:
            wrong += look(api, load)
        lost = set(load.signatures) - kept_signatures(folder, database)
        wrong += [f"the signature {one} was acknowledged and is not kept" for one in lost]
        wrong += look_after_operator(program, folder, flags, load)
        for node in nodes:
            code = node.stop()
            if code != 0:
                wrong.append(f"paraph ended with {code} on SIGTERM")
        print(f"round {number}: {len(killed)} killed; {len(load.begun)} registrations begun, {len(load.registered)} acknowledged, "
              f"{len(load.signatures)} signatures, {len(load.saved)} of {len(load.saving)} documents saved, {len(load.backups)} backups; "
              f"{len(wrong)} wrong", flush=True)
    for line in wrong[:20]:
        print(f"      {line}")
    return not wrong


def look_after_operator(program, folder, flags, load):
    """What is wrong with the ledger, the root key and the newest backup."""
    wrong = []
    data = ["--data", folder / "data", *flags]
    paraph(program, "audit", "verify", *data)
    if load.backups:
        load.keep_key()
        before = load.backups[-1]
        restore = [program, "restore", "--from", folder / "backups", "--data", folder / "restored", "--root-key"]
        said = [subprocess.run([*restore, key], capture_output=True, text=True, check=False).stderr for key in reversed(load.keys)
                if not (folder / "restored").exists()]
        if not (folder / "restored").exists():
            return wrong + [f"no root key that was put aside opens the backups: {said}"]
        with sqlite3.connect(f"file:{folder / 'restored' / 'paraph.db'}?mode=ro", uri=True) as rows:
            people = rows.execute("SELECT COUNT(*) FROM person").fetchone()[0]
        if people < before:
            wrong.append(f"the newest backup has {people} people, and {before} were acknowledged before it")
    paraph(program, "admin", "key", "rotate", *data)
    return wrong


def look(api, load):
    """What is wrong with what a node knows after the kill."""
    wrong = []
    acknowledged = {email for email, _ in load.registered}
    for email, signer in load.begun:
        answer = api.login(email)
        if email in acknowledged and answer.get("res") != "0":
            wrong.append(f"{email} was acknowledged and is not there: {answer}")
        if answer.get("res") not in ("0", "2"):
            wrong.append(f"{email} is half there: {answer}")
        if answer.get("res") == "0":
            verdict = api.authenticate(email, SIGNERS[signer].sample(random.randrange(200, 100000)))
            if verdict.get("res") != "0" or not re.fullmatch("[0-9a-f]{16}", verdict.get("signatureid", "")):
                wrong.append(f"{email} is there, but cannot sign: {verdict}")
    for email, sample, signature in load.taken[-1:]:
        answer = api.authenticate(email, sample)
        # Until it stands on a document, the same call is answered as the first time: nothing is taken by that.
        is_repeated = answer.get("signatureid") == signature
        if not is_repeated and (answer.get("refusal") != "replay" or answer.get("similarity") != 0):
            wrong.append(f"a sample of {email} that was acknowledged is taken a second time: {answer}")
    for document in load.saving:
        email, number, opened, signed, signature = document
        answer = api.open_document(email, number, signed)
        found = [item.get("signatureid") for item in answer.get("history", [])]
        if (answer.get("res"), found) == ("0", [signature]):
            continue
        if document in load.saved:
            wrong.append(f"the document {number} was acknowledged and is not as it was saved: {answer}")
        elif (answer.get("res"), found) != ("1", []) or api.open_document(email, number, opened).get("res") != "0":
            wrong.append(f"the document {number} is half there: {answer}")
    return wrong


def main():
    if len(sys.argv) not in (2, 3) or not Path(sys.argv[1]).exists():
        print(__doc__, file=sys.stderr)
        return 2
    program = str(Path(sys.argv[1]).resolve())
    begin_chance()
    rounds = int(sys.argv[2]) if len(sys.argv) == 3 else 3
    good = [one_round(program, number + 1) for number in range(rounds)]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
