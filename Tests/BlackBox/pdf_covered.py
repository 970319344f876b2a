"""What is seen when a file is read is seen under the signature.

A white picture lies over words, and its mask is an object that the file does not have. Whatever number it names, signing must not make an object
of it: viewers would leave the picture out. And a file that programs read in two ways, for an object stands in it twice and its table is damaged, must
not be signed: that would make the table sound. Written anew by `paraph pdf clean` it is signed, and looks as the copy. poppler, mupdf and pdf.js draw the page before and after, but for the signature's own place.
"""

import itertools
import pathlib
import subprocess
import tempfile

from _paraph import PROGRAM, require
from _pki import PKI

WORDS = b"BT /F1 18 Tf 60 720 Td (Lease of a boat, for nothing) Tj ET BT /F1 18 Tf 60 680 Td (Anna owes 1 000 000 EUR) Tj ET q 500 0 0 50 50 660 cm /I Do Q"


# How a mask is named: other programs than this one read each of them as a reference.
FORMS = [
    lambda n: b"%d 0 R" % n,
    lambda n: b"%d.0 0 R" % n,
    lambda n: b"%d 0R" % n,
    lambda n: b"%d +0 R" % n,
    lambda n: b"%d%%x\n0 R" % n,
    lambda n: b"%d 0%%x\nR" % n,
    lambda n: b"%de0 0 R" % n,
    lambda n: b"%.2fe2 0 R" % (n / 100),
    lambda n: b"%d0e-1 0 R" % n,
    lambda n: b"%d .0 R" % n,
    lambda n: b"%d +\n0 R" % n,
    lambda n: b"%d 0- R" % n,
    lambda n: b"%d-%d 0-0 R" % divmod(n, 10),
]

# What pdf.js shows of the first page: its words, and of each picture the kind (with or without a mask) and the first bytes.
PDFJS = """
const pdfjs = require("/usr/share/nodejs/pdfjs-dist/build/pdf.js"), fs = require("fs");
(async () => {
  for (const path of process.argv.slice(1)) {
    const shown = [];
    try {
      const page = await (await pdfjs.getDocument({ data: new Uint8Array(fs.readFileSync(path)), verbosity: 0, disableFontFace: true }).promise).getPage(1);
      for (const item of (await page.getTextContent()).items) if (item.transform[5] > 550) shown.push(item.str);
      const list = await page.getOperatorList();
      for (const [index, operator] of list.fnArray.entries()) {
        if (operator !== pdfjs.OPS.paintImageXObject) continue;
        const image = await new Promise(done => page.objs.get(list.argsArray[index][0], done));
        shown.push(image ? [image.kind, ...image.data.slice(0, 4)] : "none");
      }
    } catch (error) { shown.push(String(error.name)); }
    console.log(JSON.stringify(shown));
  }
  process.exit();
})();
"""


def stream(entries, content):
    return b"<<%s/Length %d>>\nstream\n%s\nendstream" % (entries, len(content), content)


def document(mask):
    image = b"/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/SMask " + mask
    return written(page(b"/XObject<</I 6 0 R>>") + [(5, stream(b"", WORDS)), (6, stream(image, b"\xff"))])


