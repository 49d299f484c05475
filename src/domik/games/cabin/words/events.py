"""Public events of Cozy Cabin as phrases, derived from a spectator's views before and after an action."""

from __future__ import annotations

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.life import EMPTY_PLACE, SIX, STILL, UNPAID
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
from domik.games.cabin.rules.reading import (
    PLACE_PAIRS,
    CabinSeat,
    config_of,
    draft_round,
    fenced_seat,
    neighbours_up,
    seat_of,
    year_after,
)
from domik.games.cabin.rules.scoring import outcome
from domik.games.cabin.words.year_route import year_stops
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameEvent

ENDINGS = {
    STILL: ("still", "CC-25"),
    EMPTY_PLACE: ("empty", "CC-24"),
    UNPAID: ("unpaid", "CC-24"),
    SIX: ("six", "CC-24"),
}


def tell(match: CabinMatch, before: View, after: View, seat: int) -> list[GameEvent]:
    """What a spectator saw when the seat acted."""
    if draft_round(before):
        events = tell_draft(before, after, seat)
    else:
        old = seat_of(before, seat)
        action = seat_of(after, seat).last
        if old.stage == at.PLANS:
            events = [tell_plan(match, old, seat, action)]
        elif old.stage == at.MEETS:
            events = [tell_neighbour(match, old, seat, action)]
        elif old.stage == at.FENCES:
            first, second = PLACE_PAIRS[action.bit_length() - 1]
            victim = seat_phrase(fenced_seat(before))
            moved = Phrase("told.fence", {"seat": victim, "first": first + 1, "second": second + 1})
            events = [GameEvent(seat, moved, "CC-46")]
        else:
            events = tell_year(match, old, seat, action)
    for other in range(match.seats):
        events += tell_course(before, after, other)
    for other in neighbours_up(after):
        if other not in neighbours_up(before):
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
    now = draft_round(after)
    if not now:
        events.append(GameEvent(-1, Phrase("told.draft_over"), "CC-41"))
    elif now != draft_round(before):
        events.append(GameEvent(-1, Phrase("told.passed", {"round": now}), "CC-41"))
    return events


def tell_plan(match: CabinMatch, old: CabinSeat, seat: int, action: int) -> GameEvent:
    card = face_phrase(match, old.hand)
    if action <= at.LAST_PLACE:
        place = action.bit_length()
        return GameEvent(seat, Phrase("told.build", {"card": card, "place": place}), "CC-11")
    if action in TURNS:
        turned = turned_phrase(match, old.hand, action)
        return GameEvent(seat, Phrase(f"told.{TURNS[action]}", {"card": card, "turned": turned}), "CC-14")
    gives = match.parts.side(old.hand).gives
    gained = min(match.parts.aside[old.hand & at.UPGRADED], at.DIE_MOST - old.dice[gives])
    return GameEvent(seat, Phrase("told.gain", {"card": card, "amount": amount_phrase(gained, gives)}), "CC-12")


def tell_neighbour(match: CabinMatch, old: CabinSeat, seat: int, action: int) -> GameEvent:
    number = action.bit_length() - 1
    edge = match.parts.edges[old.hand & 3]
    if number >= at.SHOT:
        args: dict[str, Argument] = {
            "seat": seat_phrase((number - at.SHOT) // 4),
            "effect": shot_phrase(match, old.hand & 3),
        }
        return GameEvent(seat, Phrase("told.shot", args), "CC-46")
    if number >= at.HIT:
        victim, resource = divmod(number - at.HIT, 4)
        key = "told.gift" if edge.gives else "told.steal"
        return GameEvent(
            seat, Phrase(key, {"seat": seat_phrase(victim), "resource": resource_phrase(resource)}), "CC-44"
        )
    if action in TURNS:
        return GameEvent(seat, Phrase(f"told.neighbour_{TURNS[action]}"), "CC-44")
    return GameEvent(seat, Phrase("told.neighbour_aside"), "CC-45")


def tell_year(match: CabinMatch, old: CabinSeat, seat: int, action: int) -> list[GameEvent]:
    """A year in the forest, and how the last one ended (CC-20 to CC-25)."""
    start = action.bit_length() - 1
    args: dict[str, Argument] = {
        "year": old.years + 1,
        "card": face_phrase(match, old.places[start]),
        "place": start + 1,
    }
    stops = year_stops(match, old.places, old.dice, start)
    events = [GameEvent(seat, Phrase("told.year", args), "CC-20", stops=stops)]
    _, ending = year_after(config_of(match), old.places, old.dice, start)
    if ending:
        key, clause = ENDINGS[ending]
        events.append(GameEvent(seat, Phrase(f"told.{key}"), clause))
    return events


def tell_course(before: View, after: View, seat: int) -> list[GameEvent]:
    """Automatic consequences for a seat: cards lost to a long visit, a new month, the end of planning, the points."""
    old, new = seat_of(before, seat), seat_of(after, seat)
    events = []
    skipped = old.visits - new.visits
    if skipped > 0 and new.stage < at.LIVES:
        events.append(GameEvent(seat, Phrase("told.skipped", {"n": skipped}), "CC-46"))
    if old.stage < at.LIVES <= new.stage:
        if new.copy == at.SPOILT:
            events.append(GameEvent(seat, Phrase("told.spoilt"), "CC-42"))
        elif 0 not in new.places:
            events.append(GameEvent(seat, Phrase("told.full", {"n": new.left}), "CC-19"))
        else:
            events.append(GameEvent(seat, Phrase("told.failed", {"month": old.month()}), "CC-17"))
    elif new.left < old.left:
        events.append(GameEvent(seat, Phrase("told.month", {"month": new.month()}), "CC-16"))
    if new.stage == at.DONE != old.stage:
        events.append(GameEvent(seat, Phrase("told.finished", {"points": points_phrase(new.points)}), "CC-30"))
    return events
