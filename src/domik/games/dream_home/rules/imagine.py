"""Determinization: a complete state consistent with everything seen. Only the order of the two decks is hidden."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules.state import CARD_BITS, COLUMNS, DECK, RESOURCE_DECK, ROOM_DECK, ROUND, ROUNDS
from domik.kernel.game import lowest
from domik.kernel.luck import Luck


def imagined_numbers(view: vec[i64], sealed: i64, luck: Luck) -> vec[i64]:
    """The view with both decks in random order."""
    numbers = view[:]
    now = view[ROUND]
    if now == ROUNDS:
        return numbers
    rooms = shuffle_deck(view[ROOM_DECK], luck)
    resources = shuffle_deck(view[RESOURCE_DECK], luck)
    room: i64 = 0
    resource: i64 = 0
    for after in range(now, ROUNDS):
        numbers[sealed + after] = pack_market(rooms, room, resources, resource)
        room += COLUMNS
        resource += COLUMNS - 1
    return numbers


def shuffle_deck(deck: i64, luck: Luck) -> vec[i64]:
    """The cards of a mask in random order."""
    cards = DECK[:]
    n: i64 = 0
    while deck:
        cards[n] = lowest(deck)
        deck &= deck - 1
        n += 1
    luck.shuffle(cards, 0, n)
    return cards


def pack_market(rooms: vec[i64], room: i64, resources: vec[i64], resource: i64) -> i64:
    """One round's market as one number: five rooms, lowest bits first, then four resources."""
    market: i64 = 0
    shift: i64 = 0
    for column in range(COLUMNS):
        market |= rooms[room + column] << shift
        shift += CARD_BITS
    for column in range(COLUMNS - 1):
        market |= resources[resource + column] << shift
        shift += CARD_BITS
    return market
