"""Somebody is away: who may let a bot play there, and when. The terms say it, and they are chosen before the game."""

from __future__ import annotations

from domik.kernel.phrase import Phrase
from domik.table.clock import MINUTE
from domik.table.journal import Entry
from domik.table.refusal import refuse
from domik.table.seating import stand_in
from domik.table.table import Table


def objection(table: Table, number: int, owner: str, away: int | None) -> Phrase | None:
    """Why this person may not hand that seat to a bot now; `away` is for how many milliseconds nobody was there."""
    seat = table.seat(number)
    if table.is_over or not table.is_dealt or seat.played_by_bot:
        return Phrase("table.error.bot_seat")
    if away is None:
        return Phrase("table.error.present")
    if table.terms.days:
        return Phrase("table.error.away_days")
    if not table.terms.patience:
        return Phrase("table.error.away_never")
    if not (table.is_host(owner) or (table.host and table.host in seat.owners)):  # for the host anybody may act
        return Phrase("table.error.away_host")
    left = table.terms.patience * MINUTE - away
    return Phrase("table.error.away_wait", {"n": -(-left // MINUTE)}) if left > 0 else None


def hand_over(table: Table, number: int, owner: str, away: int | None, now: int) -> list[Entry]:
    """A bot plays for somebody who is away, until they are back."""
    why = objection(table, number, owner, away)
    if why is not None:
        raise refuse(why.key.removeprefix("table.error."), **why.args)
    return stand_in(table, number, now)
