#!/usr/bin/env python3
"""Requests to people over HTTP: how long asking, approving and redeeming take, 100 in one moment, alone and beside thousands that wait; and signing in and enrolling.

usage: Benchmarks/HTTP/ciba.py [--people N] [--pending N] [--at-once N] [--rounds N] [--database postgres://…] [--output FILE.md]

Needs a release build (PARAPH names another program) and the project's .venv. People register and enrol before the clock starts. A person has six requests waiting at most,
so 5,000 pending want 884 people beside 100 who answer. The generator runs on the same cores as the server; what it sends is made before the clock starts. An approval is a challenge and its answer,
one after the other; what the device does between the two is not counted. Exits 1 where a limit is not kept: 250 ms for 99 of 100 requests, approvals and redemptions, 1 s for
verifications and registrations.
"""

import argparse
import base64
import concurrent.futures
import json
import os
import pathlib
import statistics
import sys
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Tests/BlackBox"), str(HERE.parents[1] / "Tests/Browser")]

from _device import Person  # noqa: E402
from _paraph import Paraph, require  # noqa: E402
from volley import call, volley  # noqa: E402

CIBA = "urn:openid:params:grant-type:ciba"
OF_CLIENT, OF_ALL = 3, 6
LIMITS = {"request": 250, "approval": 250, "redemption": 250, "verification": 1000, "registration": 1000}


class Client:
    """A bank."""

    def __init__(self, made):
        self.proof = base64.b64encode(f"{made['clientId']}:{made['clientSecret']}".encode()).decode()

    def form(self, path, form):
        headers = {"Authorization": f"Basic {self.proof}", "Content-Type": "application/x-www-form-urlencoded"}
        return call("POST", path, urllib.parse.urlencode(form).encode(), headers)

    def ask(self, person):
        return self.form("/oauth2/bc-authorize", {"scope": "openid", "login_hint": person.email, "requested_expiry": "300"})

    def redeem(self, id):
        return self.form("/oauth2/token", {"grant_type": CIBA, "auth_req_id": id})


class Newcomer(Person):
    """Whoever registered, and whose ten signatures are still to be sent."""

    def ok(self, method, path, body=None):
        if path != "/v1/me/enrolments":
            return super().ok(method, path, body)
        self.enrolment = body
        return {"status": "created"}


def of(person, path, body):
    """A call as the person's page makes it."""
    headers = {"Paraph-Web": "1", "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json", "Cookie": person.cookie}
    return call("POST", path, json.dumps(body).encode(), headers)


