"""The addresses of learning: the path of a game's lessons, one lesson, and every step of it."""

from __future__ import annotations

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.phrase import Phrase
from domik.learn.keeping import resumed
from domik.learn.lesson import STARS
from domik.server.http.errors import Refused
from domik.server.learn.lessons import Coached, Reader, lesson_of, lessons, taught
from domik.server.learn.stars import stars_of, win
from domik.server.learn.trail import Trail
from domik.server.live.rooms import Rooms
from domik.server.paper.answers import answered
from domik.server.paper.templates import page, rendered, web_words
from domik.server.sight.pens import asked_form
from domik.server.store import Store
from domik.server.tables.pages import board_page, card, checked, game_words, switched
from domik.server.visitors.visitors import YEAR, visitor_of
from domik.web.tobi import tobi

LAST = "learning"  # a cookie: the game that was learned last
DONE = "done"


def store_of(request: Request) -> Store:
    """What outlives the process."""
    rooms: Rooms = request.app.state.rooms
    return rooms.house.store


def game_of(request: Request) -> str:
    """The game of an address, which must have lessons; without one, what was learned last."""
    known = [title.name for title in taught()]
    if "game" in request.path_params:
        title = checked(request.path_params["game"])
        if title.name not in known:
            raise Refused(404, Phrase("web.learn.none", {"game": title.name}))
        return title.name
    last = request.cookies.get(LAST, "")
    return last if last in known else known[0]


async def learn(request: Request) -> Response:
    """Every game with its stars, and one game's path of lessons."""
    if switch := switched(request):
        return switch
    visitor = visitor_of(request)
    language, game = visitor.language, game_of(request)
    won = {} if visitor.is_new else await stars_of(store_of(request), visitor.owner)
    say = game_words(game, language).say
    stones = [(lesson.name, say(lesson.title.phrase()), lesson.minutes) for lesson in lessons(game)]
    games = [(card(title, language), STARS * len(lessons(title.name))) for title in taught()]
    return page(
        request,
        "lessons.html",
        here=request.scope["path"],
        games=games,
        game=next(one for one, _ in games if one["name"] == game),
        stones=stones,
        trail=Trail(len(stones)),
        tobi=Markup(tobi("talk")),
        won=msgspec.json.encode(won).decode(),
    )


async def lesson(request: Request) -> Response:
    """One lesson: the table's own page, with the coach in place of log and chat."""
    if switch := switched(request):
        return switch
    visitor = visitor_of(request)
    game = game_of(request)
    number, found = lesson_of(game, request.path_params["lesson"])
    t = web_words(visitor.language)
    title = game_words(game, visitor.language).say(found.title.phrase())
    after = [one.name for one in lessons(game)][number:]
    response = board_page(
        request,
        "lesson.html",
        found.match.title,
        ways=[f"{t('learn.lesson', n=number)} · {title}"],
        lesson=found.name,
        lesson_title=title,
        number=number,
        is_first=number == 1,
        beside=any(id.startswith("duel-") for step in found.steps for id in step.point),
        next=f"/learn/{game}/{after[0]}" if after else f"/learn/{game}",
    )
    response.set_cookie(LAST, game, max_age=YEAR, samesite="lax", path="/")
    return response


async def step(request: Request) -> Response:
    """One step of a lesson for the script: `kept` says where the page is, `do` what it wishes."""
    asked, visitor = request.query_params, visitor_of(request)
    game = game_of(request)
    number, found = lesson_of(game, request.path_params["lesson"])
    reader = Reader(visitor.language, asked_form(asked), asked.get("letters") == "1", visitor.name)
    coached = Coached(resumed(found, asked.get("kept", "")), reader)
    coached.grant(asked.get("do", ""), asked.get("action", ""))
    after = [one.name for one in lessons(game)][number:]
    said = coached.said() | {"number": number, "next": f"/learn/{game}/{after[0]}" if after else f"/learn/{game}"}
    message = coached.message()
    if message["state"] == DONE and not visitor.is_new:
        await win(store_of(request), visitor.owner, game, found.name, int(message["stars"]))
    message["cells"] |= {
        "coach-top": rendered(request, "coach.html", **said),
        "steer": rendered(request, "steer.html", **said),
    }
    return answered(message)


READS = [
    ("/learn", learn),
    ("/learn/{game}", learn),
    ("/learn/{game}/{lesson}", lesson),
    ("/learn/{game}/{lesson}/step", step),
]
