#!/usr/bin/env python3
"""The demo's bank as phones of the local network reach it: by TLS, over HTTP/1.1 and HTTP/2, with the certificate that `./demo --lan` makes.

It reaches Paraph by the same made-up authority, and by no other. A customer opens an account, and signs a transfer. Exits 0 when everything holds. Needs the project's .venv,
curl, and `demo-bank` beside the program that PARAPH names.
"""

import contextlib
import json
import os
import pathlib
import socket
import subprocess
import tempfile

from _paraph import PROGRAM, ROOT, Paraph, require, until

CIBA = "urn:openid:params:grant-type:ciba"
BANK = pathlib.Path(PROGRAM).with_name("demo-bank")


class Bank:
    def __init__(self, paraph, folder, client, authority):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder, self.jar = folder, folder / f"jar-{self.port}"
        self.process = subprocess.Popen(
            [BANK, "--paraph", paraph.url, "--client-id", client["clientId"], "--port", str(self.port), "--paraph-ca", authority,
             "--tls-cert", folder / "server.pem", "--tls-key", folder / "server.key"],
            env=os.environ | {"DEMO_BANK_CLIENT_SECRET": client["clientSecret"]}, stdout=subprocess.PIPE, text=True)
        said = self.process.stdout.readline()
        require(said.startswith("The bank is open: https://"), f"the bank says {said}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)
        self.process.stdout.close()

    def call(self, path, form=None, *flags):
        """Follows redirects; gives the version of HTTP and what came."""
        data = ["-d", form] if form else []
        command = ["curl", "-sS", "-L", "--cacert", self.folder / "ca.pem", "-c", self.jar, "-b", self.jar, "-H", "Accept: application/json", "-w", "\n%{http_version} %{url_effective}"]
        done = subprocess.run([*command, *flags, *data, f"https://127.0.0.1:{self.port}{path}"], capture_output=True, text=True, check=False)
        require(done.returncode == 0, f"curl says {done.stderr}")
        body, _, more = done.stdout.rpartition("\n")
        version, place = more.split(" ")
        return version, json.loads(body), place.partition(str(self.port))[2]


def main():
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="paraph-demo-bank-")))
        subprocess.run([ROOT / "scripts/demo-certificate", folder], env=os.environ | {"PARAPH_DEMO_ADDRESSES": "127.0.0.1"}, check=True, stdout=subprocess.DEVNULL)
        # What this program calls itself, it trusts as a phone does.
        os.environ["SSL_CERT_FILE"] = str(folder / "ca.pem")
        from _device import Person
        paraph = Paraph()
        stack.callback(paraph.kill)
        paraph.start("https", ["--tls-cert", folder / "server.pem", "--tls-key", folder / "server.key"])
        client = paraph.admin("client", "create", "--name", "Harbour Bank", "--grant", CIBA, "--shows-code")
        person = Person(paraph, "anna@example.org", "Anna Petrova", "anna")
        opening = "name=Anna&email=anna@example.org&password=correct+horse"
        with Bank(paraph, folder, client, folder / "here.pem") as bank:
            version, account, _ = bank.call("/accounts", opening)
            require((version, account["balance"]) == ("2", 250_000), f"HTTP/{version}: {account}")
            version, account, _ = bank.call("/", None, "--http1.1")
            require((version, account["balance"]) == ("1.1", 250_000), f"HTTP/{version}: {account}")
            require("\tTRUE\t0\tbank" in bank.jar.read_text(), "the cookie goes by TLS only")
            _, asked, place = bank.call("/transfers", "payee=Boris&amount=20")
            require(asked["state"] == "pending", f"{asked}")
            for _ in range(4):
                status, result = person.answer(person.requests()[0], num=asked["code"])
                require(status == 200, f"{status} {result}")
                if result["outcome"] == "accepted":
                    break
            until(lambda: bank.call(place)[1].get("state") == "done", "the transfer is done")
            require(bank.call("/")[1]["balance"] == 248_000, "what was signed is paid")
        # An authority that did not sign for Paraph.
        other = folder / "other"
        subprocess.run([ROOT / "scripts/demo-certificate", other], env=os.environ | {"PARAPH_DEMO_ADDRESSES": "127.0.0.1"}, check=True, stdout=subprocess.DEVNULL)
        with Bank(paraph, folder, client, other / "here.pem") as bank:
            bank.call("/accounts", opening)
            require("does not answer" in bank.call("/transfers", "payee=Boris&amount=20")[1].get("error", ""), "a stranger's certificate is taken for Paraph's")
        print("the bank is reached by TLS, and reaches Paraph by its own authority alone")


if __name__ == "__main__":
    if BANK.exists():
        main()
    else:
        print(f"skipped: there is no {BANK}")
