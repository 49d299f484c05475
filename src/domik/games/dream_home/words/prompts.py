"""Prompts for the player to move, and descriptions of moves. For past moves see events.py."""

from __future__ import annotations

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.phrases import card_at_phrase, card_phrase, column_args, place_phrase, resource_phrase
from domik.games.dream_home.rules.reading import (
    PAIRS,
    House,
    cards_in_hand,
    chosen_of,
    house_of,
    market_rooms,
    phase_name,
    place_at,
)
from domik.kernel.game import SPECTATOR
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View

COUNTED = ("tally.architect", "tally.empty", "tally.windows", "tally.no_roof")
WAITING = {"discard": "discard", "hammer": "hammer", "turn": "turn", "drill": "turn", "lay": "turn", "park": "turn"}


# ---- prompts ----------------------------------------------------------------------------------------


def prompt(match: DreamHomeMatch, view: View) -> Phrase:
    """What the view's seat is to do now, or what it waits for."""
    phase = phase_name(view)
    if phase == "over":
        return Phrase("prompt.over")
    if view.seat == SPECTATOR:
        return Phrase("prompt.watch")
    if not view.is_awaited():
        return Phrase(f"prompt.wait_{WAITING.get(phase, 'end')}")
    if phase == "turn":
        return Phrase("prompt.turn_tools" if int(view.legal()) >> at.MIX else "prompt.turn")
    if phase == "lay":
        return prompt_lay(match, view)
    if phase in ("drill", "swap"):
        house = house_of(match.parts, view, view.seat)
        return Phrase(f"prompt.{phase}", {"card": card_at_phrase(house, place_at(chosen_of(view)))})
    if phase == "deliver":
        return Phrase("prompt.deliver", {"card": card_phrase(match.parts, chosen_of(view))})
    return Phrase(f"prompt.{phase}")


def prompt_lay(match: DreamHomeMatch, view: View) -> Phrase:
    """The room, the resource, or both in the player's order (DH-31)."""
    room, resource = cards_in_hand(view)
    args: dict[str, Argument] = {}
    if room is not None:
        args["card"] = card_phrase(match.parts, room)
    if resource is not None:
        args["resource"] = resource_phrase(match.parts, resource)
    return Phrase("prompt.lay_both" if len(args) == 2 else "prompt.lay" if "card" in args else "prompt.put", args)


# ---- descriptions of moves --------------------------------------------------------------------------


def describe(match: DreamHomeMatch, view: View, action: int) -> Phrase:
    phase = phase_name(view)
    number = action.bit_length() - 1
    if action == at.PASS:
        return Phrase(f"describe.no_{phase}")
    house = house_of(match.parts, view, view.seat)
    if phase in ("discard", "hammer"):
        return Phrase(f"describe.{phase}", column_args(match.parts, view, number))
    if phase == "turn":
        return describe_turn(match, view, house, number)
    if phase == "drill":
        column = number if number < at.DOWN_COLUMN else number - at.DOWN_COLUMN
        room = market_rooms(view)[column]
        assert room is not None
        key = "describe.drill" if number < at.DOWN_COLUMN else "describe.drill_down"
        return Phrase(key, {"card": card_phrase(match.parts, room), "column": column + 1})
    if phase == "lay":
        return describe_lay(match, view, house, action)
    if phase == "roofer":
        return Phrase("describe.roofer", {"roof": resource_phrase(match.parts, number)})
    if phase == "courier":
        n = match.parts.rooms[number].children
        return Phrase("describe.courier", {"card": card_phrase(match.parts, number), "n": n})
    return describe_cell(house, phase, number)


def describe_turn(match: DreamHomeMatch, view: View, house: House, number: int) -> Phrase:
    """A column, two rooms to mix, or a room to drill out."""
    if number < at.MIX:
        return Phrase("describe.take", column_args(match.parts, view, number))
    if number < at.DRILL_OUT:
        columns = PAIRS[number - at.MIX]
        left, right = (market_rooms(view)[column] for column in columns)
        assert left is not None
        assert right is not None
        args = {"left": card_phrase(match.parts, left), "right": card_phrase(match.parts, right)}
        return Phrase("describe.mix", {**args, "one": columns[0] + 1, "other": columns[1] + 1})
    place = place_at(number - at.DRILL_OUT)
    return Phrase("describe.drill_out", {"card": card_at_phrase(house, place), "place": place_phrase(place)})


def describe_lay(match: DreamHomeMatch, view: View, house: House, action: int) -> Phrase:
    """The room face up or face down, the resource placed or put away."""
    number = action.bit_length() - 1
    room, resource = cards_in_hand(view)
    if number >= at.TARGET:
        assert resource is not None
        args: dict[str, Argument] = {"resource": resource_phrase(match.parts, resource)}
        if action == at.PUT_AWAY:
            return Phrase("describe.put_away", args)
        place = place_at(number - at.TARGET)
        args["place"] = place_phrase(place)
        if match.parts.resources[resource].sort == "tool":
            return Phrase("describe.scaffold", args)
        return Phrase("describe.furnish", {**args, "card": card_at_phrase(house, place)})
    assert room is not None
    place = place_at(number if number < at.DOWN else number - at.DOWN)
    key = "describe.lay" if number < at.DOWN else "describe.lay_down"
    return Phrase(key, {"card": card_phrase(match.parts, room), "place": place_phrase(place)})


def describe_cell(house: House, phase: str, number: int) -> Phrase:
    """Parking, delivering, swapping: a card of the seat's own house."""
    key = f"describe.{phase}"
    if phase == "deliver" and number >= at.DOWN:
        key, number = "describe.deliver_down", number - at.DOWN
    place = place_at(number)
    return Phrase(key, {"card": card_at_phrase(house, place), "place": place_phrase(place)})


def label(reason: Phrase) -> Phrase:
    """A score line's reason without its count."""
    return Phrase(f"{reason.key}_named") if reason.key in COUNTED else reason
