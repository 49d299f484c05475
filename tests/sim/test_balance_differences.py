"""`domik balance --against my.toml`: intervals of differences, clauses in words, and advice that does not follow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domik.cli import main
from domik.games import game_package
from domik.kernel.package import built_in_components
from domik.sim.advice_check import check_advice
from domik.sim.balance import Balance
from domik.sim.balance_differences import CLAUSE, POINTS, SEAT, Difference, differences
from domik.sim.config import SimConfig
from domik.sim.run import run
from domik.sim.sweep import with_values


def balance_of(game: str, games: int, seed: str, values: dict[str, int | float] | None = None) -> Balance:
    package = game_package(game)
    components = with_values(built_in_components(package), values or {})
    match = package.match(2, None, components)
    plan = SimConfig(game, ("normal", "normal"), match.options, components, seed, records=True)
    lines: list[str] = []
    run(plan, games, 1, lambda part: lines.extend(part.lines))
    found = Balance(match)
    for line in lines:
        found.add(line)
    return found


def by_key(found: list[Difference]) -> dict[tuple[str, str], Difference]:
    return {(gap.what, gap.which): gap for gap in found}


def test_the_same_game_on_other_deals_differs_in_nothing_for_sure() -> None:
    found = by_key(differences(balance_of("treehouse", 40, "1"), balance_of("treehouse", 40, "2")))
    assert found[SEAT, "1"].low == pytest.approx(-found[SEAT, "2"].high)
    sure = [gap for gap in found.values() if gap.is_sure]
    assert len(sure) <= 1, "of ten 95 % intervals hardly one leaves out the truth"


def test_a_raised_value_shows_in_its_clause_and_in_the_points() -> None:
    old, new = balance_of("dream_home", 30, "1"), balance_of("dream_home", 30, "1", {"score.comfort": 9})
    found = by_key(differences(old, new))
    comfort = found[CLAUSE, "DH-62"]
    assert comfort.is_sure
    assert comfort.low < comfort.after - comfort.before < comfort.high
    assert found[POINTS, ""].low > 0


def test_intervals_narrow_with_the_games() -> None:
    few, many = (by_key(differences(*(balance_of("bower", n, seed) for seed in "12")))[POINTS, ""] for n in (8, 50))
    assert many.high - many.low < 0.6 * (few.high - few.low)


def test_advice_that_does_not_look_at_a_value_is_named() -> None:
    match = game_package("bower").match(2)
    eggs = "bonus.ornament_yellow.eggs"
    checked = check_advice(match, with_values(match.components, {eggs: 5}))
    assert checked.ignored == [eggs]
    match = game_package("dream_home").match(2)
    assert check_advice(match, with_values(match.components, {"score.comfort": 9})).ignored == []


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_the_command_says_it_all(tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str) -> None:
    file = tmp_path / "my.toml"
    own = built_in_components(game_package("bower"))
    file.write_text(with_values(own, {"bonus.ornament_yellow.eggs": 5}).text, encoding="utf-8")
    command = ["balance", "bower", "--against", str(file), "--games", "6", "--seed", "1", "--lang", language]
    assert main(command) == 0
    said = capsys.readouterr().out
    assert "bonus.ornament_yellow.eggs: 1 → 5" in said
    assert {"en": "does not look at", "ru": "не учитывают", "pl": "nie uwzględniają"}[language] in said
    assert "balance." not in said
    assert "{" not in said
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["advice"]["ignored"] == ["bonus.ornament_yellow.eggs"]
    assert {"low", "high", "before", "after", "what", "which"} == found["differences"][0].keys()


def test_a_report_of_other_components_quotes_no_number_that_may_be_wrong(tmp_path: Path) -> None:
    file, page = tmp_path / "my.toml", tmp_path / "page.html"
    own = built_in_components(game_package("dream_home"))
    file.write_text(with_values(own, {"score.one_colour": 20}).text, encoding="utf-8")
    command = ["balance", "dream_home", "--against", str(file), "--games", "8", "--seed", "1", "--html", str(page)]
    assert main([*command, "--lang", "en"]) == 0
    comparison = page.read_text(encoding="utf-8").split("<section>")[0]
    assert "DH-63: Roof" in comparison
    assert "one colour score 8" not in comparison
