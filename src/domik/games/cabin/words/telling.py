"""Cozy Cabin in words: what to do, what a move would do, and what everybody saw happen."""

from __future__ import annotations

from domik.games.cabin.rules.life import ALL_DICE, EMPTY_PLACE, SIX, STILL, UNPAID, year
from domik.games.cabin.rules.objections import missing
from domik.games.cabin.rules.reading import (
    Seat,
    amount_phrase,
    drafted_hand,
    face_phrase,
    points_phrase,
    resource_phrase,
    seat_of,
    short_phrase,
)
from domik.games.cabin.rules.scoring import outcome
from domik.games.cabin.rules.state import *
from domik.games.cabin.words.notation import HAND_PAIRS, PLACE_PAIRS, key_of
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.tally import Event
from domik.kernel.title import Match

ENDINGS = {
    STILL: ("still", "CC-25"),
    EMPTY_PLACE: ("empty", "CC-24"),
    UNPAID: ("unpaid", "CC-24"),
    SIX: ("six", "CC-24"),
}
TURNS = {UPGRADE: "upgrade", FLIP: "flip"}
SHOT_KEYS = ("raid", "fence", "long_visit", "generous")


def shot_phrase(match: Match, edge: int) -> Phrase:
    """What one of the neighbour's strong effects does."""
    found = match.parts.edges[edge]
    return Phrase(f"shot.{SHOT_KEYS[found.shot]}", texts=found.names)


# ---- what to do -------------------------------------------------------------------------------------


def prompt(match: Match, view: View) -> Phrase:
    """What the view's seat is to do now, or what it waits for."""
    if view.is_over():
        return Phrase("prompt.over")
    if view.seat < 0:
        return Phrase("prompt.watch")
    key = key_of(view)
    seat = seat_of(view, view.seat)
    if not view.is_awaited():
        return Phrase("prompt.wait_draft" if key == "draft" else "prompt.done" if seat.stage == DONE else "prompt.wait")
    if key == "draft":
        return Phrase("prompt.draft", {"n": len(drafted_hand(view)), "round": int(view.numbers[ROUND]) + 1})
    if key == "plan":
        card = face_phrase(match, seat.hand)
        if seat.sixes() and not missing(match, seat, seat.hand):
            return Phrase("prompt.need", {"card": card, "resource": resource_phrase(seat.sixes()[0])})
        return Phrase("prompt.plan", {"card": card})
    if key == "life":
        return Phrase("prompt.life", {"year": seat.years + 1})
    return Phrase(f"prompt.{key}")


def describe(match: Match, view: View, action: int) -> Phrase:
    """A legal action in words."""
    key = key_of(view)
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
        return Phrase(f"describe.{TURNS[action]}", {"card": face_phrase(match, turned(seat.hand, action))})
    if seat.stage == MEETS:
        return Phrase("describe.aside")
    side = match.parts.side(seat.hand)
    return Phrase("describe.gain", {"amount": amount_phrase(match.parts.aside[seat.hand & UPGRADED], side.gives)})


def turned(face: int, action: int) -> int:
    """The face after an upgrade or a flip."""
    return face | (UPGRADED if action == UPGRADE else HOME)


def describe_neighbour(match: Match, seat: Seat, number: int) -> Phrase:
    """A theft, a gift, or one of the strong effects."""
    edge = match.parts.edges[seat.hand & 3]
    if number < SHOT:
        victim, resource = divmod(number - HIT, 4)
        key = "describe.gift" if edge.gives else "describe.steal"
        return Phrase(key, {"seat": victim + 1, "amount": short_phrase(edge.amount, resource)})
    victim, resource = divmod(number - SHOT, 4)
    args: dict[str, Argument] = {"seat": victim + 1, "resource": resource_phrase(resource)}
    return Phrase(f"describe.shot_{SHOT_KEYS[edge.shot]}", args)


# ---- what happened ----------------------------------------------------------------------------------


def tell(match: Match, before: View, after: View, seat: int) -> list[Event]:
    """What an onlooker saw when the seat acted."""
    if int(before.numbers[PHASE]) == DRAFTING:
        events = tell_draft(before, after, seat)
    else:
        old = seat_of(before, seat)
        action = int(after.numbers[SEAT + SEAT_SIZE * seat + LAST])
        if old.stage == PLANS:
            events = [tell_plan(match, old, seat, action)]
        elif old.stage == MEETS:
            events = [tell_neighbour(match, old, seat, action)]
        elif old.stage == FENCES:
            first, second = PLACE_PAIRS[action.bit_length() - 1]
            victim = int(before.numbers[FENCED])
            events = [
                Event(seat, Phrase("told.fence", {"seat": victim, "first": first + 1, "second": second + 1}), "CC-46")
            ]
        else:
            events = tell_year(match, before, seat, action)
    for other in range(match.seats):
        events += tell_course(before, after, other)
    for other in range(match.seats):
        if int(after.numbers[UP]) & ~int(before.numbers[UP]) & 1 << other:
            events.append(Event(other, Phrase("told.neighbour_up"), "CC-47"))
    if after.is_over():
        found = outcome(match, after)
        events += [Event(winner, Phrase("told.won", {"why": found.reason}), found.clause) for winner in found.winners]
    return events


