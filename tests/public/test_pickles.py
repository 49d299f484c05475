"""Games, views, moves, results, records and bots survive pickle and copy, and copies share nothing."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from pathlib import Path
from typing import TypeVar

import pytest

import domik
import domik.games
from domik.kernel.package import built_in_components

NAMES = ("treehouse", "dream_home", "cabin", "bower")
T = TypeVar("T")


def begun(name: str, moves: int = 10) -> domik.Play:
    game = domik.new(name, seed=3)
    for _ in range(moves):
        seat = game.to_move[0]
        game.play(seat, game.legal_moves(seat)[0])
    return game


def play_out(game: domik.Play) -> str:
    """Let greedy bots finish a game; its record is all that happened."""
    bots = [domik.bot("greedy", seat) for seat in range(game.seats)]
    while not game.is_over:
        seat = game.to_move[0]
        game.play(seat, bots[seat].decide(game.view(seat)))
    return game.record().to_json()


def through_pickle(thing: T) -> T:
    copied: T = pickle.loads(pickle.dumps(thing))
    return copied


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_goes_its_own_way(name: str) -> None:
    game = begun(name)
    before = game.record().to_json()
    ends = {play_out(made(game)) for made in (copy.copy, copy.deepcopy, through_pickle, domik.Play.copy)}
    assert len(ends) == 1
    assert game.record().to_json() == before
    assert ends == {play_out(game)}


@pytest.mark.parametrize("name", NAMES)
def test_everything_survives_a_pickle(name: str) -> None:
    game = begun(name)
    seat = game.to_move[0]
    view = game.view(seat)
    again = through_pickle(view)
    assert (again.seat, again.numbers, str(again)) == (view.seat, view.numbers, str(view))
    assert through_pickle(game.view()).seat is None
    assert through_pickle(game.legal_moves(seat)).texts == game.legal_moves(seat).texts
    move = game.legal_moves(seat)[0]
    assert through_pickle(move) == move
    play_out(game)
    assert through_pickle(game.outcome()) == game.outcome()
    assert through_pickle(game.tally()) == game.tally()
    assert through_pickle(game.record()).to_json() == game.record().to_json()


@pytest.mark.parametrize("spec", ["random", "easy", "normal", "hard:iterations=20"])
def test_a_bot_goes_on_where_it_was(spec: str) -> None:
    game = begun("treehouse")
    bot = domik.bot(spec, seed=4)
    bot.decide(game.view(0))
    twins = [copy.copy(bot), copy.deepcopy(bot), through_pickle(bot)]
    decided = [[str(one.decide(game.view(0))) for _ in range(8)] for one in (bot, *twins)]
    assert decided == [decided[0]] * 4


def test_components_of_ones_own_travel_along(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = built_in_components(domik.games.game_package("treehouse")).text
    file.write_text(text.replace("[meta]", "# mine\n[meta]", 1).replace("Karaoke", "Singing"), encoding="utf-8")
    game = domik.new("treehouse", seed=1, components=file)
    assert game.match.components.hash() != built_in_components(game.match.package).hash()
    file.unlink()
    assert through_pickle(game).record().to_json() == game.record().to_json()


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_games_go_to_other_processes_and_back(method: str) -> None:
    games = [begun(name) for name in NAMES]
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = pool.map(play_out, games)
    assert found == [play_out(game) for game in games]


def test_errors_survive_a_pickle() -> None:
    game = domik.new("treehouse", seed=1)
    for wrong in (
        lambda: game.apply(0, 1 << 40),
        lambda: game.play(0, "nonsense"),
        lambda: domik.new("chess"),
        lambda: domik.new("treehouse", colour="red"),
    ):
        with pytest.raises(domik.DomikError) as caught:
            wrong()
        again = through_pickle(caught.value)
        assert (type(again), str(again), again.__dict__.keys()) == (
            *(type(caught.value), str(caught.value)),
            caught.value.__dict__.keys(),
        )


def test_a_pickle_of_another_format_names_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    pickled = pickle.dumps(begun("bower"))
    monkeypatch.setattr(domik.games, "PICKLE_FORMAT", 2)
    with pytest.raises(ValueError, match=f"written by Domik {domik.__version__} in format 1; .* reads format 2"):
        pickle.loads(pickled)


def test_wrong_arguments_get_a_sentence() -> None:
    with pytest.raises(TypeError, match=r"seed is a whole number, such as seed=2, not 1\.5"):
        domik.new("treehouse", seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seats is a whole number, such as seats=2, not '2'"):
        domik.new("treehouse", seats="2")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="no option “colour” here; there are: edition"):
        domik.new("treehouse", colour="red")
    with pytest.raises(ValueError, match="seats 2 to 4 players, not 9"):
        domik.new("treehouse", seats=9)
    with pytest.raises(domik.IllegalMove, match="seat 0 cannot play"):
        domik.new("treehouse", seed=1).apply(0, 1 << 62)
