"""What was covered when a file was read is covered under the signature.

A white picture lies over words, and its mask is an object that the file does not have. Whatever number it names, signing must not make an object
of it: viewers would leave the picture out. poppler and mupdf draw the page before and after, but for the signature's own place.
"""

import itertools
import pathlib
import subprocess
import tempfile

from _paraph import PROGRAM, require
from _pki import PKI

WORDS = b"BT /F1 18 Tf 60 720 Td (Lease of a boat, for nothing) Tj ET BT /F1 18 Tf 60 680 Td (Anna owes 1 000 000 EUR) Tj ET q 500 0 0 50 50 660 cm /I Do Q"


# How a mask is named: other programs than this one read each of them as a reference.
FORMS = [b"%d 0 R", b"%d.0 0 R", b"%d 0R", b"%d +0 R", b"%d%%x\n0 R", b"%d 0%%x\nR"]


def stream(entries, content):
    return b"<<%s/Length %d>>\nstream\n%s\nendstream" % (entries, len(content), content)


def document(mask):
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>/XObject<</I 6 0 R>>>>/Contents 5 0 R>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        stream(b"", WORDS),
        stream(b"/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/SMask " + mask, b"\xff"),
    ]
    whole, table = b"%PDF-1.7\n", b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for number, text in enumerate(objects, 1):
        table += b"%010d 00000 n \n" % len(whole)
        whole += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    return whole + table + b"trailer\n<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(whole))


def drawn(path, folder):
    """The top of the page, as each reader draws it."""
    pictures = {}
    out = folder / "page"
    done = subprocess.run(["pdftoppm", "-r", "30", "-x", "0", "-y", "0", "-W", "255", "-H", "80", path, out], capture_output=True)
    require(done.returncode == 0, f"poppler draws {path}")
    pictures["poppler"] = next(folder.glob("page*.ppm")).read_bytes()
    for picture in folder.glob("page*.ppm"):
        picture.unlink()
    subprocess.run(["mutool", "draw", "-q", "-r", "30", "-o", folder / "page.ppm", path], capture_output=True)
    # mupdf may draw nothing where the mask is missing: then it must go on so.
    picture = folder / "page.ppm"
    pictures["mupdf"] = picture.read_bytes()[: 255 * 80 * 3] if picture.exists() else b""
    picture.unlink(missing_ok=True)
    return pictures


def main():
    with tempfile.TemporaryDirectory() as name, PKI(pathlib.Path(name) / "pki") as pki:
        folder = pathlib.Path(name)
        keys = ["--key", pki.key("p256"), "--certificate", pki.certificate("p256"), "--chain", pki.chain]
        for form, number in itertools.product(FORMS, range(7, 15)):
            mask = form % number
            before, after = folder / "before.pdf", folder / "after.pdf"
            before.write_bytes(document(mask))
            after.unlink(missing_ok=True)
            sign = [PROGRAM, "pdf", "sign", before, after, *keys, "--page", "1", "--rect", "300,72,180,80", "--name", "Anna"]
            done = subprocess.run([str(part) for part in sign], capture_output=True, text=True)
            require(done.returncode == 0 or form != FORMS[0], f"the file is not signed, where the mask is {mask}: {done.stderr[-300:]}")
            # What cannot be signed without a change may be refused.
            if done.returncode != 0:
                continue
            first, second = drawn(before, folder), drawn(after, folder)
            for reader, picture in first.items():
                require(picture == second[reader], f"{reader} draws the same before and after, where the mask is {mask}")


if __name__ == "__main__":
    main()
