"""Phrases for the current decision and for what a move would do."""

from __future__ import annotations

from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.objections import missing_resources
from domik.games.cabin.rules.phrases import (
    SHOT_NAMES,
    TURNS,
    amount_phrase,
    face_phrase,
    resource_phrase,
    seat_phrase,
    short_phrase,
    turned_phrase,
)
from domik.games.cabin.rules.reading import (
    HAND_PAIRS,
    PLACE_PAIRS,
    CabinSeat,
    decision_of,
    draft_round,
    drafted_hand,
    seat_of,
)
from domik.games.cabin.rules.state import DONE, HIT, MEETS, PLACES, SHOT, UPGRADED
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View


def prompt(match: CabinMatch, view: View) -> Phrase:
    """What the view's seat has to do now, or is waiting for."""
    if view.is_over():
        return Phrase("prompt.over")
    if view.seat < 0:
        return Phrase("prompt.watch")
    key = decision_of(view)
    seat = seat_of(view, view.seat)
    if not view.is_awaited():
        return Phrase("prompt.wait_draft" if key == "draft" else "prompt.done" if seat.stage == DONE else "prompt.wait")
    if key == "draft":
        return Phrase("prompt.draft", {"n": len(drafted_hand(view)), "round": draft_round(view)})
    if key == "plan":
        card = face_phrase(match, seat.hand)
        if seat.sixes() and not missing_resources(match, seat, seat.hand):
            return Phrase("prompt.need", {"card": card, "resource": resource_phrase(seat.sixes()[0])})
        return Phrase("prompt.plan", {"card": card})
    if key == "life":
        return Phrase("prompt.life", {"year": seat.years + 1})
    return Phrase(f"prompt.{key}")


def describe(match: CabinMatch, view: View, action: int) -> Phrase:
    key = decision_of(view)
    number = action.bit_length() - 1
    seat = seat_of(view, view.seat)
    if key == "draft":
        lower, upper = (face_phrase(match, drafted_hand(view)[place]) for place in HAND_PAIRS[number])
        return Phrase("describe.draft", {"lower": lower, "upper": upper})
    if key == "life":
        return Phrase("describe.life", {"place": number + 1, "card": face_phrase(match, seat.places[number])})
    if key == "fence":
        first, second = PLACE_PAIRS[number]
        return Phrase("describe.fence", {"first": first + 1, "second": second + 1})
    if number >= HIT:
        return describe_neighbour(match, seat, number)
    card = face_phrase(match, seat.hand)
    if number < PLACES:
        return Phrase("describe.build", {"card": card, "place": number + 1})
    if action in TURNS:
        return Phrase(f"describe.{TURNS[action]}", {"card": turned_phrase(match, seat.hand, action)})
    if seat.stage == MEETS:
        return Phrase("describe.aside")
    side = match.parts.side(seat.hand)
    return Phrase("describe.gain", {"amount": amount_phrase(match.parts.aside[seat.hand & UPGRADED], side.gives)})


def describe_neighbour(match: CabinMatch, seat: CabinSeat, number: int) -> Phrase:
    edge = match.parts.edges[seat.hand & 3]
    if number < SHOT:
        victim, resource = divmod(number - HIT, 4)
        key = "describe.gift" if edge.gives else "describe.steal"
        return Phrase(key, {"seat": seat_phrase(victim), "amount": short_phrase(edge.amount, resource)})
    victim, resource = divmod(number - SHOT, 4)
    args: dict[str, Argument] = {"seat": seat_phrase(victim), "resource": resource_phrase(resource)}
    return Phrase(f"describe.shot_{SHOT_NAMES[edge.shot]}", args)


def label(reason: Phrase) -> Phrase:
    """A tally line's reason without its count."""
    return Phrase("tally.months_named") if reason.key == "tally.months" else reason
