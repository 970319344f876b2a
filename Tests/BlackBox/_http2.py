"""Frames of HTTP/2 (RFC 9113) as bytes, with heads whose fields are spelt out (RFC 7541, section 6.2.2)."""

import struct


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def literal(name, value):
    return b"\0" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()


def head(path="/healthz", method="GET", authority="a", *more):
    fields = [(":method", method), (":scheme", "https"), (":path", path), *([(":authority", authority)] if authority else []), *more]
    return b"".join(literal(*field) for field in fields)
