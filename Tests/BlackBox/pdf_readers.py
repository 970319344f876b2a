"""What is called valid looks as it was signed, to other readers too.

A signed file is updated some hundred times with objects and tables that are written a little wrong: words that do not belong there, brackets too
many, generations, lengths and ends that do not fit. Readers mend such things each in its own way, which is how one signature can be made to
stand under two texts. So wherever `paraph pdf verify` still says valid, poppler and mupdf must draw the page as they did before the update.

usage: pdf_readers.py [SEED [COUNT]]; 150 updates of the seed 1, or 3,000 where PARAPH_FULL is 1.
"""

import hashlib
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from _paraph import PROGRAM, require
from _pki import PKI

WORDS = [
    " foo ", " ) ", " } ", " { ", " ] ", " > ", " >> ", "\0", "\f", "/", " / ", "/#", " + ", " - ", " . ", " 0 ", " null ", " true ", " R ", " obj ",
    " endstream ", " xref ", " trailer ", " ( ", " [ ", " << ", " <", "%\r", "%\n", "\r", " 4 0 R ", " 1 2 ", "()", "<>", " -- ", "/A", "/A/B", " 5 5 ",
    "#20", " endobj ", " stream\n", " 1 0 obj ", " << >> ", " [] ", "//", " f ", " n ", " 65536 ", " 8388700 0 R ", "/Length 3", "/Type/Page", "/Contents 5 0 R",
]
TEXT = b"BT /F1 24 Tf 20 150 Td (I owe you 100 euros.) Tj ET"
OBJECTS = [
    b"<</Type/Catalog/Pages 2 0 R>>",
    b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
    b"<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 300 200 ] /Rotate 0 /Contents [ 4 0 R ] /Resources << /Font << /F1 5 0 R >> >> /Annots [ ] >>",
    b"<< /Length %d >>\nstream\n%s\nendstream" % (len(TEXT), TEXT),
    b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
]


def document():
    """A page with a sentence on it."""
    whole, table = b"%PDF-1.7\n", b"xref\n0 6\n0000000000 65535 f \n"
    for number, text in enumerate(OBJECTS, 1):
        table += b"%010d 00000 n \n" % len(whole)
        whole += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    return whole + table + b"trailer\n<</Root 1 0 R/Size 6>>\nstartxref\n%d\n%%%%EOF\n" % len(whole)


def newest(signed, number):
    """An object as the newest revision has it."""
    found = re.findall(rb"(?<!\d)%d 0 obj\s*(.*?)\s*endobj" % number, signed, re.S)
    return found[-1]


class Update:
    """An update that says again what is there, with some of its parts spoiled."""

    def __init__(self, signed, chance):
        self.signed, self.chance = signed, chance
        self.size = int(re.findall(rb"/Size (\d+)", signed)[-1])
        self.previous = int(re.findall(rb"startxref\s+(\d+)", signed)[-1])

    def spoiled(self, text):
        """The text with one or two words where words can stand."""
        for _ in range(self.chance.choice((1, 1, 2))):
            places = [match.start() for match in re.finditer(rb"(?<=[\s\[\]<>])(?=\S)|(?=\s)", text)]
            place = self.chance.choice(places)
            text = text[:place] + self.chance.choice(WORDS).encode("latin-1") + text[place:]
        return text

    def bytes(self):
        number = self.chance.choice((1, 2, 3, 3, 3, 4, 4, 5))
        body = newest(self.signed, number)
        head, generation, entry = b"%d 0 obj" % number, 0, b"0000000000 00000 n "
        what = self.chance.choice(("object", "object", "object", "object", "stream", "head", "section", "behind"))
        if what == "stream":
            number, evil = 4, b"1 g 0 0 300 200 re f 0 g BT /F1 24 Tf 20 150 Td (I owe you 900 euros.) Tj ET"
            head = b"4 0 obj"
            end = self.chance.choice((b"endobj", b"endstreamx", b"endstream", b"endstream endobj", b"endob", b""))
            length = self.chance.choice((len(TEXT), len(TEXT) + 1, len(TEXT) - 1, 0, len(TEXT) + len(evil) + len(end) + 2))
            body = b"<</Length %d>>stream\n%s\n%s\n%s\nendstream" % (length, TEXT, end, evil)
        elif what == "object":
            cut = body.find(b"stream")
            body = self.spoiled(body) if cut < 0 else self.spoiled(body[:cut]) + body[cut:]
        elif what == "head":
            head = self.chance.choice((b"%d 3 obj", b"%d 65536 obj", b"0%d 0 obj", b"%d 0obj", b"%d\n0\nobj", b"%d 0 objx", b"+%d 0 obj", b"7 0 obj %d 0 obj")) % number
            generation = self.chance.choice((0, 0, 1, 3, 65536))
        whole = self.signed + b"\n"
        place = len(whole)
        whole += head + b"\n" + body + b"\nendobj\n"
        entry = b"%010d %05d n \n" % (place, generation)
        start = len(whole)
        section = b"xref\n%d 1\n%strailer\n<< /Root 1 0 R /Size %d /Prev %d >>\nstartxref\n%d\n%%%%EOF\n" % (number, entry, self.size, self.previous, start)
        if what == "section":
            section = self.spoiled(section)
        if what == "behind":
            whole = whole[:place] + b"%d 0 obj\n<</Length %d>>stream\n4 0 obj\n%s\nendobj\nendstream\nendobj\n" % (self.size, len(body) + 16, body)
            whole += head + b"\n" + body + b"\nendobj\n"
            section = section.replace(b"%d\n%%%%EOF" % start, b"%d\n%%%%EOF%s" % (len(whole), b" " * self.chance.choice((0, 9, 2000, 70000))))
        return whole + section


