"""A fresh server with its own data folder and mail in a folder; or one that runs already."""

import email
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from email import policy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Server:
    """`with Server() as server:` serves on a free port until the end; `server.base` is where."""

    def __init__(self, base=None, mail=None):
        self.base, self.mail, self.process = base, mail and Path(mail), None

    def __enter__(self):
        if self.base:
            return self
        self.folder = Path(tempfile.mkdtemp(prefix="paraph-browser-"))
        self.mail = self.folder / "mail"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.base = f"http://localhost:{port}"
        self.port = port
        self.start()
        return self

    def __exit__(self, *_):
        if self.process:
            self.stop()
            shutil.rmtree(self.folder, ignore_errors=True)

    def start(self):
        """Serves, and answers when this returns."""
        program = os.environ.get("PARAPH_PROGRAM", str(ROOT / ".build" / "debug" / "paraph"))
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [program, "serve", "--data", str(self.folder / "data"), "--port", str(self.port), "--public-url", self.base,
                 "--mail", f"folder:{self.mail}"],
                stdout=log, stderr=log)
        for _ in range(600):
            if self.process.poll() is not None:
                raise RuntimeError(f"the server stopped: {(self.folder / 'log').read_text()[-2000:]}")
            try:
                urllib.request.urlopen(self.base + "/readyz", timeout=1)
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the server does not answer")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)

    def code(self, address, after=0):
        """The newest six digits mailed to an address, once more than `after` such mails are there."""
        for _ in range(600):
            found = [code for to, code in self.codes() if to == address]
            if len(found) > after:
                return found[-1]
            time.sleep(0.05)
        raise AssertionError(f"no code was mailed to {address}")

    def codes(self):
        result = []
        for path in sorted(self.mail.glob("*.eml"), key=lambda path: path.stat().st_mtime_ns) if self.mail.exists() else []:
            message = email.message_from_bytes(path.read_bytes(), policy=policy.default)
            match = re.search(r"(?<!\d)(\d{3})[ \u00a0]?(\d{3})(?!\d)", message.get_body(("plain",)).get_content())
            if match:
                result.append((str(message["To"]).strip("<>"), match[1] + match[2]))
        return result
