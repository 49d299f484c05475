"""What chance decides before the first card: decks, where the neighbours lie, the model cabin."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.beam import Beam
from domik.games.cabin.mind.solver.outlook import DICE_AT
from domik.games.cabin.rules.state import *
from domik.kernel.luck import Luck

MOST_REDEALS: Final = 1000  # a component file may leave a resource without any source at all
MOST_MODELS: Final = 400
TRIED_WIDTHS: Final = vec[i64]([4, 16])  # how hard the solver tries to copy a model
TRIED_MONTHS: Final = vec[i64]([4, 5, 6, 8])
EVERY_RESOURCE: Final = 0xF


def box(seats: i64, stock: i64) -> vec[i64]:
    """Everybody's cards, natural and basic, one set after the other (CC-3)."""
    cards: list[i64] = []
    for seat in range(seats):
        for kind in range(1, stock + 1):
            cards.append(kind << KIND_SHIFT | seat << FACE_BITS)
    return vec[i64](cards)


def dealt(
    luck: Luck, pool: vec[i64], seats: i64, stock: i64, pooled: bool, redeal: bool, neighbour: bool, faces: vec[i64]
) -> vec[i64]:
    """The decks (or the common deck), then where each neighbour lies, then room for a model."""
    deal = pool[:]
    tries: i64 = 0
    while True:
        if pooled:
            luck.shuffle(deal, 0, seats * stock)  # CC-40, CC-41
        else:
            for seat in range(seats):
                luck.shuffle(deal, stock * seat, stock * seat + stock)
        tries += 1
        each = CARDS_EACH if pooled else stock
        if not redeal or tries == MOST_REDEALS or every_hand_has_sources(deal, seats, each, faces):
            break
    if not neighbour:
        return deal
    places: list[i64] = [luck.below(PILE_MOST) for _ in range(seats)]
    return joined(deal, vec[i64](places))


def joined(first: vec[i64], second: vec[i64]) -> vec[i64]:
    """One list after the other."""
    both: list[i64] = []
    for number in first:
        both.append(number)
    for number in second:
        both.append(number)
    return vec[i64](both)


def sources(card: i64, faces: vec[i64]) -> i64:
    """The natural resource that a card gives, as a mask."""
    face = card & FACE
    if not face or face >= NEIGHBOUR_FACE:
        return 0
    shift = faces[FACE_SIZE * (face & ~3) + GAIN_SHIFT]
    mask: i64 = EVERY_RESOURCE
    return (mask + 1) >> (4 - (shift >> 2))


def every_hand_has_sources(deal: vec[i64], seats: i64, each: i64, faces: vec[i64]) -> bool:
    """Whether everybody can get every natural resource from their twelve cards (CC-49)."""
    for seat in range(seats):
        found: i64 = 0
        for k in range(CARDS_EACH):
            found |= sources(deal[each * seat + k], faces)
        if found != EVERY_RESOURCE:
            return False
    return True


def draw_model(
    luck: Luck, deal: vec[i64], seats: i64, stock: i64, solvable: bool, dice: i64, faces: vec[i64], reverses: bool
) -> vec[i64]:
    """Eight cards of one shuffled two-sided deck, one a place; `solvable`: only what every deck can copy (CC-42)."""
    cards: list[i64] = [kind << KIND_SHIFT for kind in range(1, CARDS_EACH + 1)]
    if seats == 1:
        cards = [deal[k] & FACE for k in range(CARDS_EACH)]
    tries: i64 = 0
    while True:
        model = vec[i64](cards)
        luck.shuffle(model, 0, CARDS_EACH)
        for place in range(PLACES):
            model[place] |= HOME * luck.below(2)
        model = model[:PLACES]
        tries += 1
        if not solvable or tries == MOST_MODELS or everyone_can_copy(model, deal, seats, stock, dice, faces, reverses):
            return model


def everyone_can_copy(
    model: vec[i64], deal: vec[i64], seats: i64, stock: i64, dice: i64, faces: vec[i64], reverses: bool
) -> bool:
    """Whether the solver completes the model with every player's deck."""
    for seat in range(seats):
        kinds: list[i64] = []
        wanted: list[i64] = []
        for k in range(CARDS_EACH):
            kind = (deal[stock * seat + k] & FACE) >> KIND_SHIFT
            side: i64 = -1
            for place in range(PLACES):
                if model[place] >> KIND_SHIFT == kind:
                    side = model[place] & HOME
            kinds.append(kind)
            wanted.append(side)
        if not can_be_built(vec[i64](kinds), vec[i64](wanted), dice, faces, reverses):
            return False
    return True


def can_be_built(kinds: vec[i64], wanted: vec[i64], dice: i64, faces: vec[i64], reverses: bool) -> bool:
    """Whether the search completes a cabin of these sides (-1: left out, 0, HOME) from a fresh deck (CC-42)."""
    for width in TRIED_WIDTHS:
        beam = Beam(kinds, faces, reverses, width, (CARDS_EACH + 1) * MONTHS + 1)
        for card in range(len(kinds)):
            beam.wanted[card] = wanted[card]
        beam.targets = PLACES
        for month in TRIED_MONTHS:
            if beam.run(dice << DICE_AT, 1, 0, month):
                return True
    return False
