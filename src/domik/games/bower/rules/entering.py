"""Nests entered from a real table, counted and objected to (docs/companion.md).

Of a seat: the cell of a tile's half a and the tile as it lies, `4.2=n05>`, or `4.2=n05a` where only one half can be
seen under a cover, `-` for nothing; tokens on this nest, `x=4.2:red_feather`, `white_flower=4.2`, `shells=3.1`,
`branch=2.2-4.2`; ornament tiles, `ornament_red=1`. By numbers: the cells of the largest group of each surface,
`straw=6`, the matches of each column, `c1=3`, and where it decides `straw.shells`, `c1.shells`, `c1.white`; `coloured`,
the column of the coloured shells, `coloured.moss` if they lie in the largest moss group; `eggs` of ornament tiles;
`shells.all`. Of the table: the goals of the columns, `goal1=red_feather`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from domik.games.bower.rules import state as at
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.nest import lay_face, token_worth
from domik.games.bower.rules.parts import BONUS_NAMES, GOAL_NAMES, KIND_NAMES, SURFACE_NAMES
from domik.games.bower.rules.phrases import cell_phrase, goal_phrase
from domik.games.bower.rules.points import count_eggs
from domik.games.bower.rules.reading import (
    ARROWS,
    Cell,
    adjacent_cells,
    cell_at,
    cell_number,
    faces_of,
    goals_of,
    half_b,
    kept_bonus_tiles,
    nest_of,
    rows_of,
    tokens_of,
)
from domik.games.bower.rules.scoring import (
    ColumnMatches,
    LargestGroup,
    column_matches,
    compare_columns,
    compare_groups,
    largest_group,
    ornament_eggs,
    outcome,
    tally,
)
from domik.kernel.entering import (
    BY,
    EMPTY,
    NUMBERS,
    TABLE,
    CountedPosition,
    Degree,
    EnteredSeat,
    EnteredTable,
    EntryQuestion,
    PositionCheck,
    PositionObjection,
    bad_entry,
    pieces_of,
    read_number,
    read_word,
    scores_of,
)
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameOutcome, ScoreLine

COLUMNS = range(1, at.WIDTH + 1)
SURFACES = SURFACE_NAMES[: at.SURFACES]
GOAL_KEYS = tuple(f"goal{column}" for column in COLUMNS)
COLUMN_KEYS = tuple(f"c{column}" for column in COLUMNS)
SET_TOKENS = ("white_flower", "white_feather", "shells")  # they lie on a cell
ORNAMENT_TILES = BONUS_NAMES[at.ORNAMENT_YELLOW : at.ORNAMENT_SHELLS + 1]
SHELL_KEYS = (*(f"{surface}.shells" for surface in SURFACES), *(f"{key}.shells" for key in COLUMN_KEYS), "shells.all")
COUNT_KEYS = (*SURFACES, *COLUMN_KEYS, *SHELL_KEYS, *(f"{key}.white" for key in COLUMN_KEYS))
LIMITS = {**dict.fromkeys(COUNT_KEYS, 99), "coloured": at.WIDTH, "coloured.moss": 1, "eggs": 20}
MOST_WHITES = 4  # in one column: two tokens and the whites of a bonus tile


# ---- entries --------------------------------------------------------------------------------------


def cell_of_key(match: BowerMatch, key: str) -> Cell | None:
    """The cell that an entry such as `4.2` is about: column and row."""
    found = re.fullmatch(r"([1-6])\.([1-5])", key, re.ASCII)
    cell = (int(found.group(1)), int(found.group(2))) if found else None
    return cell if cell and cell[1] <= rows_of(match) else None


def key_of_cell(cell: Cell) -> str:
    return f"{cell[0]}.{cell[1]}"


def read_entry(match: BowerMatch, seat: int, key: str, value: str) -> str:
    """An entry's value as it is kept; BadPosition says what would be right."""
    if seat == TABLE:
        if key in GOAL_KEYS:
            return read_word(key, value, GOAL_NAMES)
        raise bad_entry(key, value, "goal1=red_feather")
    cell = cell_of_key(match, key)
    if cell is not None:
        if value != EMPTY and not faces_from(match, cell, value):
            raise bad_entry(key, value, f"{key}=n05>")
        return value
    if key in SET_TOKENS:
        if cell_of_key(match, value) is None:
            raise bad_entry(key, value, f"{key}=4.2")
        return value
    if key == "x":
        where, _, kind = value.partition(":")
        if cell_of_key(match, where) is None or kind not in KIND_NAMES[: at.MARKABLE]:
            raise bad_entry(key, value, "x=4.2:red_feather")
        return value
    if key == "branch":
        if len(branch_from(match, value)) != 2:
            raise bad_entry(key, value, "branch=2.2-4.2")
        return value
    if key in ORNAMENT_TILES:
        return read_number(key, value, 1)
    if key in LIMITS:
        return read_number(key, value, LIMITS[key])
    if key == BY:
        return read_word(key, value, (NUMBERS,))
    raise bad_entry(key, value, "4.2=n05>, x=4.2:red_feather, branch=2.2-4.2, straw=6, c1=3")


