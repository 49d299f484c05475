"""What a step revealed, computed and not declared: nobody has to say which steps may be taken back.

A step is applied to many worlds that the actor, before the step, could not tell from the true one. Where the actor then
sees the same in all of them, and every other seat's own knowledge changes alike in all of them, nobody learned
anything that nobody could foresee.
"""

from __future__ import annotations

from domik.kernel.errors import IllegalMove
from domik.kernel.luck import Luck, luck_of
from domik.kernel.state import State, imagined

WORLDS = 16  # a coin that fell shows in all but one of 2 ** WORLDS cases


def reveals(before: State, seat: int, action: int, worlds: int = WORLDS, luck: Luck | None = None) -> bool:
    """Whether the step (one bit) showed anybody something that the actor could not foresee."""
    luck = luck or luck_of(f"undo {seat} {action}")
    view = before.view(seat)
    true = before.copy()
    true.play(seat, action)
    seen = known(true, seat)
    learned = others_learned(before, true, seat)
    for _ in range(worlds):
        world = imagined(view, luck)
        after = world.copy()
        try:
            after.play(seat, action)
        except IllegalMove:  # the step was possible in the true world only: having been allowed is news
            return True
        if known(after, seat) != seen or others_learned(world, after, seat) != learned:
            return True
    return False


def others_learned(before: State, after: State, seat: int) -> list[tuple[int, int]]:
    """The changed numbers of the other seats' own compartments, with their new values."""
    game = before.game
    size = int(game.own_size)
    changed: list[tuple[int, int]] = []
    for other in range(int(game.seats)):
        at = int(game.own_at(other))
        old, new = list(before.table[at : at + size]), list(after.table[at : at + size])
        if other != seat and old != new:
            changed += [(at + k, int(new[k])) for k in range(size) if old[k] != new[k]]
    return changed


def known(state: State, seat: int) -> tuple[list[int], list[int]]:
    """What the seat sees: the open compartment and its own."""
    game = state.game
    at = int(game.own_at(seat))
    return list(state.table[: game.open_size]), list(state.table[at : at + game.own_size])
