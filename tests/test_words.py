"""Words: every text in three languages, with the plural forms its language has, and the same arguments everywhere."""

from __future__ import annotations

import re

import pytest

from domik.kernel.phrase import Phrase
from domik.language import preferred_language, words_for
from domik.language.words import bind_spaces, catalogue

FORMS = {"en": {"one", "other"}, "ru": {"one", "few", "many"}, "pl": {"one", "few", "many"}}


def packages() -> list[str]:
    """Every package that has words of its own."""
    from pathlib import Path

    import domik

    root = Path(domik.__file__).parent
    return sorted({".".join(("domik", *path.parent.relative_to(root).parts)) for path in root.rglob("words*.toml")})


@pytest.mark.parametrize("package", packages())
def test_texts_are_complete(package: str) -> None:
    for key, texts in catalogue(package).items():
        plural = [isinstance(text, dict) for text in texts.values()]
        assert all(plural) or not any(plural), f"{key}: plural in some languages only"
        wanted = None
        for language, text in texts.items():
            if isinstance(text, dict):
                # `other` is for fractions, which only games with half points say
                assert FORMS[language] <= set(text) <= FORMS[language] | {"other"}, f"{key}: {language}: {sorted(text)}"
            forms = text.values() if isinstance(text, dict) else [text]
            for form in forms:
                assert form.strip(), f"{key}: {language} is empty"
            arguments = set().union(*(re.findall(r"{(\w+)}", form) for form in forms))
            if isinstance(text, dict):
                arguments.add("n")
            wanted = arguments if wanted is None else wanted
            assert arguments == wanted, f"{key}: {language} uses {arguments}, English uses {wanted}"


@pytest.mark.parametrize("package", packages())
def test_russian_is_in_cyrillic_and_the_others_are_not(package: str) -> None:
    for key, texts in catalogue(package).items():
        for language in ("en", "pl"):
            assert not re.search("[а-яё]", str(texts[language]).lower()), f"{key}: Cyrillic in {language}"


def test_plurals() -> None:
    ru = words_for("ru", ("domik.games.treehouse.words",))
    pl = words_for("pl", ("domik.games.treehouse.words",))
    said = {
        n: (ru(Phrase("sketch.points", {"n": n})), pl(Phrase("sketch.points", {"n": n})))
        for n in (0, 1, 2, 5, 12, 21, 22)
    }
    assert {n: tuple(text.replace("\u00a0", " ") for text in both) for n, both in said.items()} == {
        0: ("0 очков", "0 punktów"),
        1: ("1 очко", "1 punkt"),
        2: ("2 очка", "2 punkty"),
        5: ("5 очков", "5 punktów"),
        12: ("12 очков", "12 punktów"),
        21: ("21 очко", "21 punktów"),
        22: ("22 очка", "22 punkty"),
    }


def test_no_line_ends_between_a_number_and_its_noun_or_before_a_dash() -> None:
    assert words_for("ru", ("domik.games.treehouse.words",))(Phrase("sketch.points", {"n": 5})) == "5\u00a0очков"
    assert words_for("pl", ("domik.games.treehouse.words",))(Phrase("sketch.points", {"n": 5})) == "5\u00a0punktów"
    assert bind_spaces("«{text}» — не место: 6 × 5 клеток") == "«{text}»\u00a0— не место: 6 × 5\u00a0клеток"
    assert bind_spaces({"one": "{n} z {all}", "many": "gra 2 z 3"}) == {
        "one": "{n}\u00a0z {all}",
        "many": "gra 2\u00a0z 3",
    }
    assert words_for("en", ("domik.games.treehouse.words",))(Phrase("sketch.points", {"n": 5})) == "5 points"


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("pl-PL,pl;q=0.9,en;q=0.8", "pl"),
        ("ru_RU.UTF-8", "ru"),
        ("de-DE,ru;q=0.5", "ru"),
        ("en;q=0.2,pl;q=0.9", "pl"),
        ("C", "en"),
        ("", "en"),
        ("xx;q=nonsense,pl", "pl"),
    ],
)
def test_the_readers_language(wanted: str, language: str) -> None:
    assert preferred_language(wanted) == language
