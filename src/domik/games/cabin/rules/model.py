"""The model cabin of "Fits or not": drawn by chance, and where it is wanted one that every deck can copy (CC-42)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.beam import Beam
from domik.games.cabin.rules.kit import Kit
from domik.games.cabin.rules.position import DICE_AT
from domik.games.cabin.rules.state import *
from domik.games.cabin.rules.supply import NOT_WANTED
from domik.kernel.luck import Luck

MOST_MODELS: Final = 400
TRIED_WIDTHS: Final = vec[i64]([4, 16])  # how hard the search tries to copy a model
TRIED_MONTHS: Final = vec[i64]([4, 5, 6, 8])


def draw_model(luck: Luck, deal: vec[i64], kit: Kit) -> vec[i64]:
    """Eight cards of one shuffled two-sided deck, one a place; `solvable`: only what every deck can copy."""
    cards: list[i64] = [kind << KIND_SHIFT for kind in range(1, CARDS_EACH + 1)]
    if kit.seats == 1:
        cards = [deal[k] & FACE for k in range(CARDS_EACH)]
    tries: i64 = 0
    while True:
        model = vec[i64](cards)
        luck.shuffle(model, 0, CARDS_EACH)
        for place in range(PLACES):
            model[place] |= HOME * luck.below(2)
        model = model[:PLACES]
        tries += 1
        if not kit.solvable or tries == MOST_MODELS or everyone_can_copy(model, deal, kit):
            return model


def everyone_can_copy(model: vec[i64], deal: vec[i64], kit: Kit) -> bool:
    """Whether the search completes the model with every player's deck."""
    for seat in range(kit.seats):
        kinds: list[i64] = []
        wanted: list[i64] = []
        for k in range(CARDS_EACH):
            kind = (deal[kit.stock * seat + k] & FACE) >> KIND_SHIFT
            side: i64 = NOT_WANTED
            for place in range(PLACES):
                if model[place] >> KIND_SHIFT == kind:
                    side = model[place] & HOME
            kinds.append(kind)
            wanted.append(side)
        if not can_be_built(vec[i64](kinds), vec[i64](wanted), kit):
            return False
    return True


def can_be_built(kinds: vec[i64], wanted: vec[i64], kit: Kit) -> bool:
    """Whether the search completes a cabin of these sides (NOT_WANTED, 0, HOME) from a fresh deck."""
    for width in TRIED_WIDTHS:
        beam = Beam(kinds, kit, width, (CARDS_EACH + 1) * MONTHS + 1)
        for card in range(len(kinds)):
            beam.wanted[card] = wanted[card]
        beam.targets = PLACES
        for month in TRIED_MONTHS:
            if beam.run(kit.dice << DICE_AT, 1, 0, month):
                return True
    return False
