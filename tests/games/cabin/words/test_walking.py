"""A year as a way: what its stops say adds up to what the rules made of the dice."""

from __future__ import annotations

import random

import pytest

from domik.games.cabin import TITLE
from domik.games.cabin.rules.life import EMPTY_PLACE, SIX, UNPAID
from domik.games.cabin.rules.parts import RESOURCE_NAMES
from domik.games.cabin.rules.reading import config_of, seat_of, year_after
from domik.games.cabin.rules.state import PLACES, RESOURCES
from domik.games.cabin.words.year_route import year_stops
from domik.kernel.phrase import Phrase
from domik.kernel.tally import PathStop
from tests.conformance.tables import QUICK, random_steps

TRIED = 200 if QUICK else 2000


def gained(stop: PathStop) -> dict[str, int]:
    """What the words of a stop say about every die."""
    found: dict[str, int] = {}

    def read(phrase: object) -> None:
        if not isinstance(phrase, Phrase):
            return
        if phrase.key in ("amount", "amount_less"):
            resource = phrase.args["resource"]
            assert isinstance(resource, Phrase)
            found[resource.key.removeprefix("resource.")] = int(str(phrase.args["count"])) * (
                1 if phrase.key == "amount" else -1
            )
            return
        for part in phrase.args.values():
            read(part)

    read(stop.what)
    return found


@pytest.mark.clause("CC-20", "CC-24")
def test_the_stops_of_a_year_add_up_to_it() -> None:
    seen = set()
    luck = random.Random(7)
    match = TITLE.match(1)
    faces = sorted({face for state, seat, _ in random_steps(match, 1) for face in seat_of(state.view(), seat).places})
    for _ in range(TRIED):
        places = tuple(luck.choice(faces) for _ in range(PLACES))
        dice = tuple(luck.randrange(4) for _ in range(2 * RESOURCES))
        start = luck.randrange(PLACES)
        stops = year_stops(match, places, dice, start)
        after, ending = year_after(config_of(match), places, dice, start)
        total = dict(zip(RESOURCE_NAMES, dice, strict=True))
        for stop in stops:
            for name, change in gained(stop).items():
                total[name] += change
        assert list(total.values()) == list(after)
        assert [stop.place for stop in stops] == [(start + k) % PLACES + 1 for k in range(len(stops))]
        seen.add(ending)
        assert (stops[-1].what.key == "stop.empty") == (ending == EMPTY_PLACE)
        assert (stops[-1].what.key == "stop.unpaid") == (ending == UNPAID)
        assert len(stops) == PLACES or ending in (EMPTY_PLACE, UNPAID, SIX)
    assert {EMPTY_PLACE, UNPAID} <= seen
