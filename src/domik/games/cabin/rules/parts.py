"""Cozy Cabin's components as typed tables, read from a component file and validated: cards, neighbour, scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from domik.games.cabin.rules import state as at
from domik.kernel.components import Components, TomlPath, format_value

if TYPE_CHECKING:
    from domik.games.cabin.rules.game import CabinMatch

NATURAL_NAMES = ("wood", "clay", "water", "provisions")  # in the order of the dice
DOMESTIC_NAMES = ("warmth", "food", "tea", "cosy")
RESOURCE_NAMES = NATURAL_NAMES + DOMESTIC_NAMES


def pack_dice(values: Iterable[int]) -> int:
    """Pack dice into one number."""
    return sum(value << at.DIE_BITS * die for die, value in enumerate(values))


def pack_places(faces: Iterable[int]) -> int:
    """Pack the faces on the places, clockwise, into one number."""
    return sum(face << at.FACE_BITS * place for place, face in enumerate(faces))


def read_dice(components: Components, where: TomlPath) -> int:
    """Four natural dice packed into one number."""
    return pack_dice(components.number_at(*where, name, most=at.DIE_MOST) for name in NATURAL_NAMES)


def read_doubled(components: Components, *where: str | int, most: int) -> int:
    """Points in steps of a half, doubled to an integer."""
    value = components.get(*where)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value * 2 % 1 or not 0 <= value <= most:
        raise components.value_error(where, "half", value=format_value(value), most=most)
    return int(value * 2)


SIDE_NAMES = ("natural", "home")
SIDE_COSTS = (4, 5)  # number of resources a side costs: natural, home (CC-11)


@dataclass(frozen=True)
class CardSide:
    names: dict[str, str]
    cost: tuple[int, int, int, int]
    gives: int  # the die it raises when put aside (CC-12)
    consumes: int  # the die a visit consumes, -1 for a natural side (CC-21, CC-22)
    produces: int


@dataclass(frozen=True)
class CabinCard:
    """A double-sided card."""

    id: str
    sides: tuple[CardSide, CardSide]
    mark: str


def read_card(components: Components, table: str, k: int) -> CabinCard:
    natural, home = (read_side(components, (table, k), side) for side in range(2))
    return CabinCard(components.id_at(table, k, "id"), (natural, home), components.mark_at(table, k, "mark"))


def read_side(components: Components, card: TomlPath, side: int) -> CardSide:
    """One side: costs four resources if natural, five if a home (CC-11)."""
    where = (*card, SIDE_NAMES[side])
    wood, clay, water, provisions = (
        components.number_at(*where, "cost", name, most=at.DIE_MOST) for name in NATURAL_NAMES
    )
    total = wood + clay + water + provisions
    if total != SIDE_COSTS[side]:
        raise components.value_error((*where, "cost"), "total", what="cost", count=total, length=SIDE_COSTS[side])
    gives = NATURAL_NAMES.index(components.word_at(*where, "gives", among=NATURAL_NAMES))
    consumes = produces = -1
    if side:
        consumes = RESOURCE_NAMES.index(components.word_at(*where, "consumes", among=RESOURCE_NAMES))
        produces = RESOURCE_NAMES.index(components.word_at(*where, "produces", among=DOMESTIC_NAMES))
    return CardSide(components.names_at(*where, "name"), (wood, clay, water, provisions), gives, consumes, produces)


SCENARIO_NAMES = (
    "first_summer", "tea_and_book", "no_tea", "hungry_spring", "dry_year", "three_joys", "three_months", "exact_plan",
)  # fmt: skip
ORIENTATIONS = {"N": 0, "N+": at.UPGRADED, "H": at.HOME, "H+": at.HOME | at.UPGRADED}


@dataclass(frozen=True)
class Scenario:
    """A solo scenario (CC-43); points are doubled."""

    id: str
    level: int
    names: dict[str, str]
    deck: tuple[int, ...]  # kinds
    dice: int
    month_limit: int
    target: int
    par: int
    require: tuple[tuple[int, int], ...]  # kind, side
    forbid: tuple[tuple[int, int], ...]
    template: tuple[tuple[int, int], ...]
    actions: str
    circle: tuple[int, ...]  # faces


def read_scenarios(components: Components, ids: list[str]) -> dict[str, Scenario]:
    """The solo scenarios by id (CC-43)."""
    found: dict[str, Scenario] = {}
    for k in range(len(components.list_at("scenarios")) if "scenarios" in components.data else 0):
        scenario = read_scenario(components, k, ids)
        if scenario.id in found:
            raise components.value_error(("scenarios", k, "id"), "twice", value=scenario.id)
        found[scenario.id] = scenario
    return found


def read_scenario(components: Components, k: int, ids: list[str]) -> Scenario:
    where: TomlPath = ("scenarios", k)
    components.mark_at(*where, "mark")
    components.list_at(*where, "deck", length=len(ids))
    deck = [ids.index(components.word_at(*where, "deck", place, among=tuple(ids))) + 1 for place in range(len(ids))]
    if len(set(deck)) != len(ids):
        raise components.value_error((*where, "deck"), "permutation")
    actions = components.text_at(*where, "witness", "actions")
    if strange := set(actions) - set("Bguf."):
        raise components.value_error((*where, "witness", "actions"), "word", value="".join(strange), among="B g u f .")
    return Scenario(
        components.word_at(*where, "id", among=SCENARIO_NAMES),
        components.number_at(*where, "level", least=1, most=99),
        components.names_at(*where, "name"),
        tuple(deck),
        read_dice(components, (*where, "start")),
        components.number_at(*where, "month_limit", least=1, most=at.MONTHS),
        read_doubled(components, *where, "target", most=99),
        read_doubled(components, *where, "par", most=99),
        read_sides(components, (*where, "require"), ids),
        read_sides(components, (*where, "forbid"), ids),
        read_sides(components, (*where, "template"), ids, at.PLACES),
        actions,
        read_circle(components, (*where, "witness", "circle"), ids),
    )


def read_sides(
    components: Components, where: TomlPath, ids: list[str], length: int | None = None
) -> tuple[tuple[int, int], ...]:
    """Read a list such as ["birch:home"]; empty when it is absent."""
    if where[-1] not in components.get(*where[:-1]):
        return ()
    among = tuple(f"{card}:{side}" for card in ids for side in SIDE_NAMES)
    found = []
    for place in range(len(components.list_at(*where, length=length))):
        card, _, side = components.word_at(*where, place, among=among).partition(":")
        found.append((ids.index(card) + 1, SIDE_NAMES.index(side)))
    if len({kind for kind, _ in found}) != len(found):
        raise components.value_error(where, "permutation")
    return tuple(found)


def read_circle(components: Components, where: TomlPath, ids: list[str]) -> tuple[int, ...]:
    """Read a full cabin clockwise, one place per entry such as "forest:H+"."""
    among = tuple(f"{card}:{orientation}" for card in ids for orientation in ORIENTATIONS)
    components.list_at(*where, length=at.PLACES)
    faces = []
    for place in range(at.PLACES):
        card, _, orientation = components.word_at(*where, place, among=among).partition(":")
        faces.append((ids.index(card) + 1) << at.KIND_SHIFT | ORIENTATIONS[orientation])
    if len({face >> at.KIND_SHIFT for face in faces}) != at.PLACES:
        raise components.value_error(where, "permutation")
    return tuple(faces)


@dataclass(frozen=True)
class ScenarioResult:
    """The result of a finished scenario: each condition, and the stars (conditions, target, par)."""

    full: bool
    in_time: bool
    required: bool
    forbidden: bool
    copied: bool
    points: int  # doubled

    def is_reached(self) -> bool:
        """Whether all conditions on the cabin are met."""
        return self.full and self.in_time and self.required and self.forbidden and self.copied


def judge_scenario(scenario: Scenario, placed: Sequence[int], month: int, points: int) -> ScenarioResult:
    """Judge a cabin (faces clockwise, 0 empty) that was finished in `month`; points are doubled."""
    sides = [(face >> at.KIND_SHIFT, 1 if face & at.HOME else 0) for face in placed]
    return ScenarioResult(
        0 not in placed,
        month <= scenario.month_limit,
        all(side in sides for side in scenario.require),
        not any(side in sides for side in scenario.forbid),
        not scenario.template or tuple(sides) == scenario.template,
        points,
    )


def star_count(scenario: Scenario, verdict: ScenarioResult) -> int:
    """One star for the conditions, one for the target, one for par."""
    if not verdict.is_reached():
        return 0
    return 1 + (verdict.points >= scenario.target) + (verdict.points >= scenario.par)


SHOT_NAMES = ("woodpile_raid", "moved_fence", "long_visit", "too_generous")
VISITS_OF_HOME = ("1->1", "1->2", "2->2")  # what an upgraded home takes and gives on a visit (CC-22)
MOST_PROMO = at.MOST_KINDS - at.CARDS_EACH


@dataclass(frozen=True)
class Edge:
    """One of the neighbour's four edges (CC-44, CC-46)."""

    gives: bool
    amount: int
    shot: int
    names: dict[str, str]


