#!/usr/bin/env python3
"""Gets the certificate of a document from the real program, and lets programs that others wrote judge and read it.

Exits 0 when everything holds. Needs pyHanko, poppler, mupdf and qpdf; PARAPH names the program. EVIDENCE names a folder that keeps the files.
"""

import hashlib
import json
import os
import pathlib
import re
import secrets
import subprocess
import tempfile
import urllib.error
import urllib.request
import xml.etree.ElementTree

import _judges
from _paraph import Paraph, require
from dialect import Dialect
from ink import Signer

WORDS = {
    "en": ("Certificate of signatures", "Verified", "Does not look like their signature"),
    "ru": ("Свидетельство о подписях", "Подтверждена", "Не похожа на подпись этого человека"),
    "fr": ("Certificat de signatures", "Vérifiée", "Ne ressemble pas à sa signature"),
}
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def signed(paraph):
    """A document that Maria saved, and that another signed badly, well, and in a branch; gives its id and the files by name."""
    api = Dialect(paraph.url, paraph.register_app("Северный банк"))
    maria, anna, signer = "maria@example.org", "anna@example.org", Signer(1)
    paraph.admin("person", "create", "--email", maria, "--name", "Мария Ким")
    require(api.enrol(anna, signer).get("res") == "0", "Anna enrols")
    files = {name: f"{name} {secrets.token_hex(8)}" for name in ("draft", "badly", "well", "branch")}

    def save(email, name, previous=None, sample=None, id=None):
        parameters = {"apikey": api.key, "email": email, "document_hash": digest(files[name])}
        if previous:
            told = {"city": "Париж", "country": "Франция", "device_version": "iPhone17,1", "location": {"lat": 48.8566, "lon": -2.3522}}
            signature = api.authenticate(email, sample, **told)
            parameters |= {"previous_hash": digest(files[previous]), "signatures": [signature["signatureid"]], "documentid": id}
        answer = api.call("/savedocument/", parameters)
        require(answer["res"] == "0", f"{name} is saved: {answer}")
        return answer["documentid"]

    id = save(maria, "draft")
    save(anna, "badly", "draft", Signer(9).sample(0), id)
    save(anna, "well", "badly", signer.sample(15), id)
    save(anna, "branch", "badly", signer.sample(16), id)
    return id, files, api.key


def get(url, headers):
    """The status, the media type and the body."""
    request = urllib.request.Request(url, headers=headers)
    try:
        with OPENER.open(request, timeout=60) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Content-Type"], error.read()


def read(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    require(done.returncode == 0, f"{command[0]} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def drawings(path, folder):
    """How many outlines of ink the pages show: large shapes of many curves in the pen's blue; letters are small ones, and their own."""
    count = 0
    pages = int(re.search(r"Pages: +(\d+)", read("pdfinfo", path)).group(1))
    for number in range(1, pages + 1):
        page = folder / "page.svg"
        read("pdftocairo", "-svg", "-f", number, "-l", number, path, page)
        for shape in re.findall(r"<path [^>]*>", page.read_text()):
            blue = re.search(r"fill:rgb\(12\.\d+%, ?24\.\d+%, ?65\.\d+%\)", shape)
            count += bool(blue and len(re.findall(r" C ", shape)) > 60)
    return count


def check(path, root, language, id):
    judgement = _judges.judge(path, root, "B-T")
    require(judgement.good, f"{path.name}: {judgement}")
    text = " ".join(read("pdftotext", "-layout", path, "-").split())
    for words in (*WORDS[language], id, "Анна Петрова", "Мария Ким", "Северный банк"):
        require(words in text, f"{path.name}: “{words}” is missing in: {text}")
    about = read("pdfinfo", path)
    require(f"{WORDS[language][0]} · {id}" in about and "Custom Metadata: no" in about, about)
    require(f"<rdf:li>{language}</rdf:li>" in read("pdfinfo", "-meta", path), "the language is said")
    fonts = read("pdffonts", path).splitlines()[2:]
    require(fonts and all(re.search(r" yes yes yes ", line) for line in fonts), f"every font is embedded, in part, with its text: {fonts}")
    return text


def main():
    with Paraph() as server, tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(os.environ.get("EVIDENCE", name))
        id, files, key = signed(server)
        address = f"{server.url}/v1/documents/{id}/evidence"
        token = server.admin("token", "create", "--person", "maria@example.org", "--scope", "docs")["accessToken"]
        stranger = {"Paraph-Api-Key": key}
        made = {}
        for language in WORDS:
            for who, headers in (("maria", {"Authorization": f"Bearer {token}"}), ("stranger", stranger)):
                status, kind, body = get(f"{address}?language={language}", headers)
                require((status, kind) == (200, "application/pdf"), f"{language}: {status} {kind} {body[:300]}")
                made[language, who] = folder / f"evidence-{language}-{who}.pdf"
                made[language, who].write_bytes(body)
        root = folder / "root.pem"
        server.admin("ca", "export", "--to", str(root))
        for (language, who), path in made.items():
            text = check(path, root, language, id)
            whole = "".join(text.split())
            for kept in ("Париж, Франция", "iPhone17,1", "48.8566°", digest(files["badly"])):
                require(("".join(kept.split()) in whole) == (who == "maria"), f"{path.name}: {kept}")
            shown = drawings(path, folder)
            require(shown == (3 if who == "maria" else 0), f"{path.name}: {shown} drawings")

        # The drawings by themselves, for those who see them there.
        history = json.loads(get(f"{server.url}/v1/documents/{id}", {"Authorization": f"Bearer {token}"})[2])
        signatures = [signature for version in history["versions"] for signature in version["signatures"]]
        require(len(signatures) == 3 and all(signature["hasInk"] for signature in signatures), f"ink is told of: {signatures}")
        told = get(f"{server.url}/v1/documents/{id}", stranger)[2].decode()
        require("hasInk" not in told, f"a stranger learns of drawings: {told}")
        for signature in signatures:
            ink = f"{server.url}/v1/documents/{id}/signatures/{signature['id']}/ink"
            status, kind, body = get(ink, {"Authorization": f"Bearer {token}"})
            require((status, kind) == (200, "image/svg+xml"), f"{ink}: {status} {kind} {body[:300]}")
            path = xml.etree.ElementTree.fromstring(body).find("{http://www.w3.org/2000/svg}path")
            require(path is not None and 300 < len(path.get("d")) < 200_000, f"{ink}: {body[:300]}")
            require(get(ink, stranger)[0] == 404, "a stranger does not see a drawing")
        other = f"{server.url}/v1/documents/{'0' * 32}/signatures/{signatures[0]['id']}/ink"
        require(get(other, {"Authorization": f"Bearer {token}"})[0] == 404, "a drawing is shown on another document")

        # A changed byte is seen by everybody who looks.
        changed = folder / "changed.pdf"
        whole = bytearray(made["en", "maria"].read_bytes())
        whole[whole.index(b"stream\n") + 40] ^= 1
        changed.write_bytes(whole)
        refusals = _judges.judge(changed, root, "B-T", without=("qpdf", "level")).refusals
        require(all(refusals.values()), f"a change is not seen: {refusals}")

        for path, status in ((f"{server.url}/v1/documents/{'0' * 32}/evidence", 404), (f"{address}?language=de", 400)):
            found, _, body = get(path, stranger)
            require(found == status and json.loads(body)["code"], f"{path}: {found} {body}")
        entries = read(server.program, "audit", "verify", "--data", server.data)
        print(f"evidence: {len(made)} certificates hold with {', '.join(sorted(refusals))}; {entries.strip()}")


if __name__ == "__main__":
    main()
