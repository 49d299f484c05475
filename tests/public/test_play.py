from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import domik

GAMES = domik.titles()


def played(game: domik.Play, moves: int, spec: str = "random") -> domik.Play:
    player = domik.bot(spec, seed=1)
    for _ in range(moves):
        if game.is_over:
            break
        seat = game.to_move[0]
        game.play(seat, player.decide(game.view(seat)))
    return game


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_by_objects(name: str) -> None:
    game = domik.new(name, seed=7)
    while not game.is_over:
        seat = game.to_move[-1]
        moves = game.legal_moves(seat)
        assert len(moves) == len(list(moves)) == moves.mask.bit_count() > 0
        assert all(move.seat == seat and move.text and move.words("ru") for move in moves)
        game.play(seat, moves[len(moves) // 2])
    result = game.outcome()
    assert result is not None
    assert result.winners
    assert result.clause in str(result)
    assert max(game.scores) == max(result.scores)
    assert {points.clause.split("-")[0] for points in game.tally()} == {game.match.package.prefix}
    sums = [sum(points.points for points in game.tally().of(seat)) for seat in range(game.seats)]
    assert sums == list(game.scores)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_game_by_text(name: str) -> None:
    one, other = domik.new(name, seed="a"), domik.new(name, seed="a")
    player = domik.bot("greedy", seed=3)
    for _ in range(40):
        if one.is_over:
            break
        seat = one.to_move[0]
        move = player.decide(one.view(seat))
        one.play(seat, move)
        other.play(seat, move.text)
    assert one.view(0).numbers == other.view(0).numbers
    assert str(one) == str(other)


@pytest.mark.parametrize("name", GAMES)
def test_texts_find_their_move_again(name: str) -> None:
    game = played(domik.new(name, seed=5), 20)
    for seat in game.to_move:
        moves = game.legal_moves(seat)
        for move in moves:
            assert moves[move.text] == move
            assert move.text in moves
            assert move in moves
            assert hash(moves[move.text]) == hash(move)
            assert move.reasons()


def test_undo_and_copy_leave_the_rest_alone() -> None:
    game = played(domik.new("treehouse", seats=3, seed=1), 20)
    before = game.record().to_json()
    twin = game.copy()
    played(twin, 10)
    assert game.record().to_json() == before
    twin.undo(10)
    assert twin.record().to_json() == before
    with pytest.raises(ValueError, match="21 moves cannot be taken back: 20 were played"):
        twin.undo(21)
    assert twin.record().to_json() == before


def test_a_record_comes_back(tmp_path: Path) -> None:
    game = played(domik.new("bower", seed=2), 15)
    text = game.record(["Ania", "Marek"]).to_json()
    assert domik.load(text).view(1).numbers == game.view(1).numbers
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    assert domik.load(file).steps == game.steps
    document = json.loads(text)
    document["moves"][3][1] = 62
    with pytest.raises(domik.BadRecord, match="4"):
        domik.load(json.dumps(document))


def test_a_stale_move_is_never_mistaken_for_another() -> None:
    game = domik.new("treehouse", seats=2, seed=1)
    stale = game.legal_moves(0)[5]
    game.play(0, game.legal_moves(0)[0])
    game.play(1, game.legal_moves(1)[0])
    while game.to_move and len(game.legal_moves(game.to_move[0])) == 1:
        game.play(game.to_move[0], game.legal_moves(game.to_move[0])[0])
    seat = game.to_move[0]
    legal = game.legal_moves(0) if 0 in game.to_move else game.legal_moves(seat)
    before = game.steps
    if stale not in legal:
        with pytest.raises(domik.RefusedMove):
            game.play(0, stale)
        assert game.steps == before


def test_several_seats_may_be_awaited_at_once() -> None:
    game = domik.new("treehouse", seats=4, seed=1)
    assert game.to_move == (0, 1, 2, 3)
    with pytest.raises(ValueError, match="say which seat: awaited now: 0, 1, 2, 3"):
        game.legal_moves()


def test_a_refused_move_says_why_and_by_which_clause() -> None:
    game = domik.new("treehouse", seats=2, seed=1)
    moves = game.legal_moves(0)
    game.play(0, moves[0])
    before = game.steps
    with pytest.raises(domik.RefusedMove, match=r"TH-2\d: ") as caught:
        game.play(0, moves[1])
    assert caught.value.clauses
    with pytest.raises(domik.RefusedMove, match="Legal now"):
        game.play(1, "nonsense")
    assert game.steps == before


def test_a_view_holds_nothing_foreign() -> None:
    game = domik.new("treehouse", seats=2, seed=1)
    own = game.view(0)
    assert own.legal_moves.texts == game.legal_moves(0).texts
    assert own.seat == 0
    assert game.view().seat is None
    assert len(game.view().legal_moves) == 0
    foreign = set(game.view(1).numbers) - set(game.view().numbers)
    assert foreign
    assert not foreign & (set(own.numbers) - set(game.view().numbers))


@pytest.mark.parametrize("name", GAMES)
def test_an_imagined_game_agrees_with_the_view(name: str) -> None:
    game = played(domik.new(name, seed=9), 12)
    view = game.view(0)
    world = view.imagine(seed=4)
    assert world.view(0).numbers == view.numbers
    played(world, 5)
    world.undo(len(world.steps))
    assert world.view(0).numbers == view.numbers
    with pytest.raises(ValueError, match="no deal to record"):
        world.record()
    with pytest.raises(ValueError, match="spectator"):
        game.view().imagine()


@pytest.mark.parametrize(
    ("arguments", "right"),
    [
        ({"game": "chess"}, "treehouse, dream_home, cabin, bower"),
        ({"game": "treehouse", "seats": 9}, "2 to 4"),
        ({"game": "treehouse", "variants": ["garden"]}, "birdhouse"),
        ({"game": "bower", "variants": ["birdhouse"]}, "birdhouse"),
        ({"game": "treehouse", "edition": "first"}, "original, nk"),
        ({"game": "treehouse", "colour": 1}, "edition"),
        ({"game": "treehouse", "variants": ["birdhouse"]}, "Polish edition"),
        ({"game": "treehouse", "components": "no-such-file.toml"}, "no-such-file.toml"),
    ],
)
def test_wrong_input_says_what_would_be_right(arguments: dict[str, object], right: str) -> None:
    with pytest.raises(domik.DomikError, match=right):
        domik.new(**arguments)  # type: ignore[arg-type]


def test_variants_are_a_list() -> None:
    with pytest.raises(TypeError, match=r"variants=\['birdhouse'\]"):
        domik.new("treehouse", variants="birdhouse")
    assert domik.new("bower", variants=["hard", "fair"]).match.options == {"hard": True, "fair": True}


def test_bots_by_spec() -> None:
    with pytest.raises(domik.BadOption, match="easy, greedy"):
        domik.bot("grandmaster")
    game = domik.new("dream_home", seats=3, seed=1)
    view = game.view(game.to_move[0])
    assert domik.bot("ismcts:iterations=20", seed=4).decide(view) in view.legal_moves
    assert domik.bot("random", seed=4).decide(view) == domik.bot("random", seed=4).decide(view)
    with pytest.raises(ValueError, match="nothing to decide"):
        domik.bot("random").decide(game.view())


@pytest.mark.parametrize("name", GAMES)
def test_everything_has_a_useful_repr(name: str) -> None:
    game = domik.new(name, seed=1)
    seat = game.to_move[0]
    move = game.legal_moves(seat)[0]
    shown = [repr(one) for one in (game, game.view(seat), game.view(), move, game.legal_moves(seat), domik.bot("hard"))]
    assert name in shown[0]
    assert move.text in shown[3]
    assert move.text in shown[4]
    assert "hard" in shown[5]
    assert not any(" object at 0x" in text for text in shown)
    played(game, 1000)
    assert " object at 0x" not in repr(game.outcome()) + repr(game.tally()) + repr(game.tally()[0])


def test_the_face_is_listed_and_complete() -> None:
    assert all(getattr(domik, name) is not None for name in domik.__all__)
    assert set(domik.__all__) <= set(dir(domik))
    promised = set(re.findall(r"import (\w+) as \1", Path(domik.__file__).read_text(encoding="utf-8")))
    assert promised == set(domik.__all__), "what type checkers see and what there is"
    with pytest.raises(AttributeError, match="no_such"):
        domik.no_such  # noqa: B018
