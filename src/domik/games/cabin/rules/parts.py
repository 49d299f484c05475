"""Cozy Cabin's components as typed tables: cards, neighbour, scenarios, switches, all checked when loaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from domik.games.cabin.rules.card import SIDE_NAMES, Card, Side, read_card
from domik.games.cabin.rules.resources import DOMESTIC_NAMES, doubled_at, read_dice
from domik.games.cabin.rules.scenarios import Scenario, read_scenarios
from domik.games.cabin.rules.state import *
from domik.kernel.components import Components, Where, written

SHOT_NAMES = ("woodpile_raid", "moved_fence", "long_visit", "too_generous")
VISITS_OF_HOME = ("1->1", "1->2", "2->2")  # what an upgraded home location takes and gives (CC-22)
MOST_PROMO = MOST_KINDS - CARDS_EACH


@dataclass(frozen=True)
class Edge:
    """One of the neighbour's four edges (CC-44, CC-46)."""

    gives: bool
    amount: int
    shot: int
    names: dict[str, str]


@dataclass(frozen=True)
class Parts:
    """Everything in the box, and the switches."""

    cards: tuple[Card, ...]  # by kind - 1: the twelve, then the promo cards
    promo: int
    neighbour_names: dict[str, str]
    edges: tuple[Edge, ...]
    scenarios: dict[str, Scenario]
    dice: int
    aside: tuple[int, int]
    natural_visit: int
    home_visit: str
    reverses: bool
    failed_drops: bool
    still_ends: bool
    redeals: bool
    worth: tuple[int, ...]  # doubled: a month, then the eight dice

    def side(self, face: int) -> Side:
        """The side of a card that a face shows."""
        return self.cards[(face >> KIND_SHIFT) - 1].sides[1 if face & HOME else 0]

    def names(self, face: int) -> dict[str, str]:
        """The name of a face in every language."""
        return self.neighbour_names if face >> KIND_SHIFT == NEIGHBOUR else self.side(face).names

    def id(self, face: int) -> str:
        """The id of a face's card."""
        return "neighbour" if face >> KIND_SHIFT == NEIGHBOUR else self.cards[(face >> KIND_SHIFT) - 1].id

    def kind(self, card_id: str) -> int:
        """The kind of a card id; 0 when there is none."""
        return next((kind for kind, card in enumerate(self.cards, 1) if card.id == card_id), 0)

    def visit(self, face: int) -> tuple[int, int]:
        """How much a visit takes and gives (CC-21, CC-22)."""
        if not face & HOME:
            return 0, self.natural_visit if face & UPGRADED else 1
        takes, gives = self.home_visit.split("->")
        return (int(takes), int(gives)) if face & UPGRADED else (1, 1)


def read_parts(components: Components) -> Parts:
    """The checked tables of a component file; BadComponents names file, line and value."""
    components.number_at("rules", "months", least=MONTHS, most=MONTHS)
    components.number_at("rules", "places", least=PLACES, most=PLACES)
    components.number_at("rules", "die_max", least=DIE_MOST, most=DIE_MOST)
    components.mark_at("rules", "mark")
    components.mark_at("rules", "switches_mark")
    components.list_at("cards", length=CARDS_EACH)
    promo = len(components.list_at("promo")) if "promo" in components.data else 0
    if promo > MOST_PROMO:
        raise components.refuse(("promo",), "number", value=promo, least=0, most=MOST_PROMO)
    cards: list[Card] = []
    for table, count in (("cards", CARDS_EACH), ("promo", promo)):
        for k in range(count):
            card = read_card(components, table, k)
            if card.id in [other.id for other in cards]:
                raise components.refuse((table, k, "id"), "twice", value=card.id)
            cards.append(card)
    return Parts(
        tuple(cards),
        promo,
        components.names_at("neighbour", "name"),
        read_edges(components),
        read_scenarios(components, [card.id for card in cards[:CARDS_EACH]]),
        read_dice(components, ("rules", "start")),
        (
            components.number_at("rules", "put_aside_basic", least=1, most=DIE_MOST),
            components.number_at("rules", "put_aside_upgraded", least=1, most=DIE_MOST),
        ),
        components.number_at("rules", "upgraded_natural_visit", least=1, most=DIE_MOST),
        components.word_at("rules", "home_visit", among=VISITS_OF_HOME),
        flag_at(components, "rules", "deck_reverses_each_month"),
        flag_at(components, "rules", "failed_month_decrements"),
        flag_at(components, "rules", "still_year_ends_life"),
        flag_at(components, "rules", "redeal_if_resource_has_no_source"),
        read_worth(components),
    )


