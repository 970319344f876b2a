"""A certification authority with all that long-term signatures need, made by openssl and served on loopback.

A root signs an intermediate, and that signs people, a timestamp service and an OCSP responder; both publish a CRL. One HTTP server within this
process answers for all of them: the CRLs, the certificates, OCSP (`openssl ocsp`) and RFC 3161 (`openssl ts`). It ends with the process,
or where the `with` ends.

usage: _pki.py FOLDER    serves until it is stopped, and prints the addresses first
"""

import http.server
import pathlib
import subprocess
import sys
import tempfile
import threading

# The people who sign: what makes their key, and whether their certificate names an OCSP responder or only a CRL.
PEOPLE = {
    "rsa": (["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"], True),
    "p256": (["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"], True),
    "p384": (["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"], False),
    "revoked": (["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"], True),
}
PASSWORD = "open sesame"

EXTENSIONS = """
[root]
basicConstraints=critical,CA:TRUE
keyUsage=critical,keyCertSign,cRLSign
subjectKeyIdentifier=hash
[intermediate]
basicConstraints=critical,CA:TRUE,pathlen:0
keyUsage=critical,keyCertSign,cRLSign
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
crlDistributionPoints=URI:{url}/root.crl
authorityInfoAccess=caIssuers;URI:{url}/root.cer
[person]
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature,nonRepudiation
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
crlDistributionPoints=URI:{url}/intermediate.crl
authorityInfoAccess=OCSP;URI:{url}/ocsp,caIssuers;URI:{url}/intermediate.cer
[person_crl]
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature,nonRepudiation
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
crlDistributionPoints=URI:{url}/intermediate.crl
[tsa]
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=critical,timeStamping
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
crlDistributionPoints=URI:{url}/intermediate.crl
authorityInfoAccess=caIssuers;URI:{url}/intermediate.cer
[ocsp]
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=OCSPSigning
noCheck=ignored
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
[ca_root]
database={folder}/root.index
default_md=sha256
default_crl_days=30
crl_extensions=crl
[ca_intermediate]
database={folder}/intermediate.index
default_md=sha256
default_crl_days=30
crl_extensions=crl
[crl]
authorityKeyIdentifier=keyid
[ts]
default_tsa=ts_service
[ts_service]
serial={folder}/tsa.serial
crypto_device=builtin
signer_digest=sha256
default_policy=1.2.3.4.1
digests=sha256,sha384,sha512
accuracy=secs:1
ordering=no
tsa_name=no
ess_cert_id_chain=no
ess_cert_id_alg=sha256
"""


def openssl(*arguments, data=None):
    """Runs openssl and returns what it writes; says what it complained about where it failed."""
    done = subprocess.run(["openssl", *map(str, arguments)], input=data, capture_output=True)
    if done.returncode:
        raise RuntimeError(f"openssl {' '.join(map(str, arguments))}: {done.stderr.decode(errors='replace')}")
    return done.stdout


