"""After a game: the result panel, and rematches for those who agreed."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING

from domik.kernel.phrase import Phrase
from domik.server.http.errors import HttpError
from domik.server.rendering.page_state import RenderContext
from domik.server.rendering.player_names import bot_name, display_name
from domik.server.rendering.table_chrome import button, clause_link, web_text
from domik.table import Entry, SeatPlan, Table, journal
from domik.table.clock import MINUTE, now
from domik.table.history import is_revealed
from domik.table.requests import all_want_rematch, link_rematch, may_start_rematch, rematch_pending
from domik.table.seating import sit
from domik.table.setup import BOT, HUMAN
from domik.web.pen import MarkupPen

if TYPE_CHECKING:
    from domik.server.live.live_table import LiveTable
    from domik.server.live.live_tables import LiveTables


async def start_rematch(live_tables: LiveTables, live_table: LiveTable, at_once: bool) -> None:
    """Open the rematch once all agree or the host goes ahead (`at_once`), and link it from the old table."""
    table = live_table.table
    if table.next_table or live_table.is_opening_rematch:
        return
    if at_once or all_want_rematch(table, live_table.present_seats()):
        live_table.is_opening_rematch = True
        try:
            fresh = await open_rematch(live_tables, table)
        finally:
            live_table.is_opening_rematch = False
        await live_table.execute(lambda table, at: [] if table.next_table else link_rematch(table, fresh.table.id, at))
    elif table.rematch_asked_at and table.rematch_asked_at + MINUTE > now():
        live_table.services.start_task(refresh_after_wait(live_table))


async def refresh_after_wait(live_table: LiveTable) -> None:
    """Update the pages after a minute, when the host may go ahead."""
    await asyncio.sleep((live_table.table.rematch_asked_at + MINUTE - now()) / 1000 + 0.05)
    with contextlib.suppress(ConnectionError, HttpError):
        await live_table.execute(lambda _table, _at: [])


async def open_rematch(live_tables: LiveTables, old: Table) -> LiveTable:
    """A table with the same setup: those who agreed keep their seats, bots play for all others."""
    plans = tuple(
        replace(seat.plan, name=seat.name) if seat.is_bot or seat.wants_rematch else bot_instead(number, seat.plan)
        for number, seat in enumerate(old.seats)
    )
    live_table = await live_tables.open(
        replace(old.setup, seats=plans, terms=old.terms), "", "", host=rematch_host(old)
    )
    entries: list[Entry] = []
    async with live_table.lock:
        first = live_table.table.entries
        for number, seat in enumerate(old.seats):
            if seat.wants_rematch and not seat.is_bot:
                for owner in sorted(seat.owners - seat.devices.keys()):
                    entries += sit(live_table.table, number, owner, seat.name, now(), seat.animal)
                entries += [
                    live_table.table.write(journal.SIT, now(), seat=number, owner=owner, name=seat.name, key="")
                    for owner in sorted(seat.devices)
                ]
        await live_table.save(first, entries)
    return live_table


def bot_instead(number: int, plan: SeatPlan) -> SeatPlan:
    """The plan for the seat of a player who did not agree."""
    return SeatPlan(BOT, bot_name(number - 1, "en"), plan.bot)


def rematch_host(old: Table) -> str:
    """The owner who opens the rematch: the host if they agreed, else the first player who did."""
    wanting = [seat for seat in old.seats if seat.wants_rematch and not seat.is_bot]
    if not old.host or any(old.host in seat.owners for seat in wanting):
        return old.host or ""
    people = [owner for seat in wanting for owner in sorted(seat.owners - seat.devices.keys())]
    return people[0] if people else ""


# ---- markup --------------------------------------------------------------------------------------------


def rematch_panel(table: Table, reader: RenderContext, pen: MarkupPen, present: frozenset[int]) -> str:
    """The players with their answers, and the buttons."""
    if table.next_table:
        return f'<a class="button ready" href="{pen.root}/t/{table.next_table}">{web_text(pen, "next_table")}</a>'
    if not reader.seats:
        return ""
    said = all(table.seats[own].wants_rematch for own in reader.seats)
    kind, icon = ("said", "check") if said else ("ready", "repeat-2")
    play = button(pen, "rematch", "rematch", icon, kind, f' aria-pressed="{"true" if said else "false"}"')
    if sum(seat.plan.kind == HUMAN and bool(seat.owners) for seat in table.seats) < 2:
        return play
    ahead = (
        button(pen, "go_ahead", "again.ahead", "play", "quiet") if may_start_rematch(table, reader.owner, now()) else ""
    )
    return f'<div class="again2">{rematch_faces(table, pen, present)}{play}{ahead}</div>'


def rematch_faces(table: Table, pen: MarkupPen, present: frozenset[int]) -> str:
    """Who has agreed; bots always do."""
    missing = rematch_pending(table, present)
    found = []
    for number, seat in enumerate(table.seats):
        yes = number not in missing and (seat.is_bot or seat.wants_rematch)
        out = number not in missing and not yes  # a bot took over, and its player is not present to answer
        mark = pen.icon("check" if yes else "bot" if out else "ellipsis", 11, 4)
        name = pen.escape(display_name(seat, pen.language))
        word = web_text(pen, "again.yes" if yes else "again.bot" if out else "again.not_yet")
        found.append(
            f'<span class="rw{" yes" if yes else ""}" role="img" aria-label="{name}: {word}" title="{name}: {word}">'
            f"{pen.face(number, seat.animal, 34)}<i>{mark}</i></span>"
        )
    names = ", ".join(display_name(table.seats[number], pen.language) for number in missing)
    wanted = any(seat.wants_rematch for seat in table.seats)
    words = (
        web_text(pen, "again.missing", names=names)
        if wanted and missing
        else web_text(pen, "again.who")
        if missing
        else ""
    )
    return f'<div class="rws{" asked" if wanted else ""}">{"".join(found)}<small role="status">{words}</small></div>'


MOVES_VERDICTS = ("hold", "unseen", "changed")
FAIRNESS_VERDICTS = ("holds", "seen", "unseen", "broken", "without", "mixed", "insecure")


def fairness_note(table: Table, pen: MarkupPen, until_then: str = "") -> str:
    """All verdicts in the reader's language, for the script to choose from; `until_then` is shown before that."""
    if not table.is_dealt:
        return ""
    title = f"<summary>{pen.icon('shield-check', 15)}<span>{web_text(pen, 'fair.title')}</span></summary>"
    if table.branch is not None:
        return f'<details class="fair">{title}<p>{pen.say(Phrase("fair.branch"))}</p>{moves_note(table, pen)}</details>'
    if table.shared_deal is not None and (table.shared_deal.deal or not is_revealed(table, now())):
        told = Phrase("fair.played_before" if table.shared_deal.deal else "fair.sealed")
        # The script asks for the record, which nobody gets while others may still play the deal.
        checked = "" if is_revealed(table, now()) else ' data-checked="sealed"'
        return f'<details class="fair"{checked}>{title}<p>{pen.say(told)}</p>{moves_note(table, pen)}</details>'
    words = " ".join(f'data-{verdict}="{web_text(pen, f"fair.{verdict}")}"' for verdict in FAIRNESS_VERDICTS)
    hidden = "" if until_then else " hidden"
    said = f'<p role="status">{pen.escape(until_then)}</p>'
    return f'<details class="fair" data-fair {words}{hidden}>{title}{said}{moves_note(table, pen)}</details>'


