"""`paraph pdf sign` and `paraph pdf timestamp`, judged by validators that others wrote (`_judges`), against a CA of ours on loopback (`_pki`)."""

import json
import pathlib
import subprocess
import sys
import tempfile

from _judges import judge, openssl as openssl_judge
from _paraph import PROGRAM, ROOT, require
from _pki import PASSWORD, PKI

FIXTURES = ROOT / "Tests/ParaphPDFTests/Encryption/Fixtures"
DOTS = [(10, 10), (60, 40), (110, 5), (160, 45), (200, 20), (90, 60)]
INK = {"pressure": 0, "dot_count": len(DOTS), "signature_contents": [{"x": x, "y": y, "p": 0} for x, y in DOTS]}


def page_tree(pages=1, catalog="", page="", more=()):
    """A PDF with a table, and offsets that are right."""
    objects = [f"<</Type/Catalog/Pages 2 0 R{catalog}>>",
               f"<</Type/Pages/Count {pages}/Kids[{' '.join(f'{number + 3} 0 R' for number in range(pages))}]>>"]
    resources = "" if "/Resources" in page else "/Resources<<>>"
    objects += [f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]{resources}{page}>>"] * pages
    objects += list(more)
    out = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
    offsets = []
    for number, text in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n".encode()
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode() + b"".join(f"{one:010} 00000 n \n".encode() for one in offsets)
    return out + f"trailer\n<</Root 1 0 R/Size {len(objects) + 1}/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]>>\nstartxref\n{start}\n%%EOF\n".encode()


def form(fields, **more):
    """A PDF with empty signature fields, as objects from 4 on: a name to further entries."""
    numbers = range(4, 4 + len(fields))
    kids = " ".join(f"{number} 0 R" for number in numbers)
    widgets = [f"<</Type/Annot/Subtype/Widget/FT/Sig/T({name})/Rect[{50 + 150 * place} 600 {180 + 150 * place} 660]/P 3 0 R/F 4{extra}>>"
               for place, (name, extra) in enumerate(fields.items())]
    return page_tree(catalog=f"/AcroForm<</Fields[{kids}]>>", page=f"/Annots[{kids}]", more=widgets, **more)


