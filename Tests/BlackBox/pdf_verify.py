"""`paraph pdf verify`: what pyHanko and OpenSSL sign is valid, and no attack is.

The labelled corpus is read where the shared folder is there (PARAPH_SHARED, else ../shared).
"""

import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from _paraph import PROGRAM, ROOT
from _pki import PKI, openssl
from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils import generic, writer
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers, timestamps
from pyhanko_certvalidator import ValidationContext

SHARED = pathlib.Path(os.environ.get("PARAPH_SHARED", ROOT.parent / "shared")) / "corpora/pdf"
# Right by their makers and by pyHanko; who signed them is trusted by nobody here.
RIGHT = (
    "eu-dss/dss-pades_src_test_resources_validation_Signature-P-BG_BOR-2.pdf",
    "eu-dss/dss-pades_src_test_resources_validation_dss-1376_DSS1376-rev_n-1.pdf",
    "eu-dss/dss-pades_src_test_resources_validation_dss-2058_dss-2058-QC-LTA-test.pdf",
    "eu-dss/dss-pades_src_test_resources_validation_Test.signed_Certipost-2048-SHA512.extended-LTA.pdf",
)


def verify(path, *options):
    done = subprocess.run([PROGRAM, "pdf", "verify", str(path), "--json", *map(str, options)], capture_output=True, text=True, timeout=60)
    if done.returncode == 2:
        return 2, done.stderr
    answer = json.loads(done.stdout)
    assert (done.returncode == 0) == (answer["verdict"] == "valid"), answer
    return done.returncode, answer


def document(text="I owe you 100 euros", form=False):
    """One page with text, and perhaps a text field."""
    pdf = writer.PdfFileWriter()
    stream = generic.StreamObject(stream_data=b"BT /F1 12 Tf 100 700 Td (" + text.encode() + b") Tj ET")
    font = generic.DictionaryObject({generic.pdf_name("/Type"): generic.pdf_name("/Font"), generic.pdf_name("/Subtype"): generic.pdf_name("/Type1"),
                                     generic.pdf_name("/BaseFont"): generic.pdf_name("/Helvetica")})
    resources = generic.DictionaryObject({generic.pdf_name("/Font"): generic.DictionaryObject({generic.pdf_name("/F1"): pdf.add_object(font)})})
    page = writer.PageObject(contents=pdf.add_object(stream), media_box=(0, 0, 600, 800), resources=resources)
    pdf.insert_page(page)
    out = io.BytesIO()
    pdf.write(out)
    return out.getvalue()


def signed(pki, data, person, level, field="Signature", box=None, **more):
    signer = signers.SimpleSigner.load(str(pki.key(person)), str(pki.certificate(person)), ca_chain_files=(str(pki.chain),))
    meta = {"field_name": field, "md_algorithm": "sha256", "subfilter": fields.SigSeedSubFilter.PADES, **more}
    if level in ("B-LT", "B-LTA"):
        context = ValidationContext(trust_roots=[load_cert_from_pemder(str(pki.root))], allow_fetching=True)
        meta.update(embed_validation_info=True, validation_context=context, use_pades_lta=level == "B-LTA")
    service = None if level == "B-B" else timestamps.HTTPTimeStamper(pki.tsa_url)
    spec = fields.SigFieldSpec(field, box=box) if box else None
    pdf = signers.PdfSigner(signers.PdfSignatureMetadata(**meta), signer=signer, timestamper=service, new_field_spec=spec)
    return pdf.sign_pdf(IncrementalPdfFileWriter(io.BytesIO(data))).getvalue()


