#!/usr/bin/env python3
"""Compares the verifier with dtaidistance's C code, which aligns the same channels in the same run.

usage: Benchmarks/verification.py FOLDER   (SVC2004 files; needs `pip install dtaidistance numpy`)

Both use one thread, are given the same references and tests, take turns round by round, so that both meet the same moods of the
machine, and are timed by the processor's time. The verifier is timed from points to
verdict (features, replays, robots and reasons included), its peer on aligning ready channels alone; the peer's distances are then
scored with the verifier's formula for distances.
"""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy
from dtaidistance import dtw_ndim

HERE = pathlib.Path(__file__).resolve().parent
ROUNDS = 5


def cases(path):
    """References, tests and the number of genuine tests of each person."""
    numbers = numpy.fromfile(path)
    place = 1

    def sample():
        nonlocal place
        count, width = int(numbers[place]), int(numbers[place + 1])
        values = numbers[place + 2:place + 2 + count * width].reshape(count, width)
        place += 2 + count * width
        return numpy.ascontiguousarray(values)

    for _ in range(int(numbers[0])):
        references, genuine, tests = (int(number) for number in numbers[place:place + 3])
        place += 3
        yield [sample() for _ in range(references)], [sample() for _ in range(tests)], genuine


def distances(sample, references, window):
    return [
        dtw_ndim.distance_fast(sample, other, window=int(window * max(len(sample), len(other))) if window else None)
        / (len(sample) + len(other)) ** 0.5
        for other in references
    ]


def equal_error_rate(genuine, forged):
    both = numpy.sort(numpy.concatenate([genuine, forged]))
    rejected = 1 - numpy.searchsorted(numpy.sort(genuine), both, "right") / len(genuine)
    accepted = numpy.searchsorted(numpy.sort(forged), both, "right") / len(forged)
    place = numpy.argmax(accepted >= rejected)
    return (accepted[place] + rejected[place]) / 2


def spread(values, digits=0):
    return f"{statistics.median(values):,.{digits}f} ({min(values):,.{digits}f} to {max(values):,.{digits}f})"


class Verifier:
    """The verifier's process, which does a round when asked."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.found = json.loads(self.process.stdout.readline())

    def round(self, kind="usual"):
        self.process.stdin.write(f"{kind}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def peer_round(people, window):
    """Verifications in a second of processor time, and the distances found."""
    start = time.process_time()
    found = [[distances(test, references, window) for test in tests] for references, tests, _ in people]
    return sum(len(tests) for _, tests, _ in people) / (time.process_time() - start), found


def peer_scores(people, found, window):
    scores = []
    for (references, _, _), person in zip(people, found):
        own = numpy.array([distances(one, references, window) for one in references])
        between = own[~numpy.eye(len(own), dtype=bool)].reshape(len(own), -1)
        usual = 0.5 * numpy.log(between.mean()) + 0.5 * numpy.log(between.min(axis=1).mean())
        scores += [0.5 * numpy.log(numpy.mean(one)) + 0.5 * numpy.log(min(one)) - 0.65 * usual for one in person]
    return numpy.array(scores)


def main():
    build = ["swift", "build", "-q", "-c", "release", "-Xswiftc", "-enable-testing", "--package-path", HERE]
    subprocess.run([*build, "--product", "VerificationBenchmark"], check=True)
    place = subprocess.run([*build, "--show-bin-path"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    with tempfile.TemporaryDirectory() as folder:
        channels = pathlib.Path(folder) / "channels"
        verifier = Verifier([f"{place}/VerificationBenchmark", sys.argv[1], channels])
        people = list(cases(channels))

    genuine = numpy.concatenate([[True] * own + [False] * (len(tests) - own) for _, tests, own in people])
    windows = {None: "no band", 0.2: "band of 20 %"}
    rates, ratios, long, found = [], {window: [] for window in windows}, [], {}
    for _ in range(ROUNDS):
        for window in windows:
            before = verifier.round()
            theirs, found[window] = peer_round(people, window)
            after = verifier.round()
            rates += [before, after]
            ratios[window].append(((before + after) / 2 / theirs, theirs))
        long.append(verifier.round("long"))
    verifier.process.stdin.close()
    verifier.process.wait()

    scores = numpy.array(verifier.found["scores"])
    print(f"{len(people)} people, 5 references, {len(genuine)} tests of {verifier.found['points']} points; medians of {ROUNDS} turns")
    print(f"verifier: {spread(rates)} a second, skilled EER {100 * equal_error_rate(scores[genuine], scores[~genuine]):.2f} %")
    print(f"verifier, samples drawn out to 400 points: {spread(long)} a second")
    for window, name in windows.items():
        scores = peer_scores(people, found[window], window)
        error = 100 * equal_error_rate(scores[genuine], scores[~genuine])
        times = spread([ratio for ratio, _ in ratios[window]], 1)
        theirs = spread([rate for _, rate in ratios[window]])
        print(f"dtaidistance, {name}: {theirs} a second, skilled EER {error:.2f} %; the verifier is {times} times as fast")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
