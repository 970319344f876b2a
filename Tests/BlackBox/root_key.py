#!/usr/bin/env python3
"""Serves with a root key that systemd keeps ($CREDENTIALS_DIRECTORY), refuses to serve without it or with another, and exchanges it.

The folder of credentials is as systemd makes it: closed to others, readable by its group, and nothing in it is written.
Needs Python 3 alone; PARAPH names the program.
"""

import os
import secrets
import subprocess

from _paraph import PROGRAM, Paraph, require
from dialect import Dialect
from ink import Signer


def put(folder, name, content, mode=0o440):
    """A folder of credentials with one more in it."""
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / name).write_bytes(content)
    (folder / name).chmod(mode)


def refuse(paraph, words):
    """Sees that a server does not start, says why, and makes no key of its own."""
    before = paraph.log.stat().st_size
    try:
        paraph.start(port=paraph.port)
    except RuntimeError:
        said = paraph.log.read_bytes()[before:].decode()
        require(words in said, f"“{words}” is not said, but: {said}")
        require(not (paraph.data / "root.key").exists(), "another root key was made")
        return
    raise SystemExit(f"FAILED: a server starts where “{words}” was to be said")


def main():
    signer, keys = Signer(1), [secrets.token_bytes(32) for _ in range(3)]
    paraph = Paraph()
    credentials = paraph.folder / "credentials"

    def begin(folder=credentials):
        os.environ["CREDENTIALS_DIRECTORY"] = str(folder)

    begin()
    put(credentials, "root.key", keys[0])
    with paraph:
        require(not (paraph.data / "root.key").exists(), "a root key was made beside the one that systemd keeps")
        api = Dialect(paraph.url, paraph.register_app())
        require(api.enrol("owner@example.org", signer).get("res") == "0", "nobody could register")

        def sign(number):
            said = api.authenticate("owner@example.org", signer.sample(number))
            require(said.get("res") == "0" and said.get("similarity", 0) > 0, f"who enrolled cannot sign: {said}")

        def rotate(expect):
            done = subprocess.run([PROGRAM, "admin", "key", "rotate", "--data", paraph.data], capture_output=True, text=True)
            require(done.returncode == expect, f"the exchange ended with {done.returncode}: {done.stdout}{done.stderr}")
            return done.stdout + done.stderr

        require(paraph.stop() == 0, "the server did not end well")
        del os.environ["CREDENTIALS_DIRECTORY"]
        refuse(paraph, "root.key")
        for name, content, mode, words in [("other", keys[1], 0o440, "root key"), ("short", keys[0][:31], 0o440, "32 bytes"),
                                           ("open", keys[0], 0o444, "open to other users")]:
            put(paraph.folder / name, "root.key", content, mode)
            begin(paraph.folder / name)
            refuse(paraph, words)
        begin()
        paraph.start(port=paraph.port)
        sign(100)

        # As the guide says: the next one as a second credential first, and under its name afterwards.
        require("root.key.next" in rotate(2), "it is not said what an exchange needs")
        put(credentials, "root.key.next", keys[2])
        rotate(0)
        sign(101)
        require([(credentials / name).read_bytes() for name in ("root.key", "root.key.next")] == [keys[0], keys[2]], "systemd's files were changed")
        require(paraph.stop() == 0, "the server did not end well")
        (credentials / "root.key.next").rename(credentials / "root.key")
        paraph.start(port=paraph.port)
        sign(102)
        require(paraph.stop() == 0, "the server did not end well")
        put(paraph.folder / "old", "root.key", keys[0])
        begin(paraph.folder / "old")
        refuse(paraph, "root key")
        require(not list(paraph.data.glob("root.key*")), "a root key lies in the data folder")
    print("root_key: systemd's root key is used, missed, and exchanged")


if __name__ == "__main__":
    main()
