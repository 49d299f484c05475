"""Worlds that a seat of Bower imagines agree with what it has seen, and are as likely as they should be."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from domik.games.bower import TITLE
from domik.games.bower.rules import state as at
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.parts import BONUS_NAMES
from domik.games.bower.rules.reading import bit_numbers
from domik.kernel.components import Components
from domik.kernel.luck import luck_of
from domik.kernel.state import State, imagine_state
from tests.conformance.tables import random_steps
from tests.games.bower.hooks import bonus_tiles, conserved
from tests.games.bower.positions import after_draft, hand, lay, play, restack, stacked, table_for, tiles_in, to_use


def spread(counts: Counter[object], worlds: int, samples: int) -> None:
    """Every world was met about as often as the others: within five standard deviations."""
    assert len(counts) == worlds
    mean = samples / worlds
    assert all(abs(n - mean) < 5 * math.sqrt(mean) for n in counts.values()), counts


@pytest.mark.clause("BW-10", "BW-34")
def test_unseen_goals_are_imagined_anywhere_and_seen_ones_stay() -> None:
    match = table_for()
    state = stacked(match)
    luck = luck_of("goals")
    samples = 6000
    counts: Counter[object] = Counter()
    for _ in range(samples):
        world = imagine_state(state.view(0), luck)
        goals = int(world.numbers[at.SEALED + at.GOALS_DEALT])
        assert goals & at.COLUMNS_OF_SEAT_0 == int(state.numbers[at.SEALED + at.GOALS_DEALT]) & at.COLUMNS_OF_SEAT_0
        assert world.numbers[at.OWN + at.OWN_SIZE + at.KNOWN] == goals & ~(at.COLUMNS_OF_SEAT_0 | at.ASIDE_GOALS)
        counts[goals] += 1
    spread(counts, 120, samples)


def test_the_opponents_hand_is_remembered_not_guessed() -> None:
    match = table_for()
    luck = luck_of("hands")
    for state, _, _ in random_steps(match, "hands"):
        for seat in (0, 1):
            world = imagine_state(state.view(seat), luck)
            assert (
                world.numbers[at.OWN + at.OWN_SIZE * (1 - seat) + at.HAND]
                == state.numbers[at.OWN + at.OWN_SIZE * (1 - seat) + at.HAND]
            )


def test_a_choice_not_yet_laid_is_any_tile_of_the_hand_in_any_turn() -> None:
    match = table_for()
    state = after_draft(match)
    hand(match, state, 0, "n10 n20 n30")
    state.numbers[at.PHASE] = at.CHOOSE
    play(match, state, "n20^")
    luck = luck_of("choice")
    counts = Counter[object](int(imagine_state(state.view(1), luck).numbers[at.OWN + at.CHOSEN]) for _ in range(3000))
    spread(counts, 12, 3000)
    assert {int(imagine_state(state.view(0), luck).numbers[at.OWN + at.CHOSEN]) for _ in range(9)} == {
        int(state.numbers[at.OWN + at.CHOSEN])
    }


def reshuffled_by(seat: int) -> tuple[BowerMatch, State, int]:
    """Seat 1 - `seat` has discarded four tiles when `seat` draws two old tiles, reshuffles, and draws a third."""
    match = table_for()
    state = after_draft(match)
    kept = sum(1 << tile for tile in range(5, 20) if tile not in (5, 6, 7, 8, 9, 10))
    state.numbers[at.SEAT + at.KEPT] = kept  # nine tiles are gone for good: 11 are left
    former = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 3
    other = at.OWN + at.OWN_SIZE * (1 - seat)
    state.numbers[other + at.DISCARDS] = former
    state.numbers[at.SEAT + at.SEAT_SIZE * (1 - seat) + at.DISCARDED] = 4
    mine = [4, 5, 6, 7, 8]
    state.numbers[at.OWN + at.OWN_SIZE * seat + at.DISCARDS] = sum(1 << tile for tile in mine)
    state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.DISCARDED] = len(mine)
    restack(state, at.BONUS_STACK, [9, 10])
    state.numbers[at.BONUS_LEFT] = 2
    lay(match, state, seat, ["n30 4.2 5.2"])
    hand(match, state, seat, "n03")
    state.numbers[at.PHASE], state.numbers[at.ACTOR], state.numbers[0] = at.CHOOSE, seat, 1 << seat
    play(match, state, "n03<", "5.1")
    assert state.numbers[at.PHASE] == at.BONUS
    return match, state, former


@pytest.mark.clause("BW-24")
def test_what_was_drawn_before_a_reshuffle_cannot_be_ones_own_discards() -> None:
    """The opponent drew two of the seven tiles that seat 1 never discarded, then one of the nine others."""
    _, state, former = reshuffled_by(0)
    luck = luck_of("reshuffle")
    samples = 8000
    counts: Counter[int] = Counter()
    for _ in range(samples):
        world = imagine_state(state.view(1), luck)
        drawn = int(world.numbers[at.OWN + at.DRAWN])
        assert len(bit_numbers(drawn)) == 3
        counts[len(bit_numbers(drawn & former))] += 1
    assert counts[2] == counts[3] == 0
    share = 4 / 9  # the third tile is any of nine, four of which are seat 1's old discards
    assert abs(counts[1] / samples - share) < 5 * math.sqrt(share / samples)


@pytest.mark.clause("BW-24")
@pytest.mark.parametrize(
    ("kept", "share"),
    [
        # The kept tile was one of seat 1's old discards: it came last, so both others were old ones.
        (0, 0.0),
        # It was an old one. Ten tiles are unseen, six of them old: 6 * 5 orders with the kept tile last, 2 * 6 * 9 with
        # it first or second; in 2 * 6 * 4 of these the last tile is one of seat 1's four.
        (9, 2 * 6 * 4 / (6 * 5 + 2 * 6 * 9)),
    ],
)
def test_the_kept_tile_of_a_reshuffled_draw_tells_about_the_others(kept: int, share: float) -> None:
    match, state, former = reshuffled_by(0)
    state.numbers[at.OWN + at.DRAWN] = 1 << 9 | 1 << 10 | 1 << 0
    restack(state, at.BONUS_STACK, [1, 2, 3, 4, 5, 6, 7, 8])
    play(match, state, BONUS_NAMES[kept])
    luck = luck_of("kept")
    samples = 6000
    found = sum(
        bool(int(imagine_state(state.view(1), luck).numbers[at.OWN + at.DISCARDS]) & former) for _ in range(samples)
    )
    assert abs(found / samples - share) <= 5 * math.sqrt(share / samples)


@pytest.mark.clause("BW-24")
def test_worlds_with_very_few_bonus_tiles_hold_together() -> None:
    text = table_for().components.text
    head, tail = text.split("# ---- bonus tiles")
    tiles = tail.split("[[bonus]]")
    few = [
        tile if number in (1, 6, 7, 8, 9) else tile.replace("fair = true", "fair = false")
        for number, tile in enumerate(tiles)
    ]
    head = head.replace("fair_bonus_tiles = { value = 16", "fair_bonus_tiles = { value = 5")
    head = head.replace("hard_bonus_tiles = { value = 7", "hard_bonus_tiles = { value = 5")
    own = Components(head + "# ---- bonus tiles" + "[[bonus]]".join(few), "few.toml")
    match = TITLE.match(2, {"fair": True}, own)
    luck = luck_of("few")
    reshuffles = 0
    for seed in range(40):
        for state, _, _ in random_steps(match, f"few {seed}"):
            reshuffles += bool(state.numbers[at.RESHUFFLED])
            for seat in (0, 1):
                world = imagine_state(state.view(seat), luck)
                assert list(world.view(seat).numbers) == list(state.view(seat).numbers)
                assert sorted(map(str, bonus_tiles(match, world))) == sorted(map(str, bonus_tiles(match, state)))
    assert reshuffles > 100


@pytest.mark.clause("BW-24")
def test_the_drawer_of_a_reshuffle_knows_the_whole_stack() -> None:
    _, state, former = reshuffled_by(0)
    luck = luck_of("drawer")
    for _ in range(50):
        world = imagine_state(state.view(0), luck)
        assert set(tiles_in(world.numbers, at.BONUS_STACK)) == set(tiles_in(state.numbers, at.BONUS_STACK))
        assert world.numbers[at.OWN + at.OWN_SIZE + at.FORMER] == former
        assert world.numbers[at.OWN + at.OWN_SIZE + at.DISCARDS] == 0


@pytest.mark.clause("BW-36", "BW-37")
def test_a_gift_that_a_cover_hides_does_not_come_back() -> None:
    match = table_for()
    state = after_draft(match)
    to_use(match, state, 0, "gift")
    place = int(state.numbers[at.ROW])
    gift = match.parts.tiles[place - 1].id
    play(match, state, "use", gift, f"{gift}^", "4.1")
    to_use(match, state, 1, "cover")
    play(match, state, "use", "^", "4.1")
    luck = luck_of("covered gift")
    for seat in (0, 1):
        for _ in range(20):
            world = imagine_state(state.view(seat), luck)
            conserved(match, world)
            assert place - 1 not in tiles_in(world.numbers, at.NEST_STACK)


def test_scouting_of_the_opponent_is_imagined_with_the_goal_that_lies_there() -> None:
    match = table_for()
    state = after_draft(match)
    lay(match, state, 1, ["n05 1.1 1.2"])
    to_use(match, state, 1, "scout_goal")
    play(match, state, "use", "3")
    world = imagine_state(state.view(0), luck_of("scouted"))
    seen = int(world.numbers[at.OWN + at.OWN_SIZE + at.KNOWN])
    assert (
        seen >> at.GOAL_BITS * 2 & at.GOAL
        == int(world.numbers[at.SEALED + at.GOALS_DEALT]) >> at.GOAL_BITS * 2 & at.GOAL
    )
    assert seen & at.GOAL == 0
