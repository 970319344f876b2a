"""What the world's programs sign one after the other is judged as it is: each signs what each other has signed, and all of it is allowed.

iText 5, iText 2, PDFBox and LibreOffice (small programs in `signers`), pyHanko, endesive, poppler's pdfsig, MuPDF's mutool and Paraph: in a new field or in one that
waits, seen or not, on files with tables and with cross-reference streams; then validation data and a document timestamp follow. One of these ways for each pair, all
where PARAPH_FULL is 1. All of them sign besides what LibreOffice has written and signed while it did, and each pair files of older versions that have no form.
"""

import concurrent.futures
import datetime
import io
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

from _paraph import PROGRAM, require
from _pki import PASSWORD, PKI, openssl
from cryptography import x509
from cryptography.hazmat.primitives.serialization import pkcs12
from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import fields, signers, timestamps
from pyhanko.sign.validation import DocumentSecurityStore
from pyhanko_certvalidator import ValidationContext

JAVA = pathlib.Path("/usr/share/java")
JARS = ("itext5", "itext", "pdfbox2", "fontbox2", "bcprov", "bcpkix", "bcutil", "commons-logging")
SOURCES = pathlib.Path(__file__).parent / "signers"
FULL = os.environ.get("PARAPH_FULL") == "1"
# Where signers put what is seen: the field's place says whose it is.
BOXES = ((60, 600, 260, 650), (320, 600, 520, 650))
FIELDS = ("First", "Second")


def document(has_streams, version="1.7", has_form=True):
    """A page of text, with an empty text field and two fields that wait for signatures where it has a form."""
    texts = b"BT /F1 12 Tf 60 720 Td (Lease of a flat, 900 euros a month) Tj 0 -60 Td (Landlord: ______________   Tenant: ______________) Tj ET"
    widget = "/Type/Annot/Subtype/Widget/P 3 0 R/F 4"
    objects = {
        1: "<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R>>", 2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[7 0 R 8 0 R 9 0 R]>>",
        5: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        6: "<</Fields[7 0 R 8 0 R 9 0 R]/DR<</Font<</Helv 5 0 R>>>>/DA(/Helv 0 Tf 0 g)>>",
        7: f"<<{widget}/FT/Tx/T(Rooms)/Rect[60 500 260 520]/DA(/Helv 12 Tf 0 g)>>",
    }
    for number, (name, box) in enumerate(zip(FIELDS, BOXES), 8):
        objects[number] = f"<<{widget}/FT/Sig/T({name})/Rect[{' '.join(map(str, box))}]>>"
    if not has_form:
        objects = {number: text.replace("/AcroForm 6 0 R", "").replace("/Annots[7 0 R 8 0 R 9 0 R]", "") for number, text in objects.items() if number < 6}
    last = max(objects)
    out = f"%PDF-{version}\n".encode() + b"%\xe2\xe3\xcf\xd3\n"
    offsets = {4: len(out)}
    out += b"4 0 obj\n<</Length %d>>stream\n" % len(texts) + texts + b"\nendstream\nendobj\n"
    if has_streams:
        parts, places = b"", []
        for number, text in objects.items():
            places += [number, len(parts)]
            parts += text.encode() + b"\n"
        head = " ".join(map(str, places)).encode() + b"\n"
        packed = zlib.compress(head + parts)
        offsets[last + 1] = len(out)
        out += b"%d 0 obj\n<</Type/ObjStm/N %d/First %d/Filter/FlateDecode/Length %d>>stream\n" % (last + 1, len(objects), len(head), len(packed))
        out += packed + b"\nendstream\nendobj\n"
        offsets[last + 2] = len(out)
        order = list(objects)
        rows = [bytes(1) + bytes(4) + b"\xff"]
        for number in range(1, last + 3):
            rows.append(b"\2" + (last + 1).to_bytes(4, "big") + bytes([order.index(number)]) if number in objects
                        else b"\1" + offsets[number].to_bytes(4, "big") + b"\0")
        packed = zlib.compress(b"".join(rows))
        out += b"%d 0 obj\n<</Type/XRef/Size %d/W[1 4 1]/Root 1 0 R/ID[<0011><0011>]/Filter/FlateDecode/Length %d>>stream\n" % (last + 2, last + 3, len(packed))
        return out + packed + b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % offsets[last + 2]
    for number, text in objects.items():
        offsets[number] = len(out)
        out += f"{number} 0 obj\n{text}\nendobj\n".encode()
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (last + 1) + b"".join(b"%010d 00000 n \n" % offsets[number] for number in range(1, last + 1))
    return out + b"trailer\n<</Root 1 0 R/Size %d/ID[<0011><0011>]>>\nstartxref\n%d\n%%%%EOF\n" % (last + 1, start)


