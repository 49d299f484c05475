"""Trees entered from a real table, counted and objected to (docs/companion.md).

Of a seat: a place and its colour's letter, `3.1=r`, with `h` for the birdhouse and `-` for nothing; `before`, the score
track before this round; `task`. By numbers: a colour's letter and its rooms, `r=3`; `birdhouse`, `row`, `triangle`. Of
the table: `round`, and a colour with the change card on it, `red=double`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.building_order import MOST_CARDS, TRUNK, building_order
from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.parts import COLOUR_NAMES, KIND_NAMES, LETTERS
from domik.games.treehouse.rules.phrases import kind_phrase, place_phrase, theme_phrase
from domik.games.treehouse.rules.reading import (
    PLACES,
    Place,
    Tree,
    Turn,
    adjacent_places,
    bit_at,
    colour_of,
    kinds_in_round,
    places_below,
    round_of,
    side_of_place,
    task_of,
    tree_of,
)
from domik.games.treehouse.rules.scoring import end_points, outcome_of, round_points
from domik.kernel.entering import (
    BY,
    EMPTY,
    NUMBERS,
    TABLE,
    CountedPosition,
    Degree,
    EnteredSeat,
    EnteredTable,
    PositionCheck,
    PositionObjection,
    bad_entry,
    pieces_of,
    read_number,
    read_word,
    scores_of,
)
from domik.kernel.game import AWAITED
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.tally import ScoreLine

BIRDHOUSE = "h"
MOST_POINTS = 999
ROOMS_A_TREE = at.ROUNDS * at.TURNS
LIMITS = {"before": MOST_POINTS, "task": at.TASKS, "birdhouse": 1, "row": 1, "triangle": 1}


# ---- entries --------------------------------------------------------------------------------------


def place_of_key(key: str) -> Place | None:
    """The place that an entry such as `3.1` is about."""
    found = re.fullmatch(r"([2-6])\.([1-6])", key, re.ASCII)
    place = (int(found.group(1)), int(found.group(2)) - 1) if found else None
    return place if place in PLACES else None


def key_of_place(place: Place) -> str:
    return f"{place[0]}.{place[1] + 1}"


def read_entry(match: TreehouseMatch, seat: int, key: str, value: str) -> str:
    """An entry's value as it is kept; BadPosition says what would be right."""
    if seat == TABLE:
        if key == "round":
            return read_number(key, value, at.ROUNDS, 1)
        if key in COLOUR_NAMES:
            return read_word(key, value, change_names(match))
        raise bad_entry(key, value, "round=1…3, red=double")
    if place_of_key(key) is not None:
        return read_word(key, value, (*LETTERS, BIRDHOUSE, EMPTY))
    if key in LETTERS:
        return read_number(key, value, at.COLOURS * at.COPIES)
    if key in LIMITS:
        return read_number(key, value, LIMITS[key], 1 if key == "task" else 0)
    if key == BY:
        return read_word(key, value, (NUMBERS,))
    raise bad_entry(key, value, "3.1=r, r=4, before=18, task=2")


def change_names(match: TreehouseMatch) -> tuple[str, ...]:
    """What may lie on a colour card in this match (TH-11, TH-60, TH-63)."""
    if match.options["young"]:
        return (KIND_NAMES[at.PLAIN],)
    if match.options["extra_changes"]:
        return KIND_NAMES[at.NOTHING : at.PLAIN]
    return KIND_NAMES[at.NOTHING : at.FEWEST] if match.seats > 2 else (KIND_NAMES[at.NOTHING],)


def number_keys(match: TreehouseMatch) -> tuple[str, ...]:
    """What is asked by numbers: the score track, the rooms of each colour, and what the variants add."""
    birdhouse = ("birdhouse",) if match.options["birdhouse"] else ()
    return ("before", *LETTERS, *birdhouse, *(("row", "triangle") if match.options["secret_tasks"] else ()))


def entered_rooms(seat: EnteredSeat) -> dict[Place, int]:
    """The rooms of a picture, from below and from the left: place and colour."""
    entries = seat.entries
    return {
        place: LETTERS.index(value) for place in PLACES if (value := entries.get(key_of_place(place), EMPTY)) in LETTERS
    }


