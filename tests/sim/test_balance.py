"""The report of a designer: sums as in the records, statistics as in the books, a page that stands alone."""

from __future__ import annotations

import json
import random
from html.parser import HTMLParser
from pathlib import Path

import pytest

from domik.cli import BAD_USAGE, FINE, main
from domik.games import GAMES, game_package
from domik.language import LANGUAGES
from domik.sim.balance import (
    LEAST_PLAYERS,
    Balance,
    ComponentCounts,
    ComponentEffect,
    adjusted_p_values,
    balance_to_dict,
    compare_balances,
    component_effects,
    notable_components,
    share_difference,
)
from domik.sim.config import SimConfig
from domik.sim.run import run

NAMES = list(GAMES)
POLISH = {"en": "Polish edition", "ru": "Польское издание", "pl": "Wydanie polskie"}
GAMES_EACH = 6


def lines_of(
    name: str, options: dict[str, object] | None = None, games: int = GAMES_EACH
) -> tuple[SimConfig, list[str]]:
    plan = SimConfig(name, ("normal", "random"), options or {}, seed="balance", records=True)
    lines: list[str] = []
    run(plan, games, 1, lambda part: lines.extend(part.lines))
    return plan, lines


def counted(plan: SimConfig, lines: list[str]) -> Balance:
    balance = Balance(plan.match())
    for line in lines:
        balance.add(line)
    return balance


@pytest.mark.parametrize("name", NAMES)
def test_the_sums_are_those_of_the_records(name: str) -> None:
    plan, lines = lines_of(name)
    balance = counted(plan, lines)
    documents = [json.loads(line) for line in lines]
    assert balance.games == GAMES_EACH
    assert balance.moves == sum(len(document["moves"]) for document in documents)
    assert 0 < balance.decisions <= balance.moves
    assert sum(balance.seat_share) == pytest.approx(GAMES_EACH)
    assert balance.seat_points[1] == [document["scores"][1] for document in documents]
    points = sum(line[2] for document in documents for line in document["tally"])
    assert sum(balance.clauses.values()) == points
    assert points == sum(sum(document["scores"]) for document in documents), "the tally explains every point"
    for clause, kept in balance.clauses.items():
        assert sum(balance.subjects[clause].values()) == kept, "what a clause's points are for adds up"
    assert any(len(subjects) > 1 for subjects in balance.subjects.values())
    assert sum(balance.lead_changes.values()) == sum(balance.lengths.values()) == GAMES_EACH


@pytest.mark.parametrize("name", NAMES)
def test_every_component_that_is_counted_has_a_name(name: str) -> None:
    plan, lines = lines_of(name)
    balance = counted(plan, lines)
    census = balance.stats
    assert balance.components
    for key, one in balance.components.items():
        assert 0 <= one.taken <= one.offered
        assert one.owned + one.other in (0, *range(2, 2 * GAMES_EACH + 1, 2))
        assert census.component(balance.match, key).name.key
    assert any(one.taken for one in balance.components.values())
    assert any(one.owned for one in balance.components.values())


def test_dream_home_counts_what_a_column_gives() -> None:
    """Every turn that takes a column takes its room: as many rooms are taken as were laid or drilled in."""
    plan, lines = lines_of("dream_home", games=2)
    balance = counted(plan, lines)
    rooms = sum(one.taken for key, one in balance.components.items() if key.startswith("room."))
    assert 2 * 2 * 12 - 12 <= rooms <= 2 * 2 * 12, "twelve rounds, two players, two games; a forced column is no choice"


def test_chances_are_corrected_as_benjamini_and_hochberg_do_it() -> None:
    assert adjusted_p_values([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.16 / 3, 0.16 / 3, 0.5])
    assert adjusted_p_values([]) == []
    assert adjusted_p_values([1.0, 1.0]) == [1.0, 1.0]


def test_a_component_that_decides_games_is_found_and_one_that_does_nothing_is_not() -> None:
    balance = Balance(game_package("bower").match(2))
    rng = random.Random(1)
    strong, idle = balance.component_counts("bonus.cover"), balance.component_counts("bonus.gift")
    for _ in range(400):
        for one, chance in ((strong, 0.7), (idle, 0.5)):
            won = float(rng.random() < chance)
            one.owned += 1
            one.owned_share += won
            one.owned_squares += won
            one.other += 1
            one.other_share += 1 - won
            one.other_squares += 1 - won
    found = {worth.key: worth for worth in component_effects(balance)}
    assert found["bonus.cover"].p_value < 0.001
    assert found["bonus.cover"].low > 0.2
    assert found["bonus.gift"].low < 0 < found["bonus.gift"].high
    assert [(verdict, worth.key) for verdict, worth in notable_components(balance)] == [("good", "bonus.cover")]


