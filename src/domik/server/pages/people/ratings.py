"""Glicko-2 ratings from games between people and from shared deals (symbols as in Mark Glickman's paper of 2022)."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import NamedTuple

import msgspec

from domik.deals import Deal
from domik.deals.results import rank_among
from domik.games import GAMES
from domik.server.live.game_results import TableResult, results_of
from domik.server.live.live_tables import LiveTables
from domik.server.pages.deals.attempts import attempt_results
from domik.server.pages.deals.clubs import CLUB_KIND, Club
from domik.server.pages.deals.daily import deal_of_day, today
from domik.table.clock import now

SCALE = 173.7178
TAU = 0.5  # system constant: how fast volatility may change


class Rating(NamedTuple):
    """Glicko-2 rating, rating deviation and volatility."""

    value: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    def after_idle(self, periods: int) -> Rating:
        """The rating after periods without a game: only the deviation grows."""
        rd = sqrt(self.deviation**2 + periods * (SCALE * self.volatility) ** 2)
        return self._replace(deviation=min(rd, 350.0))


def update_rating(player: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """The rating after one period, from the opponents' ratings before it and scores of 1, 0.5 or 0."""
    if not games:
        return player.after_idle(1)
    mu, phi = (player.value - 1500) / SCALE, player.deviation / SCALE
    rivals = [((one.value - 1500) / SCALE, 1 / sqrt(1 + 3 * (one.deviation / SCALE / pi) ** 2), s) for one, s in games]
    expected = [(g, s, 1 / (1 + exp(-g * (mu - mu_j)))) for mu_j, g, s in rivals]
    v = 1 / sum(g * g * e * (1 - e) for g, _, e in expected)
    gain = sum(g * (s - e) for g, s, e in expected)
    sigma = new_volatility(phi, v, v * gain, player.volatility)
    phi = 1 / sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
    return Rating(1500 + SCALE * (mu + phi * phi * gain), min(SCALE * phi, 350.0), sigma)


