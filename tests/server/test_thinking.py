"""Where bots think: the rules are made once for all decisions of tables that play alike."""

from __future__ import annotations

from typing import Any

import pytest

from domik.games import title_of
from domik.kernel.luck import luck_of
from domik.kernel.state import new_state
from domik.kernel.title import Match, Title
from domik.server.thinking import matches
from domik.server.thinking.worker import Task, decide


def test_a_worker_makes_the_rules_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    make = Title.match

    def counted(title: Title, seats: int, *more: Any) -> Match:
        made.append(seats)
        return make(title, seats, *more)

    match = title_of("treehouse").match(3, {"edition": "nk"})
    view = new_state(match.game, luck_of(1)).view(1)
    numbers = [int(number) for number in view.numbers]
    tasks: list[Task] = [
        ("treehouse", 3, match.options_json(), numbers, 1, bot, str(seed), False)
        for bot in ("random", "normal")
        for seed in range(5)
    ]
    matches._match.cache_clear()
    monkeypatch.setattr(Title, "match", counted)
    assert all(decide(task) & int(view.legal()) for task in tasks)
    assert made == [3]


def test_options_in_another_order_are_the_same_game() -> None:
    options = title_of("treehouse").match(2).options_json()
    turned = dict(reversed(options.items()))
    assert matches.match_for("treehouse", 2, options) is matches.match_for("treehouse", 2, turned)
    assert matches.match_for("treehouse", 3, options) is not matches.match_for("treehouse", 2, options)


def test_a_hash_of_components_is_reckoned_once() -> None:
    components = title_of("treehouse").match(2).components
    assert components.hash() is components.hash()