def drawn(path, folder):
    """What readers show of the page, as digests."""
    found = {}
    for name, command in (("poppler", ["pdftocairo", "-png", "-r", "40", "-singlefile", path, folder / "poppler"]),
                          ("mupdf", ["mutool", "draw", "-q", "-r", "40", "-o", folder / "mupdf.png", path, "1"])):
        picture = folder / f"{name}.png"
        picture.unlink(missing_ok=True)
        subprocess.run([str(part) for part in command], capture_output=True, timeout=60)
        found[name] = hashlib.sha256(picture.read_bytes()).hexdigest() if picture.exists() else None
    return found


def verdict(path, root):
    done = subprocess.run([PROGRAM, "pdf", "verify", path, "--trust", root, "--json"], capture_output=True, text=True, timeout=30)
    require(done.returncode in (0, 1, 2), f"verify ended with {done.returncode}: {done.stderr[-300:]}")
    return json.loads(done.stdout)["verdict"] if done.returncode < 2 else "unread"


def main(arguments):
    seed = int(arguments[0]) if arguments else 1
    count = int(arguments[1]) if len(arguments) > 1 else 3_000 if os.environ.get("PARAPH_FULL") == "1" else 150
    chance, verdicts, wrong = random.Random(seed), {}, []
    with tempfile.TemporaryDirectory() as folder, PKI(pathlib.Path(folder) / "pki") as pki:
        folder = pathlib.Path(folder)
        plain, signed, updated = folder / "plain.pdf", folder / "signed.pdf", folder / "updated.pdf"
        plain.write_bytes(document())
        keys = ["--key", pki.key("p256"), "--certificate", pki.certificate("p256"), "--chain", pki.chain]
        subprocess.run([str(part) for part in (PROGRAM, "pdf", "sign", plain, signed, *keys)], check=True, capture_output=True)
        require(verdict(signed, pki.root) == "valid", "what is signed is not valid")
        before = drawn(signed, folder)
        require(all(before.values()), f"a reader draws nothing: {before}")
        for number in range(count):
            content = Update(signed.read_bytes(), chance).bytes()
            updated.write_bytes(content)
            found = verdict(updated, pki.root)
            verdicts[found] = verdicts.get(found, 0) + 1
            if found == "valid" and (after := drawn(updated, folder)) != before:
                readers = ", ".join(name for name in after if after[name] != before[name])
                wrong.append(f"{number} ({readers}): {content[signed.stat().st_size:][:300]!r}")
    print(", ".join(f"{count} {name}" for name, count in sorted(verdicts.items())))
    require(verdicts.get("valid", 0) > 0, "nothing is valid, so nothing was compared")
    require(not wrong, f"{len(wrong)} of them are called valid and drawn otherwise:\n" + "\n".join(wrong[:20]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
