"""Two tables of one deal side by side: where they parted, decision by decision, and what came of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domik.deals.field import Played
from domik.deals.parting import Decision, Parting, parting
from domik.kernel.phrase import Phrase
from domik.kernel.record import Move
from domik.server.deals.company import KIND
from domik.server.deals.daily_result import FACES
from domik.server.http.asked import number_in
from domik.server.http.errors import Refused
from domik.server.live.rooms import Rooms
from domik.server.live.sealing import check_open
from domik.server.paper.templates import page, web_words
from domik.server.review.reviews import check_finished
from domik.server.sight.names import name_of, names_at, with_names
from domik.server.sight.pens import painted, player, players_of
from domik.server.tables.forms import rooms_of
from domik.server.tables.pages import card, game_words, switched
from domik.server.tables.picture import pictured
from domik.server.tables.replay import EVERYBODY
from domik.server.visitors.visitors import visitor_of
from domik.table import Table
from domik.table.course import Course

BOT = re.compile(r"(easy|normal|hard)-\d{1,2}")


@dataclass(frozen=True)
class Side:
    """One of the two tables."""

    course: Course
    name: str
    animal: str
    picture: str  # the address of its board, without the step
    replay: str  # empty for a bot's


def seat_of(table: Table) -> int:
    """Whose decisions are compared: those of the one person at a table of a deal."""
    return next(number for number, seat in enumerate(table.seats) if not seat.is_bot)


async def bot_at(rooms: Rooms, table: Table, key: str) -> Played:
    """A bot that played the deal of this table."""
    name = table.same.name if table.same is not None else ""
    kept = await rooms.house.store.shelf.get(KIND, name, key) if name and BOT.fullmatch(key) else None
    if kept is None:
        raise Refused(404, Phrase("web.deal.not_alike"))
    return msgspec.json.decode(kept, type=Played)


def course_of(table: Table, played: Played) -> Course:
    """A bot's game of the same deal."""
    course = Course(table.match)
    course.start(list(table.deal))
    for seat, action in played.moves:
        course.happen(Move(seat, action), auto=False)
    return course


def side_of(table: Table, seat: int, language: str) -> Side:
    """A person's table."""
    chair = table.seats[seat]
    address = f"/t/{table.id}"
    return Side(table, name_of(chair, language), chair.animal, f"{address}/picture?seat={seat}", f"{address}/replay")


async def other_side(request: Request, table: Table, seat: int) -> Side:
    """The table to lay beside: somebody's of the same deal, or a bot's."""
    rooms, visitor, other = rooms_of(request), visitor_of(request), request.path_params["other"]
    if BOT.fullmatch(other):
        played = await bot_at(rooms, table, other)
        name = web_words(visitor.language)(f"daily.bot_{played.level}")
        picture = f"/t/{table.id}/bot/{other}/picture?seat={seat}"
        return Side(course_of(table, played), name, FACES[played.level], picture, "")
    found = await rooms.look(other)
    if found is None:
        raise Refused(404, Phrase("web.error.table"))
    await check_open(rooms, found, visitor.owner)
    check_finished(found)
    if found.deal != table.deal or found.match.options_json() != table.match.options_json() or found.id == table.id:
        raise Refused(409, Phrase("web.deal.not_alike"))
    return side_of(found, seat, visitor.language)


async def beside(request: Request) -> Response:
    """GET /t/ID/beside/OTHER?at=N: both boards after the N-th decision; at the end without one."""
    if switch := switched(request):
        return switch
    rooms, visitor = rooms_of(request), visitor_of(request)
    table = (await rooms.get(request.path_params["id"])).table
    check_finished(table)
    seat = seat_of(table)
    sides = side_of(table, seat, visitor.language), await other_side(request, table, seat)
    found = parting(sides[0].course, sides[1].course, seat)
    at = number_in(request.query_params.get("at", ""), len(found.pairs))
    say = game_words(table.match.title.name, visitor.language).say
    names = names_at(table, visitor.language)

    def words(decision: Decision | None) -> str:
        return say(with_names(decision.what, names)) if decision is not None else "–"

    written = table.match.title.written
    pairs = [(one.number, words(one.left), words(one.right), one.alike) for one in found.pairs]
    return page(
        request,
        "beside.html",
        here=request.scope["path"],
        game=card(table.match.title, visitor.language),
        seat=seat,
        sides=[
            (side, written(score), shown_at(side, at, found, k), score > other)
            for k, (side, score, other) in enumerate(
                ((sides[0], found.left, found.right), (sides[1], found.right, found.left))
            )
        ],
        apart=written(abs(found.left - found.right)),
        marks=[(say(one.what) if one.what else "", written(one.left), written(one.right)) for one in found.marks],
        ends=(written(found.left), written(found.right)),
        parted=found.parted + 1,
        by_others=found.by_others,
        stage=stage_of(found, say),
        fork=pairs[found.parted] if found.parted >= 0 else None,
        pairs=pairs,
        at=at,
        steps=[[step_at(side, n, found, k) for k, side in enumerate(sides)] for n in range(1, len(pairs) + 1)],
    )


def stage_of(found: Parting, say: object) -> str:
    """When they parted, in the game's own words."""
    first = found.pairs[found.parted] if found.parted >= 0 else None
    decision = (first.left or first.right) if first is not None else None
    assert callable(say)
    return str(say(decision.stage)) if decision is not None and decision.stage is not None else ""


def shown_at(side: Side, at: int | None, found: Parting, which: int) -> str:
    """The picture of a board after a decision, or at the end."""
    return f"{side.picture}&step={step_at(side, at, found, which)}"


def step_at(side: Side, at: int | None, found: Parting, which: int) -> int:
    """How many moves a board shows after a decision, or at the end; who has decided everything waits there."""
    if at:
        pair = found.pairs[at - 1]
        decision = pair.right if which else pair.left
        if decision is not None:
            return decision.step + 1
    return len(side.course.moves)


async def bot_picture(request: Request) -> Response:
    """GET /t/ID/bot/KEY/picture?step=N: the board of a bot that played the deal of this table."""
    rooms, visitor = rooms_of(request), visitor_of(request)
    table = (await rooms.get(request.path_params["id"])).table
    check_finished(table)
    seat = seat_of(table)
    played = await bot_at(rooms, table, request.path_params["key"])
    step = number_in(request.query_params.get("step", ""), len(played.moves))
    some = played.moves if step is None else played.moves[:step]
    course = course_of(table, Played(played.level, played.number, played.score, some))
    players = players_of(table, EVERYBODY, visitor.language)
    name = web_words(visitor.language)(f"daily.bot_{played.level}")
    players[seat] = player(name, FACES[played.level], True, True)
    drawing = painted(table.match, course.view(seat), players, visitor.language, "desk", False).whole()
    return pictured(request, table.match.title.name, drawing)
