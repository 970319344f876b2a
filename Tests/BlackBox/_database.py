"""An instance's database on either engine; on PostgreSQL where PARAPH_TEST_POSTGRES names a server (scripts/with-postgres). Needs psql for that."""

import contextlib
import json
import os
import re
import sqlite3
import subprocess
import uuid

POSTGRES = os.environ.get("PARAPH_TEST_POSTGRES", "")


def psql(address, statements):
    """What statements print, a line a row."""
    command = ["psql", "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", address]
    return subprocess.run(command, input=statements, check=True, stdout=subprocess.PIPE, text=True).stdout


def run_sql(statement):
    psql(POSTGRES, statement)


def address_of(database):
    """The address of a database on the server that the check was given."""
    return re.sub(r"(?<=://)([^/]*/)[^?]*", rf"\g<1>{database}", POSTGRES)


def make_database():
    """Makes an empty database and returns its name and the flags that name it; none where SQLite is used."""
    if not POSTGRES:
        return None, []
    name = f"check_{uuid.uuid4().hex}"
    run_sql(f"CREATE DATABASE {name}")
    return name, ["--database", address_of(name)]


@contextlib.contextmanager
def fresh_database():
    """The flags that name an empty database, which goes afterwards; none where SQLite is used."""
    name, flags = make_database()
    try:
        yield flags
    finally:
        if name:
            run_sql(f"DROP DATABASE {name} WITH (FORCE)")


class Database:
    """What lies in a database: that of the data folder, unless the flags name one on PostgreSQL. Rows read alike on both."""

    def __init__(self, data, flags=()):
        self.file = data / "paraph.db"
        self.address = flags[flags.index("--database") + 1] if "--database" in flags else None

    def run(self, statements):
        """Runs statements that both engines understand, all or none."""
        if self.address:
            psql(self.address, f"BEGIN;\n{statements};\nCOMMIT;\n")
            return
        with contextlib.closing(sqlite3.connect(self.file)) as connection:
            connection.executescript(f"BEGIN;\n{statements};\nCOMMIT;\n")

    def columns(self):
        """The names of each table's columns."""
        if self.address:
            lines = psql(self.address, "SELECT table_name || ' ' || column_name FROM information_schema.columns WHERE table_schema = 'public'")
            pairs = [line.split(" ") for line in lines.splitlines()]
        else:
            query = "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
            with contextlib.closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as connection:
                pairs = connection.execute(query).fetchall()
        return {table: sorted(column for other, column in pairs if other == table) for table, _ in pairs}

    def rows(self, *tables):
        """The tables' rows, each a dictionary; bytes as \\x and hexadecimal digits, as PostgreSQL has them in JSON."""
        found = {table: [] for table in tables}
        if self.address:
            asked = [f"SELECT '{table} ' || row_to_json(t) FROM \"{table}\" t;" for table in tables]
            for line in psql(self.address, "\n".join(asked)).split("\n")[:-1]:
                table, _, row = line.partition(" ")
                found[table].append(json.loads(row))
            return found
        with contextlib.closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            for table in tables:
                for row in connection.execute(f'SELECT * FROM "{table}"'):
                    found[table].append({name: f"\\x{row[name].hex()}" if isinstance(row[name], bytes) else row[name] for name in row.keys()})
        return found

    def tables(self):
        """Every table's rows as texts, in an order that does not depend on the engine."""
        return {table: sorted(map(text, rows)) for table, rows in self.rows(*self.columns()).items()}

    def content(self):
        """All that a command could have changed."""
        return self.columns(), self.tables()


def text(row):
    # A whole number is written 1 by one engine and 1.0 by the other where a column holds reals.
    plain = {name: int(value) if isinstance(value, float) and value.is_integer() else value for name, value in row.items()}
    return json.dumps(plain, sort_keys=True)
