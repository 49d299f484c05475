from __future__ import annotations

import pytest

from domik.games import GAMES, game_package
from domik.language.rulebook import FILES, load_rulebook
from tests.cli.conftest import Domik


@pytest.mark.parametrize("language", list(FILES))
def test_the_whole_text(domik: Domik, language: str) -> None:
    ran = domik("rules", "treehouse", "--lang", language)
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= 80
    for clause in ("TH-0 ", "TH-31 ", "TH-65 ", "TH-X4 "):
        assert f"\n{clause}" in ran.out
    assert "**" not in ran.out
    assert "`" not in ran.out


@pytest.mark.parametrize(("language", "ruling"), [("en", "Ruling: "), ("ru", "Решение: "), ("pl", "Ustalenie: ")])
def test_rulings_stand_on_their_own_line(domik: Domik, language: str, ruling: str) -> None:
    ran = domik("rules", "treehouse", "TH-31", "--lang", language)
    assert f"\n        {ruling}" in ran.out


def test_clauses_are_found_however_they_are_spelled(domik: Domik) -> None:
    whole = domik("rules", "treehouse", "TH-31").out
    for word in ("31", "th31", "th-31", "TH31"):
        assert domik("rules", "treehouse", word).out == whole
    both = domik("rules", "treehouse", "x1,30")
    assert both.out.index("TH-X1") < both.out.index("TH-30")


def test_for_programs(domik: Domik) -> None:
    shown = domik("rules", "treehouse", "--json").json()
    ids = [clause["id"] for section in shown["sections"] for clause in section["clauses"]]
    assert "TH-31" in ids
    assert set(shown["marks"]) == {"sure", "likely", "ours"}
    assert shown["marks"]["ours"] > 0
    assert domik("rules", "treehouse", "31", "--json").json()["clauses"][0]["id"] == "TH-31"


@pytest.mark.parametrize("game", list(GAMES))
def test_every_language_has_the_same_clauses(game: str) -> None:
    english, *others = (load_rulebook(game_package(game), language).ids() for language in FILES)
    assert english
    assert all(other == english for other in others)
