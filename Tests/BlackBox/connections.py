#!/usr/bin/env python3
"""What strangers do to connections: take all of them, drip, read nothing, send what two readers would read in two ways.

usage: connections.py [CHECK...]        descriptors, slow, framing, http2, proxied; all of them, side by side, where none is named

Everything goes over loopback, a few hundred connections at most, and ends by itself within a minute. Beside each attack stands somebody
honest whom it must not refuse: an office behind one address, a telephone on the slowest network.
"""

import contextlib
import json
import os
import pathlib
import re
import select
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from _http2 import frame, head, literal
from _paraph import ROOT, Paraph, require
from front import make_certificate

sys.path.append(str(ROOT / "Tests/Browser"))
from signer import Signer  # noqa: E402

DESCRIPTORS = 256


def connect(paraph, source="127.0.0.1", patience=5):
    return socket.create_connection(("127.0.0.1", paraph.port), patience, (source, 0))


def get(paraph, path, source="127.0.0.1"):
    """The status of an answer on a connection of its own."""
    with connect(paraph, source, 10) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
        return int(connection.makefile("rb").readline().split()[1])


def processor_time(process):
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def is_closed(connection, patience):
    """Whether the other side closes within so many seconds; what it says before is thrown away."""
    connection.settimeout(patience)
    end = time.monotonic() + patience
    try:
        while connection.recv(65536):
            if time.monotonic() > end:
                return False
        return True
    except TimeoutError:
        return False
    except OSError:
        return True


def written(strokes):
    points = [{"x": round(1024 * x), "y": round(768 * y), "p": 0} for stroke in strokes for x, y, _ in stroke]
    return {"pressure": 0, "dot_count": len(points), "signature_contents": points}


def signing(key, signer, email):
    """The body of a registration with so many signatures, and that of a sign-in, each of which makes a new one."""
    common = {"apikey": key, "email": email, "time": "21.11.2026 10:00:00", "os_version": "18.0", "device_version": "iPhone",
              "resolution": {"width": 1024, "height": 768}, "pressure": 0}

    def register(count):
        return {**common, "user_name": "Anna", "signatures": [written(signer.signature()) for _ in range(count)]}

    return register, lambda: {**common, "signature": written(signer.signature())}


# MARK: - All connections

def check_descriptors():
    """300 connections of one client, then of eight, at 256 descriptors: everybody else is served, registers and signs in."""
    with contextlib.ExitStack() as stack:
        paraph = Paraph("--rate-limits", "off")
        # The soft limit is raised to the hard one by the server itself, so a shell lowers both.
        paraph.program = stack.enter_context(limited(paraph.program))
        stack.enter_context(paraph)
        key = paraph.register_app()
        for clients in (1, 8):
            flood(paraph, key, clients)
        require(paraph.process.poll() is None, f"the server ended with {paraph.process.poll()}")
        require(paraph.stop() == 0, "the server did not stop well")


@contextlib.contextmanager
def limited(program):
    """The program, started with so few descriptors."""
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder) / "paraph"
        script.write_text(f"#!/bin/sh\nulimit -n {DESCRIPTORS}\nexec {program} \"$@\"\n")
        os.chmod(script, 0o700)
        yield str(script)


def flood(paraph, key, clients):
    held = []
    try:
        # Somebody who is there already goes on asking, so that the server's threads have work meanwhile.
        regular = connect(paraph, "127.0.0.99", 10)
        for number in range(300):
            with contextlib.suppress(OSError):
                held.append(connect(paraph, f"127.0.1.{number % clients + 1}", 1))
        before, begun = processor_time(paraph.process), time.monotonic()
        for _ in range(20):
            regular.sendall(b"GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n")
            answer = regular.recv(65536)
            require(answer.startswith(b"HTTP/1.1 200"), f"who was there before is told {answer[:40]}")
            time.sleep(0.1)
        used = (processor_time(paraph.process) - before) / (time.monotonic() - begun)
        for path in ("/healthz", "/readyz"):
            require(get(paraph, path) == 200, f"{path} is not answered beside 300 connections of {clients} clients")
        register, sample = signing(key, Signer(clients), f"anna{clients}@example.org")
        answer = {"res": "2", "count_required": 10}
        for _ in range(4):
            if answer["res"] == "2":
                _, answer = paraph.post("/register/", register(answer["count_required"]))
        require(answer.get("res") == "0", f"/register/ beside the flood answered {answer}")
        _, answer = paraph.post("/authenticate/", sample())
        require(answer.get("res") == "0", f"/authenticate/ beside the flood answered {answer}")
        opened = len(list(pathlib.Path(f"/proc/{paraph.process.pid}/fd").iterdir()))
        require(opened < DESCRIPTORS - 32, f"{opened} of {DESCRIPTORS} descriptors are in use: none is left for blobs")
        if clients == 1:
            ours = sum(not is_closed(connection, 0.01) for connection in held)
            require(ours <= 40, f"one client holds {ours} connections")
        print(f"300 connections of {clients} clients: {opened} descriptors in use, {used:.0%} of a core")
        require(used < 0.5, f"the server uses {used:.0%} of a core for connections that say nothing")
    finally:
        for connection in [*held, regular]:
            connection.close()


