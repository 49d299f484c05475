"""The solver's bound and its proofs against everything there is, in late positions of every variant and scenario.

A few positions each as a rule; DOMIK_PROOFS=500 looks at that many of each.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

from domik.games.cabin import TITLE
from domik.games.cabin.mind.solver.plan import plan_goal, solve
from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import SCENARIO_NAMES
from domik.games.cabin.rules.reading import config_of, model_of
from domik.kernel import luck as luck_module
from domik.kernel.components import Components
from domik.kernel.contract import SolverResult
from domik.kernel.game import AWAITED
from domik.kernel.luck import luck_of
from domik.kernel.state import State
from tests.games.cabin.mind.brute import NONE, Brute, TooMany
from tests.games.cabin.positions import at_of, fresh, read, table_for

COMPILED = not str(luck_module.__file__).endswith(".py")
POSITIONS = int(os.environ.get("DOMIK_PROOFS", "12" if COMPILED else "2"))
MOST = 40000 if COMPILED else 2500  # positions that brute force looks at
SECONDS = 3.0
TEXT = TITLE.read_resource("components.toml")

SCENARIOS: list[tuple[int, dict[str, object]]] = [(1, {"scenario": name}) for name in SCENARIO_NAMES]
VARIANTS: list[tuple[int, dict[str, object]]] = [
    (1, {}),
    (1, {"promo": True}),
    (1, {"template": True}),
    (1, {"template": True, "solvable": False}),
    (1, {"template": True, "draft": True}),
    (2, {}),
    (2, {"family": True, "promo": True}),
    (2, {"draft": True}),
    (2, {"template": True, "solvable": False}),
    (3, {"template": True, "family": True}),
    *SCENARIOS,
]
CHANGES = {
    "a failed month stays": ("failed_month_decrements = true", "failed_month_decrements = false"),
    "decks keep their order": ("deck_reverses_each_month = true", "deck_reverses_each_month = false"),
    "still years go on": ("still_year_ends_life = true", "still_year_ends_life = false"),
    "upgraded homes make two": ('home_visit = "1->1"', 'home_visit = "1->2"'),
    "upgraded homes turn two": ('home_visit = "1->1"', 'home_visit = "2->2"'),
    "homes that lose": ("cosy = 2.0", "cosy = 0.5"),
    "natural resources count more": ("natural = 0.5", "natural = 1.5"),
    "homes give something else": ('home.gives = "clay"', 'home.gives = "water"'),
}


def id_of(value: object) -> str:
    return str(value) if isinstance(value, int) else "-".join(f"{k}={v}" for k, v in value.items()) or "base"  # type: ignore[attr-defined]


# ---- late positions -------------------------------------------------------------------------------------------


def late(match: CabinMatch, rng: random.Random, seed: str) -> State:
    """A position near the end of the first seat's planning, made by hand; the others still plan, or are done."""
    state = fresh(match, seed)
    numbers, base = state.numbers, at_of(0)
    cards = dealt_cards(match, state, rng)
    model = model_of(match, state.view(0))
    placed = 0
    for place in rng.sample(range(at.PLACES), at.PLACES - rng.choice((1, 1, 2, 2, 3))):
        card = fitting_card(cards, model[place] if model else 0, rng, exact=bool(match.options["template"]))
        if card is not None:
            kind = cards.pop(card) & at.FACE & ~3
            side = asked_side(match, kind >> at.KIND_SHIFT, rng) if not model else model[place] & at.HOME
            placed |= (kind | side | rng.choice((0, at.UPGRADED))) << at.FACE_BITS * place
    numbers[base + at.PLACED] = placed
    numbers[base + at.FREE] = sum(
        1 << place for place in range(at.PLACES) if not placed >> at.FACE_BITS * place & at.FACE
    )
    laid, built = rng.randrange(len(cards)), rng.choice((0, 1))
    for k in range(at.PILE_MOST):
        numbers[base + at.CARDS + k] = 0
    for k, card in enumerate(cards):
        numbers[base + at.CARDS + k + (built if k >= laid else 0)] = card | rng.choice((0, 0, at.UPGRADED, at.HOME, 3))
    numbers[base + at.LAID], numbers[base + at.TOP], numbers[base + at.PILE] = laid, laid + built, len(cards) + built
    numbers[base + at.BUILT] = built
    free = read(state).places.count(0)  # every month so far has seen a build (CC-17)
    in_time = at.MONTHS + 1 - int(config_of(match).month_limit) if rng.random() < 0.9 else 0
    numbers[base + at.LEFT] = min(at.MONTHS, max(free + built, in_time) + rng.choice((0, 0, 1, 3)))
    numbers[base + at.DICE] = sum(rng.randrange(at.DIE_MOST + 1) << at.DIE_BITS * die for die in range(at.RESOURCES))
    return state


