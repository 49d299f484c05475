"""Points with their reasons, and who won."""

from __future__ import annotations

from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.tally import Line, Outcome
from domik.kernel.title import Match
from mousehole.rules.points import points_of, ranking


def tally(match: Match, view: View) -> list[Line]:
    """Every reason for points, seat by seat."""
    return [
        Line(line.clause, seat, line.points, Phrase(f"tally.{line.key}", {"n": line.n}))
        for seat in range(match.seats)
        for line in points_of(match.parts, view.numbers, match.seats, seat)
    ]


def outcome(match: Match, view: View) -> Outcome:
    """Most points; tied: most crumbs; still tied: together (MH-26)."""
    ranks = [ranking(match.parts, view.numbers, match.seats, seat) for seat in range(match.seats)]
    best = max(ranks)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == best)
    as_many = sum(rank[0] == best[0] for rank in ranks)
    key = "shared" if len(winners) > 1 else "points" if as_many == 1 else "crumbs"
    return Outcome(winners, "MH-26", Phrase(f"outcome.{key}", {"n": best[0], "crumbs": best[1]}))
