"""Component files written, compared and varied: `domik components` and `domik balance --vary`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domik.cli import BAD_USAGE, FINE, main
from domik.games import GAMES
from domik.kernel.components import component_changes, component_values
from domik.kernel.errors import BadOption
from domik.kernel.package import built_in_components
from domik.language import LANGUAGES
from domik.sim.sweep import ComponentUse, SeatShare, SweepPoint, grid_of, parse_variation, suggest, with_values

VARY = ("balance", "dream_home", "--games", "4", "--workers", "1", "--vary", "score.window=0..1")


@pytest.mark.parametrize("name", list(GAMES))
def test_any_number_of_a_file_can_be_changed_and_only_that_changes(name: str) -> None:
    components = built_in_components(GAMES[name])
    for path, value in component_values(components).items():
        if isinstance(value, (str, bool)):
            continue
        changed = with_values(components, {path: value + 1})
        assert [(one.path, one.old, one.new) for one in component_changes(components, changed)] == [
            (path, value, value + 1)
        ]
        assert changed.text.count("#") == components.text.count("#"), "comments stay"


def test_values_are_written_as_people_write_them() -> None:
    components = built_in_components(GAMES["dream_home"])

    def values(text: str) -> tuple[int | float, ...]:
        return parse_variation(f"score.window={text}", components).values

    assert values("1..3") == (1, 2, 3)
    assert values("1..7:3") == (1, 4, 7)
    assert values("2,5,2,9") == (2, 5, 9)
    assert values("0.5..1.5:0.5") == (0.5, 1.0, 1.5)
    for wrong in ("", "x", "3..1", "1..3:0", "1..", "1:2", "1..999999"):
        with pytest.raises(BadOption):
            values(wrong)
    with pytest.raises(BadOption) as caught:
        parse_variation("score.windows=1..2", components)
    assert "score.window" in str(caught.value)
    with pytest.raises(BadOption):  # a text is no number
        parse_variation("kinds.living.class=1..2", components)
    window = parse_variation("score.window=1..30", components)
    with pytest.raises(BadOption):
        grid_of([window, window])


def point(value: int, share: float, reach: float) -> SweepPoint:
    seats = [SeatShare(one, one - reach, one + reach, 30.0, 5.0) for one in (share, 1 - share)]
    return SweepPoint({"x": value}, 100, seats, {"card": ComponentUse(0.5, share - 0.5, share - 0.6, share - 0.4)})


def test_the_suggestion_is_the_most_even_and_says_what_it_cannot_tell_apart() -> None:
    points = [point(1, 0.70, 0.05), point(2, 0.52, 0.05), point(3, 0.57, 0.05)]
    found = suggest(points, SweepPoint.seat_advantage)
    assert found is not None
    assert found.best is points[1]
    assert found.advantage == pytest.approx(0.02)
    assert found.rivals == [points[2]]
    assert suggest(points[:1], SweepPoint.seat_advantage) is None


def test_a_sweep_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "sweep.jsonl"
    assert main([*VARY, "--resume", str(kept), "--json"]) == FINE
    first = capsys.readouterr()
    whole = kept.read_text(encoding="utf-8")
    kept.write_text(whole[: whole.index("\n") + 40], encoding="utf-8")  # killed while it wrote the second point
    assert main([*VARY, "--resume", str(kept), "--json"]) == FINE
    second = capsys.readouterr()
    assert json.loads(second.out) == json.loads(first.out)
    assert second.err.split() == ["score.window", "=", "1"], "only the second point is played again"
    assert len(json.loads(first.out)["points"]) == 2
    assert main([*VARY, "--resume", str(kept), "--seed", "2"]) == BAD_USAGE
    assert "Choose another file" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_sweep(language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "sweep.html"
    assert main([*VARY, "--html", str(page), "--lang", language]) == FINE
    assert str(page) in capsys.readouterr().out.replace("\n", "")
    text = page.read_text(encoding="utf-8")
    assert text.count('class="curve"') == 4
    assert text.count("<tbody><tr>") == 1
    assert "sweep." not in text


def test_a_file_to_start_from_and_what_it_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my.toml"
    assert main(["components", "dream_home", "--out", str(file)]) == FINE
    assert main(["components", "dream_home", "--out", str(file)]) == BAD_USAGE
    assert "--force" in capsys.readouterr().err
    file.write_text(file.read_text(encoding="utf-8").replace("window = 1 ", "window = 2 "), encoding="utf-8")
    assert main(["components", "dream_home", "--against", str(file)]) == FINE
    assert capsys.readouterr().out == "score.window: 1 → 2\n"
    assert main(["components", "dream_home", "--against", str(file), "--json"]) == FINE
    assert json.loads(capsys.readouterr().out)["changes"] == [{"path": "score.window", "old": 1, "new": 2}]
    assert main(["components", "dream_home"]) == FINE
    assert capsys.readouterr().out == built_in_components(GAMES["dream_home"]).text
