#!/usr/bin/env python3
"""Requests to people over HTTP: how long asking, approving and redeeming take, 100 at a time and beside thousands that wait.

usage: Benchmarks/HTTP/ciba.py [--people N] [--pending N] [--at-once N] [--workers N] [--database postgres://…] [--output FILE.md]

Needs a release build and the project's .venv. People register and enrol before the clock starts. A person has six requests waiting at most, so 5,000 pending want 834
people. The generator runs beside the server on the same cores, in processes of its own.
"""

import argparse
import base64
import concurrent.futures
import http.client
import json
import pathlib
import statistics
import sys
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Tests/BlackBox"), str(HERE.parents[1] / "Tests/Browser")]

from _device import Person  # noqa: E402
from _paraph import Paraph, require  # noqa: E402

CIBA = "urn:openid:params:grant-type:ciba"
OF_CLIENT, OF_ALL = 3, 6


class Client:
    """A client with a connection for each thread."""

    def __init__(self, port, made):
        self.port, self.proof = port, base64.b64encode(f"{made['clientId']}:{made['clientSecret']}".encode()).decode()

    def post(self, connection, path, form):
        """Sends a form; returns the seconds that it took, the status and the answer."""
        headers = {"Authorization": f"Basic {self.proof}", "Content-Type": "application/x-www-form-urlencoded"}
        body = urllib.parse.urlencode(form)
        began = time.monotonic()
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        read = answer.read()
        return time.monotonic() - began, answer.status, json.loads(read)

    def ask(self, connection, person):
        return self.post(connection, "/oauth2/bc-authorize", {"scope": "openid", "login_hint": person, "requested_expiry": "300"})

    def redeem(self, connection, id):
        return self.post(connection, "/oauth2/token", {"grant_type": CIBA, "auth_req_id": id})


def measured(seconds):
    ordered = sorted(seconds)
    return {"count": len(ordered), "p50": statistics.median(ordered) * 1000, "p99": ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))] * 1000}


def run(width, work, items):
    """Does some work for each item, so many at a time; gives what each gave."""
    with concurrent.futures.ThreadPoolExecutor(width) as pool:
        return list(pool.map(work, items))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=840)
    parser.add_argument("--pending", type=int, default=5000)
    parser.add_argument("--at-once", type=int, default=100)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--database")
    parser.add_argument("--output")
    options = parser.parse_args()
    require(options.people * OF_ALL >= options.pending + min(options.at_once, options.people), "each person has six requests waiting at most")
    flags = ["--rate-limits", "off"] + (["--database", options.database] if options.database else [])
    with Paraph(*flags) as paraph:
        clients = [Client(paraph.port, paraph.admin("client", "create", "--name", f"Bank {number}", "--grant", CIBA)) for number in range(2)]
        people = run(options.workers, lambda number: Person(paraph, f"person{number}@load.example", f"Person {number}", number), range(options.people))

        def connection():
            return http.client.HTTPConnection("127.0.0.1", paraph.port, timeout=60)

        def asked(pair):
            line = connection()
            seconds, status, answer = clients[pair[1]].ask(line, pair[0].email)
            line.close()
            require(status == 200, f"{status} {answer}")
            return seconds, answer["auth_req_id"]

        def approved(person):
            request = person.requests()[0]
            began = time.monotonic()
            status, result = person.answer(request)
            require(status == 200, f"{status} {result}")
            return time.monotonic() - began, result["outcome"] == "accepted"

        def redeemed(id):
            line = connection()
            seconds, status, answer = clients[0].redeem(line, id)
            line.close()
            return seconds, status

        rows = {}
        few = people[:options.at_once]
        for title, pending in (("nothing else waits", 0), (f"{options.pending} wait", options.pending)):
            crowd = [(person, client) for client in (1, 0) for _ in range(OF_CLIENT) for person in people][:pending]
            # The last of the crowd's own: those who are measured have one place left.
            crowd = [pair for pair in crowd if pair[1] == 1 or pair[0] not in few]
            beside = run(options.workers, asked, crowd)
            asks = run(options.at_once, asked, [(person, 0) for person in few])
            approvals = run(options.at_once, approved, few) if not pending else [approved(person) for person in few]
            redemptions = run(options.at_once, redeemed, [id for _, id in asks])
            rows[title] = {
                "requests beside": measured([seconds for seconds, _ in beside]) if beside else None,
                "request": measured([seconds for seconds, _ in asks]),
                "approval": measured([seconds for seconds, isAccepted in approvals if isAccepted]),
                "redemption": measured([seconds for seconds, _ in redemptions]),
            }
        text = f"{len(few)} at once, {len(people)} people:\n\n| | | number | p50, ms | p99, ms |\n|---|---|---|---|---|\n"
        for title, row in rows.items():
            for name, value in row.items():
                if value:
                    text += f"| {title} | {name} | {value['count']} | {value['p50']:.0f} | {value['p99']:.0f} |\n"
        print(text)
        if options.output:
            pathlib.Path(options.output).write_text(text)


if __name__ == "__main__":
    main()
