"""Treehouse's words and the rules' texts: complete, and alike in all three languages."""

from __future__ import annotations

import re

import pytest

from domik.games.treehouse import TITLE
from domik.games.treehouse.rules.parts import COLOUR_NAMES, KIND_NAMES
from domik.kernel.phrase import Phrase
from domik.language.words import LANGUAGES, words_for

TITLE = TITLE
PACKAGES = (TITLE.words_package,)

# ---- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_the_box_has_a_name(language: str) -> None:
    words = words_for(language, PACKAGES)
    kinds = [kind for kind in KIND_NAMES if kind]
    variants = [flag.name for flag in TITLE.schema.flags("variant")]
    keys = ["game.name", "game.line", "option.edition", "option.ages", "edition.original", "edition.nk"]
    keys += [f"{key}.{colour}" for key in ("colour", "theme") for colour in COLOUR_NAMES]
    keys += [f"{key}.{kind}" for key in ("change", "change_text") for kind in kinds]
    keys += [f"{key}.{variant}" for key in ("variant", "variant_text") for variant in variants]
    said = [words(Phrase(key)) for key in keys]
    assert all(said)
    assert len(set(said)) == len(said)
    for sentence in (words(Phrase(key)) for key in keys if "_text." in key):
        assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("language", "most", "fewest"),
    [
        (
            "en",
            "1 point per room, 2 points per room, 5 points per room",
            "1 point in all, 2 points in all, 5 points in all",
        ),
        ("ru", "1 очко за комнату, 2 очка за комнату, 5 очков за комнату", "всего 1 очко, всего 2 очка, всего 5 очков"),
        (
            "pl",
            "1 punkt za pokój, 2 punkty za pokój, 5 punktów za pokój",
            "razem 1 punkt, razem 2 punkty, razem 5 punktów",
        ),
    ],
)
def test_points_have_plurals(language: str, most: str, fewest: str) -> None:
    words = words_for(language, PACKAGES)
    for key, wanted in (("most", most), ("fewest", fewest)):
        said = ", ".join(words(Phrase(f"change_points.{key}", {"n": n})) for n in (1, 2, 5))
        assert said.replace("\u00a0", " ") == wanted


# ---- the rules' texts -----------------------------------------------------------------------------

RULES = {"en": "RULES.md", "ru": "RULES.ru.md", "pl": "RULES.pl.md"}
RULING = {"en": "Ruling: ", "ru": "Решение: ", "pl": "Ustalenie: "}
CLAUSES = [
    f"TH-{name}"
    for name in (
        *(0, 1, 2, 3, 4, 10, 11, 12, 20, 21, 22, 23, 24, 30, 31, 32, 33, 34, 35),
        *(40, 41, 42, 43, 44, 45, 46, 50, 51, 60, 61, 62, 63, 64, 65, "X1", "X2", "X3", "X4"),
    )
]


def clauses(language: str) -> list[tuple[str, str]]:
    """Every clause of a language's rules: its id and its text."""
    return re.findall(r"^- (TH-\w+) (\S.*)$", TITLE.read_resource(RULES[language]), re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_there_in_order(language: str) -> None:
    assert [clause for clause, _ in clauses(language)] == CLAUSES


@pytest.mark.parametrize("language", LANGUAGES)
def test_clauses_differ_by_edition_and_have_rulings_alike_in_every_language(language: str) -> None:
    for (clause, text), (_, english) in zip(clauses(language), clauses("en"), strict=True):
        found = [text.find(tag) for tag in ("original: ", "nk: ", RULING[language])]
        expected = [english.find(tag) for tag in ("original: ", "nk: ", RULING["en"])]
        assert [at >= 0 for at in found] == [at >= 0 for at in expected], clause
        assert (found[0] >= 0) == (found[1] >= 0), clause  # an app sets the two editions side by side
        assert [at for at in found if at >= 0] == sorted(at for at in found if at >= 0), clause
        assert set(re.findall(r"TH-\d+", text)) == set(re.findall(r"TH-\d+", english)), clause


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_name_editions_cards_and_variants_as_the_words_do(language: str) -> None:
    words = words_for(language, PACKAGES)
    text = TITLE.read_resource(RULES[language])
    assert text.startswith(f"# {words(Phrase('game.name'))}\n")
    keys = [f"edition.{edition}" for edition in ("original", "nk")]
    keys += [f"change.{kind}" for kind in ("nothing", "double", "fewest", "most")]
    keys += [f"variant.{variant.name}" for variant in TITLE.schema.flags("variant")]
    assert [key for key in keys if words(Phrase(key)).lower() not in text.lower()] == []


def test_rules_have_the_same_headings_and_glossary() -> None:
    shapes = []
    for language in LANGUAGES:
        text = TITLE.read_resource(RULES[language])
        glossary = text.split("\n## ")[-1]
        assert "TH-" not in glossary
        shapes.append((text.count("\n## "), glossary.count("\n- **")))
    assert len(set(shapes)) == 1
    assert shapes[0][1] > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_and_objections_cite_clauses_the_rules_have(language: str) -> None:
    known = {clause for clause, _ in clauses(language)}
    assert {option.clause for option in TITLE.schema.options} <= known
    assert set(re.findall(r"TH-\w+", TITLE.read_resource("words/words.toml"))) <= known
