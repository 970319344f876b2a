#!/usr/bin/env python3
"""Asks what an instance's schema lacks, brings it up to the program's, and moves the instance to PostgreSQL.

`paraph migrate --check` exits 0 where nothing is due, 1 where something is, and 2 where there is no instance; it changes nothing. A database
that a newer program migrated is refused by every command and by a server, on both engines, and left as it was. `--move-to` takes everything
along: whoever enrolled before signs afterwards, and a database in use is refused.
Needs Python 3, psql, and PARAPH_TEST_POSTGRES, an empty database (scripts/with-postgres); PARAPH names the program.
"""

import json
import sqlite3
import subprocess

from _database import POSTGRES, Database, psql
from _paraph import PROGRAM, Paraph, require
from dialect import Dialect
from ink import Signer

DOMAINS = ["storage", "audit", "epoch", "limits", "blobs", "sync", "outbox", "identity", "documents"]
# As a later program would note it: in a domain that is known, and in one that is not.
LATER = ["identity/999-later", "tomorrow/001-first"]


def migrate(*arguments, expect=0):
    """What `paraph migrate` says."""
    done = subprocess.run([PROGRAM, "migrate", *map(str, arguments)], capture_output=True, text=True)
    require(done.returncode == expect, f"paraph migrate {' '.join(map(str, arguments))} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def content(folder):
    """Everything in an instance's database; SQLite's own bookkeeping beside it is none of it."""
    with sqlite3.connect(folder / "paraph.db") as rows:
        found = list(rows.iterdump())
    rows.close()
    return found


def tables():
    """The names of the tables on PostgreSQL."""
    return psql(POSTGRES, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'").split()


def check_what_is_due(folder):
    """On SQLite: no instance, an empty database, one that lacks the last migration, and the newest."""
    data = folder / "old"
    for place in (data, folder / "nowhere"):
        said = migrate("--check", "--data", place, expect=2)
        require("holds no Paraph database" in said, f"of no instance it is said: {said}")
        require(not place.exists() or not list(place.iterdir()), "a look at no instance made something")
        data.mkdir(exist_ok=True)
    with sqlite3.connect(data / "paraph.db") as rows:
        rows.execute("PRAGMA journal_mode = WAL")
    rows.close()
    before = content(data)
    due = json.loads(migrate("--check", "--json", "--data", data, expect=1))["pending"]
    require({f"{domain}/001-baseline" for domain in DOMAINS} <= set(due), f"of an empty database these alone are due: {due}")
    require(content(data) == before, "the look at an empty database changed it")
    require(json.loads(migrate("--json", "--data", data))["migrated"] == due, "other migrations ran than were due")
    now = content(data)
    require("up to date" in migrate("--check", "--data", data) and content(data) == now, "the look at the newest schema changed it")

    with sqlite3.connect(data / "paraph.db") as rows:
        require(rows.execute("DELETE FROM schemaMigration WHERE name = ?", due[-1:]).rowcount == 1, "the last migration is not noted")
    rows.close()
    before = content(data)
    said = migrate("--check", "--data", data, expect=1)
    require(said.strip() == f"Due: {due[-1]}", f"of an older schema it is said: {said}")
    require(content(data) == before, "the look at an older schema changed it")
    return due


def files(folder):
    """What lies in a data folder beside a database, which is looked at by its rows."""
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith("paraph.db")}


def check_newer(paraph, flags, engine):
    """An instance whose server stands still, with migrations that this program does not know."""
    data, database = ["--data", paraph.data, *flags], Database(paraph.data, flags)
    served = ["serve", *data, "--host", "127.0.0.1", "--port", paraph.port, "--public-url", paraph.url, "--mail", f"folder:{paraph.mail}"]
    commands = [served, ["migrate", "--check", *data], ["migrate", *data], ["admin", "person", "list", *data], ["audit", "verify", *data],
                ["backup", "--to", paraph.folder / "backups", *data]]
    known = database.content(), files(paraph.data)
    for later in LATER:
        database.run(f"""INSERT INTO "schemaMigration" (name, "appliedAt", checksum) VALUES ('{later}', 1, '{"0" * 64}')""")
        before = database.content(), files(paraph.data)
        require(before != known, "the later migration is not noted")
        for command in commands:
            # A server that starts after all would serve until the time is over.
            done = subprocess.run([PROGRAM, *map(str, command)], capture_output=True, text=True, timeout=60)
            said = done.stdout + done.stderr
            require(done.returncode == 2, f"on a newer schema paraph {command[0]} ended with {done.returncode}: {said}")
            for part in [later, "does not know", "run the newer program"]:
                require(part in said, f"of a newer schema paraph {command[0]} says nothing of “{part}”: {said}")
            require((database.content(), files(paraph.data)) == before, f"paraph {command[0]} changed a database of a newer schema")
        require(not (paraph.folder / "backups").exists(), "a backup that was refused left something")
        database.run(f"""DELETE FROM "schemaMigration" WHERE name = '{later}'""")
    require((database.content(), files(paraph.data)) == known, "the check left something")
    print(f"{engine}: a server and {len(commands) - 1} commands refused a newer schema and left it alone: {said.strip()}")


def main():
    with Paraph() as paraph:
        due = check_what_is_due(paraph.folder)
        key, signer = paraph.register_app(), Signer(1)
        require(Dialect(paraph.url, key).enrol("mover@example.org", signer).get("res") == "0", "nobody could register")
        said = migrate("--move-to", POSTGRES, "--data", paraph.data, expect=2)
        require(tables() == [], f"what a server works on was moved: {said}")
        require(paraph.stop() == 0, "the server did not end well")

        check_newer(paraph, [], "SQLite")
        elsewhere = ["--database", POSTGRES, "--data", paraph.folder / "new"]
        require(json.loads(migrate("--check", "--json", *elsewhere, expect=1))["pending"] == due, "on PostgreSQL other migrations are due")
        require(tables() == [] and not (paraph.folder / "new").exists(), "the look at an empty PostgreSQL database made something")
        before = content(paraph.data)
        told = json.loads(migrate("--move-to", POSTGRES, "--json", "--data", paraph.data))["rows"]
        require(told["person"] == 1 and set(told) <= set(tables()), f"moved were {told}")
        require(content(paraph.data) == before, "the source was changed")
        migrate("--check", "--database", POSTGRES, "--data", paraph.data)
        said = migrate("--move-to", POSTGRES, "--data", paraph.data, expect=2)
        require("empty" in said, f"of a database in use it is said: {said}")

        (paraph.data / "paraph.db").rename(paraph.folder / "left.db")
        check_newer(paraph, ["--database", POSTGRES], "PostgreSQL")
        paraph.start(more=["--database", POSTGRES])
        said = Dialect(paraph.url, key).authenticate("mover@example.org", signer.sample(99))
        require(said.get("res") == "0" and said.get("similarity", 0) > 0, f"who enrolled before the move cannot sign: {said}")
        require(paraph.stop() == 0 and not (paraph.data / "paraph.db").exists(), "the server still works on SQLite")
        print(f"{len(due)} migrations; {sum(told.values())} rows of {len(told)} tables moved, and their owner signs")


if __name__ == "__main__":
    main()
