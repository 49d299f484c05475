"""Why a move is illegal, clause by clause: a slow, independent second implementation of the rules."""

from __future__ import annotations

from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.tally import RuleObjection
from mousehole.rules.game import MouseholeMatch
from mousehole.rules.state import DUG, FROM_PILE, FROM_SHELF, HELD, PHASE, RIGHT, SEAT, SEAT_SIZE, TAKE


def objections(match: MouseholeMatch, view: View, action: int) -> list[RuleObjection]:
    """Every objection to an action of the view's seat; empty when it is legal."""
    if view.is_over():
        return against("MH-13", "over")
    if not view.is_awaited():
        return against("MH-10", "wait")
    if action not in [1 << number for number in range(FROM_PILE + 1)]:
        return against("MH-10", "unknown")
    number = action.bit_length() - 1
    if view.numbers[PHASE] == TAKE:
        return [] if number >= FROM_SHELF else against("MH-12", "take_first")
    if number >= FROM_SHELF:
        return against("MH-10", "dig_first")
    held = view.numbers[int(match.game.own_at(view.seat)) + HELD + number // 2]
    if not held:
        return against("MH-10", "no_card")
    first = not view.numbers[SEAT + SEAT_SIZE * int(view.seat) + DUG]
    return against("MH-11", "first") if first and number % 2 == RIGHT else []


def against(clause: str, key: str) -> list[RuleObjection]:
    return [RuleObjection(clause, (), Phrase(f"objection.{key}"))]
