"""A counted table that is kept: saved into My games, shown again with what can be said about it, deleted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.entering import TABLE
from domik.kernel.phrase import Phrase
from domik.positions.position import Position
from domik.server.accounts.visitors import set_visitor_cookie, visitor_of
from domik.server.http.dates import time_ago
from domik.server.http.errors import HttpError
from domik.server.http.requests import redirect, service
from domik.server.pages.companion.companion_pages import (
    count_context,
    countable_game,
    player_name,
    position_of,
)
from domik.server.pages.companion.counting import RESULT, Counting, entry_board_of
from domik.server.pages.tables.forms import read_form
from domik.server.rendering.renderers import table_pen
from domik.server.rendering.templates import game_words, render_page
from domik.server.store import Store
from domik.server.store.counted_tables import MOST_COUNTED, CountedTable, new_counted_id
from domik.table.clock import DAY, now

SAME_EVENING = 12 * 3600 * 1000  # milliseconds within which the same table is not saved twice


async def save_counted(request: Request) -> Response:
    """POST /companion/GAME/save: keep the counted table of the form in My games."""
    package = countable_game(request.path_params["game"])
    form = await read_form(request)
    position = position_of(package, form)
    visitor, counted_tables = visitor_of(request), service(request, Store).counted
    kept = await counted_tables.list_for(visitor.owner)
    found = counted_table(position, form.get("box", ""), visitor.language)
    same = [
        one
        for one in kept
        if (one.position, one.box) == (found.position, found.box) and found.at - one.at < SAME_EVENING
    ]
    if not same:
        if len(kept) >= MOST_COUNTED:
            raise HttpError(409, Phrase("web.counted.full", {"most": MOST_COUNTED}))
        await counted_tables.save(visitor.owner, found)
    response = redirect(request, f"/counted/{same[0].id if same else found.id}")
    set_visitor_cookie(response, visitor, request)
    return response


def counted_table(position: Position, box: str, language: str) -> CountedTable:
    """What is kept of a position."""
    counted, at = position.count(), now()
    return CountedTable(
        new_counted_id(at),
        position.match.package.name,
        at,
        position.text(),
        [player_name(position, seat, language) for seat in range(position.match.seats)],
        [int(score) for score in counted.scores],
        [int(seat) for seat in counted.outcome.winners] if counted.outcome else [],
        len(position.house_rules()),
        box,
    )


async def kept_table(request: Request) -> CountedTable:
    """The visitor's own saved table; HttpError 404 for all others."""
    visitor = visitor_of(request)
    found = await service(request, Store).counted.find(visitor.owner, request.path_params["id"])
    if found is None:
        raise HttpError(404, Phrase("web.counted.none"))
    return found


async def saved_page(request: Request) -> Response:
    """GET /counted/ID: the result, and the review as far as the table was entered."""
    kept = await kept_table(request)
    language = visitor_of(request).language
    position = position_of(countable_game(kept.game), {"position": kept.position, "box": kept.box})
    context = count_context(request, replace(Counting(position), screen=RESULT), "")
    return render_page(
        request,
        "companion_saved.html",
        id=kept.id,
        when=time_ago(kept.at, language),
        day=kept.at // DAY,
        houses=[house_review(position, seat, language) for seat in range(position.match.seats)],
        table_rules=[
            game_words(kept.game, language).say(one.reason) for one in position.house_rules() if one.seat == TABLE
        ],
        **context | {"box": kept.box},
    )


def house_review(position: Position, seat: int, language: str) -> dict[str, Any]:
    """One house as it was entered: its picture, what was checked, and what is counted in spite of the rules."""
    match, table = position.match, position.table
    words = game_words(match.package.name, language)
    board, pen = entry_board_of(match.package), table_pen(language, match.package.name, "hand")
    is_picture = not table.seats[seat].by_numbers
    steps = [step for step in board.steps(match) if step.rows and not step.is_table]
    rows = [
        [
            (Markup(board.draw_place(match, pen, table, seat, key)), board.lies_there(match, table, seat, key))
            if key
            else None
            for key in row
        ]
        for row in steps[0].rows
    ]
    against = [one for one in position.objections() if one.seat == seat]
    refused = {one.clause for one in against}
    return {
        "is_picture": is_picture and any(cell and cell[1] for row in rows for cell in row),
        "rows": [[(cell[0], words.say(cell[1]) if cell[1] else "") if cell else None for cell in row] for row in rows],
        "holds": [
            (words.say(check.holds), check.clause)
            for check in position.game_entering.checks(match)
            if is_picture and check.clause not in refused
        ],
        "against": [(words.say(one.reason), one.clause) for one in against],
    }


async def delete_counted(request: Request) -> Response:
    """POST /counted/ID/delete: it is gone at once."""
    kept = await kept_table(request)
    await service(request, Store).counted.delete(visitor_of(request).owner, kept.id)
    return redirect(request, "/games")


PAGES = [("/counted/{id}", saved_page)]
WRITES = [("/companion/{game}/save", save_counted), ("/counted/{id}/delete", delete_counted)]
