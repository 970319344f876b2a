#!/usr/bin/env python3
"""A mail server for tests: speaks just enough SMTP (RFC 5321) on a free loopback port, and fails in the ways that it is told.

Prints `port NUMBER` first, then one line of JSON for each message that it took. It ends with its standard input.
"""

import argparse
import base64
import json
import socket
import socketserver
import ssl
import sys
import threading

parser = argparse.ArgumentParser()
parser.add_argument("--certificate", help="offer STARTTLS by this PEM certificate")
parser.add_argument("--key", help="its private key")
parser.add_argument("--implicit", action="store_true", help="speak TLS from the start")
parser.add_argument("--account", help="USER:PASSWORD to ask for")
parser.add_argument("--refuse-receiver", help="the answer to RCPT, such as '550 no such user'")
parser.add_argument("--refuse-message", help="the answer to the final dot, such as '451 later'")
parser.add_argument("--hang-up", action="store_true", help="take the message, then close without an answer")
parser.add_argument("--stall", action="store_true", help="never answer the final dot")
options = parser.parse_args()
say_lock = threading.Lock()


def say(line):
    with say_lock:
        print(line, flush=True)


class Conversation(socketserver.StreamRequestHandler):
    def setup(self):
        self.encrypted = False
        if options.implicit:
            self.encrypt(wrap_only=True)
        super().setup()

    def encrypt(self, wrap_only=False):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)
        self.request = context.wrap_socket(self.request, server_side=True)
        self.encrypted = True
        if not wrap_only:
            self.rfile = self.request.makefile("rb")

    def answer(self, line):
        self.request.sendall(line.encode() + b"\r\n")

    def handle(self):
        sender, receivers, user, hello = None, [], None, None
        self.answer("220 sink ready")
        while line := self.rfile.readline():
            words = line.decode("utf-8", "replace").strip()
            verb = words.upper()
            if verb.startswith(("EHLO", "HELO")):
                hello = words[5:]
                features = ["sink", "SMTPUTF8"]
                if options.certificate and not self.encrypted:
                    features.append("STARTTLS")
                if options.account:
                    features.append("AUTH PLAIN")
                for feature in features[:-1]:
                    self.answer(f"250-{feature}")
                self.answer(f"250 {features[-1]}")
            elif verb == "STARTTLS" and options.certificate:
                self.answer("220 go on")
                self.encrypt()
            elif verb.startswith("AUTH PLAIN"):
                given = words[11:]
                if not given:
                    self.answer("334 ")
                    given = self.rfile.readline().decode().strip()
                parts = base64.b64decode(given).decode().split("\0")
                if options.account == f"{parts[1]}:{parts[2]}":
                    user = parts[1]
                    self.answer("235 welcome")
                else:
                    self.answer("535 no")
            elif verb.startswith("MAIL FROM:"):
                sender = words[10:].split(">")[0].strip("< ")
                self.answer("530 who are you?" if options.account and not user else "250 ok")
            elif verb.startswith("RCPT TO:"):
                if options.refuse_receiver:
                    self.answer(options.refuse_receiver)
                else:
                    receivers.append(words[8:].split(">")[0].strip("< "))
                    self.answer("250 ok")
            elif verb == "DATA":
                self.answer("354 go on")
                lines = []
                while (line := self.rfile.readline()) not in (b".\r\n", b""):
                    lines.append(line[1:] if line.startswith(b".") else line)
                if options.refuse_message:
                    self.answer(options.refuse_message)
                    continue
                text = b"".join(lines).decode("utf-8", "replace")
                say(json.dumps({
                    "sender": sender, "receivers": receivers, "user": user, "hello": hello, "encrypted": self.encrypted, "message": text,
                }))
                if options.hang_up:
                    return
                if options.stall:
                    # Says nothing until the client has enough of it.
                    self.rfile.read()
                    return
                self.answer("250 taken")
                receivers = []
            elif verb == "QUIT":
                self.answer("221 bye")
                return
            else:
                self.answer("502 what?")

    def handle_error(self, *_):
        pass


class Sink(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request, client_address):
        """A client that hangs up is part of the tests."""


with Sink(("127.0.0.1", 0), Conversation) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    say(f"port {server.server_address[1]}")
    sys.stdin.read()
    server.shutdown()
