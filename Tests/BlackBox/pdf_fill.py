"""`paraph pdf fill`: what is filled is read back by programs that others wrote, and a signed form that is filled stays signed."""

import io
import json
import pathlib
import subprocess
import sys
import tempfile

from fontTools.ttLib import TTFont
from pyhanko.pdf_utils.reader import PdfFileReader

from _judges import pyhanko, qpdf, run
from _paraph import PROGRAM, require
from _pki import PKI

FONT = next(path for path in ("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf")
            if pathlib.Path(path).exists())
FIELDS = [
    "/FT/Tx/T(name)/DA(/Helv 0 Tf 0 g)", "/FT/Tx/T(city)/DA(/Helv 11 Tf 0 0 1 rg)/Q 1", "/FT/Tx/T(notes)/Ff 4096/DA(/Helv 9 Tf 0 g)",
    "/FT/Tx/T(code)/Ff 16777216/MaxLen 6", "/FT/Tx/T(secret)/Ff 8192", "/FT/Btn/T(agree)", "/FT/Ch/T(size)/Ff 131072/Opt[[(s)(Small)][(l)(Large)]]",
    "/FT/Ch/T(days)/Ff 2097152/Opt[(mon)(tue)(wed)]", "/FT/Tx/T(fixed)/Ff 1/V(kept)", "/FT/Sig/T(signature)", "/FT/Sig/T(locking)/Lock<</Type/SigFieldLock/Action/Include/Fields[(city)]>>",
]
VALUES = {"name": "Zoé (1) €", "city": "Сергиев Посад", "notes": "One line\nand another " + "word " * 40, "code": "AB12", "secret": "swordfish",
          "agree": True, "size": "Large", "days": "tue"}


def form():
    numbers = range(6, 6 + len(FIELDS))
    kids = " ".join(f"{number} 0 R" for number in numbers)
    objects = [
        f"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[{kids}]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 5 0 R>>>>>>>>",
        "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 400 600]>>", f"<</Type/Page/Parent 2 0 R/Resources<<>>/Contents 4 0 R/Annots[{kids}]>>",
        "<</Length 3>>\nstream\nq Q\nendstream", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ] + [f"<</Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[20 {560 - 50 * place} 320 {595 - 50 * place}]{field}>>" for place, field in enumerate(FIELDS)]
    out, offsets = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", []
    for number, text in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n".encode()
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode() + b"".join(f"{one:010} 00000 n \n".encode() for one in offsets)
    return out + f"trailer\n<</Root 1 0 R/Size {len(objects) + 1}>>\nstartxref\n{start}\n%%EOF\n".encode()


