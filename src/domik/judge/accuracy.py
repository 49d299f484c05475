"""Accuracy from 0 to 100: where a player's mean loss lies between what masters and random players lose."""

from __future__ import annotations

from itertools import pairwise

# Mean loss of a decision, in thousandths of a point, of the bots master, normal and random: docs/figures/reviews.md
MEAN_LOSSES = {
    "treehouse": (200, 360, 880),
    "dream_home": (100, 420, 1190),
    "bower": (10, 50, 320),
    "cabin": (60, 610, 1095),
}
USUAL_LOSSES = (100, 500, 2000)  # for games of guests
SCALE = (96.0, 80.0, 50.0)  # accuracy of these three


def accuracy_of(game: str, mean_loss: float) -> float:
    """The accuracy of a mean loss: straight between the levels, and never quite 0."""
    master, normal, random = MEAN_LOSSES.get(game, USUAL_LOSSES)
    marks = [(0.0, 100.0), (float(master), SCALE[0]), (float(normal), SCALE[1]), (float(random), SCALE[2])]
    if mean_loss <= 0:
        return 100.0
    for (low, above), (high, below) in pairwise(marks):
        if mean_loss <= high:
            return above - (above - below) * (mean_loss - low) / (high - low)
    return SCALE[2] * random / mean_loss
