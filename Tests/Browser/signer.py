"""Synthetic signers: one person's ink, alike but never the same twice; made of a few letters' worth of loops drawn by a seeded hand."""

import random


class Signer:
    """A person who signs: `signature()` gives strokes of (x, y, milliseconds) in a box of 1 by 1."""

    def __init__(self, seed):
        hand = random.Random(f"signer {seed}")
        self.variation = random.Random(f"variation {seed}")
        self.strokes = []
        x = 0.06
        for _ in range(hand.randint(2, 3)):
            loops = hand.randint(3, 5)
            y = hand.uniform(0.4, 0.6)
            targets = [(x, y)]
            for _ in range(loops * 3):
                x += hand.uniform(-0.012, 0.062)
                targets.append((x, 0.5 + hand.choice([-1, 1]) * hand.uniform(0.06, 0.34)))
            self.strokes.append(targets)
            x += hand.uniform(0.01, 0.03)
        flourish = [(hand.uniform(0.5, 0.7), 0.82), (0.1, hand.uniform(0.8, 0.9)), (hand.uniform(0.7, 0.9), 0.75)]
        self.strokes.append(flourish)
        widest = max(px for stroke in self.strokes for px, _ in stroke)
        self.strokes = [[(px / widest * 0.9, py) for px, py in stroke] for stroke in self.strokes]
        self.pace = hand.uniform(55, 75)

    def signature(self):
        """One signature, varied as a hand varies: place, size, slant, pace, and a little at each turn."""
        vary = self.variation
        wide, high = vary.gauss(1, 0.04), vary.gauss(1, 0.05)
        slant, tilt = vary.gauss(0, 0.05), vary.gauss(0, 0.02)
        left, top, pace = 0.04 + vary.gauss(0, 0.01), vary.gauss(0, 0.015), self.pace * vary.gauss(1, 0.06)
        clock = 0.0
        result = []
        for targets in self.strokes:
            moved = []
            for x, y in targets:
                x, y = x + vary.gauss(0, 0.009), y + vary.gauss(0, 0.02)
                moved.append((left + (x + slant * (0.5 - y)) * wide, 0.5 + (y - 0.5) * high + tilt * (x - 0.5) + top))
            points = []
            for index in range(len(moved) - 1):
                before, start, end, after = (moved[max(0, min(len(moved) - 1, index + step))] for step in (-1, 0, 1, 2))
                taken = pace * vary.gauss(1, 0.12)
                steps = 5
                for step in range(steps):
                    points.append((*curve(before, start, end, after, step / steps), clock + taken * step / steps))
                clock += taken
            points.append((*moved[-1], clock))
            clock += 110 * vary.gauss(1, 0.15)
            result.append(points)
        return result

    @classmethod
    def simple(cls, seed):
        """Whoever signs with little more than a circle."""
        signer = cls(seed)
        signer.strokes = [[(0.2, 0.5), (0.5, 0.2), (0.75, 0.5), (0.5, 0.8), (0.25, 0.55), (0.5, 0.25), (0.95, 0.4)]]
        return signer

    @staticmethod
    def scribble():
        """What is no signature: a dot."""
        return [[(0.5, 0.5, 0), (0.501, 0.5, 16), (0.501, 0.501, 32)]]


def curve(before, start, end, after, share):
    """A point on the Catmull-Rom curve from start to end."""
    square, cube = share * share, share * share * share
    return tuple(
        0.5 * (2 * b + (c - a) * share + (2 * a - 5 * b + 4 * c - d) * square + (3 * b - a - 3 * c + d) * cube)
        for a, b, c, d in zip(before, start, end, after)
    )
