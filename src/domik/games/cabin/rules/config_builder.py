"""Build a game's Config from its options and components."""

from __future__ import annotations

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.parts import Parts, Scenario, pack_dice, pack_places
from domik.kernel.errors import BadOption
from domik.kernel.options import ChosenOptions
from domik.kernel.phrase import Phrase

REDEAL = "redeal_if_resource_has_no_source"


def build_config(seats: int, options: ChosenOptions, parts: Parts) -> Config:
    """Raise BadOption when the components lack something that an option needs."""
    family, draft, neighbour, promo = (bool(options[name]) for name in ("family", "draft", "neighbour", "promo"))
    if promo and not parts.promo:
        raise BadOption(Phrase("error.no_promo"))
    scenario = chosen_scenario(options, parts)
    known = not draft and not neighbour and (seats == 1 or not (family or promo))
    return Config(
        seats=seats,
        stock=at.CARDS_EACH + (parts.promo if promo else 0),
        faces=face_numbers(parts),
        edges=[number for edge in parts.edges for number in (int(edge.gives), edge.amount, edge.shot)],
        worth=list(parts.worth),
        dice=scenario.dice if scenario else parts.dice,
        family=family,
        draft=draft,
        template=bool(options["template"]),
        solvable=bool(options["solvable"]) and known,
        neighbour=neighbour,
        redeal=bool(options[REDEAL]) and parts.redeals and (family or promo) and not draft,
        deck=[kind << at.KIND_SHIFT for kind in scenario.deck] if scenario else [],
        scene=pack_scene(scenario) if scenario else 0,
        chances=allowed_sides_of(scenario),
        month_limit=scenario.month_limit if scenario else at.MONTHS,
        reverses=parts.reverses,
        failed_drops=parts.failed_drops,
        still_ends=parts.still_ends,
    )


def chosen_scenario(options: ChosenOptions, parts: Parts) -> Scenario | None:
    """The chosen scenario, None without one (CC-43)."""
    name = str(options["scenario"])
    if name == "none":
        return None
    if name not in parts.scenarios:
        raise BadOption(Phrase("error.no_scenario", {"scenario": name}))
    return parts.scenarios[name]


def pack_scene(scenario: Scenario) -> int:
    """The cabin a scenario wants copied, FACE_BITS per place; 0 for none."""
    return pack_places(kind << at.KIND_SHIFT | at.HOME * side for kind, side in scenario.template)


def allowed_sides_of(scenario: Scenario | None) -> list[int]:
    """What may become of each kind: required sides must be built, forbidden ones must not (CC-43)."""
    chances = [at.ANYTHING] * (at.NEIGHBOUR + 1)
    if scenario is not None:
        for kind, side in scenario.require:
            chances[kind] &= at.AS_HOME if side else at.AS_NATURAL
        for kind, side in scenario.forbid:
            chances[kind] &= ~(at.AS_HOME if side else at.AS_NATURAL)
    return chances


def face_numbers(parts: Parts) -> list[int]:
    """The table of faces, FACE_SIZE numbers each."""
    numbers = [0] * (at.FACE_SIZE * (at.FACE + 1))
    for kind in range(1, len(parts.cards) + 1):
        for edge in range(4):
            face = kind << at.KIND_SHIFT | edge
            side = parts.side(face)
            takes, gives = parts.visit(face)
            numbers[at.FACE_SIZE * face : at.FACE_SIZE * face + 7] = [
                pack_dice(side.cost),
                at.DIE_BITS * side.gives,
                parts.aside[edge & at.UPGRADED],
                takes << at.DIE_BITS * side.consumes if face & at.HOME else 0,
                at.DIE_BITS * (side.produces if face & at.HOME else side.gives),
                gives,
                aside_moves(face),
            ]
    for edge in range(4):
        face = at.NEIGHBOUR_FACE | edge
        numbers[at.FACE_SIZE * face + at.COST] = at.UNPAYABLE
        numbers[at.FACE_SIZE * face + at.MOVES] = aside_moves(face)
    return numbers


def aside_moves(face: int) -> int:
    """The ways a face may be put aside: upgrades and flips are never undone (CC-14)."""
    return at.GAIN | (0 if face & at.UPGRADED else at.UPGRADE) | (0 if face & at.HOME else at.FLIP)