# MARK: - Slow ones

def check_slow():
    """Who drips or does not read is sent away within 45 s; who is slow and honest is not."""
    with Paraph("--rate-limits", "off") as paraph:
        key = paraph.register_app()
        head = b"POST /authenticate/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n"
        results, threads = {}, []

        def drip(name, first, rest, every):
            with connect(paraph) as connection:
                begun = time.monotonic()
                connection.sendall(first)
                connection.settimeout(every)
                answer = b""
                while time.monotonic() - begun < 45:
                    try:
                        if rest:
                            connection.sendall(rest)
                        more = connection.recv(65536)
                        answer += more
                        if not more:
                            break
                    except TimeoutError:
                        continue
                    except OSError:
                        break
                results[name] = (time.monotonic() - begun, answer)

        def deaf():
            """Asks for much and reads nothing."""
            with socket.socket() as connection:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                connection.connect(("127.0.0.1", paraph.port))
                begun = time.monotonic()
                connection.setblocking(False)
                ask = b"GET /openapi.yaml HTTP/1.1\r\nHost: a\r\n\r\n" * 50
                with contextlib.suppress(BlockingIOError):
                    connection.send(ask)
                while time.monotonic() - begun < 45:
                    time.sleep(0.5)
                    if connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) or is_gone(connection):
                        break
                results["deaf"] = (time.monotonic() - begun, b"")

        def telephone():
            """5 kB a second with pauses of five seconds, as GPRS brings them: 40 s of an upload, then an answer."""
            email = "phone@example.org"
            _, sample = signing(key, Signer(7), email)
            body = json.dumps({**sample(), "photo": "A" * 140_000}).encode()
            with connect(paraph, patience=30) as connection:
                begun = time.monotonic()
                connection.sendall(f"POST /authenticate/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode())
                for number, start in enumerate(range(0, len(body), 5000)):
                    connection.sendall(body[start:start + 5000])
                    # As slow as it is, it hears an answer that comes before its body is whole, and stops there.
                    pause = 5 if number % 10 == 9 else 1
                    if start + 5000 < len(body) and select.select([connection], [], [], pause)[0]:
                        break
                results["telephone"] = (time.monotonic() - begun, connection.recv(65536))

        def reader():
            """Reads an answer of some 200 kB at 10 kB a second."""
            with socket.socket() as connection:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                connection.settimeout(30)
                connection.connect(("127.0.0.1", paraph.port))
                begun = time.monotonic()
                connection.sendall(b"GET /openapi.yaml HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                answer = b""
                while more := connection.recv(5000):
                    answer += more
                    time.sleep(0.5)
                results["reader"] = (time.monotonic() - begun, answer)

        for target, *arguments in (
            (drip, "silent", b"", b"", 1), (drip, "head", b"GET /healthz HTTP/1.1\r\nHost: a\r\n", b"X", 2), (drip, "body", head, b"{", 2),
            (drip, "chunks", head.replace(b"Content-Length: 100000", b"Transfer-Encoding: chunked"), b"1\r\n \r\n", 2), (deaf,), (telephone,),
            (reader,),
        ):
            threads.append(threading.Thread(target=target, args=arguments))
            threads[-1].start()
        for thread in threads:
            thread.join(90)
        for name in ("silent", "head", "body", "chunks", "deaf"):
            require(results[name][0] < 44, f"{name}: the connection stayed open for {results[name][0]:.0f} s")
        for name in ("body", "chunks"):
            require(results[name][1].startswith(b"HTTP/1.1 408"), f"{name}: the answer is {results[name][1][:60]}")
        require(results["telephone"][0] > 30 and results["telephone"][1].startswith(b"HTTP/1.1 200"),
                f"a slow telephone is told {results['telephone'][1][:80]}")
        whole = urllib.request.urlopen(f"{paraph.url}/openapi.yaml").read()
        require(results["reader"][1].endswith(whole), f"a slow reader got {len(results['reader'][1])} of {len(whole)} bytes")
        print(", ".join(f"{name} {seconds:.0f} s" for name, (seconds, _) in sorted(results.items())))


def is_gone(connection):
    """Whether the other side has closed, as the kernel sees it, with nothing read."""
    state = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]
    return state != 1


# MARK: - Two readings

def check_framing():
    """What could be read in two ways is refused with 400, and nothing after it is read as a request."""
    get = "GET /healthz HTTP/1.1\r\n"
    post = "POST /v1/registrations HTTP/1.1\r\nHost: a\r\n"
    hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"
    refused = {
        "no Host": f"{get}\r\n",
        "two Hosts": f"{get}Host: a\r\nHost: b\r\n\r\n",
        "the same Host twice": f"{get}Host: a\r\nHost: a\r\n\r\n",
        "a Host that is a list": f"{get}Host: a, b\r\n\r\n",
        "a Host with a user": f"{get}Host: a@b\r\n\r\n",
        "an empty Host": f"{get}Host:\r\n\r\n",
        "an unknown coding": f"{post}Transfer-Encoding: gzip\r\n\r\n{hidden}",
        "an unknown coding before chunked": f"{post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n{hidden}",
        "identity": f"{post}Transfer-Encoding: identity\r\n\r\n{hidden}",
        "chunked twice": f"{post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{hidden}",
        "chunked before another": f"{post}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n{hidden}",
        "a coding with a control": f"{post}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n{hidden}",
        "a coding and a length": f"{post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{hidden}",
        "a coding in HTTP/1.0": f"POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{hidden}",
        "two lengths": f"{post}Content-Length: 0\r\nContent-Length: 5\r\n\r\n{hidden}",
        "the same length twice": f"{post}Content-Length: 0\r\nContent-Length: 0\r\n\r\n{hidden}",
        "a length that is a list": f"{post}Content-Length: 0, 0\r\n\r\n{hidden}",
        "a length with a sign": f"{post}Content-Length: +5\r\n\r\n{hidden}",
        "a folded field": f"{get}Host: a\r\nX-One: a\r\n b\r\n\r\n",
        "a folded coding": f"{post}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n{hidden}",
        "a space before the colon": f"{get}Host : a\r\n\r\n",
        "a bare line feed": f"{get}Host: a\nX: b\r\n\r\n",
        "a zero byte": f"{get}Host: a\r\nX: a\0b\r\n\r\n",
        "another version": "GET /healthz HTTP/2.0\r\nHost: a\r\n\r\n",
        "a chunk's length with more": f"{post}Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n{hidden}",
    }
    bodies = {"a chunk's length with more"}
    taken = {
        "one Host": f"{get}Host: a\r\nConnection: close\r\n\r\n",
        "a Host with a port": f"{get}Host: [::1]:8080\r\nConnection: close\r\n\r\n",
        "HTTP/1.0 without a Host": "GET /healthz HTTP/1.0\r\nConnection: close\r\n\r\n",
    }
    with Paraph("--rate-limits", "off") as paraph:
        wrong = []
        for name, request in [*refused.items(), *taken.items()]:
            with connect(paraph) as connection:
                connection.sendall(request.encode("latin-1"))
                connection.settimeout(2)
                answer = b""
                with contextlib.suppress(TimeoutError, ConnectionError):
                    while more := connection.recv(65536):
                        answer += more
                statuses = re.findall(rb"HTTP/1\.1 (\d+)", answer)
                # Where only the body is wrong, its head may have been answered before.
                wanted = [b"400"] if name in refused else [b"200"]
                if statuses[-1:] != wanted or len(statuses) > (2 if name in bodies else 1) or b"404" in statuses:
                    wrong.append(f"{name}: {statuses}")
        require(not wrong, "\n".join(["these are answered otherwise:", *wrong]))
        print(f"{len(refused)} requests that can be read in two ways are refused, {len(taken)} honest ones are not")


# MARK: - HTTP/2

def check_http2():
    """Floods of frames end the connection; an ambiguous authority is refused."""
    with Paraph("--rate-limits", "off") as paraph:
        make_certificate(paraph.folder, "http2")
        paraph.kill()
        paraph.start_tls(paraph.folder / "http2.pem", paraph.folder / "http2.key")

        def opened():
            context = ssl.create_default_context(cafile=paraph.folder / "http2.pem")
            context.set_alpn_protocols(["h2"])
            connection = context.wrap_socket(connect(paraph), server_hostname="127.0.0.1")
            connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0))
            return connection

        def is_ended(frames):
            """Whether the connection is closed by the end of these frames."""
            with opened() as connection:
                try:
                    for one in frames:
                        connection.sendall(one)
                    return is_closed(connection, 3)
                except OSError:
                    return True

        begin = head("/v1/registrations", "POST")
        # What reads its body before anything else is still open when the frames come.
        waiting = head("/authenticate/", "POST")
        floods = {
            "streams that are reset at once": (frame(1, 4, 2 * number + 1, begin) + frame(3, 0, 2 * number + 1, struct.pack(">I", 8)) for number in range(2000)),
            "a head that never ends": (frame(1, 1, 1, head()), *[frame(9, 0, 1, literal("x", "y" * 100))] * 200),
            "a head of 100 kB": (frame(1, 1, 1, head()), *[frame(9, 0, 1, literal("x", "y" * 100) * 100)] * 10, frame(9, 4, 1)),
            "pings": [frame(6, 0, 0, b"12345678") * 100] * 1000,
            "settings": [frame(4, 0, 0) * 100] * 1000,
            "empty data": (frame(1, 4, 1, waiting), *[frame(0, 0, 1) * 100] * 100),
            "windows of nothing": (frame(1, 4, 1, waiting), *[frame(8, 0, 1, bytes(4)) * 100] * 100),
            "priorities": [frame(2, 0, 3, struct.pack(">IB", 5, 1)) * 100] * 1000,
            "three heads on a stream": (frame(1, 4, 1, begin), frame(1, 4, 1, literal("x", "y")), frame(1, 5, 1, literal("x", "y"))),
        }
        left = [name for name, frames in floods.items() if not is_ended(frames)]
        # Frames that cost next to nothing are not bounded by their number.
        require(set(left) <= {"priorities"}, f"these do not end the connection: {left}")

        def status(block):
            with opened() as connection:
                connection.sendall(frame(1, 5, 1, block))
                connection.settimeout(3)
                data = b""
                with contextlib.suppress(OSError):
                    while more := connection.recv(65536):
                        data += more
                        while len(data) >= 9 and len(data) >= 9 + int.from_bytes(data[:3], "big"):
                            length, kind = int.from_bytes(data[:3], "big"), data[3]
                            payload, data = data[9:9 + length], data[9 + length:]
                            if kind == 1:
                                # The first field is the status, from the static table or spelt out.
                                return {0x88: 200, 0x8c: 400}.get(payload[0], payload[:12])
                            if kind == 3:
                                return "reset"
                return None

        for name, block, wanted in (
            ("an authority", head(), 200), ("an authority and the same Host", head("/healthz", "GET", "a", ("host", "a")), 200),
            ("no authority", head(authority=None), 400), ("an authority and another Host", head("/healthz", "GET", "a", ("host", "b")), 400),
        ):
            require(status(block) == wanted, f"{name}: {status(block)} instead of {wanted}")

        # More streams than are offered are refused one by one, and the first hundred are served.
        with opened() as connection:
            connection.sendall(b"".join(frame(1, 4, 2 * number + 1, begin) for number in range(150)))
            require(is_answered(connection, 7), "streams beyond the bound are not refused")
        require(paraph.stop() == 0, "the server did not stop well")
        print(f"{len(floods)} floods of frames, {len(left)} of them harmless")


