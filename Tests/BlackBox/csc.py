#!/usr/bin/env python3
"""Signs a PDF by a person's key through the Cloud Signature Consortium's API, with pyHanko's own client as it is.

The person's device authorises each digest; pyHanko and pdfsig judge the result, and what was not authorised is refused. Exits 0 when
everything holds. Needs the project's .venv, poppler-utils and openssl; PARAPH names the program.
"""

import asyncio
import base64
import hashlib
import io
import json
import pathlib
import secrets
import subprocess
import tempfile
import threading
import time
import urllib.parse
import urllib.error
import urllib.request

import aiohttp
from asn1crypto import tsp
from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.generic import StreamObject
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.pdf_utils.writer import PageObject, PdfFileWriter
from pyhanko.sign import signers
from pyhanko.sign.fields import SigSeedSubFilter
from pyhanko.sign.signers.csc_signer import (
    CSCAuthorizationManager, CSCServiceSessionInfo, CSCSigner, fetch_certs_in_csc_credential,
)
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from _device import Person, encode
from _paraph import Paraph, require
from signer import Signer

SHA256 = "2.16.840.1.101.3.4.2.1"
ECDSA = "1.2.840.10045.4.3.2"


class Program:
    """A program that has a token of a person."""

    def __init__(self, paraph, email, scope="service", token=None):
        self.paraph = paraph
        self.token = token or paraph.admin("token", "create", "--person", email, "--scope", scope)["accessToken"]

    def call(self, method, body=None, token=None):
        headers = {"Authorization": f"Bearer {token or self.token}"}
        return self.paraph.post(f"/csc/v2/{method}", body or {}, headers)

    def ok(self, method, body=None, status=200):
        got, answer = self.call(method, body)
        require(got == status, f"{method} was answered {got} {answer}")
        return answer

    def refused(self, method, body, status, code, words=""):
        got, answer = self.call(method, body)
        require((got, answer.get("error")) == (status, code) and words in answer.get("error_description", ""),
                f"{method} should be refused by {code} “{words}”, and was answered {got} {answer}")

    def credential(self):
        (credential,) = self.ok("credentials/list")["credentialIDs"]
        return credential

    def ask(self, hashes, **more):
        """Asks for an authorisation and returns the handle."""
        body = {"credentialID": self.credential(), "numSignatures": len(hashes), "hashes": hashes, "hashAlgorithmOID": SHA256, **more}
        return self.ok("credentials/authorize", body, 202)["handle"]

    def authorised(self, person, hashes, **more):
        """Has the person sign for it, and returns the SAD."""
        handle = self.ask(hashes, **more)
        status, result = person.answer(waiting(person, handle))
        require(result.get("outcome") == "accepted", f"the person's signature was answered {status} {result}")
        return self.ok("credentials/authorizeCheck", {"handle": handle})["SAD"]

    def sign(self, sad, hashes, **more):
        return {"credentialID": self.credential(), "SAD": sad, "hashes": hashes, "signAlgo": ECDSA, **more}


def registered(paraph, person):
    """A registered program that the person gave access, found by what the service says of itself."""
    info = paraph.post("/csc/v2/info", {})[1]
    require("oauth2code" in info["authType"], f"info: {info}")
    back = "http://127.0.0.1/back"
    made = paraph.admin("client", "create", "--name", "North Bank", "--redirect-uri", back, "--grant", "authorization_code")
    verifier = secrets.token_urlsafe(32)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    query = urllib.parse.urlencode({
        "response_type": "code", "client_id": made["clientId"], "redirect_uri": back, "scope": "service", "state": "s",
        "code_challenge": challenge, "code_challenge_method": "S256"})
    location = person.ok("POST", "/v1/oauth2/authorization", {"query": query, "isAllowed": True})["location"]
    (code,) = urllib.parse.parse_qs(urllib.parse.urlsplit(location).query)["code"]
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": back, "code_verifier": verifier,
            "client_id": made["clientId"], "client_secret": made["clientSecret"]}
    with urllib.request.urlopen(f"{info['oauth2']}oauth2/token", urllib.parse.urlencode(form).encode(), timeout=20) as answer:
        return Program(paraph, person.email, token=json.load(answer)["access_token"])


