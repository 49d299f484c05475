"""A Bower view decoded into plain Python objects, for code that need not be fast."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from domik.games.bower.rules import state as at
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.parts import BONUS_NAMES, COLOURED_KIND, GOAL_NAMES, KIND_NAMES, Parts, TileFace
from domik.kernel.state import View

Cell = tuple[int, int]  # column 1-6, row 1-5; row 1 touches the birds board

ARROWS = (">", "^", "<", "v")  # direction from half a to half b, by turn; ^ is away from the board


def cell_at(number: int) -> Cell:
    return number % at.WIDTH + 1, number // at.WIDTH + 1


def cell_number(cell: Cell) -> int:
    return at.WIDTH * (cell[1] - 1) + cell[0] - 1


def half_b(cell: Cell, turn: int) -> Cell:
    """The cell of half b when half a lies here; it may be outside the nest."""
    column, row = cell
    return [(column + 1, row), (column, row + 1), (column - 1, row), (column, row - 1)][turn]


def adjacent_cells(cell: Cell) -> list[Cell]:
    """The four cells that share an edge with this one; some may be outside the nest."""
    return [half_b(cell, turn) for turn in range(at.TURNS)]


@dataclass
class Nest:
    """One player's nest: top faces, tokens that count, the branch."""

    rows: int
    faces: dict[Cell, TileFace] = field(default_factory=dict)
    added: dict[Cell, Counter[str]] = field(default_factory=dict)  # tokens: white flower, white feather, shells
    crossed: dict[Cell, str] = field(default_factory=dict)  # the ornament under the X
    branch: tuple[Cell, Cell] | None = None

    def has(self, cell: Cell) -> bool:
        """Whether a cell lies in the grid (BW-1, BW-60)."""
        return 1 <= cell[0] <= at.WIDTH and 1 <= cell[1] <= self.rows

    def cells(self) -> list[Cell]:
        return [(column, row) for row in range(1, self.rows + 1) for column in range(1, at.WIDTH + 1)]

    def ornaments(self, cell: Cell) -> Counter[str]:
        """What counts on a cell (BW-35)."""
        if cell not in self.faces:
            return Counter()
        found = Counter(self.faces[cell].ornaments)
        found.update(self.added.get(cell, {}))
        if cell in self.crossed:
            found[self.crossed[cell]] -= 1
        return +found

    def column(self, column: int) -> Counter[str]:
        """What counts in a column."""
        total: Counter[str] = Counter()
        for cell in self.faces:
            if cell[0] == column:
                total.update(self.ornaments(cell))
        return total

    def total(self) -> Counter[str]:
        """What counts in the whole nest."""
        total: Counter[str] = Counter()
        for cell in self.faces:
            total.update(self.ornaments(cell))
        return total

    def groups(self, surface: str) -> list[set[Cell]]:
        """The connected groups of a surface; the ends of the branch count as adjacent (BW-35, BW-51)."""
        left = {cell for cell, face in self.faces.items() if face.surface == surface}
        found = []
        while left:
            reached: set[Cell] = set()
            waiting = [left.pop()]
            while waiting:
                cell = waiting.pop()
                reached.add(cell)
                next_to = adjacent_cells(cell)
                if self.branch and cell in self.branch:
                    next_to += [end for end in self.branch if end != cell]
                waiting += [other for other in next_to if other in left]
                left -= set(next_to)
            found.append(reached)
        return found

    def count(self, cells: set[Cell], name: str) -> int:
        return sum(self.ornaments(cell)[name] for cell in cells)

    def coloured_shells_cell(self) -> Cell | None:
        """The cell of the coloured shells, None without them (BW-31)."""
        return next((cell for cell, face in self.faces.items() if COLOURED_KIND in face.ornaments), None)


def phase_of(view: View) -> int:
    return int(view.numbers[at.PHASE])


def actor_of(view: View) -> int:
    """Whose turn it is, also while the opponent answers (BW-39)."""
    return int(view.numbers[at.ACTOR])


def first_seat(view: View) -> int:
    """The seat that takes the first tile (BW-12)."""
    return int(view.numbers[at.FIRST])


class Token(NamedTuple):
    """A token on the table (BW-35); `more` is the kind under an X, or the other end of a branch."""

    name: str
    nest: int
    cell: Cell
    covered: bool
    more: int


