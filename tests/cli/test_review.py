"""`domik review`: a report for people, one for programs, a page; nonsense is refused in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domik.language import LANGUAGES
from domik.reviews import parse_report
from tests.cli.conftest import Domik

HEAD = {"en": "Player", "ru": "Игрок", "pl": "Gracz"}
QUICKLY = ("--seat", "1", "--seconds", "1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_for_people(domik: Domik, saved: Path, language: str) -> None:
    ran = domik("review", str(saved), *QUICKLY, "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    assert " : " in ran.out
    assert "review." not in ran.out, "a phrase without words"
    assert max(len(line) for line in ran.out.splitlines()) <= 80
    head = next(line for line in ran.out.splitlines() if HEAD[language] in line)
    assert "…" not in head, "a column is cut"


def test_a_report_for_programs_and_a_page(domik: Domik, saved: Path, tmp_path: Path) -> None:
    html = tmp_path / "review.html"
    ran = domik("review", str(saved), *QUICKLY, "--json", "--html", str(html))
    assert (ran.code, ran.err) == (0, "")
    report = parse_report(ran.out)
    assert report.reviewed == (0,)
    assert report.seats == 3
    assert report.seat_review(0).ledger.adds_up()
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_nonsense_is_refused_in_one_line(domik: Domik, saved: Path, tmp_path: Path) -> None:
    document = json.loads(saved.read_text(encoding="utf-8"))
    broken = {
        "unfinished": document | {"moves": document["moves"][:5]},
        "old": document | {"rules": 0},
        "new": document | {"rules": 9},
        "foreign": {"game": "chess"},
        "illegal": document | {"moves": [[0, 62, 0]]},
    }
    calls = [("nothing.json",), (str(saved), "--seat", "4"), (str(saved), "--seconds", "0"), (str(saved), "--seed")]
    calls.append((str(saved), *QUICKLY, "--html", str(tmp_path / "no" / "folder.html")))
    for name, wrong in broken.items():
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(wrong), encoding="utf-8")
        calls.append((str(file),))
    for language in LANGUAGES:
        for words in calls if language == "en" else calls[5:]:
            ran = domik("review", *words, "--lang", language)
            assert ran.code == 2, words
            assert ran.err.startswith("domik: ")
            assert "review.error" not in ran.err
            assert "Traceback" not in ran.err
