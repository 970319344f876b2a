"""Calls that are sent in one moment, over as many connections, and how long each took; made before the clock starts and read by one thread, so that the generator adds little."""

import json
import selectors
import socket
import time


def call(method, path, body=b"", headers=None):
    """A call as it goes over the wire."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}", *(f"{name}: {value}" for name, value in (headers or {}).items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Reply:
    """One connection's answer, as far as it came."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.bytes, self.began, self.seconds = b"", 0.0, None

    def read(self):
        """Takes what is there; whether that was all."""
        got = self.socket.recv(65_536)
        if not got:
            raise ConnectionError(f"the server hung up after {self.bytes[:200]!r}")
        self.bytes += got
        head, found, body = self.bytes.partition(b"\r\n\r\n")
        if not found:
            return False
        lengths = [int(line.partition(b":")[2]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
        return len(body) >= (lengths[0] if lengths else 0)

    def answer(self):
        """The seconds, the status and the answer."""
        head, _, body = self.bytes.partition(b"\r\n\r\n")
        return self.seconds, int(head.split(b" ", 2)[1]), json.loads(body or b"null")


def volley(port, calls):
    """Sends all calls at once, each on a connection of its own that is open by then; gives the seconds, the status and the answer of each, in their order."""
    replies = [Reply(port) for _ in calls]
    with selectors.DefaultSelector() as waiting:
        for reply, bytes in zip(replies, calls):
            waiting.register(reply.socket, selectors.EVENT_READ, reply)
            reply.began = time.monotonic()
            reply.socket.sendall(bytes)
        left = len(replies)
        while left:
            ready = waiting.select(60)
            if not ready:
                raise TimeoutError(f"{left} of {len(calls)} calls were not answered within a minute")
            now = time.monotonic()
            for key, _ in ready:
                if key.data.read():
                    key.data.seconds = now - key.data.began
                    waiting.unregister(key.fileobj)
                    left -= 1
    for reply in replies:
        reply.socket.close()
    return [reply.answer() for reply in replies]
