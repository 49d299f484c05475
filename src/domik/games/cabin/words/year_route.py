"""The route of a year in the forest: every location visited, and how the dice changed there (CC-20 to CC-24)."""

from __future__ import annotations

from domik.games.cabin.rules.gate import year_result
from domik.games.cabin.rules.life import ALL_DICE, SIX, UNPAID
from domik.games.cabin.rules.phrases import change_phrase, join_phrases
from domik.games.cabin.rules.reading import config_of, dice_of
from domik.games.cabin.rules.state import FACE, FACE_BITS, PLACES
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.tally import PathStop


def year_stops(match: Match, placed: int, dice: int, start: int) -> tuple[PathStop, ...]:
    """The stops of a year from one place, up to where it ends."""
    kit = config_of(match)
    stops: list[PathStop] = []
    before = dice
    for visits in range(1, PLACES + 1):
        place = (start + visits - 1) % PLACES
        if not placed >> FACE_BITS * place & FACE:
            return (*stops, PathStop(place + 1, Phrase("stop.empty")))  # CC-24
        # Empty the next place, so that the rules walk exactly this far.
        ahead = FACE << FACE_BITS * ((start + visits) % PLACES)
        went = int(year_result(kit, placed & ~ahead if visits < PLACES else placed, dice, start))
        ending, now = went & ~ALL_DICE, went & ALL_DICE
        if ending == UNPAID:
            return (*stops, PathStop(place + 1, Phrase("stop.unpaid")))  # CC-24
        stops.append(PathStop(place + 1, visit_phrase(before, now)))
        if ending == SIX:  # CC-24
            break
        before = now
    return tuple(stops)


def visit_phrase(before: int, after: int) -> Phrase:
    """What a visit took and gave."""
    pairs = enumerate(zip(dice_of(before), dice_of(after), strict=True))
    found = [change_phrase(new - old, die) for die, (old, new) in pairs if new != old]
    return Phrase("stop.change", {"what": join_phrases(found)}) if found else Phrase("stop.nothing")
