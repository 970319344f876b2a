"""`paraph pdf inspect` and `paraph pdf extract`, on the fixtures of the unit tests."""

import json
import pathlib
import subprocess
import sys
import tempfile

from _paraph import PROGRAM, ROOT

FIXTURES = ROOT / "Tests/ParaphPDFTests/Encryption/Fixtures"


def run(*arguments):
    done = subprocess.run([PROGRAM, "pdf", *map(str, arguments)], capture_output=True, text=True, timeout=10)
    return done.returncode, done.stdout, done.stderr


def inspect(path, *options):
    status, out, err = run("inspect", path, "--json", *options)
    assert status == 0, err
    return json.loads(out)


def named(name):
    """A PDF with a text field of this name."""
    text = (b"\xfe\xff" + name.encode("utf-16-be")).hex()
    objects = ["<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
               "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>", f"<</FT/Tx/T<{text}>>>"]
    whole, table = b"%PDF-1.7\n", b"xref\n0 5\n0000000000 65535 f \n"
    for number, text in enumerate(objects, 1):
        table += b"%010d 00000 n \n" % len(whole)
        whole += b"%d 0 obj\n%s\nendobj\n" % (number, text.encode())
    return whole + table + b"trailer\n<</Root 1 0 R/Size 5>>\nstartxref\n%d\n%%%%EOF\n" % len(whole)


def main():
    plain = FIXTURES / "plain.pdf"
    answer = inspect(plain)
    assert (answer["version"], answer["pages"], answer["encrypted"], answer["xref"]) == ("1.7", 1, False, "table"), answer
    assert answer["revisions"] == [{"number": 1, "length": plain.stat().st_size, "signatures": []}], answer

    locked = inspect(FIXTURES / "aes-256.pdf")
    assert locked["encrypted"] and not locked["encryption"]["open"] and "pages" not in locked, locked
    opened = inspect(FIXTURES / "aes-256.pdf", "--password", "owner")
    assert opened["encryption"]["open"] and opened["pages"] == 1 and opened["xref"] == "stream", opened

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        first, longer, out = plain.read_bytes(), folder / "longer.pdf", folder / "out.pdf"
        start = first.rindex(b"xref\n0 7")
        section = b"xref\n0 0\ntrailer\n<</Root 1 0 R/Size 7/Prev %d>>\nstartxref\n%d\n%%%%EOF\n" % (start, len(first))
        longer.write_bytes(first + section)
        assert [r["length"] for r in inspect(longer)["revisions"]] == [len(first), len(first + section)]
        assert run("extract", longer, "--revision", 1, out)[0] == 0
        assert out.read_bytes() == first
        status, _, err = run("extract", longer, "--revision", 3, out)
        assert status == 2 and "no revision 3" in err, err
        # Its later revisions would be nowhere else.
        link = folder / "link.pdf"
        link.symlink_to(longer)
        for same in (longer, folder / "." / "longer.pdf", link):
            status, _, err = run("extract", longer, "--revision", 1, same)
            assert status == 2 and "is the file itself" in err, (status, err)
        assert longer.read_bytes() == first + section
        # A field's name moves no cursor and begins no line.
        spoof = folder / "spoof.pdf"
        spoof.write_bytes(named("\x1b[2J\nValid: trust me\u202e"))
        done = subprocess.run([PROGRAM, "pdf", "inspect", str(spoof)], capture_output=True)
        assert done.returncode == 0 and b"Field \\u{1B}[2J\\u{A}Valid: trust me\\u{202E} (text)\n" in done.stdout, done.stdout
        nothing = folder / "nothing.pdf"
        nothing.write_bytes(b"no PDF")
        for path in (nothing, folder, folder / "missing.pdf"):
            status, _, err = run("inspect", path, "--json")
            assert status == 2 and str(path) in err, (status, err)
    print("pdf inspect and extract: ok")


if __name__ == "__main__":
    sys.exit(main())