def moves_note(table: Table, pen: MarkupPen) -> str:
    """The head of the hash chain, and what the script may say of the moves; empty at tables of older versions."""
    if not table.chain_head:
        return ""
    words = " ".join(f'data-{verdict}="{web_text(pen, f"fair.moves_{verdict}")}"' for verdict in MOVES_VERDICTS)
    return f"<p data-moves {words} hidden></p><p>{web_text(pen, 'fair.head')} <code>{table.chain_head}</code></p>"


def result_panel(table: Table, reader: RenderContext, pen: MarkupPen, present: frozenset[int]) -> str:
    """The winner's moment: who won and why, the steps, and what can be done with a finished game."""
    if not table.is_over:
        return ""
    rest = ""
    parts = [f'<details class="panel after" open><summary><h2>{winner_heading(table, pen)}</h2></summary>']
    parts += ['<div class="moment">', winning_reason(table, pen), podium(table, pen)]
    parts.append(f'<div class="go">{deal_link(table, pen)}')
    if not table.is_counted:
        parts.append(rematch_panel(table, reader, pen, present))
    if table.is_finished:
        parts.append(way_link(pen, f"/t/{table.id}/house", "image", "house.share"))
        rest = f"{points_button(pen)}{review_button(table, pen)}{duplicate_button(table, pen)}"
    parts.append(way_link(pen, f"/t/{table.id}/replay", "history", "how_it_went"))
    parts.append(way_link(pen, "/", "house", "home"))
    parts.append(
        f'</div><div class="go rest">{rest}{record_link(table, pen)}</div>{fairness_note(table, pen)}</div></details>'
    )
    return "".join(parts)


def way_link(pen: MarkupPen, path: str, icon: str, key: str) -> str:
    """One of the ways on from a finished game."""
    inside = f"{pen.icon(icon, 17)}<span>{web_text(pen, key)}</span>"
    return f'<a class="button quiet" href="{pen.root}{path}">{inside}</a>'


