#!/usr/bin/env python3
"""Backs an instance up while people register, restores it, and compares; exchanges its root key while it serves; lets another instance back
itself up.

A restored instance holds the same rows and blobs, and its people sign in; whoever was erased since stays erased, and no key opens what the
backup holds of them; damaged backups are refused and leave nothing; a server goes on while its root key is exchanged. A server that was told
to makes a backup when it starts and then once a minute, the shortest that can be asked for, and keeps as many as it was told.

Where PARAPH_TEST_POSTGRES names a PostgreSQL server (scripts/with-postgres), the instances have databases there, and every restored folder,
which is on SQLite, is moved into an empty one: each table holds the same rows afterwards, and it is served from there.
"""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import time

from _database import POSTGRES, Database, fresh_database
from _owner import Owner, pdf
from _paraph import PROGRAM, Paraph, require
from dialect import Dialect
from ink import Signer

SIGNERS = [Signer(seed) for seed in (1, 2)]
# What must not outlive a restore, or says that there was one.
ENDED = {"session", "pushSubscription", "challenge", "approval", "deviceRequest", "enrolment", "enrolmentSample", "appUse", "registration", "registrationPlace", "mailedCode", "letter",
         "phoneCode", "textMessage",
         "syncChange", "syncClock"}
# The keys that sign ID tokens are replaced by a restore, and their secrets shredded.
REPLACED = {"signingKey", "objectKey"}
GROWS = {"auditLedger", "auditHead", "auditCheckpoint", "epoch"}
# What tells for ever that somebody was there, and who must be erased again.
REMEMBERS = {"auditLedger", "erasure"}


def run(*arguments, expect=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=300)
    require(done.returncode == expect, f"paraph {arguments[0]} ended with {done.returncode}, not {expect}: {done.stdout}{done.stderr}")
    return done


def answer(*arguments, expect=0):
    return json.loads(run(*arguments, "--json", expect=expect).stdout)


def blobs(data):
    return {path.name: path.read_bytes() for path in (data / "blobs").rglob("*") if path.is_file()}


class Crowd:
    """People who register at the same time, until told to stop."""

    def __init__(self, api):
        self.api, self.done, self.wrong, self.end = api, [], [], threading.Event()
        self.threads = [threading.Thread(target=self.register, args=(worker,)) for worker in range(2)]

    def register(self, worker):
        number = 0
        while not self.end.is_set() and number < 60:
            email = f"crowd-{worker}-{number}@example.org"
            said = self.api.enrol(email, SIGNERS[worker], start=0)
            if said.get("res") == "0":
                self.done.append((email, worker))
            else:
                self.wrong.append(said)
            number += 1

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.end.set()
        for thread in self.threads:
            thread.join()

    def wait(self, count):
        deadline = time.monotonic() + 120
        while len(self.done) < count and time.monotonic() < deadline:
            time.sleep(0.05)
        require(len(self.done) >= count, f"only {len(self.done)} people were registered: {self.wrong[:2]}")


def move(data, flags):
    """Moves a restored folder into an empty PostgreSQL database, and leaves nothing of it on SQLite."""
    before = Database(data).tables()
    told = answer("migrate", "--data", data, "--move-to", flags[1])["rows"]
    after = Database(data, flags).tables()
    require(before.keys() == after.keys(), f"other tables were made than moved: {before.keys() ^ after.keys()}")
    for name in before.keys() - {"schemaMigration"}:
        require(before[name] == after[name], f"the table {name} differs: {len(before[name])} rows, {len(after[name])} moved")
    require(sum(told.values()) == sum(len(rows) for name, rows in before.items() if name in told), f"the counts are not those of the rows: {told}")
    for file in data.glob("paraph.db*"):
        file.unlink()


def serve_restored(data, key, people, gone=(), kept=None):
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="paraph-restored-")))
        shutil.copytree(data, folder / "data")
        flags = stack.enter_context(fresh_database())
        if flags:
            move(folder / "data", flags)
        restored = stack.enter_context(Paraph(*flags, folder=folder))
        api = Dialect(restored.url, key)
        for email, signer in people:
            said = api.authenticate(email, SIGNERS[signer].sample(99))
            require(said.get("res") == "0" and said.get("signatureid"), f"{email} cannot sign in on the restored server: {said}")
        for email in gone:
            require(api.login(email).get("res") == "2", f"{email} was erased and is back")
        if kept:
            # Sessions ended: their owner signs in anew, by the device that was registered before.
            owner, document, file = kept
            owner.sign_in(restored, restored)
            status, _, content = owner.content(document)
            require(status == 200 and content == file, f"a file that was kept is not there on the restored server: {status}")
        require(answer("audit", "verify", "--data", restored.data, *flags)["intact"], "the ledger of a restored server is not intact")
        require(restored.stop() == 0, "the restored server did not end well")
        require(not flags or not (restored.data / "paraph.db").exists(), "the restored server works on SQLite")


