"""Further devices at a table: whoever owns seats there makes a link that lets one in, and sends it away again."""

from __future__ import annotations

from domik.table import journal
from domik.table.journal import Entry
from domik.table.refusal import refuse
from domik.table.table import Table

MOST = 5  # links and devices of one seat


def seats_of(table: Table, owner: str) -> list[int]:
    """The seats that belong to this one; devices that were let in may not let in others."""
    own = [k for k, seat in enumerate(table.seats) if owner in seat.owners and owner not in seat.devices]
    if not own:
        raise refuse("not_owner")
    return own


def lend(table: Table, owner: str, key: str, now: int) -> list[Entry]:
    """A link for one more device of everything that is theirs here; `key` is a hash of what it carries."""
    own = seats_of(table, owner)
    if any(len(table.seats[k].links) + len(table.seats[k].devices) >= MOST for k in own):
        raise refuse("devices", most=MOST)
    return [table.write(journal.LEND, now, seat=number, key=key) for number in own]


def seats_lent(table: Table, key: str) -> list[int]:
    """The seats that a link leads to, while it may be used."""
    return [number for number, seat in enumerate(table.seats) if key in seat.links]


def let_in(table: Table, key: str, owner: str, now: int) -> list[Entry]:
    """Whoever follows a link shares its seats from now on; the link is spent. Owners need no link."""
    lent = seats_lent(table, key)
    if not lent:
        raise refuse("link_spent")
    others = [number for number in lent if owner not in table.seats[number].owners]
    return [
        table.write(journal.SIT, now, seat=number, owner=owner, name=table.seats[number].name, key=key)
        for number in others
    ]


def revoke(table: Table, owner: str, what: str, now: int) -> list[Entry]:
    """A link or a device is let in no more."""
    found = [k for k in seats_of(table, owner) if what in table.seats[k].links or what in table.seats[k].devices]
    return [table.write(journal.REVOKE, now, seat=number, what=what) for number in found]
