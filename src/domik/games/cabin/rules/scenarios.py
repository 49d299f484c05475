"""The solo scenarios: read from the component file, and judged when the game is over (CC-43)."""

from __future__ import annotations

from dataclasses import dataclass

from domik.games.cabin.rules.card import SIDE_NAMES
from domik.games.cabin.rules.resources import doubled_at, read_dice
from domik.games.cabin.rules.state import *
from domik.kernel.components import Components, Where

SCENARIO_NAMES = (
    "first_summer", "tea_and_book", "no_tea", "hungry_spring", "dry_year", "three_joys", "three_months", "exact_plan",
)  # fmt: skip
ORIENTATIONS = {"N": 0, "N+": UPGRADED, "H": HOME, "H+": HOME | UPGRADED}


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
    """The solo scenarios, by id (CC-43)."""
    found: dict[str, Scenario] = {}
    for k in range(len(components.list_at("scenarios")) if "scenarios" in components.data else 0):
        scenario = read_scenario(components, k, ids)
        if scenario.id in found:
            raise components.refuse(("scenarios", k, "id"), "twice", value=scenario.id)
        found[scenario.id] = scenario
    return found


def read_scenario(components: Components, k: int, ids: list[str]) -> Scenario:
    """One scenario of the file."""
    where: Where = ("scenarios", k)
    components.mark_at(*where, "mark")
    components.list_at(*where, "deck", length=len(ids))
    deck = [ids.index(components.word_at(*where, "deck", at, among=tuple(ids))) + 1 for at in range(len(ids))]
    if len(set(deck)) != len(ids):
        raise components.refuse((*where, "deck"), "permutation")
    actions = components.text_at(*where, "witness", "actions")
    if strange := set(actions) - set("Bguf."):
        raise components.refuse((*where, "witness", "actions"), "word", value="".join(strange), among="B g u f .")
    return Scenario(
        components.word_at(*where, "id", among=SCENARIO_NAMES),
        components.number_at(*where, "level", least=1, most=99),
        components.names_at(*where, "name"),
        tuple(deck),
        read_dice(components, (*where, "start")),
        components.number_at(*where, "month_limit", least=1, most=MONTHS),
        doubled_at(components, *where, "target", most=99),
        doubled_at(components, *where, "par", most=99),
        read_sides(components, (*where, "require"), ids),
        read_sides(components, (*where, "forbid"), ids),
        read_sides(components, (*where, "template"), ids, PLACES),
        actions,
        read_circle(components, (*where, "witness", "circle"), ids),
    )


def read_sides(
    components: Components, where: Where, ids: list[str], length: int | None = None
) -> tuple[tuple[int, int], ...]:
    """A list such as ["birch:home"]; none when it is left out."""
    if where[-1] not in components.get(*where[:-1]):
        return ()
    among = tuple(f"{card}:{side}" for card in ids for side in SIDE_NAMES)
    found = []
    for at in range(len(components.list_at(*where, length=length))):
        card, _, side = components.word_at(*where, at, among=among).partition(":")
        found.append((ids.index(card) + 1, SIDE_NAMES.index(side)))
    if len({kind for kind, _ in found}) != len(found):
        raise components.refuse(where, "permutation")
    return tuple(found)


def read_circle(components: Components, where: Where, ids: list[str]) -> tuple[int, ...]:
    """A full cabin clockwise, such as "forest:H+" in each place."""
    among = tuple(f"{card}:{orientation}" for card in ids for orientation in ORIENTATIONS)
    components.list_at(*where, length=PLACES)
    faces = []
    for at in range(PLACES):
        card, _, orientation = components.word_at(*where, at, among=among).partition(":")
        faces.append((ids.index(card) + 1) << KIND_SHIFT | ORIENTATIONS[orientation])
    if len({face >> KIND_SHIFT for face in faces}) != PLACES:
        raise components.refuse(where, "permutation")
    return tuple(faces)


@dataclass(frozen=True)
class Verdict:
    """What a finished scenario reached: each condition, and the stars (reached, target, par)."""

    full: bool
    in_time: bool
    required: bool
    forbidden: bool
    copied: bool
    points: int  # doubled

    def reached(self) -> bool:
        """Whether the cabin is as it should be."""
        return self.full and self.in_time and self.required and self.forbidden and self.copied


def judged(scenario: Scenario, placed: list[int], month: int, points: int) -> Verdict:
    """A cabin (faces clockwise, 0 empty) that was finished in a month."""
    sides = [(face >> KIND_SHIFT, 1 if face & HOME else 0) for face in placed]
    return Verdict(
        0 not in placed,
        month <= scenario.month_limit,
        all(side in sides for side in scenario.require),
        not any(side in sides for side in scenario.forbid),
        not scenario.template or tuple(sides) == scenario.template,
        points,
    )


def stars(scenario: Scenario, verdict: Verdict) -> int:
    """One for the cabin, one for the target, one for par."""
    if not verdict.reached():
        return 0
    return 1 + (verdict.points >= scenario.target) + (verdict.points >= scenario.par)