class AskingManager(CSCAuthorizationManager):
    """Authorises as pyHanko leaves to its users: asks for exactly these digests, and waits until the person has answered."""

    def __init__(self, session_info, credential_info, session):
        super().__init__(session_info, credential_info)
        self.session = session

    async def authorize_signature(self, hash_b64s):
        body = self.format_csc_auth_request(hash_b64s=hash_b64s, description="lease.pdf")
        method = "credentials/authorize"
        for _ in range(300):
            async with self.session.post(self.csc_session_info.endpoint_url(method), headers=self.auth_headers, json=body) as response:
                answer = await response.json()
                require(response.status in (200, 202), f"{method} was answered {response.status} {answer}")
                if response.status == 200:
                    return self.parse_csc_auth_response(answer)
            method, body = "credentials/authorizeCheck", {"handle": answer["handle"]}
            await asyncio.sleep(0.1)
        raise SystemExit("FAILED: the person's answer does not reach the program")


def waiting(person, handle):
    """The request that a handle stands for, as the person sees it."""
    found = [request for request in person.requests() if request["id"] == handle]
    require(len(found) == 1, f"the person does not see the request: {person.requests()}")
    return found[0]


def digest(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def draft():
    """A PDF of one page."""
    writer = PdfFileWriter()
    writer.insert_page(PageObject(contents=writer.add_object(StreamObject(stream_data=b"BT ET")), media_box=(0, 0, 595, 842)))
    output = io.BytesIO()
    writer.write(output)
    return output.getvalue()


def answer_soon(person, seen):
    """Answers the next request, as a person does who has the page open."""
    for _ in range(300):
        for request in person.requests():
            seen.append(request)
            status, result = person.answer(request)
            require(result.get("outcome") == "accepted", f"the person's signature was answered {status} {result}")
            return
        time.sleep(0.1)


async def sign_pdf(paraph, program, document):
    """Signs as pyHanko's users do."""
    session_info = CSCServiceSessionInfo(paraph.url, program.credential(), oauth_token=program.token, api_ver="v2")
    async with aiohttp.ClientSession() as session:
        credential = await fetch_certs_in_csc_credential(session, session_info)
        require(credential.hash_pinning_required and credential.max_batch_size == 100, "the credential binds what is signed")
        manager = AskingManager(session_info, credential, session)
        signer = CSCSigner(session, manager)
        metadata = signers.PdfSignatureMetadata(field_name="Signature", md_algorithm="sha256", subfilter=SigSeedSubFilter.PADES)
        pdf_signer = signers.PdfSigner(metadata, signer)
        output = await pdf_signer.async_sign_pdf(IncrementalPdfFileWriter(io.BytesIO(document)))
        return output.getvalue()


def check_signing(paraph, program, person, folder):
    """pyHanko signs, the person answers, and two judges look."""
    seen = []
    thread = threading.Thread(target=answer_soon, args=(person, seen))
    thread.start()
    signed = asyncio.run(sign_pdf(paraph, program, draft()))
    thread.join()
    require(seen[0]["clientName"] == "North Bank" and seen[0]["description"] == "lease.pdf" and len(seen[0]["digests"]) == 1 and seen[0]["kind"] == "signHashes",
            f"the person sees what it is for: {seen[0]}")

    root = folder / "root.pem"
    paraph.admin("ca", "export", "--to", str(root))
    context = ValidationContext(trust_roots=[load_cert_from_pemder(str(root))], allow_fetching=False)
    (embedded,) = PdfFileReader(io.BytesIO(signed)).embedded_signatures
    status = validate_pdf_signature(embedded, context)
    require(status.bottom_line, f"pyHanko does not accept the signature: {status.pretty_print_details()}")
    require("Anna Kern" in status.signing_cert.subject.human_friendly, f"it names the person: {status.signing_cert.subject.human_friendly}")

    file = folder / "signed.pdf"
    file.write_bytes(signed)
    said = subprocess.run(["pdfsig", "-nocert", file], capture_output=True, text=True).stdout
    require("Signature Validation: Signature is Valid." in said and "Total document signed" in said, f"pdfsig said: {said}")
    middle = signed.index(b"/MediaBox")
    file.write_bytes(signed[:middle] + b"/MediaBoX" + signed[middle + 9:])
    said = subprocess.run(["pdfsig", "-nocert", file], capture_output=True, text=True).stdout
    require("Signature is Valid" not in said, "a changed file is not accepted")


def stored(url, token):
    """What an answer says of caches."""
    request = urllib.request.Request(url, b"{}", {"Content-Type": "application/json", "Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            return response.headers["Cache-Control"]
    except urllib.error.HTTPError as error:
        return error.headers["Cache-Control"]


def check_reading(paraph, program, person):
    status, info = paraph.post("/csc/v2/info", {})
    require(status == 200 and info["specs"] == "2.0.0.0" and "signatures/signHash" in info["methods"], f"info: {status} {info}")
    with urllib.request.urlopen(info["logo"], timeout=20) as logo:
        require(logo.headers["Content-Type"] == "image/png", "the logo is there")
    id = program.credential()
    credential = program.ok("credentials/info", {"credentialID": id, "certificates": "chain", "certInfo": True, "authInfo": True})
    require(credential["key"] == {"status": "enabled", "algo": [ECDSA], "len": 256, "curve": "1.2.840.10045.3.1.7"}, f"key: {credential}")
    require(credential["SCAL"] == "2" and credential["auth"]["mode"] == "explicit" and len(credential["cert"]["certificates"]) == 2,
            f"credential: {credential}")
    require("Anna Kern" in credential["cert"]["subjectDN"] and credential["cert"]["validTo"].endswith("Z"), f"certificate: {credential}")
    listed = program.ok("credentials/list", {"credentialInfo": True, "certificates": "none", "onlyValid": True, "clientData": "x"})
    require(listed["credentialInfos"][0]["credentialID"] == id and listed["onlyValid"], f"list: {listed}")
    program.refused("credentials/info", {"credentialID": "0" * 32}, 400, "invalid_request", "credentialID")
    program.refused("credentials/info", {"credentialID": 7}, 400, "invalid_request", "string parameter credentialID")
    program.refused("credentials/info", {"credentialID": id, "certificates": "all"}, 400, "invalid_request", "certificates")
    program.refused("credentials/list", {"userID": "boris"}, 400, "invalid_request", "userID")
    program.refused("signatures/signDoc", {}, 501, "invalid_request")
    for token, wanted in ((secrets.token_urlsafe(32), (401, "invalid_token")), (person.token, (403, "unauthorized_client")),
                          (Program(paraph, person.email, "docs").token, (403, "unauthorized_client"))):
        status, answer = program.call("credentials/list", token=token)
        require((status, answer["error"]) == wanted, f"another token is answered {status} {answer}")
        # Tokens, secrets and signatures go this way: nothing between the two may keep an answer.
        for given in (program.token, token):
            kept = stored(f"{paraph.url}/csc/v2/credentials/list", given)
            require(kept == "no-store", f"an answer may be stored: {kept}")


def check_timestamps(program):
    nonce = secrets.token_hex(12)
    body = {"hash": digest("stamped"), "hashAlgo": SHA256, "nonce": nonce}
    token = base64.b64decode(program.ok("signatures/timestamp", body)["timestamp"])
    info = tsp.ContentInfo.load(token)["content"]["encap_content_info"]["content"].parsed
    require(info["nonce"].native == int(nonce, 16), "the number is repeated")
    require(info["message_imprint"]["hashed_message"].native == base64.b64decode(body["hash"]), "the digest is stamped")
    program.refused("signatures/timestamp", {**body, "hashAlgo": "1.3.14.3.2.26"}, 400, "invalid_request", "hashAlgo")
    program.refused("signatures/timestamp", {**body, "hash": "AAAA"}, 400, "invalid_request", "length")
    program.refused("signatures/timestamp", {**body, "nonce": "xyz"}, 400, "invalid_request", "nonce")


def check_refusals(paraph, program, person):
    """What the device did not authorise is not signed, whatever is tried."""
    other = registered(paraph, person)
    hashes = [digest(text) for text in ("one", "two", "three")]
    for body, words in (
        ({"numSignatures": 2}, "numSignatures"), ({"hashes": []}, "Empty"), ({"hashes": ["!"]}, "Base64"), ({"hashes": ["AAAA"]}, "length"),
        ({"hashes": [hashes[0]] * 2, "numSignatures": 2}, "more than once"), ({"hashAlgorithmOID": "1.3.14.3.2.26"}, "hashAlgorithmOID"),
        ({"numSignatures": 101}, "too high"), ({"numSignatures": 0}, "numSignatures"), ({"numSignatures": 1.5}, "numSignatures"),
        ({"description": "x" * 501}, "description"), ({"description": "turn \u202e round"}, "description"), ({"credentialID": "x"}, "credentialID"),
    ):
        whole = {"credentialID": program.credential(), "numSignatures": 1, "hashes": hashes[:1], "hashAlgorithmOID": SHA256, **body}
        program.refused("credentials/authorize", whole, 400, "invalid_request", words)
    require(person.requests() == [], "none of these reaches the person")

    # A device that says something else than what was asked, and a hand that is not the person's.
    handle = program.ask(hashes[:2], description="Договор.pdf")
    request = waiting(person, handle)
    for changes in ({"dig": request["digests"][0]}, {"dsc": "Another.pdf"}, {"dig": None}, {"msg": "Sign in"}):
        status, answer = person.answer(request, **changes)
        require((status, answer["code"]) == (401, "badAssertion"), f"a statement about something else is answered {status} {answer}")
    forger = Signer("forger")
    status, answer = person.answer(request, encode(forger.signature()))
    require(answer.get("outcome") == "refused", f"a forger's signature is answered {status} {answer}")
    require(program.ok("credentials/authorizeCheck", {"handle": handle}, 202) == {"handle": handle}, "nothing is authorised yet")
    other.refused("credentials/authorizeCheck", {"handle": handle}, 400, "invalid_request", "handle")
    status, answer = person.answer(request)
    require(answer.get("outcome") == "accepted", f"the person's own signature is answered {status} {answer}")
    lost = program.ok("credentials/authorizeCheck", {"handle": handle})["SAD"]
    sad = program.ok("credentials/authorizeCheck", {"handle": handle})["SAD"]

    program.refused("signatures/signHash", program.sign(lost, hashes[:1]), 400, "invalid_request", "SAD")
    program.refused("signatures/signHash", program.sign("x" * 43, hashes[:1]), 400, "invalid_request", "SAD")
    program.refused("signatures/signHash", program.sign(sad, hashes[2:]), 400, "invalid_request", "not authorized")
    program.refused("signatures/signHash", program.sign(sad, hashes), 400, "invalid_request", "not authorized")
    program.refused("signatures/signHash", program.sign(sad, hashes[:1], signAlgo="1.2.840.113549.1.1.11"), 400, "invalid_request", "signAlgo")
    program.refused("signatures/signHash", program.sign(sad, hashes[:1], hashAlgo="1.3.14.3.2.26"), 400, "invalid_request", "hashAlgo")
    program.refused("signatures/signHash", program.sign(sad, hashes[:1], operationMode="A"), 400, "invalid_request", "operationMode")
    program.refused("signatures/signHash", {**program.sign(sad, hashes[:1]), "SAD": None}, 400, "invalid_request", "SAD")
    other.refused("signatures/signHash", program.sign(sad, hashes[:1]), 400, "invalid_request", "SAD")
    signatures = program.ok("signatures/signHash", program.sign(sad, hashes[1:2]))["signatures"]
    require(len(signatures) == 1, f"one digest, one signature: {signatures}")
    # As after an answer that was lost.
    again = program.ok("signatures/signHash", program.sign(sad, hashes[1:2]))["signatures"]
    require(again == signatures, "a digest has two signatures")
    # By the names of version 1.
    first = {name: value for name, value in program.sign(sad, []).items() if name != "hashes"} | {"hash": hashes[:1], "hashAlgo": SHA256}
    program.ok("signatures/signHash", first)
    return request


def check_no(paraph, program, person):
    """The person says no, and that it is none of theirs."""
    handle = program.ask([digest("declined")])
    person.ok("DELETE", f"/v1/me/requests/{handle}")
    program.refused("credentials/authorizeCheck", {"handle": handle}, 400, "access_denied", "declined")
    status, answer = person.answer({"id": handle, "digests": []})
    require((status, answer["code"]) == (409, "requestOver"), f"what was declined is answered {status} {answer}")

    stranger = registered(paraph, person)
    handle, second = stranger.ask([digest("unknown")]), stranger.ask([digest("unknown too")])
    person.ok("POST", f"/v1/me/requests/{handle}/report")
    stranger.refused("credentials/authorizeCheck", {"handle": second}, 400, "access_denied")
    body = {"credentialID": stranger.credential(), "numSignatures": 1, "hashes": [digest("again")]}
    stranger.refused("credentials/authorize", body, 400, "access_denied", "takes no requests")
    program.ask([digest("another program's")])
    (blocked,) = paraph.admin("request", "list")["blocked"]
    require(blocked["personId"] == person.id, f"the administrator sees it: {blocked}")
    log = paraph.log.read_text()
    require("reported the requests of a program" in log and person.email not in log and "Anna" not in log, "the log tells, and names nobody")
    with urllib.request.urlopen(f"{paraph.url}/metrics", timeout=20) as answer:
        metrics = answer.read().decode()
    for outcome in ("asked", "approved", "declined", "reported", "blocked"):
        require(f'paraph_client_requests_total{{outcome="{outcome}"}}' in metrics, f"{outcome} is counted")
    paraph.admin("request", "unblock", "--person", person.email, blocked["client"])
    stranger.ask([digest("again")])


def check_flood(paraph, person):
    """A program that asks and asks is slowed down, and the others are not."""
    pushy = Program(paraph, person.email)
    answers = []
    for number in range(30):
        body = {"credentialID": pushy.credential(), "numSignatures": 1, "hashes": [digest(f"flood {number}")]}
        answers.append(pushy.call("credentials/authorize", body))
    taken = [answer for status, answer in answers if status == 202]
    refused = {(status, answer.get("error")) for status, answer in answers if status != 202}
    require(0 < len(taken) <= 5 and refused == {(429, "temporarily_unavailable")}, f"30 requests: {len(taken)} taken, {refused}")
    require(len(person.requests()) <= 6, "the person sees a few")


def main():
    with tempfile.TemporaryDirectory() as name, Paraph("--rate-limits", "off") as paraph:
        person = Person(paraph, "anna@example.com", "Anna Kern", 11)
        program = Program(paraph, person.email)
        check_reading(paraph, program, person)
        check_signing(paraph, registered(paraph, person), person, pathlib.Path(name))
        check_timestamps(program)
        check_refusals(paraph, program, person)
        check_no(paraph, program, person)
        check_flood(paraph, person)
        require(paraph.stop() == 0, "the server ends")
        done = subprocess.run([paraph.program, "audit", "verify", "--data", paraph.data], capture_output=True, text=True)
        require(done.returncode == 0, f"the ledger: {done.stdout} {done.stderr}")
        print("csc: pyHanko signed by a person's key what their device authorised, and nothing else was signed")


if __name__ == "__main__":
    main()
