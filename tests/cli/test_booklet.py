"""`domik rules GAME --html FILE`: the whole book in one file that asks nobody for anything."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domik.games import BUILT_IN, game_package
from domik.language.rulebook import load_rulebook
from tests.cli.conftest import Domik


@pytest.mark.parametrize(("game", "language"), list(zip(BUILT_IN, ("en", "ru", "pl", "en"), strict=True)))
def test_the_booklet_holds_everything(domik: Domik, tmp_path: Path, game: str, language: str) -> None:
    file = tmp_path / "book.html"
    ran = domik("rules", game, "--html", str(file), "--lang", language)
    assert ran.code == 0
    assert str(file) in ran.out.replace("\n", "")
    text = file.read_text("utf-8")
    assert f'<html lang="{language}">' in text
    assert text.count("<figure") >= 3
    for section in load_rulebook(game_package(game), language).sections:
        for clause in section.clauses:
            assert not clause.id or f'id="{clause.id}"' in text
    assert not re.search(r'(src|href)="(?!#)', text), "it asks for something"
    assert "@import" not in text
    assert "url(/" not in text


def test_a_place_that_cannot_be_written_is_named(domik: Domik, tmp_path: Path) -> None:
    ran = domik("rules", "bower", "--html", str(tmp_path / "no" / "book.html"))
    assert ran.code != 0
    assert "cannot be written" in ran.err
    assert "Traceback" not in ran.err
