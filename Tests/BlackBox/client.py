#!/usr/bin/env python3
"""Signs in with `paraph login`, works with `paraph documents`, and signs out; then the example on the SDK does the same.

The terminal becomes a device of a made-up person who approves it on another; what it keeps lies sealed. Exits 0 when everything holds.
PARAPH names the program.
"""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from _owner import Owner, pdf
from _paraph import PROGRAM, Paraph, require
from front import make_certificate


class Terminal:
    """A person's terminal with a profile of its own."""

    def __init__(self, folder, key):
        self.folder = folder
        self.profile = folder / "profile"
        self.environment = {**os.environ, "PARAPH_PROFILE": str(self.profile), "PARAPH_API_KEY": key, "HOME": str(folder)}

    def begin(self, *arguments, program=PROGRAM):
        return subprocess.Popen([program, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, env=self.environment, cwd=self.folder)

    def run(self, *arguments, status=0, program=PROGRAM, given=None):
        """Runs the program; gives what it printed, and what it complained of where it should fail."""
        done = subprocess.run([program, *map(str, arguments)], input=given or "", capture_output=True, text=True, env=self.environment, cwd=self.folder)
        require(done.returncode == status, f"{' '.join(map(str, arguments))} ended with {done.returncode}: {done.stdout} {done.stderr}")
        return done.stdout if status == 0 else done.stdout + done.stderr

    def json(self, *arguments, status=0):
        return json.loads(self.run(*arguments, "--json", status=status).splitlines()[-1])


def sign_in(terminal, anna, server, *more):
    """Adds the terminal as a device."""
    process = terminal.begin("login", server.url, "--as", anna.email, "--json", *more)
    waiting = json.loads(process.stdout.readline() or "{}")
    require("code" in waiting, f"a code is shown: {waiting} {process.stderr.read() if not waiting else ''}")
    # A server that is away meanwhile: the question waits.
    server.kill()
    try:
        process.wait(timeout=10)
        require(False, f"it waits: {process.communicate()}")
    except subprocess.TimeoutExpired:
        pass
    server.start(port=server.port)
    anna.let_device_in(waiting["code"])
    out, err = process.communicate(timeout=60)
    require(process.returncode == 0, f"the approved terminal is signed in: {out} {err}")
    answer = json.loads(out)
    require((answer["email"], answer["server"], answer["personId"]) == (anna.email, server.url, anna.id), f"it says who: {answer}")


def refusals(terminal, server, anna):
    said = terminal.run("documents", "list", status=2)
    require("paraph login" in said, f"who is not signed in is told how to: {said}")
    said = terminal.run("login", server.url, status=2)
    require("--as" in said, f"a name is needed: {said}")
    said = terminal.run("login", "http://sign.example.org", "--as", anna.email, status=2)
    require("https" in said, f"other servers are reached by https only: {said}")
    said = terminal.run("login", "http://127.0.0.1:9", "--as", anna.email, status=2)
    require("cannot be reached" in said, f"a server that is not there: {said}")
    said = terminal.run("login", server.url, "--as", anna.email, "--api-key", "wrong", status=2)
    require("appRefused" in said, f"a wrong key: {said}")
    drawing = terminal.folder / "drawing.ink"
    drawing.write_bytes(anna.sample())
    said = terminal.run("login", server.url, "--as", anna.email, "--drawing", drawing, status=2)
    require("does not know this device" in said, f"a signature needs a device that the account knows: {said}")


def is_sealed(terminal, key):
    """What the profile keeps is for its owner alone, and says nothing to who reads it without the key."""
    for path in terminal.profile.rglob("*"):
        require(path.stat().st_mode & 0o077 == 0, f"{path} is open to others")
        if path.is_file():
            require(key.encode() not in path.read_bytes() and b"token" not in path.read_bytes(), f"{path} is not sealed")


def sign(anna, id, seen):
    drawn = anna.draw(seen)
    status, draft = anna.prepare(id, seen, drawn, [72, 72, 252, 152])
    require(status == 200, f"a draft: {status} {draft}")
    status, file = anna.complete(id, draft, anna.request(draft, drawn))
    require(status == 200, f"it is signed: {status} {file}")
    return file


def documents(terminal, anna):
    data = pdf(filling=50_000)
    kept = anna.keep(data, name="Lease.pdf")
    listed = terminal.json("documents", "list")["documents"]
    require([file["id"] for file in listed] == [kept["id"]], f"the document is listed: {listed}")
    require("Lease.pdf" in terminal.run("documents", "list"), "with its name")
    terminal.run("documents", "get", kept["id"])
    here = terminal.folder / "Lease.pdf"
    require(here.read_bytes() == data, "it is fetched whole")
    said = terminal.run("documents", "get", kept["id"], status=2)
    require("--force" in said, f"nothing is written over by itself: {said}")
    said = terminal.run("documents", "get", "0" * 32, status=2)
    require("notFound" in said, f"what is not there: {said}")
    require(terminal.json("documents", "verify", here, status=1)["state"] == "unsigned", "nobody signed it yet")
    said = terminal.run("documents", "history", kept["id"], status=2)
    require("not signed" in said, f"nor is there a history: {said}")

    file = sign(anna, kept["id"], kept["hash"])
    terminal.run("documents", "get", kept["id"], "--force")
    verdict = terminal.json("documents", "verify", here)
    require(verdict["state"] == "current" and verdict["documentId"] == file["documentId"], f"as it was signed: {verdict}")
    require(verdict["signers"] == [{"name": "Anna Petrova", "isMatch": True}] and not verdict["changes"], f"by whom: {verdict}")
    require("Unchanged" in terminal.run("documents", "verify", here), "in the app's words")
    for id in (kept["id"], file["documentId"]):
        history = terminal.json("documents", "history", id)
        require([len(version["signatures"]) for version in history["versions"]] == [0, 1], f"its history: {history}")
    require("Anna Petrova" in terminal.run("documents", "history", kept["id"]), "with who signed")

    changed = terminal.folder / "Changed.pdf"
    changed.write_bytes(here.read_bytes() + b"% more\n")
    verdict = terminal.json("documents", "verify", changed, status=1)
    require(verdict["state"] == "changed", f"a change is told: {verdict}")
    changed.write_bytes(b"no PDF")
    require("PDF" in terminal.run("documents", "verify", changed, status=2), "what is no PDF is refused")
    (terminal.folder / "into").mkdir()
    terminal.run("documents", "get", kept["id"], "into")
    require((terminal.folder / "into/Lease.pdf").read_bytes() == here.read_bytes(), "into a folder")
    anna.ok("DELETE", f"/v1/files/{kept['id']}")
    require(terminal.json("documents", "list")["documents"] == [], "what was deleted is listed no more")
    require(len(terminal.json("documents", "list", "--trash")["documents"]) == 1, "but in the trash")


def sign_out_and_in(terminal, anna, server):
    terminal.run("logout")
    require("paraph login" in terminal.run("documents", "list", status=2), "the session is over")
    forged, own = terminal.folder / "forged.ink", terminal.folder / "own.ink"
    forged.write_bytes(Owner.sample(type("Other", (), {"signer": type(anna.signer)(99)})))
    said = terminal.run("login", "--drawing", forged, status=1)
    require("Tries left: 4" in said, f"another hand is refused: {said}")
    for _ in range(4):
        own.write_bytes(anna.sample())
        done = subprocess.run([PROGRAM, "login", "--drawing", own], capture_output=True, text=True, env=terminal.environment, cwd=terminal.folder)
        if done.returncode == 0:
            break
    require("Anna Petrova" in done.stdout, f"a drawing of the person's own signs in: {done.stdout} {done.stderr}")
    said = terminal.run("login", "--drawing", own, status=1)
    require("not compared" in said, f"a copy of a drawing is none: {said}")
    forgeries = []
    for number in range(7):
        forgeries.append(terminal.folder / f"forged-{number}.ink")
        forgeries[-1].write_bytes(Owner.sample(type("Other", (), {"signer": type(anna.signer)(200 + number)})))
    arguments = [argument for path in forgeries for argument in ("--drawing", path.name)]
    said = terminal.run("login", *arguments, status=1)
    require(("is looked at in" in said or "Not given:" in said) and "--drawing forged-6.ink" in said, f"what was not given is named: {said}")
    codes = anna.ok("POST", "/v1/me/recovery-codes", {"approval": anna.approval("recoveryCodes")})["codes"]
    terminal.run("logout")
    said = terminal.run("login", "--recovery-code", given="wrong-code\n", status=2)
    require("recoveryCode" in said, f"a wrong code: {said}")
    terminal.run("login", "--recovery-code", given=codes[0] + "\n")


def own_authority(folder):
    """A server whose certificate no system trusts."""
    with Paraph("--rate-limits", "off") as server:
        make_certificate(server.folder, "own")
        make_certificate(server.folder, "other")
        key = server.register_app()
        anna = Owner(server, "anna@example.org", "Anna Petrova", 1)
        server.kill()
        server.start_tls(server.folder / "own.pem", server.folder / "own.key")
        terminal = Terminal(folder, key)
        for more in ([], ["--authority", server.folder / "other.pem"]):
            said = terminal.run("login", server.url, "--as", anna.email, *more, status=2)
            require("cannot be reached" in said, f"an unknown certificate is not trusted: {said}")
        said = terminal.begin("login", server.url, "--as", anna.email, "--json", "--authority", server.folder / "own.pem")
        require("code" in json.loads(said.stdout.readline() or "{}"), "the pinned one is")
        said.kill()
        said.communicate()


def example(folder, anna, server, key):
    """Examples/HostCLI: less than sixty lines on the SDK."""
    program = pathlib.Path(PROGRAM).with_name("HostCLI")
    terminal = Terminal(folder, key)
    process = terminal.begin(server.url, key, anna.email, terminal.profile, program=program)
    code = process.stdout.readline().split()[-1]
    anna.let_device_in(code)
    out, err = process.communicate(timeout=60)
    require(process.returncode == 0 and "Minutes.pdf" in out, f"it becomes a device, and lists documents: {out} {err}")
    require("Minutes.pdf" in terminal.run(server.url, key, anna.email, terminal.profile, program=program), "the next time without a code")


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="paraph-terminal-"))
    try:
        for name in ("terminal", "tls", "example"):
            (folder / name).mkdir()
        with Paraph("--rate-limits", "off") as server:
            anna, key = Owner(server, "anna@example.org", "Anna Petrova", 1), server.register_app()
            terminal = Terminal(folder / "terminal", key)
            refusals(terminal, server, anna)
            sign_in(terminal, anna, server, "--device-name", "Anna’s terminal")
            devices = anna.ok("GET", "/v1/me/devices")["items"]
            require("Anna’s terminal" in [device["name"] for device in devices], f"it is one of her devices: {devices}")
            is_sealed(terminal, key)
            documents(terminal, anna)
            sign_out_and_in(terminal, anna, server)
            anna.keep(pdf(), name="Minutes.pdf")
            example(folder / "example", anna, server, key)
        own_authority(folder / "tls")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("paraph login, documents and logout hold, and so does the example.")


if __name__ == "__main__":
    main()
