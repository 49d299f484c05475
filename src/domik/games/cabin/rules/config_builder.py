"""Build a game's Config from its options and components."""

from __future__ import annotations

from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.parts import Parts, Scenario, pack_dice
from domik.games.cabin.rules.state import *
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
        stock=CARDS_EACH + (parts.promo if promo else 0),
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
        deck=[kind << KIND_SHIFT for kind in scenario.deck] if scenario else [],
        scene=pack_scene(scenario) if scenario else 0,
        chances=allowed_sides_of(scenario),
        month_limit=scenario.month_limit if scenario else MONTHS,
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
    faces = [kind << KIND_SHIFT | HOME * side for kind, side in scenario.template]
    return sum(face << FACE_BITS * place for place, face in enumerate(faces))


def allowed_sides_of(scenario: Scenario | None) -> list[int]:
    """What may become of each kind: required sides must be built, forbidden ones must not (CC-43)."""
    chances = [ANYTHING] * (NEIGHBOUR + 1)
    if scenario is not None:
        for kind, side in scenario.require:
            chances[kind] &= AS_HOME if side else AS_NATURAL
        for kind, side in scenario.forbid:
            chances[kind] &= ~(AS_HOME if side else AS_NATURAL)
    return chances


def face_numbers(parts: Parts) -> list[int]:
    """The table of faces, FACE_SIZE numbers each."""
    numbers = [0] * (FACE_SIZE * (FACE + 1))
    for kind in range(1, len(parts.cards) + 1):
        for edge in range(4):
            face = kind << KIND_SHIFT | edge
            side = parts.side(face)
            takes, gives = parts.visit(face)
            numbers[FACE_SIZE * face : FACE_SIZE * face + 7] = [
                pack_dice(side.cost),
                DIE_BITS * side.gives,
                parts.aside[edge & UPGRADED],
                takes << DIE_BITS * side.consumes if face & HOME else 0,
                DIE_BITS * (side.produces if face & HOME else side.gives),
                gives,
                aside_moves(face),
            ]
    for edge in range(4):
        face = NEIGHBOUR_FACE | edge
        numbers[FACE_SIZE * face + COST] = UNPAYABLE
        numbers[FACE_SIZE * face + MOVES] = aside_moves(face)
    return numbers


def aside_moves(face: int) -> int:
    """The ways a face may be put aside: upgrades and flips are never undone (CC-14)."""
    return GAIN | (0 if face & UPGRADED else UPGRADE) | (0 if face & HOME else FLIP)
