"""Runs the files of journeys, two at a time, each with a server of its own; says each one's words when it has ended.

usage: together.py [FILES_AT_A_TIME]
"""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The long ones first, so that none of them is left alone at the end; those that are not named come before the rest.
LAST = ["test_files", "test_signing", "test_looks", "test_file_signing", "test_documents", "test_requests", "test_passkeys", "test_account", "test_settings"]


def run(name):
    before = time.monotonic()
    done = subprocess.run([sys.executable, "-m", "unittest", name], cwd=HERE, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    return name, done.returncode, done.stdout, time.monotonic() - before


def main():
    names = sorted((path.stem for path in HERE.glob("test_*.py")), key=lambda name: LAST.index(name) if name in LAST else -1)
    failed = []
    with ThreadPoolExecutor(int(sys.argv[1]) if len(sys.argv) > 1 else 2) as pool:
        try:
            for running in as_completed([pool.submit(run, name) for name in names]):
                name, status, words, seconds = running.result()
                print(f"{words.rstrip()}\n{name}: {f'FAILED ({status})' if status else 'ok'} in {seconds:.0f} s\n", flush=True)
                if status:
                    failed.append(name)
        except BaseException:
            # Whoever stops this wants no further browsers.
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
