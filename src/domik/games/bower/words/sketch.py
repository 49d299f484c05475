"""Text rendering of Bower: both nests with the birds board and its goals between them, row, hand, bonus tiles.

Ornaments are a colour's letter and a shape (`y*` a yellow flower, `r/` a red feather), surfaces a texture below them.
"""

from __future__ import annotations

import textwrap
from collections import Counter

from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.parts import COLOURED_KIND, SURFACE_NAMES, Parts, TileFace
from domik.games.bower.rules.phrases import bonus_phrase, goal_phrase
from domik.games.bower.rules.reading import (
    Cell,
    Nest,
    actor_of,
    bonus_choice,
    cell_number,
    chosen_of,
    columns_of,
    covering_tile,
    goals_of,
    hand_of,
    hand_size,
    kept_bonus_tiles,
    nest_of,
    phase_of,
    row_tiles,
    stack_sizes,
    turns_in_all,
    turns_made,
    waiting_gift,
)
from domik.games.bower.rules.scoring import largest_group, match_counts
from domik.games.bower.rules.state import ASIDE, CELLS, COVER_PLACE, DRAFT, MARK, PLACE, SET, SURFACES, WIDTH
from domik.kernel.phrase import Phrase
from domik.kernel.sketch import Say, Span, TextRow, seat_name
from domik.kernel.state import View

SHAPES = {"flower": "*", "feather": "/"}
SIGNS = {"shell": "@", "gem": "♦", COLOURED_KIND: "&"}
TEXTURES = {"straw": "=", "moss": '"', "gravel": ":", "earth": "~"}
SURFACE_TONES = {"straw": "yellow", "moss": "green", "gravel": "blue", "earth": "brown"}
INNER = 10  # columns inside a cell: six cells and the row number fit into 80 columns


def sketch(match: BowerMatch, view: View, say: Say, columns: int = 80) -> list[TextRow]:
    """The whole table as one viewer sees it."""
    seat = view.seat if view.seat >= 0 else 0
    rows: list[TextRow] = [heading(match, view, say), seat_line(match, view, say, 1 - seat)]
    rows += nest_rows(match, view, 1 - seat, upwards=True)
    rows += board(match, view, say, seat)
    rows += nest_rows(match, view, seat, upwards=False)
    rows += [seat_line(match, view, say, seat)]
    rows += wrap_text(groups_line(match, view, say, seat), columns)
    rows += aside(view, say)
    rows += tiles(match, view, say)
    rows += bonus_rows(match, view, say, columns)
    return rows + wrap_text(say(Phrase("sketch.legend")), columns, "dim")


def heading(match: BowerMatch, view: View, say: Say) -> TextRow:
    """The progress of the game, and the number of tiles left."""
    if view.is_over():
        return [Span(say(Phrase("sketch.over")), "bold")]
    if phase_of(view) == DRAFT:
        return [Span(say(Phrase("sketch.draft")), "bold")]
    turn = turns_made(view, actor_of(view)) + 1
    text = say(Phrase("sketch.turn", {"turn": turn, "turns": turns_in_all(match)}))
    nest, bonus = stack_sizes(view)
    left = say(Phrase("sketch.left", {"nest": nest, "bonus": bonus}))
    if match.options["hard"]:
        left = say(Phrase("sketch.left_hard", {"nest": nest}))
    return [Span(text, "bold"), Span(f"  {left}", "dim")]


def seat_line(match: BowerMatch, view: View, say: Say, seat: int) -> TextRow:
    """Name, eggs or hand size, turn marker, bonus tiles."""
    name = seat_name(view, say, seat)
    if view.is_over():
        state = say(Phrase("sketch.eggs", {"n": int(view.score(seat))}))
    else:
        state = say(Phrase("sketch.held", {"n": hand_size(view, seat)}))
    row = [Span(name, "bold"), Span(f"  {state}")]
    if view.awaited_seats() >> seat & 1:
        row.append(Span("  " + say(Phrase("sketch.thinking")), "accent"))
    return row


# ---- nests ------------------------------------------------------------------------------------------------


