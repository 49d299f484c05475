"""The home page: every game, and for whoever comes back what waits for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import titles
from domik.puzzles.attempt import question_phrase
from domik.server.deals import days
from domik.server.deals.daily import streak_of
from domik.server.deals.daily_strip import strips_of
from domik.server.learn.lesson_pages import LAST
from domik.server.learn.lessons import lessons, taught
from domik.server.learn.puzzles import today, todays
from domik.server.learn.stars import Won, stars_of
from domik.server.live.rooms import Rooms
from domik.server.paper.dates import day_of
from domik.server.paper.templates import page
from domik.server.people.my_games import goings, mine
from domik.server.store import OVER, Header
from domik.server.tables.going import Going
from domik.server.tables.pages import card, game_name, game_words, switched
from domik.server.visitors.visitors import Visitor, visitor_of
from domik.web.tobi import tobi

SHOWN = 2  # games that wait
LOOKED_AT = 12  # unfinished tables that are loaded for that


@dataclass(frozen=True)
class Tile:
    """Something for a few quiet minutes."""

    game: str
    name: str  # of the game
    title: str
    link: str
    number: int = 0
    of: int = 0


def next_lesson(stars: dict[str, Won], last: str, language: str) -> Tile | None:
    """The first lesson without a star: of the game that was learned last, then of the others."""
    games = sorted((title.name for title in taught()), key=lambda game: game != last)
    for game in games:
        course = lessons(game)
        for number, lesson in enumerate(course, 1):
            if lesson.name not in stars.get(game, {}):
                words = game_words(game, language)
                title = words.say(lesson.title.phrase())
                return Tile(game, game_name(game, language), title, f"/learn/{game}/{lesson.name}", number, len(course))
    return None


def puzzle_tile(language: str) -> Tile | None:
    """The puzzle of the day."""
    puzzle = todays(today())
    if puzzle is None:
        return None
    question = game_words(puzzle.game, language).say(question_phrase(puzzle))
    return Tile(puzzle.game, game_name(puzzle.game, language), question, f"/puzzles/{puzzle.game}/{puzzle.id}")


async def waiting_for(request: Request, visitor: Visitor, found: list[tuple[Header, int]]) -> list[Going]:
    """The visitor's unfinished games, those where it is their turn first."""
    unfinished = [one for one in found if one[0].state != OVER]
    return await goings(request, visitor, unfinished[:LOOKED_AT])


async def home(request: Request) -> Response:
    """GET /."""
    if switch := switched(request):
        return switch
    visitor = visitor_of(request)
    rooms: Rooms = request.app.state.rooms
    found = await mine(request, visitor)
    stars = {} if visitor.is_new else await stars_of(rooms.house.store, visitor.owner)
    going = await waiting_for(request, visitor, found)
    turns = [one for one in going if one.is_mine]
    known = {header.game for header, _ in found} | stars.keys()
    context: dict[str, Any] = {
        "games": [card(title, visitor.language) for title in titles()],
        "is_back": bool(found or stars or visitor.name),
        "known": known,
        "taught": {title.name for title in taught()},
        "turns": len(turns),
        "going": (turns or going)[:SHOWN],
        "puzzle": puzzle_tile(visitor.language),
        "lesson": next_lesson(stars, request.cookies.get(LAST, ""), visitor.language),
        "tobi": Markup(tobi("talk")),
        "date": day_of(days.today().date, visitor.language).split(" ", 1),
        "streak": await streak_of(rooms, visitor, days.today()),
        "strips": await strips_of(rooms, request.app.state.company, days.today(), visitor),
    }
    return page(request, "home.html", **context)
