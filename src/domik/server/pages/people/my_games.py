"""The visitor's games: ongoing and finished ones, and statistics per game from results and reviews."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES, game_package, game_packages
from domik.kernel.phrase import Phrase
from domik.language import Words
from domik.reviews import Report
from domik.server.accounts.visitors import Visitor, visible_tables, visitor_of
from domik.server.hosting import Hosting
from domik.server.http.dates import time_ago
from domik.server.http.requests import service
from domik.server.live.game_results import TableResult, results_of
from domik.server.live.live_tables import MAX_UNFINISHED, LiveTables
from domik.server.pages.learn.lesson_pages import stars_of
from domik.server.pages.people.badges import Badge, earned_badges
from domik.server.pages.people.ratings import PlayerRating, Ratings, format_rating
from domik.server.pages.review.review_queue import ReviewQueue
from domik.server.pages.tables.ongoing_games import MINE, OngoingGame, PlayerFace, ongoing_game
from domik.server.pages.tables.table_pages import recent_rows
from domik.server.rendering.renderers import words_pen
from domik.server.rendering.templates import render_page, web_words
from domik.server.store import OVER, PLAYING, Store, TableHeader
from domik.server.store.counted_tables import CountedTable
from domik.table.table import ANIMALS
from domik.web.plots import COLOURS, sparkline

PLOTTED_GAMES = 30
NO_PLOT = Markup("")
MAX_CLAUSES = 5


@dataclass
class GameStatistics:
    """Statistics of one player in one game; points are in the unit that the game stores."""

    game: str
    points: list[int] = field(default_factory=list)  # one entry per game, oldest first
    first: int = 0
    between: int = 0
    last: int = 0
    clauses: Counter[str] = field(default_factory=Counter)
    accuracy: list[float] = field(default_factory=list)
    luck: list[int] = field(default_factory=list)  # thousandths of a point gained from the cards

    @property
    def games_played(self) -> int:
        return len(self.points)

    @property
    def best(self) -> int:
        return max(self.points)

    @property
    def average(self) -> float:
        return mean(self.points)

    def add(self, result: TableResult, seat: int) -> None:
        self.points.append(result.scores[seat])
        if result.place(seat) == 1:
            self.first += 1
        elif result.is_last(seat):
            self.last += 1
        else:
            self.between += 1
        for number, clause, points in result.clauses:
            if number == seat:
                self.clauses[clause] += points

    def add_review(self, report: Report, seat: int) -> None:
        """Add accuracy and luck from the game's review, if it covers this seat."""
        if seat in report.reviewed:
            found = report.seat_review(seat)
            self.accuracy.append(found.accuracy)
            self.luck.append(found.ledger.cards.points)

    def top_clauses(self) -> list[tuple[str, float]]:
        """The clauses that score most, with average points per game."""
        return [(clause, points / self.games_played) for clause, points in self.clauses.most_common(MAX_CLAUSES)]


def statistics_by_game(results: list[tuple[TableResult, int]]) -> dict[str, GameStatistics]:
    """Statistics by game from results with the player's seat, in the order in which the games were first played."""
    found: dict[str, GameStatistics] = {}
    for result, seat in sorted(results, key=lambda one: one[0].at):
        if result.is_complete:
            found.setdefault(result.game, GameStatistics(result.game)).add(result, seat)
    return found


@dataclass(frozen=True)
class Rival:
    """An opponent, and how often the player finished ahead of or behind them."""

    name: str
    animal: str
    won: int
    lost: int


def rivals_of(results: list[tuple[TableResult, int]], most: int = 4, among: set[str] | None = None) -> list[Rival]:
    """The most frequent human opponents; with `among`, only owners in this set."""
    faces: dict[str, tuple[str, str]] = {}
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for result, seat in results:
        for number, chair in enumerate(result.chairs):
            if chair.is_bot or number == seat or not chair.owners or not result.is_complete:
                continue
            key = chair.owners[0]
            if among is not None and key not in among:
                continue
            faces[key] = chair.name, chair.animal
            mine, theirs = result.place(seat), result.place(number)
            won[key] += mine < theirs
            lost[key] += theirs < mine
    usual = sorted(faces, key=lambda key: -(won[key] + lost[key]))[:most]
    return [Rival(*faces[key], won[key], lost[key]) for key in usual]


MOST_GAMES = 400
MOST_REVIEWS = 40  # latest games whose reviews are loaded
SHOWN_FINISHED = 6
SHOWN_RECENT = 12
STATE_ORDER = {MINE: 0}  # the reader's turns first


