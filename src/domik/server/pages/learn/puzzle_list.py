"""The list of puzzles with its pictures, days in a row, and the reader's rating."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES
from domik.kernel.phrase import Phrase
from domik.language.words import LANGUAGES
from domik.puzzles import Puzzle, load_puzzles
from domik.puzzles.explanation import question_phrase, theme_phrase, title_phrase
from domik.puzzles.progress import (
    days_in_a_row,
    estimate_rating,
    next_puzzle,
    puzzle_of_the_day,
    rated_answers,
)
from domik.server.accounts.visitors import Visitor, visitor_of
from domik.server.http.compression import QUICK, compress, way_for
from domik.server.http.errors import HttpError
from domik.server.pages.learn.lessons import Learner
from domik.server.pages.learn.puzzle_pages import (
    PuzzleResponse,
    attempts_repository,
    day_number,
    difficulty_dots,
    find_puzzle,
    puzzle_players,
)
from domik.server.rendering.assets import ASK_AGAIN, FOR_EVER
from domik.server.rendering.board_picture import board_picture, picture_version
from domik.server.rendering.templates import game_name, game_words, render_page, web_words

MAX_SHOWN = 15
RECENT = 10  # tries that the rating is explained with
WEEK = 7
SCALE_LOW, SCALE_HIGH = 800, 2000  # ratings at the ends of the bars


@dataclass(frozen=True)
class PuzzleCard:
    game: str
    id: str
    name: str  # localized name of the game, and how many play
    title: str
    dots: int
    tried: bool | None
    picture: str


@dataclass(frozen=True)
class GameRating:
    name: str
    rating: int | None
    share: int  # of the bar, in per cent
    tried: int
    solved: int


def daily_puzzle(day: int) -> Puzzle | None:
    """The puzzle of the day, with the games in rotation; None if no game has puzzles."""
    shelves = [puzzles for game in GAMES if (puzzles := load_puzzles(game))]
    return puzzle_of_the_day(shelves[day % len(shelves)], day // len(shelves)) if shelves else None


async def puzzles_page(request: Request) -> Response:
    """GET /puzzles: the puzzle of the day, and puzzles suited to the reader's rating."""
    visitor, attempts = visitor_of(request), attempts_repository(request)
    games = [game for game in GAMES if load_puzzles(game)]
    chosen = request.query_params.get("game", "")
    chosen = chosen if chosen in games else ""
    again = request.query_params.get("show", "") == "again"
    themes = themes_of([chosen] if chosen else games, visitor.language)
    theme = request.query_params.get("theme", "")
    theme = theme if theme in dict(themes) else ""
    rows: list[list[PuzzleCard]] = []
    ratings: list[GameRating] = []
    for game in [chosen] if chosen else games:
        tries = await attempts.final_outcomes(visitor.owner, game)
        firsts = await attempts.first_outcomes(visitor.owner, game)
        ratings.append(game_rating(game, visitor, firsts, sum(tries.values())))
        puzzles = tuple(one for one in load_puzzles(game) if theme in ("", one.theme))
        rows.append(
            [puzzle_card(one, visitor, tries.get(one.id)) for one in pick_puzzles(puzzles, tries, again, bool(theme))]
        )
    day, days = daily_puzzle(day_number()), await attempts.days(visitor.owner)
    return render_page(
        request,
        "puzzles.html",
        here=request.scope["path"],
        day=puzzle_card(day, visitor, None) if day is not None else None,
        question=game_words(day.game, visitor.language).say(question_phrase(day)) if day is not None else "",
        cards=[one for some in zip_longest(*rows) for one in some if one is not None][:MAX_SHOWN],  # games interleaved
        games=[(game, game_name(game, visitor.language)) for game in games],
        chosen=chosen,
        again=again,
        themes=themes,
        theme=theme,
        ratings=[one for one in ratings if one.tried],
        recent=await recent_tries(request, visitor),
        days_in_a_row=days_in_a_row(days, day_number()),
        week=[
            (day_name(one, visitor.language), one in days) for one in range(day_number() - WEEK + 1, day_number() + 1)
        ],
    )


def themes_of(games: list[str], language: str) -> list[tuple[str, str]]:
    """Every theme of these games and its name, by name."""
    found = {
        puzzle.theme: game_words(game, language).say(theme_phrase(puzzle.theme))
        for game in games
        for puzzle in load_puzzles(game)
    }
    return sorted(found.items(), key=lambda one: one[1])


