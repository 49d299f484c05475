"""Batch: many games stepped together, the same whatever the size of the batch, and nothing foreign in sight."""

from __future__ import annotations

import numpy as np
import pytest

from domik.games import GAMES
from domik.kernel.luck import luck_of
from domik.kernel.state import State, new_state
from domik.research import BadInput, Batch
from domik.research.encoding import Numbers
from tests.conformance.tables import matches, sampled

NAMES = list(GAMES)
STEPS = 250


def batch_of(match: object, tables: int, seed: int = 1) -> Batch:
    options = {name: value for name, value in match.options.items() if value != ()}  # type: ignore[attr-defined]
    return Batch(match.package.name, tables, match.seats, seed, **options)  # type: ignore[attr-defined]


def chosen(batch: Batch, rng: np.random.Generator) -> Numbers:
    """A random legal action for every table, chosen out here."""
    found: Numbers = (batch.mask() * rng.random((batch.tables, 63))).argmax(axis=1)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_table_plays_the_games_of_its_stream(name: str) -> None:
    """Every row is what a state of the same deal and moves shows to the same seat, game after game."""
    for match in sampled(name, 6):
        batch = batch_of(match, 3, seed=5)
        rng = np.random.default_rng(1)
        states = [new_state(match.game, luck_of(5).stream(table).stream(0)) for table in range(3)]
        for _ in range(STEPS):
            for table, state in enumerate(states):
                assert_shows(batch, table, state)
            actions = chosen(batch, rng)
            seats = batch.seat.copy()
            batch.step(actions)
            for table, state in enumerate(states):
                state.play(int(seats[table]), 1 << int(actions[table]))
                assert bool(batch.done[table]) == state.is_over()
                if state.is_over():
                    winners = int(state.winners())
                    share = [(winners >> seat & 1) / max(winners.bit_count(), 1) for seat in range(match.seats)]
                    assert batch.reward[table].tolist() == share
                    stream = luck_of(5).stream(table).stream(int(batch.games[table]))
                    states[table] = new_state(match.game, stream)
                else:
                    assert not batch.reward[table].any()


def assert_shows(batch: Batch, table: int, state: State) -> None:
    game = state.game
    seat = int(batch.seat[table])
    awaited = int(state.awaited_seats())
    assert seat == (awaited & -awaited).bit_length() - 1
    assert int(batch.legal[table]) == int(state.legal(seat))
    own = int(game.own_at(seat))
    known = [*state.numbers[: int(game.open_size)], *state.numbers[own : own + int(game.own_size)]]
    assert batch.observation[table].tolist() == [int(number) for number in known]


@pytest.mark.parametrize("name", NAMES)
def test_results_do_not_depend_on_the_size_of_the_batch(name: str) -> None:
    small, large = Batch(name, 2, seed="x"), Batch(name, 7, seed="x")
    ended = 0
    for _ in range(2 * STEPS):
        assert (small.sample() == large.sample()[:2]).all()
        small.step(small.choice)
        large.step(large.choice)
        for array in ("observation", "legal", "seat", "reward", "done", "games"):
            assert (getattr(small, array) == getattr(large, array)[:2]).all(), array
        ended += int(small.done.sum())
    assert ended
    assert (small.features() == large.features()[:2]).all()
    assert len({tuple(row) for row in large.observation.tolist()}) == 7, "the tables play the same game"


