"""Why a move is refused, clause by clause: a second, slow and plain implementation of the rules."""

from __future__ import annotations

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.parts import KIND_IDS, Parts
from domik.games.dream_home.rules.reading import (
    House,
    HouseCard,
    Place,
    bit_numbers,
    chosen_of,
    discards_of,
    house_of,
    market_rooms,
    phase_name,
    place_of,
    waiting_resource,
    waiting_room,
)
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.tally import RuleObjection

CLAUSES = {
    "discard": "DH-12", "hammer": "DH-41", "turn": "DH-13", "drill": "DH-40", "lay": "DH-20", "park": "DH-65",
    "roofer": "DH-52", "courier": "DH-53", "deliver": "DH-53", "handyman": "DH-54", "swap": "DH-54", "over": "DH-14",
}  # fmt: skip
MAY_PASS = ("hammer", "park", "roofer", "courier", "handyman")
PASS_NUMBER = at.PASS.bit_length() - 1
PUT_AWAY_NUMBER = at.PUT_AWAY.bit_length() - 1


def objections(match: DreamHomeMatch, view: View, action: int) -> list[RuleObjection]:
    """All objections to an action of the view's seat; empty when the action is legal."""
    phase = phase_name(view)
    clause = CLAUSES[phase]
    if phase == "over":
        return against(clause, "over")
    if not view.is_awaited():
        return against(clause, "wait")
    if action <= 0 or action & (action - 1):
        return against(clause, "unknown")
    number = action.bit_length() - 1
    if number == PASS_NUMBER and phase in MAY_PASS:
        return []
    house = house_of(match.parts, view, view.seat)
    if phase == "discard":
        return against_discard(number)
    if phase == "hammer":
        return against_column(view, number, clause)
    if phase == "turn":
        return against_turn(view, house, number)
    if phase == "drill":
        return against_drill(view, house, number)
    if phase == "lay":
        return against_lay(view, house, number)
    if phase == "park":
        place = place_of(number)
        is_garage = place is not None and house.kind_at(place) == KIND_IDS.index("garage")
        return [] if is_garage else against(clause, "garage", place)
    if phase == "roofer":
        return against_roof(match.parts, view, number)
    if phase == "courier":
        lies_there = number in bit_numbers(discards_of(view)[0])
        return [] if lies_there else against(clause, "not_discarded")
    if phase == "deliver":
        return against_delivery(view, house, number)
    if phase == "handyman":
        return against_handyman(house, number)
    return against_swap(house, place_of(chosen_of(view)), place_of(number))


def against(clause: str, key: str, place: Place | None = None, **args: Argument) -> list[RuleObjection]:
    """A single objection, marked at a place of the house if one is given."""
    where = () if place is None else (f"cell-{place[0]}-{place[1]}",)
    return [RuleObjection(clause, where, Phrase(f"objection.{key}", args))]


# ---- the market -------------------------------------------------------------------------------------


def against_discard(number: int) -> list[RuleObjection]:
    """Any column but the leftmost (DH-12)."""
    if number == 0:
        return against("DH-12", "leftmost")
    return [] if number < at.COLUMNS else against("DH-12", "unknown")


def against_column(view: View, number: int, clause: str) -> list[RuleObjection]:
    """A column must still have its room (DH-42)."""
    if number >= at.COLUMNS:
        return against(clause, "unknown")
    if market_rooms(view)[number] is None:
        return [RuleObjection("DH-42", (f"column-{number + 1}",), Phrase("objection.gone", {"column": number + 1}))]
    return []


def against_turn(view: View, house: House, number: int) -> list[RuleObjection]:
    """A column, or a tool that the seat has (DH-13, DH-40, DH-43)."""
    if number < at.MIX:
        return against_column(view, number, "DH-13")
    if number < at.DRILL_OUT:
        if not house.has("mixer"):
            return against("DH-43", "no_tool", tool=Phrase("resource.mixer"))
        pair = number - at.MIX
        left, right = int(at.PAIR_LEFT[pair]), int(at.PAIR_RIGHT[pair])
        return against_column(view, left, "DH-43") + against_column(view, right, "DH-43")
    place = place_of(number - at.DRILL_OUT)
    if place is None:
        return against("DH-13", "unknown")
    if not house.has("drill"):
        return against("DH-40", "no_tool", place, tool=Phrase("resource.drill"))
    if place not in house.cards:
        return against("DH-40", "no_card", place)
    return against("DH-40", "empty_room", place) if house.cards[place].is_empty else []


def against_drill(view: View, house: House, number: int) -> list[RuleObjection]:
    """Any room of the market; face up by the placement rules (DH-40, DH-25)."""
    face_up = number < at.DOWN_COLUMN
    column = number if face_up else number - at.DOWN_COLUMN
    gone = against_column(view, column, "DH-40")
    room = market_rooms(view)[column] if not gone else None
    place = place_of(chosen_of(view))
    if room is None or place is None or not face_up:
        return gone
    return against_face_up(house_without(house, place), room, place)


# ---- the house --------------------------------------------------------------------------------------


def against_lay(view: View, house: House, number: int) -> list[RuleObjection]:
    """The room face up or face down, or the resource (DH-20, DH-31, DH-45)."""
    if number >= at.TARGET:
        return against_resource(view, house, number)
    face_up = number < at.DOWN
    place = place_of(number if face_up else number - at.DOWN)
    room = waiting_room(view)
    if place is None:
        return against("DH-2", "no_place")
    if room is None:
        return against("DH-20", "no_room", place)
    found = against_cell(house, place)
    return found + against_face_up(house, room, place) if face_up else found


