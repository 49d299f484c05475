"""Two games of the same deal side by side, decision by decision, with the point where they diverge."""

from __future__ import annotations

import re
from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domik.deals.bot_field import BotResult
from domik.deals.comparison import DealComparison, DealDecision, compare_games
from domik.kernel.phrase import Phrase
from domik.kernel.record import RecordedMove
from domik.server.accounts.visitors import visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import parse_number, service
from domik.server.live.deal_access import check_may_see
from domik.server.live.live_tables import LiveTables, live_table_of
from domik.server.pages.deals.bot_field import BOT_GAMES_KIND
from domik.server.pages.deals.daily_result import LEVEL_ANIMALS
from domik.server.pages.review.review_queue import check_finished
from domik.server.pages.tables.board_pages import ALL_SEATS, picture_response
from domik.server.rendering.player_names import display_name, display_names, fill_in_names
from domik.server.rendering.renderers import cached_player, draw_view, table_players
from domik.server.rendering.templates import game_card, game_words, render_page, web_words
from domik.table import Table
from domik.table.running_game import RunningGame

BOT_KEY = re.compile(r"(easy|normal|hard)-\d{1,2}")


@dataclass(frozen=True)
class ComparedTable:
    course: RunningGame
    name: str
    animal: str
    picture: str  # URL of the board image, without the step
    replay: str  # URL; empty for a bot's game


def person_seat(table: Table) -> int:
    """Seat of the one person at a table of a shared deal, whose decisions are compared."""
    return next(number for number, seat in enumerate(table.seats) if not seat.is_bot)


async def find_bot_game(live_tables: LiveTables, table: Table, key: str) -> BotResult:
    """Stored bot result for the deal of this table; raises HttpError 404."""
    name = table.shared_deal.name if table.shared_deal is not None else ""
    kept = (
        await live_tables.services.store.key_value.get(BOT_GAMES_KIND, name, key)
        if name and BOT_KEY.fullmatch(key)
        else None
    )
    if kept is None:
        raise HttpError(404, Phrase("web.deal.not_alike"))
    return msgspec.json.decode(kept, type=BotResult)


def bot_history(table: Table, played: BotResult) -> RunningGame:
    """Replay a bot's moves on the deal of this table."""
    course = RunningGame(table.match)
    course.start(list(table.deal))
    for seat, action in played.moves:
        course.apply_move(RecordedMove(seat, action), auto=False)
    return course


def person_side(table: Table, seat: int, language: str) -> ComparedTable:
    chair = table.seats[seat]
    address = f"/t/{table.id}"
    return ComparedTable(
        table, display_name(chair, language), chair.animal, f"{address}/picture?seat={seat}", f"{address}/replay"
    )


async def other_side(request: Request, table: Table, seat: int) -> ComparedTable:
    """The game to compare with: another person's table of the same deal, or a bot's game.

    Raises HttpError 409 if the other table has another deal or other options.
    """
    live_tables, visitor, other = service(request, LiveTables), visitor_of(request), request.path_params["other"]
    if BOT_KEY.fullmatch(other):
        played = await find_bot_game(live_tables, table, other)
        name = web_words(visitor.language)(f"daily.bot_{played.level}")
        picture = f"/t/{table.id}/bot/{other}/picture?seat={seat}"
        return ComparedTable(bot_history(table, played), name, LEVEL_ANIMALS[played.level], picture, "")
    found = await live_tables.peek(other)
    if found is None:
        raise HttpError(404, Phrase("web.error.table"))
    await check_may_see(live_tables, found, visitor.owner)
    check_finished(found)
    if found.deal != table.deal or found.match.options_json() != table.match.options_json() or found.id == table.id:
        raise HttpError(409, Phrase("web.deal.not_alike"))
    return person_side(found, seat, visitor.language)


async def compare_page(request: Request) -> Response:
    """GET /t/ID/beside/OTHER?at=N: both boards after the N-th decision, or at the end without `at`."""
    visitor = visitor_of(request)
    table = (await live_table_of(request)).table
    check_finished(table)
    seat = person_seat(table)
    sides = person_side(table, seat, visitor.language), await other_side(request, table, seat)
    found = compare_games(sides[0].course, sides[1].course, seat)
    at = parse_number(request.query_params.get("at", ""), len(found.pairs))
    say = game_words(table.match.package.name, visitor.language).say
    names = display_names(table, visitor.language)

    def words(decision: DealDecision | None) -> str:
        return say(fill_in_names(decision.what, names)) if decision is not None else "–"

    written = table.match.package.format_points
    pairs = [(one.number, words(one.left), words(one.right), one.is_same) for one in found.pairs]
    return render_page(
        request,
        "beside.html",
        here=request.scope["path"],
        game=game_card(table.match.package, visitor.language),
        seat=seat,
        sides=[
            (side, written(score), picture_url(side, at, found, k), score > other)
            for k, (side, score, other) in enumerate(
                ((sides[0], found.left, found.right), (sides[1], found.right, found.left))
            )
        ],
        apart=written(abs(found.left - found.right)),
        marks=[(say(one.what) if one.what else "", written(one.left), written(one.right)) for one in found.stages],
        ends=(written(found.left), written(found.right)),
        parted=found.first_difference + 1,
        by_others=found.by_others,
        stage=parting_stage(found, say),
        fork=pairs[found.first_difference] if found.first_difference >= 0 else None,
        pairs=pairs,
        at=at,
        steps=[[step_after(side, n, found, k) for k, side in enumerate(sides)] for n in range(1, len(pairs) + 1)],
    )


def parting_stage(found: DealComparison, say: object) -> str:
    """Stage of the game at the first difference, in the game's words; empty if there is none."""
    first = found.pairs[found.first_difference] if found.first_difference >= 0 else None
    decision = (first.left or first.right) if first is not None else None
    assert callable(say)
    return str(say(decision.stage)) if decision is not None and decision.stage is not None else ""


def picture_url(side: ComparedTable, at: int | None, found: DealComparison, which: int) -> str:
    """Image of a board after decision `at`, or at the end if None."""
    return f"{side.picture}&step={step_after(side, at, found, which)}"


def step_after(side: ComparedTable, at: int | None, found: DealComparison, which: int) -> int:
    """Number of moves up to and including decision `at`; all moves if `at` is None or this side has fewer decisions."""
    if at:
        pair = found.pairs[at - 1]
        decision = pair.right if which else pair.left
        if decision is not None:
            return decision.step + 1
    return len(side.course.moves)


async def bot_picture(request: Request) -> Response:
    """GET /t/ID/bot/KEY/picture?step=N: the board of a bot that played this table's deal."""
    visitor = visitor_of(request)
    table = (await live_table_of(request)).table
    check_finished(table)
    seat = person_seat(table)
    played = await find_bot_game(service(request, LiveTables), table, request.path_params["key"])
    step = parse_number(request.query_params.get("step", ""), len(played.moves))
    some = played.moves if step is None else played.moves[:step]
    course = bot_history(table, BotResult(played.level, played.number, played.score, some))
    players = table_players(table, ALL_SEATS, visitor.language)
    name = web_words(visitor.language)(f"daily.bot_{played.level}")
    players[seat] = cached_player(name, LEVEL_ANIMALS[played.level], True, True)
    drawing = draw_view(table.match, course.view(seat), players, visitor.language, "desk", False).flatten()
    return picture_response(request, table.match.package.name, drawing)
