"""Configuration of one game, derived from seats, options and components, as numbers and masks for the rules."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.parts import Parts, Scenario, pack_dice, pack_places
from domik.kernel.errors import BadOption
from domik.kernel.game import to_vec
from domik.kernel.options import ChosenOptions
from domik.kernel.phrase import Phrase


@final
class Config:
    """The cards, dice and switches of one game."""

    def __init__(self, seats: i64, options: ChosenOptions, parts: Parts) -> None:
        """Raise BadOption when the components lack something that an option needs."""
        promo = bool(options["promo"])
        if promo and not parts.promo:
            raise BadOption(Phrase("error.no_promo"))
        scenario = chosen_scenario(options, parts)
        self.seats: i64 = seats
        self.sealed: i64 = at.OPEN_SIZE + at.OWN_SIZE * seats  # where the sealed compartment begins
        # The component file
        self.stock: i64 = at.CARDS_EACH + (parts.promo if promo else 0)  # cards per seat, with the promo cards (CC-48)
        self.pool: vec[i64] = everybodys_cards(seats, self.stock)
        self.faces: vec[i64] = to_vec(face_numbers(parts))  # FACE_SIZE numbers per face
        self.edges: vec[i64] = to_vec(edge_numbers(parts))  # EDGE_SIZE numbers per edge of the neighbour
        self.worth: vec[i64] = to_vec(list(parts.worth))  # doubled points: per month left, then per die (CC-30)
        self.dice: i64 = scenario.dice if scenario else parts.dice  # starting dice (CC-2)
        self.reverses: bool = parts.reverses  # whether a pile is moved as it lies, reversing its order (CC-15)
        self.failed_drops: bool = parts.failed_drops  # whether a failed month counts as gone (CC-17)
        self.still_ends: bool = parts.still_ends  # whether a year that changes no die ends a life (CC-25)
        # The variants
        self.family: bool = bool(options["family"])  # all decks shuffled together (CC-40)
        self.draft: bool = bool(options["draft"])  # CC-41
        self.neighbour: bool = bool(options["neighbour"])  # CC-44
        self.template: bool = bool(options["template"])  # a model to copy (CC-42)
        # Whether every deck must be able to copy the model (CC-42); only decks that are known beforehand can
        known = not self.draft and not self.neighbour and (seats == 1 or not (self.family or promo))
        self.solvable: bool = bool(options["solvable"]) and known
        # Whether to deal again until every seat has every source (CC-49)
        wanted = bool(options["redeal_if_resource_has_no_source"]) and parts.redeals
        self.redeal: bool = wanted and (self.family or promo) and not self.draft
        # The scenario (CC-43)
        self.deck: vec[i64] = to_vec(deck_of(scenario))  # its cards in order; empty where the decks are shuffled
        self.scene: i64 = scene_of(scenario)  # the cabin it wants copied, 0 for none; checked only at the end
        self.chances: vec[i64] = to_vec(allowed_sides_of(scenario))  # of each kind: LEFT_OUT, AS_NATURAL, AS_HOME
        self.month_limit: i64 = scenario.month_limit if scenario else at.MONTHS


def chosen_scenario(options: ChosenOptions, parts: Parts) -> Scenario | None:
    """The chosen scenario, None without one (CC-43)."""
    name = str(options["scenario"])
    if name == "none":
        return None
    if name not in parts.scenarios:
        raise BadOption(Phrase("error.no_scenario", {"scenario": name}))
    return parts.scenarios[name]


def everybodys_cards(seats: i64, stock: i64) -> vec[i64]:
    """All seats' cards, natural and basic, set by set (CC-3)."""
    cards: list[i64] = []
    for seat in range(seats):
        for kind in range(1, stock + 1):
            cards.append(kind << at.KIND_SHIFT | seat << at.FACE_BITS)
    return vec[i64](cards)


def deck_of(scenario: Scenario | None) -> list[int]:
    return [kind << at.KIND_SHIFT for kind in scenario.deck] if scenario else []


def scene_of(scenario: Scenario | None) -> int:
    """The cabin a scenario wants copied, FACE_BITS per place; 0 for none."""
    return pack_places([kind << at.KIND_SHIFT | at.HOME * side for kind, side in scenario.template]) if scenario else 0


def allowed_sides_of(scenario: Scenario | None) -> list[int]:
    """What may become of each kind: required sides must be built, forbidden ones must not (CC-43)."""
    chances = [at.ANYTHING] * (at.NEIGHBOUR + 1)
    if scenario is not None:
        for kind, side in scenario.require:
            chances[kind] &= at.AS_HOME if side else at.AS_NATURAL
        for kind, side in scenario.forbid:
            chances[kind] &= ~(at.AS_HOME if side else at.AS_NATURAL)
    return chances


def edge_numbers(parts: Parts) -> list[int]:
    return [number for edge in parts.edges for number in (int(edge.gives), edge.amount, edge.shot)]


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
