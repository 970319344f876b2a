"""The real program, started and stopped by the checks; every server gets a data folder and a free loopback port of its own."""

import json
import os
import pathlib
import random
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("PARAPH", str(ROOT / ".build/release/paraph"))


def at_once(calls):
    """Makes all calls in one moment; what each gave, in their order."""
    gate, told = threading.Barrier(len(calls)), [None] * len(calls)

    def make(index, call):
        gate.wait()
        told[index] = call()

    threads = [threading.Thread(target=make, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told


class Paraph:
    """One instance; `with Paraph() as paraph:` serves it and removes its folder afterwards, unless that was given to it."""

    def __init__(self, *flags, host="127.0.0.1", program=PROGRAM, folder=None):
        self.host, self.program = host, program
        self.is_own = folder is None
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="paraph-blackbox-")) if self.is_own else folder
        self.data = self.folder / "data"
        self.mail = self.folder / "mail"
        self.log = self.folder / "server.log"
        self.flags = flags
        self.process = None

    def __enter__(self):
        try:
            self.start()
        except BaseException as error:
            self.__exit__(type(error))
            raise
        return self

    def __exit__(self, kind, *_):
        self.kill()
        if kind and self.log.exists():
            print("The server said at last:\n" + "\n".join(self.log.read_text(errors="replace").splitlines()[-30:]), file=sys.stderr)
        if self.is_own:
            shutil.rmtree(self.folder, ignore_errors=True)

    def start_tls(self, certificate, key):
        """Serves over TLS; the certificate vouches for itself."""
        self.start("https", ["--tls-cert", certificate, "--tls-key", key], ssl.create_default_context(cafile=certificate))

    def start(self, scheme="http", more=(), trust=None, port=None):
        """Serves, and answers when this returns; on a port that is free unless one is given."""
        if port is None:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
        self.port, self.url = port, f"{scheme}://{self.host}:{port}"
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "serve", "--data", self.data, "--host", "127.0.0.1", "--port", str(self.port), "--public-url", self.url,
                 "--mail", f"folder:{self.mail}", *self.flags, *more],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL,
            )
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{self.url}/readyz", timeout=5, context=trust).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    raise RuntimeError("the server ended while starting") from None
                time.sleep(0.1)
        raise RuntimeError("the server did not become ready within 30 s")

    def stop(self):
        """Asks the server to end, and returns its exit status; at most 10 s are given."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=10)

    def kill(self):
        """Ends the server as a power cut would."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def admin(self, *arguments):
        """Runs `paraph admin … --json` and returns its answer."""
        at = self.flags.index("--database") if "--database" in self.flags else None
        database = self.flags[at:at + 2] if at is not None else []
        done = subprocess.run([self.program, "admin", *arguments, "--data", self.data, *database, "--json"], capture_output=True, text=True)
        require(done.returncode == 0, f"paraph admin {' '.join(arguments[:2])} said: {done.stderr}")
        return json.loads(done.stdout)

    def register_app(self, name="Check"):
        """Registers an app and returns its API key."""
        return self.admin("app", "create", "--name", name, "--bundle-id", "com.example.check", "--email", "dev@example.com",
                          "--website", "https://example.com")["apiKey"]

    def post(self, path, body, headers=None):
        """Sends JSON; returns the status and the answer."""
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json", **(headers or {})})
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, json.loads(response.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"null")


def until(condition, what, seconds=60):
    """What the condition gives, as soon as that is something; FAILED after so many seconds, which a loaded machine may need."""
    end = time.monotonic() + seconds
    while not (result := condition()):
        require(time.monotonic() < end, what)
        time.sleep(0.05)
    return result


def begin_chance():
    """Begins `random` with a seed that is printed, and given by PARAPH_SEED."""
    seed = os.environ.get("PARAPH_SEED") or str(random.SystemRandom().randrange(1 << 32))
    print(f"PARAPH_SEED={seed}", flush=True)
    random.seed(seed)


def require(condition, what):
    """Ends the check where a condition does not hold."""
    if not condition:
        raise SystemExit(f"FAILED: {what}")
