"""A guest with nothing but what every game must have: no mind, no drawing, no look, no scene."""

from __future__ import annotations

from pathlib import Path

from tests.guest.conftest import BARE
from tests.guest.house import House
from tests.guest.sitting import played_over_the_socket
from tests.waiting import patient_client

SUITE = f"""
import hooks
import pytest
from domik.testing import Conformance, Subject
from {BARE} import TITLE

class TestBare(Conformance):
    @pytest.fixture
    def game(self):
        return Subject(TITLE, hooks)
"""


def test_it_passes_the_conformance_suite(house: House, example: Path, tmp_path: Path) -> None:
    for name in ("hooks.py", "test_rules.py"):  # the clauses are those of Mousehole
        text = (example / "tests" / name).read_text(encoding="utf-8").replace("from mousehole", f"from {BARE}")
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "test_conformance.py").write_text(SUITE, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = clause(*ids): as everywhere\n", encoding="utf-8")
    ran = house.run("-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path), DOMIK_QUICK="1")
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_hints_and_games_in_the_terminal_do_without(house: House) -> None:
    words = ("play", BARE, "--seats", "human,hard:iterations=20", "--seed", "2", "--lang", "en")
    ran = house.domik(*words, typed="hint\n" + "1\n" * 60)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "MH-26" in ran.stdout


def test_its_table_in_the_browser_is_in_letters(served: str) -> None:
    with patient_client(base_url=served) as person:
        home = person.get("/").text
        assert f'action="/g/{BARE}/play"' in home
        assert 'id="sky-any"' in home
        assert person.get(f"/g/{BARE}").status_code == 200
        assert person.get(f"/static/game/{BARE}.css").status_code == 404
        assert person.get(f"/static/game/{BARE}.svg").status_code == 200
    page, record = played_over_the_socket(served, BARE)
    assert "<pre>" in page.cells["letters"]
    assert record["game"] == BARE
    assert record["over"]
