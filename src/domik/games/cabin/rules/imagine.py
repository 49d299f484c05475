"""A whole Cozy Cabin state that agrees with what one seat has seen; month 1's decks and drafted hands are secret."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.dealing import EVERY_RESOURCE, MOST_REDEALS, sources
from domik.games.cabin.rules.state import *
from domik.games.cabin.rules.waves import imagine_draft
from domik.kernel.luck import Luck


def imagined_table(
    view: vec[i64],
    seat: i64,
    seats: i64,
    stock: i64,
    family: bool,
    draft: bool,
    neighbour: bool,
    redeal: bool,
    faces: vec[i64],
    luck: Luck,
) -> vec[i64]:
    """The view with everything unseen drawn anew."""
    numbers = view[:]
    if draft:
        imagine_draft(numbers, seat, seats, stock, neighbour, luck)
        return numbers
    tries: i64 = 0
    if family:
        while True:
            tries += 1
            fits = fill_decks(numbers, 0, seats, unseen_of(view, 0, seats, stock), neighbour, faces, luck)
            if fits or not redeal or tries == MOST_REDEALS:
                return numbers
    for other in range(seats):
        tries = 0
        while True:
            tries += 1
            unseen = unseen_of(view, other, other + 1, stock)
            fits = fill_decks(numbers, other, other + 1, unseen, neighbour, faces, luck)
            if fits or not redeal or tries == MOST_REDEALS:
                break
    return numbers


def unseen_of(view: vec[i64], first: i64, last: i64, stock: i64) -> vec[i64]:
    """The cards of these sets that nobody has seen."""
    found: list[i64] = []
    for owner in range(first, last):
        for kind in range(1, stock + 1):
            if not (view[SHOWN + owner] >> kind) & 1:
                found.append(kind << KIND_SHIFT | owner << FACE_BITS)
    return vec[i64](found)


def fill_decks(
    numbers: vec[i64], first: i64, last: i64, unseen: vec[i64], neighbour: bool, faces: vec[i64], luck: Luck
) -> bool:
    """Put unseen cards where these seats' decks are unknown; whether every hand has all its sources (CC-49)."""
    seats = (len(numbers) - OPEN_SIZE) // (OWN_SIZE + SEALED_EACH)
    sealed = OPEN_SIZE + OWN_SIZE * seats
    luck.shuffle(unseen, 0, len(unseen))
    drawn: i64 = 0
    fits = True
    for seat in range(first, last):
        at = SEAT + SEAT_SIZE * seat
        found = shown_sources(numbers, at, faces)
        hidden = first_hidden(numbers, at)
        pile = numbers[at + PILE]
        deck = sealed + DRAWN_EACH * seat
        place: i64 = PILE_MOST
        if neighbour and hidden < pile and not (numbers[SHOWN + seat] >> NEIGHBOUR) & 1:
            place = hidden + luck.below(pile - hidden)
        for index in range(hidden, pile):
            if index == place:
                numbers[deck + index] = NEIGHBOUR_FACE | seat << FACE_BITS
            else:
                card = unseen[drawn]
                drawn += 1
                numbers[deck + index] = card
                found |= sources(card, faces)
        if found != EVERY_RESOURCE:
            fits = False
    return fits


def first_hidden(numbers: vec[i64], at: i64) -> i64:
    """The first card of a deck that nobody knows; the pile's end when all are known."""
    for index in range(numbers[at + TOP], numbers[at + PILE]):
        if not numbers[at + CARDS + index]:
            return index
    return numbers[at + PILE]


def shown_sources(numbers: vec[i64], at: i64, faces: vec[i64]) -> i64:
    """The resources that a seat's known cards give, built or in its piles."""
    found: i64 = 0
    for index in range(PILE_MOST):
        found |= sources(numbers[at + CARDS + index], faces)
    placed = numbers[at + PLACED]
    while placed:
        found |= sources(placed & FACE, faces)
        placed >>= FACE_BITS
    return found