@dataclass(frozen=True)
class Parts:
    """Everything in the box, and the rule switches."""

    cards: tuple[CabinCard, ...]  # by kind - 1: the twelve base cards, then the promo cards
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
    worth: tuple[int, ...]  # doubled points: per month left, then per die

    def side(self, face: int) -> CardSide:
        """The card side that a face shows."""
        return self.cards[(face >> at.KIND_SHIFT) - 1].sides[1 if face & at.HOME else 0]

    def names(self, face: int) -> dict[str, str]:
        """The name of a face in every language."""
        return self.neighbour_names if face >> at.KIND_SHIFT == at.NEIGHBOUR else self.side(face).names

    def id(self, face: int) -> str:
        return "neighbour" if face >> at.KIND_SHIFT == at.NEIGHBOUR else self.cards[(face >> at.KIND_SHIFT) - 1].id

    def kind(self, card_id: str) -> int:
        """The kind of a card id; 0 for an unknown id."""
        return next((kind for kind, card in enumerate(self.cards, 1) if card.id == card_id), 0)

    def visit(self, face: int) -> tuple[int, int]:
        """How much a visit takes and gives (CC-21, CC-22)."""
        if not face & at.HOME:
            return 0, self.natural_visit if face & at.UPGRADED else 1
        takes, gives = self.home_visit.split("->")
        return (int(takes), int(gives)) if face & at.UPGRADED else (1, 1)


