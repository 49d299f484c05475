"""Where bots think: the rules are made once for all decisions of tables that play alike."""

from __future__ import annotations

from typing import Any

import pytest

from domik import games
from domik.bots import parse_bot
from domik.games import cached_match, game_package
from domik.kernel.luck import luck_of
from domik.kernel.package import GamePackage, Match
from domik.kernel.state import new_state
from domik.server.bots.worker import DecisionTask, decide


def test_a_worker_makes_the_rules_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    make = GamePackage.match

    def counted(package: GamePackage, seats: int, *more: Any) -> Match:
        made.append(seats)
        return make(package, seats, *more)

    match = game_package("treehouse").match(3, {"edition": "nk"})
    view = new_state(match.game, luck_of(1)).view(1)
    numbers = [int(number) for number in view.numbers]
    tasks: list[DecisionTask] = [
        ("treehouse", 3, match.options_json(), "", numbers, 1, parse_bot(bot), str(seed), False)
        for bot in ("random", "normal")
        for seed in range(5)
    ]
    games._match.cache_clear()
    monkeypatch.setattr(GamePackage, "match", counted)
    assert all(decide(task) & int(view.legal()) for task in tasks)
    assert made == [3]


def test_options_in_another_order_are_the_same_game() -> None:
    options = game_package("treehouse").match(2).options_json()
    turned = dict(reversed(options.items()))
    assert cached_match("treehouse", 2, options) is cached_match("treehouse", 2, turned)
    assert cached_match("treehouse", 3, options) is not cached_match("treehouse", 2, options)


def test_a_hash_of_components_is_reckoned_once() -> None:
    components = game_package("treehouse").match(2).components
    assert components.hash() is components.hash()