class Checks:
    def __init__(self, folder):
        self.folder = folder
        self.blank = folder / "blank.pdf"
        self.blank.write_bytes(form())

    def paraph(self, *arguments, stdin=None):
        done = subprocess.run([PROGRAM, "pdf", *map(str, arguments)], capture_output=True, text=True, input=stdin, timeout=60)
        return done.returncode, done.stdout, done.stderr

    def fill(self, source, name, values, *options):
        output = self.folder / name
        status, _, words = self.paraph("fill", source, output, "--values", "-", *options, stdin=json.dumps(values))
        require(status == 0, f"{name} was not filled: {words}")
        require(output.read_bytes().startswith(source.read_bytes()), f"{name} does not begin with what was filled")
        require(qpdf(output) is None, f"{name}: {qpdf(output)}")
        return output

    def refuse(self, why, source, values, *options):
        output = self.folder / "refused.pdf"
        status, _, words = self.paraph("fill", source, output, "--values", "-", *options, stdin=values if isinstance(values, str) else json.dumps(values))
        require(status == 2 and why in words, f"refused with {status}: {words!r} instead of {why!r}")
        require(not output.exists(), f"{why}: something was written")

    def text(self, path):
        return run("pdftotext", "-layout", path, "-")[1]

    def inspect(self, path):
        status, out, words = self.paraph("inspect", path, "--json")
        require(status == 0, words)
        return {field["name"]: field for field in json.loads(out)["fields"]}

    def values(self):
        filled = self.fill(self.blank, "filled.pdf", VALUES, "--font", FONT)
        text = self.text(filled)
        for shown in ("Zoé (1) €", "Сергиев Посад", "and another word", "Large", "tue", "*********", "A"):
            require(shown in text, f"{shown!r} is not shown: {text}")
        require("swordfish" not in text, "a password is shown")
        fields = self.inspect(filled)
        require(fields["name"]["value"] == VALUES["name"] and fields["size"]["value"] == "l" and fields["agree"]["value"] == "Yes", fields)
        require("swordfish" not in json.dumps(fields), "a password is told")
        require(fields["code"]["maxLength"] == 6 and fields["fixed"]["readOnly"] and fields["size"]["options"][1] == {"value": "l", "text": "Large"}, fields)
        # Another reader finds the same values.
        reader = PdfFileReader(io.BytesIO(filled.read_bytes()))
        read = {field.get_object()["/T"]: field.get_object().get("/V") for field in reader.root["/AcroForm"]["/Fields"]}
        require(read["city"] == VALUES["city"] and read["secret"] == "swordfish" and read["agree"] == "/Yes" and read["days"] == "tue", read)
        require("/NeedAppearances" not in reader.root["/AcroForm"], "pictures are asked for that are there")
        self.font(reader)
        # Later changes go on top, and null empties.
        again = self.fill(filled, "again.pdf", {"name": None, "agree": False, "city": "Aix"})
        require("Zoé" not in self.text(again) and "Aix" in self.text(again), self.text(again))

    def font(self, reader):
        """The part of the font that is embedded is one to a library of fonts, with the glyphs that are used and no more."""
        for field in reader.root["/AcroForm"]["/Fields"]:
            fonts = field.get_object().get("/AP", {}).get("/N", None)
            for font in (fonts.get_object()["/Resources"].get("/Font", {}) if fonts is not None and hasattr(fonts.get_object(), "data") else {}).values():
                if font.get_object()["/Subtype"] == "/Type0":
                    descendant = font.get_object()["/DescendantFonts"][0].get_object()
                    program = descendant["/FontDescriptor"].get_object()["/FontFile2"].get_object().data
                    subset = TTFont(io.BytesIO(program), checkChecksums=2)
                    for table in subset.keys():
                        subset[table]
                    count = subset["maxp"].numGlyphs
                    require(len(set(VALUES["city"])) < count < 60, f"the subset has {count} glyphs")
                    whole = TTFont(FONT)
                    widths = descendant["/W"][1]
                    require(abs(float(widths[1]) - whole["hmtx"][whole.getBestCmap()[ord("С")]][0] * 1000 / whole["head"].unitsPerEm) < 0.01, "a width is wrong")
                    return
        require(False, "no font is embedded")

    def refusals(self):
        self.refuse("no field of that name", self.blank, {"nobody": "x"})
        self.refuse("read-only", self.blank, {"fixed": "x"})
        self.refuse("none of its options", self.blank, {"size": "Medium"})
        self.refuse("longer than 6 characters", self.blank, {"code": "1234567"})
        self.refuse("U+6F22", self.blank, {"name": "漢"})
        self.refuse("not of its type", self.blank, {"name": True})
        self.refuse("right to left", self.blank, {"name": "שלום"})
        self.refuse("is no JSON object", self.blank, "[1]")
        self.refuse("is no JSON object", self.blank, '{"name": {"a": 1}}')
        self.refuse("no TrueType font", self.blank, VALUES, "--font", self.blank)

    def flattening(self):
        flat = self.fill(self.blank, "flat.pdf", VALUES, "--flatten", "--font", FONT)
        require("Сергиев Посад" in self.text(flat) and "kept" not in self.text(flat), self.text(flat))
        require(set(self.inspect(flat)) == {"signature", "locking"}, self.inspect(flat))

    def signed(self, pki):
        """Filling what is signed keeps the signature, unless the signature locks the field."""
        def sign(source, name, *options):
            key = ["--key", pki.key("p256"), "--certificate", pki.certificate("p256"), "--chain", pki.chain]
            status, _, words = self.paraph("sign", source, self.folder / name, *key, *options)
            require(status == 0, words)
            return self.folder / name

        certified = sign(self.blank, "certified.pdf", "--field", "signature", "--certify", "2")
        filled = self.fill(certified, "certified-filled.pdf", {"name": "Zoe", "agree": True, "size": "s", "days": ["mon", "wed"]})
        status, answer, words = self.paraph("verify", filled, "--trust", pki.root, "--offline", "--json")
        require(status == 0 and json.loads(answer)["verdict"] == "valid", answer or words)
        # A part of a font that came after the signature is known where it is one of the system's.
        foreign = self.fill(filled, "certified-foreign.pdf", {"city": "Посад", "notes": "Zażółć gęślą jaźń, Ελένη"})
        status, answer, words = self.paraph("verify", foreign, "--trust", pki.root, "--offline", "--json")
        require(status == 0 and json.loads(answer)["verdict"] == "valid", answer or words)
        # In an encrypted file all strings are written in another way.
        run("qpdf", "--encrypt", "", "owner", "256", "--", self.blank, self.folder / "encrypted.pdf")
        encrypted = self.fill(sign(self.folder / "encrypted.pdf", "encrypted-signed.pdf", "--field", "signature"), "encrypted-filled.pdf", {"city": "Посад"})
        status, answer, words = self.paraph("verify", encrypted, "--trust", pki.root, "--offline", "--json")
        require(status == 0 and json.loads(answer)["verdict"] == "valid", answer or words)
        # The same one with two of its letters exchanged could show anything.
        exchanged = TTFont(FONT)
        glyphs, names = exchanged["glyf"], exchanged.getBestCmap()
        first, second = names[ord("П")], names[ord("С")]
        glyphs[first], glyphs[second] = glyphs[second], glyphs[first]
        exchanged.save(self.folder / "exchanged.ttf")
        unknown = self.fill(filled, "certified-unknown.pdf", {"city": "Посад"}, "--font", self.folder / "exchanged.ttf")
        status, answer, _ = self.paraph("verify", unknown, "--trust", pki.root, "--offline", "--json")
        signature = json.loads(answer)["signatures"][0]
        require(status == 1 and signature["integrity"] == "intact" and signature["changes"]["verdict"] == "suspicious", answer)
        for path in (filled, foreign, unknown):
            refused = pyhanko("validate", path, pki.root, "--no-revocation-check")
            require(refused is None, refused)
        self.refuse("would break", certified, {}, "--flatten")
        forbidding = sign(self.blank, "final.pdf", "--field", "signature", "--certify", "1")
        self.refuse("locks it", forbidding, {"name": "Zoe"})
        locking = sign(self.blank, "locking.pdf", "--field", "locking")
        self.refuse("locks it", locking, {"city": "Aix"})
        self.fill(locking, "locking-filled.pdf", {"name": "Zoe"})


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        checks = Checks(folder)
        checks.values()
        checks.refusals()
        checks.flattening()
        with PKI(folder / "pki") as pki:
            checks.signed(pki)
    print("pdf fill: ok")


if __name__ == "__main__":
    sys.exit(main())
