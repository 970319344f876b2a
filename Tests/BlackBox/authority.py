#!/usr/bin/env python3
"""Lets openssl judge the instance's own authority: its root, its list of revoked certificates, OCSP and timestamps; and what `paraph admin ca`
shows of it.

Exits 0 when everything holds. Needs Python 3 and openssl; PARAPH names the program.
"""

import base64
import pathlib
import subprocess
import tempfile
import urllib.parse
import urllib.request

from _paraph import Paraph, require


def openssl(*arguments, status=0):
    """Runs openssl and returns all that it says."""
    done = subprocess.run(["openssl", *map(str, arguments)], capture_output=True, text=True)
    said = done.stdout + done.stderr
    require(done.returncode == status, f"openssl {arguments[0]} ended with {done.returncode}: {said}")
    return said


def expect(said, *parts):
    """Ends the check where openssl did not say something."""
    for part in parts:
        require(part in said, f"“{part}” is missing in: {said}")


def ask(url, body=None, kind=None):
    """Gets or posts, and returns the body."""
    request = urllib.request.Request(url, data=body, headers={"Content-Type": kind} if kind else {})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.read()


def fingerprint(pem):
    return openssl("x509", "-in", pem, "-noout", "-fingerprint", "-sha256").strip().rpartition("=")[2].replace(":", "").lower()


