"""What a step revealed, computed and not declared: nobody has to say which steps may be taken back.

A step is applied to many worlds that the actor, before the step, could not tell from the true one. Where the actor then
sees the same in all of them, and every other seat's own knowledge changes alike in all of them, nobody learned
anything that nobody could foresee.
"""

from __future__ import annotations

from domik.kernel.errors import IllegalMove
from domik.kernel.luck import Luck, luck_of
from domik.kernel.state import State, imagined, learned_alike, seen_alike

WORLDS = 16  # a coin that fell shows in all but one of 2 ** WORLDS cases


def reveals(before: State, seat: int, action: int, worlds: int = WORLDS, luck: Luck | None = None) -> bool:
    """Whether the step (one bit) showed anybody something that the actor could not foresee."""
    luck = luck or luck_of(f"undo {seat} {action}")
    view = before.view(seat)
    after = before.copy()
    after.play(seat, action)
    for _ in range(worlds):
        world = imagined(view, luck)
        then = world.copy()
        try:
            then.play(seat, action)
        except IllegalMove:  # the step was possible in the true world only: having been allowed is news
            return True
        if not seen_alike(after, then, seat) or not learned_alike(before, after, world, then, seat):
            return True
    return False
