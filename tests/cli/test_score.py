"""`domik score` and `domik rules --allowed`: positions from a real table on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Domik

TABLE_TEXT = (
    "game treehouse\ntable round=3 red=nothing\nseat Ania: before=18 2.1=r 2.2=y 3.3=y\nseat Marek: before=19\n"
)


def test_domik_score(domik: Domik, tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text(TABLE_TEXT, encoding="utf-8")
    ran = domik("score", "treehouse", "--position", str(file))
    assert ran.code == 0, ran.err
    assert "Ania: 23" in ran.out
    assert "[TH-50]" in ran.out
    told = domik("score", "treehouse", "--position", str(file), "--json").json()
    assert told["scores"] == [23, 19]
    assert told["winners"] == [1]
    assert told["objections"] == []
    wrong = domik("score", "bower", "--position", str(file))
    assert wrong.code == 2
    assert "“treehouse”" in wrong.err


@pytest.mark.parametrize("game", ["treehouse", "dream_home", "cabin", "bower"])
def test_nothing_to_count_is_said_with_an_example_that_counts(domik: Domik, tmp_path: Path, game: str) -> None:
    file = tmp_path / "table.txt"
    for text in ("", f"game {game}\n", f"game {game}\nseat Ania:\nseat Marek:\n"):
        file.write_text(text, encoding="utf-8")
        empty = domik("score", game, "--position", str(file))
        assert empty.code == 2
        assert "Nothing to count yet" in empty.err
    example = [line for line in empty.err.splitlines() if line.startswith(("  game ", "  seat "))]
    file.write_text("\n".join(example), encoding="utf-8")
    assert domik("score", game, "--position", str(file)).code == 0


def test_domik_rules_allowed(domik: Domik, tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text("game treehouse\nseat a: 2.1=r\nseat b:\n", encoding="utf-8")
    yes = domik("rules", "treehouse", "--allowed", "2.2=r", "--position", str(file), "--json").json()
    assert yes == {"allowed": True, "objections": []}
    no = domik("rules", "treehouse", "--allowed", "3.1=b", "--position", str(file))
    assert no.code == 0
    assert "[TH-33]" in no.out
