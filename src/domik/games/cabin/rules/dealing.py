"""What chance decides before the first card: the decks, and where the neighbours lie."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.kit import Kit
from domik.games.cabin.rules.state import *
from domik.kernel.luck import Luck

MOST_REDEALS: Final = 1000  # a component file may leave a resource without any source at all
EVERY_RESOURCE: Final = 0xF


def dealt(luck: Luck, kit: Kit) -> vec[i64]:
    """The decks (or the common deck), then where each neighbour lies."""
    deal = kit.pool[:]
    seats = kit.seats
    stock = kit.stock
    pooled = kit.family or kit.draft
    each = CARDS_EACH if pooled else stock
    tries: i64 = 0
    while True:
        if pooled:
            luck.shuffle(deal, 0, seats * stock)  # CC-40, CC-41
        else:
            for seat in range(seats):
                luck.shuffle(deal, stock * seat, stock * seat + stock)
        tries += 1
        if not kit.redeal or tries == MOST_REDEALS or every_hand_has_sources(deal, each, kit):
            break
    if not kit.neighbour:
        return deal
    places: list[i64] = [luck.below(PILE_MOST) for _again in range(seats)]
    return joined(deal, vec[i64](places))


def joined(first: vec[i64], second: vec[i64]) -> vec[i64]:
    """One list after the other."""
    both: list[i64] = []
    for number in first:
        both.append(number)
    for number in second:
        both.append(number)
    return vec[i64](both)


def every_hand_has_sources(deal: vec[i64], each: i64, kit: Kit) -> bool:
    """Whether everybody can get every natural resource from their twelve cards (CC-49)."""
    for seat in range(kit.seats):
        found: i64 = 0
        for k in range(CARDS_EACH):
            found |= sources(deal[each * seat + k], kit.faces)
        if found != EVERY_RESOURCE:
            return False
    return True


def sources(card: i64, faces: vec[i64]) -> i64:
    """The natural resource that a card gives, as a mask."""
    face = card & FACE
    if not face or face >= NEIGHBOUR_FACE:
        return 0
    shift = faces[FACE_SIZE * (face & ~3) + GAIN_SHIFT]
    mask: i64 = EVERY_RESOURCE
    return (mask + 1) >> (4 - (shift >> 2))
