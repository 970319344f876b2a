#!/usr/bin/env python3
"""`paraph signature` converts, draws and compares signatures in files, and says clearly what it cannot read."""

import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))

from _paraph import PROGRAM, require
from signer import Signer

FORMATS = {"ink": "ink", "stl": "stl", "signpass": "signpass", "svc2004": "svc", "iso19794": "iso"}


def paraph(*arguments, given=None):
    """Runs `paraph signature …`; returns the exit status, standard output and standard error."""
    done = subprocess.run([PROGRAM, "signature", *map(str, arguments)], input=given, capture_output=True, timeout=60)
    return done.returncode, done.stdout, done.stderr.decode()


def good(*arguments, given=None):
    status, output, complaint = paraph(*arguments, given=given)
    require(status == 0, f"paraph signature {arguments[0]} ended with {status}: {complaint}")
    return output, complaint


def rows(strokes):
    """A signature as SignPass's rows, in tenths of a pixel."""
    return "x,y,time_ms\n" + "\n\n".join(
        "\n".join(f"{round(400 * x, 1)},{round(200 * y, 1)},{round(t, 1)}" for x, y, t in stroke) for stroke in strokes
    ) + "\n"


def converts(folder):
    source = folder / "anna.csv"
    for first, ending in FORMATS.items():
        # Ten times as large, whole numbers hold what the source has.
        middle = folder / f"middle.{ending}"
        good("convert", source, middle, "--scale", "10")
        for second, ending in FORMATS.items():
            target = folder / f"{first}.{ending}"
            good("convert", middle, target, "--from", first, "--to", second)
            back, _ = good("convert", target, "-", "--to", "signpass")
            places = [[float(number) for number in line.split(",")] for line in back.decode().splitlines() if line[:1].isdigit()]
            wanted = [[float(number) for number in line.split(",")] for line in source.read_text().splitlines() if line[:1].isdigit()]
            require(len(places) == len(wanted), f"{first} to {second} lost points")
            # ISO 19794-7 counts in units of its own.
            unit = max(x for x, _, _ in places) / max(x for x, _, _ in wanted)
            for (x, y, time), (x0, y0, time0) in zip(places, wanted):
                require(abs(x / unit - x0) < 0.1 and abs(y / unit - y0) < 0.1, f"{first} to {second} moved a point")
                if "stl" not in (first, second):
                    require(abs(time - time0) <= 0.6, f"{first} to {second} changed a time")
    piped, _ = good("convert", "-", "-", "--to", "ink", given=source.read_bytes())
    require(piped.startswith(b"Ink\x01"), "a pipe does not give what a file gives")
    _, losses = good("convert", source, folder / "lossy.stl")
    require("does not hold times" in losses, f"nothing is said of lost times: {losses!r}")
    good("convert", source, folder / "whole.ink")
    _, losses = good("convert", folder / "whole.ink", folder / "again.ink")
    require(losses == "", f"nothing was lost, yet: {losses}")
    require((folder / "whole.ink").read_bytes() == (folder / "again.ink").read_bytes(), "reading and writing changes a signature")


def refuses(folder):
    source = folder / "anna.csv"
    (folder / "empty").write_bytes(b"")
    (folder / "long").write_bytes(b"1,2,3\n" * 700_000)
    (folder / "noise").write_bytes(bytes(range(255, -1, -1)) * 40)
    (folder / "cut.ink").write_bytes((folder / "whole.ink").read_bytes()[:60])
    (folder / "there.csv").write_bytes(source.read_bytes())
    (folder / "there.svg").write_text("mine")
    (folder / "huge.csv").write_text("1e308,0,0\n5,5,5\n")
    (folder / "back.csv").write_text("1,1,500\n5,5,400\n6,6,900\n")
    for arguments, words in [
        (("convert", folder / "absent", folder / "x.ink"), "cannot be read"),
        (("convert", folder / "empty", folder / "x.ink"), "known"),
        (("convert", folder / "long", folder / "x.ink"), "longer than"),
        (("convert", folder / "noise", folder / "x.ink"), "noise: "),
        (("convert", folder / "cut.ink", folder / "x.svc"), "too soon"),
        (("convert", folder / "huge.csv", folder / "x.ink"), "huge.csv"),
        (("convert", folder / "back.csv", folder / "x.ink"), "earlier than"),
        (("convert", source, folder / "x.docx"), "--to"),
        (("convert", source, folder / "x", "--to", "docx"), "is no format"),
        (("convert", source, folder / "x.svc", "--scale", "nan"), "--scale"),
        (("convert", source, folder / "x.svc", "--scale", "1e6"), "anna.csv"),
        (("convert", source, folder / "none" / "x.ink"), "cannot be written"),
        (("render", source, "-o", folder / "x.gif"), ".svg nor in .png"),
        (("render", source, "-o", folder / "x.png", "--width", "100000"), "--width"),
        (("render", folder / "there.csv"), "there.svg is there already"),
        (("compare", source, folder / "noise"), "noise: "),
    ]:
        status, output, complaint = paraph(*arguments)
        require(status == 2 and output == b"", f"{arguments} ended with {status}")
        require(words in complaint and len(complaint) < 600, f"{arguments} said {complaint!r}")
        require((folder / "there.svg").read_text() == "mine", "a file that was there is written over")
        require(not re.search(r"\d{2,}\.\d+,\d", complaint), "a complaint holds coordinates")