def read_parts(components: Components) -> Parts:
    """Read and validate a component file; BadComponents names file, line and value."""
    components.number_at("rules", "months", least=at.MONTHS, most=at.MONTHS)
    components.number_at("rules", "places", least=at.PLACES, most=at.PLACES)
    components.number_at("rules", "die_max", least=at.DIE_MOST, most=at.DIE_MOST)
    components.mark_at("rules", "mark")
    components.mark_at("rules", "switches_mark")
    components.list_at("cards", length=at.CARDS_EACH)
    promo = len(components.list_at("promo")) if "promo" in components.data else 0
    if promo > MOST_PROMO:
        raise components.value_error(("promo",), "number", value=promo, least=0, most=MOST_PROMO)
    cards: list[CabinCard] = []
    for table, count in (("cards", at.CARDS_EACH), ("promo", promo)):
        for k in range(count):
            card = read_card(components, table, k)
            if card.id in [other.id for other in cards]:
                raise components.value_error((table, k, "id"), "twice", value=card.id)
            cards.append(card)
    return Parts(
        tuple(cards),
        promo,
        components.names_at("neighbour", "name"),
        read_edges(components),
        read_scenarios(components, [card.id for card in cards[: at.CARDS_EACH]]),
        read_dice(components, ("rules", "start")),
        (
            components.number_at("rules", "put_aside_basic", least=1, most=at.DIE_MOST),
            components.number_at("rules", "put_aside_upgraded", least=1, most=at.DIE_MOST),
        ),
        components.number_at("rules", "upgraded_natural_visit", least=1, most=at.DIE_MOST),
        components.word_at("rules", "home_visit", among=VISITS_OF_HOME),
        read_flag(components, "rules", "deck_reverses_each_month"),
        read_flag(components, "rules", "failed_month_decrements"),
        read_flag(components, "rules", "still_year_ends_life"),
        read_flag(components, "rules", "redeal_if_resource_has_no_source"),
        read_worth(components),
    )


