"""Which cards gave some points: the fewest without which the rules would not count the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domik.kernel.entering import EMPTY, TABLE
from domik.kernel.tally import ScoreLine
from domik.server.pages.companion.counting import CHECK, ENTER, Counting
from domik.server.pages.companion.results import clause_points, clause_word
from domik.server.rendering.templates import game_words


def points_context(counting: Counting, language: str) -> dict[str, Any]:
    """A seat's points below its house: by clause while it is entered, line by line when it is done; what is lit."""
    found: dict[str, Any] = {"sum_parts": [], "own_lines": [], "lit": [], "lit_names": None}
    if counting.seat == TABLE or counting.by_numbers or counting.screen not in (ENTER, CHECK):
        return found
    package, counted, seat = counting.match.package, counting.current_count, counting.seat
    words = game_words(package.name, language)
    lines = counted.lines_of(seat)
    if counting.screen == ENTER:
        found["sum_parts"] = [
            (clause_word(words, clause), clause, package.format_points(clause_points(counted, seat, clause)))
            for clause in dict.fromkeys(line.clause for line in lines)
        ]
    else:
        found["own_lines"] = [
            (str(number), words.say(line.reason), line.clause, package.format_points(line.points))
            for number, line in enumerate(lines)
        ]
    lit_lines = counting.lit_lines()
    if lit_lines:
        found["lit"] = giving_places(counting, lit_lines)
        names = [words.say(counting.board.place_name(counting.match, key)) for key in found["lit"]]
        found["lit_names"] = "; ".join(names)
    return found


def giving_places(counting: Counting, wanted: list[ScoreLine]) -> list[str]:
    """The places on the board of a seat's cards that gave these of its points.

    Cards are taken away one after the other as long as the engine still counts every wanted line; those that have to
    stay gave it.
    """
    match, table, seat = counting.match, counting.position.table, counting.seat
    now = counting.current_count.lines_of(seat)

    def still_counts(entries: Mapping[str, str]) -> bool:
        lines = counting.game_entering.count(match, table.with_entries(seat, entries)).lines_of(seat)
        return all(lines.count(line) >= now.count(line) for line in wanted)

    places = counting.own_steps[0].place_keys()
    entries = dict(table.of(seat))
    gave = []
    for key in [key for key, value in entries.items() if key in places and value != EMPTY]:
        without = {name: value for name, value in entries.items() if name != key}
        if still_counts(without):
            entries = without
        else:
            gave.append(key)
    return [place for key in gave for place in covered_places(counting, key)]


def covered_places(counting: Counting, key: str) -> list[str]:
    """The places on which an entry's card lies: a tile lies on two."""
    match, table, seat, board = counting.match, counting.position.table, counting.seat, counting.board
    bare = {name: value for name, value in table.of(seat).items() if name != key}
    without = table.with_entries(seat, bare)
    return [
        place
        for place in counting.own_steps[0].place_keys()
        if board.lies_there(match, table, seat, place) and not board.lies_there(match, without, seat, place)
    ]
