"""Operations on seats: sitting down, entropy for the deal, stand-in bots, timeouts, resignation, device links."""

from __future__ import annotations

from domik.kernel.phrase import Phrase
from domik.table import journal
from domik.table.clock import MINUTE
from domik.table.errors import refuse
from domik.table.fair_deal import LONGEST_ENTROPY
from domik.table.journal import Entry
from domik.table.names import name_keys
from domik.table.setup import HUMAN, LONGEST_NAME, check_name
from domik.table.table import ANIMALS, Table


def sit(table: Table, number: int, owner: str, name: str, now: int, animal: str = "") -> list[Entry]:
    """Take an empty seat, or change name and animal on one's own; `owner` is a hash of the player's secret.

    The first player to sit owns the seat: no one else can take it, whatever link they follow. A bot that has started in
    their place returns the seat. Animals are unique among people: a later player gets the next free one.
    """
    seat = table.seat(number)
    if seat.is_bot:
        raise refuse("bot_seat")
    if owner not in seat.owners and (seat.owners or seat.is_lost):
        raise refuse("seat_taken")
    name = unique_name(table, number, check_name(name) or seat.name)
    animal = free_animal(table, number, animal) if animal in ANIMALS else seat.animal
    is_new = owner not in seat.owners
    if not is_new and (name, animal) == (seat.name, seat.animal):
        return []
    more = {"animal": animal} if animal != seat.animal else {}
    entries = [table.write(journal.SIT, now, seat=number, owner=owner, name=name, **more)]
    return entries + (return_seat(table, number, now) if is_new else [])


def unique_name(table: Table, number: int, name: str) -> str:
    """The name, with a number appended if another player at the table has it or one that looks like it."""
    seats = [seat for other, seat in enumerate(table.seats) if other != number and seat.is_taken]
    taken = frozenset(key for seat in seats for key in name_keys(seat.name))
    found, count = name, 1
    while name_keys(found) & taken:
        count += 1
        found = f"{name[: LONGEST_NAME - 3].strip()} {count}"
    return found


def free_seat(table: Table) -> int | None:
    """The next seat that a new player may take; None if there is none or the game is over."""
    if table.is_over:
        return None
    return next((number for number, seat in enumerate(table.seats) if seat.is_free), None)


def taken_animals(table: Table, number: int = -1) -> dict[str, str]:
    """The animals of the people at other seats, with their names; bots give theirs up."""
    people = [seat for k, seat in enumerate(table.seats) if k != number and seat.owners and not seat.is_bot]
    return {seat.animal: seat.name for seat in people}


def free_animal(table: Table, number: int, wished: str) -> str:
    """The requested animal, or the next one that no person at the table has."""
    taken, first = taken_animals(table, number), ANIMALS.index(wished)
    return next(one for one in (*ANIMALS[first:], *ANIMALS[:first]) if one not in taken)


def rename_player(table: Table, owner: str, name: str, animal: str, now: int) -> list[Entry]:
    """Change name and animal on all seats that a player holds with a screen of their own."""
    entries: list[Entry] = []
    for number, seat in enumerate(table.seats):
        if owner in seat.owners and seat.plan.kind == HUMAN:
            entries += sit(table, number, owner, name, now, animal)
    return entries


def add_entropy(table: Table, number: int, share: str, now: int) -> list[Entry]:
    """Add a seat's share to the seed; when all people have given theirs, the cards are dealt."""
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
    """Let a bot take over a seat whose player is away or out of time."""
    seat = table.seat(number)
    if table.is_over or seat.is_played_by_bot:
        return []
    return [table.write(journal.STAND_IN, now, seat=number, why=why), *table.play_forced(now)]


def return_seat(table: Table, number: int, now: int) -> list[Entry]:
    """Return the seat from a bot to a player who was away; not after a timeout or a resignation."""
    if table.seat(number).stand_in_reason != "away" or table.is_over:
        return []
    return [table.write(journal.RETURN, now, seat=number)]


def flag_timeouts(table: Table, now: int) -> list[Entry]:
    """Let bots take over the seats whose time has run out."""
    entries: list[Entry] = []
    for number, seat in enumerate(table.seats):
        left = table.clock.time_left(number, now) if table.awaits(number) and not seat.is_played_by_bot else None
        if left is not None and left <= 0:
            entries += stand_in(table, number, now, "clock")
    return entries