def read_flag(components: Components, *where: str | int) -> bool:
    value = components.get(*where)
    if not isinstance(value, bool):
        raise components.value_error(where, "switch", value=format_value(value))
    return value


def read_worth(components: Components) -> tuple[int, ...]:
    """Doubled points of a month, the four natural and the four domestic dice (CC-30)."""
    components.mark_at("score", "mark")
    natural = read_doubled(components, "score", "natural", most=9)
    domestic = [read_doubled(components, "score", name, most=9) for name in DOMESTIC_NAMES]
    return (read_doubled(components, "score", "month", most=9), *[natural] * at.RESOURCES, *domestic)


def read_edges(components: Components) -> tuple[Edge, ...]:
    """The neighbour's four edges, in the order of faces."""
    if read_flag(components, "neighbour", "buildable"):
        raise components.value_error(("neighbour", "buildable"), "unbuildable")  # CC-45
    components.mark_at("neighbour", "mark")
    components.list_at("neighbour", "edges", length=4)
    found: dict[int, Edge] = {}
    for k in range(4):
        where: TomlPath = ("neighbour", "edges", k)
        side = SIDE_NAMES.index(components.word_at(*where, "side", among=SIDE_NAMES))
        face = at.HOME * side | int(read_flag(components, *where, "upgraded"))
        if face in found:
            raise components.value_error((*where, "side"), "twice", value=SIDE_NAMES[side])
        found[face] = Edge(
            components.word_at(*where, "put_aside", "effect", among=("steal", "gift")) == "gift",
            components.number_at(*where, "put_aside", "amount", least=1, most=at.DIE_MOST),
            SHOT_NAMES.index(components.word_at(*where, "one_shot", "id", among=SHOT_NAMES)),
            components.names_at(*where, "one_shot"),
        )
    return tuple(found[face] for face in range(4))


def card_ids(match: CabinMatch) -> list[str]:
    """The card ids that a custom deck can name."""
    return [card.id for card in match.parts.cards[: int(match.game.config.stock)]]


def pool_of(match: CabinMatch) -> list[int]:
    """All seats' cards, set by set."""
    return [int(card) for card in match.game.config.pool]


def deal_from_deck(match: CabinMatch, deal: list[int], ids: list[str]) -> list[int] | None:
    """The deal with the named cards of the first set in this order; None if they make no deck."""
    named = [match.parts.kind(card_id) << at.KIND_SHIFT for card_id in ids]  # 0 for an unknown id
    rest = [card for card in deal[: len(pool_of(match))] if card not in named]
    whole = [*named, *rest, *deal[len(named) + len(rest) :]]
    return None if len(named) != at.CARDS_EACH or check_deal(match, whole) else whole


def check_deal(match: CabinMatch, deal: list[int]) -> bool:
    """Whether a deal is invalid: each card once in its own deck or the pool, neighbours, model."""
    kit = match.game.config
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
        wrong = wrong or len(rest) < seats or not all(0 <= place < at.PILE_MOST for place in rest[:seats])
        rest = rest[seats:]
    if match.options["template"]:
        kinds = [face >> at.KIND_SHIFT for face in rest]
        allowed = (
            [(card & at.FACE) >> at.KIND_SHIFT for card in cards[: at.CARDS_EACH]]
            if seats == 1
            else range(1, at.CARDS_EACH + 1)
        )
        wrong = wrong or len(set(kinds)) != at.PLACES or len(rest) != at.PLACES or not set(kinds) <= set(allowed)
        return wrong or any(face & at.UPGRADED for face in rest)
    return wrong or bool(rest)
