#!/usr/bin/env python3
"""Compares the verifier with dtaidistance's C code, which aligns the same channels in the same run.

usage: Benchmarks/verification.py FOLDER   (SVC2004 files; needs `pip install dtaidistance numpy`)

Both use one thread, are given the same references and tests, and are timed by the processor's time. The verifier is timed from points to
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


def spread(values):
    return f"{statistics.median(values):,.0f} ({min(values):,.0f} to {max(values):,.0f})"


def main():
    with tempfile.TemporaryDirectory() as folder:
        channels = pathlib.Path(folder) / "channels"
        command = ["swift", "run", "-q", "-c", "release", "-Xswiftc", "-enable-testing", "--package-path", HERE, "VerificationBenchmark"]
        done = subprocess.run([*command, sys.argv[1], channels], check=True, stdout=subprocess.PIPE)
        ours = json.loads(done.stdout)
        people = list(cases(channels))

    genuine = numpy.concatenate([[True] * own + [False] * (len(tests) - own) for _, tests, own in people])
    print(f"{len(people)} people, 5 references, {len(genuine)} tests of {ours['points']} points")
    scores = numpy.array(ours["scores"])
    rate = statistics.median(ours["rates"])
    print(f"verifier: {spread(ours['rates'])} a second, skilled EER {100 * equal_error_rate(scores[genuine], scores[~genuine]):.2f} %")
    print(f"verifier, samples drawn out to 400 points: {spread(ours['longRates'])} a second")
    for window in (None, 0.2):
        scores, spent = [], 0
        for references, tests, _ in people:
            own = numpy.array([distances(one, references, window) for one in references])
            between = own[~numpy.eye(len(own), dtype=bool)].reshape(len(own), -1)
            usual = 0.5 * numpy.log(between.mean()) + 0.5 * numpy.log(between.min(axis=1).mean())
            start = time.process_time()
            found = [distances(test, references, window) for test in tests]
            spent += time.process_time() - start
            scores += [0.5 * numpy.log(numpy.mean(one)) + 0.5 * numpy.log(min(one)) - 0.65 * usual for one in found]
        scores = numpy.array(scores)
        error = 100 * equal_error_rate(scores[genuine], scores[~genuine])
        name = f"dtaidistance, {'band of 20 %' if window else 'no band'}"
        theirs = len(genuine) / spent
        print(f"{name}: {theirs:,.0f} a second, skilled EER {error:.2f} %; the verifier is {rate / theirs:.1f} times as fast")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
