#!/usr/bin/env python3
"""Devices follow what changes: on PostgreSQL at another node too, and a server that is stopped ends the streams instead of waiting for them.

- A change is told on every stream of the person, whichever node made it, and on nobody else's; the cursor then tells what it was.
- After a node was killed and started again the same cursor goes on, and nothing is missing.
- One stream more than a person may have is told to come back later.
- SIGTERM with open streams ends them, and the server, in time.

PARAPH names the program; two nodes where PARAPH_TEST_POSTGRES names a server.
"""

import contextlib
import http.client
import os
import time

from _database import fresh_database
from _device import Person
from _paraph import require
from two_nodes import serve

MOST = 16


class Stream:
    """A stream of events at a node."""

    def __init__(self, person, node):
        self.connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=15)
        self.connection.request("GET", "/v1/events", headers={"Cookie": person.cookie, "Accept": "text/event-stream"})
        self.answer = self.connection.getresponse()
        kind = self.answer.headers["Content-Type"]
        require(self.answer.status == 200 and kind.startswith("text/event-stream"), f"the stream was answered {self.answer.status} {kind}")
        self.first = self.line()

    def line(self):
        """What is told next; empty at the end. Each line has an empty one behind it."""
        line = self.answer.readline()
        self.answer.readline()
        return line.decode().strip()

    def told(self):
        """Whether something changed, past comments and until the stream ends."""
        while line := self.line():
            if line.startswith("data:"):
                return True
        return False


def announce(person, node, name):
    status, document = person.at(node, "POST", "/v1/files", {"name": name, "size": 100})
    require(status == 201, f"a file was answered {status} {document}")
    return document["id"]


def follow(nodes, anna, boris):
    _, begin = anna.at(nodes[0], "GET", "/v1/changes")
    require(begin["isReset"] and not begin["changes"], f"a client that begins is told {begin}")
    streams = [Stream(anna, node) for node in nodes]
    other = Stream(boris, nodes[0])
    made, slowest = [], 0
    for node in nodes:
        made.append(announce(anna, node, "lease.pdf"))
        begun = time.monotonic()
        for stream in streams:
            require(stream.told(), "a change is not told")
        slowest = max(slowest, time.monotonic() - begun)
    _, answer = anna.at(nodes[-1], "GET", f"/v1/changes?after={begin['cursor']}")
    require([change["id"] for change in answer["changes"]] == made and not answer["isReset"], f"what changed is told as {answer}")
    other.connection.sock.settimeout(1)
    with contextlib.suppress(TimeoutError):
        require(not other.told(), "somebody else's change is told")
    print(f"a change was told on {len(streams)} streams within {slowest * 1000:.0f} ms")
    return answer["cursor"]


def outlive_a_kill(nodes, anna, cursor):
    made = announce(anna, nodes[0], "before.pdf")
    for node in nodes:
        node.kill()
        node.start(port=node.port)
    after = announce(anna, nodes[0], "after.pdf")
    _, answer = anna.at(nodes[-1], "GET", f"/v1/changes?after={cursor}")
    require([change["id"] for change in answer["changes"]] == [made, after], f"after a kill what changed is told as {answer}")


def bound(node, anna):
    streams = [Stream(anna, node) for _ in range(MOST + 1)]
    streams[-1].connection.sock.settimeout(5)
    require(streams[-1].line() == "retry: 60000", f"a stream more than {MOST} is let in")
    return streams


def main():
    with contextlib.ExitStack() as stack:
        flags = stack.enter_context(fresh_database()) if os.environ.get("PARAPH_TEST_POSTGRES") else []
        nodes = serve(stack, 2 if flags else 1, *flags)
        anna, boris = Person(nodes[0], "anna@example.org", "Anna", 1), Person(nodes[0], "boris@example.org", "Boris", 2)
        cursor = follow(nodes, anna, boris)
        outlive_a_kill(nodes, anna, cursor)
        streams = bound(nodes[0], anna)
        begun = time.monotonic()
        require([node.stop() for node in nodes] == [0] * len(nodes), "the servers did not end well")
        require(not streams[0].told(), "a stream goes on without a server")
        print(f"{len(streams)} streams and the server ended in {time.monotonic() - begun:.1f} s")


if __name__ == "__main__":
    main()