@dataclass(frozen=True)
class FinishedGame:
    id: str
    game: str
    name: str
    when: str
    faces: list[PlayerFace]
    score: str
    place: int  # 0 if the game was ended early
    alone: bool
    seats: int
    at: int = 0
    is_real: bool = False  # counted at a real table: it has a page of its own, no replay and no rating
    house_rules: int = 0

    @property
    def address(self) -> str:
        return f"/counted/{self.id}" if self.is_real else f"/t/{self.id}/replay"

    @property
    def delete_address(self) -> str:
        return f"/counted/{self.id}/delete" if self.is_real else f"/t/{self.id}/delete"


@dataclass(frozen=True)
class StatisticsCard:
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
    clauses: list[tuple[str, str, str]]  # clause, label, points per game
    rating: tuple[str, str] | None = None  # rating and its uncertainty; empty texts while it is unreliable
    rating_plot: Markup = NO_PLOT  # how it went; empty while it is unreliable


async def tables_of_visitor(request: Request, visitor: Visitor) -> list[tuple[TableHeader, int]]:
    return [] if visitor.is_new else await tables_of_owner(service(request, LiveTables), visitor.owner)


async def tables_of_owner(live_tables: LiveTables, owner: str) -> list[tuple[TableHeader, int]]:
    found = await visible_tables(live_tables.services.store, owner, MOST_GAMES)
    return [(header, seat) for header, seat in found if header.game in GAMES]


async def running_games(request: Request, visitor: Visitor, found: list[tuple[TableHeader, int]]) -> list[OngoingGame]:
    """Cards of the unfinished tables, the visitor's turns first."""
    live_tables = service(request, LiveTables)
    has_devices = service(request, Hosting).has_server
    cards = []
    for header, _ in found:
        if header.state == OVER:
            continue
        table = await live_tables.peek(header.id)
        if table is None:
            continue
        link = f"/t/{header.id}/devices" if has_devices and header.state == PLAYING else ""
        cards.append(ongoing_game(header, table, visitor.owner, visitor.language, link))
    return sorted(cards, key=lambda one: STATE_ORDER.get(one.state, 1))


def finished_game(result: TableResult, owner: str, seat: int, language: str) -> FinishedGame:
    title = game_package(result.game)
    alone = not any(set(chair.owners) - {owner} for chair in result.chairs)
    return FinishedGame(
        result.id,
        result.game,
        words_pen(language, result.game).words.say(Phrase("game.name")),
        time_ago(result.at, language),
        [PlayerFace(number, chair.name, chair.animal, chair.is_bot) for number, chair in enumerate(result.chairs)],
        " : ".join(title.format_points(score) for score in result.scores),
        result.place(seat) if result.is_complete else 0,
        alone,
        len(result.scores),
        result.at,
    )


def counted_game(counted: CountedTable, language: str) -> FinishedGame:
    """A table that was counted and saved: who played, and the points; nobody knows which seat was the reader's."""
    package = game_package(counted.game)
    return FinishedGame(
        counted.id,
        counted.game,
        words_pen(language, counted.game).words.say(Phrase("game.name")),
        time_ago(counted.at, language),
        [PlayerFace(number, name, ANIMALS[number], False) for number, name in enumerate(counted.names)],
        " : ".join(package.format_points(score) for score in counted.scores),
        0,
        True,
        len(counted.scores),
        counted.at,
        True,
        counted.house_rules,
    )


async def counted_games(request: Request, visitor: Visitor, chosen: str) -> list[FinishedGame]:
    """What the visitor saved from real tables, of one game or of all."""
    found = [] if visitor.is_new else await service(request, Store).counted.list_for(visitor.owner)
    return [
        counted_game(one, visitor.language) for one in found if one.game in GAMES and (not chosen or one.game == chosen)
    ]


def format_average(kept: float, game: str) -> str:
    """Average points in the unit that players use; some games store half points."""
    points = kept / 2 if game_package(game).halves else kept
    return f"{points:.1f}".removesuffix(".0")


def clause_label(words: Words, clause: str) -> str:
    """Short label of what a clause scores; the clause id if it has no label."""
    phrase = Phrase(f"scored.{clause}")
    return words.say(phrase) if words.has(phrase.key) else clause


