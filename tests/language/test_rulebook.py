"""The rules files, read once for terminals and pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domik.games import GAMES, game_package
from domik.kernel.errors import BadOption, DomikError
from domik.language import LANGUAGES
from domik.language.rulebook import load_rulebook, read_rulebook
from domik.server.pages.learn.rulebook import chapters

TEXT = """# The name
A paragraph
in two lines.

## First
- **TH-1**. A rule with `code`. original: so.
  nk: otherwise. Ruling: we say so. Ruling: and so.
- a word: what it means
- TH-X1 Ruling: only ours.
"""


RULED = {
    "treehouse": "TH-35 TH-43 TH-63",
    "dream_home": "DH-41 DH-42 DH-44 DH-53 DH-54",
    "cabin": "CC-20 CC-44 CC-45",
    "bower": "BW-23 BW-24 BW-31 BW-33 BW-35 BW-38 BW-50 BW-60 BW-61",
}  # what the printed rules leave open, or say otherwise, within clauses that are theirs


def test_clauses_entries_and_paragraphs_are_told_apart() -> None:
    book = read_rulebook(game_package("treehouse"), "en", TEXT)
    assert book.name == "The name"
    (before, first) = book.sections
    assert [(clause.id, clause.text) for clause in before.clauses] == [("", "A paragraph in two lines.")]
    assert first.heading == "First"
    rule, entry, ours = first.clauses
    assert (rule.id, rule.text) == ("TH-1", "A rule with `code`. original: so. nk: otherwise.")
    assert rule.rulings == ["we say so.", "and so."]
    assert rule.whole.endswith("Ruling: we say so. Ruling: and so.")
    assert (entry.id, entry.text, entry.is_entry) == ("", "a word: what it means", True)
    assert (ours.id, ours.text, ours.rulings) == ("TH-X1", "", ["only ours."])
    assert book.ids() == ["TH-1", "TH-X1"]
    assert book.find("x1") is ours
    with pytest.raises(BadOption):
        book.find("TH-7")


def test_a_missing_translation_is_english_and_a_missing_text_is_said() -> None:
    title = game_package("treehouse")
    untold = replace(title, python_package="domik.language")  # a folder without rules
    with pytest.raises(DomikError):
        load_rulebook(untold, "pl")
    assert load_rulebook(title, "pl").language == "pl"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_pages_show_every_clause(game: str, language: str) -> None:
    shown = [rule.id for chapter in chapters(game, language) for rule in chapter.clauses if rule.id]
    assert shown == load_rulebook(game_package(game), language).ids()
    rules = [rule for chapter in chapters(game, language) for rule in chapter.clauses]
    assert not any("**" in text or "`" in text for rule in rules for text in (rule.text, *rule.rulings))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_ours_is_marked_in_every_language(game: str) -> None:
    marks = [
        {clause.id: len(clause.rulings) for section in book.sections for clause in section.clauses if clause.rulings}
        for book in (load_rulebook(game_package(game), language) for language in LANGUAGES)
    ]
    assert marks[0] == marks[1] == marks[2]
    assert set(RULED[game].split()) <= marks[0].keys()
