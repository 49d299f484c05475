"""Phrases for the current decision and for what a move would do."""

from __future__ import annotations

from domik.kernel.game import SPECTATOR
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from mousehole.rules.game import MouseholeMatch
from mousehole.rules.parts import Parts
from mousehole.rules.state import DUG, FROM_PILE, FROM_SHELF, HELD, KINDS, PHASE, SEAT, SEAT_SIZE, SHELF, TAKE

SIDES = ("left", "right")


def room_phrase(parts: Parts, card: int) -> Phrase:
    """A room by its kind and crumbs."""
    return Phrase(f"room.{KINDS[parts.kinds[card]]}", {"n": parts.crumbs[card]})


def prompt(match: MouseholeMatch, view: View) -> Phrase:
    """What the view's seat has to do now, or that it waits."""
    if view.is_over():
        return Phrase("prompt.over")
    if view.seat == SPECTATOR:
        return Phrase("prompt.watch")
    if not view.is_awaited():
        return Phrase("prompt.wait")
    if view.numbers[PHASE] == TAKE:
        return Phrase("prompt.take")
    return Phrase("prompt.dig" if view.numbers[SEAT + SEAT_SIZE * int(view.seat) + DUG] else "prompt.first")


def describe(match: MouseholeMatch, view: View, action: int) -> Phrase:
    number = action.bit_length() - 1
    if number == FROM_PILE:
        return Phrase("describe.pile")
    if number >= FROM_SHELF:
        card = int(view.numbers[SHELF + number - FROM_SHELF]) - 1
        return Phrase("describe.shelf", {"room": room_phrase(match.parts, card)})
    card = int(view.numbers[int(match.game.own_at(view.seat)) + HELD + number // 2]) - 1
    first = not view.numbers[SEAT + SEAT_SIZE * int(view.seat) + DUG]
    key = "first" if first else SIDES[number % 2]
    return Phrase(f"describe.{key}", {"room": room_phrase(match.parts, card)})
