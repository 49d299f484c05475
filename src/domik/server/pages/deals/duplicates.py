"""Duplicates: replay the deal of a finished game from the same seat against the same bots, alone or with friends."""

from __future__ import annotations

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.deals import Deal
from domik.deals.results import rank_among
from domik.games import GAMES, game_package
from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import new_table_id, visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import redirect, request_origin, service
from domik.server.live.after_game import can_be_duplicated
from domik.server.live.deal_access import check_revealed
from domik.server.live.lan_address import link_for_others
from domik.server.live.live_tables import LiveTables, check_opening_limit, live_table_of
from domik.server.pages.deals.attempts import (
    DONE,
    STARTED,
    attempt_results,
    attempt_state,
    own_result,
    redirect_to_attempt,
    redirect_to_casual_game,
    seat_names,
    visitor_attempt,
)
from domik.server.pages.deals.compare import bot_picture, compare_page
from domik.server.pages.tables.forms import form_text, read_form
from domik.server.rendering.templates import game_card, render_page, web_words
from domik.server.store.repositories import CountedAttempt
from domik.table import Table
from domik.table.clock import now
from domik.web.qr import qr_svg

DUPLICATE_KEY_KIND, DUPLICATE_KIND = (
    "duplicate-of",
    "duplicate",
)  # key-value kinds: key by table and seat; duplicate by key
DUPLICATE_PREFIX = "deal-"
STAND_IN_BOT = "normal"  # level that replaces the other people


class Duplicate(msgspec.Struct, frozen=True):
    key: str
    table: str  # id of the original table
    seat: int
    game: str
    seats: int
    seed: str
    bots: list[str]
    options: dict[str, object]
    cards: list[int]
    name: str  # of the original player
    animal: str

    def deal(self) -> Deal:
        """What all tables of this duplicate share."""
        bots, cards = tuple(self.bots), tuple(self.cards)
        return Deal(
            f"{DUPLICATE_PREFIX}{self.key}", self.game, self.seats, self.seed, self.seat, bots, self.options, 0, cards
        )


def replayed_seat(table: Table, owner: str) -> int:
    """Seat to play again: the reader's own, or else the first person's."""
    people = [number for number, seat in enumerate(table.seats) if not seat.is_bot]
    mine = [number for number in people if owner in table.seats[number].owners]
    return (mine or people)[0]


async def get_or_create_duplicate(live_tables: LiveTables, table: Table, owner: str) -> Duplicate:
    """Duplicate of a finished game from one seat; created once per table and seat.

    The original player's game becomes their counted attempt. Raises HttpError 409 unless the game is over.
    """
    if not can_be_duplicated(table):
        raise HttpError(409, Phrase("web.deal.not_over"))
    seat, shelf = replayed_seat(table, owner), live_tables.services.store.key_value
    key = (await shelf.put_if_absent(DUPLICATE_KEY_KIND, table.id, str(seat), new_table_id().encode())).decode()
    chair = table.seats[seat]
    bots = [one.plan.bot if one.is_bot else STAND_IN_BOT for one in table.seats]
    fresh = Duplicate(
        *(key, table.id, seat, table.match.package.name, len(table.seats), table.bot_seed(), bots),
        *(table.match.options_json(), list(table.deal), chair.name, chair.animal),
    )
    kept = await shelf.put_if_absent(DUPLICATE_KIND, "", key, msgspec.json.encode(fresh))
    found = msgspec.json.decode(kept, type=Duplicate)
    for first in sorted(chair.owners)[:1]:  # the original game is that player's counted attempt
        mine = CountedAttempt(table.id, now(), chair.name, chair.animal)
        await live_tables.services.store.attempts.claim(found.deal().name, first, mine)
    return found


async def find_duplicate(live_tables: LiveTables, key: str) -> Duplicate:
    """Duplicate by the key in its link; raises HttpError 404."""
    kept = (
        await live_tables.services.store.key_value.get(DUPLICATE_KIND, "", key)
        if key.isalnum() and len(key) < 40
        else None
    )
    if kept is None:
        raise HttpError(404, Phrase("web.deal.none"))
    return msgspec.json.decode(kept, type=Duplicate)


async def duplicate_game(request: Request) -> Response:
    """POST /t/ID/deal {at_once}: create the duplicate and show its page, or with at_once=1 start playing."""
    check_opening_limit(request)
    live_tables, visitor = service(request, LiveTables), visitor_of(request)
    table = (await live_table_of(request)).table
    check_revealed(table)
    found = await get_or_create_duplicate(live_tables, table, visitor.owner)
    if form_text(await read_form(request), "at_once") != "1":
        return redirect(request, f"/deal/{found.key}")
    is_done = attempt_state(await visitor_attempt(request, found.deal())) == DONE
    return await (redirect_to_casual_game if is_done else redirect_to_attempt)(request, found.deal())


async def duplicate_page(request: Request) -> Response:
    """GET /deal/KEY: the deal and its link; everybody's results once the visitor has finished it."""
    live_tables, visitor = service(request, LiveTables), visitor_of(request)
    found = await find_duplicate(live_tables, request.path_params["key"])
    played = found.deal()
    table = await visitor_attempt(request, played)
    done = table is not None and table.is_over
    everybody = sorted(await attempt_results(live_tables, played), key=lambda one: -one.score) if done else []
    mine = own_result(everybody, visitor.owner, table.id if table else "")
    scores = [one.score for one in everybody]
    title = game_package(found.game)
    link = link_for_others(live_tables.services, request_origin(request), f"/deal/{found.key}")
    return render_page(
        request,
        "deal.html",
        here=request.scope["path"],
        game=game_card(GAMES[found.game], visitor.language),
        key=found.key,
        link=link,
        qr_code=Markup(qr_svg(link, web_words(visitor.language)("gather.code"))),
        by=(found.name, found.animal),
        bots=[name for seat, name in enumerate(seat_names(played, visitor)) if seat != found.seat],
        seat=found.seat,
        table=table.id if table else "",
        half=attempt_state(table) == STARTED,
        done=done,
        mine=mine.table if mine else "",
        rows=[(rank_among(one.score, scores), one, title.format_points(one.score)) for one in everybody],
    )


async def play_duplicate(request: Request) -> Response:
    """POST /deal/KEY/play: the counted attempt."""
    check_opening_limit(request)
    return await redirect_to_attempt(
        request, (await find_duplicate(service(request, LiveTables), request.path_params["key"])).deal()
    )


async def play_duplicate_again(request: Request) -> Response:
    """POST /deal/KEY/again: a casual game of the same deal, once the visitor has finished the attempt that counts."""
    check_opening_limit(request)
    deal = (await find_duplicate(service(request, LiveTables), request.path_params["key"])).deal()
    if attempt_state(await visitor_attempt(request, deal)) != DONE:
        raise HttpError(409, Phrase("web.daily.first"))
    return await redirect_to_casual_game(request, deal)


PAGES = (
    ("/deal/{key}", duplicate_page),
    ("/t/{id}/beside/{other}", compare_page),
)
READS = [("/t/{id}/bot/{key}/picture", bot_picture)]
WRITES = (
    ("/t/{id}/deal", duplicate_game),
    ("/deal/{key}/play", play_duplicate),
    ("/deal/{key}/again", play_duplicate_again),
)
