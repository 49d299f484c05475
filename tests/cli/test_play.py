from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from domik.games import GAMES
from tests.cli.conftest import GAME, Domik

NK = ("--edition", "nk", "--variant", "birdhouse,secret_tasks", "--variant", "extra_changes")

CABIN = ("play", "cabin", "--seats", "human,greedy", "--seed", "3")


def moves_of(path: Path) -> Any:
    return [move[:2] for move in json.loads(path.read_text())["moves"]]


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
@pytest.mark.parametrize("options", [(), NK, ("--variant", "young")], ids=["original", "nk", "young"])
def test_a_whole_game_over_a_pipe(domik: Domik, language: str, options: tuple[str, ...]) -> None:
    ran = domik(*GAME, *options, "--lang", language, typed="1\n" * 200)
    assert (ran.code, ran.err) == (0, "")
    assert "\x1b" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "TH-51" in ran.out
    assert "--seed 5" in ran.out


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end_over_a_pipe(domik: Domik, game: str, language: str) -> None:
    ran = domik("play", game, "--seats", "human,greedy", "--seed", "5", "--lang", language, typed="1\n" * 900)
    assert (ran.code, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "--seed 5" in ran.out


def test_what_a_bot_did_meanwhile_leaves_the_table_in_sight(domik: Domik) -> None:
    """In the Cabin a bot may play its whole game at once; the last of it is shown, and `log` has the rest."""
    told = [line for line in domik(*CABIN, typed="quit\n").out.splitlines() if line.startswith("Seat 2 (greedy): ")]
    everything = domik(*CABIN, typed="log\nquit\n").out
    assert len(told) == 12
    assert "more before these (all of it: log)" in everything
    assert sum(line.startswith("Seat 2 (greedy): ") for line in everything.splitlines()) > 2 * len(told)


@pytest.mark.parametrize("seats", ["human,greedy", "human,human,random", "greedy,human,human,greedy", "greedy,random"])
def test_any_seats_can_be_people(domik: Domik, seats: str) -> None:
    ran = domik("play", "treehouse", "--seats", seats, "--seed", "1", typed="1\n" * 400)
    assert ran.code == 0
    assert "TH-51" in ran.out


def test_the_same_seed_is_the_same_game(domik: Domik, saved: Path, tmp_path: Path) -> None:
    again, other = tmp_path / "again.json", tmp_path / "other.json"
    domik(*GAME, "--save", str(again), typed="1\n" * 200)
    domik(*GAME, "--seed", "6", "--save", str(other), typed="1\n" * 200)
    assert moves_of(again) == moves_of(saved)
    assert moves_of(other) != moves_of(saved)


def test_moves_by_number_and_by_notation_are_the_same(domik: Domik, saved: Path, tmp_path: Path) -> None:
    shown = domik("replay", str(saved), "--json").json()
    typed = "".join(f"{move['move']}\n" for move in shown["moves"] if move["seat"] == 1)
    again = tmp_path / "again.json"
    domik(*GAME, "--no-auto", "--save", str(again), typed=typed)
    assert moves_of(again) == moves_of(saved)


def test_the_end_of_input_is_a_clean_end(domik: Domik, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    ran = domik(*GAME, "--save", str(path), typed="1\n1\n")
    assert (ran.code, ran.err) == (0, "")
    assert "The game stops here, unfinished." in ran.out
    assert json.loads(path.read_text())["over"] is False
    assert domik("verify", str(path)).out.startswith("ok\n")


def test_a_refused_move_cites_its_clause(domik: Domik) -> None:
    ran = domik(*GAME, typed="1\n4.1\nrules 31\nquit\n")
    assert "“4.1” is not allowed:\n  TH-31  A card is missing below" in ran.out
    assert "TH-31   A room rests on both cards" in ran.out
    assert "        Ruling: " in ran.out


def test_nonsense_is_answered_and_the_game_goes_on(domik: Domik) -> None:
    ran = domik(*GAME, typed="castle\n99\n-1\n\n1.\n\x00\nsave\nsave /no/folder/x\nrules ZZ\nundo\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    assert "“castle” is not a card in your hand" in ran.out
    assert "“99” is not a card in your hand" in ran.out
    assert "Save where?" in ran.out
    assert "/no/folder/x cannot be written: there is no such file." in ran.out
    assert "There is no clause “ZZ”" in ran.out
    assert "You have nothing to undo yet." in ran.out  # the bots have moved, this seat has not


def test_any_typing_ends_well(domik: Domik) -> None:
    luck = random.Random(3)
    words = [
        "1",
        "2",
        "x",
        "2.1",
        "r1",
        "red",
        "undo",
        "log",
        "score",
        "table",
        "?",
        "rules",
        "rules 9",
        "é",
        " ",
        "save",
        "5.5.5",
    ]
    for _ in range(6):
        typed = "\n".join(luck.choice(words) for _ in range(120))
        ran = domik(*GAME, "--seed", str(luck.random()), *NK, typed=typed)
        assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize(("language", "word"), [("ru", "справка"), ("pl", "pomoc"), ("ru", "help"), ("en", "?")])
def test_commands_in_the_readers_language(domik: Domik, language: str, word: str) -> None:
    ran = domik(*GAME, "--lang", language, typed=f"{word}\nquit\n")
    assert "?, help" in ran.out


def test_the_log_and_the_score(domik: Domik) -> None:
    ran = domik(*GAME, typed="log\nscore\n1\n1\nlog\nquit\n")
    assert "No points yet." in ran.out
    assert ran.out.count("Seat 1 (you): builds") == 2  # once told as it happened, once in the log


def test_a_card_is_taken_back_at_the_table(domik: Domik) -> None:
    """With this seed the person takes the last scoring-change card and lays first (TH-40)."""
    ran = domik("play", "treehouse", "--seats", "human,greedy,greedy", "--seed", "1", typed="1\nundo\n" * 20)
    assert (ran.code, ran.err) == (0, "")
    taken_back = ran.out.index("Your last move was undone.")
    assert ran.out.index("Take a scoring-change card.") < taken_back
    assert ran.out.index("Take a scoring-change card.", taken_back) > taken_back


def test_a_curtain_falls_between_two_people(domik: Domik) -> None:
    ran = domik("play", "treehouse", "--seats", "human,human", "--seed", "1", typed="\n1\n\n1\nquit\n")
    first, second = "Pass the keyboard to: Seat 1", "Pass the keyboard to: Seat 2"
    assert ran.out.index(first) < ran.out.index("Seat 1 (human) >") < ran.out.index(second)
    # Nobody's hand is on the screen before its owner has pressed Enter.
    assert "Your hand" not in ran.out[: ran.out.index(first)]
    assert ran.out[ran.out.index(second) :].index("Press Enter") < ran.out[ran.out.index(second) :].index("Your hand")


def test_the_only_move_plays_itself_unless_asked(domik: Domik) -> None:
    nk = ("--edition", "nk", "--seats", "human,greedy")
    typed = "1\n" * 200
    by_itself = next(
        out
        for seed in range(20)
        if "was played for you" in (out := domik("play", "treehouse", *nk, "--seed", str(seed), typed=typed).out)
    )
    assert "Your only move was played for you: " in by_itself
    asked = domik("play", "treehouse", *nk, "--seed", "1", "--no-auto", typed=typed)
    assert "was played for you" not in asked.out


def test_interruption_still_saves(domik: Domik, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["1", "1"])

    def typed(prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", typed)
    path = tmp_path / "game.json"
    assert domik(*GAME, "--save", str(path)).code == 130
    assert len(moves_of(path)) >= 2


def test_own_components(domik: Domik, tmp_path: Path) -> None:
    from domik.games import game_package

    text = game_package("treehouse").read_resource("components.toml")
    path, record = tmp_path / "mine.toml", tmp_path / "game.json"
    path.write_text(text.replace("points_a_room = 2", "points_a_room = 3"), encoding="utf-8")
    assert domik(*GAME, "--components", str(path), "--save", str(record), typed="1\n" * 200).code == 0
    assert domik("verify", str(record)).out.startswith("ok\n")
    path.write_text(text.replace('colour = "red"', 'colour = "pink"', 1), encoding="utf-8")
    refused = domik(*GAME, "--components", str(path))
    assert refused.code == 2
    assert "mine.toml, line" in refused.err


@pytest.mark.parametrize(("language", "word"), [("en", "hint"), ("ru", "подсказка"), ("pl", "podpowiedź")])
def test_a_hint_names_a_legal_move_and_its_reason(domik: Domik, language: str, word: str) -> None:
    ran = domik(*GAME, "--lang", language, typed=f"{word}\n")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"\s[—–]\s", ran.out)
    assert ran.out != domik(*GAME, "--lang", language, typed="").out