def game_rating(game: str, visitor: Visitor, firsts: dict[str, bool], solved: int) -> GameRating:
    rating = estimate_rating(rated_answers(firsts, load_puzzles(game)))
    share = round(100 * ((rating or SCALE_LOW) - SCALE_LOW) / (SCALE_HIGH - SCALE_LOW))
    return GameRating(game_name(game, visitor.language), rating, min(100, max(0, share)), len(firsts), solved)


async def recent_tries(request: Request, visitor: Visitor) -> list[tuple[str, str, int, bool]]:
    """The last first tries: game, title, the puzzle's rating, and whether it was right."""
    rows = await attempts_repository(request).recent_first_outcomes(visitor.owner, RECENT)
    shelf = {(game, one.id): one for game in GAMES for one in load_puzzles(game)}
    return [
        (game_name(game, visitor.language), title_of(shelf[game, id], visitor.language), shelf[game, id].rating, right)
        for game, id, right in rows
        if (game, id) in shelf
    ]


def day_name(day: int, language: str) -> str:
    """The short name of a weekday; day 0 of the epoch was a Thursday."""
    return web_words(language)(f"puzzle.weekday_{(day + 3) % WEEK}")


def title_of(puzzle: Puzzle, language: str) -> str:
    return game_words(puzzle.game, language).say(title_phrase(puzzle))


def pick_puzzles(puzzles: tuple[Puzzle, ...], tries: dict[str, bool], again: bool, everything: bool) -> list[Puzzle]:
    """Failed puzzles if `again`, all if `everything`, else untried ones nearest to the reader's rating."""
    if again:
        return [one for one in puzzles if tries.get(one.id) is False]
    found: list[Puzzle] = []
    seen = dict(tries)
    while len(found) < MAX_SHOWN and (one := next_puzzle(puzzles, seen)) is not None:
        found.append(one)
        seen[one.id] = True
    return [*found, *(one for one in puzzles if one.id in tries)] if everything else found


def puzzle_card(puzzle: Puzzle, visitor: Visitor, tried: bool | None) -> PuzzleCard:
    t = web_words(visitor.language)
    name = f"{game_name(puzzle.game, visitor.language)} · {puzzle_players(puzzle, t)}"
    dots, title = difficulty_dots(puzzle.rating), title_of(puzzle, visitor.language)
    return PuzzleCard(puzzle.game, puzzle.id, name, title, dots, tried, picture_path(puzzle, visitor.language))


def picture_path(puzzle: Puzzle, language: str) -> str:
    """The address of a puzzle's picture; it changes with the game's looks, so browsers may keep it for ever."""
    return f"/puzzles/{puzzle.game}/{puzzle.id}/picture/{picture_version(puzzle.game)}/{language}.svg"


@lru_cache(maxsize=512)
def drawn_picture(game: str, id: str, language: str) -> bytes:
    """A puzzle's position as an SVG document, drawn once for all readers of a language."""
    response = PuzzleResponse(find_puzzle(game, id), "", Learner(language, "desk", False, ""))
    return board_picture(game, response.drawing()).encode()


@lru_cache(maxsize=512)
def compressed_picture(game: str, id: str, language: str, way: str) -> bytes:
    return compress(drawn_picture(game, id, language), way, QUICK)


async def puzzle_picture(request: Request) -> Response:
    """GET /puzzles/GAME/ID/picture/VERSION/LANGUAGE.svg: the position as an image."""
    found = find_puzzle(request.path_params["game"], request.path_params["puzzle"])
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise HttpError(404, Phrase("web.error.page"))
    is_current = request.path_params["version"] == picture_version(found.game)
    headers = {"cache-control": FOR_EVER if is_current else ASK_AGAIN, "vary": "Accept-Encoding"}
    way = way_for(request.headers.get("accept-encoding", ""))
    if way:
        headers["content-encoding"] = way
        return Response(compressed_picture(found.game, found.id, language, way), 200, headers, "image/svg+xml")
    return Response(drawn_picture(found.game, found.id, language), 200, headers, "image/svg+xml")


PAGES = (("/puzzles", puzzles_page),)
READS = (("/puzzles/{game}/{puzzle}/picture/{version}/{language}.svg", puzzle_picture),)
