#!/usr/bin/env python3
"""Two `paraph serve` on one PostgreSQL database behave as one; and what holds guessing off outlives a kill, there and on SQLite.

- A session that one node made is good at the other, and ends on both where it ends on one.
- A challenge of one node is answered at the other; nobody takes that answer again, and of two answers at once one counts.
- A sample that one node took is a replay at the other.
- Wrong signatures add up, whichever node they are sent to: the device then waits at both.
- Both nodes together admit what the rate limit says, and a node that was killed and started again gives nobody a new allowance.
- After SIGKILL to all nodes an answer that was used is still used, and earlier and later wrong signatures add up.

Needs PARAPH_TEST_POSTGRES (scripts/with-postgres) and psql; PARAPH names the program.
"""

import contextlib
import pathlib
import tempfile
import threading
import time

from _database import fresh_database
from _device import Person, encode
from _paraph import Paraph, require
from signer import Signer

# At the lowest factor that may be set: what strangers at one address may change at once, and in a minute.
FACTOR, BURST, PER_MINUTE = 0.1, 12, 24
# Says that our own pages ask, who show no app's key.
PAGE = {"Paraph-Web": "1", "Sec-Fetch-Site": "same-origin"}


class Member(Person):
    """Whoever signs in, at any node; `stranger` is another one's hand."""

    def __init__(self, node, name, seed):
        super().__init__(node, f"{name.lower()}@example.org", f"{name} Petrova", seed)
        self.stranger = Signer(seed + 1000)

    def forged(self, challenge, attempt):
        return self.signed(challenge, encode(self.stranger.signature()), att=attempt)

    def is_in(self, node):
        status, answer = self.at(node, "GET", "/v1/me")
        require(status in (200, 401), f"/v1/me was answered {status} {answer}")
        return status == 200

    def send_wrong(self, node, challenge, attempt):
        """Sends a stranger's signature, sees that it is counted, and gives the answer."""
        answer = self.forged(challenge, attempt)
        status, result = self.reply(node, challenge, answer)
        outcome = "denied" if attempt == 5 else "refused"
        require((status, result.get("outcome"), result.get("attemptsLeft")) == (200, outcome, 5 - attempt),
                f"the wrong signature {attempt} was answered {status} {result}")
        return answer

    def look_shut(self, nodes):
        """Sees that every node lets this device wait, and looks at no signature meanwhile."""
        for node in nodes:
            challenge = self.challenge(node)
            require(1 <= challenge.get("retryAfter", 0) <= 30, f"after five wrong signatures a node says {challenge}")
            status, result = self.reply(node, challenge, self.signed(challenge, self.sample()))
            require((status, result.get("code")) == (429, "waitAfterFailures"), f"after five wrong signatures: {status} {result}")


def refuse(person, nodes, challenge, answer, code):
    for node in nodes:
        status, result = person.reply(node, challenge, answer)
        require((status, result.get("code")) == (409, code), f"an answer that was used is answered {status} {result}, not {code}")


def share_sessions(a, b, anna):
    anna.sign_in(a, a)
    cookie = anna.cookie
    require(anna.is_in(a) and anna.is_in(b), "a session of one node is not known to the other")
    require(anna.at(a, "DELETE", "/v1/session")[0] == 204, "the session cannot be ended")
    for node in (b, a):
        # As whoever kept the token would send it.
        anna.cookie = cookie
        require(not anna.is_in(node), "a session that ended at one node is still good")
    print("a session made at one node was good at the other, and over at both once it was ended at one")