def entered_birdhouse(seat: EnteredSeat) -> Place | None:
    return next((place for place in PLACES if seat.entries.get(key_of_place(place)) == BIRDHOUSE), None)


def known_numbers(match: TreehouseMatch, table: EnteredTable, number: int) -> Mapping[str, str]:
    """What a seat's picture says in numbers."""
    seat = table.seats[number]
    counts = Counter(entered_rooms(seat).values())
    found = {letter: str(counts[colour]) for colour, letter in enumerate(LETTERS)}
    found |= {"before": seat.entries.get("before", "0")}
    if entered_birdhouse(seat):
        found["birdhouse"] = "1"
    return found


def enter_view(match: TreehouseMatch, view: View) -> EnteredTable:
    """What lies on the table after the last round, with the score track as it stood before it was scored."""
    trees = [tree_of(view, seat) for seat in range(match.seats)]
    now = at.ROUNDS if view.is_over() else round_of(view)
    earlier = [line for number in range(now - 1) for line in round_points(match, view, trees, number)]
    kinds = kinds_in_round(view, now - 1)
    changes = {COLOUR_NAMES[colour]: KIND_NAMES[kind] for colour, kind in enumerate(kinds) if kind}
    seats = []
    for number, tree in enumerate(trees):
        entries = {key_of_place(place): LETTERS[colour_of(room)] for place, room in tree.rooms().items()}
        if tree.birdhouse:
            entries[key_of_place(tree.birdhouse)] = BIRDHOUSE
        entries["before"] = str(sum(line.points for line in earlier if line.seat == number))
        task = task_of(view, number)
        if task is not None:
            entries["task"] = str(task + 1)
        seats.append(EnteredSeat("", entries))
    return EnteredTable(tuple(seats), {"round": str(now), **changes})


# ---- the count ------------------------------------------------------------------------------------


def count(match: TreehouseMatch, table: EnteredTable) -> CountedPosition:
    """The points of the round that was entered and, after the last one, of the whole game."""
    now = int(table.entries.get("round", at.ROUNDS))
    trees = [entered_tree(seat, now) for seat in table.seats]
    numbers = at.EMPTY[: match.game.size]
    nothing = sum(at.NOTHING << at.KIND_BITS * colour for colour in range(at.COLOURS))
    for earlier in range(now - 1):  # the score track holds these rounds: their colours count nothing again
        numbers[at.LAID_IN + earlier] = nothing
    numbers[at.LAID_IN + now - 1] = packed_changes(table)
    is_last = now == at.ROUNDS
    numbers[at.ROUND] = now - 1 if is_last else now
    numbers[at.PHASE] = at.OVER if is_last else at.PICK
    numbers[AWAITED] = 0 if is_last else match.game.everyone
    for number, (seat, tree) in enumerate(zip(table.seats, trees, strict=True)):
        base = at.SEAT + at.SEAT_SIZE * number
        for turn in tree.turns[:ROOMS_A_TREE]:
            assert turn.place is not None
            numbers[base + at.BUILT + at.TURNS * turn.round + turn.turn] = (
                turn.room + 1 | bit_at(turn.place) << at.CARD_BITS
            )
            numbers[base + at.ROOMS + colour_of(turn.room)] |= bit_at(turn.place)
        numbers[base + at.BIRDHOUSE] = bit_at(tree.birdhouse) if tree.birdhouse else 0
        numbers[base + at.BALANCE] = max(-1, min(1, tree.balance()))
        if match.options["secret_tasks"] and not seat.by_numbers:
            numbers[base + at.SHOWN_TASK] = seat.number("task")
    view = View(match.game, TABLE, numbers)
    lines = before_lines(table) + round_points(match, view, trees, now - 1)
    if is_last:
        lines += end_points(match, view, trees) + pattern_lines(match, table)
    scores = scores_of(lines, match.seats)
    for number, score in enumerate(scores):
        numbers[at.SEAT + at.SEAT_SIZE * number + at.SCORE] = score
    outcome = outcome_of(match, scores, trees) if is_last else None
    if outcome is not None:
        numbers[at.WINNERS] = sum(1 << seat for seat in outcome.winners)
    return CountedPosition(view, tuple(lines), scores, outcome)


