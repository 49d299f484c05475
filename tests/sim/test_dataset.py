"""`domik dataset`: games for research that prove themselves, with a card that tells the truth."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import pytest

from domik.cli import main
from domik.language import LANGUAGES


def write(file: Path, *words: str) -> str:
    """Write a small dataset; returns its card."""
    assert main(["dataset", "treehouse", str(file), "--games", "4", "--seed", "7", *words]) == 0
    return file.with_name(f"{file.stem}.card.md").read_text(encoding="utf-8")


def test_the_records_verify_and_the_card_says_what_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    card = write(file, "--seats", "normal,random", "--rotate", "--edition", "nk")
    assert hashlib.sha256(file.read_bytes()).hexdigest() in card
    assert "--seats 'normal,random' --edition nk --games 4 --seed 7 --rotate" in card
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [record["players"] for record in records] == [["normal", "random"], ["random", "normal"]] * 2
    assert main(["verify", str(file)]) == 0
    records[1]["scores"] = [99, 0]
    file.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    capsys.readouterr()
    assert main(["verify", str(file)]) == 1
    assert "99" in capsys.readouterr().out


def test_the_command_of_the_card_writes_the_same_file(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    write(one)
    write(two, "--workers", "2")
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_is_in_the_language_of_the_command(tmp_path: Path, language: str) -> None:
    card = write(tmp_path / "games.jsonl", "--lang", language)
    assert {"en": "Whole games of", "ru": "Целые партии", "pl": "Całe partie"}[language] in card


def test_a_table_holds_the_same_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    from domik.sim.dataset import read_table

    lines, table = tmp_path / "games.jsonl", tmp_path / "same.parquet"
    write(lines)
    write(table)
    kept = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    assert [json.loads(line) for line in read_table(table)] == kept
    assert main(["verify", str(table)]) == 0
    capsys.readouterr()
    assert main(["verify", str(table), "--number", "9"]) == 2


def test_a_table_without_its_library_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["dataset", "treehouse", str(tmp_path / "games.parquet"), "--games", "2"]) == 2
    assert "domik[dataset]" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_other_names_and_existing_files_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dataset", "treehouse", str(tmp_path / "games.csv")]) == 2
    assert ".jsonl" in capsys.readouterr().err
    card = tmp_path / "games.card.md"
    card.write_text("mine", encoding="utf-8")
    assert main(["dataset", "treehouse", str(tmp_path / "games.jsonl"), "--games", "2"]) == 2
    assert card.read_text(encoding="utf-8") == "mine"
    assert write(tmp_path / "games.jsonl", "--force").startswith("# games")
