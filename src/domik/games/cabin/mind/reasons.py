"""Reasons for a suggested move, shown in hints: only facts the seat can verify on the table."""

from __future__ import annotations

from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.phrases import points_phrase, resource_phrase
from domik.games.cabin.rules.reading import CabinSeat, decision_of, seat_of
from domik.games.cabin.rules.state import DIE_MOST, GAIN_NUMBER, HOME, NEIGHBOUR_FACE, PLACES, UPGRADE, UPGRADED
from domik.kernel.phrase import Phrase
from domik.kernel.state import View


def reasons(match: CabinMatch, view: View, action: int) -> list[Phrase]:
    """Return the reasons for a legal action, strongest first."""
    key = decision_of(view)
    seat = seat_of(view, view.seat)
    if key == "life":  # this move heuristic is exact for the dice; months left count as well (CC-30)
        points = round(float(view.score_move(action))) + seat.left * match.parts.worth[0]
        return [Phrase("reason.life", {"points": points_phrase(points)})]
    if key != "plan":
        return []
    number = action.bit_length() - 1
    side = match.parts.side(seat.hand)
    if number < PLACES:
        return build_reasons(match, seat)
    if number == GAIN_NUMBER:
        raised = min(DIE_MOST, seat.dice[side.gives] + match.parts.aside[seat.hand & UPGRADED])
        return [
            Phrase("reason.gain", {"resource": resource_phrase(side.gives), "n": raised}),
            *card_in_reach(match, seat, side.gives),
        ]
    if action == UPGRADE:
        return [Phrase("reason.upgrade", {"resource": resource_phrase(side.gives)})]
    home = match.parts.side(seat.hand | HOME)
    return [
        Phrase("reason.home", {"consumes": resource_phrase(home.consumes), "gives": resource_phrase(home.produces)})
    ]


def build_reasons(match: CabinMatch, seat: CabinSeat) -> list[Phrase]:
    """What the location yields in life, and what a month without a build costs (CC-17)."""
    side = match.parts.side(seat.hand)
    found = []
    if seat.places.count(0) == 1:
        found.append(Phrase("reason.finish", {"n": seat.left}))
    if not seat.has_built:
        found.append(Phrase("reason.month"))
    if seat.hand & HOME:
        args = {"consumes": resource_phrase(side.consumes), "gives": resource_phrase(side.produces)}
        found.append(Phrase("reason.home", args))
    else:
        found.append(Phrase("reason.source", {"resource": resource_phrase(side.gives)}))
    return found


def card_in_reach(match: CabinMatch, seat: CabinSeat, die: int) -> list[Phrase]:
    """A reason if a card still to come needs this resource."""
    for face in [*seat.deck, *seat.aside]:
        if face and face < NEIGHBOUR_FACE and match.parts.side(face).cost[die] > seat.dice[die]:
            return [Phrase("reason.needed", {"resource": resource_phrase(die)})]
    return []
