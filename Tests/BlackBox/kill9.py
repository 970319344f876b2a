#!/usr/bin/env python3
"""Kills a server in the midst of registrations and looks at what it has afterwards.

usage: kill9.py PARAPH [ROUNDS]

PARAPH is the program. Each round starts `paraph serve` on a folder of its own, registers people from eight threads, sends SIGKILL while
they are at it, starts it again, and checks that whoever was told 0 is there (/login/ 0, and /authenticate/ compares) and that nobody is
half there (/login/ is 0 or 2). Where PARAPH_TEST_POSTGRES names a PostgreSQL server (scripts/with-postgres), each round has a database of
its own there and two nodes on it: one of them is killed, and the other must serve on, knowing all that either acknowledged.
Exits 0 when that holds, 1 when it does not, 2 on bad use. Needs Python 3 alone, and psql for PostgreSQL.
"""

import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

from dialect import Dialect
from ink import Signer

THREADS = 8
POSTGRES = os.environ.get("PARAPH_TEST_POSTGRES", "")
# Different people, prepared ahead so that the threads keep the server busy rather than this program.
SIGNERS = [Signer(seed) for seed in (1, 2, 4)]


def run_sql(statement):
    subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", POSTGRES, "-c", statement], check=True, stdout=subprocess.DEVNULL)


def make_database():
    """Makes an empty database and returns the flags that name it; none where SQLite is used."""
    if not POSTGRES:
        return None, []
    name = f"kill9_{uuid.uuid4().hex}"
    run_sql(f"CREATE DATABASE {name}")
    return name, ["--database", re.sub(r"(?<=://)([^/]*/)[^?]*", rf"\g<1>{name}", POSTGRES)]


class Server:
    """One `paraph serve` on the loopback address; stopped by its own process id only."""

    def __init__(self, program, folder, flags):
        self.program, self.folder, self.flags = program, folder, flags
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.process = None

    def start(self):
        self.log = open(self.folder / "log", "ab")
        arguments = [self.program, "serve", "--data", self.folder / "data", "--host", "127.0.0.1", "--port", str(self.port),
                     "--rate-limits", "off", *self.flags]
        self.process = subprocess.Popen(arguments, stdout=self.log, stderr=self.log)
        for _ in range(300):
            if self.process.poll() is not None:
                raise SystemExit(f"paraph ended with {self.process.returncode}: {(self.folder / 'log').read_text()[-2000:]}")
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("paraph does not listen after 30 s")

    def stop(self, how):
        self.process.send_signal(how)
        code = self.process.wait(timeout=20)
        self.log.close()
        return code


def make_key(program, folder, flags):
    """The API key of a new app."""
    arguments = [program, "admin", "app", "create", "--data", folder / "data", "--name", "Kill", "--bundle-id", "org.example.kill",
                 "--email", "dev@example.org", "--website", "https://example.org", "--json", *flags]
    answer = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise SystemExit(f"paraph admin app create: {answer.stderr[-1000:]}")
    return json.loads(answer.stdout)["apiKey"]


def register_until_it_dies(api, worker, begun, done, stop):
    number = 0
    while not stop.is_set():
        email = f"kill-{worker}-{number}@example.org"
        signer = (worker + number) % len(SIGNERS)
        number += 1
        begun.append((email, signer))
        try:
            answer = api.enrol(email, SIGNERS[signer], start=100 * worker)
        except (OSError, ValueError):
            # Not acknowledged: the server died while it was at it.
            return
        if answer.get("res") == "0":
            done.append((email, signer))
        else:
            print(f"      not registered: {answer}")


def one_round(program, number):
    folder = Path(tempfile.mkdtemp(prefix="paraph-kill9-"))
    wrong = []
    database, flags = make_database()
    server = Server(program, folder, flags)
    other = Server(program, folder, flags) if database else None
    try:
        server.start()
        if other:
            other.start()
        key = make_key(program, folder, flags)
        api = Dialect(server.base, key)
        # With two nodes half of the load goes to the one that lives.
        apis = [api, Dialect(other.base, key) if other else api]
        begun, done, stop = [], [], threading.Event()
        workers = [
            threading.Thread(target=register_until_it_dies, args=(apis[worker % 2], worker, begun, done, stop)) for worker in range(THREADS)
        ]
        for worker in workers:
            worker.start()
        deadline = time.monotonic() + 60
        while len(done) < 10 and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(random.uniform(0, 0.5))
        server.stop(signal.SIGKILL)
        stop.set()
        for worker in workers:
            worker.join()

        if other:
            # The node that lives knows everything, at once.
            wrong += look(apis[1], begun, done)
            if other.process.poll() is not None:
                wrong.append("the other node died too")
        server.start()
        if not done:
            wrong.append("nobody was registered before the kill")
        wrong += look(api, begun, done)
        for node in [server, other]:
            code = node.stop(signal.SIGTERM) if node else 0
            if code != 0:
                wrong.append(f"paraph ended with {code} on SIGTERM")
        print(f"round {number}: {len(begun)} begun, {len(done)} acknowledged, {len(wrong)} wrong")
    finally:
        for node in [server, other]:
            if node and node.process and node.process.poll() is None:
                node.stop(signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)
        if database:
            run_sql(f"DROP DATABASE {database} WITH (FORCE)")
    for line in wrong[:20]:
        print(f"      {line}")
    return not wrong


def look(api, begun, done):
    """What is wrong with what a node knows after the kill."""
    wrong = []
    acknowledged = {email for email, _ in done}
    for email, signer in begun:
        answer = api.login(email)
        if email in acknowledged and answer.get("res") != "0":
            wrong.append(f"{email} was acknowledged and is not there: {answer}")
        if answer.get("res") not in ("0", "2"):
            wrong.append(f"{email} is half there: {answer}")
        if answer.get("res") == "0":
            verdict = api.authenticate(email, SIGNERS[signer].sample(random.randrange(200, 100000)))
            if verdict.get("res") != "0" or not re.fullmatch("[0-9a-f]{16}", verdict.get("signatureid", "")):
                wrong.append(f"{email} is there, but cannot sign: {verdict}")
    return wrong


def main():
    if len(sys.argv) not in (2, 3) or not Path(sys.argv[1]).exists():
        print(__doc__, file=sys.stderr)
        return 2
    program = str(Path(sys.argv[1]).resolve())
    rounds = int(sys.argv[2]) if len(sys.argv) == 3 else 3
    good = [one_round(program, number + 1) for number in range(rounds)]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
