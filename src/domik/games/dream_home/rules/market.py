"""The market: five columns of a room below a resource, the leftmost with the marker instead (DH-3, DH-10, DH-43)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules.state import *
from domik.kernel.game import bit


def lay_out(numbers: vec[i64], sealed: i64) -> None:
    """The next round's five rooms and four resources come from the decks (DH-10)."""
    now = numbers[ROUND]
    market = numbers[sealed + now]
    numbers[sealed + now] = 0
    numbers[ROUND] = now + 1
    numbers[COLUMNS_LEFT] = ALL_COLUMNS
    rooms: i64 = 0
    for column in range(COLUMNS):
        room = market & CARD
        market >>= CARD_BITS
        numbers[MARKET_ROOMS + column] = room + 1
        rooms |= bit(room)
    resources: i64 = 0
    for column in range(1, COLUMNS):
        resource = market & CARD
        market >>= CARD_BITS
        numbers[MARKET_RESOURCES + column] = resource + 1
        resources |= bit(resource)
    numbers[ROOM_DECK] &= ~rooms
    numbers[RESOURCE_DECK] &= ~resources


def take_room(numbers: vec[i64], column: i64) -> i64:
    """The room of a column, which leaves it; room + 1."""
    room = numbers[MARKET_ROOMS + column]
    numbers[MARKET_ROOMS + column] = 0
    numbers[COLUMNS_LEFT] &= ~bit(column)
    return room


def clear_column(numbers: vec[i64], column: i64) -> None:
    """What lies in a column goes to the discards, rooms and resources apart (DH-14)."""
    room = numbers[MARKET_ROOMS + column]
    if room:
        numbers[ROOM_DISCARDS] |= bit(take_room(numbers, column) - 1)
    resource = numbers[MARKET_RESOURCES + column]
    if resource:
        numbers[RESOURCE_DISCARDS] |= bit(resource - 1)
        numbers[MARKET_RESOURCES + column] = 0


def pairs_of(columns: i64) -> i64:
    """The mixer's actions: two columns that both have a room (DH-42, DH-43)."""
    mask: i64 = 0
    for pair in range(PAIRS):
        if columns >> PAIR_LEFT[pair] & columns >> PAIR_RIGHT[pair] & 1:
            mask |= bit(MIX + pair)
    return mask


def mix(numbers: vec[i64], pair: i64) -> None:
    """Two rooms of the market change places (DH-43)."""
    left = MARKET_ROOMS + PAIR_LEFT[pair]
    right = MARKET_ROOMS + PAIR_RIGHT[pair]
    room = numbers[left]
    numbers[left] = numbers[right]
    numbers[right] = room