def draws(folder):
    source = folder / "anna.csv"
    good("render", source, "-o", folder / "anna.svg", "--title", "Anna & <co>")
    drawing = xml.etree.ElementTree.parse(folder / "anna.svg").getroot()
    require(drawing.find("{*}title").text == "Anna & <co>", "the title is lost")
    require(len(drawing.find("{*}path").get("d")) > 500, "the drawing is empty")
    # Without a name the drawing lies beside the file, and nothing is written over.
    drawn = (folder / "anna.svg").read_text()
    (folder / "bee.csv").write_bytes(source.read_bytes())
    output, _ = good("render", folder / "bee.csv", "--title", "Anna & <co>")
    require((folder / "bee.svg").read_text() == drawn and b"bee.svg" in output, "the drawing is not beside the file")
    piped, _ = good("render", "-", "--title", "Anna & <co>", given=source.read_bytes())
    require(piped.decode() == drawn, "a pipe does not give what a file gives")
    for flags, size in [((), (800, 400)), (("--white", "--black", "--width", "90", "--height", "60"), (90, 60))]:
        good("render", source, "-o", folder / "anna.png", *flags)
        data = (folder / "anna.png").read_bytes()
        require(data.startswith(b"\x89PNG\r\n\x1a\n") and struct.unpack(">II", data[16:24]) == size, "this is no PNG of the size asked for")


def compares(folder):
    for name, other, least, most in [("anna", "anna again", 0, 1), ("anna", "jean", 0, 0.01)]:
        first, second, picture = folder / f"{name}.csv", folder / f"{other}.csv", folder / "alignment.svg"
        answer = json.loads(good("compare", first, second, "--json", "-o", picture)[0])
        require(least <= answer["similarity"] <= most and not answer["copy"], f"{name} and {other}: {answer}")
        require({"shape", "localShape", "speed", "rhythm"} <= set(answer["differences"]), f"aspects are missing: {answer}")
        drawing = xml.etree.ElementTree.parse(picture).getroot()
        lines = drawing.findall("{*}g/{*}path")
        require(100 < len(lines) <= 320, f"{len(lines)} lines are drawn")
        require(len({line.get("stroke") for line in lines}) > 10, "the lines are of one colour")
        require(len(drawing.findall("{*}g/{*}polyline")) >= 4, "strokes are missing")
    # A copy moved and made larger.
    good("convert", folder / "anna.csv", folder / "copy.ink", "--scale", "3")
    require(json.loads(good("compare", folder / "anna.csv", folder / "copy.ink", "--json")[0])["copy"], "a copy is not called one")
    text = good("compare", folder / "anna.csv", folder / "jean.csv")[0].decode()
    require(text.startswith("Similarity ") and "usual difference" in text, text)


def evaluates(folder):
    """A file that cannot be read is left out and named at the end; one whose clock steps back a little is read."""
    people = folder / "people"
    people.mkdir()
    for user in range(1, 4):
        signer = Signer(user)
        for number in range(1, 9):
            (folder / "one.csv").write_text(rows(signer.signature()))
            good("convert", folder / "one.csv", people / f"U{user}S{number}.TXT", "--to", "svc2004")
    command = ("evaluate", people, "--references", "3", "--genuine", "6", "--draws", "1", "--json")
    whole = json.loads(good(*command)[0])
    require(whole["unreadable"] == [] and whole["users"] == 3, f"{whole['unreadable']}")
    lines = (people / "U1S2.TXT").read_text().splitlines()
    # The clock is set back by three ticks in the middle of a stroke.
    middle = next(n for n in range(20, len(lines) - 5) if all(line.split()[3] != "0" for line in lines[n - 3:n + 3]))
    moved = [line.split() for line in lines[middle:]]
    back = int(lines[middle - 1].split()[2]) - 25 - int(moved[0][2])
    lines[middle:] = [" ".join([row[0], row[1], str(int(row[2]) + back), *row[3:]]) for row in moved]
    (people / "U1S2.TXT").write_text("\n".join(lines) + "\n")
    (people / "U2S3.TXT").write_text("7\nnothing\n")
    answer = json.loads(good(*command)[0])
    require([file["file"] for file in answer["unreadable"]] == ["U2S3.TXT"], f"{answer['unreadable']}")
    require("U2S3.TXT" in answer["unreadable"][0]["error"] and answer["users"] == 3, f"{answer}")
    said = good(*command[:-1])[0].decode().splitlines()
    require(said[-1].startswith("left out: ") and "U2S3.TXT" in said[-1], f"the last line is {said[-1]!r}")
    for file in people.glob("U[123]S[1-6].TXT"):
        file.write_text("")
    status, output, complaint = paraph(*command)
    require(status == 2 and output == b"" and "could not be read" in complaint, f"{status}: {complaint}")


def main():
    with tempfile.TemporaryDirectory(prefix="paraph-signature-") as name:
        folder = pathlib.Path(name)
        anna, jean = Signer(1), Signer(2)
        for file, strokes in [("anna", anna.signature()), ("anna again", anna.signature()), ("jean", jean.signature())]:
            (folder / f"{file}.csv").write_text(rows(strokes))
        converts(folder)
        refuses(folder)
        draws(folder)
        compares(folder)
        evaluates(folder)


if __name__ == "__main__":
    main()
