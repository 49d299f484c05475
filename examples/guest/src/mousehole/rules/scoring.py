"""Points of a burrow, clause by clause, from public information; a wish counts once it is revealed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameOutcome, ScoreLine
from mousehole.rules.parts import Parts
from mousehole.rules.state import BED, BURROW, DUG, KINDS, LAMP, PANTRY, SEAT, SEAT_SIZE, STOVE, WISHED

if TYPE_CHECKING:
    from mousehole.rules.game import MouseholeMatch  # game.py imports this module


class Points(NamedTuple):
    """Points from one clause; `key` selects the text, `n` is the number of rooms or crumbs that gave them."""

    clause: str
    key: str
    points: int
    n: int


def burrow(numbers: vec[i64], seat: int) -> list[int]:
    """A seat's rooms from left to right, as card numbers from 0."""
    at = SEAT + SEAT_SIZE * seat
    return [int(numbers[at + BURROW + k]) - 1 for k in range(int(numbers[at + DUG]))]


def points_of(parts: Parts, numbers: vec[i64], seats: int, seat: int) -> list[Points]:
    """All points of one seat (MH-20 to MH-25)."""
    cards, score = burrow(numbers, seat), parts.score
    kinds = [parts.kinds[card] for card in cards]
    last = len(kinds) - 1
    beside = [[kinds[n] for n in (k - 1, k + 1) if 0 <= n <= last] for k in range(len(kinds))]
    dark = sum(kind == BED and LAMP not in near for kind, near in zip(kinds, beside, strict=True))
    warmed = sum(near.count(STOVE) for kind, near in zip(kinds, beside, strict=True) if kind == PANTRY)
    doors = sum(kind == LAMP and k in (0, last) for k, kind in enumerate(kinds))
    lamps, stoves = kinds.count(LAMP) - doors, kinds.count(STOVE)
    crumbs = sum(parts.crumbs[card] for card in cards)
    found = [
        Points("MH-20", "bed", score["bed"] * dark, dark),
        Points("MH-21", "pantry", score["pantry"] * warmed, warmed),
        Points("MH-22", "door", score["door"] * doors, doors),
        Points("MH-22", "lamp", score["lamp"] * lamps, lamps),
        Points("MH-23", "stove", score["stove"] * stoves, stoves),
        warmest(parts, numbers, seats, stoves),
        Points("MH-24", "crumbs", crumbs, crumbs),
    ]
    if wished := int(numbers[SEAT + SEAT_SIZE * seat + WISHED]):
        more = max(0, kinds.count(wished - 1) - 1)
        found.append(Points("MH-25", f"wish_{KINDS[wished - 1]}", score["wish"] * more, more))
    return [line for line in found if line.points or line.clause == "MH-25"]


def warmest(parts: Parts, numbers: vec[i64], seats: int, stoves: int) -> Points:
    """Most stoves, alone or tied (MH-23)."""
    counts = [[parts.kinds[card] for card in burrow(numbers, seat)].count(STOVE) for seat in range(seats)]
    if not stoves or stoves < max(counts):
        return Points("MH-23", "warm", 0, stoves)
    key = "warmest" if counts.count(stoves) == 1 else "warm"
    return Points("MH-23", key, parts.score[key], stoves)


def ranking(parts: Parts, numbers: vec[i64], seats: int, seat: int) -> tuple[int, int]:
    """Sort key of a seat: points, then crumbs (MH-26)."""
    lines = points_of(parts, numbers, seats, seat)
    return sum(line.points for line in lines), sum(line.points for line in lines if line.clause == "MH-24")


def tally(match: MouseholeMatch, view: View) -> list[ScoreLine]:
    """One line per reason, seat by seat."""
    return [
        ScoreLine(line.clause, seat, line.points, Phrase(f"tally.{line.key}", {"n": line.n}))
        for seat in range(match.seats)
        for line in points_of(match.parts, view.numbers, match.seats, seat)
    ]


def outcome(match: MouseholeMatch, view: View) -> GameOutcome:
    """Most points; tied: most crumbs; still tied: shared (MH-26)."""
    ranks = [ranking(match.parts, view.numbers, match.seats, seat) for seat in range(match.seats)]
    best = max(ranks)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == best)
    as_many = sum(rank[0] == best[0] for rank in ranks)
    key = "shared" if len(winners) > 1 else "points" if as_many == 1 else "crumbs"
    return GameOutcome(winners, "MH-26", Phrase(f"outcome.{key}", {"n": best[0], "crumbs": best[1]}))
