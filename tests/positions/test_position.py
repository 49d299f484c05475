"""Positions as text, their editing, and what is objected to: wrong entries get the clause and never a traceback."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

import pytest
from _pytest.mark import ParameterSet

import domik
from domik.games import game_package
from domik.games.treehouse.rules.building_order import building_order
from domik.games.treehouse.rules.reading import PLACES, side_of_place
from domik.kernel.contract import no_part
from domik.kernel.entering import TABLE, Degree
from domik.kernel.errors import BadOption, BadPosition, DomikError
from domik.language import LANGUAGES, words_for
from domik.positions.position import Position, new_position, read_position
from tests.positions.test_bots_games import enter, matches, play

GAMES = ("treehouse", "dream_home", "cabin", "bower")
TREE = "game treehouse\nseat Ania: {}\nseat Marek:\n"


def clauses_of(position: Position, degree: Degree | None = None) -> set[str]:
    return {found.clause for found in position.objections() if degree in (None, found.degree)}


# ---- text -----------------------------------------------------------------------------------------


def test_a_text_says_what_is_wrong() -> None:
    for text, key in (
        ("", "error.position_no_game"),
        ("game treehouse\nseat Ania 2.1=r", "error.position_line"),
        ("game treehouse\nfloor 2", "error.position_line"),
        (TREE.format("2.1"), "error.position_entry"),
        (TREE.format("2.1=z"), "error.entry"),
        (TREE.format("7.1=r"), "error.entry"),
        (TREE.format("before=x"), "error.entry"),
        ("game chess\nseat a:\nseat b:", "error.game"),
        ("game treehouse\nseat a:", "error.seats"),
        ("game treehouse\noptions edition=best\nseat a:\nseat b:", "error.choice"),
        ("#" * 9000, "error.position_long"),
    ):
        with pytest.raises(DomikError) as found:
            read_position(text)
        assert found.value.phrase.key == key, text
        for language in LANGUAGES:
            words_for(language, ("domik.games.treehouse.words",))(found.value.phrase)


def test_names_and_comments_are_kept_tidy() -> None:
    position = read_position("# ours\ngame treehouse\n\nseat  Ania  Maria : 2.1=r 2.1=y\nseat " + "a" * 99 + ":\n")
    assert position.table.seats[0].name == "Ania Maria"
    assert dict(position.table.seats[0].entries) == {"2.1": "y"}
    assert len(position.table.seats[1].name) == 30
    assert position.rename(["a:b\n", "c"]).table.seats[0].name == "a b"


def test_a_game_that_counts_no_positions_says_so() -> None:
    match = game_package("bower").match(2)
    guest = replace(match.package, entering=no_part)
    with pytest.raises(BadOption) as found:
        new_position(replace(match, package=guest))
    assert found.value.phrase.key == "error.no_entering"


def test_picture_and_numbers_keep_what_the_other_knows() -> None:
    position = read_position(TREE.format("before=7 2.1=r 2.2=y 3.1=r"))
    numbers = position.switch_to_numbers(0).put(0, "y", "4")
    assert numbers.table.seats[0].number("r") == 2
    assert numbers.count().scores[0] == 7 + 6 + 6  # and both colour cards
    again = numbers.switch_to_picture(0)
    assert again.count().scores == position.count().scores
    assert again.table.seats[0].number("y") == 4


# ---- objections -----------------------------------------------------------------------------------


@pytest.mark.clause("TH-32")
def test_a_colour_is_apart_at_once_only_when_nothing_can_join_it() -> None:
    half = read_position(TREE.format("2.1=r 2.2=y 3.3=r"))
    assert clauses_of(half) == {"TH-32"}
    assert not clauses_of(half, Degree.AT_ONCE)
    closed = read_position(TREE.format("2.1=r 2.2=y 3.1=b 3.2=b 3.3=r " + " ".join(f"4.{k}=-" for k in (1, 2, 3, 4))))
    assert clauses_of(closed, Degree.AT_ONCE) == {"TH-32"}
    assert not closed.allow(closed.open_objections(done=False)[0].key).open_objections(done=False)
    assert len(closed.allow(closed.open_objections(done=False)[0].key).house_rules()) == 1


@pytest.mark.clause("TH-31")
def test_support_is_judged_when_a_tree_is_done() -> None:
    assert clauses_of(read_position(TREE.format("3.2=r 2.1=r"))) == {"TH-31"}
    assert not clauses_of(read_position(TREE.format("2.1=r 2.2=r 3.2=r")))


@pytest.mark.clause("TH-33")
def test_some_order_of_building_leads_to_a_tree_or_none_does() -> None:
    assert building_order({(2, 0): 0, (3, 0): 0}) is None
    assert clauses_of(read_position(TREE.format("2.1=r 3.1=r 4.1=r"))) == {"TH-33"}
    order = building_order({(2, 0): 0, (2, 1): 1, (3, 0): 0, (3, 2): 1, (3, 1): 0})
    assert order is not None
    leans = [sum(side_of_place(place) for place in order[:k]) for k in range(len(order) + 1)]
    assert all(abs(lean) <= 1 for lean in leans)
    # Level in sum, but the three on the left can only come after one another: a proof, not a guess
    assert building_order({(2, 0): 0, (3, 0): 0, (2, 1): 1, (3, 2): 1}) == [(2, 0), (2, 1), (3, 0), (3, 2)]


@pytest.mark.clause("TH-33")
def test_the_search_agrees_with_trying_every_order() -> None:
    rng = random.Random(7)
    seen = set()
    for _ in range(150):
        rooms = grown_tree(rng, 6)
        answer = building_order(rooms)
        seen.add(answer is None)
        assert (answer is None) == (not any_order(rooms, frozenset(), 0))
    assert seen == {True, False}


def grown_tree(rng: random.Random, size: int) -> dict[tuple[int, int], int]:
    """A tree that stands, without regard to its balance."""
    from domik.games.treehouse.rules.building_order import is_supported

    rooms: dict[tuple[int, int], int] = {}
    while len(rooms) < size:
        free = [place for place in PLACES if place not in rooms and is_supported(place, frozenset(rooms))]
        rooms[rng.choice(free)] = len(rooms) % 6
    return rooms


def any_order(rooms: dict[tuple[int, int], int], standing: frozenset[tuple[int, int]], lean: int) -> bool:
    from domik.games.treehouse.rules.building_order import is_supported

    return len(standing) == len(rooms) or any(
        any_order(rooms, standing | {place}, lean + side_of_place(place))
        for place in rooms
        if place not in standing and is_supported(place, standing) and abs(lean + side_of_place(place)) <= 1
    )


def wrong(game: str, told: str, clause: str, degree: Degree) -> ParameterSet:
    """A position with one thing that cannot be so."""
    return pytest.param(game, told, clause, degree, marks=pytest.mark.clause(clause))


WRONG = (
    wrong("treehouse", "seat a: by=numbers r=13\nseat b:", "TH-1", Degree.BOX),
    wrong("treehouse", "table round=1\nseat a: by=numbers r=6\nseat b:", "TH-24", Degree.BOX),
    wrong("treehouse", "table red=nothing blue=nothing green=nothing\nseat a:\nseat b:", "TH-11", Degree.BOX),
    wrong("treehouse", "options edition=nk secret_tasks=yes\nseat a: task=2\nseat b: task=2", "TH-62", Degree.BOX),
    wrong("treehouse", "seat a: 2.1=h\nseat b:", "TH-61", Degree.AT_ONCE),
    wrong("dream_home", "seat a: 2.1=bathroom 2.2=bathroom\nseat b:", "DH-23", Degree.AT_ONCE),
    wrong("dream_home", "seat a: 2.1=garage\nseat b:", "DH-22", Degree.AT_ONCE),
    wrong("dream_home", "seat a: 3.1=living\nseat b:", "DH-21", Degree.DONE),
    wrong("dream_home", "seat a: 2.1=kitchen piano=2.1\nseat b:", "DH-31", Degree.AT_ONCE),
    wrong("dream_home", "seat a: 2.1=living 2.2=living piano=2.1 cat_house=2.2\nseat b:", "DH-32", Degree.AT_ONCE),
    wrong("dream_home", "seat a: 2.1=living tree_house=2.1\nseat b:", "DH-33", Degree.AT_ONCE),
    wrong("dream_home", "seat a: red+=2\nseat b:", "DH-1", Degree.BOX),
    wrong("dream_home", "seat a: 1.4=garage 1.5=garage car=1.4\nseat b:", "DH-65", Degree.BOX),
    wrong("cabin", "seat a: 1=birch:N 2=birch:H", "CC-1", Degree.BOX),
    wrong("cabin", "seat a: 1=birch:N left=2", "CC-17", Degree.DONE),
    wrong("bower", "table goal1=red_feather goal2=red_feather\nseat a:\nseat b:", "BW-2", Degree.BOX),
    wrong("bower", "seat a: 1.1=n05>\nseat b: 1.1=n05>", "BW-3", Degree.BOX),
    wrong("bower", "seat a: 1.3=n05>\nseat b:", "BW-21", Degree.DONE),
    wrong("bower", "seat a: shells=1.3\nseat b:", "BW-35", Degree.AT_ONCE),
)


@pytest.mark.parametrize(("game", "told", "clause", "degree"), WRONG)
def test_wrong_entries_are_objected_to_with_their_clause(game: str, told: str, clause: str, degree: Degree) -> None:
    position = read_position(f"game {game}\n{told}\n")
    found = [one for one in position.objections() if one.clause == clause]
    assert found
    assert found[0].degree == degree
    for language in LANGUAGES:
        say = words_for(language, (position.match.package.words_package,))
        assert say(found[0].reason)
        position.count()
    allowed = position.allow(found[0].key)
    assert found[0] not in allowed.open_objections()
    assert allowed.count().scores == position.count().scores
    assert read_position(allowed.text()).house_rules() == [found[0]]


@pytest.mark.parametrize("game", GAMES)
def test_random_entries_never_crash(game: str) -> None:
    """Keys and values of real positions, of all games and of nobody, in any order and anywhere."""
    rng = random.Random(game)
    pool = [entry for other in GAMES for entry in real_entries(other)]
    pool += [("2.1", "h"), ("by", "numbers"), ("r", "72"), ("c1", "99"), ("years", "1-2-3"), ("x", "1.1:white_flower")]
    own = real_entries(game)
    words = [words_for(language, (game_package(game).words_package,)) for language in LANGUAGES]
    accepted = 0
    for match in matches(game):
        for _ in range(12):
            position = new_position(match)
            for _ in range(rng.randrange(60)):
                key, value = rng.choice(own), rng.choice(own if rng.random() < 0.9 else pool)
                with suppress(BadPosition):
                    position = position.put(rng.randrange(-1, match.seats), key[0], value[1])
                    accepted += 1
            counted = position.count()
            sums = [sum(line.points for line in counted.lines_of(seat)) for seat in range(match.seats)]
            assert sums == list(counted.scores)
            for say in words:
                for line in counted.lines:
                    assert say(line.reason)
                for found in position.objections():
                    assert say(found.reason)
            assert read_position(position.text()).count().scores == counted.scores
    assert accepted > 300


def real_entries(game: str) -> list[tuple[str, str]]:
    match = matches(game)[-1]
    table = enter(match, play(match, "real")[-1].view()).table
    return [entry for seat in (TABLE, *range(match.seats)) for entry in table.of(seat).items()]


# ---- is this allowed? -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_question_is_answered_by_the_engines_own_objections(game: str) -> None:
    """Every question about a half-entered table agrees with the mask of legal actions."""
    match = matches(game)[0]
    whole = enter(match, play(match, "asked")[-1].view())
    entries = dict(whole.table.of(0))
    half = Position(match, whole.table.with_entries(0, dict(list(entries.items())[: 4 if game == "cabin" else 6])))
    half = half.switch_to_picture(0)
    if game == "cabin":
        for name in ("wood", "clay", "water", "provisions"):
            half = half.put(0, name, "3")
    questions = {"treehouse": "g", "dream_home": "living", "cabin": "birch:H", "bower": "n05>"}
    asked = questions[game]
    entering = match.package.entering()
    assert entering is not None
    keys = entering.open_keys(match, half.table, 0)
    assert keys
    for key in keys:
        view, action = entering.situation(match, half.table, 0, key, asked)
        assert bool(int(view.legal()) & action) == (not half.why_not(0, key, asked))
    assert set(half.where_allowed(0, asked)) <= set(keys)


# ---- Python -----------------------------------------------------------------------------------------


def test_domik_position() -> None:
    position = domik_position()
    assert position.scores == (23, 19)
    assert str(position.result).startswith("seat 0 wins")
    assert position.is_allowed(0, "2.1", "r") is False
    again = domik.position(position.text)
    assert again.tally.of(0)[0].clause == "TH-45"
    with pytest.raises(domik.BadPosition, match=r"2\.9=r"):
        position.enter(0, {"2.9": "r"})
    with pytest.raises(ValueError, match="seat 5"):
        position.put(5, before=1)


def domik_position() -> domik.TablePosition:
    bare = domik.position("treehouse", 2).enter(-1, {"round": 3, "red": "nothing"})
    return bare.enter(0, {"2.1": "r", "2.2": "y", "3.1": "y"}).put(0, before=18).put(1, before=19)


def test_entries_are_kept_in_the_order_they_were_made() -> None:
    position = new_position(game_package("bower").match(2))
    for key in ("1.1", "3.1", "2.2"):
        position = position.put(0, key, "n05a")
    assert [*pairwise(position.put(0, "1.1", "n06a").table.of(0))] == [("3.1", "2.2"), ("2.2", "1.1")]
