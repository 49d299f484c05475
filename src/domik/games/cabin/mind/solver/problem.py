"""What the solver is asked: a position of one cabin."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.outlook import ANY_BUILT_AT, DICE_AT, STATUS_BITS
from domik.kernel.game import bit


@final
class Problem:
    """A position of one cabin with its whole deck known."""

    def __init__(
        self,
        kinds: vec[i64],
        edges: vec[i64],
        allowed: vec[i64],
        dice: i64,
        month: i64,
        slot: i64,
        any_built: bool,
        placed: i64,
        fixed: i64,
        last_month: i64,
    ) -> None:
        self.kinds: vec[i64] = kinds  # unbuilt cards in this month's order, those put aside already first
        self.edges: vec[i64] = edges
        self.allowed: vec[i64] = allowed
        self.dice: i64 = dice
        self.month: i64 = month
        self.slot: i64 = slot
        self.any_built: bool = any_built
        self.placed: i64 = placed
        self.fixed: i64 = fixed  # a cabin that every face must be copied from, place by place; 0: none
        self.last_month: i64 = last_month

    def start(self) -> i64:
        """The position as the beam's number."""
        word = self.dice << DICE_AT
        for card in range(len(self.kinds)):
            word |= self.edges[card] << (STATUS_BITS * card)
        return word | bit(ANY_BUILT_AT) if self.any_built else word
