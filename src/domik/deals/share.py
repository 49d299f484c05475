"""The line to share: how well one decided, six squares for the six parts of a game, and nothing of cards or moves."""

from __future__ import annotations

from collections.abc import Sequence

from domik.review.thresholds import BLUNDER, FINE, INACCURACY, MISTAKE

PARTS = 6
SQUARES = {INACCURACY: "🟨", MISTAKE: "🟧", BLUNDER: "🟥"}
GOOD, UNKNOWN = "🟩", "⬜"
ORDER = (FINE, INACCURACY, MISTAKE, BLUNDER)  # from good to bad; whatever else there is, is good


def parts_of(verdicts: Sequence[str]) -> list[Sequence[str]]:
    """Somebody's decisions in six parts, as even as can be."""
    many = len(verdicts)
    return [verdicts[many * k // PARTS : many * (k + 1) // PARTS] for k in range(PARTS)]


def worst(verdicts: Sequence[str]) -> str:
    """The gravest of some verdicts."""
    return max(verdicts, key=lambda one: ORDER.index(one) if one in ORDER else -1, default=FINE)


def colours(verdicts: Sequence[str] | None) -> list[str]:
    """The same six for a page: the gravest verdict of every part, "good", or "unknown"."""
    if verdicts is None:
        return ["unknown"] * PARTS
    return [found if (found := worst(part)) in SQUARES else "good" for part in parts_of(verdicts)]


def squares(verdicts: Sequence[str] | None) -> str:
    """Six squares: green where nothing was given away, red for a blunder; white as long as nobody has judged it."""
    return "".join((SQUARES | {"good": GOOD, "unknown": UNKNOWN})[colour] for colour in colours(verdicts))
