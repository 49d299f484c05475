"""Nothing that a server does a million times may keep memory: views, moves, worlds, decisions, drawings, texts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from domik.bots import bot_of
from domik.kernel.luck import luck_of
from domik.kernel.state import dealt_state, imagined, new_state
from domik.language import words_for
from domik.testing.shown import PLAYERS
from domik.testing.steps import QUICK, seats_of
from domik.testing.subject import Subject
from domik.web.pen import pen_for

STATM = Path("/proc/self/statm")
PAGE = 4096
ROUNDS = 800 if QUICK else 1500
TRIES = 3
MOST = 120  # bytes a call: the numbers of a small game are more


class Leaks:
    """Memory before and after very many calls."""

    @pytest.mark.skipif(not STATM.exists(), reason="memory is read from /proc")
    def test_nothing_keeps_numbers(self, game: Subject) -> None:
        """A leak of one state a move is gigabytes on a busy server (docs/decisions/0008 and 0018)."""
        leaking = {what: least_kept(call) for what, call in often_called(game).items()}
        assert not {what: size for what, size in leaking.items() if size >= MOST}


def often_called(game: Subject) -> dict[str, Callable[[], object]]:
    """What happens at every move, each with numbers of its own."""
    title = game.title
    match = title.match(title.most_seats)
    state = new_state(match.game, luck_of("leaks"))
    luck = luck_of(2)
    bot = bot_of("greedy", luck_of(1))
    deal = [int(number) for number in match.game.deal(luck_of(2))]
    seat = seats_of(int(state.awaited()))[0]
    action = int(state.legal(seat)) & -int(state.legal(seat))
    say = words_for("en", (title.words,))
    pen = pen_for("en", "desk", title.words)
    calls: dict[str, Callable[[], object]] = {
        "luck": lambda: match.game.deal(luck),
        "deal": lambda: dealt_state(match.game, deal),
        "play": lambda: state.copy().play(seat, action),
        "score": lambda: state.view().score(seat),
        "imagine": lambda: imagined(state.view(seat), luck),
        "decide": lambda: bot.decide(state.view(seat), int(state.legal(seat))),
        "alike": lambda: state.view(seat).alike(action),
        "sketch": lambda: match.sketch(state.view(seat), say),
        "low sketch": lambda: match.sketch(state.view(seat), say, low=True),
        "tally": lambda: match.tally(state.view()),
        "prompt": lambda: say(match.prompt(state.view(seat))),
    }
    if title.has("page.drawing"):
        draw = title.module("page.drawing").draw
        players = PLAYERS[: match.seats]
        calls["draw"] = lambda: draw(match, state.view(seat), pen, players)
    return calls


def least_kept(call: Callable[[], object]) -> float:
    """Bytes a call leaves behind; a leak is there every time, memory that Python keeps for itself is not."""
    size = kept_by(call)
    for _ in range(TRIES - 1):
        if size >= MOST:
            size = min(size, kept_by(call))
    return size


def kept_by(call: Callable[[], object]) -> float:
    """Bytes a call leaves behind, caches warm."""
    for _ in range(ROUNDS // 2):
        call()
    before = int(STATM.read_text().split()[1])
    for _ in range(ROUNDS):
        call()
    return (int(STATM.read_text().split()[1]) - before) * PAGE / ROUNDS
