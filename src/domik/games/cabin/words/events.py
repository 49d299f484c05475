"""Public events of Cozy Cabin as phrases, derived from a spectator's views before and after an action."""

from __future__ import annotations

from domik.games.cabin.rules.gate import year_result
from domik.games.cabin.rules.life import ALL_DICE, EMPTY_PLACE, SIX, STILL, UNPAID
from domik.games.cabin.rules.phrases import (
    TURNS,
    amount_phrase,
    face_phrase,
    points_phrase,
    resource_phrase,
    seat_phrase,
    shot_phrase,
    turned_phrase,
)
from domik.games.cabin.rules.reading import PLACE_PAIRS, CabinSeat, config_of, seat_of
from domik.games.cabin.rules.scoring import outcome
from domik.games.cabin.rules.state import *
from domik.games.cabin.words.year_route import year_stops
from domik.kernel.package import Match
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameEvent

ENDINGS = {
    STILL: ("still", "CC-25"),
    EMPTY_PLACE: ("empty", "CC-24"),
    UNPAID: ("unpaid", "CC-24"),
    SIX: ("six", "CC-24"),
}


def tell(match: Match, before: View, after: View, seat: int) -> list[GameEvent]:
    """What a spectator saw when the seat acted."""
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
                GameEvent(
                    seat,
                    Phrase("told.fence", {"seat": seat_phrase(victim - 1), "first": first + 1, "second": second + 1}),
                    "CC-46",
                )
            ]
        else:
            events = tell_year(match, before, seat, action)
    for other in range(match.seats):
        events += tell_course(before, after, other)
    for other in range(match.seats):
        if int(after.numbers[UP]) & ~int(before.numbers[UP]) & 1 << other:
            events.append(GameEvent(other, Phrase("told.neighbour_up"), "CC-47"))
    if after.is_over():
        found = outcome(match, after)
        events += [
            GameEvent(winner, Phrase("told.won", {"why": found.reason}), found.clause) for winner in found.winners
        ]
    return events


def tell_draft(before: View, after: View, seat: int) -> list[GameEvent]:
    """A seat has chosen; after the last one the hands are passed on (CC-41)."""
    events = [GameEvent(seat, Phrase("told.kept"), "CC-41")]
    if int(after.numbers[PHASE]) != DRAFTING:
        events.append(GameEvent(-1, Phrase("told.draft_over"), "CC-41"))
    elif int(after.numbers[ROUND]) != int(before.numbers[ROUND]):
        events.append(GameEvent(-1, Phrase("told.passed", {"round": int(after.numbers[ROUND]) + 1}), "CC-41"))
    return events


def tell_plan(match: Match, old: CabinSeat, seat: int, action: int) -> GameEvent:
    card = face_phrase(match, old.hand)
    if action <= LAST_PLACE:
        place = action.bit_length()
        return GameEvent(seat, Phrase("told.build", {"card": card, "place": place}), "CC-11")
    if action in TURNS:
        turned = turned_phrase(match, old.hand, action)
        return GameEvent(seat, Phrase(f"told.{TURNS[action]}", {"card": card, "turned": turned}), "CC-14")
    gives = match.parts.side(old.hand).gives
    gained = min(match.parts.aside[old.hand & UPGRADED], DIE_MOST - old.dice[gives])
    return GameEvent(seat, Phrase("told.gain", {"card": card, "amount": amount_phrase(gained, gives)}), "CC-12")


def tell_neighbour(match: Match, old: CabinSeat, seat: int, action: int) -> GameEvent:
    number = action.bit_length() - 1
    edge = match.parts.edges[old.hand & 3]
    if number >= SHOT:
        args: dict[str, Argument] = {
            "seat": seat_phrase((number - SHOT) // 4),
            "effect": shot_phrase(match, old.hand & 3),
        }
        return GameEvent(seat, Phrase("told.shot", args), "CC-46")
    if number >= HIT:
        victim, resource = divmod(number - HIT, 4)
        key = "told.gift" if edge.gives else "told.steal"
        return GameEvent(
            seat, Phrase(key, {"seat": seat_phrase(victim), "resource": resource_phrase(resource)}), "CC-44"
        )
    if action in TURNS:
        return GameEvent(seat, Phrase(f"told.neighbour_{TURNS[action]}"), "CC-44")
    return GameEvent(seat, Phrase("told.neighbour_aside"), "CC-45")


def tell_year(match: Match, before: View, seat: int, action: int) -> list[GameEvent]:
    """A year in the forest, and how the last one ended (CC-20 to CC-25)."""
    at = SEAT + SEAT_SIZE * seat
    start = action.bit_length() - 1
    old = seat_of(before, seat)
    args: dict[str, Argument] = {
        "year": old.years + 1,
        "card": face_phrase(match, old.places[start]),
        "place": start + 1,
    }
    placed, dice = int(before.numbers[at + PLACED]), int(before.numbers[at + DICE])
    events = [GameEvent(seat, Phrase("told.year", args), "CC-20", stops=year_stops(match, placed, dice, start))]
    went = int(year_result(config_of(match), placed, dice, start))
    ending = ENDINGS.get(went & ~ALL_DICE)
    if ending:
        events.append(GameEvent(seat, Phrase(f"told.{ending[0]}"), ending[1]))
    return events


def tell_course(before: View, after: View, seat: int) -> list[GameEvent]:
    """Automatic consequences for a seat: cards lost to a long visit, a new month, the end of planning, the points."""
    old, new = seat_of(before, seat), seat_of(after, seat)
    at = SEAT + SEAT_SIZE * seat
    events = []
    skipped = int(before.numbers[at + VISITS]) - int(after.numbers[at + VISITS])
    if skipped > 0 and new.stage < LIVES:
        events.append(GameEvent(seat, Phrase("told.skipped", {"n": skipped}), "CC-46"))
    if old.stage < LIVES <= new.stage:
        if new.copy == SPOILT:
            events.append(GameEvent(seat, Phrase("told.spoilt"), "CC-42"))
        elif 0 not in new.places:
            events.append(GameEvent(seat, Phrase("told.full", {"n": new.left}), "CC-19"))
        else:
            events.append(GameEvent(seat, Phrase("told.failed", {"month": old.month()}), "CC-17"))
    elif new.left < old.left:
        events.append(GameEvent(seat, Phrase("told.month", {"month": new.month()}), "CC-16"))
    if new.stage == DONE != old.stage:
        points = int(after.numbers[at + POINTS])
        events.append(GameEvent(seat, Phrase("told.finished", {"points": points_phrase(points)}), "CC-30"))
    return events