# MARK: - Behind a proxy

def check_proxied():
    """Behind a trusted proxy a client has as many requests at a time as it would have connections, on streams too, and takes none from another."""
    with Paraph("--rate-limits", "off", "--max-connections", "256", "--trusted-proxies", "127.0.0.1") as paraph:
        key = paraph.register_app()
        greedy, honest = "192.0.2.7", "192.0.2.8"
        most = 32  # an eighth of 256

        def dripping(client):
            return (f"POST /v1/registrations HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: {client}\r\nContent-Type: application/json\r\n"
                    f"Paraph-Api-Key: {key}\r\nContent-Length: 1000\r\n\r\n{{").encode()

        def asked(path, client, trust=None):
            request = urllib.request.Request(f"{paraph.url}{path}", headers={"X-Forwarded-For": client})
            try:
                with urllib.request.urlopen(request, timeout=10, context=trust) as answer:
                    return answer.status
            except urllib.error.HTTPError as refused:
                return refused.code

        with contextlib.ExitStack() as stack:
            held = [stack.enter_context(connect(paraph)) for _ in range(most)]
            for connection in held:
                connection.sendall(dripping(greedy))
            status = settled(lambda: asked("/openapi.yaml", greedy), 429)
            require(status == 429, f"a request beyond {most} of one client past the proxy is answered {status}")
            extra = stack.enter_context(connect(paraph))
            extra.sendall(dripping(greedy))
            line = extra.makefile("rb").readline()
            require(line.split()[1:2] == [b"429"], f"the {most + 1}th dripping request is answered {line}")
            require(asked("/openapi.yaml", honest) == 200, "another client past the proxy is not answered")
            another = stack.enter_context(connect(paraph))
            another.sendall(dripping(honest))
            require(not is_closed(another, 1), "another client's request is not waited for")
        require(settled(lambda: asked("/openapi.yaml", greedy), 200) == 200, "the client is not answered when its requests are gone")

        make_certificate(paraph.folder, "proxied")
        paraph.kill()
        paraph.start_tls(paraph.folder / "proxied.pem", paraph.folder / "proxied.key")
        context, trust = (ssl.create_default_context(cafile=paraph.folder / "proxied.pem") for _ in range(2))
        context.set_alpn_protocols(["h2"])

        def block(client, path="/v1/registrations", method="POST"):
            return head(path, method, "a", ("x-forwarded-for", client), ("content-type", "application/json"), ("paraph-api-key", key))

        with context.wrap_socket(connect(paraph), server_hostname="127.0.0.1") as connection:
            connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0))
            # Streams of one connection, each of which has sent a byte of its body.
            for stream in range(1, 2 * most, 2):
                connection.sendall(frame(1, 4, stream, block(greedy)) + frame(0, 0, stream, b"{"))
            require(settled(lambda: asked("/openapi.yaml", greedy, trust), 429) == 429, f"a request beside {most} streams of one client is let in")
            beyond, other = 2 * most + 1, 2 * most + 3
            connection.sendall(frame(1, 4, beyond, block(greedy)) + frame(0, 0, beyond, b"{"))
            connection.sendall(frame(1, 5, other, block(honest, "/openapi.yaml", "GET")))
            answers = statuses(connection, {beyond, other})
            require(answers == {beyond: 429, other: 200}, f"the stream beyond {most} and that of another client are answered {answers}")
        require(paraph.stop() == 0, "the server did not stop well")
        print(f"{most} requests of a client past a proxy, on connections and on streams, and those of others beside them")