def nest_rows(match: BowerMatch, view: View, seat: int, upwards: bool) -> list[TextRow]:
    """A nest: two lines per row, row 1 beside the board."""
    nest = nest_of(match, view, seat)
    targets = target_cells(view, seat)
    order = range(nest.rows, 0, -1) if upwards else range(1, nest.rows + 1)
    left, between, right = "┌┬┐" if upwards else "└┴┘"
    edge: TextRow = [Span("   " + left + between.join(["─" * INNER] * WIDTH) + right, "wood")]
    rows: list[TextRow] = [edge] if upwards else []
    for number in order:
        lines: list[TextRow] = [[Span(f" {number} ", "dim")], [Span("   ")]]
        for column in range(1, WIDTH + 1):
            for line, span in zip(lines, cell_lines(nest, (column, number), targets), strict=True):
                line += [Span("│", "wood"), *span]
        rows += [[*line, Span("│", "wood")] for line in lines]
    return rows if upwards else [*rows, edge]


def target_cells(view: View, seat: int) -> set[int]:
    phase = phase_of(view)
    legal = int(view.legal())
    if phase == MARK:
        return {number for number in range(CELLS) if legal >> (CELLS * seat + number) & 1}
    if phase in (PLACE, SET, COVER_PLACE) and seat == view.seat:
        return {number for number in range(CELLS) if legal >> number & 1}
    return set()


def cell_lines(nest: Nest, cell: Cell, targets: set[int]) -> tuple[TextRow, TextRow]:
    """The ornaments, and below them the surface with the tokens; a legal target shows its coordinates."""
    name = f"{cell[0]}.{cell[1]}"
    target = cell_number(cell) in targets
    if cell not in nest.faces:
        shown = f"[{name}]" if target else "·"
        return [Span(" " * INNER)], [Span(shown.center(INNER), "accent" if target else "dim")]
    face = nest.faces[cell]
    tone = SURFACE_TONES[face.surface]
    tokens = "".join(
        f"[{sign(kind) if kind != 'shell' else '@' * n}]" for kind, n in nest.added.get(cell, Counter()).items()
    )
    if nest.branch and cell in nest.branch:
        tokens += "[Y]"
    if target:
        tokens = f"[{name}]" + tokens
    ground = Span(tokens.center(INNER, TEXTURES[face.surface])[:INNER], "accent" if target else tone)
    return ornament_spans(face, nest.crossed.get(cell)), [ground]


def ornament_spans(face: TileFace, crossed: str | None) -> TextRow:
    """The ornaments of a face, of which one may be under an X."""
    row: TextRow = []
    for name in face.ornaments:
        text = sign(name)
        if name == crossed:
            text, crossed = f"x{text}", None
        row += [Span(" "), Span(text, ornament_tone(name))]
    used = sum(len(span.text) for span in row)
    return [*row, Span(" " * (INNER - used))]


def sign(name: str) -> str:
    """An ornament or a goal in at most two characters."""
    if name in SIGNS:
        return SIGNS[name]
    colour, shape = name.split("_")
    return ("a" if colour == "any" else colour[0]) + SHAPES[shape]


def ornament_tone(name: str) -> str:
    colour = name.split("_")[0]
    return colour if colour in ("yellow", "purple", "red") else "bold"


# ---- the birds board --------------------------------------------------------------------------------------


def board(match: BowerMatch, view: View, say: Say, seat: int) -> list[TextRow]:
    """Both seats' matches and gems in every column, and between them the goals (BW-10)."""
    goals = goals_of(view)
    rows = [
        board_row([column_status(nest_of(match, view, side), column, goals) for column in range(1, WIDTH + 1)])
        for side in (1 - seat, seat)
    ]
    names = []
    for column in range(1, WIDTH + 1):
        goal = goals[column - 1]
        owner = seat if column in columns_of(seat) else 1 - seat
        side = "v" if owner == seat else "^"  # the goal faces its owner
        names.append(f"{column} {side} {'?' if goal is None else sign(goal)}".center(INNER))
    middle = board_row(names, "bold")
    return [rows[0], middle, rows[1]]


