#!/usr/bin/env python3
"""Backs an instance up while people register, restores it, and compares; exchanges its root key while it serves; tampers with its ledger; lets
another instance back itself up.

A restored instance holds the same rows and blobs, and its people sign in; whoever was erased since stays erased; damaged backups are refused
and leave nothing; a server goes on while its root key is exchanged; `audit verify` names what was changed. A server that was told to makes a
backup when it starts and then once a minute, the shortest that can be asked for, and keeps as many as it was told.
"""

import json
import shutil
import sqlite3
import subprocess
import threading
import time

from _paraph import PROGRAM, Paraph, require
from dialect import Dialect
from ink import Signer

SIGNERS = [Signer(seed) for seed in (1, 2)]
# What must not outlive a restore, or says that there was one.
ENDED = {"session", "challenge", "approval", "deviceRequest", "enrolment", "enrolmentSample"}
GROWS = {"auditLedger", "auditHead", "auditCheckpoint", "epoch"}


def run(*arguments, expect=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=300)
    require(done.returncode == expect, f"paraph {arguments[0]} ended with {done.returncode}, not {expect}: {done.stdout}{done.stderr}")
    return done


def answer(*arguments, expect=0):
    return json.loads(run(*arguments, "--json", expect=expect).stdout)


def tables(data):
    connection = sqlite3.connect(f"file:{data}/paraph.db?mode=ro", uri=True)
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
    content = {name: sorted(map(repr, connection.execute(f"SELECT * FROM {name}"))) for name in names}
    connection.close()
    return content


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


def serve_restored(data, key, people, gone=()):
    with Paraph() as restored:
        restored.kill()
        shutil.rmtree(restored.data)
        shutil.copytree(data, restored.data)
        restored.start()
        api = Dialect(restored.url, key)
        for email, signer in people:
            said = api.authenticate(email, SIGNERS[signer].sample(99))
            require(said.get("res") == "0" and said.get("signatureid"), f"{email} cannot sign in on the restored server: {said}")
        for email in gone:
            require(api.login(email).get("res") == "2", f"{email} was erased and is back")


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
            flags = ["--backup-to", self.target, "--backup-every", every]
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
    with Paraph() as paraph, Paraph() as other:
        # Its minute passes beside everything else.
        scheduled = Scheduled(other)
        key = paraph.register_app()
        api = Dialect(paraph.url, key)
        target = paraph.folder / "backups"
        root = paraph.data / "root.key"
        with Crowd(api) as crowd:
            crowd.wait(4)
            answer("backup", "--data", paraph.data, "--to", target)
            before = list(crowd.done)
            busy = answer("backup", "--data", paraph.data, "--to", target)
            print(f"backed up {busy['rows']} rows beside {len(crowd.done)} registrations")
            crowd.wait(len(before) + 2)
            rotated = answer("admin", "key", "rotate", "--data", paraph.data)
            crowd.wait(len(crowd.done) + 2)
            print(f"exchanged the root key of {rotated['keys']} keys")
        require(not crowd.wrong, f"people were refused while the server was busy: {crowd.wrong[:2]}")
        for email, signer in crowd.done[:3] + crowd.done[-2:]:
            said = api.authenticate(email, SIGNERS[signer].sample(99))
            require(said.get("res") == "0", f"{email} cannot sign after the root key was exchanged: {said}")

        victim = before[0][0]
        whole = answer("backup", "--data", paraph.data, "--to", target)
        # Nobody asks anything now: what lies there is what was backed up, but for what the backup itself notes.
        first = paraph.folder / "restored"
        report = answer("restore", "--from", target, "--data", first, "--root-key", root)
        require(report["id"] == whole["id"] and report["rows"] == whole["rows"], f"restored {report}, not {whole}")
        old, new = tables(paraph.data), tables(first)
        require(old.keys() == new.keys(), "the tables differ")
        for name in old.keys() - ENDED - GROWS - {"schemaMigration"}:
            require(old[name] == new[name], f"the table {name} differs: {len(old[name])} rows, {len(new[name])} restored")
        require(all(not new[name] for name in ENDED), "sessions outlive the restore")
        require(set(old["auditLedger"]) < set(new["auditLedger"]), "the ledger does not go on")
        require(old["epoch"] != new["epoch"] and len(new["epoch"]) == 1, "no new epoch began")
        require(blobs(paraph.data) == blobs(first), "the blobs differ")
        require(answer("audit", "verify", "--data", first)["intact"], "the restored ledger is not intact")
        serve_restored(first, key, before)

        person = [row for row in paraph.admin("person", "list")["people"] if row["email"] == victim]
        paraph.admin("person", "delete", person[0]["id"])
        answer("backup", "--data", paraph.data, "--to", target, "--keep", 3)
        second = paraph.folder / "restored-old"
        report = answer("restore", "--from", target, "--backup", busy["id"], "--data", second, "--root-key", root)
        require(report["erased"] == 1, f"nobody was erased again: {report}")
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
        note = run("audit", "checkpoint", "--data", paraph.data).stdout
        (paraph.folder / "note").write_text(note)
        verdict = answer("audit", "verify", "--data", paraph.data, "--checkpoint", paraph.folder / "note")
        require(verdict["intact"] and verdict["verdict"]["vouched"] == verdict["verdict"]["entries"] > 0, f"the ledger: {verdict}")
        connection = sqlite3.connect(paraph.data / "paraph.db")
        connection.execute("UPDATE auditLedger SET actor = 'nobody' WHERE sequence = 2")
        connection.commit()
        connection.close()
        finding = answer("audit", "verify", "--data", paraph.data, expect=1)["verdict"]["finding"]
        require(finding["sequence"] == 2 and finding["kind"] == "changed", f"the finding is {finding}")
        scheduled.look()


if __name__ == "__main__":
    main()
