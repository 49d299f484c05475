"""Hidden information is sacred: nobody's view, moves, texts or drawings depend on what they may not know."""

from __future__ import annotations

import random
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.drawing import Player
from domik.kernel.game import ONLOOKER, view_of
from domik.kernel.luck import luck_of
from domik.kernel.record import Record
from domik.kernel.sketch import plain
from domik.kernel.state import View, imagined
from domik.kernel.title import Match
from domik.language import words_for
from domik.web.pen import Pen
from tests.conformance.tables import (
    NAMES,
    QUICK,
    actions_of,
    hooks,
    label,
    matches,
    random_record,
    random_steps,
    sampled,
    seats_of,
)

TWINS_EACH = 2 if QUICK else 5


def drawn(match: Match, view: View) -> Any:
    """The browser's drawing of a view."""
    players = [Player(f"player {seat}") for seat in range(match.seats)]
    made = match.title.module("page.drawing").draw(match, view, Pen("en", False, (match.title.words,)), players)
    return made.whole()


def all_that_is_shown(match: Match, view: View, with_drawing: bool = False) -> dict[str, Any]:
    """Everything that a seat is ever told about a view."""
    say = words_for("en", (match.title.words,))
    legal = int(view.legal())
    shown: dict[str, Any] = {
        "table": list(view.numbers),
        "legal": legal,
        "sketch": plain(match.sketch(view, say)),
        "low sketch": plain(match.sketch(view, say, low=True)),
        "prompt": say(match.prompt(view)),
        "moves": [match.write(view, action) for action in actions_of(legal)],
        "words": [say(match.describe(view, action)) for action in actions_of(legal)],
        "tally": match.tally(view),
        "scores": [int(match.game.score(view.numbers, seat)) for seat in range(match.seats)],
        "advice": [match.game.mind.advise(view.numbers, view.seat, action) for action in actions_of(legal)],
        "objections": [
            [(found.clause, found.where, say(found.reason)) for found in match.objections(view, 1 << number)]
            for number in range(0, 63, 7)
        ],
    }
    if with_drawing:
        shown["drawing"] = drawn(match, view)
    return shown


@pytest.mark.parametrize("name", NAMES)
def test_a_view_holds_nothing_foreign(name: str) -> None:
    for match in matches(name):
        game = match.game
        for state, _, _ in random_steps(match, "view"):
            for seat in range(ONLOOKER, match.seats):
                table = list(view_of(game, state.numbers, seat))
                own = range(int(game.own_at(seat)), int(game.own_at(seat) + game.own_size)) if seat >= 0 else range(0)
                for at, number in enumerate(table):
                    if at < game.open_size or at in own:
                        assert number == state.numbers[at]
                    else:
                        assert number == 0, label(match)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_reads_a_foreign_compartment(name: str) -> None:
    """The same view with garbage where foreign compartments would be shows, offers and advises the same."""
    rng = random.Random(name)
    for match in sampled(name, 10):
        game = match.game
        for number, (state, seat, _) in enumerate(random_steps(match, "garbage")):
            if number % 7:
                continue
            clean = state.view(seat)
            dirty = vec[i64]([int(value) for value in clean.numbers])
            own = range(int(game.own_at(seat)), int(game.own_at(seat) + game.own_size))
            for at in range(int(game.open_size), int(game.size)):
                if at not in own:
                    dirty[at] = rng.randrange(1, 1 << 40)
            shown = all_that_is_shown(match, clean, with_drawing=number % 21 == 0)
            garbage = all_that_is_shown(match, View(game, seat, dirty), with_drawing=number % 21 == 0)
            assert {**shown, "table": 0} == {**garbage, "table": 0}, label(match)


@pytest.mark.parametrize("name", NAMES)
def test_twin_worlds(name: str) -> None:
    """Permute what a seat has not seen, replay the same moves: the seat cannot tell the worlds apart at any step."""
    twin_deal = hooks(name).twin_deal
    rng = random.Random(f"twins {name}")
    differing = 0
    for match in matches(name):
        for seed in range(TWINS_EACH):
            record = random_record(match, f"twins {seed}")
            length = rng.randrange(0, len(record.moves) + 1)
            for seat in range(ONLOOKER, match.seats):
                deal = twin_deal(match, record.deal, record.moves[:length], seat, rng)
                differing += deal != record.deal
                one = Record(match, record.deal, record.players, record.moves[:length])
                two = Record(match, deal, record.players, record.moves[:length])
                assert_same_world(match, seat, one, two)
    assert differing > 10 * TWINS_EACH, "the twins are all alike: nothing was tested"


def assert_same_world(match: Match, seat: int, one: Record, two: Record) -> None:
    """Step by step the same view; every few steps also the same texts and drawings."""
    last = len(one.moves)
    say = words_for("en", (match.title.words,))
    before: tuple[View, View] | None = None
    for number, (a, b) in enumerate(zip(one.states(), two.states(), strict=True)):
        left, right = a.view(seat), b.view(seat)
        where = f"{label(match)}, seat {seat}, step {number}"
        assert list(left.numbers) == list(right.numbers), where
        if number % 9 == 0 or number == last:
            assert all_that_is_shown(match, left) == all_that_is_shown(match, right), where
        open_views = (a.view(), b.view())
        if before is not None:
            actor = one.moves[number - 1].seat
            told = [
                [(event.seat, say(event.what)) for event in match.tell(old, new, actor)]
                for old, new in zip(before, open_views, strict=True)
            ]
            assert told[0] == told[1], where
        before = open_views


@pytest.mark.parametrize("name", NAMES)
def test_imagined_worlds_agree_with_the_view(name: str) -> None:
    inventory = hooks(name).inventory
    for match in matches(name):
        luck = luck_of(f"imagine {name}")
        for number, (state, _, _) in enumerate(random_steps(match, "imagine")):
            if number % 5:
                continue
            for seat in range(match.seats):
                view = state.view(seat)
                world = imagined(view, luck)
                assert list(world.view(seat).numbers) == list(view.numbers), label(match)
                held = inventory(match, world)
                assert len(held) == len(set(held)), f"doubled in an imagined world: {label(match)}"
                for other in seats_of(int(world.awaited())):
                    assert world.legal(other), label(match)


@pytest.mark.parametrize("name", NAMES)
def test_imagined_worlds_can_be_played_to_the_end(name: str) -> None:
    for match in sampled(name, 16):
        luck = luck_of(f"play on {name}")
        rng = random.Random(name)
        for number, (state, seat, _) in enumerate(random_steps(match, "play on")):
            if number % 11:
                continue
            world = imagined(state.view(seat), luck)
            while not world.is_over():
                who = rng.choice(seats_of(int(world.awaited())))
                # From inside an imagined world one can imagine again: the other seats' memories hold together too.
                again = imagined(world.view(who), luck)
                assert list(again.view(who).numbers) == list(world.view(who).numbers), label(match)
                world.play(who, int(luck.bit_of(world.legal(who))))
