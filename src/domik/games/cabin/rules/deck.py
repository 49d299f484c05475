"""Decks and piles: what lies where, what everybody sees of it, and how a month's pile becomes the next deck."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.draft import kept_card
from domik.games.cabin.rules.kit import Kit
from domik.games.cabin.rules.state import *
from domik.kernel.game import bit


def card_at(numbers: vec[i64], seat: i64, index: i64, kit: Kit) -> i64:
    """A card of this month's deck, whether anybody has seen it or not."""
    card = numbers[SEAT + SEAT_SIZE * seat + CARDS + index]
    if card:
        return card
    if kit.draft:
        return drafted(numbers, seat, index, kit)
    return numbers[kit.sealed + DRAWN_EACH * seat + index]


def drafted(numbers: vec[i64], seat: i64, index: i64, kit: Kit) -> i64:
    """A card of a deck that was drafted: last laid, first taken; the neighbour lies somewhere between."""
    if kit.neighbour:
        place = numbers[kit.sealed + DRAWN_EACH * kit.seats + seat]
        if index == place:
            return NEIGHBOUR_FACE | seat << FACE_BITS
        if index > place:
            index -= 1
    return kept_card(numbers, OPEN_SIZE + OWN_SIZE * seat, CARDS_EACH - 1 - index)


def uncover(numbers: vec[i64], seat: i64, at: i64, index: i64, kit: Kit) -> None:
    """The deck's next card can be seen (CC-4); from month 2 on every card is known."""
    if index == numbers[at + PILE] or numbers[at + CARDS + index]:
        return
    if kit.draft:
        card = drafted(numbers, seat, index, kit)
        came_up(numbers, at, index, card)
    else:
        card = numbers[kit.sealed + DRAWN_EACH * seat + index]
    numbers[at + CARDS + index] = card
    numbers[SHOWN + (card >> FACE_BITS)] |= bit((card & FACE) >> KIND_SHIFT)


def came_up(numbers: vec[i64], at: i64, index: i64, card: i64) -> None:
    """Everybody remembers which card came up as number `index`."""
    part: i64 = 0
    while index >= KEPT_EACH:
        index -= KEPT_EACH
        part += 1
    numbers[at + CAME_UP + part] |= card << (CARD_BITS * index)


def card_that_came(numbers: vec[i64], at: i64, index: i64) -> i64:
    """The card that came up as number `index` in month 1, 0 while nobody has seen it."""
    part: i64 = 0
    while index >= KEPT_EACH:
        index -= KEPT_EACH
        part += 1
    return (numbers[at + CAME_UP + part] >> (CARD_BITS * index)) & CARD


def lay_aside(numbers: vec[i64], at: i64, card: i64) -> None:
    """Onto next month's pile, face up (CC-15)."""
    laid = numbers[at + LAID]
    numbers[at + CARDS + laid] = card
    numbers[at + LAID] = laid + 1


def move_pile(numbers: vec[i64], at: i64, reverses: bool) -> None:
    """The pile becomes the new deck (CC-16), moved as it lies: the last one laid is the first one taken (CC-15)."""
    laid = numbers[at + LAID]
    numbers[at + TOP] = 0
    numbers[at + LAID] = 0
    numbers[at + PILE] = laid
    if reverses:
        first = at + CARDS
        last = first + laid - 1
        while first < last:
            card = numbers[first]
            numbers[first] = numbers[last]
            numbers[last] = card
            first += 1
            last -= 1


def shuffle_in(numbers: vec[i64], seat: i64, place: i64, kit: Kit) -> None:
    """The neighbour comes in at a random place, after the cut and after the draft (CC-47)."""
    numbers[kit.sealed + DRAWN_EACH * kit.seats + seat] = place
    if not kit.draft:
        first = kit.sealed + DRAWN_EACH * seat
        k: i64 = CARDS_EACH
        while k > place:
            numbers[first + k] = numbers[first + k - 1]
            k -= 1
        numbers[first + place] = NEIGHBOUR_FACE | seat << FACE_BITS