@pytest.mark.parametrize("name", NAMES)
def test_an_illegal_action_is_named_and_changes_nothing(name: str) -> None:
    batch = Batch(name, 4, seed=3)
    for _ in range(20):
        batch.step(batch.sample())
    wrong = int(np.flatnonzero(~batch.mask()[2])[0])
    for action in (wrong, 62 if not batch.mask()[2, 62] else 61, 63, 64, -1, 10**15):
        actions = batch.sample().copy()
        actions[2] = action
        before = [array.copy() for array in (batch.observation, batch.legal, batch.seat, batch.reward, batch.games)]
        with pytest.raises(BadInput, match=f"^Table 2: action {action} is not legal for seat {batch.seat[2]} now"):
            batch.step(actions)
        after = (batch.observation, batch.legal, batch.seat, batch.reward, batch.games)
        assert all((old == new).all() for old, new in zip(before, after, strict=True))
    batch.step(batch.sample())


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0, 0, 0], "must be 4 whole numbers"),
        ([[0, 0, 0, 0]], "shape \\(1, 4\\)"),
        ([0.5, 0, 0, 0], "type float64"),
        (["a", "b", "c", "d"], "must be 4 whole numbers"),
        (None, "must be 4 whole numbers"),
        ([True, True, True, True], "type bool"),
    ],
)
def test_actions_that_are_none(actions: object, words: str) -> None:
    batch = Batch("treehouse", 4)
    before = batch.observation.copy()
    with pytest.raises(BadInput, match=words):
        batch.step(actions)  # type: ignore[arg-type]
    assert (batch.observation == before).all()


def test_bad_input_gets_a_sentence() -> None:
    for call, words in (
        (lambda: Batch("chess"), "treehouse, dream_home, cabin, bower"),
        (lambda: Batch("treehouse", seats=9), "seats 2 to 4"),
        (lambda: Batch("treehouse", seats="4"), "seats must be a whole number, not '4'"),  # type: ignore[arg-type]
        (lambda: Batch("treehouse", seats=2.5), "seats must be a whole number, not 2.5"),  # type: ignore[arg-type]
        (lambda: Batch("treehouse", seed=None), "seed must be a whole number, not None"),  # type: ignore[arg-type]
        (lambda: Batch("treehouse", components="nowhere.toml"), "nowhere.toml cannot be read"),
        (lambda: Batch("treehouse", tables=0), "tables must be a whole number of at least 1, not 0"),
        (lambda: Batch("treehouse", tables=True), "not True"),
        (lambda: Batch("treehouse", tables=10**9), "1 to 1000000"),
        (lambda: Batch("treehouse", reward="gold"), "choose one of win, margin, points"),
        (lambda: Batch("treehouse", edition="swedish"), "original, nk"),
        (lambda: Batch("treehouse", 2).field("gold"), "There are: awaited, phase"),
        (lambda: Batch("treehouse", 2).features("float16"), "float32, uint8"),
        (lambda: Batch("treehouse", 2).view(2), "numbered from 0 to 1"),
        (lambda: Batch("treehouse", 2).deal(0, [1, 2, 3]), "not a deal of treehouse"),
        (lambda: Batch("treehouse", 2).deal(0, None), "not a deal of treehouse"),  # type: ignore[arg-type]
    ):
        with pytest.raises(BadInput, match=words):
            call()
    with pytest.raises(
        TypeError, match="unexpected keyword argument 'colour': There is no option “colour” here; there are: edition"
    ):
        Batch("treehouse", colour="red")


def test_arrays_cannot_be_written_from_outside() -> None:
    batch = Batch("cabin", 2)
    for array in (batch.observation, batch.legal, batch.seat, batch.reward, batch.done, batch.games):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize("name", NAMES)
def test_rewards(name: str) -> None:
    """The three rewards of the same games: win shares sum to 1, margins and points fit the scores."""
    batches = {kind: Batch(name, 8, seed=2, reward=kind) for kind in ("win", "margin", "points")}
    ended = 0
    while ended < 20:
        for batch in batches.values():
            batch.step(batch.sample())
        for table in np.flatnonzero(batches["win"].done):
            ended += 1
            win, margin, points = (batches[kind].reward[table] for kind in ("win", "margin", "points"))
            if len(win) > 1:
                assert win.sum() == pytest.approx(1)
                others = [max(points[:seat].tolist() + points[seat + 1 :].tolist()) for seat in range(len(win))]
                assert margin.tolist() == [points[seat] - others[seat] for seat in range(len(win))]
                assert (margin[win > 0] >= 0).all()
                assert (margin[win == 0] <= 0).all()
            assert (np.mod(2 * points, 1) == 0).all()


@pytest.mark.parametrize("name", NAMES)
def test_every_way_to_play_can_be_batched(name: str) -> None:
    for match in matches(name):
        batch = batch_of(match, 2)
        for _ in range(30):
            batch.step(batch.sample())