def look_shredded(target, old, person, *databases):
    """Sees that nothing opens what an old backup holds of somebody, and that nothing of them is in databases."""
    kept = b"".join(path.read_bytes() for path in (target / old).glob("*.rows"))
    require(person.encode() in kept, "the old backup holds nothing of who was erased: there is nothing to see")
    require(not [holder for holder in holders(target) if person in holder], "a key of who was erased is left beside the backups")
    for database in databases:
        named = {name for name, rows in database.tables().items() if any(person in row for row in rows)}
        require(named <= REMEMBERS and "erasure" in named, f"who was erased is named in {named}")


def holders(target):
    """Whose keys a folder of backups has."""
    return [key["holder"] for key in json.loads((target / "keys").read_bytes().rpartition(b"\n")[0])["keys"]]


class Scheduled:
    """A server that backs itself up, once a minute, and keeps the newest only."""

    def __init__(self, paraph):
        self.paraph, self.target = paraph, paraph.folder / "scheduled"
        self.key = paraph.register_app()
        self.api = Dialect(paraph.url, self.key)
        self.people = []
        self.enrol("before")
        require(paraph.stop() == 0, "the server did not end well")
        for every in ["0m", "59s", "366d"]:
            flags = [*paraph.flags, "--backup-to", self.target, "--backup-every", every]
            said = run("serve", "--data", paraph.data, "--public-url", paraph.url, *flags, expect=2).stderr
            require("backup-every" in said, f"a period of {every}: {said}")
        require(not self.target.exists(), "a server that was refused left something")
        paraph.start(more=["--backup-to", self.target, "--backup-every", "1m", "--backup-keep", "1"], port=paraph.port)
        self.first = self.wait([])
        self.enrol("meanwhile")

    def enrol(self, name):
        email = f"{name}@example.org"
        said = self.api.enrol(email, SIGNERS[len(self.people)])
        require(said.get("res") == "0", f"{email} was not registered: {said}")
        self.people.append((email, len(self.people)))

    def wait(self, before):
        """The names of the backups that are there, once they are others."""
        deadline = time.monotonic() + 180
        while time.monotonic() < deadline:
            found = sorted(path.parent.name for path in self.target.glob("2*/manifest.json"))
            # Older ones go once the newest is there.
            if len(found) == 1 and found != before:
                return found
            time.sleep(0.2)
        raise SystemExit(f"FAILED: no other backup than {before} was made")

    def look(self):
        second = self.wait(self.first)
        root, data = self.paraph.data / "root.key", self.paraph.folder / "restored"
        report = answer("restore", "--from", self.target, "--data", data, "--root-key", root)
        require(report["id"] in second[0], f"{report} was restored, not {second}")
        serve_restored(data, self.key, self.people)
        print("a server backed itself up twice, and its people sign in where that was restored")