def tokens_of(view: View) -> list[Token]:
    """All placed tokens, including covered ones."""
    found = []
    for place in range(at.TOKENS):
        packed = int(view.numbers[at.TOKEN + place])
        if packed:
            cell = cell_at(packed >> 8 & 0xFF)
            name = BONUS_NAMES[at.TOKEN_X + place].removeprefix("token_")
            found.append(Token(name, packed >> 1 & 1, cell, bool(packed & at.TOKEN_COVERED), packed >> 16))
    return found


def faces_of(match: BowerMatch, view: View, seat: int) -> tuple[int, ...]:
    """The top face + 1 of every cell of a nest, 0 for a free one."""
    base = at.SEAT + at.SEAT_SIZE * seat + at.CELL
    return tuple(view.numbers[base : base + at.WIDTH * rows_of(match)])


def rows_of(match: BowerMatch) -> int:
    """The number of rows of a nest (BW-1, BW-60)."""
    parts: Parts = match.parts
    return parts.counts["hard_rows" if match.options["hard"] else "rows"]


def nest_of(match: BowerMatch, view: View, seat: int) -> Nest:
    parts: Parts = match.parts
    nest = Nest(rows_of(match))
    for number, face in enumerate(faces_of(match, view, seat)):
        if face:
            nest.faces[cell_at(number)] = parts.face(face - 1)
    for token in tokens_of(view):
        if token.nest != seat or token.covered:
            continue
        if token.name == "x":
            nest.crossed[token.cell] = KIND_NAMES[token.more]
        elif token.name == "branch":
            nest.branch = (token.cell, cell_at(token.more))
        else:
            name, n = ("shell", parts.bonus[at.TOKEN_SHELLS].worth) if token.name == "shells" else (token.name, 1)
            nest.added.setdefault(token.cell, Counter())[name] += n
    return nest


def bit_numbers(mask: int) -> list[int]:
    """The positions of a mask's set bits, lowest first."""
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def hand_of(view: View) -> list[int]:
    """The tiles of the view's own hand, in order."""
    return bit_numbers(int(view.numbers[at.OWN + at.OWN_SIZE * view.seat + at.HAND])) if view.seat >= 0 else []


def hand_size(view: View, seat: int) -> int:
    """The number of tiles in a seat's hand, without a waiting gift; it is public."""
    base = at.SEAT + at.SEAT_SIZE * seat
    return (int(view.numbers[base + at.CAME]) & ~int(view.numbers[base + at.WENT])).bit_count()


def tile_that_came(before: View, after: View, seat: int) -> int:
    """The tile that was publicly seen to enter a hand."""
    came = at.SEAT + at.SEAT_SIZE * seat + at.CAME
    return (int(after.numbers[came]) & ~int(before.numbers[came])).bit_length() - 1


def has_left_hand(view: View, seat: int, tile: int) -> bool:
    """Whether a tile was publicly seen to leave a hand."""
    return bool(int(view.numbers[at.SEAT + at.SEAT_SIZE * seat + at.WENT]) >> tile & 1)


def waiting_gift(view: View, seat: int) -> int | None:
    """The gift waiting to be placed, None without one (BW-37)."""
    given = int(view.numbers[at.SEAT + at.SEAT_SIZE * seat + at.GIVEN])
    return given - 1 if given else None


def row_tiles(view: View) -> list[int | None]:
    """The three places of the row, None for an empty one."""
    row = view.numbers[at.ROW : at.ROW + at.ROW_SIZE]
    return [int(tile) - 1 if tile else None for tile in row]


def stack_sizes(view: View) -> tuple[int, int]:
    """The nest tiles and the bonus tiles left in their stacks."""
    return int(view.numbers[at.NEST_LEFT]), int(view.numbers[at.BONUS_LEFT])


def last_laid(view: View) -> tuple[int, Cell, int]:
    """The last tile laid, the cell of its half a, and its turn."""
    last = int(view.numbers[at.LAST])
    return (last & 0xFF) - 1, cell_at(last >> 12 & 0xFF), last >> 8 & 3


