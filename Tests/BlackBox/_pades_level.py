"""Which PAdES level a PDF's signatures have (EN 319 142-1, 6.3), by what is in them and not by what they say; on asn1crypto.

`levels(bytes)` gives one `Signature` for each, whose `level` is B-B, B-T, B-LT or B-LTA, or None with the reasons in `problems`. Trust is not
judged. pyHanko's reader finds the dictionaries; what is checked of them is checked here.
"""

import dataclasses
import hashlib
import io

from asn1crypto import cms, crl, ocsp, tsp, x509  # noqa: F401  (tsp teaches cms what a TSTInfo is)
from pyhanko.pdf_utils.reader import PdfFileReader

HASHES = {"sha256", "sha384", "sha512"}


@dataclasses.dataclass
class Signature:
    field: str
    kind: str  # signature or timestamp
    end: int  # where the bytes that it covers end
    level: str | None = None
    problems: list = dataclasses.field(default_factory=list)
    certificates: list = dataclasses.field(default_factory=list)  # of the signer and of the timestamps, with all that came with them
    signers: list = dataclasses.field(default_factory=list)
    missing: list = dataclasses.field(default_factory=list)  # what would make it B-LT


def certificates_of(signed):
    return [one.chosen for one in signed["certificates"] or [] if one.name == "certificate"]


def signer_certificate(signed, info):
    sid = info["sid"]
    for certificate in certificates_of(signed):
        if sid.name == "issuer_and_serial_number":
            if certificate.issuer == sid.chosen["issuer"] and certificate.serial_number == sid.chosen["serial_number"].native:
                return certificate
        elif certificate.key_identifier == sid.chosen.native:
            return certificate
    return None


def attributes(group):
    """Type to the list of its values, and whether a type stands twice."""
    found, twice = {}, False
    for one in group or []:
        twice = twice or one["type"].native in found
        found.setdefault(one["type"].native, []).extend(one["values"])
    return found, twice


def is_sorted(group):
    """Whether a SET OF stands in the order of DER."""
    parts = [one.dump() for one in group]
    return parts == sorted(parts)


def check_ess(signed_attributes, certificate, digest, problems):
    entries = signed_attributes.get("signing_certificate_v2", [])
    if len(entries) != 1 or "signing_certificate" in signed_attributes:
        problems.append("there is not exactly one signing-certificate-v2")
        return
    first = entries[0]["certs"][0]
    algorithm = first["hash_algorithm"]["algorithm"].native
    if certificate is None or hashlib.new(algorithm, certificate.dump()).digest() != first["cert_hash"].native:
        problems.append("signing-certificate-v2 names another certificate")


def check_token(token, imprinted, problems, what):
    """The certificates of a timestamp whose imprint is of the given bytes."""
    content = token["content"]
    if content["encap_content_info"]["content_type"].native != "tst_info":
        problems.append(f"{what} holds no TSTInfo")
        return [], None
    info = content["encap_content_info"]["content"].parsed
    imprint = info["message_imprint"]
    algorithm = imprint["hash_algorithm"]["algorithm"].native
    if algorithm not in HASHES or hashlib.new(algorithm, imprinted).digest() != imprint["hashed_message"].native:
        problems.append(f"{what} is of something else, or by a weak hash")
    signer = signer_certificate(content, content["signer_infos"][0])
    if signer is None:
        problems.append(f"{what} comes without the certificate of its service")
    return certificates_of(content), signer


def check_cms(contents, covered, dictionary, result):
    """What B-B asks of the CMS; gives the SignerInfo, or None."""
    problems = result.problems
    content_info = cms.ContentInfo.load(contents)
    length = len(content_info.dump())
    if set(contents[length:]) - {0}:
        problems.append("bytes that are not 0 fill up /Contents")
    if content_info["content_type"].native != "signed_data":
        problems.append("/Contents holds no SignedData")
        return None
    signed = content_info["content"]
    if result.kind == "timestamp":
        certificates, signer = check_token(content_info, covered, problems, "the document timestamp")
        result.certificates += certificates
        result.signers.append(signer)
        return None
    if len(signed["signer_infos"]) != 1:
        problems.append("there is not exactly one SignerInfo")
        return None
    info = signed["signer_infos"][0]
    certificate = signer_certificate(signed, info)
    if certificate is None:
        problems.append("the signer's certificate is not there")
    result.certificates += certificates_of(signed)
    result.signers.append(certificate)
    if signed["encap_content_info"]["content"].native is not None:
        problems.append("the content is within the signature")
    digest = info["digest_algorithm"]["algorithm"].native
    if digest not in HASHES:
        problems.append(f"the digest is {digest}")
        return info
    found, twice = attributes(info["signed_attrs"])
    if twice:
        problems.append("a signed attribute stands twice")
    if not is_sorted(info["signed_attrs"]):
        problems.append("the signed attributes are not in the order of DER")
    if [one.native for one in found.get("content_type", [])] != ["data"]:
        problems.append("content-type is not data")
    if [one.native for one in found.get("message_digest", [])] != [hashlib.new(digest, covered).digest()]:
        problems.append("message-digest is another")
    if "signing_time" in found:
        problems.append("there is a signing-time")
    if "commitment_type" in found and "/Reason" in dictionary:
        problems.append("there are both a commitment type and a /Reason")
    check_ess(found, certificate, digest, problems)
    return info


