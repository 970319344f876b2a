"""Signatures for black-box checks: made up, or from the SVC2004 competition where it lies beside the checkout."""

import math
import os
import random
from pathlib import Path


class Signer:
    """A made-up person whose pen moves as a sum of sine waves; each sample is a little different."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.seed = seed
        self.length = rng.uniform(230, 330)
        self.height = rng.uniform(45, 80)
        self.waves = [
            (rng.uniform(2, 9), rng.uniform(0.25, 1) / (1 + index), rng.uniform(0, 2 * math.pi)) for index in range(4)
        ]
        self.sways = [(rng.uniform(3, 8), rng.uniform(5, 16), rng.uniform(0, 2 * math.pi)) for _ in range(2)]
        self.break_at = rng.uniform(0.4, 0.6)
        self.points = rng.randrange(130, 190)

    def sample(self, number):
        rng = random.Random(f"{self.seed}/{number}")
        waves = [(f * rng.gauss(1, 0.004), a * rng.gauss(1, 0.12), p + rng.gauss(0, 0.3)) for f, a, p in self.waves]
        sways = [(f * rng.gauss(1, 0.004), a * rng.gauss(1, 0.12), p + rng.gauss(0, 0.3)) for f, a, p in self.sways]
        count = round(self.points * rng.gauss(1, 0.03))
        scale, turn = rng.gauss(1, 0.02), rng.gauss(0, 0.02)
        left, top = rng.uniform(20, 60), rng.uniform(120, 160)
        warp = rng.gauss(0, 0.03)
        points = []
        for index in range(count):
            s = index / (count - 1)
            s += warp * math.sin(2 * math.pi * s)
            x = self.length * s + sum(a * math.sin(2 * math.pi * f * s + p) for f, a, p in sways)
            y = self.height * sum(a * math.sin(2 * math.pi * f * s + p) for f, a, p in waves)
            if s > self.break_at:
                x += 60
            x, y = scale * (x * math.cos(turn) - y * math.sin(turn)), scale * (x * math.sin(turn) + y * math.cos(turn))
            points.append((round(left + x + rng.gauss(0, 0.3), 1), round(top + y + rng.gauss(0, 0.3), 1)))
        return signature(points)


class CompetitionSigner:
    """A person of SVC2004: samples 1 to 20 are genuine, 21 to 40 skilled forgeries."""

    def __init__(self, folder, user):
        self.folder, self.user = folder, user

    def sample(self, number):
        lines = (self.folder / f"U{self.user}S{number + 1}.TXT").read_text().split("\n")
        return signature([tuple(int(value) for value in line.split()[:2]) for line in lines[1:] if line.strip()])


def competition_folder():
    """The folder of SVC2004, or None."""
    candidates = [os.environ.get("PARAPH_SHARED"), Path(__file__).resolve().parents[2] / ".." / "shared"]
    for candidate in candidates:
        folder = Path(candidate or "/nonexistent") / "data" / "svc2004-task2"
        if (folder / "U1S1.TXT").exists():
            return folder
    return None


def signature(points):
    """One signature object of Sign To Login's JSON."""
    return {"pressure": 0, "dot_count": len(points), "signature_contents": [{"x": x, "y": y, "p": 0} for x, y in points]}
