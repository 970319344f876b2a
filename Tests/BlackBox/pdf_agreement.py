"""Signatures of others that pyHanko calls good are allowed here, and no labelled attack is: both errors, side by side per class.

usage: pdf_agreement.py [--folder FOLDER] [--list]
  --folder  measures another set and requires nothing; its classes are the folders right below it, its labels those of its own `attacks.tsv`, if it has one
  --list    names what pyHanko refuses and is allowed here, too

The set is `corpora/pdf` of the shared folder (`PARAPH_SHARED`, else `../shared`); where there is none, this says so and passes. A signature is good by pyHanko where its
lenient reader finds it whole, its message right, and all that followed allowed; who signed is asked by neither side. A signature that pyHanko refuses and that is allowed
here is no error as such, for pyHanko is the stricter in places: whether it may be so is for a label to say.
"""

import concurrent.futures
import json
import logging
import os
import pathlib
import signal
import subprocess
import sys

from _paraph import PROGRAM, ROOT, require

FOLDER = pathlib.Path(os.environ.get("PARAPH_SHARED") or ROOT.parent / "shared") / "corpora/pdf"
WANTED = 98.0  # of a hundred good signatures, how many are allowed at least
PATIENCE = 90  # seconds for pyHanko and a file


def by_pyhanko(path):
    """What pyHanko has against each signature, by the name of its field; None where it has nothing."""
    from pyhanko.pdf_utils.reader import PdfFileReader
    from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
    from pyhanko_certvalidator import ValidationContext

    found = {}
    with open(path, "rb") as file:
        reader = PdfFileReader(file, strict=False)
        if reader.encrypted:
            reader.decrypt("")
        for one in reader.embedded_signatures:
            try:
                trust = ValidationContext(trust_roots=[], allow_fetching=False)
                is_stamp = one.sig_object.get("/Type") == "/DocTimeStamp" or one.sig_object.get("/SubFilter") == "/ETSI.RFC3161"
                status = (validate_pdf_timestamp if is_stamp else validate_pdf_signature)(one, trust)
                faults = [name for name, is_so in (("altered", not status.intact), ("another message", not status.valid),
                                                   ("changed", not getattr(status, "docmdp_ok", True)),
                                                   ("unlike its seed values", not getattr(status, "seed_value_ok", True))) if is_so]
                found[str(one.field_name)] = ", ".join(faults) or None
            except TimeoutError:
                raise
            except Exception as error:  # pyHanko throws many kinds; each is a refusal
                found[str(one.field_name)] = f"{type(error).__name__}: {error}"[:200]
    return found


def by_paraph(path):
    """What is held against each signature here, by the name of its field; None where it and all that followed is fine."""
    done = subprocess.run([PROGRAM, "pdf", "verify", str(path), "--json"], capture_output=True, text=True, errors="replace", timeout=120)
    if done.returncode not in (0, 1):
        return None, done.stderr.strip()[-200:]
    found = {}
    for one in json.loads(done.stdout)["signatures"]:
        faults = [item["detail"] for item in one["changes"]["items"] if item.get("verdict", "forbidden") in ("suspicious", "forbidden")]
        is_fine = one["integrity"] == "intact" and one["changes"]["verdict"] in ("none", "allowed")
        found[one["field"]] = None if is_fine else f"{one['integrity']}, {one['changes']['verdict']}: {'; '.join(faults or one['problems'])[:400]}"
    return found, None


def judge(path):
    """Both judgements of one file: for each field what pyHanko and what Paraph has against it."""

    def late(*_):
        raise TimeoutError("pyHanko takes too long")

    # It logs each certificate that it does not trust.
    logging.disable()
    signal.signal(signal.SIGALRM, late)
    signal.alarm(PATIENCE)
    try:
        theirs = by_pyhanko(path)
    except Exception as error:
        return [], f"pyHanko: {type(error).__name__}: {error}"[:200]
    finally:
        signal.alarm(0)
    ours, words = by_paraph(path)
    if ours is None:
        ours = dict.fromkeys(theirs, words or "it cannot be read")
    return [(field, fault, ours.get(field, "it is not found")) for field, fault in theirs.items()], None


def labels(folder):
    listed = folder / "attacks.tsv"
    return {} if not listed.exists() else {line.split("\t")[0]: line.split("\t")[1:] for line in listed.read_text().splitlines()[1:]}


def main(arguments):
    folder = pathlib.Path(arguments[arguments.index("--folder") + 1]) if "--folder" in arguments else FOLDER
    if not folder.is_dir():
        require("--folder" not in arguments, f"there is no {folder}")
        print(f"skipped: there is no {folder}; set PARAPH_SHARED to where the shared folder is")
        return 0
    paths = [path for path in sorted(folder.rglob("*.pdf")) if b"/ByteRange" in path.read_bytes()]
    known = labels(folder)
    counts, unread, accepted, refused = {}, [], [], []
    with concurrent.futures.ProcessPoolExecutor(max_workers=int(os.environ.get("JOBS", os.cpu_count() or 1))) as pool:
        for path, (found, problem) in zip(paths, pool.map(judge, paths)):
            name = path.relative_to(folder).as_posix()
            kind, expected = known.get(name, (name.split("/")[0] if "/" in name else "-", None))
            row = counts.setdefault(kind, [0, 0, 0, 0, 0])
            row[0] += 1
            if problem:
                unread.append(f"{name}: {problem}")
            for field, theirs, ours in found:
                row[1 if theirs is None else 3] += 1
                if theirs is None and ours is not None and expected != "REJECT":
                    row[2] += 1
                    refused.append(f"{name}, {field}: {ours}")
                if theirs is not None and ours is None:
                    row[4] += 1
                    if "--list" in arguments:
                        print(f"allowed here only: {name}, {field}: {theirs}")
            # An attack is one on some signature of the file.
            if expected == "REJECT" and found and all(ours is None for _, _, ours in found):
                accepted.append(f"{name}: {kind}")
    print(f"{'class':24} files | good by pyHanko, refused here | refused by pyHanko, allowed here")
    for kind, row in sorted(counts.items()):
        print(f"{kind[:24]:24} {row[0]:5} | {row[1]:15} {row[2]:13} | {row[3]:18} {row[4]:13}")
    good = sum(row[1] for row in counts.values())
    wrong = len(refused)
    share = 100 * (good - wrong) / good if good else 100
    print(f"{good - wrong} of {good} good signatures in {len(paths)} files are allowed, {share:.1f} %; "
          f"{len(accepted)} of {sum(kind[1] == 'REJECT' for kind in known.values())} labelled attacks too")
    for words in refused:
        print(f"refused here: {words}")
    for words in unread:
        print(f"not counted, {words}")
    require(not accepted, f"attacks that are allowed: {accepted}")
    require("--folder" in arguments or share >= WANTED, f"{share:.1f} % of the good signatures are allowed, fewer than {WANTED} %")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