def share_challenges(a, b, anna):
    for begin, end in ((a, b), (b, a)):
        challenge, answer, sample = anna.sign_in(begin, end)
        require(anna.is_in(begin), "who signed in at the other node is not known here")
        refuse(anna, (begin, end), challenge, answer, "challengeOver")
        # The very same bytes in answer to a new challenge of the node that did not look at them.
        again = anna.challenge(begin)
        status, result = anna.reply(begin, again, anna.signed(again, sample))
        require((status, result.get("outcome"), result.get("refusal")) == (200, "refused", "replay"), f"a replay: {status} {result}")
    print("a challenge of either node was answered at the other, once; its sample was a replay at both")

    # A genuine answer to each node at the same moment: where a hand was not known, once more.
    for _ in range(5):
        challenge, gate, told = anna.challenge(a), threading.Barrier(2), {}
        answers = [anna.signed(challenge, anna.sample(), att=attempt) for attempt in (1, 2)]

        def send(index, node):
            gate.wait()
            told[index] = node.post(f"/v1/challenges/{challenge['id']}/answers", answers[index], PAGE)

        threads = [threading.Thread(target=send, args=pair) for pair in enumerate((a, b))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        accepted = [answer for status, answer in told.values() if status == 200 and answer["outcome"] == "accepted"]
        over = [answer for status, answer in told.values() if status == 409 and answer["code"] == "challengeOver"]
        require(len(accepted) < 2, f"one challenge let in twice: {told}")
        if accepted and over:
            return print("of two good answers at once, one to each node, one was taken")
    raise SystemExit(f"FAILED: no two good answers met: {told}")


def share_failures(a, b, boris):
    challenge = boris.challenge(a)
    for attempt in range(1, 6):
        boris.send_wrong((b, a)[attempt % 2], challenge, attempt)
    refuse(boris, (a, b), challenge, boris.signed(challenge, boris.sample()), "challengeOver")
    boris.look_shut((a, b))
    print("five wrong signatures, sent to both nodes in turn, shut both")


def outlive_a_kill(nodes, person):
    """Sends wrong and right answers, kills all nodes, and goes on where that stopped."""
    first, last = nodes[0], nodes[-1]
    taken, answer, sample = person.sign_in(first, last)
    challenge = person.challenge(first)
    wrong = [person.send_wrong(nodes[attempt % len(nodes)], challenge, attempt) for attempt in (1, 2, 3)]
    for node in nodes:
        node.process.kill()
    for node in nodes:
        node.process.wait()
    for node in nodes:
        node.start(port=node.port)
    refuse(person, nodes, taken, answer, "challengeOver")
    for used in wrong:
        refuse(person, nodes, challenge, used, "attemptUsed")
    status, result = person.reply(last, challenge, person.signed(challenge, sample, att=4))
    require((status, result.get("refusal"), result.get("attemptsLeft")) == (200, "replay", 1), f"a replay after the kill: {status} {result}")
    person.send_wrong(first, challenge, 5)
    person.look_shut(nodes)
    print(f"{len(nodes)} killed: used answers stayed used, and three wrong signatures before and two after it shut the device out")


def share_limits(a, b):
    """Whatever a stranger may do is used up at one node, asked for at the other, and again at the first after a kill."""
    more = ["--rate-limits", str(FACTOR)]
    for node in (a, b):
        require(node.stop() == 0, "the server did not end well")
        node.start(port=node.port, more=more)
    begun = time.monotonic()

    def use_up(node):
        wanted = {"purpose": "signIn", "identifier": "nobody@example.org", "deviceId": "none"}
        for admitted in range(4 * BURST):
            status, answer = node.post("/v1/challenges", wanted, PAGE)
            if status != 200:
                require((status, answer["code"]) == (429, "tooMany"), f"over the limit: {status} {answer}")
                return admitted
        raise SystemExit(f"FAILED: {4 * BURST} requests at once are within a limit of {BURST}")

    admitted = [use_up(a), use_up(b)]
    a.kill()
    a.start(port=a.port, more=more)
    admitted.append(use_up(a))
    # However long that took, so much came free meanwhile; nothing is asserted of how long.
    most = BURST + (time.monotonic() - begun) * PER_MINUTE / 60 + 1
    require(admitted[0] >= BURST and sum(admitted) <= most, f"a limit of {BURST} at once let {admitted} through, {most:.1f} at most were due")
    print(f"a limit of {BURST} at once, used up at one node: it let {admitted[0]} through, the other {admitted[1]}, itself after a kill {admitted[2]}")


def serve(stack, count, *flags):
    """So many nodes on one data folder, behind one address."""
    folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="paraph-nodes-", ignore_cleanup_errors=True)))
    nodes = [Paraph("--rate-limits", "off", *flags, folder=folder)]
    stack.enter_context(nodes[0])
    # The last of two flags counts.
    nodes[0].flags = (*nodes[0].flags, "--public-url", nodes[0].url)
    for _ in range(count - 1):
        nodes.append(stack.enter_context(Paraph(*nodes[0].flags, folder=folder)))
    return nodes


def main():
    with contextlib.ExitStack() as stack:
        flags = stack.enter_context(fresh_database())
        require(flags, "PARAPH_TEST_POSTGRES names no server")
        a, b = serve(stack, 2, *flags)
        anna = Member(a, "Anna", 1)
        share_sessions(a, b, anna)
        share_challenges(a, b, anna)
        share_failures(a, b, Member(b, "Boris", 2))
        outlive_a_kill([a, b], Member(a, "Clara", 3))
        share_limits(a, b)
        require([a.stop(), b.stop()] == [0, 0], "the servers did not end well")
    with contextlib.ExitStack() as stack:
        nodes = serve(stack, 1)
        outlive_a_kill(nodes, Member(nodes[0], "Clara", 3))
        require(nodes[0].stop() == 0, "the server did not end well")


if __name__ == "__main__":
    main()
