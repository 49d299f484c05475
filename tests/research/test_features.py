"""Names and features: every number of a view has a name, every field is told or left out for a reason."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from domik.bots import bot_of
from domik.games import GAMES, game_package
from domik.games.bower.rules import state as bower
from domik.games.cabin.rules import state as cabin
from domik.games.dream_home.rules import state as dream_home
from domik.games.treehouse.rules import state as treehouse
from domik.kernel.luck import luck_of
from domik.research import Batch, Encoding
from domik.research.encoding import features_of
from tests.conformance.tables import matches, random_steps, sampled

NAMES = list(GAMES)
STATES = {"treehouse": treehouse, "dream_home": dream_home, "cabin": cabin, "bower": bower}


@pytest.mark.parametrize("name", NAMES)
def test_every_number_of_a_view_has_exactly_one_name(name: str) -> None:
    title = game_package(name)
    fields = features_of(title.match(title.most_seats)).fields
    for seats in range(title.least_seats, title.most_seats + 1):
        game = title.match(seats).game
        width = int(game.open_size + game.own_size)
        named = [0] * width
        for where in fields.slices(game).values():
            for at in range(where.start, where.stop):
                named[at] += 1
        assert named == [1] * width


@pytest.mark.parametrize("name", NAMES)
def test_fields_are_where_the_rules_keep_them(name: str) -> None:
    """A field of the observation is the number that the game's state module keeps under that name."""
    title = game_package(name)
    state = STATES[name]
    batch = Batch(name, 2)
    fields = features_of(title.match(title.most_seats)).fields
    assert batch.field("awaited")[0, 0] == batch.observation[0, 0]
    for field in fields.open:
        if field.name not in ("awaited", "spare"):
            assert field.at == getattr(state, field.name.upper())
    for field in (*fields.block, *fields.own):
        assert field.at == getattr(state, field.name.upper()), field.name


@pytest.mark.parametrize("name", NAMES)
def test_every_field_is_told_or_left_out_for_a_reason(name: str) -> None:
    match = game_package(name).match(game_package(name).most_seats)
    encoded, encoding = features_of(match), Encoding(match)
    told = {part.split(".")[-1] for part in encoding.slices}
    for field in (*encoded.fields.open, *encoded.fields.block, *encoded.fields.own):
        assert (field.name in told) != (field.name in encoded.not_encoded), field.name
    assert all(reason.strip() for reason in encoded.not_encoded.values())


@pytest.mark.parametrize("name", NAMES)
def test_slices_cover_the_features_and_amounts_keep_their_bounds(name: str) -> None:
    for match in matches(name)[:: 1 + len(matches(name)) // 12]:
        encoding = Encoding(match)
        ends = [(where.start, where.stop) for where in encoding.slices.values()]
        assert ends[0][0] == 0
        assert ends[-1][1] == encoding.width == len(encoding.most)
        assert all(one[1] == two[0] for one, two in pairwise(ends))
        for part, where in encoding.slices.items():
            assert np.prod(encoding.shapes[part]) == where.stop - where.start
        for number, (state, seat, _) in enumerate(random_steps(match, "features")):
            if number % 9 == 0:
                counted = encoding.of(state.view(seat), "uint8")
                assert (counted <= encoding.most).all(), name
                assert encoding.of(state.view(seat)).max() <= 1


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_sees_the_features_that_the_batch_gives(name: str) -> None:
    for match in sampled(name, 4):
        batch = Batch(name, 3, match.seats)
        encoding = Encoding(batch.match)
        for _ in range(40):
            rows = batch.features("uint8")
            for table in range(3):
                view = batch.view(table)
                assert (encoding.of(view, "uint8") == rows[table]).all()
                assert bot_of("greedy", luck_of(1)).decide(view, int(batch.legal[table]))
            batch.step(batch.sample())


@pytest.mark.parametrize("name", NAMES)
def test_features_turn_with_the_seat(name: str) -> None:
    """`me.` is the block of the looking seat, `next1.` that of the seat after it."""
    for match in sampled(name, 4):
        encoding = Encoding(match)
        for number, (state, seat, _) in enumerate(random_steps(match, "turned")):
            if number % 10 or match.seats < 2:
                continue
            after = (seat + 1) % match.seats
            mine, theirs = encoding.of(state.view(seat)), encoding.of(state.view(after))
            for part in encoding.slices:
                if part.startswith("next1."):
                    same = part.replace("next1.", "me.")
                    assert (encoding.part(mine, part) == encoding.part(theirs, same)).all(), part


def test_treehouse_features_say_what_stands_on_the_table() -> None:
    match = game_package("treehouse").match(2)
    encoding = Encoding(match)
    state = next(iter(random_steps(match, "start")))[0]
    view = state.view(0)
    told = encoding.of(view, "uint8")
    hand = int(view.numbers[int(match.game.own_at(0))])
    colours = [((hand >> 8 * place & 0xFF) - 1) >> 4 for place in range(6)]
    assert encoding.part(told, "own.in_hand").argmax(axis=1).tolist() == colours
    assert encoding.part(told, "awaited").tolist() == [1, 1]
    assert encoding.part(told, "phase").argmax() == 0
    assert encoding.part(told, "me.rooms").shape == (6, 21)