def check_pyhanko(pki, folder):
    path = folder / "signed.pdf"
    for person in ("rsa", "p256", "p384"):
        for level in ("B-B", "B-T", "B-LT", "B-LTA"):
            path.write_bytes(signed(pki, document(), person, level))
            status, answer = verify(path, "--trust", pki.root)
            assert status == 0, (person, level, answer)
            first = answer["signatures"][0]
            assert set(first) == {"field", "type", "signer", "time", "level", "integrity", "coverage", "trust", "changes", "problems"}, first
            assert (first["level"], first["signer"], first["type"]) == (level, f"Signer {person}", "approval"), first
            assert (first["integrity"], first["trust"]) == ("intact", "trusted"), first
            # Without trust nothing is known of the signer, and nothing is fetched.
            before = len(pki.requests)
            status, answer = verify(path, "--offline")
            assert status == 1 and answer["verdict"] == "indeterminate" and len(pki.requests) == before, answer
    certified = signed(pki, document(), "rsa", "B-LTA", certify=True, docmdp_permissions=fields.MDPPerm.FILL_FORMS)
    path.write_bytes(signed(pki, certified, "p256", "B-LTA", field="Second"))
    status, answer = verify(path, "--trust", pki.root)
    assert status == 0, answer
    assert [s["type"] for s in answer["signatures"]] == ["certification", "timestamp", "approval", "timestamp"], answer
    assert all(s["changes"]["verdict"] == "allowed" for s in answer["signatures"][:3]), answer
    path.write_bytes(signed(pki, document(), "revoked", "B-B"))
    assert verify(path, "--trust", pki.root)[0] == 0
    return signed(pki, document(), "p256", "B-B")


def check_online(pki, folder):
    """Nothing is fetched unless asked, then from public addresses only; what is fetched counts."""
    path = folder / "online.pdf"
    path.write_bytes(signed(pki, document(), "revoked", "B-B"))
    before = len(pki.requests)
    for options in ((), ("--online",), ("--online", "--offline", "--allow-private-addresses"), ("--allow-private-addresses",)):
        status, answer = verify(path, "--trust", pki.root, *options)
        assert status == 0 and "is not known" in " ".join(answer["signatures"][0]["problems"]), (options, answer)
    assert len(pki.requests) == before, pki.requests[before:]
    online = ("--trust", pki.root, "--online", "--allow-private-addresses")
    status, answer = verify(path, *online)
    assert answer["verdict"] == "invalid" and "revoked" in " ".join(answer["signatures"][0]["problems"]), answer
    # One certificate says where its issuer's is and who answers by OCSP; the other has a list only, and its issuer in the file.
    for person, chain, wanted in (("p256", (), {"/ocsp", "/intermediate.cer"}), ("p384", (str(pki.chain),), {"/intermediate.crl"})):
        signer = signers.SimpleSigner.load(str(pki.key(person)), str(pki.certificate(person)), ca_chain_files=chain)
        meta = signers.PdfSignatureMetadata(field_name="Alone", md_algorithm="sha256", subfilter=fields.SigSeedSubFilter.PADES)
        path.write_bytes(signers.PdfSigner(meta, signer=signer).sign_pdf(IncrementalPdfFileWriter(io.BytesIO(document()))).getvalue())
        assert verify(path, "--trust", pki.root)[1]["verdict"] == ("valid" if chain else "indeterminate")
        before = len(pki.requests)
        status, answer = verify(path, *online)
        assert status == 0 and answer["signatures"][0]["problems"] == [], answer
        assert wanted <= set(pki.requests[before:]), pki.requests[before:]


def check_openssl(pki, folder, good):
    """The same document with a message by `openssl cms` in the room of the signature."""
    start = good.index(b"/Contents <") + len(b"/Contents ")
    end = good.index(b">", start) + 1
    content = folder / "content"
    content.write_bytes(good[:start] + good[end:])
    for options in ((), ("-cades",)):
        message = openssl("cms", "-sign", "-binary", "-in", content, "-signer", pki.certificate("p256"), "-inkey", pki.key("p256"), "-certfile",
                          pki.chain, "-md", "sha256", "-outform", "DER", *options)
        digits = message.hex().encode()
        path = folder / "openssl.pdf"
        path.write_bytes(good[: start + 1] + digits.ljust(end - start - 2, b"0") + good[end - 1 :])
        status, answer = verify(path, "--trust", pki.root)
        assert status == 0, answer
        # It claims its time among the signed attributes, which PAdES forbids.
        assert answer["signatures"][0]["level"] == "none", answer