def page(resources=b""):
    return [
        (1, b"<</Type/Catalog/Pages 2 0 R>>"),
        (2, b"<</Type/Pages/Kids[3 0 R]/Count 1>>"),
        (3, b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>%s>>/Contents 5 0 R>>" % resources),
        (4, b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"),
    ]


def written(objects, unlisted=(), wrong=None, start=0, trailer=b"", generation=0, first=0, tail=b""):
    """A file. Its table names the first body of each number, none of a number in unlisted, and is wrong by so many bytes about others."""
    whole, places = b"%PDF-1.7\n", {}
    for number, text in objects:
        places.setdefault(number, len(whole) + (wrong or {}).get(number, 0))
        whole += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    table = b"xref\n%d %d\n0000000000 65535 f \n" % (first, len(places) + 1)
    for number in sorted(places):
        table += b"0000000000 00000 f \n" if number in unlisted else b"%010d %05d n \n" % (places[number], generation)
    trailer = trailer or b"/Size %d" % (len(places) + 1)
    return whole + table + b"trailer\n<</Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n" % (trailer, len(whole) + start) + tail


FIRST, LAST = (stream(b"", b"BT /F1 18 Tf 60 680 Td (Anna owes %s EUR) Tj ET" % amount) for amount in (b"1 000 000", b"0"))
TWICE = page() + [(5, FIRST), (5, LAST)]
ONCE = page() + [(5, FIRST)]
COVER = stream(b"/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/SMask 7 0 R", b"\xff")
MASK = stream(b"/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", b"\x00")
COVERED = page(b"/XObject<</I 6 0 R>>") + [(5, stream(b"", WORDS)), (6, COVER), (7, MASK)]
# Another body of the page within a stream, which programs find that doubt the table.
INNER = b"x\nendstream\nendobj\n3 0 obj\n%s\nendobj\nq" % page()[2][1].replace(b"5 0 R", b"6 0 R")
WITHIN = page() + [(5, LAST), (6, FIRST), (7, b"<</Length 8 0 R>>\nstream\n%s\nendstream" % INNER), (8, b"%d" % len(INNER))]
FAR = b"%" + b"x" * 1500 + b"\n"

AMBIGUOUS = {
    "the page misplaced": written(TWICE, wrong={3: 3}),
    "the catalog misplaced": written(TWICE, wrong={1: 3}),
    "a font misplaced": written(TWICE, wrong={4: 3}),
    "startxref far from the end": written(TWICE, tail=FAR),
    "a /Prev that leads nowhere": written(TWICE, trailer=b"/Size 6/Prev 99999"),
    "a /Size beyond all limits": written(TWICE, trailer=b"/Size 99999999"),
    "a table that counts from 1": written(TWICE, first=1),
    "another generation": written(TWICE, generation=1),
    "another page within a stream": written(WITHIN),
    "another page within a stream, an /XRefStm that leads nowhere": written(WITHIN, trailer=b"/Size 9/XRefStm 20"),
    # What they say may come true by an update.
    "the page misplaced, nothing twice": written(ONCE, wrong={3: 3}),
    "a /Prev that refers": written(ONCE, trailer=b"/Size 6/Prev 15 0 R"),
    "an /XRefStm beyond the end": written(ONCE, trailer=b"/Size 6/XRefStm 60000"),
    "a mask, the page misplaced": written(COVERED, wrong={3: 3}),
    "a free mask": written(COVERED, unlisted=[7]),
    "a free mask, the page misplaced": written(COVERED, unlisted=[7], wrong={3: 3}),
    "a free mask, startxref far from the end": written(COVERED, unlisted=[7], tail=FAR),
    "a free mask, a /Prev that leads nowhere": written(COVERED, unlisted=[7], trailer=b"/Size 8/Prev 99999"),
}
SOUND = {
    "startxref far from the end, nothing twice": written(ONCE, tail=FAR),
    "startxref wrong, nothing twice": written(ONCE, start=5),
    "zeros behind the end": written(ONCE, tail=bytes(1500)),
    "a small /Size": written(ONCE, trailer=b"/Size 5"),
}


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
    shown = subprocess.run(["node", "-e", PDFJS, path], capture_output=True, text=True)
    require(shown.returncode == 0 and shown.stdout, f"pdf.js shows {path}: {shown.stderr[-300:]}")
    pictures["pdf.js"] = shown.stdout
    return pictures


def main():
    with tempfile.TemporaryDirectory() as name, PKI(pathlib.Path(name) / "pki") as pki:
        folder = pathlib.Path(name)
        before, after = folder / "before.pdf", folder / "after.pdf"
        keys = ["--key", pki.key("p256"), "--certificate", pki.certificate("p256"), "--chain", pki.chain]

        def sign(content):
            before.write_bytes(content)
            after.unlink(missing_ok=True)
            command = [PROGRAM, "pdf", "sign", before, after, *keys, "--page", "1", "--rect", "300,72,180,80", "--name", "Anna"]
            return subprocess.run([str(part) for part in command], capture_output=True, text=True)

        def compare(what):
            first, second = drawn(before, folder), drawn(after, folder)
            for reader, picture in first.items():
                require(picture == second[reader], f"{reader} draws the same before and after, where {what}")

        def clean(what):
            copy = folder / "copy.pdf"
            copy.unlink(missing_ok=True)
            command = [PROGRAM, "pdf", "clean", before, copy]
            done = subprocess.run(command, capture_output=True, text=True)
            require(done.returncode == 0, f"no clean copy is made, where there is {what}: {done.stderr[-300:]}")
            content = copy.read_bytes()
            done = subprocess.run(command, capture_output=True, text=True)
            require(done.returncode == 2 and "is there already" in done.stderr and copy.read_bytes() == content, "a copy is not written over")
            done = sign(content)
            require(done.returncode == 0, f"the clean copy is not signed, where there is {what}: {done.stderr[-300:]}")
            compare(f"a clean copy was made, where there is {what}")
            before.write_bytes(after.read_bytes())
            copy.unlink()
            done = subprocess.run(command, capture_output=True, text=True)
            require(done.returncode == 2 and "signatures" in done.stderr and not copy.exists(), "what is signed is not written anew")

        for form, number in itertools.product(FORMS, range(7, 15)):
            mask = form(number)
            done = sign(document(mask))
            require(done.returncode == 0 or form != FORMS[0], f"the file is not signed, where the mask is {mask}: {done.stderr[-300:]}")
            # What cannot be signed without a change may be refused.
            if done.returncode == 0:
                compare(f"the mask is {mask}")
        for what, content in SOUND.items():
            done = sign(content)
            require(done.returncode == 0, f"the file is not signed, where there is {what}: {done.stderr[-300:]}")
            compare(f"there is {what}")
        for what, content in AMBIGUOUS.items():
            done = sign(content)
            require(done.returncode != 0 and "two ways" in done.stderr, f"the file is refused, where there is {what}: {done.stderr[-300:]}")
            require("paraph pdf clean" in done.stderr, f"the refusal says what to do: {done.stderr[-300:]}")
            clean(what)


if __name__ == "__main__":
    main()
