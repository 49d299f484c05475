"""Undo: whether a move revealed anything is computed, not declared by each game.

A move is applied to many imagined worlds that the actor could not distinguish from the true one. If the actor then sees
the same in all of them, and every other seat's private knowledge changes alike in all of them, the move revealed
nothing that the actor could not foresee.
"""

from __future__ import annotations

from domik.kernel.errors import IllegalMove
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.record import action_of
from domik.kernel.state import State, imagine_state, same_observation, same_private_changes
from domik.table.running_game import RunningGame

WORLDS = 16  # a revealed coin flip is missed with probability 2 ** -WORLDS
LABEL_WORLDS = 4  # the first of them, sampled to label a button
UNDO_NOTHING = Phrase("table.error.undo_nothing")


def reveals(before: State, seat: int, action: int, worlds: int = WORLDS) -> bool:
    """Whether the move (one bit) showed any seat something that the actor could not foresee.

    The generator is this question's own: the answer depends on the position and the move, and on nothing else.
    """
    luck = luck_of(f"undo {seat} {action}")
    view = before.view(seat)
    after = before.copy()
    after.play(seat, action)
    for _ in range(worlds):
        world = imagine_state(view, luck)
        then = world.copy()
        try:
            then.play(seat, action)
        except IllegalMove:  # legal in the true world only: that it was legal is itself information
            return True
        if not same_observation(after, then, seat) or not same_private_changes(before, after, world, then, seat):
            return True
    return False


def last_chosen_move(running_game: RunningGame, seat: int) -> int | None:
    """The index of the seat's last move that it chose itself; None if there is none."""
    for number in range(len(running_game.moves) - 1, -1, -1):
        if running_game.moves[number].seat == seat and not running_game.auto[number]:
            return number
    return None


def reveal_objection(running_game: RunningGame, seat: int, worlds: int = WORLDS) -> Phrase | None:
    """Why a seat's last chosen move, and what it forced, cannot be undone freely; None when it revealed nothing."""
    number = last_chosen_move(running_game, seat)
    if number is None or running_game.is_over:
        return UNDO_NOTHING
    if any(move.seat != seat for move in running_game.moves[number:]):
        return Phrase("table.error.undo_others")
    marked = running_game.checkpoint()
    state = marked[1].copy() if marked is not None and marked[0] == number else running_game.state_at(number)
    for move in running_game.moves[number:]:
        if reveals(state, seat, action_of(move.action), worlds):
            return Phrase("table.error.undo_revealed")
        state.play(seat, action_of(move.action))
    return None
