"""Treehouse's moves as short text: every kind of decision, and what is said about a text that means nothing."""

from __future__ import annotations

import pytest

from domik.games.treehouse.rules.parts import COLOUR_NAMES, KIND_NAMES
from domik.games.treehouse.rules.reading import bit_at
from domik.games.treehouse.rules.state import CARD_BITS, DISCARD, IN_HAND, OPEN_SIZE
from domik.kernel.errors import BadNotation
from domik.language.words import LANGUAGES, words_for
from tests.games.treehouse.positions import Built, begin_scoring, build, fresh, let_place, room_of, table_for, take

LEANING: Built = [("red", 2, 1), ("yellow", 2, 2), ("green", 3, 1)]  # the marker stands left


@pytest.mark.parametrize(("colour", "letter"), list(zip(COLOUR_NAMES, "rygbpn", strict=True)))
def test_a_room_is_its_colours_letter_and_its_place(colour: str, letter: str) -> None:
    match = table_for(2)
    state = fresh(match)
    state.numbers[OPEN_SIZE + IN_HAND] = room_of("red") + 1 | (room_of(colour, 1) + 1) << CARD_BITS
    view = state.view(0)
    assert match.write(view, 2) == f"{letter}2"
    assert match.read(view, f" {letter.upper()}2 ") == match.read(view, "2") == 2


@pytest.mark.clause("TH-22", "TH-35")
def test_places_and_putting_aside() -> None:
    match = table_for(2, edition="nk", birdhouse=True)
    state = fresh(match)
    build(state, 0, LEANING)
    let_place(state, 0, "green")
    view = state.view(0)
    place = bit_at((3, 1))
    assert match.write(view, place) == "3.2"
    assert match.read(view, "3.2") == match.read(view, "3,2") == place
    assert match.read(view, "x") == DISCARD
    assert match.write(view, DISCARD) == "x"


@pytest.mark.clause("TH-61")
def test_a_birdhouse_has_a_letter_of_its_own() -> None:
    match = table_for(2, edition="nk", birdhouse=True)
    state = fresh(match)
    build(state, 0, [*LEANING, ("blue", 3, 2)])
    let_place(state, 0, "green")
    view = state.view(0)
    place = int(view.legal()) & ~DISCARD
    assert match.write(view, place) == "h3.3"
    assert match.read(view, "H3.3") == match.read(view, "3.3") == place


def test_change_cards_and_colours_are_their_names() -> None:
    match = table_for(3)
    state = fresh(match)
    begin_scoring(match, state)
    for kind in ("double", "nothing", "nothing"):
        seat = int(state.awaited_seats()).bit_length() - 1
        assert match.read(state.view(seat), kind) == 1 << KIND_NAMES.index(kind)
        take(state, kind)
    seat = int(state.awaited_seats()).bit_length() - 1
    assert match.write(state.view(seat), 1 << COLOUR_NAMES.index("brown")) == "brown"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["", "z1", "r9", "0", "3.1", "double"])
def test_what_means_nothing_is_refused_with_the_text(text: str, language: str) -> None:
    match = table_for(2)
    view = fresh(match).view(0)
    with pytest.raises(BadNotation) as refused:
        match.read(view, text)
    assert text in words_for(language, (match.package.words_package,))(refused.value.phrase)
