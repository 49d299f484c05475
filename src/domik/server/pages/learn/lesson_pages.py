"""Routes of the lessons: each game's path of lessons, a lesson's page and steps, and the stars that people have won."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import ceil, sin

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.phrase import Phrase
from domik.learn.lesson import STARS
from domik.learn.practice import restore_practice
from domik.server.accounts.visitors import YEAR, all_cookies, cookie_path, visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import service
from domik.server.pages.learn.lessons import Learner, LessonResponse, find_lesson, game_lessons, games_with_lessons
from domik.server.pages.tables.table_pages import board_page
from domik.server.rendering.renderers import requested_form
from domik.server.rendering.responses import json_response
from domik.server.rendering.templates import find_game, game_card, game_words, render_page, render_template, web_words
from domik.server.store import Store
from domik.web.mascot import draw_mascot

STARS_KIND = "stars"  # key-value kind: stars by owner and game
StarsByLesson = dict[str, int]  # lesson -> stars
MOST_LESSONS = 200  # of one game: a file from elsewhere may name any


async def stars_of(store: Store, owner: str) -> dict[str, StarsByLesson]:
    found = await store.key_value.get_all(STARS_KIND, owner)
    return {game: msgspec.json.decode(document, type=StarsByLesson) for game, document in found.items()}


async def save_stars(store: Store, owner: str, game: str, stars: StarsByLesson) -> None:
    """Store the stars of lessons, of each where they are more than before."""
    document = await store.key_value.get(STARS_KIND, owner, game)
    won = msgspec.json.decode(document, type=StarsByLesson) if document is not None else {}
    more = {lesson: number for lesson, number in stars.items() if number > won.get(lesson, 0)}
    if more:
        kept = dict(islice((won | more).items(), MOST_LESSONS))
        await store.key_value.put(STARS_KIND, owner, game, msgspec.json.encode(kept))


WIDE_COLUMNS, TALL_COLUMNS = 4, 2  # most stones per row
Point = tuple[float, float]


def wide_places(count: int) -> list[Point]:
    """Stone positions on a wide screen, in percent of the area, from the bottom left upwards.

    The rows alternate in direction; their number is odd, so that the last one runs to the right.
    """
    rows = 1
    while rows * WIDE_COLUMNS < count or (rows == 1 and count > WIDE_COLUMNS):
        rows += 2
    least, longer = divmod(count, rows)
    found: list[Point] = []
    for row in range(rows):
        length = least + (row < longer)
        y = 82 - 55 * row / max(rows - 1, 1)
        for column in range(length):
            across = (column + 0.5) / length if length > 1 else 0.5
            x = 3 + 70 * (across if row % 2 == 0 else 1 - across)
            found.append((x, y + 3.2 * sin(len(found) * 2.1)))
    return found


def tall_places(count: int) -> list[Point]:
    """Stone positions on a tall screen, in percent, from the top down: two per row in alternating direction."""
    rows = ceil(count / TALL_COLUMNS)
    found = []
    for number in range(count):
        row, column = divmod(number, TALL_COLUMNS)
        found.append((25.0 if (column + row) % 2 == 0 else 75.0, (row + 0.42 + 0.12 * column) * 100 / rows))
    return found


def smooth_path(points: list[Point], width: float, height: float) -> str:
    """SVG path data of a smooth curve through all points, which are given in percent."""
    p = [(x * width / 100, y * height / 100) for x, y in points]
    line = f"M{p[0][0]:.0f} {p[0][1]:.0f}"
    for k in range(len(p) - 1):
        a, b, c, e = p[max(0, k - 1)], p[k], p[k + 1], p[min(len(p) - 1, k + 2)]
        first = f"{b[0] + (c[0] - a[0]) / 5:.0f} {b[1] + (c[1] - a[1]) / 5:.0f}"
        second = f"{c[0] - (e[0] - b[0]) / 5:.0f} {c[1] - (e[1] - b[1]) / 5:.0f}"
        line += f"C{first} {second} {c[0]:.0f} {c[1]:.0f}"
    return line


@dataclass
class LessonTrail:
    """Layout of one game's path of lessons ("stones")."""

    count: int

    @property
    def rows(self) -> int:
        return ceil(self.count / TALL_COLUMNS)

    @property
    def style(self) -> list[str]:
        """CSS custom properties with both positions of each stone."""
        both = zip(wide_places(self.count), tall_places(self.count), strict=True)
        return [f"--x:{x:.1f}%;--y:{y:.1f}%;--tx:{tx:.1f}%;--ty:{ty:.1f}%" for (x, y), (tx, ty) in both]

    @property
    def wide(self) -> str:
        """SVG path on a wide screen; it ends at the game's picture."""
        return smooth_path([*wide_places(self.count), (88, 24)], 996, 560)

    @property
    def tall(self) -> str:
        return smooth_path(tall_places(self.count), 352, self.rows * 128)


