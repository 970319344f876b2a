"""Algorithms that Paraph does not compute are named, and what was changed after such a signature is judged all the same.

SHA-3, plain ECDSA (BSI TR-03111, 5.2.2: the two numbers beside one another) and chains of Ed25519 and Ed448, made here by OpenSSL, asn1crypto and cryptography.
"""

import asyncio
import datetime
import hashlib
import io
import pathlib
import re
import sys
import tempfile

from asn1crypto import algos, cms
from asn1crypto.core import ObjectIdentifier, OctetString, Sequence
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers

from _pki import PKI, openssl
from pdf_verify import document, verify

PLAIN = "0.4.0.127.0.7.1.1.4.1.3"
ROOM = 16_384


def certified(key, name, issuer=None):
    """A certificate by another key, or by its own; with what signs, and the certificate that issued it."""
    issuer_key, issuer_name, is_root = (key, name, True) if issuer is None else (issuer[0], issuer[1], False)
    now = datetime.datetime.now(datetime.timezone.utc)
    builder = x509.CertificateBuilder().subject_name(x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)]))
    builder = builder.issuer_name(x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, issuer_name)])).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=30))
    builder = builder.add_extension(x509.BasicConstraints(is_root, None), True)
    use = {name: False for name in ("data_encipherment", "key_encipherment", "key_agreement", "encipher_only", "decipher_only")}
    use |= {"digital_signature": not is_root, "content_commitment": not is_root, "key_cert_sign": is_root, "crl_sign": is_root}
    builder = builder.add_extension(x509.KeyUsage(**use), True)
    edwards = isinstance(issuer_key, (ed25519.Ed25519PrivateKey, ed448.Ed448PrivateKey))
    return builder.sign(issuer_key, None if edwards else hashes.SHA256())


def chain(folder, make, name):
    """The files of a key, its certificate and the one of its root."""
    root, person = make(), make()
    paths = [folder / f"{name}.{part}.pem" for part in ("key", "certificate", "root")]
    paths[0].write_bytes(person.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    for path, certificate in zip(paths[1:], (certified(person, f"Person {name}", (root, f"Root {name}")), certified(root, f"Root {name}"))):
        path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    return person, paths


def plainly(message, key):
    """A message whose ECDSA signature is written plainly."""
    found = cms.ContentInfo.load(message)
    signer = found["content"]["signer_infos"][0]
    r, s = decode_dss_signature(signer["signature"].native)
    signer["signature"] = OctetString(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    class Named(Sequence):
        _fields = [("algorithm", ObjectIdentifier)]

    named = Named({"algorithm": PLAIN})
    algorithm = algos.SignedDigestAlgorithm.load(named.dump())
    signer["signature_algorithm"] = algorithm
    return found.dump(force=True)


def put(data, make):
    """A file with a new field, whose signature is what `make` says of the bytes that it covers."""
    template = signers.PdfSigner(signers.PdfSignatureMetadata(field_name="Signed", md_algorithm="sha256", subfilter=fields.SigSeedSubFilter.ADOBE_PKCS7_DETACHED),
                                 signer=TEMPLATE, new_field_spec=fields.SigFieldSpec("Signed"))
    whole = template.sign_pdf(IncrementalPdfFileWriter(io.BytesIO(data)), bytes_reserved=2 * ROOM).getvalue()
    start, length, second, rest = map(int, re.findall(rb"/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)", whole)[-1])
    message = make(whole[start:start + length] + whole[second:second + rest])
    room = second - length - 2
    assert len(message) * 2 <= room, "no room for the signature"
    return whole[:length + 1] + message.hex().encode().ljust(room, b"0") + whole[second - 1:]


def updated(data, honest):
    """An update after a signature: what signs in a new field, or what shows another page."""
    pdf = IncrementalPdfFileWriter(io.BytesIO(data), strict=False)
    if honest:
        spec = fields.SigFieldSpec("Later")
        meta = signers.PdfSignatureMetadata(field_name="Later", md_algorithm="sha256")
        return signers.PdfSigner(meta, signer=TEMPLATE, new_field_spec=spec).sign_pdf(pdf).getvalue()
    page = pdf.root["/Pages"]["/Kids"][0].get_object()
    page["/Contents"] = pdf.add_object(generic.StreamObject(stream_data=b"BT /F1 12 Tf 100 700 Td (I owe you 900 euros) Tj ET"))
    pdf.mark_update(page.container_ref)
    out = io.BytesIO()
    pdf.write(out)
    return out.getvalue()


def cases(pki, folder):
    """The name of each case, what makes its message, and the words that a report must name it by."""
    def by_openssl(key, certificate, digest, plain=None):
        content = folder / "content"

        def make(data):
            content.write_bytes(data)
            message = openssl("cms", "-sign", "-binary", "-in", content, "-signer", certificate, "-inkey", key, "-outform", "DER", "-md", digest)
            return plainly(message, plain) if plain else message
        return make

    # OpenSSL 3.0 signs messages with SHA-3 by RSA only.
    for digest in ("sha3-256", "sha3-384", "sha3-512"):
        yield digest, by_openssl(pki.key("rsa"), pki.certificate("rsa"), digest), digest.upper()
    person, (key, certificate, _) = chain(folder, lambda: ec.generate_private_key(ec.SECP256R1()), "plain")
    yield "plain", by_openssl(key, certificate, "sha256", person), "plain ECDSA"
    for name, make in (("Ed25519", ed25519.Ed25519PrivateKey.generate), ("Ed448", ed448.Ed448PrivateKey.generate)):
        _, (key, certificate, root) = chain(folder, make, name)
        signer = signers.SimpleSigner.load(str(key), str(certificate), ca_chain_files=(str(root),))
        yield name, (lambda data, signer=signer, name=name: by_pyhanko(data, signer, "sha512" if name == "Ed25519" else "shake256")), name


def by_pyhanko(data, signer, digest):
    """A message by pyHanko, which signs by Ed25519 and Ed448 (RFC 8419)."""
    found = hashlib.new("shake_256" if digest == "shake256" else digest, data)
    return asyncio.run(signer.async_sign(found.digest(64) if digest == "shake256" else found.digest(), digest)).dump()


def main():
    global TEMPLATE
    wrong, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        with PKI(folder / "pki") as pki:
            TEMPLATE = signers.SimpleSigner.load(str(pki.key("rsa")), str(pki.certificate("rsa")), ca_chain_files=(str(pki.chain),))
            for name, make, words in cases(pki, folder):
                file = put(document(), make)
                for kind, data, verdicts in (("alone", file, ("indeterminate", "none")), ("honest", updated(file, True), ("indeterminate", "allowed")),
                                             ("forged", updated(file, False), ("invalid", "forbidden"))):
                    path = folder / "case.pdf"
                    path.write_bytes(data)
                    status, answer = verify(path)
                    assert status != 2, (name, kind, answer)
                    count += 1
                    first = answer["signatures"][0]
                    # What Paraph computes is whole; what it does not is named, and nothing is said against it.
                    is_named = first["integrity"] == "intact" or first["integrity"] == "unknown" and words in " ".join(first["problems"])
                    if (answer["verdict"], first["changes"]["verdict"]) != verdicts or not is_named:
                        wrong.append(f"{name}, {kind}: {answer['verdict']} {first['changes']['verdict']} {first['problems']}")
    assert not wrong, "\n".join(wrong)
    print(f"pdf algorithms: {count} files ok")


if __name__ == "__main__":
    sys.exit(main())
