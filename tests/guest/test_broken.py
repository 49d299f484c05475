"""Guests that cannot be used are left out with a sentence, and everything beside them works."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.guest.house import House
from tests.waiting import PATIENCE

TITLE = """
from dataclasses import replace
from domik.games.cabin import TITLE as cabin
TITLE = replace(cabin, name={name!r}, python_package={package!r})
"""
GUESTS = {
    "angry": ("angry = angry:TITLE", "raise RuntimeError('no time')", "cannot be loaded: RuntimeError: no time"),
    "absent": ("absent = no_such_package:TITLE", "", "cannot be loaded: ModuleNotFoundError"),
    "strange": ("strange = strange:TITLE", "TITLE = 42", "must be a Title and is of type int"),
    "renamed": ("renamed = renamed:TITLE", TITLE.format(name="other", package="renamed"), "is named “other”"),
    "hollow": ("hollow = hollow:TITLE", TITLE.format(name="hollow", package="hollow"), "it lacks: RULES.md"),
}
AT_THE_DOOR = {
    "impostor": ("bower = impostor:TITLE", "Domik has a game of that name"),
    "shouting": ("LOUD = shouting:TITLE", "a name is small Latin letters"),
    "angry-again": ("angry = angry_again:TITLE", "the package angry has a game of that name"),
}


@pytest.fixture(scope="module")
def troubled(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house in which every guest is trouble."""
    house = House(tmp_path_factory.mktemp("troubled"))
    for package, (entry, code, _) in GUESTS.items():
        house.announce(package, entry)
        if code:
            (house.packages / package).mkdir()
            (house.packages / package / "__init__.py").write_text(code, encoding="utf-8")
    for package, (entry, _) in AT_THE_DOOR.items():
        house.announce(package, entry)
    return house


@pytest.mark.parametrize("name", GUESTS)
def test_whoever_asks_for_a_broken_guest_hears_why(troubled: House, name: str) -> None:
    ran = troubled.domik("play", name, "--lang", "en")
    assert ran.returncode == 2
    assert GUESTS[name][2] in ran.stderr
    assert f"“{name}”" in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1


def test_our_own_games_stay_ours(troubled: House) -> None:
    asked = "from domik.games import game_package; print(game_package('bower').python_package)"
    assert troubled.run("-c", asked).stdout.strip() == "domik.games.bower"
    ran = troubled.domik("play", "bower", "--seats", "greedy,greedy", "--seed", "1", "--lang", "en")
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_only_sound_games_are_listed(troubled: House, language: str) -> None:
    ran = troubled.domik("play", "chess", "--lang", language)
    assert ran.returncode == 2
    assert "treehouse, dream_home, cabin, bower." in ran.stderr


def test_the_server_starts_and_says_who_is_missing(troubled: House, tmp_path: Path) -> None:
    command = [str(troubled.python), "-m", "domik", "serve", "--port", "0", "--data", str(tmp_path / "d.db")]
    with subprocess.Popen(
        [*command, "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=troubled.environment(),
    ) as process:
        assert process.stdout is not None
        assert "http://" in process.stdout.readline()
        process.terminate()
        _, said = process.communicate(timeout=PATIENCE)
    lines = [line for line in said.splitlines() if line.startswith("domik: ")]
    wanted = [text for *_, text in (*GUESTS.values(), *AT_THE_DOOR.values())]
    assert len(lines) == len(wanted)
    assert all(any(text in line for line in lines) for text in wanted), said


def test_guests_can_be_kept_outside(troubled: House) -> None:
    asked = "from domik.games import game_packages, unusable_guests; print(len(game_packages()), unusable_guests())"
    assert troubled.run("-c", asked, DOMIK_GUESTS="0").stdout.split() == ["4", "[]"]
