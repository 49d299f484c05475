"""My games: what goes on, what was played, how it goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES, title_of, titles
from domik.kernel.phrase import Phrase
from domik.language import Words
from domik.server.live.results import Result, results_of
from domik.server.live.rooms import MOST_LIVE, Rooms
from domik.server.paper.dates import ago
from domik.server.paper.templates import page, web_words
from domik.server.people.ratings import Rated, Ratings, rating_words
from domik.server.people.statistics import SHOWN, Sums, sums_of
from domik.server.review.reviews import Reviews
from domik.server.sight.pens import words_pen
from domik.server.store import OVER, PLAYING, Header
from domik.server.tables.going import MINE, Face, Going, going
from domik.server.tables.pages import recent_rows, switched
from domik.server.visitors.putting_away import listed
from domik.server.visitors.visitors import Visitor, visitor_of
from domik.web.plots import COLOURS, spark

MOST_GAMES = 400
MOST_REVIEWS = 40  # of the latest games that are looked at
SHOWN_FINISHED = 6
SHOWN_RECENT = 12
ORDER = {MINE: 0}  # what waits for the reader comes first


@dataclass(frozen=True)
class Past:
    """A game that is over, in the list."""

    id: str
    game: str
    name: str
    when: str
    faces: list[Face]
    score: str
    place: int  # 0: it was ended early
    alone: bool
    seats: int


@dataclass(frozen=True)
class Plotted:
    """One game's statistics as they are shown."""

    game: str
    name: str
    played: int
    won: int
    best: str
    usually: str
    accuracy: str
    luck: str
    plot: Markup
    places: tuple[int, int, int]
    clauses: list[tuple[str, str, str]]  # the clause, what it is about, points a game
    rating: tuple[str, str] | None = None  # the number and how far it may be off; empty while nobody is sure


async def mine(request: Request, visitor: Visitor) -> list[tuple[Header, int]]:
    """The visitor's tables."""
    return [] if visitor.is_new else await mine_of(request.app.state.rooms, visitor.owner)


async def mine_of(rooms: Rooms, owner: str) -> list[tuple[Header, int]]:
    """Somebody's tables."""
    found = await listed(rooms.house.store, owner, MOST_GAMES)
    return [(header, seat) for header, seat in found if header.game in GAMES]


async def goings(request: Request, visitor: Visitor, found: list[tuple[Header, int]]) -> list[Going]:
    """Those that go on, the reader's turn first."""
    rooms: Rooms = request.app.state.rooms
    cards = []
    for header, _ in found:
        if header.state == OVER:
            continue
        table = await rooms.look(header.id)
        if table is None:
            continue
        link = f"/t/{header.id}/devices" if header.state == PLAYING else ""
        cards.append(going(header, table, visitor.owner, visitor.language, link))
    return sorted(cards, key=lambda one: ORDER.get(one.state, 1))


def past(result: Result, owner: str, seat: int, language: str) -> Past:
    """A finished game in the list."""
    title = title_of(result.game)
    alone = not any(set(chair.owners) - {owner} for chair in result.chairs)
    return Past(
        result.id,
        result.game,
        words_pen(language, result.game).words.say(Phrase("game.name")),
        ago(result.at, language),
        [Face(number, chair.name, chair.animal, chair.is_bot) for number, chair in enumerate(result.chairs)],
        " : ".join(title.written(score) for score in result.scores),
        result.place(seat) if result.is_whole else 0,
        alone,
        len(result.scores),
    )


def number(kept: float, game: str) -> str:
    """Points on average, as people count them."""
    points = kept / 2 if title_of(game).halves else kept
    return f"{points:.1f}".removesuffix(".0")


def scored(words: Words, clause: str) -> str:
    """What a clause gives points for, in a word or two; without such a word the clause itself."""
    phrase = Phrase(f"scored.{clause}")
    return words.say(phrase) if words.has(phrase.key) else clause


def plotted(sums: Sums, at: int, language: str, rating: tuple[str, str] | None = None) -> Plotted:
    """Statistics ready for a page."""
    title = title_of(sums.game)
    t = web_words(language)
    words = words_pen(language, sums.game).words
    best, usually = title.written(sums.best), number(sums.usually, sums.game)
    label = t("plot_label", n=sums.played, best=best, usually=usually)
    accuracy = sum(sums.accuracy) / len(sums.accuracy) if sums.accuracy else 0.0
    luck = sum(sums.luck) / len(sums.luck) / 1000 if sums.luck else 0.0
    return Plotted(
        sums.game,
        words.say(Phrase("game.name")),
        sums.played,
        sums.first,
        best,
        usually,
        f"{accuracy:.0f} %" if sums.accuracy else "",
        f"{luck:+.1f}".replace("-", "−") if sums.luck else "",
        Markup(spark([float(one) for one in sums.points[-SHOWN:]], label, COLOURS[at % len(COLOURS)])),
        (sums.first, sums.between, sums.last),
        [(clause, scored(words, clause), number(points, sums.game)) for clause, points in sums.clauses_each()],
        rating,
    )


async def statistics(
    request: Request, results: list[tuple[Result, int]], language: str, ratings: Mapping[str, Rated]
) -> list[Plotted]:
    """How it goes, game by game, with what reviews found and how somebody stands."""
    reviews: Reviews = request.app.state.reviews
    sums = sums_of(results)
    for result, seat in results[:MOST_REVIEWS]:
        if result.is_whole and (report := await reviews.kept(result.id)) is not None:
            sums[result.game].add_review(report, seat)
    order = list(GAMES)
    stood = {game: rating_words(found) for game, found in ratings.items()}
    return [plotted(sums[game], order.index(game), language, stood.get(game)) for game in order if game in sums]


async def results_for(request: Request, found: list[tuple[Header, int]]) -> list[tuple[Result, int]]:
    """The results of somebody's finished tables with their seat, the latest first."""
    rooms: Rooms = request.app.state.rooms
    seats = {header.id: seat for header, seat in found if header.state == OVER}
    known = await results_of(rooms, list(seats))
    return sorted(((known[id], seat) for id, seat in seats.items() if id in known), key=lambda one: -one[0].at)


async def games(request: Request) -> Response:
    """All games of the visitor; `?game=` one game's, `?all=1` the whole history."""
    if switch := switched(request):
        return switch
    visitor = visitor_of(request)
    ratings: Ratings = request.app.state.ratings
    asked = request.query_params
    chosen = asked.get("game", "") if asked.get("game", "") in GAMES else ""
    everything = await mine(request, visitor)
    found = [(header, seat) for header, seat in everything if not chosen or header.game == chosen]
    results = await results_for(request, found)
    shown = results if asked.get("all") == "1" else results[:SHOWN_FINISHED]
    context: dict[str, Any] = {
        "going": await goings(request, visitor, found),
        "past": [past(result, visitor.owner, seat, visitor.language) for result, seat in shown],
        "finished": len(results),
        "stats": await statistics(request, results, visitor.language, await ratings.of(visitor.owner)),
        "filters": [
            (title.name, words_pen(visitor.language, title.name).words.say(Phrase("game.name")))
            for title in titles()
            if any(header.game == title.name for header, _ in everything)
        ],
        "chosen": chosen,
        "full": asked.get("full") == "1",
        "most": MOST_LIVE,
        "undo": next(((did, asked[did]) for did in ("left", "deleted") if asked.get(did, "").isalnum()), None),
        "recent": [] if results else await recent_rows(request, visitor, SHOWN_RECENT),
    }
    return page(request, "games.html", **context)