def check_attacks(pki, folder, good):
    path = folder / "attacked.pdf"

    def refused(data, what):
        path.write_bytes(data)
        status, answer = verify(path, "--trust", pki.root)
        assert status == 2 or answer["verdict"] in ("invalid", "indeterminate", "unsigned"), (what, answer)

    start = good.index(b"/ByteRange")
    end = good.index(b"]", start) + 1
    place = good.index(b"/Contents <") + len(b"/Contents ")
    close = good.index(b">", place) + 1

    def in_place(first, last, text):
        assert len(text) <= last - first
        return good[:first] + text.ljust(last - first) + good[last:]

    text = good.index(b"100 euros")
    refused(good[:text] + b"900" + good[text + 3 :], "changed text")
    for value in (b"", b"/ByteRange null", b"/ByteRange []", b"/ByteRange [0]", b"/ByteRange [0 0 0 0]", b"/ByteRange [-1 2 3 4]", b"/ByteRange 0"):
        refused(in_place(start, end, value), f"USF {value}")
    for value in (b"null", b"<>", b"<00>", b"0", b"<", b"()"):
        refused(in_place(place, close, value), f"USF contents {value}")
    refused(good[:place] + b"<" + b"0" * (close - place - 2) + b">" + good[close:], "USF zeros")
    numbers = [int(n) for n in good[start:end].split(b"[")[1].rstrip(b"]").split()]
    moved = b"/ByteRange [0 %d %d %d]" % (numbers[1], numbers[2] - 10, numbers[3] + 10)
    refused(in_place(start, end, moved), "SWA overlap")
    evil = good.replace(b"100 euros", b"900 euros")
    moved = b"/ByteRange [0 %d %d %d]" % (numbers[1], len(good) + numbers[2], numbers[3])
    if len(moved) <= end - start:
        refused(in_place(start, end, moved) + evil, "SWA")
    refused(good + evil, "SWA with a second file")
    refused(good + b"\n4 0 obj\n<</Length 3>>stream\nq Q\nendstream\nendobj\n", "ISA behind the end")
    last = good.rindex(b"startxref")
    section = int(good[last:].split()[1])
    for name, objects in {
        "ISA catalog": b"1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n",
        "ISA pages": b"2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n",
    }.items():
        number = int(objects.split()[0])
        table = b"xref\n%d 1\n%010d 00000 n \ntrailer\n<</Root %s/Size 99/Prev %d>>\nstartxref\n%d\n%%%%EOF\n"
        root = good[good.rindex(b"/Root") + 5 :].split(b"R")[0].strip() + b" R"
        refused(good + objects + table % (number, len(good), root, section, len(good) + len(objects)), name)
        refused(good + objects + b"trailer\n<</Root %s>>\nstartxref\n0\n%%%%EOF\n" % root, name + " without a table")
        refused(good + objects + b"xref\n0 0\ntrailer\n<</Root %s/Size 99/Prev %d>>\nstartxref\n%d\n%%%%EOF\n"
                % (root, section, len(good) + len(objects)), name + " behind an empty table")
    refused(good[:-200], "truncated")


def check_annotations(pki, folder, good):
    """A note is told of, text over the text is suspected; and pictures show where."""
    path = folder / "annotated.pdf"
    for subtype, verdict in (("/Text", "valid"), ("/FreeText", "indeterminate")):
        pdf = IncrementalPdfFileWriter(io.BytesIO(good))
        reference, _ = pdf.find_page_for_modification(0)
        page = reference.get_object()
        note = generic.DictionaryObject({
            generic.pdf_name("/Type"): generic.pdf_name("/Annot"), generic.pdf_name("/Subtype"): generic.pdf_name(subtype),
            generic.pdf_name("/Rect"): generic.ArrayObject(map(generic.NumberObject, (100, 690, 300, 720))),
            generic.pdf_name("/Contents"): generic.TextStringObject("900 euros"),
        })
        listed = page.get("/Annots", generic.ArrayObject())
        page["/Annots"] = generic.ArrayObject([*listed, pdf.add_object(note)])
        pdf.mark_update(reference)
        out = io.BytesIO()
        pdf.write(out)
        path.write_bytes(out.getvalue())
        pictures = folder / "pictures"
        status, answer = verify(path, "--trust", pki.root, "--pictures", pictures)
        assert answer["verdict"] == verdict, answer
        items = answer["signatures"][0]["changes"]["items"]
        assert [item["page"] for item in items if item["kind"] == "annotation"] == [1], items
        picture = (pictures / "page-1.svg").read_text()
        assert "data:image/png;base64," in picture and 'x="100.0" y="80.0" width="200.0" height="30.0"' in picture, picture[-300:]


