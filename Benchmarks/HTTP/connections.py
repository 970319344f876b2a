#!/usr/bin/env python3
"""What a crowd of connections costs those who use the service: `/healthz`, sign-in and signing, quiet and beside it.

usage: Benchmarks/HTTP/connections.py [--idle N] [--dripping N] [--rounds N] [--flags '…'] [--output FILE.md]

Needs a release build, and a hard limit of descriptors above the sum of both (`ulimit -Hn`). The crowd is a process of its own: N connections that
were answered once and wait (asked again every 40 s, before the server closes them), and N that send a byte of a body every five seconds and
come again when they are sent away. All of it goes over loopback from addresses of 127.0.0.0/8, and ends by itself.
"""

import argparse
import heapq
import http.client
import json
import multiprocessing
import os
import pathlib
import resource
import selectors
import shlex
import socket
import statistics
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "Tests/BlackBox"), str(ROOT / "Tests/Browser")]

from _paraph import Paraph, require  # noqa: E402
from load import common, enrol, memory, written  # noqa: E402

AGAIN = 40  # seconds between two requests of an idle connection
DRIP = 5  # seconds between two bytes
LONGEST = 900  # seconds that the crowd lives at most
IDLE = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
BODY = b"POST /authenticate/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"


def most_descriptors():
    """Raises this process' limit to what it may ask for."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def crowd(port, idle, dripping, told):
    """Holds the connections until the other end of `told` closes; says when all stand, and at the end how often they had to come again."""
    most_descriptors()
    selector = selectors.DefaultSelector()
    due, again, address = [], [0, 0], 0

    def come(is_dripping):
        nonlocal address
        address += 1
        source = f"127.0.{2 if is_dripping else 3}.{address % 10 + 1}"
        try:
            connection = socket.create_connection(("127.0.0.1", port), 10, (source, 0))
            connection.sendall(BODY if is_dripping else IDLE)
        except OSError:
            return
        connection.setblocking(False)
        selector.register(connection, selectors.EVENT_READ, is_dripping)
        heapq.heappush(due, (time.monotonic() + (DRIP if is_dripping else AGAIN), connection.fileno(), connection))

    def read(limit):
        for key, _ in selector.select(limit):
            try:
                data = key.fileobj.recv(65536)
            except BlockingIOError:
                continue
            except OSError:
                data = b""
            if not data or data.startswith(b"HTTP/1.1 408"):
                selector.unregister(key.fileobj)
                key.fileobj.close()
                again[key.data] += 1
                come(key.data)

    for number in range(idle + dripping):
        come(number >= idle)
        if number % 100 == 0:
            read(0)
    told.send(len(selector.get_map()))
    end = time.monotonic() + LONGEST
    while time.monotonic() < end and not told.poll():
        read(0.05)
        now = time.monotonic()
        while due and due[0][0] < now:
            _, _, connection = heapq.heappop(due)
            if connection.fileno() < 0:
                continue
            is_dripping = selector.get_key(connection).data
            try:
                connection.send(b"x" if is_dripping else IDLE)
            except OSError:
                continue
            heapq.heappush(due, (now + (DRIP if is_dripping else AGAIN), connection.fileno(), connection))
    told.send((len(selector.get_map()), *again))


def call(paraph, path, body=None):
    """Milliseconds of one call on a connection of its own, as a visitor makes it, and the answer."""
    begun = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", paraph.port, timeout=30)
    connection.request("POST" if body else "GET", path, body, {"Content-Type": "application/json"} if body else {})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    require(answer.status == 200, f"{path} answered {answer.status}")
    return (time.perf_counter() - begun) * 1000, json.loads(text)


def measure(paraph, key, signers, rounds):
    """Milliseconds of each call, by what was called."""
    times = {"/healthz": [], "sign-in": [], "signing": []}
    people = list(signers.items())
    for number in range(rounds):
        person, signer = people[number % len(people)]
        times["/healthz"].append(call(paraph, "/healthz")[0])
        sample = json.dumps({**common(key, person), "signature": written(signer.signature())})
        spent, answer = call(paraph, "/authenticate/", sample)
        times["sign-in"].append(spent)
        if answer["res"] != "0":
            continue
        # A document is saved as it is first; what counts as signing is the version with the signature on it.
        fresh = [os.urandom(32).hex() for _ in range(2)]
        save = {"apikey": key, "email": common(key, person)["email"], "document_hash": fresh[0]}
        call(paraph, "/savedocument/", json.dumps(save))
        save |= {"previous_hash": fresh[0], "document_hash": fresh[1], "signatures": [answer["signatureid"]]}
        spent, answer = call(paraph, "/savedocument/", json.dumps(save))
        require(answer["res"] == "0", f"/savedocument/ answered {answer}")
        times["signing"].append(spent)
    return times


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--idle", type=int, default=10_000)
    options.add_argument("--dripping", type=int, default=1_000)
    options.add_argument("--people", type=int, default=40)
    options.add_argument("--rounds", type=int, default=1_000)
    options.add_argument("--flags", type=shlex.split, default=[])
    options.add_argument("--output")
    options = options.parse_args()
    most_descriptors()
    rows = []
    with Paraph("--rate-limits", "off", "--log-level", "error", *options.flags) as paraph:
        key = paraph.register_app("Crowd")
        signers = {number: signer for number in range(options.people) if (signer := enrol(paraph, key, number))}

        def run(what):
            times = measure(paraph, key, signers, options.rounds)
            used = memory(paraph.process)["VmRSS"]
            for name, spent in times.items():
                if len(spent) > 1:
                    cuts = statistics.quantiles(spent, n=100)
                    rows.append((what, name, len(spent), cuts[49], cuts[98], used))
                    print(f"{what:<28} {name:<9} {len(spent):>6} calls  p50 {cuts[49]:>7.2f} ms  p99 {cuts[98]:>7.2f} ms  {used:.0f} MB", flush=True)

        run("quiet")
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.Process(target=crowd, args=(paraph.port, options.idle, options.dripping, theirs), daemon=True)
        process.start()
        require(ours.poll(300), "the crowd did not come together")
        print(f"{ours.recv()} connections stand")
        run(f"{options.idle:,} idle, {options.dripping:,} dripping")
        ours.send("go")
        require(ours.poll(60), "the crowd does not go")
        stood, idle, dripping = ours.recv()
        process.join()
        told = f"At the end {stood:,} connections stood; {idle:,} idle ones and {dripping:,} dripping ones had been sent away meanwhile and came again."
        print(told)
        run("quiet again")
        require(paraph.stop() == 0, "the server did not stop well")
    report = ["# Beside a crowd of connections", "", f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, shared with the crowd and with who measures. {told}", "",
              "| beside | call | calls | p50, ms | p99, ms | memory, MB |", "|---|---|---|---|---|---|"]
    report += [f"| {what} | {name} | {count} | {p50:.2f} | {p99:.2f} | {used:.0f} |" for what, name, count, p50, p99, used in rows]
    if options.output:
        pathlib.Path(options.output).write_text("\n".join([*report, ""]))


if __name__ == "__main__":
    main()
