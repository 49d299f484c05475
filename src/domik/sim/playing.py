"""One game between bots, which see nothing but views."""

from __future__ import annotations

from collections.abc import Sequence

from domik.bots import Bot
from domik.kernel.game import lowest
from domik.kernel.record import Move, number_of
from domik.kernel.state import State


def play_on(state: State, bots: Sequence[Bot], moves: list[Move] | None = None) -> int:
    """Let the bots play to the end, in place; how many moves that took, which are also noted where wanted."""
    played = 0
    while awaited := state.awaited():
        seat = int(lowest(awaited))
        action = bots[seat].decide(state.view(seat), int(state.legal(seat)))
        state.play(seat, action)
        if moves is not None:
            moves.append(Move(seat, number_of(action)))
        played += 1
    return played
