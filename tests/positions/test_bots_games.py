"""Final positions of bots' games, entered from what lies on the table alone, give the engine's points by clause.

In the suite a few dozen games of the editions and variants named here; `make entered` plays thousands, in every
combination of options that a number of players allows (DOMIK_ENTERED is the number of games of each).
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product

import pytest

from domik.bots.spec import bot_of
from domik.games import game_package
from domik.games.cabin.rules import state as cc
from domik.games.cabin.rules.entering import PLACE_KEYS, text_of_face
from domik.games.cabin.rules.parts import NATURAL_NAMES
from domik.games.cabin.rules.reading import seat_of
from domik.games.dream_home.rules.entering import NUMBER_OF_LINE
from domik.games.dream_home.rules.reading import house_of
from domik.games.dream_home.rules.scoring import children_in
from domik.kernel.entering import CountedPosition, Degree, EnteredSeat
from domik.kernel.errors import BadOption
from domik.kernel.luck import luck_of
from domik.kernel.options import Choice, Flag
from domik.kernel.package import GamePackage, Match
from domik.kernel.state import State, View, new_state
from domik.kernel.tally import ScoreLine
from domik.positions.position import Position, position_from, read_position

GAMES = int(os.environ.get("DOMIK_ENTERED", "1"))
OPTIONS: dict[str, list[dict[str, object]]] = {
    "treehouse": [
        {"edition": "original"},
        {"edition": "original", "young": True},
        {"edition": "nk"},
        {"edition": "nk", "young": True, "birdhouse": True},
        {"edition": "nk", "birdhouse": True, "secret_tasks": True},
        {"edition": "nk", "extra_changes": True, "secret_tasks": True},
    ],
    "dream_home": [{}, {"gentle": True}, {"car": True}],
    "cabin": [
        {},
        {"family": True},
        {"draft": True},
        {"template": True, "solvable": False},
        {"neighbour": True},
        {"promo": True},
        {"scenario": "first_summer"},
    ],
    "bower": [{}, {"hard": True}, {"fair": True}, {"hard": True, "fair": True}],
}


DEALS_ONLY = ("solvable", "redeal_if_resource_has_no_source")  # change which deck is dealt, not what lies on a table


def every_options(game: str) -> list[dict[str, object]]:
    """All combinations of what changes a game, whether or not they go together."""
    known = [
        [(option.name, value) for value in (option.values if isinstance(option, Choice) else (False, True))]
        for option in game_package(game).schema.options
        if isinstance(option, Choice | Flag) and option.name not in DEALS_ONLY
    ]
    deal: dict[str, object] = {"solvable": False} if game == "cabin" else {}
    return [{**dict(chosen), **deal} for chosen in product(*known)]


def goes_together(package: GamePackage, seats: int, options: dict[str, object]) -> bool:
    try:
        return package.check(seats, package.schema.read(options)) is None
    except BadOption:
        return False


def matches(game: str) -> list[Match]:
    """Every edition and variant, with every number of players that it allows."""
    package = game_package(game)
    seats = range(package.least_seats, package.most_seats + 1)
    wanted = product(seats, every_options(game) if GAMES > 1 else OPTIONS[game])
    return [package.match(n, options) for n, options in wanted if goes_together(package, n, options)]


def name_of(match: Match) -> str:
    chosen = match.package.schema.non_defaults(match.options)
    return f"{match.package.name}-{match.seats}-{'-'.join(f'{key}={value}' for key, value in chosen.items())}"


def play(match: Match, seed: str) -> list[State]:
    """Every state of a game of bots, one of them careless so that houses differ."""
    luck = luck_of(seed)
    state = new_state(match.game, luck)
    bots = [bot_of("random" if seat == 1 else "greedy", luck) for seat in range(match.seats)]
    states = [state.copy()]
    while not state.is_over():
        seat = max(seat for seat in range(match.seats) if int(state.awaited_seats()) >> seat & 1)
        view = state.view(seat)
        state.play(seat, int(bots[seat].decide(view, int(view.legal()))))
        states.append(state.copy())
    return states


def clauses(lines: list[ScoreLine] | tuple[ScoreLine, ...]) -> dict[tuple[int, str], int]:
    """The sums by seat and clause, without those that are nothing."""
    sums: Counter[tuple[int, str]] = Counter()
    for line in lines:
        sums[line.seat, line.clause] += line.points
    return {key: points for key, points in sums.items() if points}


def enter(match: Match, view: View) -> Position:
    """The picture of a final position, sent through its text form."""
    entering = match.package.entering()
    assert entering is not None
    position = position_from(match, entering.enter_view(match, view))
    again = read_position(position.text())
    assert again.text() == position.text()
    assert again.match.options == match.options
    return again


def by_numbers(position: Position) -> Position:
    for seat in range(position.match.seats):
        position = position.switch_to_numbers(seat)
    return position


def check_scores(match: Match, end: State, counted: CountedPosition) -> None:
    assert list(counted.scores) == [int(end.score(seat)) for seat in range(match.seats)]
    assert [int(counted.view.score(seat)) for seat in range(match.seats)] == list(counted.scores)


@pytest.mark.parametrize("match", matches("treehouse"), ids=name_of)
def test_trees(match: Match) -> None:
    for seed in range(GAMES):
        states = play(match, f"entered {seed}")
        rounds = [state for before, state in pairwise(states) if ends_round(before, state)]
        assert len(rounds) == 3
        carried = [0] * match.seats
        for number, state in enumerate(rounds, 1):
            view = state.view()
            position = enter(match, view)
            assert not position.open_objections(), position.objections()
            counted = position.count()
            assert [position.table.seats[seat].number("before") for seat in range(match.seats)] == carried
            wanted = [line for line in match.tally(view) if line.reason.args.get("round", number) == number]
            told = [line for line in counted.lines if line.reason.key != "entered.before"]
            assert clauses(told) == clauses(wanted)
            check_scores(match, state, counted)
            numbers = by_numbers(position)
            for seat in range(match.seats):  # the patterns of a task are said, not drawn
                for line in wanted:
                    if line.seat == seat and line.reason.key in ("tally.row", "tally.triangle"):
                        numbers = numbers.put(seat, line.reason.key.removeprefix("tally."), "1")
            assert clauses(numbers.count().lines) == clauses(counted.lines)
            assert numbers.count().outcome == counted.outcome
            carried = list(counted.scores)
        end = states[-1]
        assert enter(match, end.view()).count().outcome == match.outcome(end.view())


def ends_round(before: State, after: State) -> bool:
    """Whether a round of Treehouse was scored between two states."""
    from domik.games.treehouse.rules.reading import rounds_scored

    return rounds_scored(after.view()) > rounds_scored(before.view())


@pytest.mark.parametrize("match", matches("dream_home"), ids=name_of)
def test_houses(match: Match) -> None:
    for seed in range(GAMES):
        end = play(match, f"entered {seed}")[-1]
        view = end.view()
        position = enter(match, view)
        assert not position.open_objections(), position.objections()
        counted = position.count()
        assert clauses(counted.lines) == clauses(match.tally(view))
        check_scores(match, end, counted)
        best = [seat for seat in range(match.seats) if counted.scores[seat] == max(counted.scores)]
        assert bool(counted.questions) == (len(best) > 1)  # children only in a tie (DH-64)
        for seat in range(match.seats):
            house = house_of(match.parts, view, seat)  # type: ignore[arg-type]
            position = position.put(seat, "children", str(children_in(house)))
        assert position.count().outcome == match.outcome(view)
        assert not position.count().questions
        numbers = by_numbers(position).count()
        for seat in range(match.seats):
            sums: Counter[str] = Counter()
            for line in counted.lines_of(seat):
                sums[NUMBER_OF_LINE.get(line.reason.key, "rooms")] += line.points
            told = {line.reason.key.removeprefix("entered."): line.points for line in numbers.lines_of(seat)}
            assert told == {key: points for key, points in sums.items() if points}
        check_scores(match, end, numbers)
        assert numbers.outcome == match.outcome(view)


@pytest.mark.parametrize("match", matches("cabin"), ids=name_of)
def test_cabins(match: Match) -> None:
    for seed in range(GAMES):
        states = play(match, f"entered {seed}")
        end = states[-1]
        view = end.view()
        numbers = enter(match, view)
        assert not numbers.open_objections()
        told = numbers.count()
        assert clauses(told.lines) == clauses(match.tally(view))
        check_scores(match, end, told)
        picture = Position(
            match, replace(numbers.table, seats=tuple(before_forest(match, states, k) for k in range(match.seats)))
        )
        picture = read_position(picture.text())
        assert not [found for found in picture.open_objections() if found.degree != Degree.DONE], picture.objections()
        counted = picture.count()
        assert clauses(counted.lines) == clauses(match.tally(view))
        check_scores(match, end, counted)
        assert counted.outcome == match.outcome(view)
        if told.outcome is not None:
            assert told.outcome == counted.outcome
        best = picture
        for seat in range(match.seats):
            best = best.take_away(seat, "years")
        if not match.options["template"]:
            assert all(ours >= theirs for ours, theirs in zip(best.count().scores, counted.scores, strict=True))


def before_forest(match: Match, states: list[State], seat: int) -> EnteredSeat:
    """A cabin as planning ended, with the places where its player began the years."""
    seen = [seat_of(state.view(), seat) for state in states]
    planned = next((one for one in seen if one.stage >= cc.LIVES), seen[-1])
    entries = {PLACE_KEYS[place]: text_of_face(match, face) for place, face in enumerate(planned.places) if face}  # type: ignore[arg-type]
    entries |= {name: str(planned.dice[die]) for die, name in enumerate(NATURAL_NAMES)}
    entries["left"] = str(planned.left)
    starts = [str(after.last.bit_length()) for before, after in pairwise(seen) if after.years > before.years]
    if starts:
        entries["years"] = "-".join(starts)
    if match.options["template"]:
        entries["copy"] = "1" if planned.copy == cc.COPIED else "0"
    return EnteredSeat("", entries)


@pytest.mark.parametrize("match", matches("bower"), ids=name_of)
def test_nests(match: Match) -> None:
    for seed in range(6 * GAMES):
        end = play(match, f"entered {seed}")[-1]
        view = end.view()
        position = enter(match, view)
        assert not position.open_objections(), position.objections()
        counted = position.count()
        assert clauses(counted.lines) == clauses(match.tally(view))
        check_scores(match, end, counted)
        assert counted.outcome == match.outcome(view)
        numbers = by_numbers(position)
        told = numbers.count()
        tiles = {"BW-32": "BW-55", "BW-33": "BW-55"}  # by numbers, the eggs of ornament tiles are one number
        wanted = [replace(line, clause=tiles.get(line.clause, line.clause)) for line in counted.lines]
        assert clauses(told.lines) == clauses(wanted)
        assert told.outcome == counted.outcome
        assert not told.questions


def test_one_nest_by_picture_and_one_by_numbers() -> None:
    match = matches("bower")[0]
    end = play(match, "mixed")[-1]
    position = enter(match, end.view()).switch_to_numbers(1)
    check_scores(match, end, position.count())
