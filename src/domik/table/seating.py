"""Who plays where: sitting down, adding luck to the deal, bots that stand in, clocks that run out, giving up."""

from __future__ import annotations

from domik.table import journal
from domik.table.fair import LONGEST_ENTROPY
from domik.table.journal import Entry
from domik.table.refusal import refuse
from domik.table.seat import ANIMALS
from domik.table.setup import HUMAN, LONGEST_NAME, tidy_name
from domik.table.table import Table


def sit(table: Table, number: int, owner: str, name: str, now: int, animal: str = "") -> list[Entry]:
    """Somebody sits down at an empty seat, or wants to be called otherwise at their own; `owner` is a hash of theirs.

    The first who sits is the one: nobody else sits down there, whatever link they follow. A bot that has begun in their
    stead gives the seat back. An animal that another person has is theirs: whoever comes later gets the next free one.
    """
    seat = table.seat(number)
    if seat.is_bot:
        raise refuse("bot_seat")
    if owner not in seat.owners and (seat.owners or seat.is_lost):
        raise refuse("seat_taken")
    name = unlike_others(table, number, tidy_name(name) or seat.name)
    animal = free_animal(table, number, animal) if animal in ANIMALS else seat.animal
    is_new = owner not in seat.owners
    if not is_new and (name, animal) == (seat.name, seat.animal):
        return []
    more = {"animal": animal} if animal != seat.animal else {}
    entries = [table.write(journal.SIT, now, seat=number, owner=owner, name=name, **more)]
    return entries + (give_back(table, number, now) if is_new else [])


def unlike_others(table: Table, number: int, name: str) -> str:
    """The name, or with a number behind it where somebody at the table is called so already."""
    taken = {seat.name.casefold() for other, seat in enumerate(table.seats) if other != number and seat.is_taken}
    found, count = name, 1
    while found.casefold() in taken:
        count += 1
        found = f"{name[: LONGEST_NAME - 3].strip()} {count}"
    return found


def free_seat(table: Table) -> int | None:
    """The next seat for a guest, unless the game is over."""
    if table.is_over:
        return None
    return next((number for number, seat in enumerate(table.seats) if seat.is_free), None)


def taken_animals(table: Table, number: int = -1) -> dict[str, str]:
    """The animals of the people at the table with their names, but for one seat; bots would give theirs up."""
    people = [seat for k, seat in enumerate(table.seats) if k != number and seat.owners and not seat.is_bot]
    return {seat.animal: seat.name for seat in people}


def free_animal(table: Table, number: int, wished: str) -> str:
    """The animal that somebody wishes for, or the next one that no person at the table has."""
    taken, first = taken_animals(table, number), ANIMALS.index(wished)
    return next(one for one in (*ANIMALS[first:], *ANIMALS[:first]) if one not in taken)


def call(table: Table, owner: str, name: str, animal: str, now: int) -> list[Entry]:
    """Somebody wants to be called otherwise wherever they sit alone; a shared screen has names of its own."""
    entries: list[Entry] = []
    for number, seat in enumerate(table.seats):
        if owner in seat.owners and seat.plan.kind == HUMAN:
            entries += sit(table, number, owner, name, now, animal)
    return entries


def add_entropy(table: Table, number: int, share: str, now: int) -> list[Entry]:
    """A seat's own share of the luck; when all people have given theirs, the cards are dealt."""
    seat = table.seat(number)
    if table.is_dealt:
        raise refuse("dealt")
    if not 0 < len(share) <= LONGEST_ENTROPY:
        raise refuse("entropy", most=LONGEST_ENTROPY)
    if seat.entropy:
        return []
    entries = [table.write(journal.ENTROPY, now, seat=number, share=share)]
    if all(seat.is_bot or (seat.is_taken and seat.entropy) for seat in table.seats):
        entries += table.begin(now)
    return entries


def stand_in(table: Table, number: int, now: int, why: str = "away") -> list[Entry]:
    """A bot takes over the seat of somebody who is away, or whose time is out."""
    seat = table.seat(number)
    if table.is_over or seat.played_by_bot:
        return []
    return [table.write(journal.STAND_IN, now, seat=number, why=why), *table.play_forced(now)]


def give_back(table: Table, number: int, now: int) -> list[Entry]:
    """The bot gives the seat back to whoever was away; not after the clock or a resignation."""
    if table.seat(number).stood_in != "away" or table.is_over:
        return []
    return [table.write(journal.RETURN, now, seat=number)]


def flags(table: Table, now: int) -> list[Entry]:
    """Bots play on for those whose time is out."""
    entries: list[Entry] = []
    for number, seat in enumerate(table.seats):
        left = table.clock.left(number, now) if table.awaits(number) and not seat.played_by_bot else None
        if left is not None and left <= 0:
            entries += stand_in(table, number, now, "clock")
    return entries


def wish_end(table: Table, number: int, yes: bool, now: int) -> list[Entry]:
    """Ask everybody to end the game here, agree to it, or take that back; it is ended when all people want it."""
    if table.is_over:
        raise refuse("over")
    if not table.is_dealt:
        raise refuse("not_dealt")
    seat = table.seat(number)
    if seat.played_by_bot:
        raise refuse("bot_seat")
    return [] if seat.wants_end == yes else [table.write(journal.END, now, seat=number, yes=yes)]


def resign(table: Table, number: int, now: int) -> list[Entry]:
    """Give up: a bot plays on for the others' sake; the game is closed when nobody is left to play against."""
    if table.is_over:
        raise refuse("over")
    if not table.is_dealt:
        raise refuse("not_dealt")
    if table.seat(number).is_bot or number in table.resigned:
        raise refuse("bot_seat")
    return [table.write(journal.RESIGN, now, seat=number), *table.play_forced(now)]