def faces_from(match: BowerMatch, cell: Cell, value: str) -> dict[Cell, int]:
    """The faces that `n05>` or `n05a` puts on cells; none when there is no such tile or it would leave the nest."""
    tiles = [number for number, tile in match.parts.tiles.items() if tile.id == value[:-1]]
    if not tiles:
        return {}
    if value[-1] in "ab":
        return {cell: 2 * tiles[0] + "ab".index(value[-1])}
    if value[-1] not in ARROWS:
        return {}
    other = half_b(cell, ARROWS.index(value[-1]))
    inside = cell_of_key(match, key_of_cell(other)) is not None
    return {cell: 2 * tiles[0], other: 2 * tiles[0] + 1} if inside else {}


def branch_from(match: BowerMatch, value: str) -> list[Cell]:
    """The two ends of a branch, fewer if the text names no two cells."""
    ends = [cell_of_key(match, word) for word in value.split("-")]
    return sorted(end for end in ends if end is not None) if len(ends) == 2 else []


def number_keys(match: BowerMatch) -> tuple[str, ...]:
    return (*SURFACES, *COLUMN_KEYS, "eggs")


def entered_faces(match: BowerMatch, seat: EnteredSeat) -> dict[Cell, int]:
    """The faces that can be seen in a nest; what was entered later lies above."""
    faces: dict[Cell, int] = {}
    for key, value in seat.entries.items():
        cell = cell_of_key(match, key)
        if cell is not None and value != EMPTY:
            faces |= faces_from(match, cell, value)
    return faces


def known_numbers(match: BowerMatch, table: EnteredTable, number: int) -> Mapping[str, str]:
    """What a nest's picture says in numbers; its columns only where the goals are known."""
    view = view_from_pictures(match, table)
    nest = nest_of(match, view, number)
    found: dict[str, int] = {}
    for surface in SURFACES:
        group = largest_group(nest, surface)
        found |= {surface: group.cells, f"{surface}.shells": group.shells}
        if group.coloured:
            found["coloured.moss"] = 1
    for column, goal in enumerate(goals_of(view)[: at.WIDTH], 1):
        if goal is not None:
            matches = column_matches(nest, column, goal)
            found |= {
                f"c{column}": matches.total,
                f"c{column}.shells": matches.shells,
                f"c{column}.white": matches.white,
            }
    cell = nest.coloured_shells_cell()
    if cell:
        found["coloured"] = cell[0]
    nests = (nest_of(match, view, 0), nest_of(match, view, 1))
    found["eggs"] = sum(line.points for line in ornament_eggs(match, view, nests, number))
    found["shells.all"] = nest.total()["shell"]
    return {key: str(value) for key, value in found.items()}


def enter_view(match: BowerMatch, view: View) -> EnteredTable:
    """What lies on the table at the end, by picture: top faces, tokens that are not covered, ornament tiles, goals."""
    seats = []
    for number in (0, 1):
        shown = {cell_at(k): face - 1 for k, face in enumerate(faces_of(match, view, number)) if face}
        entries = {}
        for cell, face in shown.items():
            if key := entry_of_face(match, shown, cell, face):
                entries[key_of_cell(cell)] = key
        for token in tokens_of(view):
            if token.nest == number and not token.covered:
                at_cell = key_of_cell(token.cell)
                more = {"x": f":{KIND_NAMES[token.more]}"} if token.name == "x" else {}
                more |= {"branch": f"-{key_of_cell(cell_at(token.more))}"} if token.name == "branch" else {}
                entries[token.name] = f"{at_cell}{more.get(token.name, '')}"
        entries |= {
            BONUS_NAMES[tile]: "1" for tile, _ in kept_bonus_tiles(view, number) if BONUS_NAMES[tile] in ORNAMENT_TILES
        }
        seats.append(EnteredSeat("", entries))
    goals = {key: goal for key, goal in zip(GOAL_KEYS, goals_of(view), strict=False) if goal}
    return EnteredTable(tuple(seats), goals)