def column_status(nest: Nest, column: int, goals: list[str | None]) -> str:
    """The number of ornaments of the goal's kind, and of gems."""
    goal = goals[column - 1]
    matches = "?" if goal is None else str(sum(match_counts(nest, column, goal)))
    gems = nest.column(column)["gem"]
    return f"{matches} {SIGNS['gem'] * min(gems, 6)}".center(INNER)


def board_row(texts: list[str], tone: str = "") -> TextRow:
    row: TextRow = [Span("   "), Span("║", "wood")]
    for text in texts:
        row += [Span(text[:INNER].ljust(INNER), tone), Span("║", "wood")]
    return row


# ---- beside the nests -------------------------------------------------------------------------------------


def groups_line(match: BowerMatch, view: View, say: Say, seat: int) -> str:
    """The largest groups of both seats (BW-51)."""
    nests = [nest_of(match, view, side) for side in (seat, 1 - seat)]
    found = [
        f"{say(Phrase(f'surface.{surface}'))} {largest_group(nests[0], surface).cells}–"
        f"{largest_group(nests[1], surface).cells}"
        for surface in SURFACE_NAMES[:SURFACES]
    ]
    return say(Phrase("sketch.groups", {"groups": ", ".join(found)}))


def aside(view: View, say: Say) -> list[TextRow]:
    """The two goals set aside, if the viewer knows them (BW-34)."""
    seen = [goal for goal in goals_of(view)[ASIDE:] if goal is not None]
    if not seen:
        return []
    names = ", ".join(say(goal_phrase(goal)) for goal in seen)
    return [[Span(say(Phrase("sketch.aside", {"goals": names})), "accent")]]


def tiles(match: BowerMatch, view: View, say: Say) -> list[TextRow]:
    """The row, the viewer's hand, a gift, the tile to be laid."""
    if view.is_over():
        return []
    rows: list[TextRow] = [[Span(say(Phrase("sketch.row")), "bold")]]
    rows += [tile_row(match, tile) for tile in row_tiles(view) if tile is not None]
    hand = hand_of(view)
    if hand:
        rows += [[Span(say(Phrase("sketch.hand")), "bold")]] + [tile_row(match, tile) for tile in hand]
    given = waiting_gift(view, view.seat) if view.seat >= 0 else None
    chosen = chosen_of(view)
    for key, tile in (("gift", given), ("chosen", chosen[0] if chosen else None), ("covering", covering_tile(view))):
        if tile is not None:
            rows += [[Span(say(Phrase(f"sketch.{key}")), "accent")], tile_row(match, tile)]
    return rows


def tile_row(match: BowerMatch, tile: int) -> TextRow:
    """A tile on one line: id, half a, half b."""
    parts: Parts = match.parts
    found = parts.tiles[tile]
    row: TextRow = [Span(f"  {found.id:<5} ")]
    for half, face in zip("ab", found.faces, strict=True):
        texture = TEXTURES[face.surface] * 2
        row += [Span(f" {half} ", "dim"), Span(texture, SURFACE_TONES[face.surface])]
        row += ornament_spans(face, None)
    return row


def bonus_rows(match: BowerMatch, view: View, say: Say, columns: int) -> list[TextRow]:
    """Bonus tiles that can be chosen or lie open, and those kept by both seats."""
    rows: list[TextRow] = []
    choice = bonus_choice(match, view)
    if choice and not view.is_over():
        names = ", ".join(say(bonus_phrase(tile)) for tile in choice)
        key = "sketch.offer" if match.options["hard"] else "sketch.drawn"
        rows += wrap_text(say(Phrase(key, {"tiles": names})), columns, "accent")
    for seat in (0, 1):
        kept = [
            say(Phrase("sketch.declined", {"tile": bonus_phrase(tile)}) if declined else bonus_phrase(tile))
            for tile, declined in kept_bonus_tiles(view, seat)
        ]
        if kept:
            name = seat_name(view, say, seat)
            rows += wrap_text(say(Phrase("sketch.kept", {"seat": name, "tiles": ", ".join(kept)})), columns)
    return rows


def wrap_text(text: str, columns: int, tone: str = "") -> list[TextRow]:
    return [[Span(line, tone)] for line in textwrap.wrap(text, columns)]
