"""Signs real and hostile files of many makers, and lets pyHanko and poppler judge the result.

usage: pdf_corpus.py [--all] [--list]
  --all   every file instead of a fixed tenth; also where PARAPH_FULL is 1
  --list  names every file that did not come out well

The files lie in `corpora/pdf` of the shared folder (`PARAPH_SHARED`, else `../shared`); where there is none, this says so and passes.
qpdf says which files are clean, and which have faults. A file that is encrypted by a password, or whose certification forbids signing, cannot be
signed and is left out. Whatever a file is, signing it may not crash, hang or change a byte of it. A file that is refused because programs read it in two
ways is written anew (`paraph pdf clean`) and the copy signed: its first pages must look as poppler or MuPDF draws the file's own. What is wanted is asked of both ways together.
"""

import concurrent.futures
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading

from _paraph import PROGRAM, ROOT, require
from _pki import PKI

FOLDER = pathlib.Path(os.environ.get("PARAPH_SHARED") or ROOT.parent / "shared") / "corpora/pdf"
PATIENCE = 5  # seconds of the processor for a file
MEMORY = 1 << 20  # kilobytes of it at most
WANTED = {"clean": 99.0, "warnings": 85.0}
PAGES = 3  # how many pages of a clean copy are compared


def limited():
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(*command, timeout=60):
    try:
        done = subprocess.run([str(part) for part in command], capture_output=True, timeout=timeout, preexec_fn=limited)
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def ours(*command):
    """Runs Paraph, and says too what it broke: its time, its memory, or nothing."""
    import resource

    def limit():
        limited()
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 1))

    with tempfile.TemporaryFile() as told:
        process = subprocess.Popen([str(part) for part in (PROGRAM, *command)], stdout=told, stderr=told, preexec_fn=limit)
        # Waiting costs it no time of the processor; ten times as much is a hang.
        timer = threading.Timer(10 * PATIENCE, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        told.seek(0)
        text = told.read().decode(errors="replace")
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return process.returncode, text, "HANG"
    return process.returncode, text, "MEMORY" if usage.ru_maxrss > MEMORY else "CRASH" if not 0 <= process.returncode <= 2 else ""


def kind(path):
    """What qpdf calls the file: clean, warnings, errors or encrypted."""
    if run("qpdf", "--is-encrypted", path)[0] == 0:
        return "encrypted"
    status, _ = run("qpdf", "--check", path)
    return {0: "clean", 3: "warnings"}.get(status, "errors")


def newest_field(reader):
    """The field whose signature covers most, and its name; what else is in the file may be broken."""
    from pyhanko.sign.fields import enumerate_sig_fields

    found = []
    for name, value, field in enumerate_sig_fields(reader, filled_status=True):
        dictionary = value.get_object()
        byte_range = list(dictionary["/ByteRange"]) if "/ByteRange" in dictionary else []
        if len(byte_range) == 4:
            found.append((int(byte_range[2]) + int(byte_range[3]), field.get_object(), name))
    _, field, name = max(found, key=lambda one: one[0])
    return field, name


def pyhanko(path, root):
    """What pyHanko has against the newest signature, reading leniently; None where it is good."""
    from pyhanko.keys import load_cert_from_pemder
    from pyhanko.pdf_utils.reader import PdfFileReader
    from pyhanko.sign.validation import EmbeddedPdfSignature, validate_pdf_signature
    from pyhanko.sign.validation.status import SignatureCoverageLevel
    from pyhanko_certvalidator import ValidationContext

    def late(*_):
        raise TimeoutError("pyHanko takes too long")

    signal.signal(signal.SIGALRM, late)
    signal.alarm(90)
    try:
        with open(path, "rb") as file:
            reader = PdfFileReader(file, strict=False)
            if reader.encrypted:
                reader.decrypt("")
            newest = EmbeddedPdfSignature(reader, *newest_field(reader))
            status = validate_pdf_signature(newest, ValidationContext(trust_roots=[load_cert_from_pemder(root)], allow_fetching=False))
            if status.coverage != SignatureCoverageLevel.ENTIRE_FILE:
                return f"covers {status.coverage}"
            return None if status.bottom_line else status.summary()
    except Exception as error:  # pyHanko throws many kinds; each is a refusal
        return f"{type(error).__name__}: {error}"[:200]
    finally:
        signal.alarm(0)


def poppler(path):
    status, text = run("pdfsig", "-nocert", path)
    newest = text.split("Signature #")[1:]
    good = any("Signature is Valid." in one and "\n  - Total document signed" in one for one in newest)
    return None if good else text.strip()[-200:] or f"exit {status}"


def drawn(program, path, folder):
    """The first pages as a program draws them, small and grey."""
    for page in folder.glob("*.pgm"):
        page.unlink()
    if program == "poppler":
        run("pdftoppm", "-gray", "-r", "24", "-l", PAGES, path, folder / "page")
    else:
        run("mutool", "draw", "-q", "-F", "pgm", "-c", "gray", "-r", "24", "-o", folder / "page-%d.pgm", path, f"1-{PAGES}")
    return [page.read_bytes() for page in sorted(folder.glob("*.pgm"))]


def looks_alike(path, copy):
    """Whether poppler or MuPDF draws the copy as it draws the file."""
    with tempfile.TemporaryDirectory() as folder:
        for program in ("poppler", "mutool"):
            pages = drawn(program, path, pathlib.Path(folder))
            if pages and pages == drawn(program, copy, pathlib.Path(folder)):
                return True
    return False


def judge(path, folder, options, root):
    """The kind of a file and what became of it: good, good by a clean copy, refused and why, or what is wrong."""
    path = pathlib.Path(path)
    what = kind(path)
    output = pathlib.Path(folder) / f"{os.getpid()}.pdf"
    output.unlink(missing_ok=True)
    for command in (("inspect", path), ("verify", path, "--json")):
        status, text, fault = ours("pdf", *command)
        if fault:
            return what, fault, f"{command[0]}: {text[-300:]}"
    status, text, fault = ours("pdf", "sign", path, output, *options)
    if fault:
        return what, fault, text[-300:]
    if status:
        refused = "forbids" if "allows no further signature" in text or "locks the field" in text else "locked" if "encrypted" in text else ""
        if "Programs read this file in two ways" not in text:
            return what, refused or "unsigned", text.strip()[-200:]
        return (what, *judge_copy(path, pathlib.Path(folder) / f"{os.getpid()}-copy.pdf", output, options, root, text.strip()))
    outcome, words = judge_signed(path, output, root)
    return what, outcome, words


def judge_signed(path, output, root):
    """What became of a file that was signed."""
    with open(output, "rb") as written:
        if written.read(path.stat().st_size) != path.read_bytes():
            return "PREFIX", ""
    complaints = [f"{name}: {words}" for name, words in (("pyHanko", pyhanko(output, root)), ("pdfsig", poppler(output))) if words]
    return "bad" if complaints else "good", "; ".join(complaints)


def judge_copy(path, copy, output, options, root, why):
    """What became of a file that programs read in two ways, by its clean copy."""
    copy.unlink(missing_ok=True)
    status, text, fault = ours("pdf", "clean", path, copy)
    if fault:
        return fault, f"clean: {text[-300:]}"
    if status:
        return "unsigned", f"{why} {text.strip()}"[-300:]
    status, text, fault = ours("pdf", "sign", copy, output, *options)
    if fault or status:
        return fault or "unsigned", f"the copy: {text.strip()[-200:]}"
    outcome, words = judge_signed(copy, output, root)
    if outcome == "good":
        outcome, words = ("copy", why[-200:]) if looks_alike(path, copy) else ("unlike", f"neither program draws the copy as the file; {why[-200:]}")
    return outcome, words


def main(arguments):
    if not FOLDER.is_dir():
        print(f"skipped: there is no {FOLDER}; set PARAPH_SHARED to where the shared folder is")
        return 0
    every = "--all" in arguments or os.environ.get("PARAPH_FULL") == "1"
    names = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.pdf"))
    names = [name for number, name in enumerate(names) if every or number % 10 == 3]
    counts = {}
    with tempfile.TemporaryDirectory() as folder, PKI(pathlib.Path(folder) / "pki") as pki:
        options = ["--key", pki.key("p256"), "--certificate", pki.certificate("p256"), "--chain", pki.chain]
        with concurrent.futures.ProcessPoolExecutor(max_workers=int(os.environ.get("JOBS", os.cpu_count() or 1))) as pool:
            work = {name: pool.submit(judge, FOLDER / name, folder, options, str(pki.root)) for name in names}
            for name, job in work.items():
                what, outcome, words = job.result()
                counts.setdefault(what, {}).setdefault(outcome, []).append(name)
                if outcome not in ("good", "copy") and ("--list" in arguments or outcome.isupper()):
                    print(f"{what} {outcome} {name}: {words}", flush=True)
    for what in sorted(counts):
        outcomes = counts[what]
        left_out = len(outcomes.get("forbids", [])) + len(outcomes.get("locked", []))
        total = sum(map(len, outcomes.values())) - left_out
        direct, copies = len(outcomes.get("good", [])), len(outcomes.get("copy", []))
        share, alone = (100 * count / total if total else 100 for count in (direct + copies, direct))
        details = "".join(f", {len(files)} {outcome}" for outcome, files in sorted(outcomes.items()) if outcome not in ("good", "copy"))
        print(f"{what}: {direct + copies} of {total} signed and found good, {share:.1f} % ({direct} as they are, {alone:.1f} %, {copies} by a clean copy{details})")
        # A tenth is few files with faults: there, one more or less is some percent.
        slack = 0 if every else 100 / max(total, 1)
        require(what not in WANTED or share + slack >= WANTED[what], f"fewer of the {what} files than are wanted")
    for fault in ("CRASH", "HANG", "MEMORY", "PREFIX"):
        found = [name for outcomes in counts.values() for name in outcomes.get(fault, [])]
        require(not found, f"{fault}: {found}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