def test_too_few_say_nothing() -> None:
    assert share_difference(ComponentCounts(owned=LEAST_PLAYERS - 1, other=100, owned_share=9.0)) == (
        0.0,
        0.0,
        0.0,
        0.0,
        1.0,
    )


def test_dead_and_dominant_need_a_whole_interval() -> None:
    balance = Balance(game_package("bower").match(2))
    balance.components = {
        "bonus.cover": ComponentCounts(offered=1000, taken=990),
        "bonus.gift": ComponentCounts(offered=1000, taken=10),
        "bonus.loss": ComponentCounts(offered=10, taken=0),
    }
    found = {worth.key: verdict for verdict, worth in notable_components(balance)}
    assert found == {"bonus.cover": "dominant", "bonus.gift": "dead"}
    assert isinstance(notable_components(balance)[0][1], ComponentEffect)


def test_what_an_edition_changed() -> None:
    old, new = (counted(*lines_of("treehouse", {"edition": edition}, 10)) for edition in ("original", "nk"))
    assert all(change.key for change in compare_balances(old, new))
    one, two = Balance(game_package("bower").match(2)), Balance(game_package("bower").match(2))
    one.components = {
        "bonus.cover": ComponentCounts(offered=500, taken=100),
        "bonus.gift": ComponentCounts(offered=500, taken=100),
    }
    two.components = {
        "bonus.cover": ComponentCounts(offered=500, taken=300),
        "bonus.loss": ComponentCounts(offered=500, taken=9),
    }
    assert [(change.key, change.before, change.after) for change in compare_balances(one, two)] == [
        ("bonus.cover", 0.2, 0.6),
        ("bonus.gift", 0.2, None),
        ("bonus.loss", None, 0.018),
    ]


class Page(HTMLParser):
    """What a page loads, and whether its tags are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loaded += [value or "" for name, value in attrs if name in ("src", "href", "srcset")]
        if tag not in ("meta", "path", "rect", "circle"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_the_page_stands_alone(name: str, language: str, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    command = ["balance", name, "--games", "8", "--seed", "3", "--html", str(file), "--lang", language]
    if name == "treehouse":
        command += ["--against", "edition=nk"]
    assert main(command) == FINE
    text = file.read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.open == []
    assert page.loaded == []
    assert "url(" not in text
    assert "http" not in text
    assert "balance." not in page.text, "a text is missing"
    assert text.count("<section>") == (2 if name == "treehouse" else 1)
    if name == "treehouse":
        assert text.index(POLISH[language]) < text.index("<section>"), "what changed comes first"


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "bower", "--games", "4", "--seed", "1", "--json"]) == FINE
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 4
    assert found["complete"]
    assert {"by_seat", "beginner", "clauses", "parts", "verdicts", "margins"} <= found.keys()
    plan = SimConfig("bower", ("normal", "normal"), {}, seed="1", records=True)
    lines: list[str] = []
    run(plan, 4, 1, lambda part: lines.extend(part.lines))
    assert balance_to_dict(counted(plan, lines))["by_seat"] == found["by_seat"], "the same seed, the same report"


def test_bad_input_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        (["balance", "treehouse", "--against", "edition=original"], "nothing to compare"),
        (["balance", "treehouse", "--against", "edition=swedish"], "original, nk"),
        (["balance", "treehouse", "--against", str(tmp_path / "no.toml")], "no.toml"),
        (["balance", "treehouse", "--html", str(tmp_path / "no" / "page.html")], "page.html"),
        (["balance", "treehouse", "--html", str(tmp_path)], "Is a directory"),
        (["balance", "treehouse", "--games", "0"], "0"),
        (["balance", "treehouse", "--seats", "wizard,normal"], "wizard"),
    ):
        assert main([*words, "--lang", "en"]) == BAD_USAGE
        assert said in capsys.readouterr().err
