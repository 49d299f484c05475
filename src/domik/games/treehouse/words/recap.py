"""Recap of a scored round: for each colour its change card, its worth and every seat's points (TH-45)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.parts import COLOUR_NAMES
from domik.games.treehouse.rules.phrases import colour_phrase, kind_phrase, seat_phrase, theme_phrase
from domik.games.treehouse.rules.reading import kinds_in_round, rounds_scored, tree_of
from domik.games.treehouse.rules.scoring import points_for
from domik.games.treehouse.rules.state import COLOURS, DOUBLE, FEWEST, MOST, NOTHING, PLAIN
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.summaries import RecapPart, RecapShare, RoundRecap
from domik.kernel.tally import GameEvent

WORTH: Final = {0: "×1", NOTHING: "×0", DOUBLE: "×2", FEWEST: "↓", MOST: "↑", PLAIN: "×1"}


def recap(match: TreehouseMatch, view: View, number: int, told: Sequence[GameEvent]) -> RoundRecap | None:
    """The recap of a round, counted from 1; None while it is not scored."""
    if not 1 <= number <= rounds_scored(view):
        return None
    kinds = kinds_in_round(view, number - 1)
    young = bool(match.options["young"])
    trees = [tree_of(view, seat) for seat in range(match.seats)]
    layers = change_owners(told, number)
    parts = []
    for colour in range(COLOURS):
        kind = kinds[colour]
        counts = [tree.count(colour, number) for tree in trees]
        shares = tuple(
            RecapShare(n, points_for(match.parts, young, kind, counts, seat)) for seat, n in enumerate(counts)
        )
        worth = "×0" if young and kind != PLAIN else WORTH[kind]
        meaning = kind_phrase(kind) if kind in (NOTHING, DOUBLE, FEWEST, MOST) else None
        by = layers.get(colour_phrase(colour), -1)
        parts.append(RecapPart(theme_phrase(colour), COLOUR_NAMES[colour], worth, meaning, by, shares))
    return RoundRecap(Phrase("recap.title", {"round": number}), "TH-45", tuple(parts), remark(parts, kinds))


def change_owners(told: Sequence[GameEvent], number: int) -> dict[Phrase, int]:
    """The seat that laid a card on each colour, or picked it, in that round."""
    found: dict[Phrase, int] = {}
    done = 0
    for event in told:
        colour = event.what.args.get("colour")
        if event.what.key in ("told.lay", "told.choose") and done == number - 1 and isinstance(colour, Phrase):
            found[colour] = event.seat
        done = max(done, event.recap)
    return found


def remark(parts: Sequence[RecapPart], kinds: Sequence[int]) -> Phrase | None:
    """The largest payment, or the largest loss to a `nothing` card where that was more; None if nothing stands out."""
    paid = max(((share.points, k, seat) for k, part in enumerate(parts) for seat, share in enumerate(part.shares)))
    lost = max(
        ((share.held, k, seat) for k, part in enumerate(parts) for seat, share in enumerate(part.shares)
         if kinds[k] == NOTHING),
        default=(0, 0, 0),
    )  # fmt: skip
    alike = sum(share.points == paid[0] for part in parts for share in part.shares)
    if lost[0] <= paid[0] and (not paid[0] or alike > 1):
        return None
    n, colour, seat = lost if lost[0] > paid[0] else paid
    key = "recap.lost" if lost[0] > paid[0] else "recap.doubled" if kinds[colour] == DOUBLE else "recap.best"
    args: dict[str, Argument] = {
        "seat": seat_phrase(seat),
        "colour": colour_phrase(colour),
        "n": n,
        "rooms": parts[colour].shares[seat].held,
    }
    return Phrase(key, args)