def main():
    # A crowd registers at once.
    os.environ["PARAPH_RATE_LIMITS"] = "off"
    with contextlib.ExitStack() as stack:
        paraph, other = (stack.enter_context(Paraph(*stack.enter_context(fresh_database()))) for _ in range(2))
        # Its minute passes beside everything else.
        scheduled = Scheduled(other)
        key = paraph.register_app()
        api = Dialect(paraph.url, key)
        target = paraph.folder / "backups"
        root = paraph.data / "root.key"
        here = ["--data", paraph.data, *paraph.flags]
        with Crowd(api) as crowd:
            crowd.wait(4)
            answer("backup", *here, "--to", target)
            before = list(crowd.done)
            busy = answer("backup", *here, "--to", target)
            print(f"backed up {busy['rows']} rows beside {len(crowd.done)} registrations")
            crowd.wait(len(before) + 2)
            rotated = answer("admin", "key", "rotate", *here)
            crowd.wait(len(crowd.done) + 2)
            print(f"exchanged the root key of {rotated['keys']} keys")
        require(not crowd.wrong, f"people were refused while the server was busy: {crowd.wrong[:2]}")
        for email, signer in crowd.done[:3] + crowd.done[-2:]:
            said = api.authenticate(email, SIGNERS[signer].sample(99))
            require(said.get("res") == "0", f"{email} cannot sign after the root key was exchanged: {said}")

        owner, file = Owner(paraph, "owner@example.org", "Anna Petrova", 1), pdf(filling=5_000_000)
        kept = (owner, owner.keep(file)["id"], file)
        victim = before[0][0]
        whole = answer("backup", *here, "--to", target)
        # Nobody asks anything now: what lies there is what was backed up, but for what the backup itself notes.
        first = paraph.folder / "restored"
        report = answer("restore", "--from", target, "--data", first, "--root-key", root)
        require(report["id"] == whole["id"] and report["rows"] == whole["rows"], f"restored {report}, not {whole}")
        old, new = Database(paraph.data, paraph.flags).tables(), Database(first).tables()
        require(old.keys() == new.keys(), f"the tables differ: {old.keys() ^ new.keys()}")
        for name in old.keys() - ENDED - GROWS - REPLACED - {"schemaMigration"}:
            require(old[name] == new[name], f"the table {name} differs: {len(old[name])} rows, {len(new[name])} restored")
        require(all(not new[name] for name in ENDED), "sessions outlive the restore")
        signing = (set(old["signingKey"]), set(new["signingKey"]))
        require(len(signing[0]) == len(signing[1]) and not signing[0] & signing[1], "a key that signs ID tokens is in use again")
        shredded = set(old["objectKey"]) - set(new["objectKey"])
        require(set(new["objectKey"]) < set(old["objectKey"]) and len(shredded) == len(signing[0]), f"{len(shredded)} secrets are shredded")
        require(set(old["auditLedger"]) < set(new["auditLedger"]), "the ledger does not go on")
        require(old["epoch"] != new["epoch"] and len(new["epoch"]) == 1, "no new epoch began")
        require(whole["blobs"] and blobs(paraph.data) == blobs(first), f"the {whole['blobs']} blobs differ")
        require(answer("audit", "verify", "--data", first)["intact"], "the restored ledger is not intact")
        serve_restored(first, key, before, kept=kept)

        (person,) = [row["id"] for row in paraph.admin("person", "list")["people"] if row["email"] == victim]
        require([holder for holder in holders(target) if person in holder], "there is no key of who is to be erased: there is nothing to see")
        paraph.admin("person", "delete", person)
        answer("backup", *here, "--to", target, "--keep", 3)
        second = paraph.folder / "restored-old"
        report = answer("restore", "--from", target, "--backup", busy["id"], "--data", second, "--root-key", root)
        require(report["erased"] == 1, f"nobody was erased again: {report}")
        look_shredded(target, busy["id"], person, Database(paraph.data, paraph.flags), Database(second))
        serve_restored(second, key, before[1:], gone=[victim])

        refused = paraph.folder / "refused"
        (paraph.folder / "full").mkdir()
        (paraph.folder / "full/file").write_text("there")
        said = run("restore", "--from", target, "--data", paraph.folder / "full", "--root-key", root, expect=2).stderr
        require("not an empty folder" in said, f"a folder that holds something: {said}")
        (paraph.folder / "link").symlink_to(paraph.folder / "full")
        said = run("restore", "--from", target, "--data", paraph.folder / "link", "--root-key", root, expect=2).stderr
        require("is a link" in said, f"a link: {said}")
        elsewhere = ["--database", "postgres:///nowhere"]
        said = run("restore", "--from", target, "--data", refused, "--root-key", root, *elsewhere, expect=2).stderr
        require("--database" in said and "SQLite" in said, f"a restore into another database: {said}")
        for part in ["person.rows", "manifest.json", "blobs.list"]:
            path = target / sorted(path.name for path in target.iterdir() if path.name[:1] == "2")[-1] / part
            good = path.read_bytes()
            for bad in (good[:-1], good[:10] + bytes([good[10] ^ 4 if len(good) > 10 else 0]) + good[11:]):
                if bad == good:
                    continue
                path.write_bytes(bad)
                said = run("restore", "--from", target, "--data", refused, "--root-key", root, expect=2).stderr
                require("damaged" in said or "changed" in said, f"a damaged {part}: {said}")
            path.write_bytes(good)
        require(not refused.exists() and not list(paraph.folder.glob("refused.*")), "a refused restore left something")
        run("restore", "--from", target, "--data", refused, "--root-key", root)

        require(paraph.stop() == 0, "the server did not end well")
        (paraph.folder / "note").write_text(run("audit", "checkpoint", *here).stdout)
        verdict = answer("audit", "verify", *here, "--checkpoint", paraph.folder / "note")
        require(verdict["intact"] and verdict["verdict"]["vouched"] == verdict["verdict"]["entries"] > 0, f"the ledger: {verdict}")
        scheduled.look()


if __name__ == "__main__":
    main()
