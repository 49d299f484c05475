"""Undo: whether a move revealed anything is computed, not declared by each game.

A move is applied to many imagined worlds that the actor could not distinguish from the true one. If the actor then sees
the same in all of them, and every other seat's private knowledge changes alike in all of them, the move revealed
nothing that the actor could not foresee.
"""

from __future__ import annotations

from domik.kernel.errors import IllegalMove
from domik.kernel.luck import Luck, luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.record import action_of
from domik.kernel.state import State, imagine_state, same_observation, same_private_changes
from domik.table import journal
from domik.table.errors import refuse
from domik.table.journal import Entry
from domik.table.running_game import RunningGame
from domik.table.table import Table

WORLDS = 16  # a revealed coin flip is missed with probability 2 ** -WORLDS


def reveals(before: State, seat: int, action: int, worlds: int = WORLDS, luck: Luck | None = None) -> bool:
    """Whether the move (one bit) showed any seat something that the actor could not foresee."""
    luck = luck or luck_of(f"undo {seat} {action}")
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


def reveal_objection(
    running_game: RunningGame, seat: int, worlds: int = WORLDS, luck: Luck | None = None
) -> Phrase | None:
    """Why a seat's last chosen move, and what it forced, cannot be undone freely; None when it revealed nothing."""
    number = last_chosen_move(running_game, seat)
    if number is None or running_game.is_over:
        return Phrase("table.error.undo_nothing")
    if any(move.seat != seat for move in running_game.moves[number:]):
        return Phrase("table.error.undo_others")
    marked = running_game.checkpoint()
    state = marked[1].copy() if marked is not None and marked[0] == number else running_game.state_at(number)
    for move in running_game.moves[number:]:
        if reveals(state, seat, action_of(move.action), worlds, luck):
            return Phrase("table.error.undo_revealed")
        state.play(seat, action_of(move.action))
    return None


QUICK_WORLDS = 4  # worlds sampled to label a button; the undo itself samples WORLDS
QUICK_LUCK = luck_of("undo")  # one stream for all tables: seeding costs more than the worlds


def undo_objection(table: Table, seat: int, worlds: int = WORLDS, luck: Luck | None = None) -> Phrase | None:
    """Why the seat may not undo its last move without asking; None when it may."""
    if table.seat(seat).stand_in_reason:
        return Phrase("table.error.undo_nothing")
    return reveal_objection(table, seat, worlds, luck)


def quick_undo_objection(table: Table, seat: int) -> Phrase | None:
    """A cheaper check for a button's label, cached so that all pages show the same."""
    found = table.undo_cache.get(seat)
    if found is None or found[0] != table.entries:
        found = table.undo_cache[seat] = table.entries, undo_objection(table, seat, QUICK_WORLDS, QUICK_LUCK)
    return found[1]


def take_back(table: Table, seat: int, now: int) -> list[Entry]:
    """Undo the last move; TableError with the reason if that is not allowed."""
    why = undo_objection(table, seat)
    table.undo_cache[seat] = table.entries, why  # the full check replaces the button's quick one
    if why is not None:
        raise refuse(why.key.removeprefix("table.error."))
    return [table.write(journal.BACK, now, to=last_chosen_move(table, seat))]


def voters(table: Table, seat: int) -> list[int]:
    """The seats that must agree to an undo: people at other screens, including those a bot stands in for.

    An absent player has not agreed: the request waits for them or is withdrawn.
    """
    owners = table.seat(seat).owners
    return [
        number
        for number, other in enumerate(table.seats)
        if number != seat
        and not other.is_lost
        and not other.owners & owners
        and (other.owners or not other.stand_in_reason)
    ]


def request_undo(table: Table, seat: int, now: int) -> list[Entry]:
    """Ask the other players for an undo; with no one to ask, undo at once."""
    number = last_chosen_move(table, seat)
    if number is None or table.is_over or table.seat(seat).is_played_by_bot:
        raise refuse("undo_nothing")
    if table.undo_request is not None:
        raise refuse("undo_asked")
    asked = voters(table, seat)
    if table.is_counted:
        raise refuse("undo_counts")
    if not asked:
        return [table.write(journal.BACK, now, to=number, agreed=True)]
    return [table.write(journal.ASK, now, seat=seat, to=number, voters=asked)]


def answer_undo_request(table: Table, seat: int, yes: bool, now: int) -> list[Entry]:
    """Record one answer; the last yes undoes the moves. A no from the requesting seat withdraws the request."""
    question = table.undo_request
    if question is None or (seat not in question.voters and (yes or seat != question.seat)):
        raise refuse("undo_not_asked")
    entries = [table.write(journal.ANSWER, now, seat=seat, yes=yes)]
    if yes and not question.voters:
        entries.append(table.write(journal.BACK, now, to=question.to, agreed=True))
    return entries