def dealt_cards(match: CabinMatch, state: State, rng: random.Random) -> list[int]:
    """Twelve cards of the first seat in a random order; the others are made to wait, or to be done."""
    numbers = state.numbers
    if match.options["draft"] or rng.random() < 0.7:
        numbers[at.PHASE] = at.PLAYING
        numbers[AWAITED] = 1
        for seat in range(1, match.seats):
            numbers[at_of(seat) + at.STAGE] = at.DONE
            numbers[at_of(seat) + at.COPY] = (
                rng.choice((0, at.SPOILT, at.SPOILT, at.COPIED)) if match.options["template"] else 0
            )
    kit = config_of(match)
    cards = [int(card) for card in (kit.deck if len(kit.deck) else match.game.deal(luck_of(rng.randrange(1 << 30))))]
    return rng.sample(cards[: at.CARDS_EACH], at.CARDS_EACH)


def fitting_card(cards: list[int], wanted: int, rng: random.Random, exact: bool) -> int | None:
    """Which card to build: the one that a model wants there, or any; a scenario's may be wrong now and then."""
    if not wanted or (not exact and rng.random() < 0.03):
        return rng.randrange(len(cards))
    return next((k for k, card in enumerate(cards) if card & at.FACE == wanted & ~3), None)


def asked_side(match: CabinMatch, kind: int, rng: random.Random) -> int:
    """The side that a scenario asks of a kind, mostly."""
    chances = int(config_of(match).chances[kind])
    sides = [side for side, chance in ((0, at.AS_NATURAL), (at.HOME, at.AS_HOME)) if chances & chance]
    return rng.choice(sides if sides and rng.random() < 0.9 else (0, at.HOME))


def compared(match: CabinMatch, name: str, wanted: int) -> Iterator[tuple[State, SolverResult]]:
    """So many late positions, each compared with brute force."""
    rng = random.Random(name)
    found = 0
    for number in range(20 * wanted):
        if found == wanted:
            return
        state = late(match, rng, f"{name} {number}")
        goal = plan_goal(match, state, 0)
        try:
            fitting, any_plan = Brute(goal, MOST).best(state)
        except TooMany:
            continue
        answer = solve(match, state, 0, SECONDS)
        check(match, state, answer, fitting, any_plan)
        found += 1
        yield state, answer


def check(match: CabinMatch, state: State, answer: SolverResult, fitting: int, any_plan: int) -> None:
    """The plan replays, its bound holds, and its proof is one."""
    goal = plan_goal(match, state, 0)
    after = state.copy()
    for number in answer.moves:
        after.play(0, 1 << number)
    assert read(after).stage == at.DONE
    assert (goal.points(after), goal.fits(after)) == (answer.score, answer.fits)
    best = fitting if answer.fits else any_plan
    assert answer.score <= best <= answer.bound
    if answer.proven:
        assert answer.score == best == answer.bound
        assert answer.fits or fitting == NONE, "no cabin is as it is asked for"


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=id_of)
def test_no_plan_beats_the_bound_and_proofs_are_proofs(seats: int, options: dict[str, object]) -> None:
    match = table_for(seats, **options)
    answers = [answer for _, answer in compared(match, f"{seats} {options}", POSITIONS)]
    assert len(answers) >= min(POSITIONS, 2)
    if options.get("scenario") and POSITIONS >= 12:
        assert any(answer.ruled_out or (answer.proven and answer.fits) for answer in answers), "something was proven"


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("options", [{}, {"template": True, "solvable": False}], ids=id_of)
def test_other_component_files_are_bounded_too(change: str, options: dict[str, object]) -> None:
    old, new = CHANGES[change]
    assert old in TEXT
    match = TITLE.match(1, options, Components(TEXT.replace(old, new), "mine.toml"))
    answers = [answer for _, answer in compared(match, f"{change} {options}", max(1, POSITIONS // 4))]
    assert answers