def is_known(certificate, revocations):
    """Whether a CRL or an OCSP answer speaks of a certificate."""
    crls, answers = revocations
    if any(one.issuer == certificate.issuer for one in crls):
        return True
    for answer in answers:
        for single in answer.response_data["responses"]:
            if single["cert_id"]["serial_number"].native == certificate.serial_number:
                return True
    return False


def check_store(reader, result):
    """Whether the DSS has all that the chains of the signers need; what is missing, in words."""
    if "/DSS" not in reader.root:
        return ["there is no DSS"]
    store = reader.root["/DSS"]

    def streams(key):
        return [store[key][index].data for index in range(len(store[key]))] if key in store else []

    certificates = [x509.Certificate.load(one) for one in streams("/Certs")]
    crls = [crl.CertificateList.load(one) for one in streams("/CRLs")]
    answers = [ocsp.OCSPResponse.load(one) for one in streams("/OCSPs")]
    missing = []
    known = {one.dump() for one in certificates}
    pool = certificates + result.certificates
    for answer in answers:
        pool += list(answer.basic_ocsp_response["certs"] or [])
    for signer in result.signers:
        certificate, seen = signer, set()
        while certificate is not None and certificate.dump() not in seen:
            seen.add(certificate.dump())
            name = certificate.subject.human_friendly
            if certificate.dump() not in known:
                missing.append(f"the certificate of {name} is not in the DSS")
            if certificate.issuer == certificate.subject:
                break
            if not is_known(certificate, (crls, answers)):
                missing.append(f"nothing in the DSS says whether {name} is revoked")
            issuers = [one for one in pool if one.subject == certificate.issuer]
            if not issuers:
                missing.append(f"the certificate of who issued {name} is not there")
            certificate = issuers[0] if issuers else None
    return missing


def one_signature(reader, embedded, whole):
    dictionary = embedded.sig_object
    byte_range = [int(one) for one in dictionary["/ByteRange"]]
    kind = "timestamp" if dictionary.get("/Type") == "/DocTimeStamp" else "signature"
    result = Signature(embedded.field_name, kind, byte_range[2] + byte_range[3])
    covered = whole[:byte_range[1]] + whole[byte_range[2]:byte_range[2] + byte_range[3]]
    wanted = "/ETSI.RFC3161" if kind == "timestamp" else "/ETSI.CAdES.detached"
    if dictionary.get("/SubFilter") != wanted:
        result.problems.append(f"/SubFilter is {dictionary.get('/SubFilter')}")
    if kind == "signature" and "/M" not in dictionary:
        result.problems.append("there is no /M")
    if "/Cert" in dictionary:
        result.problems.append("there is a /Cert")
    if byte_range[0] or whole[byte_range[1]:byte_range[1] + 1] != b"<" or whole[byte_range[2] - 1:byte_range[2]] != b">":
        result.problems.append("/ByteRange leaves out something else than /Contents")
    contents = bytes.fromhex(whole[byte_range[1] + 1:byte_range[2] - 1].decode())
    info = check_cms(contents, covered, dictionary, result)
    return result, info


def levels(whole):
    """All signatures of a file, each with its level."""
    reader = PdfFileReader(io.BytesIO(whole), strict=False)
    found = [one_signature(reader, embedded, whole) for embedded in reader.embedded_signatures]
    stamps = [result for result, _ in found if result.kind == "timestamp" and not result.problems]
    results = []
    for result, info in found:
        results.append(result)
        if result.kind == "timestamp" or result.problems:
            continue
        result.level = "B-B"
        unsigned, _ = attributes(info["unsigned_attrs"] if info["unsigned_attrs"].native else None)
        later = [stamp for stamp in stamps if stamp.end > result.end]
        for token in unsigned.get("signature_time_stamp_token", []):
            certificates, signer = check_token(token, info["signature"].native, result.problems, "the signature timestamp")
            result.certificates += certificates
            result.signers.append(signer)
        if result.problems:
            continue
        if "signature_time_stamp_token" not in unsigned and not later:
            continue
        result.level = "B-T"
        # The newest timestamp may be later than all that is known of its own certificate.
        missing = check_store(reader, result)
        if missing:
            result.missing = missing
            continue
        result.level = "B-LT"
        for stamp in later:
            inside = PdfFileReader(io.BytesIO(whole[:stamp.end]), strict=False)
            if not check_store(inside, result):
                result.level = "B-LTA"
    return results
