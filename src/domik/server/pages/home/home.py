"""The home page: all games and, for returning visitors, what awaits them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import game_packages
from domik.server.accounts.visitors import Visitor, all_cookies, visitor_of
from domik.server.hosting import Hosting
from domik.server.http.dates import day_text
from domik.server.http.requests import service
from domik.server.live.live_tables import LiveTables
from domik.server.pages.deals import daily
from domik.server.pages.deals.attempts import streak_of
from domik.server.pages.deals.bot_field import BotField
from domik.server.pages.deals.daily import daily_strips
from domik.server.pages.home.together_pages import together_for
from domik.server.pages.learn.lesson_pages import LAST_GAME_COOKIE, StarsByLesson, stars_of
from domik.server.pages.learn.lessons import game_lessons, games_with_lessons
from domik.server.pages.learn.puzzle_list import daily_puzzle, picture_path, title_of
from domik.server.pages.learn.puzzle_pages import day_number
from domik.server.pages.people.my_games import running_games, tables_of_visitor
from domik.server.pages.tables.ongoing_games import OngoingGame
from domik.server.rendering.templates import game_card, game_name, game_words, render_page
from domik.server.store import OVER, TableHeader
from domik.web.mascot import draw_mascot

MAX_SHOWN = 2  # unfinished games listed
MAX_LOADED = 12  # unfinished tables loaded to find them


@dataclass(frozen=True)
class HomeTile:
    """A suggestion for a few minutes: the next lesson or the puzzle of the day."""

    game: str
    name: str  # localized name of the game
    title: str
    link: str
    number: int = 0
    of: int = 0
    picture: str = ""


def next_lesson(stars: dict[str, StarsByLesson], last: str, language: str) -> HomeTile | None:
    """First lesson without a star, preferring the game that was learned last; None when all have one."""
    games = sorted((title.name for title in games_with_lessons()), key=lambda game: game != last)
    for game in games:
        course = game_lessons(game)
        for number, lesson in enumerate(course, 1):
            if lesson.name not in stars.get(game, {}):
                words = game_words(game, language)
                title = words.say(lesson.title.phrase())
                return HomeTile(
                    game, game_name(game, language), title, f"/learn/{game}/{lesson.name}", number, len(course)
                )
    return None


def puzzle_tile(language: str) -> HomeTile | None:
    puzzle = daily_puzzle(day_number())
    if puzzle is None:
        return None
    name, title = game_name(puzzle.game, language), title_of(puzzle, language)
    link, picture = f"/puzzles/{puzzle.game}/{puzzle.id}", picture_path(puzzle, language)
    return HomeTile(puzzle.game, name, title, link, picture=picture)


async def unfinished_games(
    request: Request, visitor: Visitor, found: list[tuple[TableHeader, int]]
) -> list[OngoingGame]:
    """The visitor's unfinished games, their own turns first."""
    unfinished = [one for one in found if one[0].state != OVER]
    return await running_games(request, visitor, unfinished[:MAX_LOADED])


async def home_page(request: Request) -> Response:
    visitor = visitor_of(request)
    live_tables = service(request, LiveTables)
    found = await tables_of_visitor(request, visitor)
    stars = {} if visitor.is_new else await stars_of(live_tables.services.store, visitor.owner)
    going = await unfinished_games(request, visitor, found)
    turns = [one for one in going if one.is_mine]
    known = {header.game for header, _ in found} | stars.keys()
    context: dict[str, Any] = {
        "together": await together_for(request, visitor),
        "games": [game_card(title, visitor.language) for title in game_packages()],
        "is_back": bool(found or stars or visitor.name),
        "may_play": visitor.person.is_known or not service(request, Hosting).known_names,
        "known": known,
        "taught": {title.name for title in games_with_lessons()},
        "turns": len(turns),
        "going": (turns or going)[:MAX_SHOWN],
        "puzzle": puzzle_tile(visitor.language),
        "lesson": next_lesson(stars, all_cookies(request).get(LAST_GAME_COOKIE, ""), visitor.language),
        "tobi": Markup(draw_mascot("talk")),
        "date": day_text(daily.today().date, visitor.language).split(" ", 1),
        "streak": await streak_of(live_tables, visitor, daily.today()),
        "strips": await daily_strips(live_tables, service(request, BotField), daily.today(), visitor),
    }
    return render_page(request, "home.html", **context)
