"""Validators that others wrote, asked about one signed PDF: `judge(path, root)`.

pdfsig and mutool end with 0 whatever they find, so their text is read. qpdf judges the syntax only, and openssl only the cryptography.
"""

import dataclasses
import pathlib
import re
import shutil
import subprocess
import tempfile

import _pades_level
from click.testing import CliRunner
from pyhanko.cli import cli_root


@dataclasses.dataclass
class Judgement:
    """What each validator said: None where it agrees that the file is good, else its words."""

    refusals: dict
    levels: list  # of all signatures but document timestamps, oldest first

    @property
    def good(self):
        return not any(self.refusals.values())

    @property
    def disagreeing(self):
        return [name for name, words in self.refusals.items() if words]

    def __str__(self):
        return "; ".join(f"{name}: {words}" for name, words in self.refusals.items() if words) or "all agree"


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, timeout=60)
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def pyhanko(verb, path, root, *options):
    """pyHanko's command line within this process, which saves half a second."""
    result = CliRunner().invoke(cli_root, ["sign", verb, "--trust", str(root), "--trust-replace", *options, str(path)])
    if result.exit_code == 0:
        return None
    return (result.output or repr(result.exception)).strip()[-400:] or f"exit {result.exit_code}"


def pdfsig(path, to_the_end, password=None):
    """`to_the_end` says whether the last signature covers all of the file: not where a DSS follows it."""
    _, text = run("pdfsig", "-nocert", *(["-opw", password] if password else []), path)
    # A document timestamp is of an unknown type to this version, which does not try to verify it.
    signatures = text.count("Signature #") - text.count("Signature Type: unknown") - text.count("field is not signed")
    valid = text.count("Signature is Valid.")
    if valid and valid == signatures and ("\n  - Total document signed" in text or not to_the_end):
        return None
    return text.strip()[-400:]


def mutool(path, to_the_end, password=None):
    """A certificate's error does not count: its own list of roots is all that this program knows."""
    _, text = run("mutool", "sign", "-v", *(["-p", password] if password else []), path)
    good = "unchanged since signing" in text or (not to_the_end and "valid but there have been edits" in text)
    return None if good and "invalidated" not in text else text.strip()[-400:]


def qpdf(path, password=None):
    status, text = run("qpdf", *([f"--password={password}"] if password else []), "--check", path)
    return None if status == 0 else text.strip()[-400:]


def openssl(path, root):
    """Each signature's bytes, cut out without any library for PDF, and verified by openssl."""
    whole = pathlib.Path(path).read_bytes()
    found = list(re.finditer(rb"/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]", whole))
    if not found:
        return "there is no /ByteRange"
    with tempfile.TemporaryDirectory() as folder:
        content, signature = pathlib.Path(folder) / "content", pathlib.Path(folder) / "signature"
        for number, match in enumerate(found, 1):
            start, length, second, rest = map(int, match.groups())
            content.write_bytes(whole[start:start + length] + whole[second:second + rest])
            signature.write_bytes(bytes.fromhex(whole[length + 1:second - 1].decode()))
            stamp = b"/DocTimeStamp" in whole[max(0, match.start() - 600):match.end() + 200] and b"ETSI.RFC3161" in whole[
                max(0, match.start() - 600):match.end() + 200]
            if stamp:
                status, text = run("openssl", "ts", "-verify", "-token_in", "-in", signature, "-data", content, "-CAfile", root, "-untrusted",
                                   root)
                # The chain of the service lies in the token, which openssl takes for the untrusted certificates.
            else:
                status, text = run("openssl", "cms", "-verify", "-inform", "DER", "-in", signature, "-content", content, "-binary", "-purpose",
                                   "any", "-CAfile", root, "-out", "/dev/null")
            if status:
                return f"signature {number}: {text.strip()[-400:]}"
    return None


def level(path, wanted):
    """Our own reading of the level: the signatures, and what is wrong; `wanted` may be None."""
    try:
        results = _pades_level.levels(pathlib.Path(path).read_bytes())
    except Exception as error:  # asn1crypto and pyHanko throw many kinds; each is a refusal
        return [], f"cannot be read: {error!r}"
    problems = [f"{one.field}: {problem}" for one in results for problem in one.problems]
    signatures = [one for one in results if one.kind == "signature"]
    if not results:
        problems.append("there is no signature")
    if wanted and (not signatures or signatures[-1].level != wanted):
        missing = "; ".join(signatures[-1].missing) if signatures else ""
        problems.append(f"the level is {signatures[-1].level if signatures else None}, not {wanted}: {missing}")
    return signatures, "; ".join(problems) or None


def judge(path, root, wanted=None, without=(), password=None):
    """Asks all validators but those in `without`; where `wanted` is a level, the last signature must have it."""
    options = ["--password", password] if password else []
    lasting = wanted in ("B-LT", "B-LTA")
    signatures, words = level(path, wanted)
    to_the_end = bool(signatures) and signatures[-1].end == pathlib.Path(path).stat().st_size
    asked = {
        "pyhanko": lambda: pyhanko("validate", path, root, "--no-revocation-check", *options),
        # For what is to last, what is embedded must do; nothing can be fetched, because the authority is stopped when files are judged.
        "adesverify": lambda: pyhanko("adesverify", path, root, *([] if lasting else ["--no-revocation-check"]), *options),
        "pdfsig": lambda: pdfsig(path, to_the_end, password),
        "mutool": lambda: mutool(path, to_the_end, password),
        "qpdf": lambda: qpdf(path, password),
        "openssl": lambda: openssl(path, root),
        "level": lambda: words,
    }
    for program in ("pdfsig", "mutool", "qpdf", "openssl"):
        if not shutil.which(program):
            raise SystemExit(f"FAILED: {program} is not installed; scripts/setup test installs it")
    return Judgement({name: ask() for name, ask in asked.items() if name not in without}, [one.level for one in signatures])
