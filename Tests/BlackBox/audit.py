#!/usr/bin/env python3
"""Tampers with the audit ledger behind the program's back, and sees that `paraph audit verify` names the first bad entry each time.

On SQLite and on PostgreSQL entries are changed, deleted, moved, put in and cut off; and a forger who knows how entries are hashed writes them
anew, or cuts off all that tells of the last ones beside the ledger. That one is found by a checkpoint that was kept elsewhere, and by nothing
else, as the guide says. The hashes are computed here too, by code that shares nothing with the program's.
Needs PARAPH_TEST_POSTGRES (scripts/with-postgres) and psql; PARAPH names the program.
"""

import contextlib
import copy
import datetime
import hashlib
import json
import subprocess

from _database import Database, fresh_database
from _paraph import PROGRAM, Paraph, require

# The entry that is tampered with; there are some before it and some behind.
BAD = 5


def hash_of(entry):
    """SHA-256 of an entry in the form of RFC 8785, with its members but for the hash, absent ones left out."""
    at = datetime.datetime.fromtimestamp(entry["at"] // 1000, datetime.timezone.utc)
    members = {name: entry[name] for name in ("action", "actor", "previous", "sequence", "subject") if entry[name] is not None}
    members["at"] = f"{at:%Y-%m-%dT%H:%M:%S}.{entry['at'] % 1000:03}Z"
    if entry["details"]:
        members["details"] = json.loads(entry["details"])
    return hashlib.sha256(json.dumps(members, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()


def chain(entries):
    """Writes anew how entries hang together."""
    previous = "0" * 64
    for number, entry in enumerate(entries, 1):
        entry |= {"sequence": number, "previous": previous}
        previous = entry["hash"] = hash_of(entry)


class Ledger:
    """All that tells of what was done: the entries, where they end, the checkpoints, and the file beside the database."""

    def __init__(self, paraph, flags):
        self.data, self.flags, self.database = paraph.data, flags, Database(paraph.data, flags)
        self.file = paraph.data / "audit.checkpoint"
        found = self.database.rows("auditLedger", "auditHead", "auditCheckpoint")
        self.entries = sorted(found["auditLedger"], key=lambda entry: entry["sequence"])
        (self.head,) = found["auditHead"]
        self.checkpoints = sorted(found["auditCheckpoint"], key=lambda checkpoint: checkpoint["sequence"])
        self.note = self.file.read_text()

    def write(self):
        """Puts what is here in the place of what is there."""
        statements = []
        for table, rows in (("auditLedger", self.entries), ("auditHead", [self.head]), ("auditCheckpoint", self.checkpoints)):
            statements.append(f'DELETE FROM "{table}"')
            for row in rows:
                names = ", ".join(f'"{name}"' for name in row)
                statements.append(f'INSERT INTO "{table}" ({names}) VALUES ({", ".join(map(literal, row.values()))})')
        self.database.run(";\n".join(statements))
        if self.note is None:
            self.file.unlink(missing_ok=True)
        else:
            self.file.write_text(self.note)

    def command(self, *arguments):
        done = subprocess.run([PROGRAM, "audit", *map(str, arguments), "--data", self.data, *self.flags], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def verify(self, *more):
        """The kind and the place of what is first found, `None` where nothing is."""
        status, said = self.command("verify", "--json", *more)
        require(status in (0, 1) and said.startswith("{"), f"audit verify ended with {status}: {said}")
        verdict = json.loads(said)
        finding = verdict["verdict"].get("finding")
        require((status == 0) == verdict["intact"] == (finding is None), f"audit verify ended with {status} and says {said}")
        return finding and (finding["kind"], finding["sequence"])

    def cut(self, count):
        """Leaves so many entries; the rest of what tells of more is left as it is."""
        self.entries = self.entries[:count]

    def end(self):
        """Says that the ledger ends with the last entry."""
        self.head |= {"sequence": self.entries[-1]["sequence"], "hash": self.entries[-1]["hash"]}

    def forget(self, after):
        """Leaves no checkpoint in the database that tells of what came after an entry."""
        self.checkpoints = [checkpoint for checkpoint in self.checkpoints if checkpoint["sequence"] <= after]


def literal(value):
    if value is None:
        return "NULL"
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(value)


def tampering(ledger):
    """What somebody does, with what is to be found then; each begins with the ledger as it was."""
    last = len(ledger.entries)
    vouched = [checkpoint["sequence"] for checkpoint in ledger.checkpoints]
    before = max((place for place in vouched if place < BAD), default=0)

    def change(it):
        it.entries[BAD - 1]["actor"] = "nobody"

    def change_alone(it):
        change(it)
        it.entries[BAD - 1]["hash"] = hash_of(it.entries[BAD - 1])

    def change_all(it):
        change(it)
        chain(it.entries)
        it.end()

    def delete(it):
        del it.entries[BAD - 1]

    def delete_unseen(it):
        delete(it)
        chain(it.entries)
        it.end()

    def move(it):
        it.entries[BAD - 1]["sequence"], it.entries[BAD]["sequence"] = BAD + 1, BAD

    def insert(it):
        forged = {**it.entries[BAD - 1], "action": "tokenMade", "sequence": BAD, "previous": it.entries[BAD - 2]["hash"]}
        forged["hash"] = hash_of(forged)
        for entry in it.entries[BAD - 1:]:
            entry["sequence"] += 1
        it.entries.insert(BAD - 1, forged)

    def append(it):
        forged = {**it.entries[-1], "sequence": last + 1, "previous": it.entries[-1]["hash"]}
        it.entries.append({**forged, "hash": hash_of(forged)})

    def put_first(it):
        it.entries.insert(0, {**it.entries[0], "sequence": 0})

    def truncate(it):
        it.cut(BAD - 1)

    def truncate_head(it):
        truncate(it)
        it.end()

    def truncate_tables(it):
        truncate_head(it)
        it.forget(after=BAD - 1)

    yield "an entry changed", change, ("changed", BAD)
    # It reads as it was hashed now, but the next one was written after another.
    yield "an entry changed with its hash", change_alone, ("changed", BAD)
    yield "an entry changed and all later ones written anew", change_all, ("rewritten", before + 1)
    yield "an entry deleted", delete, ("deleted", BAD)
    yield "an entry deleted and all later ones written anew", delete_unseen, ("truncated", last)
    yield "two entries exchanged", move, ("moved", BAD)
    yield "an entry put in between", insert, ("inserted", BAD)
    yield "an entry put behind the last", append, ("inserted", last + 1)
    yield "an entry put before the first", put_first, ("inserted", 0)
    yield "entries cut off", truncate, ("truncated", BAD)
    yield "entries cut off with the note of the last", truncate_head, ("truncated", BAD)
    yield "entries cut off with the tables' checkpoints", truncate_tables, ("truncated", BAD)


def look(paraph, flags, engine):
    status, note = Ledger(paraph, flags).command("checkpoint")
    require(status == 0, f"audit checkpoint ended with {status}: {note}")
    elsewhere = paraph.folder / "elsewhere.checkpoint"
    elsewhere.write_text(note)
    ledger = Ledger(paraph, flags)
    anew, last = copy.deepcopy(ledger.entries), len(ledger.entries)
    chain(anew)
    require(anew == ledger.entries and last > BAD + 2, f"{last} entries do not hang together by their hashes: {ledger.entries}")
    require(ledger.checkpoints[-1]["sequence"] == last and ledger.note == note, "the checkpoint is not in the table and in the file")
    require(ledger.verify() is None and ledger.verify("--checkpoint", elsewhere) is None, "the ledger is not intact to begin with")

    found = 0
    for what, tamper, expected in tampering(ledger):
        tampered = copy.deepcopy(ledger)
        tamper(tampered)
        tampered.write()
        finding = tampered.verify()
        require(finding == expected, f"{engine}, {what}: found was {finding}, not {expected}")
        status, said = tampered.command("verify")
        require(status == 1 and f"first bad entry {expected[1]} ({expected[0]})" in said, f"{engine}, {what}: it ended with {status}: {said}")
        found += 1

    # Nothing beside the ledger tells of the last entries any more.
    tampered.note = None
    tampered.write()
    require(tampered.verify() is None, f"{engine}: the ledger was cut off unseen, and found was {tampered.verify()}")
    require(tampered.verify("--checkpoint", elsewhere) == ("truncated", BAD), f"{engine}: a checkpoint kept elsewhere does not tell of what is cut off")
    tampered = copy.deepcopy(ledger)
    tampered.entries[BAD - 1]["actor"] = "nobody"
    chain(tampered.entries)
    tampered.end()
    tampered.checkpoints, tampered.note = [], None
    tampered.write()
    require(tampered.verify() is None, f"{engine}: the ledger was written anew unseen, and found was {tampered.verify()}")
    require(tampered.verify("--checkpoint", elsewhere) == ("rewritten", 1), f"{engine}: a checkpoint kept elsewhere does not tell of what was written anew")
    elsewhere.write_text(note.replace(f"\n{last}\n", f"\n{last - 1}\n"))
    ledger.write()
    require(ledger.verify("--checkpoint", elsewhere) == ("checkpoint", 0), "a checkpoint that was changed is believed")
    require(ledger.verify() is None, "the ledger is not intact at the end")
    print(f"{engine}: of {last} entries, the first bad one was named {found} times, and twice by the checkpoint kept elsewhere alone")


def main():
    for engine in ("SQLite", "PostgreSQL"):
        with contextlib.ExitStack() as stack:
            flags = stack.enter_context(fresh_database()) if engine == "PostgreSQL" else []
            paraph = stack.enter_context(Paraph(*flags))
            for number in range(3):
                paraph.register_app(f"Before {number}")
            # A server signs how far the ledger goes when it stops.
            require(paraph.stop() == 0, "the server did not end well")
            for number in range(6):
                paraph.register_app(f"Жанна’s app {number}")
            look(paraph, flags, engine)


if __name__ == "__main__":
    main()