class Bench:
    def __init__(self, paraph, options):
        self.paraph, self.options = paraph, options
        self.clients = [Client(paraph.admin("client", "create", "--name", f"Bank {number}", "--grant", CIBA)) for number in range(2)]
        self.people = self.make(Person, range(options.people))
        self.rows, self.work, self.loads = {}, {}, []

    def make(self, kind, numbers):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            return list(pool.map(lambda number: kind(self.paraph, f"person{number}@load.example", f"Person {number}", number), numbers))

    def cpu(self):
        """What the server worked so far, in seconds of one core."""
        fields = pathlib.Path(f"/proc/{self.paraph.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def send(self, calls, statuses=(200,)):
        before = self.cpu()
        answers = volley(self.paraph.port, calls)
        self.worked = self.cpu() - before
        for _, status, answer in answers:
            require(status in statuses, f"{status} {answer}")
        return answers

    def note(self, title, name, seconds, worked=None):
        self.rows.setdefault((title, name), []).extend(seconds)
        self.work[title, name] = self.work.get((title, name), 0) + (self.worked if worked is None else worked)

    def ask(self, people, client=0):
        """The seconds and the auth_req_id of each."""
        return [(seconds, answer["auth_req_id"]) for seconds, _, answer in self.send([self.clients[client].ask(person) for person in people])]

    def answered(self, people, purpose, subjects):
        """Challenges and their answers; the seconds of both, and whether the hand was known."""
        asked = self.send([of(person, "/v1/challenges", {"purpose": purpose, "deviceId": person.device, **subject}) for person, subject in zip(people, subjects)])
        challenged, answers = self.worked, []
        for person, (_, _, challenge) in zip(people, asked):
            answers.append(of(person, f"/v1/challenges/{challenge['id']}/answers", person.signed(challenge, person.sample())))
        told = self.send(answers)
        self.both = challenged + self.worked
        return [(before, seconds, answer["outcome"] == "accepted") for (before, _, _), (seconds, _, answer) in zip(asked, told)]

    def fill(self, few):
        """So many wait as are wished for; a person who is measured keeps one place."""
        crowd = [(person, client) for client in (1, 0) for _ in range(OF_CLIENT) for person in self.people if client == 1 or person not in few]
        require(len(crowd) >= self.options.pending, f"{len(self.people)} people have {len(crowd)} requests waiting at most")
        crowd, width = crowd[:self.options.pending], 16
        for start in range(0, len(crowd), width):
            part = crowd[start:start + width]
            self.send([self.clients[client].ask(person) for person, client in part])

    def measure(self, title, few):
        asks = self.ask(few)
        self.note(title, "request", [seconds for seconds, _ in asks])
        waiting, ids = list(few), dict(zip(few, [id for _, id in asks]))
        subjects = {person: {"subject": next(one["id"] for one in person.requests() if one["clientName"] == "Bank 0")} for person in few}
        # Where a hand was not known its owner signs again.
        for _ in range(3):
            results = self.answered(waiting, "answerRequest", [subjects[person] for person in waiting])
            self.note(title, "approval", [before + seconds for before, seconds, _ in results], self.both)
            self.note(title, "of it the signature", [seconds for _, seconds, _ in results])
            waiting = [person for person, (*_, is_known) in zip(waiting, results) if not is_known]
            if not waiting:
                break
        redeemed = self.send([self.clients[0].redeem(ids[person]) for person in few if person not in waiting])
        self.note(title, "redemption", [seconds for seconds, _, _ in redeemed])
        self.loads.append(os.getloadavg()[0])

    def verify(self, title, few):
        """Others sign in, for that ends the session they had."""
        results = self.answered(few, "signIn", [{"identifier": person.email} for person in few])
        self.note(title, "verification", [seconds for _, seconds, _ in results])

    def register(self, title, first):
        newcomers = self.make(Newcomer, range(first, first + self.options.at_once))
        answers = self.send([of(person, "/v1/me/enrolments", person.enrolment) for person in newcomers], (200, 201))
        self.note(title, "registration", [seconds for seconds, *_ in answers])

    def run(self):
        few = self.people[:self.options.at_once]
        for title in ("nothing else waits", f"{self.options.pending:,} wait"):
            if self.loads:
                self.fill(few)
            for number in range(self.options.rounds):
                self.measure(title, few)
            self.verify(title, self.people[-self.options.at_once:])
            self.register(title, len(self.people) + (0 if title.startswith("nothing") else self.options.at_once))

    def table(self):
        """The figures, and whether all limits are kept."""
        lines, is_good = ["| | | number | p50, ms | p99, ms | the server's work, ms of a core each |", "|---|---|---|---|---|---|"], True
        for (title, name), seconds in self.rows.items():
            ordered = sorted(seconds)
            p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))] * 1000
            is_kept = p99 < LIMITS.get(name, float("inf"))
            is_good = is_good and is_kept
            lines.append(f"| {title} | {name} | {len(ordered)} | {statistics.median(ordered) * 1000:.0f} | {f'{p99:.0f}' if is_kept else f'**{p99:.0f}**'} "
                         f"| {self.work[title, name] / len(ordered) * 1000:.1f} |")
        return "\n".join(lines), is_good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=900)
    parser.add_argument("--pending", type=int, default=5000)
    parser.add_argument("--at-once", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--database")
    parser.add_argument("--output")
    options = parser.parse_args()
    require(options.people >= 2 * options.at_once, "as many people sign in as answer requests")
    flags = ["--rate-limits", "off"] + (["--database", options.database] if options.database else [])
    with Paraph(*flags) as paraph:
        began = time.monotonic()
        bench = Bench(paraph, options)
        print(f"{options.people} people registered in {time.monotonic() - began:.0f} s", flush=True)
        bench.run()
        table, is_good = bench.table()
        text = f"{options.at_once} at once, {options.people} people; load of the machine {min(bench.loads):.1f} to {max(bench.loads):.1f}:\n\n{table}\n"
        print(text)
        if options.output:
            pathlib.Path(options.output).write_text(text)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