def vote_to_end(table: Table, number: int, yes: bool, now: int) -> list[Entry]:
    """Vote to end the game, or withdraw the vote; it ends when all people want it."""
    if table.is_over:
        raise refuse("over")
    if not table.is_dealt:
        raise refuse("not_dealt")
    seat = table.seat(number)
    if seat.is_played_by_bot:
        raise refuse("bot_seat")
    return [] if seat.wants_end == yes else [table.write(journal.END, now, seat=number, yes=yes)]


def resign(table: Table, number: int, now: int) -> list[Entry]:
    """Resign: a bot plays on for the other players; the game is closed when no opponent is left."""
    if table.is_over:
        raise refuse("over")
    if not table.is_dealt:
        raise refuse("not_dealt")
    if table.seat(number).is_bot or number in table.resigned:
        raise refuse("bot_seat")
    return [table.write(journal.RESIGN, now, seat=number), *table.play_forced(now)]


def hand_over_objection(table: Table, number: int, owner: str, away: int | None) -> Phrase | None:
    """Why `owner` may not hand that seat to a bot now, or None; `away` is the absence in milliseconds."""
    seat = table.seat(number)
    if table.is_over or not table.is_dealt or seat.is_played_by_bot:
        return Phrase("table.error.bot_seat")
    if away is None:
        return Phrase("table.error.present")
    if table.terms.days:
        return Phrase("table.error.away_days")
    if not table.terms.patience:
        return Phrase("table.error.away_never")
    if not (table.is_host(owner) or (table.host and table.host in seat.owners)):  # the host's seat: any player may
        return Phrase("table.error.away_host")
    left = table.terms.patience * MINUTE - away
    return Phrase("table.error.away_wait", {"n": -(-left // MINUTE)}) if left > 0 else None


def hand_over(table: Table, number: int, owner: str, away: int | None, now: int) -> list[Entry]:
    """Let a bot play for a player who is away, until they return."""
    why = hand_over_objection(table, number, owner, away)
    if why is not None:
        raise refuse(why.key.removeprefix("table.error."), **why.args)
    return stand_in(table, number, now)


MAX_DEVICES = 5  # links and devices per seat


def owned_seats(table: Table, owner: str) -> list[int]:
    """The seats that this owner holds directly; devices that came by a link may not invite others."""
    own = [k for k, seat in enumerate(table.seats) if owner in seat.owners and owner not in seat.devices]
    if not own:
        raise refuse("not_owner")
    return own


def create_device_link(table: Table, owner: str, key: str, now: int) -> list[Entry]:
    """Create a link for one more device on all seats of this owner; `key` is a hash of the link's secret."""
    own = owned_seats(table, owner)
    if any(len(table.seats[k].links) + len(table.seats[k].devices) >= MAX_DEVICES for k in own):
        raise refuse("devices", most=MAX_DEVICES)
    return [table.write(journal.LEND, now, seat=number, key=key) for number in own]


def seats_of_link(table: Table, key: str) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if key in seat.links]


def use_device_link(table: Table, key: str, owner: str, now: int) -> list[Entry]:
    """Add an owner to the seats of a link, which is used up. For the owner of the seats nothing changes."""
    lent = seats_of_link(table, key)
    if not lent:
        raise refuse("link_spent")
    others = [number for number in lent if owner not in table.seats[number].owners]
    return [
        table.write(journal.SIT, now, seat=number, owner=owner, name=table.seats[number].name, key=key)
        for number in others
    ]


def revoke_links(table: Table, owner: str, now: int) -> list[Entry]:
    """Revoke all unused device links of the seats that this owner holds."""
    own = [(k, seat) for k, seat in enumerate(table.seats) if owner in seat.owners and owner not in seat.devices]
    return [table.write(journal.REVOKE, now, seat=number, what=key) for number, seat in own for key in [*seat.links]]


def revoke_device(table: Table, owner: str, what: str, now: int) -> list[Entry]:
    found = [k for k in owned_seats(table, owner) if what in table.seats[k].links or what in table.seats[k].devices]
    return [table.write(journal.REVOKE, now, seat=number, what=what) for number in found]
