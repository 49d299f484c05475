"""Why a Cozy Cabin move is illegal, clause by clause: a slow, independent second implementation of the rules."""

from __future__ import annotations

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import NATURAL_NAMES
from domik.games.cabin.rules.phrases import face_phrase, join_phrases, place_id, resource_phrase, short_phrase
from domik.games.cabin.rules.reading import HAND_PAIRS, PLACE_PAIRS, CabinSeat, drafted_hand, seat_of
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.tally import RuleObjection

PUT_ASIDE = {8: "gain", 9: "upgrade", 10: "flip"}
STAGE_CLAUSES = ("CC-10", "CC-47", "CC-44", "CC-46", "CC-20", "CC-24")


def objections(match: CabinMatch, view: View, action: int) -> list[RuleObjection]:
    """Every objection to an action of the view's seat; empty when it is legal."""
    if view.is_over():
        return [RuleObjection("CC-31", (), Phrase("objection.over"))]
    if view.seat < 0:
        return [RuleObjection("CC-5", (), Phrase("objection.wait"))]
    drafting = int(view.numbers[at.PHASE]) == at.DRAFTING
    seat = seat_of(view, view.seat)
    if not view.is_awaited():
        if drafting:
            return [RuleObjection("CC-41", (), Phrase("objection.wait"))]
        key = "objection.finished" if seat.stage == at.DONE else "objection.neighbour_up"
        return [RuleObjection(STAGE_CLAUSES[seat.stage], (), Phrase(key))]
    if action <= 0 or action & (action - 1):
        return [RuleObjection("CC-10", (), Phrase("objection.unknown"))]
    number = action.bit_length() - 1
    if drafting:
        return against_pair(view, number)
    if seat.stage == at.PLANS:
        return against_plan(match, seat, number)
    if seat.stage == at.MEETS:
        return against_neighbour(match, view, seat, number)
    if seat.stage == at.FENCES:
        return against_fence(view, number)
    return against_start(seat, number)


def against_pair(view: View, number: int) -> list[RuleObjection]:
    """Two different cards of the hand (CC-41)."""
    size = len(drafted_hand(view))
    if number < len(HAND_PAIRS) and max(HAND_PAIRS[number]) < size:
        return []
    return [RuleObjection("CC-41", (), Phrase("objection.hand", {"n": size}))]


# ---- planning ---------------------------------------------------------------------------------------


def missing_resources(match: CabinMatch, seat: CabinSeat, face: int) -> list[Phrase]:
    """Every resource the seat lacks to build a face (CC-11)."""
    cost = match.parts.side(face).cost
    return [short_phrase(cost[die] - seat.dice[die], die) for die in range(at.RESOURCES) if cost[die] > seat.dice[die]]


def against_plan(match: CabinMatch, seat: CabinSeat, number: int) -> list[RuleObjection]:
    """Build on a free place, or put aside in one of three ways (CC-10)."""
    face = seat.hand
    if number < at.PLACES:
        found = []
        if seat.places[number]:
            found.append(RuleObjection("CC-11", (place_id(number),), Phrase("objection.taken", {"place": number + 1})))
        if lacking := missing_resources(match, seat, face):
            args = {"card": face_phrase(match, face), "missing": join_phrases(lacking)}
            found.append(RuleObjection("CC-11", ("hand",), Phrase("objection.cost", args)))
        return found
    if number not in PUT_ASIDE:
        return [RuleObjection("CC-10", (), Phrase("objection.unknown"))]
    found = against_turning(face, number)
    if seat.sixes() and not missing_resources(match, seat, face):
        die = seat.sixes()[0]
        where = tuple(f"die-{NATURAL_NAMES[six]}" for six in seat.sixes())
        found.append(RuleObjection("CC-18", where, Phrase("objection.need", {"resource": resource_phrase(die)})))
    return found


