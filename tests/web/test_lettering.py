"""Text fits: the width table is the font's, and every name in every language stays inside its card."""

from __future__ import annotations

import re

import pytest

from domik.games.treehouse import TITLE
from domik.games.treehouse.page.layout import HAND_CARD, PHONE_HAND_CARD, PHONE_WIDE_CARD, TREE_CARD, CardFormat
from domik.language.words import LANGUAGES
from domik.web.pen import label
from domik.web.text_metrics import character_widths, fit_text, text_width
from tests.web.manrope import advances

PARTS = TITLE.parts()
READABLE = 6.9  # px: below that a name is only a smudge


def test_width_table_is_the_fonts_own() -> None:
    font = advances()
    for character, width in character_widths().items():
        assert width == pytest.approx(font[character], abs=0.0006), character


def test_every_letter_of_our_languages_is_measured() -> None:
    known = character_widths()
    for room in PARTS.rooms.values():
        for language in LANGUAGES:
            assert set(room.names[language]) <= known.keys()


@pytest.mark.parametrize("form", [TREE_CARD, HAND_CARD, PHONE_HAND_CARD, PHONE_WIDE_CARD], ids=lambda form: form.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_room_names_fit_their_cards(form: CardFormat, language: str) -> None:
    for room in PARTS.rooms.values():
        name = room.names[language]
        lines, size = fit_text(name, form.w - 10, form.size)
        assert " ".join(lines) == name
        assert max(text_width(line, size) for line in lines) <= form.w - 10 + 0.01, name
        assert size >= READABLE, (name, size)
        assert len(lines) * size * 1.04 <= form.plate(len(lines)), name


@pytest.mark.parametrize(
    "text", ["Puppet Theatre", "Велосипедная мастерская", "Ścianka wspinaczkowa", "Ш" * 40, "漢字" * 30]
)
@pytest.mark.parametrize("width", [20.0, 60.0, 150.0])
def test_labels_never_claim_more_than_their_width(text: str, width: float) -> None:
    markup = label(text, 0, 0, width, 14, "#000")
    claimed = [float(found) for found in re.findall(r'textLength="([\d.]+)"', markup)]
    assert claimed
    assert max(claimed) <= width + 0.05


def test_short_names_stay_on_one_line() -> None:
    assert fit_text("Cinema", 118, 11.5) == (("Cinema",), 11.5)


def test_long_names_break_at_a_space() -> None:
    lines, size = fit_text("Велосипедная мастерская", 102, 12.5)
    assert lines == ("Велосипедная", "мастерская")
    assert size > 11


def test_labels_are_escaped() -> None:
    assert "<b>" not in label("<b>&", 0, 0, 50, 12, "#000")
