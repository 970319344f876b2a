#!/usr/bin/env python3
"""Kills a server in the midst of requests, approvals and redemptions, and looks at what became of each.

usage: ciba_kill9.py [ROUNDS]

Each round starts `paraph serve` on a folder of its own; six people and their banks ask, sign, decline and fetch tokens, until SIGKILL. Then, on the node that lives and on
those that were started again,

- a request that was acknowledged still waits, or was answered by what was under way;
- what was acknowledged as signed brings tokens, once, unless a redemption was under way; what was declined is told so;
- tokens that were acknowledged open userinfo, and the request brings no others;
- the ledger verifies.

Where PARAPH_TEST_POSTGRES names a PostgreSQL server (scripts/with-postgres), there are two nodes: in odd rounds one of them is killed, in even rounds both are; else there is one
on SQLite. Exits 0 when that holds. Needs the project's .venv; PARAPH names the program.
"""

import contextlib
import http.client
import random
import subprocess
import sys
import threading
import time

from _bank import Bank, send
from _database import fresh_database
from _device import Person
from _paraph import PROGRAM, begin_chance, require
from two_nodes import serve

PEOPLE = 6


class Request:
    """What the bank and the person were told of one request, by the server's acknowledgements only."""

    def __init__(self, bank, id):
        self.bank, self.id = bank, id
        # Begun is what was sent, whether or not it was answered.
        self.signing = self.signed = self.declining = self.declined = self.redeeming = False
        self.tokens = None


class Work:
    """A person and a bank that ask, sign and fetch until a node does not answer."""

    def __init__(self, nodes, person):
        self.nodes, self.person, self.requests, self.wrong = nodes, person, [], []
        self.bank = Bank(nodes[0], name=f"Bank of {person.email}")
        self.thread = threading.Thread(target=self.run)

    def node(self):
        return random.choice(self.nodes)

    def run(self):
        try:
            while True:
                self.one()
        except (OSError, ValueError, http.client.HTTPException):
            # Not acknowledged: the server died while it was at it.
            return
        except SystemExit as error:
            self.wrong.append(f"{self.person.email}: {error}")

    def one(self):
        status, answer = self.bank.ask(self.node(), self.person)
        require(status == 200, f"{status} {answer}")
        asked = Request(self.bank, answer["auth_req_id"])
        self.requests.append(asked)
        self.person.paraph = self.node()
        waiting = self.person.requests()
        require(len(waiting) == 1, f"{len(waiting)} requests wait")
        if len(self.requests) == 2:
            asked.declining = True
            self.person.ok("DELETE", f"/v1/me/requests/{waiting[0]['id']}")
            asked.declined = True
            return
        for _ in range(5):
            asked.signing = True
            status, result = self.person.answer(waiting[0])
            require(status == 200, f"{status} {result}")
            if result["outcome"] == "accepted":
                asked.signed = True
                break
            self.person.paraph = self.node()
        # Some are left for after the kill.
        if asked.signed and random.random() < 0.7:
            asked.redeeming = True
            status, answer = self.bank.redeem(self.node(), asked.id)
            require(status == 200, f"what was signed is answered {status} {answer}")
            asked.tokens = answer


def look(request, node):
    """What is wrong with what a node says of a request; asked for once, since that spends it."""
    if request.tokens:
        status, answer = send(node, "/oauth2/userinfo", Authorization=f"Bearer {request.tokens['access_token']}")
        if status != 200:
            return f"tokens that were acknowledged are not known: {status} {answer}"
    status, answer = request.bank.redeem(node, request.id)
    said = "tokens" if status == 200 else answer.get("error")
    if request.tokens or (request.redeeming and said == "invalid_grant"):
        allowed = {"invalid_grant"}
    elif request.signed:
        allowed = {"tokens"}
    elif request.declined:
        allowed = {"access_denied"}
    elif request.signing:
        allowed = {"tokens", "authorization_pending"}
    elif request.declining:
        allowed = {"access_denied", "authorization_pending"}
    else:
        allowed = {"authorization_pending"}
    if said not in allowed:
        return f"{said}, not {' or '.join(allowed)}: {vars(request)}"
    if said == "tokens":
        status, answer = request.bank.redeem(node, request.id)
        if (status, answer.get("error")) != (400, "invalid_grant"):
            return f"a request brings tokens twice: {status} {answer}"
    return None


def one_round(number):
    with contextlib.ExitStack() as stack:
        flags = stack.enter_context(fresh_database())
        nodes = serve(stack, 2 if flags else 1, *flags)
        killed = nodes[:1] if number % 2 else nodes
        works = [Work(nodes, Person(nodes[0], f"person{index}@example.org", f"Person {index}", f"{number} {index}")) for index in range(PEOPLE)]
        for work in works:
            work.thread.start()
        deadline = time.monotonic() + 60
        while any(len(work.requests) < 3 for work in works) and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(random.uniform(0, 2))
        for node in killed:
            node.process.kill()
        for node in killed:
            node.process.wait()
        for work in works:
            work.thread.join(60)
        require(not any(work.thread.is_alive() for work in works), "somebody still works with a node that was killed")
        requests = [request for work in works for request in work.requests]
        random.shuffle(requests)
        # Half is asked of the node that lives, at once; the rest once those that were killed serve again.
        alive = [node for node in nodes if node not in killed]
        half = requests[:len(requests) // 2] if alive else []
        wrong = [look(request, alive[0]) for request in half]
        for node in killed:
            node.start(port=node.port)
        wrong += [look(request, random.choice(nodes)) for request in requests[len(half):]]
        wrong = [line for line in wrong if line] + [line for work in works for line in work.wrong]
        data = ["--data", nodes[0].data, *flags]
        verified = subprocess.run([PROGRAM, "audit", "verify", *data], capture_output=True, text=True, check=False)
        if verified.returncode:
            wrong.append(f"the ledger does not verify: {verified.stderr[-500:]}")
        if any(len(work.requests) < 3 for work in works):
            wrong.append("somebody did not get far enough before the kill")
        wrong += [f"a server ended with {code}" for node in nodes if (code := node.stop())]
        print(f"round {number}: {len(killed)} of {len(nodes)} killed; {len(requests)} requests, {sum(one.signed for one in requests)} signed, "
              f"{sum(bool(one.tokens) for one in requests)} redeemed, {sum(one.signing > one.signed for one in requests)} signatures and "
              f"{sum(one.redeeming > bool(one.tokens) for one in requests)} redemptions under way; {len(wrong)} wrong", flush=True)
    for line in wrong[:20]:
        print(f"      {line}")
    return not wrong


if __name__ == "__main__":
    begin_chance()
    rounds = int(sys.argv[1]) if len(sys.argv) == 2 else 3
    good = [one_round(number + 1) for number in range(rounds)]
    sys.exit(0 if all(good) else 1)
