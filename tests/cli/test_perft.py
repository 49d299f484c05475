from __future__ import annotations

import pytest

from tests.cli.conftest import Domik


def test_two_secret_choices_of_six(domik: Domik) -> None:
    """Two seats choose one of six rooms each; then each builds left, right, or puts aside (TH-20, TH-22, TH-35)."""
    counts = [domik("perft", "treehouse", "--depth", str(depth), "--json").json()["leaves"] for depth in range(5)]
    assert counts == [1, 6, 36, 108, 324]


def test_divided_by_first_moves(domik: Domik) -> None:
    found = domik("perft", "treehouse", "--depth", "3", "--divide", "--json").json()
    assert len(found["divide"]) == 6
    assert sum(found["divide"].values()) == found["leaves"] == 108
    assert domik("perft", "treehouse", "--depth", "3", "--divide").out.count("\n") == 7


def test_nk_does_not_put_aside_what_fits(domik: Domik) -> None:
    found = domik("perft", "treehouse", "--edition", "nk", "--depth", "3", "--json").json()
    assert found["leaves"] == 72


@pytest.mark.parametrize(("language", "word"), [("en", "ways"), ("ru", "путей"), ("pl", "dróg")])
def test_words(domik: Domik, language: str, word: str) -> None:
    assert word in domik("perft", "treehouse", "--depth", "2", "--lang", language).out
