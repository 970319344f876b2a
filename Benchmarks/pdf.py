#!/usr/bin/env python3
"""Compares signing and judging PDFs with pyHanko, on the same files and keys in the same run, each on one thread.

usage: Benchmarks/pdf.py [SECONDS]   (needs what Tests/requirements.txt lists; SECONDS a measurement, 3 where none are given; PDF_BENCHMARK names a
program that is built already)

pyHanko is tuned: the key is loaded once and the signature's size is given, where its documented use loads the key and signs twice each time.
Both sides go from bytes in memory to the result in memory as each gives it (pyHanko a stream, Paraph the bytes to append), and are timed by the
processor's time. Memory is what the
program `paraph pdf sign` (PARAPH, else .build/release/paraph) takes at most, less what it takes for a small file.
"""

import io
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Tests/BlackBox"))

from _paraph import PROGRAM  # noqa: E402
from _pki import PKI  # noqa: E402
from cryptography.hazmat.primitives import hashes, serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec, padding  # noqa: E402
from pyhanko.keys import load_cert_from_pemder  # noqa: E402
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter  # noqa: E402
from pyhanko.pdf_utils.reader import PdfFileReader  # noqa: E402
from pyhanko.sign import fields, signers  # noqa: E402
from pyhanko.sign.validation import validate_pdf_signature  # noqa: E402
from pyhanko_certvalidator import ValidationContext  # noqa: E402


def document(objects):
    """A PDF of one page and further objects, with a table."""
    page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<<>>>>"
    parts = [b"<</Type/Catalog/Pages 2 0 R/Keep 4 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page.encode()]
    # What nothing refers to might be passed over by one side.
    parts.append(b"[" + b" ".join(b"%d 0 R" % number for number in range(5, 5 + len(objects))) + b"]")
    parts += objects
    out, offsets = io.BytesIO(), []
    out.write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    for number, part in enumerate(parts, 1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n%b\nendobj\n" % (number, part))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(parts) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % offset for offset in offsets))
    out.write(b"trailer\n<</Root 1 0 R/Size %d/ID[<00><00>]>>\nstartxref\n%d\n%%%%EOF\n" % (len(parts) + 1, start))
    return out.getvalue()


def files():
    """The three kinds of file that the aims name."""
    numbers = random.Random(5)

    def stream(size):
        return b"<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length %d>>\nstream\n%b\nendstream" % (
            size, numbers.randbytes(size))

    def small():
        return b"<</Type/Annot/Subtype/Text/Rect[%d %d %d %d]/Contents(%b)/M(D:20260101000000Z)/C[0 %.3f 1]/Border[0 0 1]>>" % (
            *(numbers.randrange(600) for _ in range(4)), numbers.randbytes(15).hex().encode(), numbers.random())

    return {
        "95 KB, 27 objects": document([stream(4_050) for _ in range(23)]),
        "10 MB, 53 objects": document([stream(205_000) for _ in range(49)]),
        "10 MB, 56,000 objects": document([small() for _ in range(55_996)]),
    }


class CachedSigner(signers.SimpleSigner):
    """Keeps the key as an object instead of loading it for each signature."""

    async def async_sign_raw(self, data, digest_algorithm, dry_run=False):
        if isinstance(self.own, ec.EllipticCurvePrivateKey):
            return self.own.sign(data, ec.ECDSA(hashes.SHA256()))
        return self.own.sign(data, padding.PKCS1v15(), hashes.SHA256())


def rounds(work, seconds):
    spent, begin = [], time.process_time()
    while len(spent) < 5 or time.process_time() - begin < seconds:
        start = time.process_time()
        result = work()
        spent.append((time.process_time() - start) * 1000)
    return spent, result


def theirs(pki, who, content, seconds):
    signer = signers.SimpleSigner.load(str(pki.key(who)), str(pki.certificate(who)), ca_chain_files=[str(pki.chain)])
    signer.__class__ = CachedSigner
    signer.own = serialization.load_pem_private_key(pki.key(who).read_bytes(), None)
    meta = signers.PdfSignatureMetadata(field_name="Signature1", md_algorithm="sha256", subfilter=fields.SigSeedSubFilter.PADES)

    def sign():
        writer = IncrementalPdfFileWriter(io.BytesIO(content))
        return signers.PdfSigner(meta, signer).sign_pdf(writer, bytes_reserved=8192)

    def validate():
        embedded = PdfFileReader(io.BytesIO(signed)).embedded_signatures[0]
        status = validate_pdf_signature(embedded, ValidationContext(trust_roots=[load_cert_from_pemder(str(pki.root))], allow_fetching=False))
        assert status.bottom_line
        return status

    signing, signed = rounds(sign, seconds)
    signed = signed.getvalue()
    return signing, signed, validate


def ours(program, verb, source, output, seconds, pki, who):
    command = [program, verb, source, output, seconds, pki.key(who), pki.certificate(who), pki.chain, pki.root]
    return json.loads(subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE).stdout)


def peak(source, output, pki):
    """The most memory that the program takes, in bytes.

    A process begins with the peak of the one that starts it, so a small one does that.
    """
    start = "import os, sys; child = os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:]); print(*os.wait4(child, 0)[1:])"
    command = [PROGRAM, "pdf", "sign", source, output, "--key", pki.key("p256"), "--certificate", pki.certificate("p256"), "--chain", pki.chain]
    done = subprocess.run([sys.executable, "-S", "-c", start, *map(str, command)], check=True, capture_output=True, text=True)
    status, usage = done.stdout.splitlines()[-1].split(" ", 1)
    assert status == "0", done.stderr
    return int(usage.split("ru_maxrss=")[1].split(",")[0]) * 1024


def line(what, mine, other):
    left, right = statistics.median(mine), statistics.median(other)
    print(f"{what}: {left:.2f} ms ({min(mine):.2f} at best), pyHanko {right:.2f} ms ({min(other):.2f} at best); {right / left:.1f} times as fast", flush=True)


def main(seconds):
    program = os.environ.get("PDF_BENCHMARK")
    if not program:
        build = ["swift", "build", "-q", "-c", "release", "--package-path", HERE, "--product", "PDFBenchmark"]
        subprocess.run(build, check=True, stdout=sys.stderr)
        program = HERE / ".build/release/PDFBenchmark"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        source, output, judged = folder / "source.pdf", folder / "output.pdf", folder / "judged.pdf"
        with PKI(folder / "pki") as pki:
            for name, content in files().items():
                source.write_bytes(content)
                for who in ("rsa", "p256"):
                    other, signed, validate = theirs(pki, who, content, seconds)
                    line(f"sign, {who}, {name}", ours(program, "sign", source, output, seconds, pki, who), other)
                    judged.write_bytes(signed)
                    line(f"judge, {who}, {name}", ours(program, "validate", judged, output, seconds, pki, who), rounds(validate, seconds)[0])
                if pathlib.Path(PROGRAM).exists():
                    (folder / "small.pdf").write_bytes(document([]))
                    more = peak(source, output, pki) - peak(folder / "small.pdf", output, pki)
                    print(f"memory, {name}: {more / 1e6:.1f} MB, {more / len(content):.1f} times the file", flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
