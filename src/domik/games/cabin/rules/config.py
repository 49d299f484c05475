"""Configuration of one game, derived from seats, options and components, as numbers and masks for the rules."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.state import FACE_BITS, KIND_SHIFT, OPEN_SIZE, OWN_SIZE
from domik.kernel.game import to_vec


@final
class Config:
    """The cards, dice and switches of one game."""

    def __init__(
        self,
        seats: i64,
        stock: i64,
        faces: list[int],
        edges: list[int],
        worth: list[int],
        dice: i64,
        family: bool,
        draft: bool,
        template: bool,
        solvable: bool,
        neighbour: bool,
        redeal: bool,
        deck: list[int],
        scene: i64,
        chances: list[int],
        month_limit: i64,
        reverses: bool,
        failed_drops: bool,
        still_ends: bool,
    ) -> None:
        self.seats: i64 = seats
        self.sealed: i64 = OPEN_SIZE + OWN_SIZE * seats  # where the sealed compartment begins
        # The component file
        self.stock: i64 = stock  # cards per seat: twelve, and the promo cards (CC-48)
        self.pool: vec[i64] = everybodys_cards(seats, stock)
        self.faces: vec[i64] = to_vec(faces)  # FACE_SIZE numbers per face
        self.edges: vec[i64] = to_vec(edges)  # EDGE_SIZE numbers per edge of the neighbour
        self.worth: vec[i64] = to_vec(worth)  # doubled points: per month left, then per die (CC-30)
        self.dice: i64 = dice  # starting dice (CC-2)
        self.reverses: bool = reverses  # whether a pile is moved as it lies, reversing its order (CC-15)
        self.failed_drops: bool = failed_drops  # whether a failed month counts as gone (CC-17)
        self.still_ends: bool = still_ends  # whether a year that changes no die ends a life (CC-25)
        # The variants
        self.family: bool = family  # all decks shuffled together (CC-40)
        self.draft: bool = draft  # CC-41
        self.template: bool = template  # a model to copy (CC-42)
        self.solvable: bool = solvable  # whether every deck must be able to copy the model (CC-42)
        self.neighbour: bool = neighbour  # CC-44
        self.redeal: bool = redeal  # deal again until every seat has every source (CC-49)
        # The scenario (CC-43)
        self.deck: vec[i64] = to_vec(deck)  # its cards in order; empty where the decks are shuffled
        self.scene: i64 = scene  # the cabin it wants copied, 0 for none; checked only at the end
        self.chances: vec[i64] = to_vec(chances)  # what may become of each kind: LEFT_OUT, AS_NATURAL, AS_HOME
        self.month_limit: i64 = month_limit


def everybodys_cards(seats: i64, stock: i64) -> vec[i64]:
    """All seats' cards, natural and basic, set by set (CC-3)."""
    cards: list[i64] = []
    for seat in range(seats):
        for kind in range(1, stock + 1):
            cards.append(kind << KIND_SHIFT | seat << FACE_BITS)
    return vec[i64](cards)