def main():
    with tempfile.TemporaryDirectory() as name, Paraph() as server:
        folder, admin = pathlib.Path(name), server.admin
        admin("person", "create", "--email", "anna@example.com", "--name", "Anna Kern")
        naming = ["--public-url", server.url, "--organisation", "North & Co"]
        # Looking makes nothing.
        for _ in range(2):
            require(admin("ca", "show") == {"roots": []}, "there is something before anything was needed")
            require(admin("ca", "list") == {"certificates": []}, "there are certificates before anything was needed")
        admin("ca", "export", "--to", str(folder / "root.pem"), *naming)
        admin("ca", "rotate", *naming)
        anna = admin("ca", "issue", "--person", "anna@example.com")
        (folder / "anna.pem").write_text(anna["certificate"])
        root, leaf = folder / "root.pem", folder / "anna.pem"
        shown = admin("ca", "show")
        require([(one["number"], one["fingerprint"]) for one in shown["roots"]] == [(1, fingerprint(root))], f"the roots are {shown['roots']}")
        require(shown["seal"]["root"] == 1 and "North & Co" in shown["seal"]["subject"], f"the seal is {shown['seal']}")
        [listed] = admin("ca", "list", "--person", "anna@example.com")["certificates"]
        require(listed["serial"] == anna["serial"] and "revokedAt" not in listed, f"Anna's certificate is listed as {listed}")
        listed = {one["serial"] for one in admin("ca", "list")["certificates"]}
        require({anna["serial"], shown["seal"]["serial"]} <= listed, f"listed are {listed}")

        # The root and what it issued.
        openssl("verify", "-x509_strict", "-CAfile", root, "-purpose", "any", leaf)
        text = openssl("x509", "-in", leaf, "-noout", "-text")
        expect(text, "Anna Kern", "North & Co", "Non Repudiation", f"{server.url}/pki/1/root.crl", f"OCSP - URI:{server.url}/pki/ocsp")
        (folder / "root.cer").write_bytes(ask(f"{server.url}/pki/1/root.cer"))
        require(openssl("x509", "-inform", "DER", "-in", folder / "root.cer") == openssl("x509", "-in", root), "the root is another one")

        def crl():
            (folder / "root.crl").write_bytes(ask(f"{server.url}/pki/1/root.crl"))
            return openssl("crl", "-inform", "DER", "-in", folder / "root.crl", "-CAfile", root, "-noout", "-text")

        def ocsp(*more):
            return openssl("ocsp", *more, "-issuer", root, "-cert", leaf, "-url", f"{server.url}/pki/ocsp", "-CAfile", root)

        def check(status):
            openssl("crl", "-inform", "DER", "-in", folder / "root.crl", "-out", folder / "crl.pem")
            return openssl("verify", "-x509_strict", "-crl_check", "-CRLfile", folder / "crl.pem", "-CAfile", root, leaf, status=status)

        # Good, by list and by OCSP, with SHA-1 and SHA-256.
        said = crl()
        expect(said, "verify OK", "No Revoked Certificates")
        check(0)
        for digest in ["-sha1", "-sha256"]:
            said = ocsp(digest)
            expect(said, "Response verify OK", ": good")
            require("WARNING" not in said, said)
        # By GET, as some ask.
        openssl("ocsp", "-issuer", root, "-cert", leaf, "-reqout", folder / "request.der")
        path = urllib.parse.quote(base64.b64encode((folder / "request.der").read_bytes()).decode(), safe="")
        (folder / "answer.der").write_bytes(ask(f"{server.url}/pki/ocsp/{path}"))
        by_get = ["-respin", folder / "answer.der", "-CAfile", root, "-no_nonce"]
        expect(openssl("ocsp", "-issuer", root, "-cert", leaf, *by_get), "Response verify OK", ": good")

        # Revoked.
        revoked = admin("ca", "revoke", anna["serial"], "--reason", "keyCompromise")
        require(revoked["reason"] == "keyCompromise", f"revoked: {revoked}")
        [listed] = admin("ca", "list", "--person", "anna@example.com")["certificates"]
        require(listed.get("revokedAt") and listed.get("reason") == "keyCompromise", f"Anna's certificate is listed as {listed}")
        said = crl()
        expect(said, "verify OK", anna["serial"].upper(), "Key Compromise")
        expect(check(2), "certificate revoked")
        expect(ocsp(), "Response verify OK", ": revoked", "keyCompromise")

        # Another root: the first one still answers for what it issued.
        admin("ca", "rotate", "--root", *naming)
        after = admin("ca", "show")
        require([one["number"] for one in after["roots"]] == [2, 1] and after["roots"][1] == shown["roots"][0], f"the roots are {after['roots']}")
        require(after["seal"]["root"] == 2 and after["seal"]["serial"] != shown["seal"]["serial"], f"the seal is {after['seal']}")
        expect(crl(), "verify OK", anna["serial"].upper())
        expect(ocsp(), ": revoked")

        # Timestamps.
        admin("ca", "export", "--to", str(folder / "roots.pem"), *naming)
        content = folder / "content"
        content.write_bytes(b"something that was there")
        for digest in ["-sha256", "-sha384", "-sha512"]:
            openssl("ts", "-query", "-data", content, digest, "-cert", "-out", folder / "query.tsq")
            answer = ask(f"{server.url}/tsa", (folder / "query.tsq").read_bytes(), "application/timestamp-query")
            (folder / "answer.tsr").write_bytes(answer)
            said = openssl("ts", "-verify", "-queryfile", folder / "query.tsq", "-in", folder / "answer.tsr", "-CAfile", folder / "roots.pem")
            expect(said, "Verification: OK")
        timestamps = admin("ca", "show")["timestamps"]
        require(timestamps["root"] == 2 and "North & Co" in timestamps["subject"], f"the timestamps are {timestamps}")
        (folder / "content").write_bytes(b"something else")
        openssl("ts", "-verify", "-data", content, "-in", folder / "answer.tsr", "-CAfile", folder / "roots.pem", status=1)
        openssl("ts", "-query", "-data", content, "-sha1", "-out", folder / "query.tsq")
        (folder / "answer.tsr").write_bytes(ask(f"{server.url}/tsa", (folder / "query.tsq").read_bytes(), "application/timestamp-query"))
        said = openssl("ts", "-reply", "-in", folder / "answer.tsr", "-text")
        expect(said, "Rejected", "unrecognized or unsupported algorithm")
        print("authority: root, list, OCSP and timestamps hold with", openssl("version").strip())


if __name__ == "__main__":
    main()