def settled(ask, wanted):
    """What is answered once it is what is wanted; the server may not have read all that was sent."""
    for _ in range(50):
        if (answer := ask()) == wanted:
            break
        time.sleep(0.1)
    return answer


def statuses(connection, streams):
    """The status of each of some streams."""
    connection.settimeout(10)
    found, data = {}, b""
    with contextlib.suppress(OSError):
        while set(found) < streams and (more := connection.recv(65536)):
            data += more
            while len(data) >= 9 and len(data) >= 9 + int.from_bytes(data[:3], "big"):
                length, kind, stream = int.from_bytes(data[:3], "big"), data[3], int.from_bytes(data[5:9], "big")
                payload, data = data[9:9 + length], data[9 + length:]
                if kind == 1 and stream in streams and stream not in found:
                    found[stream] = status_of(payload)
    return found


def status_of(block):
    """The status that a head begins with: an entry of the static table (RFC 7541, appendix A), or 429 by Huffman's code (appendix B)."""
    if block[0] & 0x80:
        return {8: 200, 9: 204, 10: 206, 11: 304, 12: 400, 13: 404, 14: 500}.get(block[0] & 0x7F)
    length = block[1] & 0x7F
    return {b"429": 429, b"\x68\x4f\xff": 429}.get(block[2:2 + length], block[2:2 + length])


def is_answered(connection, error):
    """Whether a stream is reset with an error, or the connection ended."""
    connection.settimeout(3)
    data = b""
    with contextlib.suppress(OSError):
        while more := connection.recv(65536):
            data += more
            if struct.pack(">I", error) in data:
                return True
        return True
    return False


def main():
    checks = sys.argv[1:] or ["descriptors", "framing", "http2", "proxied", "slow"]
    if len(checks) == 1:
        return globals()[f"check_{checks[0]}"]()
    # Most of their time is waiting, and each has a server of its own.
    running = {check: subprocess.Popen([sys.executable, __file__, check]) for check in checks}
    failed = [check for check, process in running.items() if process.wait() != 0]
    require(not failed, " and ".join(failed))


if __name__ == "__main__":
    main()
