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
    seen = list(true.view(seat).table)
    learned = others_learned(before, true, seat)
    for _ in range(worlds):
        world = imagined(view, luck)
        after = world.copy()
        try:
            after.play(seat, action)
        except IllegalMove:  # the step was possible in the true world only: having been allowed is news
            return True
        if list(after.view(seat).table) != seen or others_learned(world, after, seat) != learned:
            return True
    return False


def others_learned(before: State, after: State, seat: int) -> list[tuple[int, int]]:
    """The changed numbers of the other seats' own compartments, with their new values."""
    game = before.game
    changed: list[tuple[int, int]] = []
    for other in range(int(game.seats)):
        if other != seat:
            at = int(game.own_at(other))
            for k in range(at, at + int(game.own_size)):
                if before.table[k] != after.table[k]:
                    changed.append((k, int(after.table[k])))
    return changed
