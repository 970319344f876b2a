#!/usr/bin/env python3
"""What stands in front of everything: TLS, HTTP/2, a new certificate while serving, limits, metrics, and a stop with connections open."""

import shutil
import socket
import ssl
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request

from _paraph import Paraph, require, until


def make_certificate(folder, name):
    """A certificate for 127.0.0.1 that signs itself."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={name}",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.pem"],
        check=True, capture_output=True)


def served_certificate(port):
    return ssl.get_server_certificate(("127.0.0.1", port))


def queues(paraph, connection):
    """How many bytes the server's end of a connection has to send, and has not read (proc_tcp, tx_queue and rx_queue)."""
    ends = [f"0100007F:{port:04X}" for port in (paraph.port, connection.getsockname()[1])]
    with open("/proc/net/tcp") as table:
        row = next(row for row in map(str.split, table) if row[1:3] == ends)
    return tuple(int(part, 16) for part in row[4].split(":"))


def check_tls():
    with Paraph("--rate-limits", "on") as paraph:
        for name in ("first", "second"):
            make_certificate(paraph.folder, name)
        first, second = ((paraph.folder / f"{name}.pem").read_text() for name in ("first", "second"))
        paraph.kill()
        for kind in ("pem", "key"):
            shutil.copy(paraph.folder / f"first.{kind}", paraph.folder / f"now.{kind}")
        paraph.start_tls(paraph.folder / "now.pem", paraph.folder / "now.key")
        require(served_certificate(paraph.port).strip() == first.strip(), "another certificate than the one that was named is served")
        for version in ("--http2", "--http1.1"):
            done = subprocess.run(["curl", "-sS", "--cacert", paraph.folder / "first.pem", version, "-o", "/dev/null", "-w", "%{http_version} %{http_code}",
                                   f"{paraph.url}/healthz"], capture_output=True, text=True)
            wanted = "2 200" if version == "--http2" else "1.1 200"
            require(done.stdout == wanted, f"curl {version} got {done.stdout or done.stderr}")
        old = subprocess.run(["curl", "-sSk", "--tlsv1.0", "--tls-max", "1.1", f"{paraph.url}/healthz"], capture_output=True)
        require(old.returncode == 35, f"TLS 1.1 is spoken: curl ended with {old.returncode}")

        # A pair that does not fit is not taken; a whole new pair is, without a restart.
        shutil.copy(paraph.folder / "second.pem", paraph.folder / "now.pem")
        until(lambda: b"certificate not read" in paraph.log.read_bytes(), "the log does not tell of the certificate that does not fit")
        require(served_certificate(paraph.port).strip() == first.strip(), "a certificate without its key is served")
        shutil.copy(paraph.folder / "second.key", paraph.folder / "now.key")
        until(lambda: served_certificate(paraph.port).strip() == second.strip(), "the new certificate is not served")
        require(paraph.stop() == 0, "the server did not stop well")


def check_limits_and_metrics():
    with Paraph("--rate-limits", "1", "--trusted-proxies", "127.0.0.0/8") as paraph:
        def post(client):
            return paraph.post("/v1/registrations", {}, {"X-Forwarded-For": client, "Paraph-Web": "1", "Sec-Fetch-Site": "same-origin"})[0]

        statuses = [post("198.51.100.7") for _ in range(130)]
        require(statuses[:120] == [400] * 120 and statuses[-1] == 429, f"the limit of strangers did not hold: {statuses[-15:]}")
        require(post("198.51.100.8") == 400, "one client's limit stops another")
        with urllib.request.urlopen(f"{paraph.url}/metrics") as response:
            text = response.read().decode()
        require('route="/v1/registrations",status="429"' in text, "the metrics do not count what was refused")
        require("198.51.100" not in text, "the metrics name an address")
        try:
            urllib.request.urlopen(urllib.request.Request(f"{paraph.url}/metrics", headers={"X-Forwarded-For": "198.51.100.7"}))
            require(False, "the metrics are told to everybody")
        except urllib.error.HTTPError as error:
            require(error.code == 404, f"/metrics answered {error.code}")
        require(b"198.51.100" not in paraph.log.read_bytes(), "the log names an address")


def check_hang_ups():
    """Clients that go away in the middle of a body are no fault of the server's."""
    with Paraph() as paraph:
        host = f"Host: 127.0.0.1:{paraph.port}\r\nParaph-Web: 1\r\nSec-Fetch-Site: same-origin\r\n"
        calls = [("/v1/registrations", "application/json"), ("/authenticate/", "application/x-www-form-urlencoded")]
        for path, kind in calls:
            for is_reset in (False, True):
                connection = socket.create_connection(("127.0.0.1", paraph.port), 5)
                connection.sendall(f"POST {path} HTTP/1.1\r\n{host}Content-Type: {kind}\r\nContent-Length: 100\r\n\r\n{{".encode())
                # What is not read before a reset is never seen.
                until(lambda: queues(paraph, connection)[1] == 0, "the server does not read what is sent")
                if is_reset:
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                connection.close()
        wanted = 2 * len(calls)
        until(lambda: paraph.log.read_bytes().count(b"went away in the middle of a body") >= wanted, "the log does not tell of clients that went away")
        log = paraph.log.read_text()
        require(log.count("went away in the middle of a body") == wanted, f"the log tells of more clients that went away than did:\n{log}")
        require("unforeseen" not in log, "a client that went away is logged as an error of the server")


def check_stop():
    """Ten seconds are enough, whatever hangs on the connections."""
    with Paraph() as paraph:
        connections = []

        def connect(request):
            connection = socket.create_connection(("127.0.0.1", paraph.port), 5)
            connection.sendall(request)
            connections.append(connection)

        host = f"Host: 127.0.0.1:{paraph.port}\r\n".encode()
        connect(b"")
        connect(b"GET /healthz HTTP/1.1\r\n" + host)
        connect(b"GET /healthz HTTP/1.1\r\n" + host + b"\r\n")
        connect(b"POST /v1/registrations HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
        # Answers that nobody reads: the window fills up and the stream stays open.
        reader = socket.socket()
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        reader.connect(("127.0.0.1", paraph.port))
        reader.setblocking(False)
        asked = (b"GET /openapi.yaml HTTP/1.1\r\n" + host + b"\r\n") * 200
        try:
            while asked:
                asked = asked[reader.send(asked):]
        except BlockingIOError:
            pass
        connections.append(reader)
        until(lambda: queues(paraph, reader)[0] > 0, "the window of the one that reads nothing stays open")
        for connection in connections[:-1]:
            until(lambda: queues(paraph, connection)[1] == 0, "the server does not read what is sent")
        before = time.monotonic()
        code = paraph.stop()
        taken = time.monotonic() - before
        require(code == 0, f"the server stopped with {code}")
        print(f"stopped with {len(connections)} connections open in {taken:.1f} s")


if __name__ == "__main__":
    check_stop()
    check_hang_ups()
    check_limits_and_metrics()
    check_tls()
