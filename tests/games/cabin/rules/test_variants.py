"""Cozy Cabin's ways to make decks and models: CC-40 to CC-42, CC-48, CC-49."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin import TITLE
from domik.games.cabin.mind.solver.plan import plan_goal, replay_plan
from domik.games.cabin.mind.solver.problem import AS_ASKED, planning_problem
from domik.games.cabin.mind.solver.solver import Solver
from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.dealing import every_hand_has_sources
from domik.games.cabin.rules.reading import config_of, drafted_hand, kept_pile, model_of
from domik.kernel.errors import BadOption
from domik.kernel.luck import luck_of
from domik.kernel.state import State
from tests.games.cabin.positions import (
    at_of,
    awaited,
    clauses_against,
    fresh,
    let_live,
    play,
    read,
    set_cabin,
    table_for,
)

QUICK = os.environ.get("DOMIK_QUICK") == "1"
DEALS = 20 if QUICK else 200


def hands(match: object, seed: int, each: int) -> list[list[int]]:
    deal = [int(card) for card in match.game.deal(luck_of(seed))]  # type: ignore[attr-defined]
    return [deal[each * seat : each * seat + 12] for seat in range(match.seats)]  # type: ignore[attr-defined]


@pytest.mark.clause("CC-40")
def test_family_madness_mixes_all_decks() -> None:
    match = table_for(3, family=True)
    deal = [int(card) for card in match.game.deal(luck_of(1))]
    assert Counter(card & at.FACE for card in deal) == Counter({kind << at.KIND_SHIFT: 3 for kind in range(1, 13)})
    assert any(len({card & at.FACE for card in hand}) < 12 for hand in hands(match, 1, 12)), "repeats and gaps"
    state = State(match.game, match.game.start(vec[i64](deal)))
    for seat in range(3):
        assert read(state, seat).hand == deal[12 * seat] & at.FACE
        assert read(state, seat).next == deal[12 * seat + 1] & at.FACE


@pytest.mark.clause("CC-41")
def test_a_draft_keeps_two_and_passes_two_clockwise() -> None:
    match = table_for(2, draft=True)
    state = fresh(match)
    first = [drafted_hand(state.view(seat)) for seat in range(2)]
    assert [len(hand) for hand in first] == [4, 4]
    assert int(state.legal(0)) == 0xFFF
    state.play(0, 1 << 2)  # lay card 1 down, then card 4
    assert awaited(state) == [1]
    assert clauses_against(match, state, 1) == {"CC-41"}
    assert kept_pile(state.view(0)) == [first[0][0], first[0][3]]
    state.play(1, 1 << 2)
    second = drafted_hand(state.view(1))
    assert sorted(second[:2]) == sorted(first[0][1:3]), "received from the seat before"
    assert len(second) == 4


@pytest.mark.clause("CC-41")
def test_the_last_pair_is_kept_and_the_last_card_laid_is_taken_first() -> None:
    match = table_for(2, draft=True)
    state = fresh(match)
    while int(state.numbers[at.PHASE]) == at.DRAFTING:
        if int(state.numbers[at.ROUND]) == 5:
            assert int(state.legal(0)) == 0b1001, "two cards, two orders"
            assert clauses_against(match, state, 2) == {"CC-41"}
        for seat in range(2):
            state.play(seat, 1)
    kept = kept_pile(state.view(0))
    assert len(kept) == 12
    assert read(state).hand == kept[-1]
    assert read(state).next == kept[-2]
    assert int(state.view(1).numbers[at.OPEN_SIZE + at.KEPT]) == 0, "a drafted deck is its owner's secret"


@pytest.mark.clause("CC-41", "CC-48")
def test_with_promo_cards_the_draft_draws_to_the_end() -> None:
    match = table_for(2, draft=True, promo=True)
    state = fresh(match)
    for _ in range(5):
        for seat in range(2):
            state.play(seat, 1)
    assert len(drafted_hand(state.view(0))) == 4
    for seat in range(2):
        state.play(seat, 1)
    assert int(state.numbers[at.PHASE]) == at.PLAYING
    assert int(state.numbers[at.OPEN_SIZE + at.HAND]) == 0, "the last pair is discarded"


@pytest.mark.clause("CC-42")
def test_a_wrong_build_ends_planning_and_stays() -> None:
    match = table_for(2, template=True, solvable=False)
    state = fresh(match, 3)
    model = model_of(match, state.view())
    assert len({face >> at.KIND_SHIFT for face in model}) == 8
    base = at_of(0)
    state.numbers[base + at.CARDS] = model[2] & ~3 | model[2] & at.HOME | at.UPGRADED  # orientation is free
    state.numbers[base + at.DICE] = 0x5555
    play(state, "3")
    assert read(state).stage == at.PLANS
    state.numbers[base + at.CARDS + 1] = model[4]
    state.numbers[base + at.DICE] = 0x5555
    play(state, "6")  # the right card on the wrong place
    own = read(state)
    assert own.stage == at.LIVES
    assert own.copy == at.SPOILT
    assert own.left == 8, "9 - 1"
    assert own.places[5] == model[4]
    assert 1 in awaited(state)


@pytest.mark.clause("CC-42")
def test_only_complete_copies_score_or_everybody() -> None:
    match = table_for(2, template=True, solvable=False)
    for copied, winners in ((True, 0b01), (False, 0b10)):
        state = fresh(match)
        model = model_of(match, state.view())
        names = [f"{match.parts.id(face)}:{'H' if face & at.HOME else 'N'}" for face in model]
        let_live(match, state, names, 0, left=1)
        let_live(match, state, names[:3], 1, left=7)
        state.numbers[at_of(0) + at.COPY] = at.COPIED if copied else at.SPOILT
        state.numbers[at_of(1) + at.COPY] = at.SPOILT
        while not state.is_over():
            seat = awaited(state)[0]
            state.play(seat, int(state.legal(seat)) & -int(state.legal(seat)))
        assert state.winners() == winners
        assert (state.score(1) == 0) == copied
        lines = match.tally(state.view())
        assert ("CC-42" in {line.clause for line in lines}) == copied
        assert sum(line.points for line in lines if line.seat == 1) == state.score(1)


@pytest.mark.clause("CC-42")
def test_the_last_right_build_makes_a_copy() -> None:
    match = table_for(1, template=True, solvable=False)
    state = fresh(match)
    model = model_of(match, state.view())
    set_cabin(match, state, [f"{match.parts.id(face)}:{'H' if face & at.HOME else 'N'}" for face in model[:7]])
    state.numbers[at_of(0) + at.CARDS] = model[7]
    state.numbers[at_of(0) + at.DICE] = 0x5555
    play(state, "8")
    assert read(state).copy == at.COPIED


@pytest.mark.clause("CC-42")
@pytest.mark.parametrize("seats", [1, 2])
def test_solvable_models_can_be_copied(seats: int) -> None:
    match = table_for(seats, template=True)
    for seed in range(1 if QUICK else 3):
        state = fresh(match, seed)
        for seat in range(seats):
            # Alone, the best plan need not be a copy: where nobody made one, everybody is scored.
            solver = Solver(planning_problem(state.numbers, seat, config_of(match), AS_ASKED), 0.5)
            while int(solver.best) < 0 and solver.step():
                pass
            after = state.copy()
            for number in replay_plan(plan_goal(match, state, seat), state, solver).moves:
                after.play(seat, 1 << number)
            assert read(after, seat).copy == at.COPIED


@pytest.mark.clause("CC-48")
def test_promo_cards_come_in_and_twelve_stay() -> None:
    match = table_for(2, promo=True)
    kinds = set()
    for seed in range(5):
        state = fresh(match, seed)
        assert len(read(state).deck) + 1 == 12
        for hand in hands(match, seed, 18):
            assert len({card & at.FACE for card in hand}) == 12
            kinds |= {(card & at.FACE) >> at.KIND_SHIFT for card in hand}
    assert max(kinds) > 12


@pytest.mark.clause("CC-48")
def test_a_component_file_without_promo_cards_is_refused() -> None:
    from domik.kernel.components import Components

    title = TITLE
    text = title.read_resource("components.toml")
    bare = text[: text.index("[[promo]]")] + text[text.index("[neighbour]") :]
    with pytest.raises(BadOption):
        title.match(1, {"promo": True}, Components(bare, "bare.toml"))


@pytest.mark.clause("CC-49")
@pytest.mark.parametrize("options", [{"family": True}, {"promo": True}, {"family": True, "promo": True}])
def test_hands_without_a_source_are_dealt_again(options: dict[str, bool]) -> None:
    each = 12 if options.get("family") else 18
    match = table_for(2, **options)
    loose = table_for(2, **options, redeal_if_resource_has_no_source=False)
    poor = 0
    for seed in range(DEALS):
        deal = match.game.deal(luck_of(seed))
        assert every_hand_has_sources(deal, each, config_of(match))
        poor += not every_hand_has_sources(loose.game.deal(luck_of(seed)), each, config_of(loose))
    assert QUICK or "promo" in options or poor, "without the option some hands lack a source"


def test_what_does_not_go_together_is_refused() -> None:
    for seats, options in (
        (1, {"neighbour": True}),
        (2, {"family": True, "draft": True}),
        (2, {"scenario": "dry_year"}),
        (1, {"scenario": "dry_year", "promo": True}),
        (1, {"scenario": "nowhere"}),
    ):
        with pytest.raises(BadOption):
            table_for(seats, **options)