def flag_at(components: Components, *where: str | int) -> bool:
    """A switch."""
    value = components.get(*where)
    if not isinstance(value, bool):
        raise components.refuse(where, "switch", value=written(value))
    return value


def read_worth(components: Components) -> tuple[int, ...]:
    """A month, four natural dice and the four domestic ones (CC-30)."""
    components.mark_at("score", "mark")
    natural = doubled_at(components, "score", "natural", most=9)
    domestic = [doubled_at(components, "score", name, most=9) for name in DOMESTIC_NAMES]
    return (doubled_at(components, "score", "month", most=9), *[natural] * RESOURCES, *domestic)


def read_edges(components: Components) -> tuple[Edge, ...]:
    """The neighbour's four edges, in the order of faces."""
    if flag_at(components, "neighbour", "buildable"):
        raise components.refuse(("neighbour", "buildable"), "unbuildable")  # CC-45
    components.mark_at("neighbour", "mark")
    components.list_at("neighbour", "edges", length=4)
    found: dict[int, Edge] = {}
    for k in range(4):
        where: Where = ("neighbour", "edges", k)
        side = SIDE_NAMES.index(components.word_at(*where, "side", among=SIDE_NAMES))
        face = HOME * side | int(flag_at(components, *where, "upgraded"))
        if face in found:
            raise components.refuse((*where, "side"), "twice", value=SIDE_NAMES[side])
        found[face] = Edge(
            components.word_at(*where, "put_aside", "effect", among=("steal", "gift")) == "gift",
            components.number_at(*where, "put_aside", "amount", least=1, most=DIE_MOST),
            SHOT_NAMES.index(components.word_at(*where, "one_shot", "id", among=SHOT_NAMES)),
            components.names_at(*where, "one_shot"),
        )
    return tuple(found[face] for face in range(4))


def card_ids(match: Any) -> list[str]:
    """The ids that a deck can name."""
    return [card.id for card in match.parts.cards[: int(match.game.kit.stock)]]


def pool_of(match: Any) -> list[int]:
    """Everybody's cards, one set after the other."""
    return [int(card) for card in match.game.kit.pool]


def named_deck(match: Any, ids: list[str]) -> list[int]:
    """Cards by their ids, from the first set; 0 for a name that nobody knows."""
    return [match.parts.kind(card_id) << KIND_SHIFT for card_id in ids]


def check_deal(match: Any, deal: list[int]) -> bool:
    """Whether something is wrong with a deal: every card once in its own deck or the pool, neighbours, model."""
    kit = match.game.kit
    if len(kit.deck):
        return deal != [int(card) for card in kit.deck]
    stock, seats = int(kit.stock), int(kit.seats)
    pool = pool_of(match)
    cards = deal[: len(pool)]
    pooled = bool(match.options["family"] or match.options["draft"])
    wrong = sorted(cards) != sorted(pool)
    for seat in range(0 if pooled else seats):
        part = slice(stock * seat, stock * (seat + 1))
        wrong = wrong or sorted(cards[part]) != sorted(pool[part])
    rest = deal[len(pool) :]
    if match.options["neighbour"]:
        wrong = wrong or len(rest) < seats or not all(0 <= place < PILE_MOST for place in rest[:seats])
        rest = rest[seats:]
    if match.options["template"]:
        kinds = [face >> KIND_SHIFT for face in rest]
        allowed = (
            [(card & FACE) >> KIND_SHIFT for card in cards[:CARDS_EACH]] if seats == 1 else range(1, CARDS_EACH + 1)
        )
        wrong = wrong or len(set(kinds)) != PLACES or len(rest) != PLACES or not set(kinds) <= set(allowed)
        return wrong or any(face & UPGRADED for face in rest)
    return wrong or bool(rest)
