"""What seats, options and component file decide, as the rules read it: numbers and masks."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.state import *
from domik.kernel.game import to_vec


@final
class Config:
    """One game's cards, dice and switches."""

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
        self.stock: i64 = stock  # cards that each seat brings: twelve, and the promo cards (CC-48)
        self.pool: vec[i64] = everybodys_cards(seats, stock)
        self.faces: vec[i64] = to_vec(faces)  # FACE_SIZE numbers a face
        self.edges: vec[i64] = to_vec(edges)  # EDGE_SIZE numbers an edge of the neighbour
        self.worth: vec[i64] = to_vec(worth)  # doubled points: a month, then the eight dice (CC-30)
        self.dice: i64 = dice  # at the start (CC-2)
        self.reverses: bool = reverses  # whether a pile is moved as it lies (CC-15)
        self.failed_drops: bool = failed_drops  # whether a failed month counts as gone (CC-17)
        self.still_ends: bool = still_ends  # whether a year that changes no die ends a life (CC-25)
        # The variants
        self.family: bool = family  # all decks shuffled together (CC-40)
        self.draft: bool = draft  # CC-41
        self.template: bool = template  # a model to copy (CC-42)
        self.solvable: bool = solvable  # which every deck can copy (CC-42)
        self.neighbour: bool = neighbour  # CC-44
        self.redeal: bool = redeal  # until everybody has every source (CC-49)
        # The scenario (CC-43)
        self.deck: vec[i64] = to_vec(deck)  # its cards in order; empty: chance decides
        self.scene: i64 = scene  # the cabin that it wants copied, 0 for none; judged at the end only
        self.chances: vec[i64] = to_vec(chances)  # what may become of each kind: LEFT_OUT, AS_NATURAL, AS_HOME
        self.month_limit: i64 = month_limit


def everybodys_cards(seats: i64, stock: i64) -> vec[i64]:
    """Everybody's cards, natural and basic, one set after the other (CC-3)."""
    cards: list[i64] = []
    for seat in range(seats):
        for kind in range(1, stock + 1):
            cards.append(kind << KIND_SHIFT | seat << FACE_BITS)
    return vec[i64](cards)
