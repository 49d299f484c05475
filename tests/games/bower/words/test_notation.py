"""Bower's moves as people type them."""

from __future__ import annotations

import pytest

from domik.games.bower.rules.state import ROW, ROW_SIZE
from domik.kernel.errors import BadComponents, BadNotation
from domik.kernel.luck import luck_of
from domik.kernel.state import new_state
from domik.language import LANGUAGES, words_for
from tests.games.bower.positions import actor, after_draft, edited, offered, table_for


def refused(*changes: tuple[str, str]) -> str:
    """What is said of a component file."""
    with pytest.raises(BadComponents) as caught:
        edited(*changes)
    said = {words_for(language, ("domik.games.bower.words",))(caught.value.phrase) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    return words_for("en", ("domik.games.bower.words",))(caught.value.phrase)


def test_capitals_and_spaces_make_no_difference() -> None:
    match = table_for()
    state = after_draft(match)
    view = state.view(actor(state))
    for text in offered(match, state):
        assert match.read(view, f"  {text.upper()} ") == match.read(view, text)


@pytest.mark.parametrize("id", ["N01", "n01", "Nest_White", "GIFT"])
def test_ids_that_are_typed_alike_are_refused(id: str) -> None:
    other = {"N01": "n01", "Nest_White": "nest_white", "GIFT": "gift"}.get(id)
    said = refused(('id = "n02"', f'id = "{id}"'))
    assert said.startswith("own.toml, line ")
    assert said.endswith(
        "tiles.2.id: n01 appears here for the second time."
        if other is None
        else f"tiles.2.id: {id} and {other} differ only in capital letters: nobody typing a move could tell them apart."
    )


@pytest.mark.parametrize("id", ["n 01 ", " n01", "n  01", "n\\t01", "n\\n01", "n\\u001b[1m", "n<b>", "n&", "n'", '\\"'])
def test_ids_that_cannot_be_typed_or_drawn_are_refused(id: str) -> None:
    assert "tiles.2.id: " in (said := refused(('id = "n02"', f'id = "{id}"')))
    assert " cannot be an id: " in said


@pytest.mark.parametrize("id", ["N02", "moss 2", "Гнездо-2", "2", "#2 (moss/straw)"])
def test_every_id_that_is_accepted_can_be_typed(id: str) -> None:
    match = edited(('id = "n02"', f'id = "{id}"'))
    tile = match.parts.tile_number(id)
    seen = 0
    for seed in range(200):
        state = new_state(match.game, luck_of(seed))
        for place in range(ROW_SIZE):
            if state.numbers[ROW + place] != tile + 1:
                continue
            view = state.view(actor(state))
            assert match.write(view, 1 << place) == id
            assert match.read(view, f" {id.upper()} ") == match.read(view, id.lower()) == 1 << place
            state.play(actor(state), 1 << place)
            seen += 1
            break
    assert seen > 0


def test_a_text_that_means_nothing_is_answered_with_what_would_be_read() -> None:
    match = table_for()
    state = after_draft(match)
    with pytest.raises(BadNotation) as caught:
        match.read(state.view(actor(state)), "n99 sideways")
    assert "n99 sideways" in words_for("en", (match.package.words_package,))(caught.value.phrase)
