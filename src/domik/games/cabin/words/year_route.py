"""The route of a year in the forest: every location visited, and how the dice changed there (CC-20 to CC-24)."""

from __future__ import annotations

from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.life import SIX, UNPAID
from domik.games.cabin.rules.phrases import change_phrase, join_phrases
from domik.games.cabin.rules.reading import config_of, year_after
from domik.games.cabin.rules.state import PLACES
from domik.kernel.phrase import Phrase
from domik.kernel.tally import PathStop

Key = tuple[int, ...]


def year_stops(match: CabinMatch, places: Key, dice: Key, start: int) -> tuple[PathStop, ...]:
    """The stops of a year from one place, up to where it ends."""
    kit = config_of(match)
    stops: list[PathStop] = []
    before = dice
    walked = [0] * PLACES  # the places up to this stop, so that the rules walk exactly this far
    for visits in range(PLACES):
        place = (start + visits) % PLACES
        if not places[place]:
            return (*stops, PathStop(place + 1, Phrase("stop.empty")))  # CC-24
        walked[place] = places[place]
        now, ending = year_after(kit, tuple(walked), dice, start)
        if ending == UNPAID:
            return (*stops, PathStop(place + 1, Phrase("stop.unpaid")))  # CC-24
        stops.append(PathStop(place + 1, visit_phrase(before, now)))
        if ending == SIX:  # CC-24
            break
        before = now
    return tuple(stops)


def visit_phrase(before: Key, after: Key) -> Phrase:
    """What a visit took and gave."""
    pairs = enumerate(zip(before, after, strict=True))
    found = [change_phrase(new - old, die) for die, (old, new) in pairs if new != old]
    return Phrase("stop.change", {"what": join_phrases(found)}) if found else Phrase("stop.nothing")