def entered_tree(seat: EnteredSeat, rounds: int) -> Tree:
    """The tree of a seat; its rooms are spread over the rounds so that all of them stand in the last one."""
    birdhouse = entered_birdhouse(seat)
    rooms = list(entered_rooms(seat).items())
    if seat.by_numbers:  # where they stand is not known and does not count
        colours = [colour for colour, letter in enumerate(LETTERS) for _ in range(seat.number(letter))]
        rooms = [(PLACES[k % len(PLACES)], colour) for k, colour in enumerate(colours)]
        birdhouse = PLACES[-1] if seat.number("birdhouse") else None
    copies: Counter[int] = Counter()
    turns = []
    for k, (place, colour) in enumerate(rooms):
        room = colour << at.COLOUR_SHIFT | copies[colour] % at.COPIES
        copies[colour] += 1
        turns.append(Turn(min(k // at.TURNS, rounds - 1), k % at.TURNS, room, place))
    return Tree(tuple(turns), birdhouse)


def packed_changes(table: EnteredTable) -> int:
    """The change cards on the colours, as a state keeps them."""
    kinds = [KIND_NAMES.index(table.entries.get(name, "")) for name in COLOUR_NAMES]
    return sum(kind << at.KIND_BITS * colour for colour, kind in enumerate(kinds))


def before_lines(table: EnteredTable) -> list[ScoreLine]:
    """What the score track showed before this round."""
    return [
        ScoreLine("TH-45", number, points, Phrase("entered.before"))
        for number, seat in enumerate(table.seats)
        if (points := seat.number("before"))
    ]


def pattern_lines(match: TreehouseMatch, table: EnteredTable) -> list[ScoreLine]:
    """Secret tasks of seats that are counted by numbers: the patterns they say they have (TH-62)."""
    lines: list[ScoreLine] = []
    if not match.options["secret_tasks"]:
        return lines
    for number, seat in enumerate(table.seats):
        task = match.parts.tasks[seat.number("task", 1) - 1]
        for key, pattern in (("row", task.row), ("triangle", task.triangle)):
            if seat.by_numbers and seat.number(key) and pattern.points:
                lines.append(ScoreLine("TH-62", number, pattern.points, Phrase(f"entered.{key}")))
    return lines


# ---- objections -----------------------------------------------------------------------------------


def checks(match: TreehouseMatch) -> tuple[PositionCheck, ...]:
    return (
        PositionCheck("TH-31", Phrase("entered.holds_support")),
        PositionCheck("TH-32", Phrase("entered.holds_group")),
        PositionCheck("TH-33", Phrase("entered.holds_balance")),
    )


def objections(match: TreehouseMatch, table: EnteredTable) -> list[PositionObjection]:
    """Everything that cannot be so, by clause: in the box, at the table, on each tree."""
    found = [*too_many_rooms(table), *wrong_changes(match, table)]
    tasks = [seat.entries["task"] for seat in table.seats if "task" in seat.entries]
    for number, seat in enumerate(table.seats):
        rooms = entered_rooms(seat)
        count = sum(seat.number(letter) for letter in LETTERS) if seat.by_numbers else len(rooms)
        most = at.TURNS * int(table.entries.get("round", at.ROUNDS))
        if count > most:
            reason = Phrase("entered.too_many_turns", {"n": count, "most": most})
            found.append(PositionObjection(Degree.BOX, "TH-24", number, (), reason))
        if tasks.count(seat.entries.get("task", "")) > 1:
            reason = Phrase("entered.same_task", {"task": seat.entries["task"]})
            found.append(PositionObjection(Degree.BOX, "TH-62", number, ("task",), reason))
        if not seat.by_numbers:
            found += birdhouse_objections(match, seat, number) + tree_objections(seat, number)
    return found


def too_many_rooms(table: EnteredTable) -> list[PositionObjection]:
    """More rooms of a colour on all trees than there are (TH-1); `where` is the letter."""
    found = []
    for colour, letter in enumerate(LETTERS):
        n = sum(
            seat.number(letter) if seat.by_numbers else list(entered_rooms(seat).values()).count(colour)
            for seat in table.seats
        )
        if n > at.COPIES:
            args: dict[str, Argument] = {"n": n, "colour": theme_phrase(colour), "most": at.COPIES}
            found.append(PositionObjection(Degree.BOX, "TH-1", TABLE, (letter,), Phrase("entered.too_many", args)))
    return found


def wrong_changes(match: TreehouseMatch, table: EnteredTable) -> list[PositionObjection]:
    """More change cards of a kind than are in play, or more than there are players (TH-11, TH-40, TH-63)."""
    laid = Counter(table.entries[name] for name in COLOUR_NAMES if name in table.entries)
    extra = bool(match.options["extra_changes"])
    copies = 1 if extra and match.seats > 2 else 2
    clause = "TH-60" if match.options["young"] else "TH-63" if extra else "TH-11"
    found = []
    for kind, n in laid.items():
        if n > copies and kind != KIND_NAMES[at.PLAIN]:
            args: dict[str, Argument] = {"n": n, "change": kind_phrase(KIND_NAMES.index(kind)), "most": copies}
            where = tuple(name for name in COLOUR_NAMES if table.entries.get(name) == kind)
            found.append(PositionObjection(Degree.BOX, clause, TABLE, where, Phrase("entered.change_copies", args)))
    if laid.total() > match.seats:
        reason = Phrase("entered.changes_laid", {"n": laid.total(), "most": match.seats})
        clause = "TH-60" if match.options["young"] else "TH-40" if match.options["edition"] == "original" else "TH-42"
        where = tuple(name for name in COLOUR_NAMES if name in table.entries)
        found.append(PositionObjection(Degree.BOX, clause, TABLE, where, reason))
    return found


def birdhouse_objections(match: TreehouseMatch, seat: EnteredSeat, number: int) -> list[PositionObjection]:
    """One birdhouse a tree, in its variant only (TH-61)."""
    keys = tuple(key for key, value in seat.entries.items() if value == BIRDHOUSE)
    most = 1 if match.options["birdhouse"] else 0
    if len(keys) <= most:
        return []
    reason = Phrase("entered.birdhouses" if most else "entered.no_birdhouse")
    return [PositionObjection(Degree.AT_ONCE, "TH-61", number, keys, reason)]


def tree_objections(seat: EnteredSeat, number: int) -> list[PositionObjection]:
    """Support, one piece of every colour, and some order of building that keeps the balance (TH-31 to TH-33)."""
    rooms, birdhouse = entered_rooms(seat), entered_birdhouse(seat)
    standing = {TRUNK, *rooms, *([birdhouse] if birdhouse else [])}
    found = [
        PositionObjection(
            Degree.DONE,
            "TH-31",
            number,
            (key_of_place(place),),
            Phrase("entered.support", {"place": place_phrase(place)}),
        )
        for place in sorted(standing - {TRUNK})
        if any(below not in standing for below in places_below(place))
    ]
    closed = {place for place in PLACES if key_of_place(place) in seat.entries}
    for colour in range(at.COLOURS):
        same = {place for place, other in rooms.items() if other == colour}
        pieces = pieces_of(same, adjacent_places)
        if len(pieces) < 2:
            continue
        can_join = sum(bool(piece & same) for piece in pieces_of(same | (set(PLACES) - closed), adjacent_places)) == 1
        found.append(
            PositionObjection(
                Degree.DONE if can_join else Degree.AT_ONCE,
                "TH-32",
                number,
                tuple(key_of_place(place) for place in sorted(smallest_piece(pieces))),
                Phrase("entered.apart", {"colour": theme_phrase(colour), "n": len(pieces)}),
            )
        )
    if not found and len(standing) - 1 <= MOST_CARDS and building_order(rooms, birdhouse) is None:
        lean = sum(side_of_place(place) for place in standing - {TRUNK})
        key = "entered.no_order" if -1 <= lean <= 1 else "entered.leans"
        found.append(PositionObjection(Degree.DONE, "TH-33", number, (), Phrase(key, {"n": abs(lean)})))
    return found


def smallest_piece(pieces: list[set[Place]]) -> set[Place]:
    """The piece that stands apart from the others; of equal ones the highest."""
    return min(pieces, key=lambda piece: (len(piece), sorted((-level, slot) for level, slot in piece)))
