"""Public events: what every player could see happen, derived from a spectator's views before and after."""

from __future__ import annotations

from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.phrases import card_at_phrase, card_phrase, column_args, place_phrase, resource_phrase
from domik.games.dream_home.rules.reading import (
    House,
    chosen_of,
    first_seat,
    house_of,
    is_car_taken,
    market_resources,
    market_rooms,
    phase_name,
    phase_of,
    place_at,
    round_of,
    waiting_resource,
    waiting_room,
)
from domik.games.dream_home.rules.scoring import outcome
from domik.games.dream_home.rules.state import COLUMNS, DELIVER, DRILL, SWAP, TURN
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameEvent


class ObservedAction:
    """One action with the views before and after, and both states of the acting seat's house."""

    def __init__(self, match: DreamHomeMatch, before: View, after: View, seat: int) -> None:
        self.match = match
        self.parts = match.parts
        self.before = before
        self.after = after
        self.seat = seat
        self.old: House = house_of(match.parts, before, seat)
        self.new: House = house_of(match.parts, after, seat)

    def event(self, clause: str, key: str, **args: Argument) -> GameEvent:
        return GameEvent(self.seat, Phrase(f"told.{key}", args), clause)


def tell(match: DreamHomeMatch, before: View, after: View, seat: int) -> list[GameEvent]:
    """The events of one action, from the view of a spectator."""
    step = ObservedAction(match, before, after, seat)
    phase = phase_name(before)
    return TELLERS[phase](step) + tell_lost(step) + tell_round(step)


def gone_column(step: ObservedAction) -> int | None:
    """The column whose room was taken, or None."""
    old = market_rooms(step.before)
    if round_of(step.after) != round_of(step.before):
        return None
    new = market_rooms(step.after)
    return next((k for k in range(COLUMNS) if old[k] is not None and new[k] is None), None)


def tell_discard(step: ObservedAction) -> list[GameEvent]:
    """The first player discards a column (DH-12)."""
    column = gone_column(step)
    assert column is not None
    return [step.event("DH-12", "discard", **column_args(step.parts, step.before, column))]


def tell_hammer(step: ObservedAction) -> list[GameEvent]:
    """A room taken with the jackhammer, or a pass (DH-41)."""
    room = waiting_room(step.after)
    if room is None:
        return [step.event("DH-41", "no_hammer")]
    return [step.event("DH-41", "hammer", card=card_phrase(step.parts, room))]


def tell_turn(step: ObservedAction) -> list[GameEvent]:
    """A column taken, a pair mixed, or a room chosen for the drill (DH-13, DH-43, DH-40)."""
    if phase_of(step.after) == DRILL:
        place = place_at(chosen_of(step.after))
        return [step.event("DH-40", "drill_out", card=card_at_phrase(step.old, place), place=place_phrase(place))]
    if phase_of(step.after) == TURN:
        old, new = market_rooms(step.before), market_rooms(step.after)
        one, other = (k for k in range(COLUMNS) if old[k] != new[k])
        return [step.event("DH-43", "mix", one=one + 1, other=other + 1)]
    column = gone_column(step)
    assert column is not None
    events = [step.event("DH-13", "take", **column_args(step.parts, step.before, column))]
    resource = market_resources(step.before)[column]
    if resource is None:
        return events
    kept = resource in step.new.held or resource in step.new.garden or resource == waiting_resource(step.after)
    if not kept:
        events.append(no_place(step, resource))
    return events


def tell_drill(step: ObservedAction) -> list[GameEvent]:
    """A room of the market exchanged for a room of the house (DH-40)."""
    place = place_at(chosen_of(step.before))
    key = "drill_down" if step.new.cards[place].is_empty else "drill"
    card = card_phrase(step.parts, step.new.cards[place].room)
    return [step.event("DH-40", key, card=card, place=place_phrase(place))]


def tell_lay(step: ObservedAction) -> list[GameEvent]:
    """The room or the resource was laid, or the resource discarded (DH-20, DH-25, DH-31, DH-45)."""
    resource = waiting_resource(step.before)
    words = resource_phrase(step.parts, resource) if resource is not None else Phrase("empty_room")
    laid = [place for place in step.new.cards if place not in step.old.cards]
    if laid:
        place = laid[0]
        is_empty = step.new.cards[place].is_empty
        card = card_phrase(step.parts, step.new.cards[place].room)
        clause, key = ("DH-25", "lay_down") if is_empty else ("DH-20", "lay")
        events = [step.event(clause, key, card=card, place=place_phrase(place))]
        if resource is not None and waiting_resource(step.after) is None:
            events.append(no_place(step, resource))
        return events
    stands = [place for place in step.new.scaffolds if place not in step.old.scaffolds]
    if stands:
        return [step.event("DH-45", "scaffold", place=place_phrase(stands[0]))]
    furnished = [place for place, card in step.new.cards.items() if card.token != step.old.cards[place].token]
    if furnished:
        card = card_at_phrase(step.new, furnished[0])
        return [step.event("DH-31", "furnish", resource=words, card=card, place=place_phrase(furnished[0]))]
    assert resource is not None
    return [no_place(step, resource)]