class Checks:
    """The checks; what they sign is judged after the CA is stopped, so that nothing can be fetched."""

    def __init__(self, folder, pki):
        self.folder, self.pki, self.judged = folder, pki, []
        self.plain = self.write("plain.pdf", page_tree(2))

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return path

    def run(self, *arguments, stdin=None):
        done = subprocess.run([PROGRAM, "pdf", *map(str, arguments)], capture_output=True, text=True, input=stdin, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def key(self, name):
        return ["--key", self.pki.key(name), "--certificate", self.pki.certificate(name), "--chain", self.pki.chain]

    def sign(self, source, name, *options, who="p256", wanted="B-B", without=(), password=None, key=None):
        """Signs, and notes what is to be judged."""
        output = self.folder / f"{name}.pdf"
        status, _, words = self.run("sign", source, output, *(self.key(who) if key is None else key), *options)
        require(status == 0, f"{name} was not signed: {words}")
        require(output.read_bytes().startswith(pathlib.Path(source).read_bytes()), f"{name} does not begin with what was signed")
        self.judged.append((name, output, wanted, without, password))
        return output

    def refuse(self, why, source, *options, who="p256", key=None):
        """Signing must end with 2, say why, and leave nothing behind."""
        output = self.folder / "refused.pdf"
        status, _, words = self.run("sign", source, output, *(self.key(who) if key is None else key), *options)
        require(status == 2 and why in words, f"refused with {status}: {words!r} instead of {why!r}")
        require(not output.exists() and not list(self.folder.glob("refused*")), f"{why}: something was written")

    def network(self, level):
        return ["--level", level, "--timestamp-url", self.pki.tsa_url, "--allow-private-addresses"]

    def keys(self):
        """Every kind of key and of file that holds one."""
        for who in ("rsa", "p256", "p384"):
            self.sign(self.plain, f"key-{who}", who=who)
        # This mutool cannot judge RSA-PSS, whoever made it.
        self.sign(self.plain, "key-pss", "--pss", who="rsa", without=("mutool",))
        pki = self.pki
        encrypted = ["--key", pki.folder / "rsa-encrypted.key", "--certificate", pki.certificate("rsa"), "--chain", pki.chain]
        self.sign(self.plain, "key-encrypted", key=[*encrypted, "--password", PASSWORD])
        self.sign(self.plain, "key-pkcs12", key=["--pkcs12", pki.p12("p384"), "--password", PASSWORD])
        self.refuse("assword", self.plain, key=[*encrypted, "--password", "wrong"])
        self.refuse("assword", self.plain, key=["--pkcs12", pki.p12("p384"), "--password", "wrong"])
        self.refuse("does not belong", self.plain, key=["--key", pki.key("p256"), "--certificate", pki.certificate("rsa")])
        self.refuse("--pkcs12", self.plain, key=[])

    def levels(self):
        """B-T to B-LTA, by every kind of key."""
        for who in ("rsa", "p256", "p384"):
            for level in ("B-T", "B-LT", "B-LTA"):
                self.sign(self.plain, f"{level}-{who}", *self.network(level), who=who, wanted=level)
        before = len(self.pki.requests)
        self.refuse("not to be had", self.plain, *self.network("B-LT"), who="revoked")
        self.refuse("not to be had", self.plain, "--level", "B-LT", "--timestamp-url", self.pki.tsa_url)
        asked = self.pki.requests[before:]
        require(asked.count("/tsa") == 2 and set(asked[asked.index("/tsa", 1):]) == {"/tsa"}, f"without leave, loopback was asked: {asked}")
        self.refuse("--timestamp-url", self.plain, "--level", "B-T")
        self.refuse("timestamp", self.plain, "--level", "B-T", "--timestamp-url", self.pki.url + "/nothing")
        # A document timestamp makes B-LTA of B-LT, and renews B-LTA.
        for first in ("B-LT", "B-LTA"):
            output = self.folder / f"renewed-{first}.pdf"
            status, _, words = self.run("timestamp", self.folder / f"{first}-rsa.pdf", output, "--timestamp-url", self.pki.tsa_url)
            require(status == 0, words)
            self.judged.append((f"renewed-{first}", output, "B-LTA", (), None))
        output = self.folder / "only-timestamp.pdf"
        status, _, words = self.run("timestamp", self.plain, output, "--timestamp-url", self.pki.tsa_url)
        require(status == 0, words)
        self.stamped = output

    def several(self):
        """Several signers, each after the other, the earlier ones staying valid."""
        path = self.plain
        for number, who in enumerate(("rsa", "p256", "p384"), 1):
            path = self.sign(path, f"several-{number}", "--name", f"Person {number}", "--reason", "Agreed: é, Ж", "--location", "Genève", who=who)
        self.sign(path, "several-lta", *self.network("B-LTA"), "--rect", "100,100,200,80", wanted="B-LTA")
        twice = self.write("in-place.pdf", self.plain.read_bytes())
        status, _, words = self.run("sign", twice, twice, *self.key("p256"))
        require(status == 0 and twice.read_bytes().startswith(self.plain.read_bytes()), words)
        self.judged.append(("in-place", twice, "B-B", (), None))

    def fields(self):
        """Fields that are there and new ones, seen and not, with ink, photo and link."""
        ink = self.write("ink.json", json.dumps(INK).encode())
        empty = self.write("form.pdf", form({"First": "", "Second": ""}))
        link = ["--link", "https://example.org/documents/?documentid=31a8de70"]
        first = self.sign(empty, "field-first", "--field", "First", "--ink", ink, *link)
        self.sign(first, "field-second", "--field", "Second", "--ink", ink, "--name", "Anna")
        self.refuse("link", first, "--field", "Second", "--ink", ink, *link)
        self.refuse("signed already", first, "--field", "First")
        self.refuse("its place", empty, "--field", "First", "--rect", "1,1,50,50")
        self.sign(self.plain, "field-new", "--field", "Mine", "--page", "2", "--rect", "72,72,200,60", "--ink", ink, *link)
        for rotation in (90, 180, 270):
            turned = self.write(f"turned-{rotation}.pdf", page_tree(page=f"/Rotate {rotation}/CropBox[10 20 500 700]"))
            self.sign(turned, f"turned-{rotation}-signed", "--rect", "72,72,200,60", "--ink", ink)
        self.refuse("no such page", self.plain, "--page", "3", "--rect", "1,1,50,50")
        self.refuse("leaves the page", self.plain, "--rect", "600,1,50,50")
        for wrong in ("1,2,3", "1,2,0,4", "a,b,c,d", "1,2,nan,4"):
            self.refuse("--rect", self.plain, "--rect", wrong)
        self.refuse("--rect", self.plain, "--ink", ink)
        self.refuse("dot", self.plain, "--field", "a.b")

    def covering(self):
        """Where a signature would lie on something it is said before, and refused where earlier signatures would become suspicious."""
        ink = self.write("over.json", json.dumps(INK).encode())
        words = "BT /F1 10 Tf 72 700 Td (The tenant pays nine hundred euros a month in advance) Tj ET"
        font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
        text = self.write("text.pdf", page_tree(page=f"/Contents 4 0 R/Resources<</Font<</F1 {font}>>>>",
                                                more=[f"<</Length {len(words)}>>stream\n{words}\nendstream"]))
        place = ["--rect", "72,690,250,20", "--ink", ink, "--name", "Анна Петрова"]
        output = self.folder / "over.pdf"
        status, _, said = self.run("sign", text, output, *self.key("p256"), *place)
        require(status == 0 and "can no longer be read" in said and "Free is --rect" in said, said)
        signed = self.sign(text, "over-first", "--rect", "72,500,200,60", "--ink", ink)
        self.refuse("would be changed (suspicious)", signed, *place)
        free = self.run("sign", signed, output, *self.key("p256"), *place)[2].split("--rect ")[1].split()[0].rstrip(".")
        status, _, said = self.run("sign", signed, output, *self.key("p256"), "--rect", free, *place[2:])
        require(status == 0 and said == "", said)
        self.verdicts(output, "allowed", False)
        status, _, said = self.run("sign", signed, output, *self.key("p256"), *place, "--force")
        require(status == 0 and "(suspicious)" in said, said)
        self.verdicts(output, "suspicious", False)
        # On another signature both can be read.
        status, _, said = self.run("sign", signed, output, *self.key("p256"), "--rect", "72,500,200,60", "--ink", ink)
        require(status == 0 and "told to look at the place" in said, said)
        self.verdicts(output, "allowed", True)

    def verdicts(self, path, verdict, is_remarkable):
        """What the reader of the first signature is told."""
        changes = json.loads(self.run("verify", path, "--json")[1])["signatures"][0]["changes"]
        require(changes["verdict"] == verdict and any(item["remark"] for item in changes["items"]) == is_remarkable, changes)

    def permissions(self):
        """Certification and locks: what they allow stays valid, what they forbid is refused."""
        for level in (1, 2, 3):
            source = self.write(f"certify-{level}-source.pdf", form({"Later": ""}))
            certified = self.sign(source, f"certify-{level}", "--certify", level, *self.network("B-LTA"), wanted="B-LTA")
            if level == 1:
                self.refuse("allows no further signature", certified, "--field", "Later")
                output = self.folder / "certified-stamped.pdf"
                require(self.run("timestamp", certified, output, "--timestamp-url", self.pki.tsa_url)[0] == 0, "P1 allows timestamps")
                self.judged.append(("certified-stamped", output, "B-LTA", (), None))
            else:
                # pyHanko does not know level 3, and refuses every change after it.
                unknown = ("pyhanko", "adesverify") if level == 3 else ()
                self.sign(certified, f"certify-{level}-then", "--field", "Later", who="rsa", without=unknown)
                self.refuse("no new field that is seen", certified, "--rect", "72,72,100,40")
            self.refuse("first signature", certified, "--certify", "1")
        self.refuse("--certify", self.plain, "--certify", "4")
        lock = "/Lock<</Type/SigFieldLock/Action/Include/Fields[(Second)]>>"
        source = self.write("lock-source.pdf", form({"First": lock, "Second": "", "Third": ""}))
        locked = self.sign(source, "lock-first", "--field", "First")
        self.refuse("locks the field Second", locked, "--field", "Second")
        self.sign(locked, "lock-third", "--field", "Third")

    def demands(self):
        """What a field's seed value demands of its signature."""
        source = self.write("demands.pdf", form({
            "Other": "/SV<</Type/SV/Ff 2/SubFilter[/adbe.pkcs7.detached]>>",
            "Reasoned": "/SV<</Type/SV/Ff 8/Reasons[(I agree)(I do not)]>>",
            "Timed": "/SV<</Type/SV/TimeStamp<</URL(http://tsa.example/)/Ff 1>>>>",
        }))
        self.refuse("another format", source, "--field", "Other")
        self.refuse("one of its own reasons: I agree, I do not", source, "--field", "Reasoned", "--reason", "Why not")
        self.refuse("a timestamp", source, "--field", "Timed")
        self.sign(source, "demands-reason", "--field", "Reasoned", "--reason", "I agree")

    def encrypted(self):
        """Encrypted files: the signature itself is not, and mutool and openssl read it."""
        for path in sorted(FIXTURES.glob("*.pdf")):
            if path.name == "plain.pdf":
                continue
            # The level is read without a password. pyHanko opens none of revision 5, and takes clear metadata for encrypted.
            unknown = ("pyhanko", "adesverify") if path.stem in ("aes-256-r5", "aes-128-clear-metadata") else ()
            self.sign(path, f"encrypted-{path.stem}", "--document-password", "owner", *self.network("B-LT"), password="owner",
                      without=("level", *unknown), wanted="B-LT")
        self.refuse("--document-password", FIXTURES / "aes-256.pdf")
        self.refuse("--document-password", FIXTURES / "aes-256.pdf", "--document-password", "wrong")

    def refusals(self):
        nothing = self.write("nothing.pdf", b"no PDF")
        for path in (nothing, self.folder, self.folder / "missing.pdf"):
            self.refuse(str(path), path)
        status, _, words = self.run("sign", self.plain, self.folder / "no/such/folder.pdf", *self.key("p256"))
        require(status == 2 and "cannot be written" in words, words)
        require(not list(self.folder.glob("*.part")), "a part of a file was left behind")

    def judge(self):
        verdicts = {name: judge(path, self.pki.root, wanted, without, password) for name, path, wanted, without, password in self.judged}
        for name, path, _, _, password in self.judged:
            # Paraph's own judge belongs to what is tested; it must agree all the same.
            known = ["--password", password] if password else []
            status, answer, words = self.run("verify", path, "--trust", self.pki.root, "--offline", "--json", *known)
            require(status == 0 and json.loads(answer)["verdict"] == "valid", f"{name}: paraph pdf verify says {answer or words}")
        bad = [f"{name}: {verdict}" for name, verdict in verdicts.items() if not verdict.good]
        require(not bad, "\n".join(bad))
        # The judges can say no: a byte of what was signed is another.
        whole = bytearray((self.folder / "key-rsa.pdf").read_bytes())
        whole[whole.index(b"/MediaBox[0 0 612") + 11] ^= 1
        verdict = judge(self.write("flipped.pdf", bytes(whole)), self.pki.root, "B-B")
        require({"pyhanko", "adesverify", "pdfsig", "mutool", "openssl", "level"} <= set(verdict.disagreeing), f"flipped: {verdict.disagreeing}")
        require(openssl_judge(self.stamped, self.pki.root) is None, "a document timestamp alone")
        # A level is not taken for a higher one.
        require("level" in judge(self.folder / "B-T-rsa.pdf", self.pki.root, "B-LT").disagreeing, "B-T is no B-LT")


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        with PKI(folder / "pki") as pki:
            checks = Checks(folder, pki)
            checks.keys()
            checks.levels()
            checks.several()
            checks.fields()
            checks.covering()
            checks.permissions()
            checks.demands()
            checks.encrypted()
            checks.refusals()
        checks.judge()
        print(f"pdf sign and timestamp: {len(checks.judged)} files signed and found good by all judges")


if __name__ == "__main__":
    sys.exit(main())
