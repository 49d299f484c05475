"""Nothing that a server does a million times may keep memory: views, drawings, decisions, replays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from domik.bots import bot_of
from domik.games import GAMES, title_of
from domik.kernel.drawing import Player
from domik.kernel.luck import luck_of
from domik.kernel.state import dealt_state, new_state
from domik.language import words_for
from domik.web.pen import Pen

STATM = Path("/proc/self/statm")
ROUNDS = 1500
MOST = 120  # bytes a call: a leaked table is over a thousand

pytestmark = pytest.mark.skipif(not STATM.exists(), reason="memory is read from /proc")


def kept_by(call: Callable[[], object]) -> float:
    """Bytes a call leaves behind, caches warm."""
    for _ in range(ROUNDS // 2):
        call()
    before = int(STATM.read_text().split()[1])
    for _ in range(ROUNDS):
        call()
    return (int(STATM.read_text().split()[1]) - before) * 4096 / ROUNDS


@pytest.mark.parametrize("name", list(GAMES))
def test_nothing_keeps_a_table(name: str) -> None:
    title = title_of(name)
    match = title.match(title.most_seats)
    state = new_state(match.game, luck_of("leaks"))
    bot = bot_of("greedy", luck_of(1))
    deal = [int(number) for number in match.game.deal(luck_of(2))]
    seat = (int(state.awaited()) & -int(state.awaited())).bit_length() - 1
    say = words_for("en", (title.words,))
    pen = Pen("en", False, (title.words,))
    players = tuple(Player(f"player {k}") for k in range(match.seats))
    draw = title.module("page.drawing").draw
    calls: dict[str, Callable[[], object]] = {
        "deal": lambda: dealt_state(match.game, deal),
        "decide": lambda: bot.decide(state.view(seat), int(state.legal(seat))),
        "draw": lambda: draw(match, state.view(seat), pen, players),
        "sketch": lambda: match.sketch(state.view(seat), say),
        "low sketch": lambda: match.sketch(state.view(seat), say, low=True),
        "tally": lambda: match.tally(state.view()),
        "prompt": lambda: say(match.prompt(state.view(seat))),
    }
    kept = {what: kept_by(call) for what, call in calls.items()}
    assert all(size < MOST for size in kept.values()), kept
