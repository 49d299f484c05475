"""The judgement of rollouts: what it reckons from a few cells is what the whole house says, and it plays well."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domik.bots import parse_bot
from domik.bots.search import LEVELS
from domik.games.dream_home import TITLE
from domik.games.dream_home.mind.card_gains import POINT, CardGains, future_weight
from domik.games.dream_home.mind.rollout_move import RolloutPolicy
from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.house import fits_instead, fitting_cells, lay_up, open_cells, take_away
from domik.games.dream_home.rules.parts import KIND_IDS
from domik.games.dream_home.rules.points import house_points, roof_points, token_points
from domik.games.dream_home.rules.reading import cell_of
from domik.kernel import luck as luck_module
from domik.kernel.luck import luck_of
from domik.kernel.mind import Mind, SearchConfig
from domik.kernel.state import State
from domik.sim.ladder import Ladder, play_pairing
from tests.conformance.tables import QUICK, actions_of, random_steps, sampled
from tests.games.dream_home.positions import fresh, put, resource, room, rules_of, table_for

COMPILED = not str(luck_module.__file__).endswith(".py")
GAMES = 3 if QUICK or not COMPILED else 12


def some_positions() -> Iterator[tuple[DreamHomeMatch, State, int]]:
    """Random games with all options: every state with the seat that acts."""
    for sample in sampled("dream_home", GAMES):
        match = TITLE.match(sample.seats, sample.options_json())
        for state, seat, _ in random_steps(match, "gains"):
            yield match, state, seat


def cells_of(mask: int) -> list[int]:
    return [cell for cell in range(at.CELLS) if mask >> cell & 1]


@pytest.mark.clause("DH-60", "DH-26", "DH-62")
def test_a_gain_without_hope_is_what_the_house_gains() -> None:
    """Every kind on every cell where it fits, against the points of the whole house; furnishings aside."""
    seen = 0
    for match, state, seat in some_positions():
        kit = rules_of(match).config
        gains = CardGains(kit)
        base = at.SEAT + at.SEAT_SIZE * seat
        numbers = state.numbers
        before = house_points(numbers, base, kit) - token_points(numbers, base, kit)
        for kind in range(at.KINDS):
            for cell in cells_of(int(open_cells(numbers, base) & fitting_cells(numbers, base, kind, kit))):
                after = numbers[:]
                lay_up(after, base, room(match, KIND_IDS[kind]), cell, kit)
                exact = house_points(after, base, kit) - token_points(after, base, kit) - before
                assert gains.gain(numbers, base, kind, 1 << cell, 0) == POINT * exact, (KIND_IDS[kind], cell)
                seen += exact > 3
    assert seen > 20, "comfort, joined rooms and wishes come up"


@pytest.mark.clause("DH-40", "DH-53")
def test_an_exchange_without_hope_is_what_the_house_gains() -> None:
    """One card for another, its furnishing lost, against the whole house; and nothing has changed afterwards."""
    seen = 0
    for number, (match, state, seat) in enumerate(some_positions()):
        if number % 4:
            continue
        kit = rules_of(match).config
        gains = CardGains(kit)
        base = at.SEAT + at.SEAT_SIZE * seat
        numbers = state.numbers
        before = list(numbers)
        for cell in cells_of(int(numbers[base + at.FILLED])):
            for kind in range(at.KINDS):
                if not fits_instead(numbers, base, kind, 1 << cell, kit):
                    assert gains.exchange(numbers, base, cell, 1 << kind, 0) < -1000 * POINT // 2
                    continue
                after = numbers[:]
                take_away(after, base, cell, kit)
                tokens = int(after[base + at.FURNISHED]).bit_count()
                lay_up(after, base, room(match, KIND_IDS[kind]), cell, kit)
                if int(after[base + at.FURNISHED]).bit_count() < tokens:
                    continue  # two furnished rooms became one (DH-50): furnishings are not reckoned with
                exact = house_points(after, base, kit) - house_points(numbers, base, kit)
                assert gains.exchange(numbers, base, cell, 1 << kind, 0) == POINT * exact, (KIND_IDS[kind], cell)
                seen += exact > 0
        assert list(numbers) == before
    assert seen > 20


def test_hope_runs_out_with_the_rounds() -> None:
    match = table_for()
    state = fresh(match)
    hopes = []
    for now in range(1, at.ROUNDS + 1):
        state.numbers[at.ROUND] = now
        hopes.append(int(future_weight(state.numbers)))
    assert hopes == sorted(hopes, reverse=True)
    assert hopes[0] < POINT
    assert hopes[-1] == 0


def test_what_may_come_counts_while_there_is_hope() -> None:
    """A bathroom that begins both comforts, a bedroom beside a kitchen that could grow, a wish that may be granted."""
    match = table_for()
    state = fresh(match)
    gains = CardGains(rules_of(match).config)
    first = 1 << cell_of((2, 1))
    second = 1 << cell_of((2, 2))
    bathroom, bedroom, pantry = (KIND_IDS.index(kind) for kind in ("bathroom", "bedroom", "pantry"))
    assert gains.gain(state.numbers, at.SEAT, bathroom, first, 80) > gains.gain(
        state.numbers, at.SEAT, bathroom, first, 0
    )
    assert gains.gain(state.numbers, at.SEAT, pantry, first, 80) > gains.gain(state.numbers, at.SEAT, pantry, first, 0)
    far = gains.gain(state.numbers, at.SEAT, bedroom, second, 80)
    put(match, state, 0, ("kids", (2, 1)))
    assert gains.gain(state.numbers, at.SEAT, bedroom, second, 80) < far, "the kids' room has no other cell"


def test_every_reflex_is_legal_and_changes_nothing() -> None:
    asked = set()
    for match, state, seat in some_positions():
        game = match.game
        legal = int(state.legal(seat))
        before = list(state.numbers)
        action = int(game.mind.rollout_move(state.numbers, seat, legal, luck_of("one")))
        assert list(state.numbers) == before
        assert action == int(game.mind.rollout_move(state.numbers, seat, legal, luck_of("one")))
        phase = int(state.numbers[at.PHASE])
        if legal & (legal - 1):
            asked.add(phase)
            assert action in actions_of(legal) or (action == 0 and phase in (at.HANDYMAN, at.SWAP)), phase
    assert {at.DISCARD, at.TURN, at.LAY, at.HAMMER, at.COURIER, at.DELIVER, at.ROOFER} <= asked


@pytest.mark.clause("DH-52")
def test_the_roofer_adds_the_roof_that_is_worth_most() -> None:
    match = table_for()
    kit = rules_of(match).config
    reflexes = RolloutPolicy(kit)
    held = sum(1 << resource(match, "red", n) for n in range(3))
    blue, red = 1 << resource(match, "blue"), 1 << resource(match, "red", 3)
    assert roof_points(held | red, kit) > roof_points(held | blue, kit)
    assert reflexes.roof(held, blue | red | at.PASS) == red
    assert reflexes.roof(0, blue | red | at.PASS) == at.PASS, "one roof is none"


@pytest.mark.clause("DH-53")
def test_the_courier_brings_the_room_that_makes_one_bigger() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("kitchen", (2, 1)), ("empty", (2, 2)), ("living", (2, 3)))
    reflexes = RolloutPolicy(rules_of(match).config)
    kitchen, study = (1 << room(match, kind, 1) for kind in ("kitchen", "study"))
    assert reflexes.order_room(state.numbers, at.SEAT, kitchen | study | at.PASS) == kitchen
    state.numbers[at.CHOSEN] = room(match, "kitchen", 1)
    here, there = 1 << cell_of((2, 2)), 1 << cell_of((2, 3))
    assert reflexes.deliver(state.numbers, at.SEAT, here | there) == here
    assert reflexes.order_room(state.numbers, at.SEAT, at.PASS) == at.PASS


def test_how_the_levels_search_here() -> None:
    """Both play to the end by reflex; master compares in shared worlds and has no trees below the candidates."""
    game = table_for().game
    hard, master = LEVELS["hard"].config_for(game), LEVELS["master"].config_for(game)
    for style in (hard, master):
        assert style.reflex
        assert style.horizon == 0
        assert style.bias > 0.0
    assert (hard.halving, hard.rivals) == (False, True)
    assert (master.halving, master.rivals, master.deep) == (True, False, 0)
    assert (hard.stages, master.stages) == (0, 0)
    by_hand = parse_bot("hard:reflex=0").settings
    assert by_hand is not None
    assert not by_hand.config_for(game).reflex, "settings by hand go on top"
    assert not LEVELS["ismcts"].config_for(game).reflex


def test_a_game_without_reflexes_is_left_to_hunches() -> None:
    assert not SearchConfig().reflex
    match = table_for()
    assert Mind.rollout_move(match.game.mind, fresh(match).numbers, 0, 0b110, luck_of(1)) == 0


def share(one: str, two: str, deals: int) -> float:
    """How many games the first wins: always the same, for budgets are in iterations."""
    ladder = Ladder("dream_home", (one, two), {}, None, 2, "reflexes", 2 * deals)
    match = ladder.match()
    return sum(play_pairing(ladder, match, one, two, deal).won[0] for deal in range(deals)) / (2 * deals)


@pytest.mark.skipif(not COMPILED, reason="searching takes too long in pure Python")
def test_the_levels_are_a_ladder() -> None:
    """The full ladder is measured in docs/figures/bots.md; this small one must never turn over."""
    assert share("normal", "random", 10) >= 0.95
    assert share("hard:iterations=80", "normal", 20) >= 0.65
    assert share("master:iterations=80", "hard:iterations=80", 20) >= 0.5
