"""People by the ten thousand, for measuring beside them: copies of one person's rows under other ids and addresses.

What was sealed for the one does not open for the copies, so nobody signs in as one of them; tables and indexes have their true size.
"""

import contextlib
import os
import re
import secrets
import sqlite3
import subprocess

TABLES = ("person", "personLookup", "holderKey", "objectKey", "consent", "template", "trace", "activity", "capture")


class Crowd:
    """The rows of `model` (a person's id), to be copied in the database of a server that serves on."""

    def __init__(self, data, database, model):
        self.data, self.database, self.model = data, database, model
        if database:
            listing = "SELECT table_name, column_name FROM information_schema.columns ORDER BY ordinal_position"
        else:
            listing = "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY c.cid"
        self.columns = {}
        for table, column in self.rows(listing):
            self.columns.setdefault(table, []).append(column)

    def count(self):
        return int(self.rows("SELECT COUNT(*) FROM person")[0][0])

    def grow(self, people):
        """Copies until there are so many people; 5,000 in each transaction, so that the server waits for none of them long."""
        while (missing := people - self.count()) > 0:
            new = [secrets.token_hex(16) for _ in range(min(missing, 5_000))]
            statements = [self.copying(table) for table in TABLES]
            if self.database:
                script = "BEGIN;\nCREATE TEMP TABLE crowd (id TEXT) ON COMMIT DROP;\nCOPY crowd FROM STDIN;\n" + "\n".join(new) + "\n\\.\n"
                self.psql(script + ";\n".join(statements) + ";\nCOMMIT;\n")
            else:
                with contextlib.closing(self.sqlite()) as connection, connection:
                    connection.execute("CREATE TEMP TABLE crowd (id TEXT)")
                    connection.executemany("INSERT INTO crowd VALUES (?)", [(one,) for one in new])
                    for statement in statements:
                        connection.execute(statement)
        self.settle()

    def settle(self):
        """Has what was copied written and planned for, as it is where people came one by one."""
        if self.database:
            self.psql("ANALYZE;\nCHECKPOINT;\n")
        else:
            with contextlib.closing(self.sqlite()) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        os.sync()

    def copying(self, table):
        def value(column):
            if (table, column) in (("person", "id"), ("holderKey", "holder"), ("objectKey", "holder")) or column == "personId":
                return "crowd.id"
            if (table, column) == ("objectKey", "object"):
                return "one.\"object\" || '/' || crowd.id"
            if (table, column) == ("personLookup", "hash"):
                return "sha256(convert_to(crowd.id, 'UTF8'))" if self.database else "randomblob(32)"
            if column == "id":
                return 'substr(crowd.id, 1, 16) || substr(one."id", 1, 16)'
            return f'one."{column}"'

        columns = self.columns[table]
        key = {"person": "id", "holderKey": "holder", "objectKey": "holder"}.get(table, "personId")
        names = ", ".join(f'"{column}"' for column in columns)
        values = ", ".join(map(value, columns))
        return f"""INSERT INTO "{table}" ({names}) SELECT {values} FROM crowd, "{table}" one WHERE one."{key}" = '{self.model}'"""

    def rows(self, statement):
        if self.database:
            return [line.split("\t") for line in self.psql(statement).splitlines()]
        with contextlib.closing(self.sqlite()) as connection:
            return connection.execute(statement).fetchall()

    def sqlite(self):
        return sqlite3.connect(self.data / "paraph.db", timeout=60)

    def psql(self, script):
        done = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1", self.database], input=script,
                              capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"psql: {re.sub(r'://[^@]*@', '://', done.stderr)}")
        return done.stdout
