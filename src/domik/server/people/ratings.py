"""Ratings, one for each game, where comparison is fair: games between people, and deals that many play."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass

from domik.server.live.results import Result, results_of
from domik.server.live.rooms import Rooms
from domik.server.people.glicko import Rating, updated

DAY = 24 * 3600 * 1000  # milliseconds; a period of the ratings
MOST_RESULTS = 5000  # of the latest
SURE = 150  # a deviation under which a rating says something: ten games or so
FRESH = 60.0  # seconds
LAST = 1000  # the place of somebody for whom a bot had to play


@dataclass(frozen=True)
class Comparison:
    """Who did better at the same thing: place 1 is best, equal places are a draw. Players go by their owner."""

    game: str
    at: int
    places: Mapping[str, int]


@dataclass(frozen=True)
class Rated:
    """How somebody stands in one game."""

    rating: Rating
    compared: int  # with how many, over all their games


def rating_words(found: Rated) -> tuple[str, str]:
    """The number and how far it may be off; nothing while we are not sure."""
    if found.rating.deviation > SURE:
        return "", ""
    return f"{found.rating.value:.0f}", f"{2 * found.rating.deviation:.0f}"


Source = Callable[[], Awaitable[list[Comparison]]]


def comparison_of(result: Result) -> Comparison | None:
    """The people of a finished game; None where fewer than two came to its end, or two seats were one person's."""
    people = [(seat, chair.owners[0]) for seat, chair in enumerate(result.chairs) if not chair.is_bot and chair.owners]
    names = {name for _, name in people}
    if not result.is_whole or len(names) < 2 or len(names) < len(people):
        return None
    places = {name: LAST if seat in result.helped else result.place(seat) for seat, name in people}
    return Comparison(result.game, result.at, places)


def rated(comparisons: Iterable[Comparison]) -> dict[str, dict[str, Rated]]:
    """Everybody by game and name, from a plain list of comparisons in any order."""
    days: dict[str, dict[int, list[Comparison]]] = defaultdict(lambda: defaultdict(list))
    for one in comparisons:
        days[one.game][one.at // DAY].append(one)
    return {game: rated_by_day(by_day) for game, by_day in days.items()}


def rated_by_day(days: Mapping[int, list[Comparison]]) -> dict[str, Rated]:
    """One game's ratings, day by day."""
    known: dict[str, tuple[Rating, int, int]] = {}  # rating, its day, comparisons
    for day in sorted(days):
        duels: dict[str, list[tuple[str, float]]] = defaultdict(list)
        for one in days[day]:
            for name, place in one.places.items():
                for rival, other in one.places.items():
                    if rival != name:
                        duels[name].append((rival, 1.0 if place < other else 0.5 if place == other else 0.0))
        before = {name: rested(known.get(name), day) for name in duels}
        for name, games in duels.items():
            rating = updated(before[name], [(before[rival], score) for rival, score in games])
            known[name] = rating, day, len(games) + (known[name][2] if name in known else 0)
    latest = max(days, default=0)
    return {name: Rated(rested(one, latest + 1), one[2]) for name, one in known.items()}


def rested(one: tuple[Rating, int, int] | None, day: int) -> Rating:
    """A rating as it stands at the beginning of a day."""
    return Rating() if one is None else one[0].rested(day - one[1] - 1)


class Ratings:
    """Everybody's, reckoned anew now and then from what is kept: so whoever is forgotten is forgotten here too."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.sources: list[Source] = [self.between_people]  # whatever else compares people fairly adds itself here
        self._known: dict[str, dict[str, Rated]] = {}
        self._until = 0.0
        self._lock = asyncio.Lock()

    async def between_people(self) -> list[Comparison]:
        """The latest games that more than one person finished."""
        ids = await self.rooms.house.store.tables.between_people(MOST_RESULTS)
        found = await results_of(self.rooms, ids)
        return [one for one in map(comparison_of, found.values()) if one is not None]

    async def of(self, owner: str) -> dict[str, Rated]:
        """How somebody stands, by game."""
        async with self._lock:
            if time.monotonic() > self._until:
                found = [one for source in self.sources for one in await source()]
                self._known = await asyncio.to_thread(rated, found)
                self._until = time.monotonic() + FRESH
        return {game: people[owner] for game, people in self._known.items() if owner in people}