class PKI:
    """`with PKI(folder) as pki:` makes and serves it; `pki.key("rsa")`, `pki.certificate("rsa")`, `pki.p12("rsa")` are files."""

    def __init__(self, folder, port=0):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock = threading.Lock()
        self.requests = []  # the paths that were asked for, in order
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), self.handler())
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.tsa_url = self.url + "/tsa"

    def __enter__(self):
        if (self.folder / "url").exists() and (self.folder / "url").read_text() != self.url:
            raise RuntimeError(f"{self.folder} holds a CA of another address")
        if not (self.folder / "url").exists():
            self.make()
            (self.folder / "url").write_text(self.url)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def key(self, name):
        return self.folder / f"{name}.key"

    def certificate(self, name):
        return self.folder / f"{name}.pem"

    def p12(self, name):
        return self.folder / f"{name}.p12"

    @property
    def root(self):
        return self.folder / "root.pem"

    @property
    def chain(self):
        """The intermediate's certificate, for --chain."""
        return self.folder / "intermediate.pem"

    def make(self):
        config = self.folder / "openssl.cnf"
        config.write_text(EXTENSIONS.format(url=self.url, folder=self.folder))
        (self.folder / "tsa.serial").write_text("01")
        ca = ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
        for name in ("root", "intermediate"):
            (self.folder / f"{name}.index").write_text("")
            (self.folder / f"{name}.index.attr").write_text("unique_subject = no\n")
        self.issue("root", "Check Root", ca, "root", None, 1)
        self.issue("intermediate", "Check Intermediate", ca, "intermediate", "root", 2)
        for number, (name, (how, has_ocsp)) in enumerate(PEOPLE.items(), 16):
            self.issue(name, f"Signer {name}", how, "person" if has_ocsp else "person_crl", "intermediate", number)
            openssl("pkcs12", "-export", "-inkey", self.key(name), "-in", self.certificate(name), "-certfile", self.chain, "-out", self.p12(name),
                    "-passout", f"pass:{PASSWORD}")
        self.issue("tsa", "Check Timestamps", ca, "tsa", "intermediate", 32)
        self.issue("ocsp", "Check OCSP", ca, "ocsp", "intermediate", 33)
        openssl("pkcs8", "-topk8", "-in", self.key("rsa"), "-out", self.folder / "rsa-encrypted.key", "-v2", "aes-256-cbc",
                "-passout", f"pass:{PASSWORD}")
        self.revoke("revoked")

    def issue(self, name, common, how, section, issuer, serial):
        openssl(*how, "-out", self.key(name))
        request = ["req", "-new", "-key", self.key(name), "-subj", f"/C=CH/O=Paraph checks/CN={common}"]
        extensions = ["-extfile", self.folder / "openssl.cnf", "-extensions", section, "-set_serial", serial, "-sha256", "-days", 3650]
        by = ["-signkey", self.key(name)] if issuer is None else ["-CA", self.certificate(issuer), "-CAkey", self.key(issuer)]
        openssl("x509", "-req", *by, *extensions, "-out", self.certificate(name), data=openssl(*request))
        openssl("x509", "-in", self.certificate(name), "-outform", "DER", "-out", self.folder / f"{name}.cer")
        if issuer:
            with open(self.folder / f"{issuer}.index", "a") as index:
                index.write(f"V\t360101000000Z\t\t{serial:02X}\tunknown\t/CN={common}\n")

    def revoke(self, name):
        """Revokes a person's certificate, and publishes new CRLs."""
        if name:
            serial = openssl("x509", "-in", self.certificate(name), "-noout", "-serial").decode().strip().split("=")[1]
            index = self.folder / "intermediate.index"
            lines = [line.split("\t") for line in index.read_text().splitlines()]
            for line in lines:
                if line[3] == serial:
                    line[0], line[2] = "R", "250101000000Z,keyCompromise"
            index.write_text("".join("\t".join(line) + "\n" for line in lines))
        for ca in ("root", "intermediate"):
            text = openssl("ca", "-gencrl", "-config", self.folder / "openssl.cnf", "-name", f"ca_{ca}", "-cert", self.certificate(ca), "-keyfile",
                           self.key(ca))
            openssl("crl", "-outform", "DER", "-out", self.folder / f"{ca}.crl", data=text)

    def answer(self, path, body):
        """The type and bytes of an answer; None where there is no such thing."""
        name = path.strip("/")
        with self.lock:
            self.requests.append(path)
            if name in ("root.crl", "intermediate.crl"):
                return "application/pkix-crl", (self.folder / name).read_bytes()
            if name in ("root.cer", "intermediate.cer"):
                return "application/pkix-cert", (self.folder / name).read_bytes()
            if name not in ("ocsp", "tsa") or not body:
                return None
            with tempfile.TemporaryDirectory() as folder:
                asked, answered = pathlib.Path(folder) / "asked", pathlib.Path(folder) / "answered"
                asked.write_bytes(body)
                if name == "ocsp":
                    openssl("ocsp", "-index", self.folder / "intermediate.index", "-CA", self.chain, "-rsigner", self.certificate("ocsp"), "-rkey",
                            self.key("ocsp"), "-reqin", asked, "-respout", answered, "-ndays", 7, "-rmd", "sha256")
                    return "application/ocsp-response", answered.read_bytes()
                openssl("ts", "-reply", "-config", self.folder / "openssl.cnf", "-section", "ts_service", "-queryfile", asked, "-signer",
                        self.certificate("tsa"), "-inkey", self.key("tsa"), "-chain", self.chain, "-out", answered)
                return "application/timestamp-reply", answered.read_bytes()

    def handler(self):
        pki = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def reply(self):
                try:
                    found = pki.answer(self.path, self.rfile.read(int(self.headers.get("Content-Length") or 0)))
                except RuntimeError as error:
                    print(error, file=sys.stderr)
                    found = None
                kind, body = found or ("text/plain", b"")
                self.send_response(200 if found else 404)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = reply

            def log_message(self, *_):
                pass

        return Handler


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with PKI(sys.argv[1]) as served:
        print(f"{served.url}\n{served.tsa_url}", flush=True)
        served.thread.join()
