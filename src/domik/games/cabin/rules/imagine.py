"""A whole Cozy Cabin state that agrees with what one seat has seen; month 1's decks and drafted hands are secret."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.dealing import EVERY_RESOURCE, MOST_REDEALS, sources
from domik.games.cabin.rules.kit import Kit
from domik.games.cabin.rules.state import *
from domik.games.cabin.rules.waves import imagine_draft
from domik.kernel.luck import Luck


def imagined_numbers(view: vec[i64], seat: i64, kit: Kit, luck: Luck) -> vec[i64]:
    """The view with everything unseen drawn anew."""
    numbers = view[:]
    if kit.draft:
        imagine_draft(numbers, seat, kit, luck)
    elif kit.family:
        imagine_decks(numbers, view, 0, kit.seats, kit, luck)
    else:
        for other in range(kit.seats):
            imagine_decks(numbers, view, other, other + 1, kit, luck)
    return numbers


def imagine_decks(numbers: vec[i64], view: vec[i64], first: i64, last: i64, kit: Kit, luck: Luck) -> None:
    """Decks of these seats that share their cards, again and again where they would have been redealt (CC-49)."""
    tries: i64 = 0
    while True:
        tries += 1
        fits = fill_decks(numbers, first, last, unseen_of(view, first, last, kit.stock), kit, luck)
        if fits or not kit.redeal or tries == MOST_REDEALS:
            return


def unseen_of(view: vec[i64], first: i64, last: i64, stock: i64) -> vec[i64]:
    """The cards of these sets that nobody has seen."""
    found: list[i64] = []
    for owner in range(first, last):
        for kind in range(1, stock + 1):
            if not (view[SHOWN + owner] >> kind) & 1:
                found.append(kind << KIND_SHIFT | owner << FACE_BITS)
    return vec[i64](found)


def fill_decks(numbers: vec[i64], first: i64, last: i64, unseen: vec[i64], kit: Kit, luck: Luck) -> bool:
    """Put unseen cards where these seats' decks are unknown; whether every hand has all its sources (CC-49)."""
    faces = kit.faces
    luck.shuffle(unseen, 0, len(unseen))
    drawn: i64 = 0
    fits = True
    for seat in range(first, last):
        at = SEAT + SEAT_SIZE * seat
        found = shown_sources(numbers, at, faces)
        hidden = first_hidden(numbers, at)
        pile = numbers[at + PILE]
        deck = kit.sealed + DRAWN_EACH * seat
        place: i64 = PILE_MOST
        if kit.neighbour and hidden < pile and not (numbers[SHOWN + seat] >> NEIGHBOUR) & 1:
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