def tell_draft(before: View, after: View, seat: int) -> list[Event]:
    """Somebody has chosen; after the last one the hands go on (CC-41)."""
    events = [Event(seat, Phrase("told.kept"), "CC-41")]
    if int(after.numbers[PHASE]) != DRAFTING:
        events.append(Event(-1, Phrase("told.draft_over"), "CC-41"))
    elif int(after.numbers[ROUND]) != int(before.numbers[ROUND]):
        events.append(Event(-1, Phrase("told.passed", {"round": int(after.numbers[ROUND]) + 1}), "CC-41"))
    return events


def tell_plan(match: Match, old: Seat, seat: int, action: int) -> Event:
    """Built, or put aside."""
    card = face_phrase(match, old.hand)
    if action <= LAST_PLACE:
        place = action.bit_length()
        return Event(seat, Phrase("told.build", {"card": card, "place": place}), "CC-11")
    if action in TURNS:
        turned_card = face_phrase(match, turned(old.hand, action))
        return Event(seat, Phrase(f"told.{TURNS[action]}", {"card": card, "turned": turned_card}), "CC-14")
    gives = match.parts.side(old.hand).gives
    gained = min(match.parts.aside[old.hand & UPGRADED], DIE_MOST - old.dice[gives])
    return Event(seat, Phrase("told.gain", {"card": card, "amount": amount_phrase(gained, gives)}), "CC-12")


def tell_neighbour(match: Match, old: Seat, seat: int, action: int) -> Event:
    """What the neighbour was used for."""
    number = action.bit_length() - 1
    edge = match.parts.edges[old.hand & 3]
    if number >= SHOT:
        args: dict[str, Argument] = {"seat": (number - SHOT) // 4 + 1, "effect": shot_phrase(match, old.hand & 3)}
        return Event(seat, Phrase("told.shot", args), "CC-46")
    if number >= HIT:
        victim, resource = divmod(number - HIT, 4)
        key = "told.gift" if edge.gives else "told.steal"
        return Event(seat, Phrase(key, {"seat": victim + 1, "resource": resource_phrase(resource)}), "CC-44")
    if action in TURNS:
        return Event(seat, Phrase(f"told.neighbour_{TURNS[action]}"), "CC-44")
    return Event(seat, Phrase("told.neighbour_aside"), "CC-45")


def tell_year(match: Match, before: View, seat: int, action: int) -> list[Event]:
    """A year in the forest, and how the last one ended (CC-20 to CC-25)."""
    at = SEAT + SEAT_SIZE * seat
    start = action.bit_length() - 1
    old = seat_of(before, seat)
    args: dict[str, Argument] = {
        "year": old.years + 1,
        "card": face_phrase(match, old.places[start]),
        "place": start + 1,
    }
    events = [Event(seat, Phrase("told.year", args), "CC-20")]
    game = match.game
    went = int(
        year(before.numbers[at + PLACED], before.numbers[at + DICE], start, game.faces, game.still_ends)  # type: ignore[attr-defined]
    )
    ending = ENDINGS.get(went & ~ALL_DICE)
    if ending:
        events.append(Event(seat, Phrase(f"told.{ending[0]}"), ending[1]))
    return events


def tell_course(before: View, after: View, seat: int) -> list[Event]:
    """What followed by itself for a seat: cards lost to a long visit, a new month, the end of planning, the points."""
    old, new = seat_of(before, seat), seat_of(after, seat)
    at = SEAT + SEAT_SIZE * seat
    events = []
    skipped = int(before.numbers[at + VISITS]) - int(after.numbers[at + VISITS])
    if skipped > 0 and new.stage < LIVES:
        events.append(Event(seat, Phrase("told.skipped", {"n": skipped}), "CC-46"))
    if old.stage < LIVES <= new.stage:
        if new.copy == SPOILT:
            events.append(Event(seat, Phrase("told.spoilt"), "CC-42"))
        elif 0 not in new.places:
            events.append(Event(seat, Phrase("told.full", {"n": new.left}), "CC-19"))
        else:
            events.append(Event(seat, Phrase("told.failed", {"month": old.month()}), "CC-17"))
    elif new.left < old.left:
        events.append(Event(seat, Phrase("told.month", {"month": new.month()}), "CC-16"))
    if new.stage == DONE != old.stage:
        points = int(after.numbers[at + POINTS])
        events.append(Event(seat, Phrase("told.finished", {"points": points_phrase(points)}), "CC-30"))
    return events
