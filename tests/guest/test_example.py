"""The example guest beside Domik, in an environment of its own: not a line of Domik knows it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from domik.language import LANGUAGES
from tests.guest.house import COMPILED, House
from tests.guest.sitting import played_over_the_socket
from tests.waiting import patient_client

GUEST = Path(__file__).parents[2] / "examples" / "guest"
NAMES = {"en": "Mousehole", "ru": "Мышиная норка", "pl": "Mysia norka"}


def test_it_stands_beside_the_build_that_is_tested_here(house: House) -> None:
    asked = "import domik.kernel.game as game, mousehole; print(game.__file__, mousehole.__file__)"
    kernel, guest = house.run("-c", asked).stdout.split()
    assert (not kernel.endswith(".py")) == COMPILED
    assert Path(guest).is_relative_to(house.packages)


def test_its_own_tests_pass_the_conformance_suite_among_them(house: House, example: Path) -> None:
    ran = house.run("-m", "pytest", "-q", "-p", "no:cacheprovider", str(example), DOMIK_QUICK="1")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    passed = re.search(r"(\d+) passed", ran.stdout)
    assert passed is not None
    assert int(passed[1]) > 50, ran.stdout


def test_bots_play_it_by_the_hundred(house: House) -> None:
    words = ("sim", "mousehole", "--seats", "greedy,random,random", "--games", "200", "--seed", "7", "--json")
    ran = house.domik(*words, "--workers", "2")
    assert (ran.returncode, ran.stderr) == (0, "")
    one, two = json.loads(ran.stdout), json.loads(house.domik(*words, "--workers", "1").stdout)
    assert one["checksum"] == two["checksum"]
    assert one["build"] == ("compiled" if COMPILED else "pure")
    assert one["wins"][0] > sum(one["wins"][1:])


def test_a_search_plays_it_without_hints_of_its_own(house: House) -> None:
    words = ("sim", "mousehole", "--seats", "hard:iterations=60,random", "--games", "3", "--seed", "1", "--json")
    ran = house.domik(*words)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["complete"]


def test_its_designer_gets_a_report(house: House) -> None:
    ran = house.domik("balance", "mousehole", "--seats", "random,random", "--games", "20", "--workers", "1", "--json")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert sum(part["taken"] for part in json.loads(ran.stdout)["parts"]) > 0


@pytest.mark.parametrize("observe", ["numbers", "float32"])
def test_researchers_step_it(house: House, observe: str) -> None:
    code = f"""
from domik.research.gym import DomikEnv
env = DomikEnv("mousehole", observe="{observe}")
seen, _ = env.reset(seed=1)
over = False
while not over:
    seen, reward, over, _, _ = env.step(env.action_space.sample())
print(env.observation_space.contains(seen), reward)
"""
    ran = house.run("-c", code)
    assert ran.stdout.startswith("True "), ran.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_in_the_terminal(house: House, language: str, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    words = ("play", "mousehole", "--seats", "human,greedy", "--seed", "5", "--lang", language)
    ran = house.domik(*words, "--save", str(record), typed="hint\n" + "1\n" * 60)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert max(map(len, ran.stdout.splitlines())) <= 80
    assert "MH-26" in ran.stdout
    assert house.domik("verify", str(record)).returncode == 0
    assert NAMES[language] in house.domik("rules", "mousehole", "--lang", language).stdout


def test_it_is_listed_where_games_are_listed(house: House) -> None:
    assert "bower, bare_mousehole, mousehole" in " ".join(house.domik("play", "--help").stdout.split())
    assert "bower, bare_mousehole, mousehole" in house.domik("play", "chess").stderr
    assert house.run("-c", "import domik; print(domik.titles()[-1])").stdout.strip() == "mousehole"


def test_asking_for_the_version_looks_for_no_guest(house: House) -> None:
    ran = house.run("-X", "importtime", "-m", "domik", "--version")
    assert ran.returncode == 0
    assert "domik.cli" in ran.stderr
    assert not re.search(r"importlib\.metadata|mousehole|domik\.games", ran.stderr)


def test_our_own_games_are_found_without_looking_for_guests(house: House) -> None:
    asked = "import sys, domik.games; domik.games.game_package('cabin'); print('mousehole' in sys.modules)"
    assert house.run("-c", asked).stdout.strip() == "False"


# ---- the table in the browser ---------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_pages(served: str, language: str) -> None:
    with patient_client(base_url=served, headers={"accept-language": language}) as person:
        home = person.get("/").text
        assert NAMES[language] in home
        assert 'id="sky-mousehole"' in home  # its own scene
        assert 'action="/g/mousehole/play"' in home
        assert NAMES[language] in person.get("/g/mousehole").text
        rules = person.get("/g/mousehole/rules").text
        assert "MH-25" in rules
        assert NAMES[language] in rules


def test_its_look_and_its_pictures_are_served(served: str) -> None:
    with patient_client(base_url=served) as person:
        table = person.post("/g/mousehole/play", follow_redirects=True, headers={"origin": served}).text
        looks = re.findall(r'"(/static/[0-9a-f]{10}/table/mousehole\.css)"', table)
        assert looks
        own = (GUEST / "src" / "mousehole" / "page" / "look.css").read_text(encoding="utf-8")
        classes = re.findall(r"^\.([a-z-]+)", own, re.MULTILINE)
        assert classes
        assert classes[0] in person.get(looks[0]).text


def test_a_whole_game_over_the_socket(served: str) -> None:
    page, record = played_over_the_socket(served, "mousehole")
    assert "standing" in page.cells
    assert any("bed" in line for line in page.log)
    assert record["game"] == "mousehole"
    assert record["over"]