def against_cell(house: House, place: Place) -> list[RuleObjection]:
    """A cell must be free and supported (DH-20, DH-21)."""
    if place in house.cards:
        return against("DH-20", "filled", place)
    floor, column = place
    below = (floor - 1, column)
    stands = floor == 1 or (floor == 2 and column <= 3) or below in house.cards or below in house.scaffolds
    return [] if stands else against("DH-21", "support", place, floor=floor - 1, column=column)


def against_face_up(house: House, room: int, place: Place) -> list[RuleObjection]:
    """Right floor, maximum size, and no finished room of the kind beside it (DH-22, DH-23)."""
    number = house.parts.rooms[room].kind
    kind = house.parts.kinds[number]
    words = {"room": Phrase(f"kind.{kind.id}")}
    found = against_zone(house.parts, number, place)
    floor, column = place
    for beside in ((floor, column - 1), (floor, column + 1)):
        if house.kind_at(beside) != number:
            continue
        if house.token_in(house.whole_room(beside)) is not None and not house.has("designer"):
            found += against("DH-32", "furnished", beside, **words)
    size = len(house_with(house, place, room).whole_room(place))
    if size > kind.most:
        found += against("DH-23", "too_big", place, n=kind.most, **words)
    return found


def against_zone(parts: Parts, kind: int, place: Place) -> list[RuleObjection]:
    """Basement rooms only in the basement, all others only above it (DH-22)."""
    is_basement = parts.kinds[kind].category == "basement"
    if is_basement == (place[0] == 1):
        return []
    words = Phrase(f"kind.{KIND_IDS[kind]}")
    return against("DH-22", "basement_only" if is_basement else "not_basement", place, room=words)


def house_without(house: House, place: Place) -> House:
    return house.with_cards({other: card for other, card in house.cards.items() if other != place})


def house_with(house: House, place: Place, room: int) -> House:
    return house.with_cards({**house.cards, place: HouseCard(room, False, None)})


# ---- resources --------------------------------------------------------------------------------------


def against_resource(view: View, house: House, number: int) -> list[RuleObjection]:
    """Place the furnishing or scaffolding; it is put away only when it fits nowhere (DH-31, DH-45)."""
    resource = waiting_resource(view)
    if resource is None:
        return against("DH-31", "no_resource")
    scaffolding = house.parts.resources[resource].sort == "tool"
    if number == PUT_AWAY_NUMBER:
        cells = [place_of(cell) for cell in range(at.CELLS)]
        if any(place and not against_target(house, resource, place) for place in cells):
            return against("DH-45" if scaffolding else "DH-31", "has_place")
        return []
    place = place_of(number - at.TARGET)
    return against_target(house, resource, place) if place else against("DH-2", "no_place")


def against_target(house: House, resource: int, place: Place) -> list[RuleObjection]:
    """Where scaffolding may be placed (DH-45), or a furnishing (DH-31, DH-32)."""
    card = house.parts.resources[resource]
    if card.sort == "tool":
        return against("DH-45", "scaffold", place) if place in house.scaffolds else against_cell(house, place)
    kind = house.kind_at(place)
    if kind is None:
        return against("DH-31", "no_face_up", place)
    if kind not in house.parts.furnishings[card.id].kinds:
        words = Phrase(f"resource.{card.id}")
        return against("DH-31", "wrong_room", place, furnishing=words, room=Phrase(f"kind.{KIND_IDS[kind]}"))
    if house.token_in(house.whole_room(place)) is not None:
        return against("DH-32", "one_furnishing", place)
    return []


# ---- helpers ----------------------------------------------------------------------------------------


def against_roof(parts: Parts, view: View, number: int) -> list[RuleObjection]:
    """A discarded roof; of identical ones only the first may be named (DH-52)."""
    discarded = bit_numbers(discards_of(view)[1])
    if number not in discarded or parts.resources[number].sort != "roof":
        return against("DH-52", "no_roof")
    alike = [other for other in discarded if parts.resources[other] == parts.resources[number]]
    return [] if number == min(alike) else against("DH-52", "same_roof")


def against_delivery(view: View, house: House, number: int) -> list[RuleObjection]:
    """Any card of the house; face up the new one obeys the placement rules (DH-53, DH-25)."""
    face_up = number < at.DOWN
    place = place_of(number if face_up else number - at.DOWN)
    if place is None:
        return against("DH-2", "no_place")
    if place not in house.cards:
        return against("DH-53", "no_card", place)
    return against_face_up(house_without(house, place), chosen_of(view), place) if face_up else []


def against_handyman(house: House, number: int) -> list[RuleObjection]:
    """The card must have another one it can swap with (DH-54)."""
    place = place_of(number)
    if place is None or place not in house.cards:
        return against("DH-54", "no_card", place)
    if any(not against_swap(house, place, other) for other in house.cards):
        return []
    return against("DH-54", "no_partner", place)


def against_swap(house: House, one: Place | None, other: Place | None) -> list[RuleObjection]:
    """Both cards must obey floor and maximum size in their new cells (DH-54)."""
    if one is None or other is None or one == other or other not in house.cards:
        return against("DH-54", "no_card", other)
    swapped = house.with_cards({**house.cards, one: house.cards[other], other: house.cards[one]})
    found: list[RuleObjection] = []
    for place in (one, other):
        kind = swapped.kind_at(place)
        if kind is None:
            continue
        found += against_zone(house.parts, kind, place)
        most = house.parts.kinds[kind].most
        if len(swapped.whole_room(place)) > most:
            found += against("DH-23", "too_big", place, n=most, room=Phrase(f"kind.{KIND_IDS[kind]}"))
    return found