def check_unchecked(pki, folder, good):
    """What followed a signature and could not be checked within the limits is neither changed nor unchanged; what is wrong besides is told of first."""
    path = folder / "unchecked.pdf"
    root = good[good.rindex(b"/Root") + 5:].split(b"R")[0].strip() + b" R"
    for broken in (False, True):
        data = good.replace(b"100 euros", b"900 euros") if broken else good
        start = len(data) + len(b"900 0 obj\n") + 600 + len(b"\nendobj\n")
        data += b"900 0 obj\n" + b"[" * 300 + b"]" * 300 + b"\nendobj\n" + b"xref\n900 1\n%010d 00000 n \n" % len(data)
        data += b"trailer\n<</Root %s/Size 901/Prev %d>>\nstartxref\n%d\n%%%%EOF\n" % (root, int(data[data.rindex(b"startxref"):].split()[1]), start)
        path.write_bytes(data)
        done = subprocess.run([PROGRAM, "pdf", "verify", str(path), "--json", "--trust", str(pki.root)], capture_output=True, text=True, timeout=60)
        answer = json.loads(done.stdout)
        assert answer["signatures"][0]["changes"]["verdict"] == "unknown", answer
        assert (done.returncode, answer["verdict"]) == ((1, "invalid") if broken else (2, "indeterminate")), (done, answer)
        assert broken or "could not be checked in time" in done.stderr, done.stderr


def check_others(folder):
    """What is no PDF is said to be what it is, and an address that no timestamp service has is refused before it is asked."""
    path = folder / "other"
    for data, words in (
        (b"", "is empty"),
        (b"Dear Anna,\n\nI owe you 100 euros.", 'begins with the text "Dear Anna, I owe you'),
        ("Дорогая Анна, должен".encode(), 'begins with the text "Дорогая'),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "begins as a PNG picture does"),
        (b"PK\x03\x04" + bytes(100), "an Office document"),
        (bytes(range(1, 100)), "begins with the bytes 01 02 03"),
    ):
        path.write_bytes(data)
        for command in ("verify", "inspect"):
            done = subprocess.run([PROGRAM, "pdf", command, str(path)], capture_output=True, text=True, timeout=60)
            assert done.returncode == 2 and words in done.stderr and "catalog" not in done.stderr, (command, done.stderr)
    for address in ("ftp://example.org/tsa", "example.org", "http://"):
        done = subprocess.run(
            [PROGRAM, "pdf", "timestamp", str(path), str(folder / "out.pdf"), "--timestamp-url", address], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 2 and "http:// or https://" in done.stderr, done.stderr


def check_corpus():
    if not SHARED.exists():
        print(f"skipped: there is no {SHARED}")
        return
    for line in (SHARED / "attacks.tsv").read_text().splitlines()[1:]:
        name, _, expected = line.split("\t")
        status, answer = verify(SHARED / name)
        verdict = "unreadable" if status == 2 else answer["verdict"]
        if expected == "REJECT":
            assert verdict != "valid" and (status == 2 or any(
                s["integrity"] != "intact" or s["changes"]["verdict"] in ("suspicious", "forbidden") for s in answer["signatures"])), (name, answer)
        if expected == "UNSIGNED":
            assert verdict == "unsigned", (name, answer)
        if expected == "VALID-CHANGED-OK":
            assert all(s["changes"]["verdict"] in ("none", "allowed") for s in answer["signatures"]), (name, answer)
    for name in RIGHT:
        _, answer = verify(SHARED / name)
        assert answer["verdict"] == "indeterminate", (name, answer)
        for signature in answer["signatures"]:
            assert signature["integrity"] == "intact" and signature["changes"]["verdict"] in ("none", "allowed"), (name, signature)
    name = "pyhanko/internal_common-test-utils_src_pyhanko_testing_commons_test_data_data_pdf_ed448-shake256-nolen.pdf"
    _, answer = verify(SHARED / name)
    assert answer["verdict"] == "indeterminate" and "Ed448" in " ".join(answer["signatures"][0]["problems"]), answer


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        with PKI(folder / "pki") as pki:
            good = check_pyhanko(pki, folder)
            check_online(pki, folder)
            check_openssl(pki, folder, good)
            check_attacks(pki, folder, good)
            check_annotations(pki, folder, good)
            check_unchecked(pki, folder, good)
        check_others(folder)
        plain = folder / "plain.pdf"
        plain.write_bytes(document())
        assert verify(plain)[1] == {"verdict": "unsigned", "signatures": []}
        for bad in (folder / "missing.pdf", folder):
            assert verify(bad)[0] == 2
        assert verify(plain, "--trust", folder / "missing.pem")[0] == 2
    check_corpus()
    print("pdf verify: ok")


if __name__ == "__main__":
    sys.exit(main())
