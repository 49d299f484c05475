from __future__ import annotations

import re
from pathlib import Path

import pytest

import domik.cli
from domik.language.words import LANGUAGES, catalogue

TEXTS = catalogue("domik.cli")
FORMS = {"en": {"one", "other"}, "ru": {"one", "few", "many"}, "pl": {"one", "few", "many"}}

FRACTIONS = {"other"}  # Russian and Polish say it of halves


@pytest.mark.parametrize("key", list(TEXTS))
def test_the_three_languages_say_the_same(key: str) -> None:
    holes = []
    for language in LANGUAGES:
        text = TEXTS[key][language]
        if isinstance(text, dict):
            assert set(text) - FRACTIONS == FORMS[language] - FRACTIONS
            assert language != "en" or "other" in text
        for form in [text] if isinstance(text, str) else text.values():
            assert form.strip()
            holes.append(set(re.findall(r"\{(\w+)\}", form)))
    assert all(each == holes[0] for each in holes)


def test_every_key_in_the_code_has_words() -> None:
    for path in Path(domik.cli.__file__).parent.glob("*.py"):
        for key in re.findall(
            r'(?:Phrase|tell)\(\s*"((?:cli|choice|command|learn|play|rules|record|replay|result|serve|perft)\.\w+)"',
            path.read_text(),
        ):
            assert key in TEXTS, f"{path.name}: {key}"
