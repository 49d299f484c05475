"""Random setup before the first card: the decks, the neighbours' positions and the model cabin."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.kernel.luck import Luck

MOST_REDEALS: Final = 1000  # limit, because a component file may leave a resource without any source
EVERY_RESOURCE: Final = 0xF


def deal_cards(luck: Luck, config: Config) -> vec[i64]:
    """The decks (or the common deck), then each neighbour's position."""
    deal = config.pool[:]
    seats = config.seats
    stock = config.stock
    pooled = config.family or config.draft
    each = at.CARDS_EACH if pooled else stock
    tries: i64 = 0
    while True:
        if pooled:
            luck.shuffle(deal, 0, seats * stock)  # CC-40, CC-41
        else:
            for seat in range(seats):
                luck.shuffle(deal, stock * seat, stock * seat + stock)
        tries += 1
        if not config.redeal or tries == MOST_REDEALS or every_hand_has_sources(deal, each, config):
            break
    if not config.neighbour:
        return deal
    places: list[i64] = [luck.below(at.PILE_MOST) for _again in range(seats)]
    return concatenate(deal, vec[i64](places))


def concatenate(first: vec[i64], second: vec[i64]) -> vec[i64]:
    both: list[i64] = []
    for number in first:
        both.append(number)
    for number in second:
        both.append(number)
    return vec[i64](both)


def every_hand_has_sources(deal: vec[i64], each: i64, config: Config) -> bool:
    """Whether each seat's twelve cards give every natural resource (CC-49)."""
    for seat in range(config.seats):
        found: i64 = 0
        for k in range(at.CARDS_EACH):
            found |= source_mask(deal[each * seat + k], config.faces)
        if found != EVERY_RESOURCE:
            return False
    return True


def source_mask(card: i64, faces: vec[i64]) -> i64:
    """Mask of the natural resource that a card gives."""
    face = card & at.FACE
    if not face or face >= at.NEIGHBOUR_FACE:
        return 0
    shift = faces[at.FACE_SIZE * (face & ~3) + at.GAIN_SHIFT]
    mask: i64 = EVERY_RESOURCE
    return (mask + 1) >> (4 - (shift >> 2))


MOST_MODELS: Final = 400


class ModelCheck:
    """Whether every seat can copy a model cabin (CC-42); the solver's version is in mind/solver/model_check.py."""

    def everyone_can_copy(self, model: vec[i64], deal: vec[i64], config: Config) -> bool:
        """Accept every model; overridden where a solver is available."""
        return True


def draw_model(luck: Luck, deal: vec[i64], config: Config, check: ModelCheck) -> vec[i64]:
    """Draw the model: eight cards of a shuffled two-sided deck; with `solvable`, only one every deck can copy."""
    cards: list[i64] = [kind << at.KIND_SHIFT for kind in range(1, at.CARDS_EACH + 1)]
    if config.seats == 1:
        cards = [deal[k] & at.FACE for k in range(at.CARDS_EACH)]
    tries: i64 = 0
    while True:
        model = vec[i64](cards)
        luck.shuffle(model, 0, at.CARDS_EACH)
        for place in range(at.PLACES):
            model[place] |= at.HOME * luck.below(2)
        model = model[: at.PLACES]
        tries += 1
        if not config.solvable or tries == MOST_MODELS or check.everyone_can_copy(model, deal, config):
            return model
