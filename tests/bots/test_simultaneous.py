"""Secret choices at the same time are treated as such: in a toy game where knowing the other's choice would win."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel import game as game_module
from domik.kernel.game import AWAITED, Game
from domik.kernel.luck import Luck, luck_of
from domik.kernel.mind import SearchConfig
from domik.kernel.search import TreeSearch
from domik.kernel.search_tree import FIRST, NEXT, NODE, TOTAL, VISITS
from domik.kernel.state import View

COMPILED = not str(game_module.__file__).endswith(".py")

if not COMPILED:  # interpreted classes cannot inherit from compiled ones; the pure run plays this

    class Pennies(Game):
        """Two seats show a side each; seat 1 wins when they are equal, seat 0 when not. One awaits, own: the side."""

        def __init__(self) -> None:
            super().__init__(2, 2, 1, 1)
            self.max_moves = 2

        def start(self, deal: vec[i64]) -> vec[i64]:
            return vec[i64]([0b11, 0, 0, 0, 0])

        def legal(self, table: vec[i64], seat: i64) -> i64:
            return 0b11

        def apply(self, table: vec[i64], seat: i64, action: i64) -> None:
            table[2 + seat] = action
            table[AWAITED] &= ~(1 << seat)
            if not table[AWAITED]:
                table[1] = 1 if table[2] == table[3] else 2

        def score(self, table: vec[i64], seat: i64) -> i64:
            return 0

        def winners(self, table: vec[i64]) -> i64:
            return {0: 0, 1: 0b10, 2: 0b01}[int(table[1])]

        def imagine(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
            world = view[:]
            other = 1 - seat
            if not (view[AWAITED] >> other) & 1:
                world[2 + other] = 1 + luck.below(2)
            return world


@pytest.mark.skipif(COMPILED, reason="the toy game is interpreted")
@pytest.mark.parametrize("halving", [False, True])
@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_answers_a_choice_they_cannot_see(seat: int, halving: bool) -> None:
    """Were one seat's statistics or replies keyed by the other's pending choice, one side would win nearly always."""
    game = Pennies()
    style = SearchConfig()
    style.halving = halving
    style.margin = 0.0
    search = TreeSearch(View(game, seat, game.start(vec[i64]([]))), style, luck_of("pennies"))
    search.choose(0b11, 4000, 0.0)
    numbers = search.trees.numbers
    for who in range(2):
        child = numbers[NODE * who + FIRST]
        while child:
            mean = int(numbers[child + TOTAL]) / int(numbers[child + VISITS]) / 1e6
            assert 0.4 < mean < 0.6, f"seat {who} wins {mean:.2f}"
            child = numbers[child + NEXT]
