#!/usr/bin/env python3
"""Load over HTTP: registrations and authentications a second at 1, 16 and 100 connections, and what memory that takes.

usage: Benchmarks/HTTP/load.py [--people N] [--seconds S] [--crowd N,N…] [--database postgres://…]
                               [--seasoned N] [--hello] [--output FILE.md]

Needs wrk (Debian's package) and a release build. Each signature is sent once only, for a copy is refused before it is compared; the bodies
are made before the clock starts. `/healthz` of the same server stands beside, and with --hello Hummingbird's bare server (Benchmarks/HTTP), as the measure of the machine.
With --crowd authentications at 16 connections are measured again beside so many people; with --seasoned by so many people who have given
as many signatures as are remembered, each of which is looked through for copies.
"""

import argparse
import contextlib
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "Tests/BlackBox"), str(ROOT / "Tests/Browser")]

from _paraph import Paraph, require  # noqa: E402
from crowd import Crowd  # noqa: E402
from signer import Signer  # noqa: E402

CONNECTIONS = (1, 16, 100)
PATIENCE = 60  # seconds; what runs longer prepares and is not measured
REMEMBERED = 200  # samples of a person beside the template, TraceStore.historyLimit


def written(strokes):
    points = [{"x": round(1024 * x), "y": round(768 * y), "p": 0} for stroke in strokes for x, y, _ in stroke]
    return {"pressure": 0, "dot_count": len(points), "signature_contents": points}


def common(key, number):
    return {"apikey": key, "email": f"person{number}@load.example", "time": "21.11.2026 10:00:00", "os_version": "18.0",
            "device_version": "iPhone", "resolution": {"width": 1024, "height": 768}, "pressure": 0}


def registration(key, number, signer, count=10):
    return {**common(key, number), "user_name": f"Person {number}", "signatures": [written(signer.signature()) for _ in range(count)]}


def enrol(paraph, key, number):
    """Registers one person; draws again where some do not fit."""
    signer, count = Signer(number), 10
    for _ in range(4):
        _, answer = paraph.post("/register/", registration(key, number, signer, count))
        if answer["res"] == "0":
            return signer
        require(answer["res"] == "2", f"/register/ answered {answer}")
        count = answer["count_required"]
    return None


