"""Options: one schema reads command lines, forms and records, and says what would be right."""

from __future__ import annotations

import pytest

from domik.games import game_package
from domik.kernel.errors import BadOption
from domik.kernel.options import Choice, Flag, NumberOption, OptionSchema, SeatOrder
from domik.language import LANGUAGES, words_for

SCHEMA = OptionSchema(
    (Choice("edition", ("a", "b"), "a"), Flag("kind", "variant"), SeatOrder("ages"), NumberOption("clock", 1, 60, 10))
)


def test_defaults_and_words() -> None:
    assert SCHEMA.read({}) == {"edition": "a", "kind": False, "ages": (), "clock": 10}
    given = {"edition": "b", "kind": "on", "ages": "2,1", "clock": "7"}
    assert SCHEMA.read(given) == {"edition": "b", "kind": True, "ages": (1, 0), "clock": 7}
    assert SCHEMA.read({"ages": [1, 0], "kind": True}) == {"edition": "a", "kind": True, "ages": (1, 0), "clock": 10}
    assert SCHEMA.non_defaults(SCHEMA.read({"kind": "yes"})) == {"kind": True}
    assert [flag.name for flag in SCHEMA.flags("variant")] == ["kind"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"edition": "c"},
        {"edition": 1},
        {"kind": "maybe"},
        {"kind": 1},
        {"ages": "1,1"},
        {"ages": "x"},
        {"ages": [0, 2]},
        {"ages": [True, False]},
        {"clock": 0},
        {"clock": "61"},
        {"clock": True},
        {"nothing": 1},
    ],
)
def test_wrong_values_are_explained_in_every_language(wrong: dict[str, object]) -> None:
    with pytest.raises(BadOption) as caught:
        SCHEMA.read(wrong)
    for language in LANGUAGES:
        assert next(iter(wrong)) in words_for(language)(caught.value.phrase)


def test_an_unknown_game_lists_the_games() -> None:
    with pytest.raises(BadOption) as caught:
        game_package("chess")
    assert "treehouse" in words_for("en")(caught.value.phrase)