def against_turning(face: int, number: int) -> list[RuleObjection]:
    """No way back: an upgraded card stays upgraded, a home stays a home (CC-14)."""
    if PUT_ASIDE[number] == "upgrade" and face & at.UPGRADED:
        return [RuleObjection("CC-14", ("hand",), Phrase("objection.upgraded"))]
    if PUT_ASIDE[number] == "flip" and face & at.HOME:
        return [RuleObjection("CC-14", ("hand",), Phrase("objection.home"))]
    return []


def against_start(seat: CabinSeat, number: int) -> list[RuleObjection]:
    """A year starts at a location (CC-20)."""
    if number >= at.PLACES:
        return [RuleObjection("CC-20", (), Phrase("objection.unknown"))]
    if seat.places[number]:
        return []
    return [RuleObjection("CC-20", (place_id(number),), Phrase("objection.no_location", {"place": number + 1}))]


# ---- the neighbour ----------------------------------------------------------------------------------


def against_neighbour(match: CabinMatch, view: View, seat: CabinSeat, number: int) -> list[RuleObjection]:
    """Turn it, hit another seat with it, or remove it from the game (CC-44 to CC-46)."""
    if number < at.PLACES:
        return [RuleObjection("CC-45", ("hand",), Phrase("objection.not_buildable"))]
    if number in PUT_ASIDE:
        if PUT_ASIDE[number] == "gain" and any(not against_victim(match, view, other) for other in range(match.seats)):
            return [RuleObjection("CC-45", (), Phrase("objection.choose_victim"))]
        return against_turning(seat.hand, number)
    first = at.SHOT if number >= at.SHOT else at.HIT
    victim, detail = divmod(number - first, 4)
    if number < at.HIT or victim >= match.seats:
        return [RuleObjection("CC-44", (), Phrase("objection.unknown"))]
    found = against_victim(match, view, victim)
    if first == at.SHOT:
        found += against_shot(match, view, seat, victim, detail)
    return found


def against_victim(match: CabinMatch, view: View, victim: int) -> list[RuleObjection]:
    """Another seat, still planning, and not the last victim (CC-45)."""
    where = (f"seat-{victim + 1}",)
    if victim == view.seat:
        return [RuleObjection("CC-44", where, Phrase("objection.yourself"))]
    if seat_of(view, victim).stage in (at.LIVES, at.DONE):
        return [RuleObjection("CC-45", where, Phrase("objection.not_planning"))]
    if int(view.numbers[at.LAST_VICTIM]) == victim + 1:
        return [RuleObjection("CC-45", where, Phrase("objection.twice"))]
    return []


def against_shot(match: CabinMatch, view: View, seat: CabinSeat, victim: int, detail: int) -> list[RuleObjection]:
    """One strong effect per victim; a fence needs two locations; only some effects name a resource (CC-46)."""
    where = (f"seat-{victim + 1}",)
    found = []
    if int(view.numbers[at.SHOT_AT]) >> victim & 1:
        found.append(RuleObjection("CC-46", where, Phrase("objection.shot_before")))
    shot = match.parts.edges[seat.hand & 3].shot
    if shot in (at.FENCE, at.LONG_VISIT) and detail:
        found.append(RuleObjection("CC-46", where, Phrase("objection.unknown")))
    if shot == at.FENCE and sum(1 for face in seat_of(view, victim).places if face) < 2:
        found.append(RuleObjection("CC-46", where, Phrase("objection.no_fence")))
    return found


def against_fence(view: View, number: int) -> list[RuleObjection]:
    """Two built locations of the victim (CC-46)."""
    if number >= len(PLACE_PAIRS):
        return [RuleObjection("CC-46", (), Phrase("objection.unknown"))]
    places = seat_of(view, int(view.numbers[at.FENCED]) - 1).places
    return [
        RuleObjection("CC-46", (place_id(place),), Phrase("objection.no_location", {"place": place + 1}))
        for place in PLACE_PAIRS[number]
        if not places[place]
    ]