def statistics_card(sums: GameStatistics, at: int, language: str, found: PlayerRating | None = None) -> StatisticsCard:
    title = game_package(sums.game)
    t = web_words(language)
    words = words_pen(language, sums.game).words
    best, usually = title.format_points(sums.best), format_average(sums.average, sums.game)
    label = t("plot_label", n=sums.games_played, best=best, usually=usually)
    accuracy = sum(sums.accuracy) / len(sums.accuracy) if sums.accuracy else 0.0
    luck = sum(sums.luck) / len(sums.luck) / 1000 if sums.luck else 0.0
    return StatisticsCard(
        sums.game,
        words.say(Phrase("game.name")),
        sums.games_played,
        sums.first,
        best,
        usually,
        f"{accuracy:.0f} %" if sums.accuracy else "",
        f"{luck:+.1f}".replace("-", "−") if sums.luck else "",
        Markup(sparkline([float(one) for one in sums.points[-PLOTTED_GAMES:]], label, COLOURS[at % len(COLOURS)])),
        (sums.first, sums.between, sums.last),
        [
            (clause, clause_label(words, clause), format_average(points, sums.game))
            for clause, points in sums.top_clauses()
        ],
        format_rating(found) if found is not None else None,
        rating_plot(found, language),
    )


def rating_plot(found: PlayerRating | None, language: str) -> Markup:
    """How a rating went, once it is shown and has changed."""
    if found is None or len(found.history) < 2 or not format_rating(found)[0]:
        return NO_PLOT
    history = found.history[-PLOTTED_GAMES:]
    label = web_words(language)("player.rating_went", first=f"{history[0]:.0f}", last=f"{history[-1]:.0f}")
    return Markup(sparkline(history, label, COLOURS[0]))


async def statistics_cards(
    request: Request, results: list[tuple[TableResult, int]], language: str, ratings: Mapping[str, PlayerRating]
) -> list[StatisticsCard]:
    """Cards for all games the player has finished, with accuracy from reviews and ratings."""
    reviews = service(request, ReviewQueue)
    sums = statistics_by_game(results)
    for result, seat in results[:MOST_REVIEWS]:
        if result.is_complete and (report := await reviews.load(result.id)) is not None:
            sums[result.game].add_review(report, seat)
    order = list(GAMES)
    return [
        statistics_card(sums[game], order.index(game), language, ratings.get(game)) for game in order if game in sums
    ]


async def results_for(request: Request, found: list[tuple[TableHeader, int]]) -> list[tuple[TableResult, int]]:
    """Results of the finished tables with the player's seat, latest first."""
    live_tables = service(request, LiveTables)
    seats = {header.id: seat for header, seat in found if header.state == OVER}
    known = await results_of(live_tables, list(seats))
    return sorted(((known[id], seat) for id, seat in seats.items() if id in known), key=lambda one: -one[0].at)


async def badges_of(request: Request, visitor: Visitor, found: list[tuple[TableHeader, int]]) -> list[Badge]:
    """The visitor's first times, over all games."""
    if visitor.is_new:
        return []
    store = service(request, LiveTables).services.store
    puzzles = {game: list((await store.puzzles.first_outcomes(visitor.owner, game)).values()) for game in GAMES}
    lessons = sum(len(won) for won in (await stars_of(store, visitor.owner)).values())
    return earned_badges(await results_for(request, found), puzzles, lessons)


async def games_page(request: Request) -> Response:
    """GET /games: the visitor's games; `?game=` filters by game, `?all=1` shows the whole history."""
    visitor = visitor_of(request)
    ratings = service(request, Ratings)
    asked = request.query_params
    chosen = asked.get("game", "") if asked.get("game", "") in GAMES else ""
    everything = await tables_of_visitor(request, visitor)
    found = [(header, seat) for header, seat in everything if not chosen or header.game == chosen]
    results = await results_for(request, found)
    past = [finished_game(result, visitor.owner, seat, visitor.language) for result, seat in results]
    past = sorted([*past, *await counted_games(request, visitor, chosen)], key=lambda one: -one.at)
    context: dict[str, Any] = {
        "going": await running_games(request, visitor, found),
        "past": past if asked.get("all") == "1" else past[:SHOWN_FINISHED],
        "finished": len(past),
        "stats": await statistics_cards(request, results, visitor.language, await ratings.for_owner(visitor.owner)),
        "filters": [
            (title.name, words_pen(visitor.language, title.name).words.say(Phrase("game.name")))
            for title in game_packages()
            if any(header.game == title.name for header, _ in everything)
        ],
        "badges": await badges_of(request, visitor, everything),
        "chosen": chosen,
        "full": asked.get("full") == "1",
        "most": MAX_UNFINISHED,
        "undo": next(((did, asked[did]) for did in ("left", "deleted") if asked.get(did, "").isalnum()), None),
        "recent": [] if past else await recent_rows(request, visitor, SHOWN_RECENT),
    }
    return render_page(request, "games.html", **context)
