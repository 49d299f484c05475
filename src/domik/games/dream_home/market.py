"""The market: five columns of a room below a resource, the leftmost with the marker instead (DH-3, DH-10, DH-43)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.state import *
from domik.kernel.game import bit


def lay_out(table: vec[i64], sealed: i64) -> None:
    """The next round's five rooms and four resources come from the decks (DH-10)."""
    now = table[ROUND]
    market = table[sealed + now]
    table[sealed + now] = 0
    table[ROUND] = now + 1
    table[COLUMNS_LEFT] = ALL_COLUMNS
    rooms: i64 = 0
    for column in range(COLUMNS):
        room = market & CARD
        market >>= CARD_BITS
        table[MARKET_ROOMS + column] = room + 1
        rooms |= bit(room)
    resources: i64 = 0
    for column in range(1, COLUMNS):
        resource = market & CARD
        market >>= CARD_BITS
        table[MARKET_RESOURCES + column] = resource + 1
        resources |= bit(resource)
    table[ROOM_DECK] &= ~rooms
    table[RESOURCE_DECK] &= ~resources


def take_room(table: vec[i64], column: i64) -> i64:
    """The room of a column, which leaves it; room + 1."""
    room = table[MARKET_ROOMS + column]
    table[MARKET_ROOMS + column] = 0
    table[COLUMNS_LEFT] &= ~bit(column)
    return room


def clear_column(table: vec[i64], column: i64) -> None:
    """What lies in a column goes to the discards, rooms and resources apart (DH-14)."""
    room = table[MARKET_ROOMS + column]
    if room:
        table[ROOM_DISCARDS] |= bit(take_room(table, column) - 1)
    resource = table[MARKET_RESOURCES + column]
    if resource:
        table[RESOURCE_DISCARDS] |= bit(resource - 1)
        table[MARKET_RESOURCES + column] = 0


def pairs_of(columns: i64) -> i64:
    """The mixer's actions: two columns that both have a room (DH-42, DH-43)."""
    mask: i64 = 0
    for pair in range(PAIRS):
        if columns >> PAIR_LEFT[pair] & columns >> PAIR_RIGHT[pair] & 1:
            mask |= bit(MIX + pair)
    return mask


def mix(table: vec[i64], pair: i64) -> None:
    """Two rooms of the market change places (DH-43)."""
    left = MARKET_ROOMS + PAIR_LEFT[pair]
    right = MARKET_ROOMS + PAIR_RIGHT[pair]
    room = table[left]
    table[left] = table[right]
    table[right] = room
