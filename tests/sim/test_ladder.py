"""Ladders: shared deals, both seatings, honest ratings, and files that a later run goes on from."""

from __future__ import annotations

import importlib.util
import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from domik.cli import INTERRUPTED, main
from domik.kernel.errors import BadOption, DomikError
from domik.kernel.package import Match
from domik.sim import ladder as ladder_module
from domik.sim.ladder import Ladder, Pairing, PairingResult, play_pairing, run_ladder
from domik.sim.ladder_check import check_ladder_file
from domik.sim.ladder_rating import elo_ratings, head_to_head, rank_bots

LADDER = Ladder("treehouse", ("normal", "easy", "random"), {}, None, 2, "1", 6)


def bout(one: str, two: str, deal: int, won: float, games: int = 2) -> PairingResult:
    """A made-up bout."""
    return PairingResult((one, two), deal, games, (won, games - won), (0, 0), (0, 0), (1, 1))


def without_time(bouts: list[PairingResult]) -> set[PairingResult]:
    """Bouts less what no two runs share."""
    return {replace(one, seconds=(0.0, 0.0)) for one in bouts}


def test_every_pair_plays_every_deal_from_both_seats() -> None:
    bouts, complete = run_ladder(LADDER, workers=1)
    assert complete
    assert len(bouts) == 3 * 3
    assert all(one.games == 2 and math.isclose(sum(one.won), 2) for one in bouts)
    assert len({one.key() for one in bouts}) == len(bouts)


def test_the_same_bot_twice_would_draw_every_deal() -> None:
    """A deal played from both seats by players who choose alike is shared: normal and greedy are one bot."""
    ladder = replace(LADDER, specs=("greedy", "normal"))
    won = [play_pairing(ladder, ladder.match(), "greedy", "normal", deal).won[0] for deal in range(12)]
    assert sum(won) == pytest.approx(12, abs=5)


def test_workers_make_no_difference() -> None:
    alone, _ = run_ladder(LADDER, workers=1)
    together, _ = run_ladder(LADDER, workers=2)
    assert without_time(alone) == without_time(together)


def test_a_file_is_gone_on_from(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    first, _ = run_ladder(replace(LADDER, games=2), workers=1, file=file)
    kept = file.read_text(encoding="utf-8").splitlines()
    assert len(kept) == 1 + len(first)
    forged = json.loads(kept[1])
    forged["points"] = [99.0, 0.0]  # were it played again, this would be gone
    file.write_text("\n".join([kept[0], json.dumps(forged), *kept[2:]]) + '\n{"pair": ["cut o', encoding="utf-8")
    bouts, complete = run_ladder(replace(LADDER, specs=(*LADDER.specs, "greedy")), workers=1, file=file)
    assert complete
    assert sum(one.points == (99.0, 0.0) for one in bouts) == 1
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1 + len(bouts) == 1 + 6 * 3
    heard: list[int] = []
    again, _ = run_ladder(replace(LADDER, specs=(*LADDER.specs, "greedy")), 1, file, heard.append)
    assert heard == [len(bouts)], "nothing is played twice"
    assert set(map(str, again)) == set(map(str, bouts))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('{"ladder": 1, "game": "chess"}\n', "ladder.other_file"),
        ("no json\n", "ladder.bad_file"),
        ("[]\n", "ladder.bad_file"),
    ],
)
def test_a_foreign_file_is_refused_and_left_alone(tmp_path: Path, text: str, key: str) -> None:
    file = tmp_path / "ladder.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DomikError) as caught:
        run_ladder(LADDER, workers=1, file=file)
    assert caught.value.phrase.key == key
    assert file.read_text(encoding="utf-8") == text


def test_ratings_agree_with_the_odds() -> None:
    """Three wins in four are 191 points of Elo; two bots' ratings are even around 0."""
    bouts = [bout("a", "b", deal, 1.5) for deal in range(2000)]
    one, two = elo_ratings(("a", "b"), bouts)
    assert one - two == pytest.approx(400 * math.log10(3), abs=0.5)
    assert one + two == pytest.approx(0, abs=1e-6)


def test_ratings_are_transitive_and_finite() -> None:
    bouts = [bout("a", "b", deal, 2) for deal in range(50)] + [bout("b", "c", deal, 2) for deal in range(50)]
    bouts += [bout("a", "c", deal, 2) for deal in range(50)]
    a, b, c = elo_ratings(("a", "b", "c"), bouts)
    assert a > b > c
    assert all(math.isfinite(rating) for rating in (a, b, c))


def test_intervals_narrow_with_the_deals_and_hold_the_truth() -> None:
    few = head_to_head(("a", "b"), [bout("a", "b", deal, deal % 3) for deal in range(12)])
    many = head_to_head(("b", "a"), [bout("a", "b", deal, deal % 3) for deal in range(1200)])
    assert few.share == pytest.approx(0.5)
    assert few.low < 0.5 < few.high
    assert many.high - many.low < (few.high - few.low) / 5
    sure = head_to_head(("a", "b"), [bout("a", "b", deal, 2) for deal in range(100)])
    assert sure.share == 1
    assert 0.95 < sure.low < 1, "a hundred wins are no certainty"


