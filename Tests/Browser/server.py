"""A fresh server with its own data folder and mail in a folder; or one that runs already."""

import email
import re
import sys
import time
from email import policy
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "BlackBox"))

from _paraph import Paraph


class Server:
    """`with Server() as server:` serves on a free port until the end; `server.base` is where."""

    def __init__(self, base=None, mail=None):
        # Passkeys want a name in the address, not a number.
        self.paraph = None if base else Paraph("--outgoing-addresses", "any", host="localhost")
        self.base, self.mail = base, Path(mail) if mail else self.paraph and self.paraph.mail

    def __enter__(self):
        if self.paraph:
            self.paraph.__enter__()
            self.base = self.paraph.url
        return self

    def __exit__(self, *_):
        if self.paraph:
            self.paraph.__exit__(None)

    @property
    def url(self):
        """As what calls the API has it."""
        return self.base

    def start(self):
        """Serves again where it did before it was stopped."""
        self.paraph.start(port=self.paraph.port)

    def stop(self):
        self.paraph.stop()

    def code(self, address, after=0):
        """The newest six digits mailed to an address, once more than `after` such mails are there."""
        for _ in range(600):
            found = [code for to, code in self.codes() if to == address]
            if len(found) > after:
                return found[-1]
            time.sleep(0.05)
        raise AssertionError(f"no code was mailed to {address}; has another journey made its account?")

    def subjects(self, address):
        """What the mails to an address are about, in the order sent."""
        paths = sorted(self.mail.glob("*.eml"), key=lambda path: path.stat().st_mtime_ns) if self.mail.exists() else []
        messages = [email.message_from_bytes(path.read_bytes(), policy=policy.default) for path in paths]
        return [str(message["Subject"]) for message in messages if str(message["To"]).strip("<>") == address]

    def codes(self):
        result = []
        for path in sorted(self.mail.glob("*.eml"), key=lambda path: path.stat().st_mtime_ns) if self.mail.exists() else []:
            message = email.message_from_bytes(path.read_bytes(), policy=policy.default)
            match = re.search(r"(?<!\d)(\d{3})[ \u00a0]?(\d{3})(?!\d)", message.get_body(("plain",)).get_content())
            if match:
                result.append((str(message["To"]).strip("<>"), match[1] + match[2]))
        return result
