"""The addresses of puzzles: what there is to chew on, one puzzle on its board, and every try."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES
from domik.language.ways import ways_of
from domik.puzzles import Puzzle, puzzles_of
from domik.puzzles.attempt import SOLVED, WRONG, question_phrase, theme_phrase
from domik.puzzles.tries import answers_of, next_puzzle, rating_from
from domik.server.learn.lessons import Reader
from domik.server.learn.puzzles import Asked, dots_of, found_puzzle, today, todays
from domik.server.live.rooms import Rooms
from domik.server.paper.answers import answered
from domik.server.paper.templates import page, rendered, web_words
from domik.server.sight.pens import asked_form
from domik.server.store.kept_puzzles import KeptPuzzles
from domik.server.tables.forms import form_of
from domik.server.tables.pages import board_page, game_name, game_words, switched
from domik.server.tables.picture import pictured
from domik.server.visitors.visitors import Visitor, visitor_of
from domik.web.tobi import tobi

SHOWN = 12
MARKED = (SOLVED, WRONG, "hint", "answer")  # what decides how the first go went


@dataclass(frozen=True)
class Card:
    """One puzzle of the list."""

    game: str
    id: str
    name: str  # of the game
    title: str
    dots: int
    tried: bool | None


def tries_of(request: Request) -> KeptPuzzles:
    """What this server knows about tries."""
    rooms: Rooms = request.app.state.rooms
    return rooms.house.store.puzzles


async def index(request: Request) -> Response:
    """The puzzle of the day, and those that fit the reader."""
    if switch := switched(request):
        return switch
    visitor = visitor_of(request)
    chosen = request.query_params.get("game", "")
    again = request.query_params.get("show", "") == "again"
    games = [game for game in GAMES if puzzles_of(game)]
    chosen = chosen if chosen in games else ""
    rows: list[list[Card]] = []
    ratings = []
    for game in [chosen] if chosen else games:
        tries = await tries_of(request).of(visitor.owner, game)
        puzzles = puzzles_of(game)
        rating = rating_from(answers_of(await tries_of(request).firsts(visitor.owner, game), puzzles))
        ratings.append((game_name(game, visitor.language), rating, len(tries), sum(tries.values())))
        fitting = nearest(puzzles, tries, again)
        rows.append([card_of(one, visitor, tries.get(one.id)) for one in fitting])
    day = todays(today())
    return page(
        request,
        "puzzles.html",
        here=request.scope["path"],
        day=card_of(day, visitor, None) if day is not None else None,
        question=game_words(day.game, visitor.language).say(question_phrase(day)) if day is not None else "",
        cards=[one for some in zip_longest(*rows) for one in some if one is not None][:SHOWN],  # the games in turn
        games=[(game, game_name(game, visitor.language)) for game in games],
        chosen=chosen,
        again=again,
        ratings=[one for one in ratings if one[2]],
    )


def nearest(puzzles: tuple[Puzzle, ...], tries: dict[str, bool], again: bool) -> list[Puzzle]:
    """Those that went wrong, or the fresh ones nearest to the reader's rating."""
    if again:
        return [one for one in puzzles if tries.get(one.id) is False]
    found: list[Puzzle] = []
    seen = dict(tries)
    while len(found) < SHOWN and (one := next_puzzle(puzzles, seen)) is not None:
        found.append(one)
        seen[one.id] = True
    return found


def card_of(puzzle: Puzzle, visitor: Visitor, tried: bool | None) -> Card:
    """One puzzle for a list; what it is about shows only once it is solved."""
    if tried:
        title = game_words(puzzle.game, visitor.language).say(theme_phrase(puzzle.theme))
    else:
        title = place_of(puzzle, web_words(visitor.language))
    title = title[:1].upper() + title[1:]
    name = game_name(puzzle.game, visitor.language)
    return Card(puzzle.game, puzzle.id, name, title, dots_of(puzzle.rating), tried)


def place_of(puzzle: Puzzle, t: Callable[..., str]) -> str:
    """Where in a game a puzzle is, which is what it may be called before it is solved."""
    return t("puzzle.alone" if puzzle.seats == 1 else "puzzle.players", n=puzzle.seats, move=len(puzzle.moves) + 1)


async def puzzle(request: Request) -> Response:
    """One puzzle: the table's own page, with the question in place of log and chat."""
    if switch := switched(request):
        return switch
    visitor = visitor_of(request)
    found = found_puzzle(request.path_params["game"], request.path_params["puzzle"])
    match = found.record().match
    t = web_words(visitor.language)
    ways = [place_of(found, t), *ways_of(match, game_words(found.game, visitor.language))]
    return board_page(request, "puzzle.html", match.title, ways=ways, puzzle=found.id, seats_at_table=found.seats)


async def board(request: Request) -> Response:
    """The position as a small picture, for the lists."""
    found = found_puzzle(request.path_params["game"], request.path_params["puzzle"])
    visitor = visitor_of(request)
    return pictured(
        request, found.game, Asked(found, "", Reader(visitor.language, "desk", False, visitor.name)).drawing()
    )


async def step(request: Request) -> Response:
    """The position, a try, a hint or the answer; the first go is remembered, whatever comes after it."""
    found = found_puzzle(request.path_params["game"], request.path_params["puzzle"])
    visitor = visitor_of(request)
    wished = request.query_params if request.method == "GET" else await form_of(request)
    asked = {key: str(wished.get(key, "")) for key in ("tried", "do", "action", "form", "letters")}
    reader = Reader(visitor.language, asked_form(asked), asked["letters"] == "1", visitor.name)
    view = Asked(found, asked["tried"], reader)
    if request.method == "POST":
        view.grant(asked["do"], asked["action"])
        if view.state in MARKED:
            await tries_of(request).note(visitor.owner, found.game, found.id, view.state == SOLVED)
    tries = await tries_of(request).of(visitor.owner, found.game)
    firsts = await tries_of(request).firsts(visitor.owner, found.game)
    following = next_puzzle(puzzles_of(found.game), tries | {found.id: True})
    said = view.said() | {
        "next": f"/puzzles/{found.game}/{following.id}" if following else "/puzzles",
        "rating": rating_from(answers_of(firsts, puzzles_of(found.game))),
        "people": await tries_of(request).share(found.game, found.id),
        "dots": dots_of(found.rating),
        "tobi": Markup(tobi(POSES.get(view.state, "talk"))),
    }
    message = view.message()
    message["cells"] |= {
        "coach-top": rendered(request, "riddle.html", **said),
        "steer": rendered(request, "riddle_steer.html", **said),
    }
    return answered(message)


POSES = {SOLVED: "cheer", WRONG: "kind", "on": "cheer"}
READS = (
    ("/puzzles", index),
    ("/puzzles/{game}/{puzzle}", puzzle),
    ("/puzzles/{game}/{puzzle}/picture", board),
    ("/puzzles/{game}/{puzzle}/step", step),
)
WRITES = (("/puzzles/{game}/{puzzle}/step", step),)
