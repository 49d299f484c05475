"""A table's past: its record, and, once the game is over, the view of any seat after any move."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from domik.kernel.game import SPECTATOR
from domik.kernel.record import GameRecord, action_of
from domik.kernel.state import View
from domik.table import clock
from domik.table.errors import refuse
from domik.table.fair_deal import proof_of
from domik.table.table import Table


def record_of(table: Table) -> GameRecord:
    """The complete record with its proof; refused before the end, because it holds hidden information."""
    if not table.is_over:
        raise refuse("not_over")
    return _record(table)


def _record(table: Table) -> GameRecord:
    date = datetime.fromtimestamp(table.started_at / 1000, UTC).isoformat(timespec="seconds")
    extra: dict[str, Any] = {"date": date, "table": table.id}
    if table.branch is not None:
        extra["branch"] = {"table": table.branch["table"], "step": table.branch["step"]}
    elif table.shared_deal is None:
        extra["fair"] = proof_of(table.seed, [seat.entropy for seat in table.seats], table.luck_version)
    else:
        extra["same"] = {"name": table.shared_deal.name, "hash": table.hash}
        if is_revealed(table, clock.now()) and not table.shared_deal.deal:
            extra["fair"] = proof_of(table.seed, [], table.luck_version)
    if table.chain is not None:
        extra["chain"] = table.chain.to_dict()
    if table.resigned:
        extra["resigned"] = list(table.resigned)
    if table.hints:
        extra["hints"] = [list(hint) for hint in table.hints]
    if table.takebacks:
        extra["takebacks"] = table.takebacks
    stood_in = {str(number): seat.stand_in_reason for number, seat in enumerate(table.seats) if seat.stand_in_reason}
    if stood_in:
        extra["stood_in"] = stood_in
    seed = table.mixed_seed() if "fair" in extra else ""
    return GameRecord(table.match, table.deal, [seat.name for seat in table.seats], list(table.moves), seed, extra)


def is_revealed(table: Table, now: int) -> bool:
    """Whether the seed and the cards of a deal that others play as well may be shown."""
    return table.shared_deal is None or now >= table.shared_deal.reveals_at


def own_record(table: Table, seat: int) -> dict[str, Any]:
    """What a seat may download before the end: its own view and its own moves, nothing else."""
    view = table.view(seat)
    return {
        "game": table.match.package.name,
        "rules": table.match.package.rules_version,
        "seats": table.match.seats,
        "options": table.match.options_json(),
        "players": [other.name for other in table.seats],
        "hash": table.hash,
        "head": table.chain_head,
        "seat": seat,
        "view": [int(number) for number in view.numbers],
        "moves": [[move.seat, move.action, move.at] for move in table.moves if seat != SPECTATOR and move.seat == seat],
        "over": False,
    }


def view_at(table: Table, step: int, seat: int = SPECTATOR) -> View:
    """A seat's view after `step` moves; refused before the end of the game."""
    _check_step(table, step)
    return table.state_at(step).view(seat)


def spectator_view_at(table: Table, step: int) -> View:
    """A spectator's view after `step` moves, of a running game too: what lay open then is no secret now."""
    return table.state_at(step).view(SPECTATOR)


def round_starts(table: Table, seat: int) -> list[int]:
    """The steps of a finished game at which a round begins, by the game's progress for that seat."""
    _check_step(table, 0)
    match, state = table.match, table.state_at(0)
    found, was = [0], match.progress(state.view(seat))
    for step, move in enumerate(table.moves, 1):
        state.play(move.seat, action_of(move.action))
        stage = match.progress(state.view(seat))
        if stage is not None and was is not None and stage.at != was.at and step < len(table.moves):
            found.append(step)
        was = stage
    return found


def branch_of(table: Table, step: int) -> dict[str, Any]:
    """A finished game up to one of its moves, from which a new table can continue."""
    _check_step(table, step)
    moves = [[move.seat, move.action] for move in table.moves[:step]]
    return {"table": table.id, "step": step, "deal": table.deal, "moves": moves}


def _check_step(table: Table, step: int) -> None:
    if not table.is_over:
        raise refuse("not_over")
    if not table.is_dealt or not 0 <= step <= len(table.moves):
        raise refuse("action")