def new_volatility(phi: float, v: float, delta: float, sigma: float) -> float:
    """Step 5 of the paper: the zero of f by the Illinois method."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + v + exp(x)
        return exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - a) / TAU**2

    low, high = a, log(delta * delta - phi * phi - v) if delta * delta > phi * phi + v else a - TAU
    while delta * delta <= phi * phi + v and f(high) < 0:
        high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        low, f_low = (high, f_high) if f_middle * f_high <= 0 else (low, f_low / 2)
        high, f_high = middle, f_middle
    return exp(low / 2)


DAY = 24 * 3600 * 1000  # milliseconds; a period of the ratings
MAX_RESULTS = 5000  # latest games considered
MAX_SHOWN_DEVIATION = 150  # a rating is shown below this deviation: about ten games
CACHE_SECONDS = 60.0
LAST_PLACE = 1000  # place of a player whom a bot had to replace


@dataclass(frozen=True)
class Comparison:
    """Ranking of players by owner at the same task: place 1 is best, equal places are a draw."""

    game: str
    at: int
    places: Mapping[str, int]


@dataclass(frozen=True)
class PlayerRating:
    rating: Rating
    comparisons: int  # opponents over all games
    history: tuple[float, ...] = ()  # the rating after each day with a game, the oldest first


def format_rating(found: PlayerRating) -> tuple[str, str]:
    """Rating and twice its deviation as text; empty texts while the deviation is too large."""
    if found.rating.deviation > MAX_SHOWN_DEVIATION:
        return "", ""
    return f"{found.rating.value:.0f}", f"{2 * found.rating.deviation:.0f}"


ComparisonSource = Callable[[], Awaitable[list[Comparison]]]


def game_comparison(result: TableResult) -> Comparison | None:
    """Comparison of the people in a finished game.

    None if it was not finished, had fewer than two people, one person held several seats, or the cards were
    somebody's own.
    """
    people = [(seat, chair.owners[0]) for seat, chair in enumerate(result.chairs) if not chair.is_bot and chair.owners]
    names = {name for _, name in people}
    if not result.is_complete or result.own_box or len(names) < 2 or len(names) < len(people):
        return None
    places = {name: LAST_PLACE if seat in result.helped else result.place(seat) for seat, name in people}
    return Comparison(result.game, result.at, places)


def compute_ratings(comparisons: Iterable[Comparison]) -> dict[str, dict[str, PlayerRating]]:
    """Ratings by game and owner, from comparisons in any order."""
    days: dict[str, dict[int, list[Comparison]]] = defaultdict(lambda: defaultdict(list))
    for one in comparisons:
        days[one.game][one.at // DAY].append(one)
    return {game: compute_game_ratings(by_day) for game, by_day in days.items()}


def compute_game_ratings(days: Mapping[int, list[Comparison]]) -> dict[str, PlayerRating]:
    """Ratings of one game by owner, from its comparisons by day; a day is one rating period."""
    known: dict[str, tuple[Rating, int, int]] = {}  # rating, its day, comparisons
    went: dict[str, list[float]] = defaultdict(list)
    for day in sorted(days):
        duels: dict[str, list[tuple[str, float]]] = defaultdict(list)
        for one in days[day]:
            for name, place in one.places.items():
                for rival, other in one.places.items():
                    if rival != name:
                        duels[name].append((rival, 1.0 if place < other else 0.5 if place == other else 0.0))
        before = {name: rating_on_day(known.get(name), day) for name in duels}
        for name, games in duels.items():
            rating = update_rating(before[name], [(before[rival], score) for rival, score in games])
            known[name] = rating, day, len(games) + (known[name][2] if name in known else 0)
            went[name].append(rating.value)
    latest = max(days, default=0)
    return {
        name: PlayerRating(rating_on_day(one, latest + 1), one[2], tuple(went[name])) for name, one in known.items()
    }


def rating_on_day(one: tuple[Rating, int, int] | None, day: int) -> Rating:
    """The rating at the start of a day; the default one for a new player."""
    return Rating() if one is None else one[0].after_idle(day - one[1] - 1)


class Ratings:
    """Ratings of all players, recomputed from stored results so that erased people disappear here too."""

    def __init__(self, live_tables: LiveTables) -> None:
        self.rooms = live_tables
        self.sources: list[ComparisonSource] = [self.multiplayer_comparisons]  # extended by other fair comparisons
        self._cache: dict[str, dict[str, PlayerRating]] = {}
        self._until = 0.0
        self._lock = asyncio.Lock()

    async def multiplayer_comparisons(self) -> list[Comparison]:
        """Comparisons from the latest games that more than one person finished."""
        ids = await self.rooms.services.store.tables.multiplayer_ids(MAX_RESULTS)
        found = await results_of(self.rooms, ids)
        return [one for one in map(game_comparison, found.values()) if one is not None]

    async def for_owner(self, owner: str) -> dict[str, PlayerRating]:
        async with self._lock:
            if time.monotonic() > self._until:
                found = [one for source in self.sources for one in await source()]
                self._cache = await asyncio.to_thread(compute_ratings, found)
                self._until = time.monotonic() + CACHE_SECONDS
        return {game: people[owner] for game, people in self._cache.items() if owner in people}


MAX_DAYS_BACK = 90  # daily deals considered


async def deal_comparison(live_tables: LiveTables, deal: Deal) -> Comparison | None:
    """Comparison of everybody's results at one deal; None if fewer than two people played it."""
    found = await attempt_results(live_tables, deal)
    scores = [one.score for one in found]
    if len(found) < 2:
        return None
    return Comparison(
        deal.game, max(one.at for one in found), {one.owner: rank_among(one.score, scores) for one in found}
    )


async def shared_deal_comparisons(live_tables: LiveTables) -> list[Comparison]:
    """Comparisons from daily and club deals that are closed."""
    deals = [
        await deal_of_day(live_tables, game, today().days_later(-back))
        for back in range(1, MAX_DAYS_BACK)
        for game in GAMES
    ]
    for kept in (await live_tables.services.store.key_value.get_all(CLUB_KIND, "")).values():
        club = msgspec.json.decode(kept, type=Club)
        if now() >= club.closes:
            deals += [one for one in club.deals() if one.game in GAMES]
    found = [await deal_comparison(live_tables, deal) for deal in deals]
    return [one for one in found if one is not None]
