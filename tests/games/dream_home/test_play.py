"""Whole games: both builds alike, bots that know what is good, uniform imagined worlds, logs in all languages."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from domik.bots import bot_of
from domik.games.dream_home.rules.reading import market_rooms
from domik.kernel.luck import luck_of
from domik.kernel.state import State, imagined, new_state
from domik.kernel.title import Match
from domik.language import LANGUAGES, words_for
from tests.conformance import test_builds
from tests.conformance.tables import QUICK, actions_of
from tests.conformance.test_texts import clauses, compare_readings
from tests.games.dream_home.hooks import conserved
from tests.games.dream_home.positions import *


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_hundred_games_are_the_same_in_both_builds(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_builds, "GAMES_EACH", 300)
    ways: list[tuple[str, int, dict[str, object]]] = [("dream_home", seats, {}), ("dream_home", seats, {"car": True})]
    assert test_builds.results("installed", ways) == test_builds.results("pure", ways)


def test_greedy_beats_random() -> None:
    match = table_for()
    games = 40 if QUICK else 200
    won = 0.0
    for number in range(games):
        luck = luck_of(f"greedy {number}")
        state = new_state(match.game, luck.stream(0))
        greedy = number % 2
        bots = [bot_of("greedy" if seat == greedy else "random", luck.stream(1 + seat)) for seat in range(2)]
        while not state.is_over():
            view = state.view(awaited(state))
            state.play(view.seat, bots[int(view.seat)].decide(view, int(view.legal())))
        winners = int(state.winners())
        won += (winners >> greedy & 1) / bin(winners).count("1")
    assert won >= 0.9 * games


def test_imagined_decks_are_uniform() -> None:
    match = table_for(4)
    state = fresh(match)
    luck = luck_of("uniform")
    unseen = int(state.numbers[ROOM_DECK])
    draws = 3000
    first: Counter[int] = Counter()
    for _ in range(draws):
        world = imagined(state.view(0), luck)
        first[int(world.numbers[OPEN_SIZE + 1]) & CARD] += 1
    assert set(first) == {number for number in range(ROOMS) if unseen >> number & 1}
    expected = draws / len(first)
    chi = sum((n - expected) ** 2 / expected for n in first.values())
    assert chi < 100, "54 degrees of freedom: above 100 once in ten thousand"


def building_steps(match: Match, seed: object) -> Iterator[tuple[State, int, int]]:
    """Random games of people who build: rooms face up, garages gladly, tools and helpers used."""
    state = fresh(match, seed)
    rng = random.Random(f"building {seed}")
    while not state.is_over():
        seat = awaited(state)
        legal = int(state.legal(seat))
        eager = legal & ~PASS if state.numbers[PHASE] != PARK else legal
        if state.numbers[PHASE] == TURN and rng.random() < 0.5:
            garages = [k for k, kind in enumerate(market_kinds(match, state)) if kind == "garage"]
            eager = sum(1 << k for k in garages) or legal
        elif state.numbers[PHASE] in (LAY, DELIVER) and rng.random() < 0.9:
            eager = legal & ~(CELL_MASK << DOWN)
        choices = actions_of(legal if rng.random() < 0.1 else eager or legal)
        action = rng.choice(choices)
        yield state, seat, action
        state.play(seat, action)


def market_kinds(match: Match, state: State) -> list[str]:
    """The kind of room in every column."""
    rooms = market_rooms(state.view())
    return ["" if number is None else match.parts.kind_of(number).id for number in rooms]


def test_both_readings_agree_in_the_houses_of_people_who_build() -> None:
    """Random players rarely finish a room or fill a garage, so the conformance suite's games are not enough."""
    rng = random.Random("building")
    known = set(clauses("dream_home"))
    say = words_for("pl", ("domik.games.dream_home.words",))
    seen, phases = 0, Counter[int]()
    while seen < (1000 if QUICK else 8_000):
        options = {name: rng.random() < 0.5 for name in ("gentle", "open_roofs")}
        match = table_for(rng.randrange(2, 5), car=rng.random() < 0.8, **options)
        for state, seat, _ in building_steps(match, rng.random()):
            compare_readings(match, state, seat, known, say, rng)
            conserved(match, state)
            phases[int(state.numbers[PHASE])] += 1
            seen += 1
    assert set(phases) == set(range(OVER)), "every phase was met"


def test_the_longest_game_is_a_true_bound_even_for_those_who_use_everything() -> None:
    for seats in (2, 3, 4):
        match = table_for(seats, car=True)
        for seed in range(10 if QUICK else 60):
            state = fresh(match, seed)
            taken = 0
            luck = luck_of(seed)
            while not state.is_over():
                seat = awaited(state)
                legal = int(state.legal(seat))
                tools = legal & ~0b11111 if state.numbers[PHASE] == TURN else legal & ~PASS
                state.play(seat, int(luck.bit_of(tools or legal)))
                taken += 1
            assert taken <= match.game.longest


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_event_can_be_told(language: str) -> None:
    """Games in which every tool and helper is used, so that every line of the log is said at least once."""
    say = words_for(language, ("domik.games.dream_home.words",))
    told: set[str] = set()
    cited: set[str] = set()
    for seed in range(60):
        match = table_for(2 + seed % 3, car=True)
        for state, seat, action in building_steps(match, seed):
            after = state.copy()
            after.play(seat, action)
            for event in match.tell(state.view(), after.view(), seat):
                assert say(event.what)
                told.add(event.what.key)
                cited.add(event.clause)
    known = {key for key in words_keys() if key.startswith("told.")}
    assert told == known
    assert cited <= set(clauses("dream_home"))


def words_keys() -> set[str]:
    from domik.language.words import catalogue

    return set(catalogue("domik.games.dream_home.words"))