def no_place(step: ObservedAction, resource: int) -> GameEvent:
    """A furnishing or scaffolding is discarded (DH-31, DH-45)."""
    clause = "DH-45" if step.parts.resources[resource].sort == "tool" else "DH-31"
    return step.event(clause, "no_place", resource=resource_phrase(step.parts, resource))


def tell_park(step: ObservedAction) -> list[GameEvent]:
    """The car is taken or left (DH-65)."""
    return [step.event("DH-65", "park" if is_car_taken(step.after) else "no_park")]


def tell_roofer(step: ObservedAction) -> list[GameEvent]:
    """A roof taken from the discards (DH-52)."""
    new = [number for number in step.new.held if number not in step.old.held]
    if not new:
        return no_helper(step, "roofer", "DH-52")
    return [step.event("DH-52", "roofer", roof=resource_phrase(step.parts, new[0]))]


def tell_courier(step: ObservedAction) -> list[GameEvent]:
    """A room chosen from the discards (DH-53)."""
    if phase_of(step.after) != DELIVER:
        return no_helper(step, "courier", "DH-53")
    return [step.event("DH-53", "courier", card=card_phrase(step.parts, chosen_of(step.after)))]


def tell_deliver(step: ObservedAction) -> list[GameEvent]:
    """The chosen room replaces a card (DH-53)."""
    room = chosen_of(step.before)
    place = next(place for place, card in step.new.cards.items() if card.room == room)
    key = "deliver_down" if step.new.cards[place].is_empty else "deliver"
    return [step.event("DH-53", key, card=card_at_phrase(step.old, place), place=place_phrase(place))]


def tell_handyman(step: ObservedAction) -> list[GameEvent]:
    """Choosing the first card is no event yet; only a pass is (DH-54)."""
    return [] if phase_of(step.after) == SWAP else no_helper(step, "handyman", "DH-54")


def tell_swap(step: ObservedAction) -> list[GameEvent]:
    """Two cards swapped (DH-54)."""
    one, other = (place for place, card in step.new.cards.items() if step.old.cards[place].room != card.room)
    return [step.event("DH-54", "swap", one=card_at_phrase(step.old, one), other=card_at_phrase(step.old, other))]


def no_helper(step: ObservedAction, helper: str, clause: str) -> list[GameEvent]:
    """The seat passes on a helper (DH-51)."""
    return [step.event(clause, "no_helper", helper=Phrase(f"resource.{helper}"))]


def tell_lost(step: ObservedAction) -> list[GameEvent]:
    """Furnishings lost from the house (DH-40, DH-50, DH-53, DH-54)."""
    clause = {DRILL: "DH-40", DELIVER: "DH-53", SWAP: "DH-54"}.get(phase_of(step.before), "DH-50")
    old = {card.token for card in step.old.cards.values()} - {card.token for card in step.new.cards.values()}
    return [
        step.event(clause, "lost", resource=Phrase(f"resource.{step.parts.token(token).id}"))
        for token in sorted(token for token in old if token is not None)
    ]


def tell_round(step: ObservedAction) -> list[GameEvent]:
    """A new round and its first player, the start of the helpers, or the end (DH-13, DH-14, DH-51, DH-64)."""
    before, after = step.before, step.after
    events: list[GameEvent] = []
    if round_of(after) != round_of(before):
        events.append(GameEvent(-1, Phrase("told.round", {"round": round_of(after)}), "DH-14"))
        key = "told.first" if first_seat(after) != first_seat(before) else "told.still_first"
        events.append(GameEvent(first_seat(after), Phrase(key), "DH-13"))
    if after.is_over():
        for seat in range(step.match.seats):
            scored = Phrase("told.scored", {"n": int(after.score(seat))})
            events.append(GameEvent(seat, scored, "DH-60"))
        found = outcome(step.match, after)
        events += [GameEvent(seat, Phrase("told.won", {"why": found.reason}), found.clause) for seat in found.winners]
    return events


TELLERS = {
    "discard": tell_discard, "hammer": tell_hammer, "turn": tell_turn, "drill": tell_drill, "lay": tell_lay,
    "park": tell_park, "roofer": tell_roofer, "courier": tell_courier, "deliver": tell_deliver,
    "handyman": tell_handyman, "swap": tell_swap,
}  # fmt: skip
