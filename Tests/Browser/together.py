"""Runs the files of journeys, two at a time, each with a server of its own; says each one's words when it has ended.

usage: together.py [FILES_AT_A_TIME]

As many processes take one file after the other, so that each begins with the browsers that the last one was done with.
"""

import queue
import subprocess
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The long ones first, so that none of them is left alone at the end; those that are not named come before the rest.
LAST = ["test_files", "test_signing", "test_looks", "test_file_signing", "test_documents", "test_requests", "test_passkeys", "test_account", "test_settings"]
# What a process says behind the words of a file: whether it failed.
ENDED = {"ended: 0\n": False, "ended: 1\n": True}


def work():
    """Runs the files that are named on standard input."""
    from journeys import end_server

    for name in sys.stdin:
        result = unittest.TextTestRunner(sys.stdout).run(unittest.defaultTestLoader.loadTestsFromName(name.strip()))
        end_server()
        print(f"ended: {int(not result.wasSuccessful())}", flush=True)


class Runner:
    """Has a process run files for as long as there are any."""

    def __init__(self, names, failed):
        self.names, self.failed, self.process = names, failed, None

    def run(self):
        while True:
            try:
                name = self.names.get_nowait()
            except queue.Empty:
                break
            before = time.monotonic()
            has_failed, words = self.ask(name)
            how = "FAILED" if has_failed else "ok"
            print(f"{words.rstrip()}\n{name}: {how} in {time.monotonic() - before:.0f} s\n", flush=True)
            if has_failed:
                self.failed.append(name)
        if self.process:
            self.process.communicate()

    def ask(self, name):
        """Whether a file failed, and its words; a process that ends before it says so makes room for another."""
        if not self.process:
            self.process = subprocess.Popen([sys.executable, __file__, "--work"], cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.STDOUT, text=True, errors="replace")
        print(name, file=self.process.stdin, flush=True)
        words = []
        for line in self.process.stdout:
            if line in ENDED:
                return ENDED[line], "".join(words)
            words.append(line)
        words.append(f"its process ended with {self.process.wait()}")
        self.process = None
        return True, "".join(words)


def main(count):
    names, failed = queue.Queue(), []
    for name in sorted((path.stem for path in HERE.glob("test_*.py")), key=lambda name: LAST.index(name) if name in LAST else -1):
        names.put(name)
    with ThreadPoolExecutor(count) as pool:
        try:
            for running in [pool.submit(Runner(names, failed).run) for _ in range(count)]:
                running.result()
        except BaseException:
            # Whoever stops this wants no further browsers.
            while not names.empty():
                names.get_nowait()
            raise
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    work() if sys.argv[1:] == ["--work"] else main(int(sys.argv[1]) if len(sys.argv) > 1 else 2)
