"""Who plays where: sitting down, adding luck to the deal, bots that stand in, clocks that run out, giving up."""

from __future__ import annotations

from domik.kernel.phrase import Phrase
from domik.table import journal
from domik.table.clock import MINUTE
from domik.table.errors import refuse
from domik.table.fair_deal import LONGEST_ENTROPY
from domik.table.journal import Entry
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
    name = unique_name(table, number, tidy_name(name) or seat.name)
    animal = free_animal(table, number, animal) if animal in ANIMALS else seat.animal
    is_new = owner not in seat.owners
    if not is_new and (name, animal) == (seat.name, seat.animal):
        return []
    more = {"animal": animal} if animal != seat.animal else {}
    entries = [table.write(journal.SIT, now, seat=number, owner=owner, name=name, **more)]
    return entries + (return_seat(table, number, now) if is_new else [])


def unique_name(table: Table, number: int, name: str) -> str:
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


def rename_player(table: Table, owner: str, name: str, animal: str, now: int) -> list[Entry]:
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
    if table.is_over or seat.is_played_by_bot:
        return []
    return [table.write(journal.STAND_IN, now, seat=number, why=why), *table.play_forced(now)]


def return_seat(table: Table, number: int, now: int) -> list[Entry]:
    """The bot gives the seat back to whoever was away; not after the clock or a resignation."""
    if table.seat(number).stand_in_reason != "away" or table.is_over:
        return []
    return [table.write(journal.RETURN, now, seat=number)]


def flag_timeouts(table: Table, now: int) -> list[Entry]:
    """Bots play on for those whose time is out."""
    entries: list[Entry] = []
    for number, seat in enumerate(table.seats):
        left = table.clock.time_left(number, now) if table.awaits(number) and not seat.is_played_by_bot else None
        if left is not None and left <= 0:
            entries += stand_in(table, number, now, "clock")
    return entries


def vote_to_end(table: Table, number: int, yes: bool, now: int) -> list[Entry]:
    """Ask everybody to end the game here, agree to it, or take that back; it is ended when all people want it."""
    if table.is_over:
        raise refuse("over")
    if not table.is_dealt:
        raise refuse("not_dealt")
    seat = table.seat(number)
    if seat.is_played_by_bot:
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


def hand_over_objection(table: Table, number: int, owner: str, away: int | None) -> Phrase | None:
    """Why this person may not hand that seat to a bot now; `away` is for how many milliseconds nobody was there."""
    seat = table.seat(number)
    if table.is_over or not table.is_dealt or seat.is_played_by_bot:
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
    why = hand_over_objection(table, number, owner, away)
    if why is not None:
        raise refuse(why.key.removeprefix("table.error."), **why.args)
    return stand_in(table, number, now)


MAX_DEVICES = 5  # links and devices of one seat


def owned_seats(table: Table, owner: str) -> list[int]:
    """The seats that belong to this one; devices that were let in may not let in others."""
    own = [k for k, seat in enumerate(table.seats) if owner in seat.owners and owner not in seat.devices]
    if not own:
        raise refuse("not_owner")
    return own


def create_device_link(table: Table, owner: str, key: str, now: int) -> list[Entry]:
    """A link for one more device of everything that is theirs here; `key` is a hash of what it carries."""
    own = owned_seats(table, owner)
    if any(len(table.seats[k].links) + len(table.seats[k].devices) >= MAX_DEVICES for k in own):
        raise refuse("devices", most=MAX_DEVICES)
    return [table.write(journal.LEND, now, seat=number, key=key) for number in own]


def seats_of_link(table: Table, key: str) -> list[int]:
    """The seats that a link leads to, while it may be used."""
    return [number for number, seat in enumerate(table.seats) if key in seat.links]


def use_device_link(table: Table, key: str, owner: str, now: int) -> list[Entry]:
    """Whoever follows a link shares its seats from now on; the link is spent. Owners need no link."""
    lent = seats_of_link(table, key)
    if not lent:
        raise refuse("link_spent")
    others = [number for number in lent if owner not in table.seats[number].owners]
    return [
        table.write(journal.SIT, now, seat=number, owner=owner, name=table.seats[number].name, key=key)
        for number in others
    ]


def revoke_device(table: Table, owner: str, what: str, now: int) -> list[Entry]:
    """A link or a device is let in no more."""
    found = [k for k in owned_seats(table, owner) if what in table.seats[k].links or what in table.seats[k].devices]
    return [table.write(journal.REVOKE, now, seat=number, what=what) for number in found]