def chosen_of(view: View) -> tuple[int, int] | None:
    """The tile and turn that the view's seat has chosen but not laid; None otherwise."""
    chosen = int(view.numbers[at.OWN + at.OWN_SIZE * view.seat + at.CHOSEN]) if view.seat >= 0 else 0
    return ((chosen - 1) // at.TURNS, (chosen - 1) % at.TURNS) if chosen else None


def choosable_tiles(view: View) -> list[int]:
    """The tiles that may be placed: the waiting gift, or the hand (BW-37)."""
    given = waiting_gift(view, view.seat)
    return hand_of(view) if given is None else [given]


def bonus_choice(match: BowerMatch, view: View) -> list[int]:
    """The bonus tiles that the view's seat may choose from (BW-24, BW-60)."""
    if match.options["hard"]:
        return bit_numbers(int(view.numbers[at.OFFER]))
    return bit_numbers(int(view.numbers[at.OWN + at.OWN_SIZE * view.seat + at.DRAWN])) if view.seat >= 0 else []


def bonus_in_use(view: View) -> int | None:
    """The bonus tile whose effect is being decided, None without one."""
    return int(view.numbers[at.USING]) - 1 if view.numbers[at.USING] else None


def covering_tile(view: View) -> int | None:
    """The tile drawn for a cover, None without one (BW-36)."""
    return int(view.numbers[at.COVERING]) - 1 if view.numbers[at.COVERING] else None


def marked_cell(view: View) -> tuple[int, int]:
    """The nest and the cell number where the X waits for its ornament (BW-35)."""
    return divmod(int(view.numbers[at.MARKED_CELL]) - 1, at.CELLS)


def scouted_column(view: View) -> int:
    """The column whose goal was looked at last (BW-34)."""
    return int(view.numbers[at.SCOUTED])


def lost_tile(view: View) -> int:
    """The tile that was lost (BW-39)."""
    return int(view.numbers[at.LOST]) - 1


def is_reshuffled(before: View, after: View) -> bool:
    """Whether the bonus tiles were reshuffled between two views (BW-24)."""
    return bool(before.numbers[at.RESHUFFLED] != after.numbers[at.RESHUFFLED])


def goal_numbers(view: View) -> tuple[int, ...]:
    """The goals + 1 of columns 1-6 and the two set aside, 0 where the view does not know them (BW-10, BW-34, BW-50)."""
    known = int(view.numbers[at.SHOWN_GOALS])
    if view.seat >= 0:
        known |= int(view.numbers[at.OWN + at.OWN_SIZE * view.seat + at.KNOWN])
    return tuple([known >> at.GOAL_BITS * place & at.GOAL for place in range(at.GOALS)])


def goals_of(view: View) -> list[str | None]:
    """The goals of columns 1-6 and the two set aside, None where the view does not know them (BW-10, BW-34, BW-50)."""
    return [GOAL_NAMES[number - 1] if number else None for number in goal_numbers(view)]


def columns_of(seat: int) -> list[int]:
    """The columns whose goals a seat owns (BW-10)."""
    return [1, 3, 5] if seat == 0 else [2, 4, 6]


def turns_made(view: View, seat: int) -> int:
    return int(view.numbers[at.SEAT + at.SEAT_SIZE * seat + at.MADE])


def turns_in_all(match: BowerMatch) -> int:
    """The number of turns per player (BW-50, BW-60)."""
    parts: Parts = match.parts
    return parts.counts["hard_turns" if match.options["hard"] else "turns"]


def kept_bonus_tiles(view: View, seat: int) -> list[tuple[int, bool]]:
    """The bonus tiles a seat has kept, and whether each effect was declined."""
    base = at.SEAT + at.SEAT_SIZE * seat
    declined = int(view.numbers[base + at.DECLINED])
    return [(tile, bool(declined >> tile & 1)) for tile in bit_numbers(int(view.numbers[base + at.KEPT]))]


def branch_ends(parts: Parts, number: int) -> tuple[Cell, Cell]:
    reach = parts.bonus[at.TOKEN_BRANCH].worth + 1
    if number < at.STANDING_BRANCH:
        column, row = cell_at(number)
        return (column, row), (column + reach, row)
    column, row = cell_at(number - at.STANDING_BRANCH)
    return (column, row), (column, row + reach)


def refusal_numbers(view: View) -> tuple[int, ...]:
    """Everything that decides which actions are refused: the open numbers, and the viewer's tiles."""
    own = at.OWN + at.OWN_SIZE * view.seat
    tiles = (own + at.HAND, own + at.CHOSEN, own + at.DRAWN) if view.seat >= 0 else ()
    return (*view.numbers[: at.OPEN_SIZE], *(view.numbers[place] for place in tiles))