def test_a_ranking_has_the_best_first() -> None:
    bouts, _ = run_ladder(LADDER, workers=1)
    ranked = rank_bots(LADDER, bouts)
    assert ranked.rows[-1].spec == "random"
    assert [rung.elo for rung in ranked.rows] == sorted((rung.elo for rung in ranked.rows), reverse=True)
    assert all(rung.low <= rung.elo <= rung.high and rung.games == 12 for rung in ranked.rows)
    assert ranked.head_to_heads[("normal", "random")].share + ranked.head_to_heads[
        ("random", "normal")
    ].share == pytest.approx(1)


@pytest.mark.parametrize("seats", ["normal", "normal,normal", "normal,nobody", "human,normal", "normal,hard:x=1"])
def test_bad_ladders_are_refused(seats: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "treehouse", "--seats", seats]) == 2
    assert "domik:" in capsys.readouterr().err


def test_a_ladder_needs_different_bots() -> None:
    with pytest.raises(BadOption):
        replace(LADDER, specs=("normal", "normal")).match()


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_the_command_shows_everybody(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ladder", "treehouse", "--seats", "normal,random", "--games", "4", "--workers", "1"]
    assert main([*command, "--lang", language]) == 0
    shown = capsys.readouterr().out
    assert {"en": "normal", "ru": "обычный", "pl": "zwykły"}[language] in shown
    assert "random" in shown


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ladder", "treehouse", "--seats", "normal,random", "--games", "4", "--workers", "1", "--json"]
    assert main([*command, "--players", "3"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games_a_pair"] == 4
    assert found["seats"] == 3
    assert found["complete"]
    assert {rung["spec"] for rung in found["ladder"]} == {"normal", "random"}


@pytest.mark.parametrize(("deals", "told"), [(0, "nothing to rank"), (3, "6 games of 40 were played")])
def test_a_ladder_that_is_stopped_says_how_many_games_it_played(
    deals: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play(rules: Ladder, match: Match, tasks: list[Pairing], workers: int) -> Iterator[PairingResult]:
        yield from (play_pairing(rules, match, *task) for task in tasks[:deals])
        raise KeyboardInterrupt

    monkeypatch.setattr(ladder_module, "play_pairings_locally", play)
    command = ["ladder", "treehouse", "--seats", "normal,random", "--games", "40", "--lang", "en"]
    assert main(command) == INTERRUPTED
    shown = " ".join(capsys.readouterr().out.split())
    assert told in shown
    assert "40 games per pair" not in shown
    assert main([*command, "--json"]) == INTERRUPTED
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["games_a_pair"], found["complete"]) == (2 * deals, 40, False)


def test_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "ladder.png"
    code = main(
        ["ladder", "treehouse", "--seats", "normal,random", "--games", "4", "--workers", "1", "--plot", str(picture)]
    )
    if importlib.util.find_spec("matplotlib") is None:
        assert code == 2
        assert "matplotlib" in capsys.readouterr().err
    else:
        assert code == 0
        assert picture.stat().st_size > 1000


def tampered(lines: list[str], name: str, change: object) -> list[str]:
    """The file's lines with one field of its first pairing changed by a function, or taken away."""
    first = json.loads(lines[1])
    if callable(change):
        first[name] = change(first[name])
    else:
        del first[name]
    return [lines[0], json.dumps(first), *lines[2:]]


def test_a_file_is_verified_by_replaying_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ladder.jsonl"
    run_ladder(LADDER, workers=1, file=file)
    assert main(["ladder", "treehouse", "--verify", str(file)]) == 0
    assert "18" in capsys.readouterr().out.splitlines()[-1]
    lines = file.read_text(encoding="utf-8").splitlines()
    forged = {
        "result": tampered(lines, "points", lambda points: [99.0, points[1]]),
        "move": tampered(lines, "played", lambda games: [[[0, 62], *games[0][1:]], games[1]]),
        "unfinished": tampered(lines, "played", lambda games: [games[0][:-1], games[1]]),
        "games": tampered(lines, "played", lambda games: games[:1]),
        "unplayed": tampered(lines, "played", None),
        "twice": [*lines, lines[1]],
    }
    for what, changed in forged.items():
        file.write_text("\n".join(changed) + "\n", encoding="utf-8")
        found = check_ladder_file(file)
        assert [phrase.key for phrase in found.wrong] == [f"ladder.wrong.{what}"]
        assert len(found.results) == (9 if what == "twice" else 8), "the rest still counts"
        assert main(["ladder", "treehouse", "--verify", str(file)]) == 1


def test_deals_that_the_seed_does_not_give_are_found(tmp_path: Path) -> None:
    """Whoever picks deals that suit a bot would have to pick a seed that gives them."""
    file = tmp_path / "ladder.jsonl"
    run_ladder(replace(LADDER, specs=("normal", "random")), workers=1, file=file)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"seed": "1"', '"seed": "2"'), encoding="utf-8")
    assert check_ladder_file(file).wrong


def test_only_a_ladders_file_of_this_game_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ladder.jsonl"
    run_ladder(replace(LADDER, games=2), workers=1, file=file)
    assert main(["ladder", "bower", "--verify", str(file)]) == 2
    assert "treehouse" in capsys.readouterr().err
    file.write_text('{"ladder": 1}\n', encoding="utf-8")
    assert main(["ladder", "treehouse", "--verify", str(file)]) == 2
    assert main(["ladder", "treehouse", "--verify", str(tmp_path / "none")]) == 2