LAST_GAME_COOKIE = "learning"  # holds the game learned last
DONE = "done"


def lesson_game(request: Request) -> str:
    """Game from the URL, or the one learned last; raises HttpError 404 for a game without lessons."""
    known = [title.name for title in games_with_lessons()]
    if "game" in request.path_params:
        title = find_game(request.path_params["game"])
        if title.name not in known:
            raise HttpError(404, Phrase("web.learn.none", {"game": title.name}))
        return title.name
    last = all_cookies(request).get(LAST_GAME_COOKIE, "")
    return last if last in known else known[0]


async def learn_page(request: Request) -> Response:
    """GET /learn and /learn/GAME: all games with their stars, and one game's path of lessons."""
    visitor = visitor_of(request)
    language, game = visitor.language, lesson_game(request)
    won = {} if visitor.is_new else await stars_of(service(request, Store), visitor.owner)
    say = game_words(game, language).say
    stones = [(lesson.name, say(lesson.title.phrase()), lesson.minutes) for lesson in game_lessons(game)]
    games = [(game_card(title, language), STARS * len(game_lessons(title.name))) for title in games_with_lessons()]
    return render_page(
        request,
        "lessons.html",
        here=request.scope["path"],
        games=games,
        game=next(one for one, _ in games if one["name"] == game),
        stones=stones,
        trail=LessonTrail(len(stones)),
        tobi=Markup(draw_mascot("talk")),
        won=msgspec.json.encode(won).decode(),
    )


async def lesson_page(request: Request) -> Response:
    """GET /learn/GAME/LESSON: the table page with the coach in place of log and chat."""
    visitor = visitor_of(request)
    game = lesson_game(request)
    number, found = find_lesson(game, request.path_params["lesson"])
    t = web_words(visitor.language)
    title = game_words(game, visitor.language).say(found.title.phrase())
    after = [one.name for one in game_lessons(game)][number:]
    response = board_page(
        request,
        "lesson.html",
        found.match.package,
        ways=[f"{t('learn.lesson', n=number)} · {title}"],
        lesson=found.name,
        lesson_title=title,
        number=number,
        is_first=number == 1,
        beside=any(id.startswith("duel-") for step in found.steps for id in step.point),
        next=f"/learn/{game}/{after[0]}" if after else f"/learn/{game}",
    )
    response.set_cookie(LAST_GAME_COOKIE, game, max_age=YEAR, samesite="lax", path=cookie_path(request))
    return response


async def lesson_step(request: Request) -> Response:
    """JSON for the page's script: `kept` is the serialized practice, `do` the command to run on it."""
    asked, visitor = request.query_params, visitor_of(request)
    game = lesson_game(request)
    number, found = find_lesson(game, request.path_params["lesson"])
    reader = Learner(visitor.language, requested_form(asked), asked.get("letters") == "1", visitor.name)
    coached = LessonResponse(restore_practice(found, asked.get("kept", "")), reader)
    coached.run_command(asked.get("do", ""), asked.get("action", ""))
    after = [one.name for one in game_lessons(game)][number:]
    said = coached.coach_context() | {
        "number": number,
        "is_first": number == 1,
        "next": f"/learn/{game}/{after[0]}" if after else f"/learn/{game}",
    }
    message = coached.message()
    if message["state"] == DONE and not visitor.is_new:
        await save_stars(service(request, Store), visitor.owner, game, {found.name: int(message["stars"])})
    message["cells"] |= {
        "coach-top": render_template(request, "coach.html", **said),
        "steer": render_template(request, "steer.html", **said),
    }
    return json_response(message)


PAGES = [
    ("/learn", learn_page),
    ("/learn/{game}", learn_page),
    ("/learn/{game}/{lesson}", lesson_page),
]
READS = [("/learn/{game}/{lesson}/step", lesson_step)]