def entry_of_face(match: BowerMatch, shown: Mapping[Cell, int], cell: Cell, face: int) -> str:
    """A whole tile at its half a, nothing at its half b, or a half whose other one is covered."""
    id = match.parts.tiles[face // 2].id
    mates = [other for other in adjacent_cells(cell) if shown.get(other) == face ^ 1]
    if not mates:
        return f"{id}{'ab'[face % 2]}"
    if face % 2:
        return ""
    turn = next(turn for turn in range(at.TURNS) if half_b(cell, turn) == mates[0])
    return f"{id}{ARROWS[turn]}"


# ---- the count ------------------------------------------------------------------------------------


def view_from_pictures(match: BowerMatch, table: EnteredTable) -> View:
    """The position of both nests at the end; its eggs are counted where all goals are known."""
    numbers, config = at.EMPTY[:], match.game.config
    numbers[at.PHASE] = at.OVER
    goals = [GOAL_NAMES.index(table.entries[key]) + 1 if key in table.entries else 0 for key in GOAL_KEYS]
    numbers[at.SHOWN_GOALS] = sum(goal << at.GOAL_BITS * place for place, goal in enumerate(goals))
    for number, seat in enumerate(table.seats):
        base = at.SEAT + at.SEAT_SIZE * number
        faces = entered_faces(match, seat)
        for cell, face in faces.items():
            lay_face(numbers, base, config, face, cell_number(cell))
        for token, name in enumerate(("x", *SET_TOKENS)):
            if name not in seat.entries:
                continue
            where, _, kind = seat.entries[name].partition(":")
            under = cell_of_key(match, where)
            if under is None or under not in faces:
                continue
            place = cell_number(under)
            column = base + at.COLUMN + place % at.WIDTH
            if name == "x":
                crossed = KIND_NAMES.index(kind)
                if not crossable(match, seat, faces[under], where, kind):
                    continue
                numbers[column] -= 1 << at.KIND_BITS * crossed
                numbers[at.TOKEN] = 1 | number << 1 | place << 8 | crossed << 16
            else:
                numbers[column] += token_worth(config, token)
                numbers[at.TOKEN + token] = 1 | number << 1 | place << 8
        ends = branch_from(match, seat.entries.get("branch", ""))
        if is_branch(match, ends, faces):
            first, last = sorted(cell_number(end) for end in ends)
            numbers[at.TOKEN + at.TOKENS - 1] = 1 | number << 1 | first << 8 | last << 16
            numbers[base + at.BRANCH] = 1 << first | 1 << last
        numbers[base + at.KEPT] = sum(1 << BONUS_NAMES.index(name) for name in ORNAMENT_TILES if seat.number(name))
    if all(goals):
        count_eggs(numbers, config)
    return View(match.game, TABLE, numbers)


def is_branch(match: BowerMatch, ends: list[Cell], faces: Mapping[Cell, int]) -> bool:
    """Whether a branch may lie so: in one row or column, as long as printed, with tiles under both ends (BW-35)."""
    if len(ends) != 2 or any(end not in faces for end in ends):
        return False
    reach = match.parts.bonus[at.TOKEN_BRANCH].worth + 1
    (column, row), (column_b, row_b) = ends
    return sorted((abs(column - column_b), abs(row - row_b))) == [0, reach]


def count(match: BowerMatch, table: EnteredTable) -> CountedPosition:
    """The eggs of two nests, by picture, or by numbers where one of them is; columns without a goal count nothing."""
    view = view_from_pictures(match, table)
    if any(seat.by_numbers for seat in table.seats):
        return count_numbers(match, table, view)
    lines = tuple(tally(match, view))
    scores = scores_of(lines, 2)
    for number, score in enumerate(scores):
        view.numbers[at.SEAT + at.SEAT_SIZE * number + at.EGGS] = score
    result = outcome(match, view)
    view.numbers[at.WINNERS] = sum(1 << seat for seat in result.winners)
    return CountedPosition(view, lines, scores, result, goal_questions(table))


def goal_questions(table: EnteredTable) -> tuple[EntryQuestion, ...]:
    """Goals that were not entered: their columns cannot be counted (BW-50)."""
    missing = [key for key in GOAL_KEYS if key not in table.entries]
    return tuple(EntryQuestion(key, (TABLE,), "BW-50", Phrase("entered.goal_missing")) for key in missing)


def count_numbers(match: BowerMatch, table: EnteredTable, view: View) -> CountedPosition:
    """The eggs of both nests from their numbers (BW-51 to BW-56); a nest that was drawn is turned into numbers."""
    seats = [
        seat if seat.by_numbers else EnteredSeat(seat.name, known_numbers(match, table, number))
        for number, seat in enumerate(table.seats)
    ]
    lines: list[ScoreLine] = []
    questions: list[EntryQuestion] = []
    for surface in SURFACES:
        groups = [
            LargestGroup(
                seat.number(surface),
                surface == "moss" and bool(seat.number("coloured.moss")),
                seat.number(f"{surface}.shells"),
            )
            for seat in seats
        ]
        lines += compare_groups(surface, groups[0], groups[1])
        if groups[0].cells == groups[1].cells > 0 and not any(group.coloured for group in groups):
            questions += shell_question(seats, f"{surface}.shells", "BW-51")
    for column, key in zip(COLUMNS, COLUMN_KEYS, strict=True):
        goal = table.entries.get(GOAL_KEYS[column - 1])
        whites = [min(seat.number(f"{key}.white"), seat.number(key)) for seat in seats]
        matches = [
            ColumnMatches(
                seat.number(key) - white, white, seat.number(f"{key}.shells"), seat.number("coloured") == column
            )
            for seat, white in zip(seats, whites, strict=True)
        ]
        lines += compare_columns(column, goal_phrase(goal) if goal else Phrase("entered.goal"), matches[0], matches[1])
        questions += column_questions(seats, key, matches)
    for number, seat in enumerate(seats):
        if seat.number("eggs"):
            lines.append(ScoreLine("BW-55", number, seat.number("eggs"), Phrase("entered.eggs")))
    scores = scores_of(lines, 2)
    for number, score in enumerate(scores):
        view.numbers[at.SEAT + at.SEAT_SIZE * number + at.EGGS] = score
    if scores[0] == scores[1] and not any(seat.number("coloured") for seat in seats):
        questions += shell_question(seats, "shells.all", "BW-56")
    result = outcome_of_numbers(scores, seats)
    view.numbers[at.WINNERS] = sum(1 << seat for seat in result.winners)
    return CountedPosition(view, tuple(lines), scores, result, tuple(questions))


def shell_question(seats: list[EnteredSeat], key: str, clause: str) -> list[EntryQuestion]:
    """Shells that decide, unless both sides have counted them."""
    if all(key in seat.entries for seat in seats):
        return []
    return [EntryQuestion(key, (0, 1), clause, Phrase("entered.shells"))]


def column_questions(seats: list[EnteredSeat], key: str, matches: list[ColumnMatches]) -> list[EntryQuestion]:
    """Shells in a tie, and whites where they may keep a 1–0 (BW-30, BW-52, BW-53)."""
    totals = [found.total for found in matches]
    if totals[0] == totals[1] > 0 and not any(found.coloured for found in matches):
        return shell_question(seats, f"{key}.shells", "BW-52")
    leader = 0 if totals[0] > totals[1] else 1
    may_differ = min(totals) == 0 and 1 < max(totals) <= 1 + MOST_WHITES
    if may_differ and f"{key}.white" not in seats[leader].entries:
        return [EntryQuestion(f"{key}.white", (leader,), "BW-53", Phrase("entered.whites"))]
    return []


def outcome_of_numbers(scores: tuple[int, ...], seats: list[EnteredSeat]) -> GameOutcome:
    """Most eggs; tied: the coloured shells, then more shells; still tied: both (BW-56)."""
    if scores[0] != scores[1]:
        winner = 0 if scores[0] > scores[1] else 1
        args = {"n": scores[winner], "theirs": scores[1 - winner]}
        return GameOutcome((winner,), "BW-56", Phrase("outcome.eggs", args))
    for number, seat in enumerate(seats):
        if seat.number("coloured"):
            return GameOutcome((number,), "BW-56", Phrase("outcome.coloured", {"n": scores[0]}))
    shells = [seat.number("shells.all") for seat in seats]
    if shells[0] == shells[1]:
        return GameOutcome((0, 1), "BW-56", Phrase("outcome.shared", {"n": scores[0]}))
    winner = 0 if shells[0] > shells[1] else 1
    args = {"eggs": scores[0], "n": shells[winner], "theirs": shells[1 - winner]}
    return GameOutcome((winner,), "BW-56", Phrase("outcome.shells", args))


# ---- objections -----------------------------------------------------------------------------------


def checks(match: BowerMatch) -> tuple[PositionCheck, ...]:
    return (
        PositionCheck("BW-3", Phrase("entered.holds_tiles")),
        PositionCheck("BW-21", Phrase("entered.holds_nest")),
        PositionCheck("BW-35", Phrase("entered.holds_tokens")),
    )


def objections(match: BowerMatch, table: EnteredTable) -> list[PositionObjection]:
    """Everything that cannot be so, by clause: goals, tiles and tokens twice, nests that hang nowhere."""
    found = list(twice_objections(match, table))
    for number, seat in table.pictures:
        found += [*nest_objections(match, seat, number), *token_objections(match, seat, number)]
    return found


def twice_objections(match: BowerMatch, table: EnteredTable) -> Iterator[PositionObjection]:
    """Goals, tiles, tokens and ornament tiles are there once each (BW-2 to BW-4)."""
    goals = Counter(table.entries[key] for key in GOAL_KEYS if key in table.entries)
    for goal, n in goals.items():
        if n > 1:
            where = tuple(key for key in GOAL_KEYS if table.entries.get(key) == goal)
            reason = Phrase("entered.goal_twice", {"goal": goal_phrase(goal)})
            yield PositionObjection(Degree.BOX, "BW-2", TABLE, where, reason)
    halves: Counter[int] = Counter()
    for _, seat in table.pictures:
        halves.update(entered_faces(match, seat).values())
    for face, n in sorted(halves.items()):
        if n > 1 and (face % 2 == 0 or halves[face ^ 1] < 2):
            id = match.parts.tiles[face // 2].id
            yield PositionObjection(Degree.BOX, "BW-3", TABLE, (id,), Phrase("entered.tile_twice", {"id": id}))
    for name in ("x", *SET_TOKENS, "branch", *ORNAMENT_TILES):
        if all(seat.entries.get(name, "0") != "0" and not seat.by_numbers for seat in table.seats):
            bonus = name if name in ORNAMENT_TILES else f"token_{name}"
            reason = Phrase("entered.bonus_twice", {"tile": Phrase(f"bonus.{bonus}")})
            yield PositionObjection(Degree.BOX, "BW-4", TABLE, (name,), reason)


def nest_objections(match: BowerMatch, seat: EnteredSeat, number: int) -> Iterator[PositionObjection]:
    """Tiles that hang together with none that touches the birds board (BW-21)."""
    for piece in pieces_of(entered_faces(match, seat), adjacent_cells):
        if all(row > 1 for _, row in piece):
            where = tuple(key_of_cell(cell) for cell in sorted(piece))
            reason = Phrase("entered.hangs_nowhere", {"cell": cell_phrase(min(piece))})
            yield PositionObjection(Degree.DONE, "BW-21", number, where, reason)


def token_objections(match: BowerMatch, seat: EnteredSeat, number: int) -> Iterator[PositionObjection]:
    """Tokens that lie on nothing they can lie on (BW-35), and tokens that this mode leaves out (BW-61)."""
    faces = entered_faces(match, seat)
    for name in ("x", *SET_TOKENS):
        if name in seat.entries:
            where, _, kind = seat.entries[name].partition(":")
            cell = cell_of_key(match, where)
            if cell not in faces:
                yield PositionObjection(Degree.AT_ONCE, "BW-35", number, (name, where), Phrase("entered.token_nowhere"))
            elif name == "x" and not crossable(match, seat, faces[cell], where, kind):
                reason = Phrase("entered.nothing_crossed", {"kind": Phrase(f"kind.{kind}")})
                yield PositionObjection(Degree.AT_ONCE, "BW-35", number, (name, where), reason)
    if "branch" in seat.entries and not is_branch(match, branch_from(match, seat.entries["branch"]), faces):
        yield PositionObjection(Degree.AT_ONCE, "BW-35", number, ("branch",), Phrase("entered.wrong_branch"))
    if "x" in seat.entries and match.options["fair"]:
        yield PositionObjection(Degree.BOX, "BW-61", number, ("x",), Phrase("entered.no_cross"))


def crossable(match: BowerMatch, seat: EnteredSeat, face: int, where: str, kind: str) -> bool:
    """Whether a cell shows the ornament that an X is said to cross out, on its tile or as a token."""
    return kind in match.parts.face(face).ornaments or seat.entries.get(kind) == where