# What a program makes of another's file that no reader need read as it meant:
# - LibreOffice calls its new field Signature1 without looking, as PDFBox's is called: two fields of one name.
# - LibreOffice tells a /Size behind pyHanko that leaves its own objects out; those count as null (ISO 32000-2, 7.5.5), and readers do differ.
IMPOSSIBLE = {("PDFBox", "LibreOffice"), ("pyHanko", "LibreOffice")}


class Refused(Exception):
    """A program said that it cannot sign this file in this way."""


class Program:
    """A program of `signers`, which signs one file after the other."""

    def __init__(self, *command):
        self.process = subprocess.Popen([str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    @staticmethod
    def java(name, classes, pki):
        path = ":".join([str(classes), *(str(JAVA / f"{jar}.jar") for jar in JARS)])
        return Program("java", "-Xmx256m", "-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true", "-cp", path, name, pki.p12("rsa"), PASSWORD)

    def sign(self, source, target, field, is_prepared, box):
        place = " ".join(map(str, box)) if box else "-"
        self.process.stdin.write(f"{source}\t{target}\t{field}\t{'prepared' if is_prepared else 'new'}\t{place}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if answer != "ok":
            raise Refused(answer)

    def end(self):
        self.process.stdin.close()
        self.process.wait(timeout=20)


class LibreOffice(Program):
    """LibreOffice, as far as what it writes is a PDF that others read."""

    def sign(self, source, target, field, is_prepared, box):
        data = source.read_bytes() if isinstance(source, pathlib.Path) else b""
        if b"/ObjStm" in data:
            raise Refused("it takes the numbers of objects that lie in streams for its own, so that pages go")
        if isinstance(source, pathlib.Path) and source.stem.startswith("PDFBox"):
            raise Refused("it adds a second field of the name that PDFBox gives")
        super().sign(source, target, field, is_prepared, box)


class PyHanko:
    def __init__(self, pki):
        self.signer = signers.SimpleSigner.load(str(pki.key("rsa")), str(pki.certificate("rsa")), ca_chain_files=(str(pki.chain),))

    def sign(self, source, target, field, is_prepared, box):
        pdf = IncrementalPdfFileWriter(io.BytesIO(source.read_bytes()), strict=False)
        spec = None if is_prepared else fields.SigFieldSpec(field, box=box)
        meta = signers.PdfSignatureMetadata(field_name=field, md_algorithm="sha256", subfilter=fields.SigSeedSubFilter.PADES)
        target.write_bytes(signers.PdfSigner(meta, signer=self.signer, new_field_spec=spec).sign_pdf(pdf).getvalue())


class Endesive:
    def __init__(self, pki):
        self.key, self.certificate, self.others = pkcs12.load_key_and_certificates(pki.p12("rsa").read_bytes(), PASSWORD.encode())
        # Its library does not read a version of OpenSSL whose last part has two digits.
        search = re.search
        re.search = lambda pattern, *more: search(pattern.replace("\\d\\.\\d\\.\\d", "\\d+\\.\\d+\\.\\d+") if isinstance(pattern, str) else pattern, *more)
        try:
            from endesive.pdf import cms
        finally:
            re.search = search
        self.cms = cms

    def sign(self, source, target, field, is_prepared, box):
        data = source.read_bytes()
        if is_prepared:
            raise Refused("it adds a second field of the same name")
        if b"/XRef" in data:
            raise Refused("behind cross-reference streams it writes what no program reads")
        how = {"sigflags": 3, "sigpage": 0, "sigfield": field, "contact": "a@example.com", "location": "Riga", "reason": "Agreed",
               "signingdate": datetime.datetime.now(datetime.timezone.utc).strftime("D:%Y%m%d%H%M%S+00'00'"), "sigandcertify": False}
        if box:
            how |= {"signaturebox": box, "signature": "Signed by endesive"}
        target.write_bytes(data + self.cms.sign(data, how, self.key, self.certificate, self.others, "sha256"))


class Poppler:
    def __init__(self, pki, folder):
        self.nss = folder / "nss"
        self.nss.mkdir()
        # Without the chain: NSS trusts nobody, and asks nobody.
        run("certutil", "-N", "-d", self.nss, "--empty-password")
        run("pk12util", "-i", pki.p12("rsa"), "-d", self.nss, "-W", PASSWORD, "-K", "")
        listed = run("certutil", "-K", "-d", self.nss)
        self.nick = re.search(r"rsa\s+[0-9a-f]+\s+(.*)", listed)[1].strip()

    def sign(self, source, target, field, is_prepared, box):
        if not is_prepared and box:
            raise Refused("it puts a new signature nowhere on a page")
        how = ["-sign", field] if is_prepared else ["-add-signature", "-new-signature-field-name", field]
        run("pdfsig", "-nssdir", self.nss, "-nick", self.nick, *(["-etsi"] if is_prepared else []), "-no-ocsp", *how, source, target)
        if not target.exists():
            raise Refused("pdfsig wrote nothing")


class MuPDF:
    def __init__(self, pki):
        self.key = pki.p12("rsa")

    def sign(self, source, target, field, is_prepared, box):
        if not is_prepared:
            raise Refused("it signs in fields that wait")
        found = PdfFileReader(io.BytesIO(source.read_bytes()), strict=False).root["/AcroForm"]["/Fields"]
        number = next(one.reference.idnum for one in map(found.raw_get, range(len(found))) if one.get_object().get("/T") == field)
        run("mutool", "sign", "-s", self.key, "-P", PASSWORD, "-o", target, source, number)


class Paraph:
    def __init__(self, pki, folder):
        self.key = ["--key", pki.key("rsa"), "--certificate", pki.certificate("rsa"), "--chain", pki.chain]
        dots = [(10, 10), (60, 40), (110, 5), (160, 45), (200, 20), (90, 60)]
        self.ink = folder / "ink.json"
        self.ink.write_text(json.dumps({"pressure": 0, "dot_count": len(dots), "signature_contents": [{"x": x, "y": y, "p": 0} for x, y in dots]}))

    def sign(self, source, target, field, is_prepared, box):
        place = [] if box is None else ["--ink", self.ink]
        if box and not is_prepared:
            place += ["--page", "1", "--rect", f"{box[0]},{box[1]},{box[2] - box[0]},{box[3] - box[1]}"]
        run(PROGRAM, "pdf", "sign", source, target, *self.key, "--field", field, *place)


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace", timeout=60)
    if done.returncode:
        raise Refused(f"{pathlib.Path(str(command[0])).name}: {(done.stdout + done.stderr).strip()[-300:]}")
    return done.stdout


class Archiver:
    """What follows signatures for the years to come, by pyHanko or by Paraph."""

    def __init__(self, pki):
        self.pki = pki
        self.trust = ValidationContext(trust_roots=[load_cert_from_pemder(str(pki.root))], other_certs=[load_cert_from_pemder(str(pki.chain))],
                                       crls=[(pki.folder / f"{name}.crl").read_bytes() for name in ("root", "intermediate")], allow_fetching=False,
                                       revocation_mode="soft-fail")

    def pyhanko(self, source, target):
        pdf = IncrementalPdfFileWriter(io.BytesIO(source.read_bytes()), strict=False)
        certificates = [load_cert_from_pemder(str(self.pki.certificate("rsa"))), load_cert_from_pemder(str(self.pki.chain))]
        lists = [(self.pki.folder / f"{name}.crl").read_bytes() for name in ("root", "intermediate")]
        from asn1crypto import crl
        DocumentSecurityStore.supply_dss_in_writer(pdf, None, certs=certificates, crls=[crl.CertificateList.load(one) for one in lists])
        out = io.BytesIO()
        pdf.write(out)
        stamper = signers.PdfTimeStamper(timestamps.HTTPTimeStamper(self.pki.tsa_url))
        target.write_bytes(stamper.timestamp_pdf(IncrementalPdfFileWriter(out, strict=False), "sha256").getvalue())

    def paraph(self, source, target):
        run(PROGRAM, "pdf", "timestamp", source, target, "--timestamp-url", self.pki.tsa_url)


def judged(path):
    """What is wrong with how a file is judged; None where all its signatures are whole and what followed them is allowed."""
    done = subprocess.run([PROGRAM, "pdf", "verify", str(path), "--json"], capture_output=True, text=True, timeout=60)
    if done.returncode == 2:
        return done.stderr.strip()
    wrong = []
    for signature in json.loads(done.stdout)["signatures"]:
        bad = signature["changes"]["verdict"] not in ("none", "allowed")
        if bad or (signature["integrity"] != "intact" and not any("SHA-1" in words for words in signature["problems"])):
            items = [item["detail"] for item in signature["changes"]["items"]]
            wrong.append(f"{signature['field']} {signature['integrity']} {signature['changes']['verdict']}: {items} {signature['problems']}")
    return "; ".join(wrong) or None


class Matrix:
    def __init__(self, pki, folder):
        self.folder = folder
        classes = folder / "classes"
        run("javac", "-nowarn", "-d", classes, "-cp", ":".join(str(JAVA / f"{jar}.jar") for jar in JARS), *sorted(SOURCES.glob("*.java")))
        self.programs = {name: Program.java(kind, classes, pki) for name, kind in (("iText 5", "ITextFive"), ("iText 2", "ITextTwo"), ("PDFBox", "PDFBox"))}
        poppler = Poppler(pki, folder)
        # Debian's Python, for which `uno` is made.
        self.office = LibreOffice("/usr/bin/python3", SOURCES / "libreoffice.py", poppler.nss, folder)
        self.programs["LibreOffice"] = self.office
        self.signers = {**self.programs, "pyHanko": PyHanko(pki), "endesive": Endesive(pki), "pdfsig": poppler, "mutool": MuPDF(pki),
                        "Paraph": Paraph(pki, folder)}
        self.archiver = Archiver(pki)
        self.refused, self.failures, self.count = {}, [], 0
        self.bases = {}
        for has_streams in (False, True):
            path = folder / f"base-{has_streams}.pdf"
            path.write_bytes(document(has_streams))
            self.bases[has_streams] = path
        # Without a form, each signer makes one in its own way; versions are raised and lowered.
        self.plain = []
        for has_streams, version in ((False, "1.4"), (False, "1.6"), (True, "1.5"), (False, "1.3")):
            path = folder / f"plain-{version}.pdf"
            path.write_bytes(document(has_streams, version, has_form=False))
            self.plain.append((version, path))

    def sign(self, name, source, target, place, is_prepared, is_seen):
        """Signs in the first or second field; False where the program cannot do it so."""
        field = FIELDS[place] if is_prepared else f"Added{place}"
        try:
            self.signers[name].sign(source, target, field, is_prepared, BOXES[place] if is_seen else None)
            return True
        # What a program makes of another's file is its own affair: it is told below.
        except Exception as problem:
            self.refused.setdefault((name, is_prepared, is_seen), f"{source.stem}: {problem}")
            target.unlink(missing_ok=True)
            return False

    def keep(self, source, target, turn):
        """Validation data and a timestamp, by one program or the other."""
        archivers = [("Paraph's timestamp", self.archiver.paraph), ("pyHanko's data", self.archiver.pyhanko)]
        for name, archiver in archivers[turn:] + archivers[:turn]:
            try:
                return archiver(source, target)
            except Exception as problem:
                self.refused.setdefault((name, False, False), f"{source.stem}: {problem}")
        return source.rename(target)

    def ways(self):
        """Who signs first and who second, and how: a way for each pair, in turn, or all."""
        ways = list(itertools.product((False, True), repeat=4))
        for index, (first, second) in enumerate(itertools.product(self.signers, repeat=2)):
            mine = ways if FULL else [ways[(index * 5 + turn * 7) % 16] for turn in range(16)]
            yield first, second, mine

    def on_office(self):
        """What LibreOffice writes and signs while it does, signed by everybody else."""
        exported = self.folder / "exported.pdf"
        self.office.sign("exported", exported, FIELDS[0], False, None)
        for second in self.signers:
            for is_seen in (True, False):
                twice = self.folder / f"exported+{second}.pdf".replace(" ", "")
                if not self.sign(second, exported, twice, 1, False, is_seen):
                    continue
                kept = twice.with_suffix(".kept.pdf")
                self.keep(twice, kept, 1)
                yield "LibreOffice's export", second, kept
                break

    def on_plain(self):
        """What each makes and each signs next of files without a form: one for each pair, all where that is wanted."""
        for index, (first, second) in enumerate(itertools.product(self.signers, repeat=2)):
            if "mutool" in (first, second):
                continue
            ways = list(itertools.product(self.plain, (index % 4 < 2, index % 4 >= 2)))
            for (version, base), is_seen in ways if FULL else ways[2 * index % 8:] + ways[:2 * index % 8]:
                signed = self.folder / f"{first}-plain-{version}-{is_seen}.pdf".replace(" ", "")
                if not signed.exists() and not any(self.sign(first, base, signed, 0, False, seen) for seen in (is_seen, False)):
                    continue
                twice = self.folder / f"{signed.stem}+{second}.pdf".replace(" ", "")
                if not any(self.sign(second, signed, twice, 1, False, seen) for seen in (is_seen, False)):
                    continue
                kept = twice.with_suffix(".kept.pdf")
                self.keep(twice, kept, index % 2)
                yield first, second, kept
                if not FULL:
                    break
            else:
                if not FULL and (first, second) not in IMPOSSIBLE:
                    self.failures.append(f"{first} and then {second} without a form: in no way")

    def run(self):
        files = [*self.on_office(), *self.on_plain()]
        for first, second, ways in self.ways():
            for has_streams, is_prepared, is_seen, is_other in ways:
                stem = f"{first}-{has_streams}-{is_prepared}-{is_seen}".replace(" ", "")
                signed = self.folder / f"{stem}.pdf"
                if not signed.exists() and not self.sign(first, self.bases[has_streams], signed, 0, is_prepared, is_seen):
                    continue
                twice = self.folder / f"{stem}+{second}-{is_prepared != is_other}.pdf".replace(" ", "")
                if not self.sign(second, signed, twice, 1, is_prepared != is_other, is_seen):
                    continue
                kept = twice.with_suffix(".kept.pdf")
                self.keep(twice, kept, len(files) % 2)
                files.append((first, second, kept))
                if not FULL:
                    break
            else:
                if not FULL and (first, second) not in IMPOSSIBLE:
                    self.failures.append(f"{first} and then {second}: in no way")
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for (first, second, path), wrong in zip(files, pool.map(lambda item: judged(item[2]), files)):
                self.count += 1
                if (first, second) in IMPOSSIBLE:
                    # One that is judged to be fine would have to be looked at again.
                    if not wrong:
                        self.failures.append(f"{first} and then {second}: it can be done after all, and should not be named")
                elif wrong:
                    self.failures.append(f"{first} and then {second}, {path.name}: {wrong}")
        for signer in self.programs.values():
            signer.end()


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(os.environ.get("PARAPH_KEEP", folder))
        folder.mkdir(exist_ok=True)
        with PKI(folder / "pki") as pki:
            matrix = Matrix(pki, folder)
            matrix.run()
    for (name, is_prepared, is_seen), words in sorted(matrix.refused.items()):
        print(f"{name}, {'waiting' if is_prepared else 'new'} field, {'seen' if is_seen else 'unseen'}: {words}")
    for words in matrix.failures:
        print(words)
    require(not matrix.failures, f"{len(matrix.failures)} of {matrix.count} files are not judged as they are")
    print(f"{matrix.count} files that two programs signed, with validation data and a timestamp behind: all allowed but for what spoils the file itself")


if __name__ == "__main__":
    sys.exit(main())