def review_button(table: Table, pen: MarkupPen) -> str:
    inside = f"{pen.icon('chart-spline', 17)}<span>{web_text(pen, 'review.button')}</span>"
    place = f"{pen.root}/t/{table.id}/review"
    return f'<form method="post" action="{place}"><button class="button quiet">{inside}</button></form>'


def deal_link(table: Table, pen: MarkupPen) -> str:
    """A link to the comparison of all results of this deal."""
    if table.shared_deal is None or (place := deal_page_path(table.shared_deal.name)) is None:
        return ""
    inside = pen.icon("trophy", 17) + f"<span>{web_text(pen, 'daily.to_result')}</span>"
    return f'<a class="button ready" href="{pen.root}{place}">{inside}</a>'


def deal_page_path(name: str) -> str | None:
    """The page of a shared deal by its name; None where it has none."""
    kind, _, rest = name.partition("-")
    if kind == "deal":
        return f"/deal/{rest}"
    if kind in ("club", "evening"):
        return f"/{kind}/{rest.partition('-')[0]}"
    return f"/daily/{rest[:10]}/{rest[11:]}" if kind == "daily" else None


def can_be_duplicated(table: Table) -> bool:
    """Whether others can play the same deal: the game was completed with our cards and had a human player."""
    is_ours = not table.setup.components
    return is_ours and table.is_finished and table.branch is None and any(not seat.is_bot for seat in table.seats)


def duplicate_button(table: Table, pen: MarkupPen) -> str:
    """A button to play the same deal again, alone or with friends; not for deals already compared."""
    if table.shared_deal is not None or not can_be_duplicated(table):
        return ""
    inside = pen.icon("copy", 17) + f"<span>{web_text(pen, 'deal.button')}</span>"
    form = f'<form method="post" action="{pen.root}/t/{table.id}/deal" class="not-for-guests">'
    return f'{form}<button class="button quiet">{inside}</button></form>'


def record_link(table: Table, pen: MarkupPen) -> str:
    """A download of the record, unless others are still to play its deal."""
    if not is_revealed(table, now()):
        return ""
    inside = f"{pen.icon('download', 17)}<span>{web_text(pen, 'download')}</span>"
    file = f'href="{pen.root}/api/tables/{table.id}/record" download="{table.id}.json"'
    return f'<a class="button quiet" {file}>{inside}</a>'


def winner_heading(table: Table, pen: MarkupPen) -> str:
    if not table.is_finished:
        return web_text(pen, "closed")
    outcome = table.match.outcome(table.view())
    names = ", ".join(display_name(table.seats[seat], pen.language) for seat in outcome.winners)
    return web_text(pen, "won" if len(outcome.winners) == 1 else "won_together", names=names)


def winning_reason(table: Table, pen: MarkupPen) -> str:
    """Why they won; outside the heading, which collapses the panel so that the board can be seen."""
    if not table.is_finished:
        return ""
    outcome = table.match.outcome(table.view())
    return f"<p>{pen.say(outcome.reason)}{clause_link(pen, table, outcome.clause)}</p>"


def place_of(table: Table, seat: int) -> int:
    """The place of a seat in a finished game, from 1; whoever is equal has the same."""
    scores, winners = table.scores(), table.match.outcome(table.view()).winners
    if seat in winners:
        return 1
    return 1 + sum(other in winners or scores[other] > scores[seat] for other in range(len(scores)))


def seats_by_place(table: Table) -> list[int]:
    return sorted(range(len(table.seats)), key=lambda seat: place_of(table, seat))


BESIDE = (2, 1, 3, 4)  # where the first, second ... stand on the page: the best in the middle


def podium(table: Table, pen: MarkupPen) -> str:
    """Everybody on the step they earned, the winners with a crown; read aloud from the first place on."""
    if not table.is_finished:
        return ""
    scores, steps = table.scores(), []
    ranked = seats_by_place(table)
    for rank, number in enumerate(ranked):
        seat, place = table.seats[number], place_of(table, number)
        crown = f'<span class="crown">{pen.icon("crown", 26, 2.4)}</span>' if place == 1 else ""
        order = rank + 1 if len(ranked) < len(BESIDE) - 1 else BESIDE[rank]
        style = f"order:{order};--rise:{len(ranked) - 1 - rank}"
        steps.append(
            f'<li class="step place-{place}{" won" if crown else ""}" style="{style}">'
            f"{crown}{pen.face(number, seat.animal, 44)}"
            f'<span class="block"><strong>{table.match.format_points(scores[number])}</strong>'
            f"<b>{pen.escape(display_name(seat, pen.language))}</b></span></li>"
        )
    return f'<ol class="podium">{"".join(steps)}</ol>'


def points_button(pen: MarkupPen) -> str:
    inside = f"{pen.icon('calculator', 17)}<span>{web_text(pen, 'points_came')}</span>"
    return f'<button type="button" class="button quiet" data-tab="points">{inside}</button>'
