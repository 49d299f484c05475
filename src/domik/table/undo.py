"""What a step revealed, computed and not declared: nobody has to say which steps may be taken back.

A step is applied to many worlds that the actor, before the step, could not tell from the true one. Where the actor then
sees the same in all of them, and every other seat's own knowledge changes alike in all of them, nobody learned
anything that nobody could foresee.
"""

from __future__ import annotations

from domik.kernel.errors import IllegalMove
from domik.kernel.luck import Luck, luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.record import action_of
from domik.kernel.state import State, imagined, learned_alike, seen_alike
from domik.table.course import Course

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


def last_chosen(course: Course, seat: int) -> int | None:
    """The number of the seat's last move that it chose itself."""
    for number in range(len(course.moves) - 1, -1, -1):
        if course.moves[number].seat == seat and not course.auto[number]:
            return number
    return None


def objection(course: Course, seat: int, worlds: int = WORLDS, luck: Luck | None = None) -> Phrase | None:
    """Why a seat's last chosen move, and whatever it forced, must stay; None when nobody learned anything from it."""
    number = last_chosen(course, seat)
    if number is None or course.is_over:
        return Phrase("table.error.undo_nothing")
    if any(move.seat != seat for move in course.moves[number:]):
        return Phrase("table.error.undo_others")
    marked = course.mark()
    state = marked[1].copy() if marked is not None and marked[0] == number else course.state_at(number)
    for move in course.moves[number:]:
        if reveals(state, seat, action_of(move.action), worlds, luck):
            return Phrase("table.error.undo_revealed")
        state.play(seat, action_of(move.action))
    return None