def memory(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return {name: int(re.search(rf"{name}:\s+(\d+)", status)[1]) / 1024 for name in ("VmRSS", "VmHWM")}


def wrk(url, connections, seconds, bodies=None):
    """Requests a second, p50 and p99 in milliseconds, and how many answers were not 2xx."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "-s", str(HERE / "bodies.lua"), url]
    environment = {**os.environ, "BODIES": str(bodies or "")}
    shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    found = re.search(r"RESULT (\d+) (\d+) (\d+) (\d+) (\d+)", shown)
    require(found, f"wrk said: {shown}")
    sent, microseconds, p50, p99, failed = map(int, found.groups())
    if bodies:
        available = sum(1 for _ in open(bodies))
        require(sent <= available or seconds > PATIENCE, f"{sent} requests were sent but only {available} bodies made; use a higher --rate")
    return {"per second": sent / microseconds * 1e6, "p50": p50 / 1000, "p99": p99 / 1000, "failed": failed}


@contextlib.contextmanager
def hello():
    """Hummingbird's bare server, built with the release settings; gives its address."""
    package = ["--package-path", str(HERE), "-c", "release"]
    subprocess.run(["swift", "build", *package], check=True, stdout=sys.stderr)
    folder = subprocess.run(["swift", "build", *package, "--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([f"{folder}/hello", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        time.sleep(2)
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait()


def lines(path, bodies):
    with open(path, "w") as file:
        for body in bodies:
            file.write(json.dumps(body, separators=(",", ":")) + "\n")
    return path


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--people", type=int, default=500)
    options.add_argument("--seconds", type=int, default=10)
    options.add_argument("--rate", type=int, default=700, help="the most requests a second that bodies are made for")
    options.add_argument("--database")
    options.add_argument("--crowd", type=lambda text: [int(number) for number in text.split(",")], default=[])
    options.add_argument("--seasoned", type=int, default=0)
    options.add_argument("--hello", action="store_true")
    options.add_argument("--output")
    options = options.parse_args()
    flags = ["--rate-limits", "off", "--log-level", "error", *(["--database", options.database] if options.database else [])]
    rows = []

    def measure(what, connections, url, bodies=None):
        result = wrk(url, connections, options.seconds, bodies)
        rows.append((what, connections, result))
        most = f"  {memory(paraph.process)['VmHWM']:.0f} MB at most" if paraph.process else ""
        print(f"{what:<48} {connections:>4} connections  {result['per second']:>8.0f}/s  p50 {result['p50']:>7.2f} ms  p99 {result['p99']:>7.2f} ms"
              f"  failed {result['failed']}{most}", flush=True)

    bare = hello() if options.hello else contextlib.nullcontext()
    with bare as bare, tempfile.TemporaryDirectory() as folder, Paraph(*flags) as paraph:
        time.sleep(2)
        idle = memory(paraph.process)["VmRSS"]
        key = paraph.register_app("Load")
        for connections in CONNECTIONS:
            if bare:
                measure("hello (Hummingbird)", connections, bare)
            measure("/healthz", connections, f"{paraph.url}/healthz")
        signers = {number: signer for number in range(options.people + 1) if (signer := enrol(paraph, key, number))}
        # One who does nothing else is the model of the crowd.
        model, people, number = options.people, [person for person in signers if person != options.people], options.people + 1
        require(model in signers, "the model of the crowd did not enrol")
        print(f"{len(people)} of {options.people} people enrolled")

        def samples(count, people):
            bodies = ({**common(key, person), "signature": written(signers[person].signature())}
                      for person in (people[index % len(people)] for index in range(count)))
            return lines(f"{folder}/bodies", bodies)

        def authenticate(what, connections, people=people):
            measure(what, connections, f"{paraph.url}/authenticate/", samples(options.rate * options.seconds, people))

        # Who signed before has more to be compared with: beside each size of the crowd others sign, so that only the crowd differs.
        groups = [people[index::1 + len(options.crowd)] for index in range(1 + len(options.crowd))]
        for connections in CONNECTIONS:
            authenticate("/authenticate/", connections, groups[0])
        among = f" among {options.crowd[-1]:,} people" if options.crowd else ""
        if options.crowd:
            address = common(key, model)["email"]
            (known,) = [person["id"] for person in paraph.admin("person", "list")["people"] if person["email"] == address]
            crowd = Crowd(paraph.data, options.database, known)
            for size, group in zip(options.crowd, groups[1:]):
                crowd.grow(size)
                authenticate(f"/authenticate/ among {size:,} people", 16, group)
        for connections in CONNECTIONS:
            count = options.rate // 4 * options.seconds
            bodies = (registration(key, index, Signer(index)) for index in range(number, number + count))
            number += count
            measure(f"/register/{among}", connections, f"{paraph.url}/register/", lines(f"{folder}/bodies", bodies))
        if options.seasoned:
            chosen = people[:options.seasoned]
            count = REMEMBERED * len(chosen)
            wrk(f"{paraph.url}/authenticate/", 16, PATIENCE + 1, samples(count, chosen))
            authenticate(f"/authenticate/{among}, 200 samples remembered", 16, chosen)
        most = memory(paraph.process)["VmHWM"]
        require(paraph.stop() == 0, "the server did not stop well")

    engine = "PostgreSQL" if options.database else "SQLite"
    report = [f"# Load over HTTP, {engine}", "", f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, shared with the load's own generator; "
              f"{len(people)} people with templates; {options.seconds} s each.", "",
              "| call | connections | a second | p50, ms | p99, ms | not 2xx |", "|---|---|---|---|---|---|"]
    report += [f"| {what} | {connections} | {r['per second']:.0f} | {r['p50']:.2f} | {r['p99']:.2f} | {r['failed']} |" for what, connections, r in rows]
    report += ["", f"Memory: {idle:.0f} MB idle, {most:.0f} MB at most.", ""]
    print(f"memory: {idle:.0f} MB idle, {most:.0f} MB at most")
    if options.output:
        pathlib.Path(options.output).write_text("\n".join(report))


if __name__ == "__main__":
    main()
