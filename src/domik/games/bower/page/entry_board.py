"""A real nest entered on a page: goals once for all pictures, a tile by its two halves and then itself, tokens last."""

from __future__ import annotations

from collections.abc import Mapping

from domik.games.bower.page.context import cached_parts_of
from domik.games.bower.page.entry_setup import SETUP
from domik.games.bower.page.picture_layout import LAYOUTS
from domik.games.bower.page.picture_ornament import picture
from domik.games.bower.page.picture_tile import Half, loose_tile, square, surface
from domik.games.bower.rules.entering import (
    GOAL_KEYS,
    ORNAMENT_TILES,
    SET_TOKENS,
    cell_of_key,
    entered_faces,
    key_of_cell,
)
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.parts import GOAL_NAMES, KIND_NAMES, SURFACE_NAMES, NestTile
from domik.games.bower.rules.phrases import cell_phrase, face_phrase, goal_phrase, surface_phrase
from domik.games.bower.rules.reading import rows_of
from domik.games.bower.rules.state import MARKABLE, NEST_BONUS, SURFACES, WIDTH
from domik.kernel.drawing import NO_MARKUP, Markup, Pen
from domik.kernel.entering import EnteredTable
from domik.kernel.entry_board import EntryChoice, EntryStep, GameEntryBoard, PlacesOnBoard
from domik.kernel.phrase import Phrase
from domik.web.board.element import tag

GOALS = EntryStep("goals", Phrase("entered.step_goals"), (GOAL_KEYS,), True, for_pictures=True)
SECRETS = (*GOAL_KEYS, *(f"c{column}" for column in range(1, WIDTH + 1)))  # goals, and what tells them
GROUND = SURFACE_NAMES[:SURFACES]
WAYS = {
    "lies": (">", "<"),
    "stands": ("^", "v"),
}  # half a first, half b first; a standing tile goes away from the board
BARE = 22  # pixels of a bare half
CELL = LAYOUTS[4, "hand"].size  # with five rows, too
ON_BOARD = PlacesOnBoard[BowerMatch]("my-", (CELL, CELL))
TOKENS = ("x", *SET_TOKENS, "branch")


def steps(match: BowerMatch) -> tuple[EntryStep, ...]:
    rows = tuple(tuple(f"{column}.{row}" for column in range(1, WIDTH + 1)) for row in range(1, rows_of(match) + 1))
    return (
        GOALS,
        EntryStep("tiles", Phrase("entered.step_tiles"), rows),
        EntryStep("tokens", Phrase("entered.step_tokens"), rows),
    )


def ring(match: BowerMatch, table: EnteredTable, seat: int, step: EntryStep, after: str) -> str:
    """Row by row, so that a tile always goes right or down from the ring."""
    if step.name == "tokens":
        return ""
    entries = table.of(seat)
    faces = {} if step.is_table else entered_faces(match, table.seats[seat])
    keys = step.place_keys()
    start = keys.index(after) + 1 if after in keys else 0
    return next(
        (key for key in (*keys[start:], *keys[:start]) if key not in entries and cell_of_key(match, key) not in faces),
        "",
    )


def place_name(match: BowerMatch, key: str) -> Phrase:
    cell = cell_of_key(match, key)
    return cell_phrase(cell) if cell else Phrase("entered.column", {"column": int(key[-1])})


def lies_there(match: BowerMatch, table: EnteredTable, seat: int, key: str) -> Phrase | None:
    if key in GOAL_KEYS:
        return goal_phrase(table.entries[key]) if key in table.entries else None
    cell = cell_of_key(match, key)
    faces = entered_faces(match, table.seats[seat])
    return face_phrase(match.parts.face(faces[cell])) if cell in faces else None


def draw_place(match: BowerMatch, pen: Pen, table: EnteredTable, seat: int, key: str) -> Markup:
    if key in GOAL_KEYS:
        goal = table.entries.get(key)
        number = tag("small", pen.escape(key[-1]))
        return tag("span", number, goal_picture(goal) if goal else NO_MARKUP, class_="cp-pair")
    cell = cell_of_key(match, key)
    faces = entered_faces(match, table.seats[seat])
    if cell not in faces:
        return NO_MARKUP
    tokens = [name for name in SET_TOKENS if table.of(seat).get(name) == key]
    marks = [Markup(picture("shell" if name == "shells" else name, 18)) for name in tokens]
    if table.of(seat).get("x", "").startswith(f"{key}:"):
        marks.append(pen.icon("x", 18, 3))
    if key in table.of(seat).get("branch", "").split("-"):
        marks.append(pen.icon("git-branch", 18, 2.4))
    badge = tag("span", *marks, class_="cp-badge") if marks else NO_MARKUP
    half = Markup(square(cached_parts_of(match.parts).half(faces[cell]), 60))
    return tag(
        "span", tag("svg", half, viewBox="0 0 60 60", aria_hidden="true", class_="cp-picture"), badge, class_="cp-room"
    )


def goal_picture(goal: str) -> Markup:
    return Markup(picture(goal.replace("any_", "white_"), 28))


def choices(
    match: BowerMatch, pen: Pen, table: EnteredTable, seat: int, step: EntryStep, key: str, narrowed: str
) -> tuple[EntryChoice, ...]:
    if step.name == "tokens":
        return token_choices(match, pen, table, seat, narrowed)
    if not key:
        return ()
    if step.is_table:
        used = set(table.entries.values())
        return tuple(
            EntryChoice(goal_phrase(goal), goal, goal_picture(goal), left=0 if goal in used else None)
            for goal in GOAL_NAMES
        )
    if is_narrowed(match, key, narrowed):
        return tile_choices(match, table, key, narrowed)
    found = [
        EntryChoice(
            Phrase(f"entered.{way}", {"first": surface_phrase(one), "second": surface_phrase(two)}),
            picture=bare_tile(one, two, way),
            narrows=f"{way}:{one}:{two}",
        )
        for way in WAYS
        for one in GROUND
        for two in GROUND
        if fits(match, key, way)
    ]
    found += [
        EntryChoice(Phrase(f"entered.bonus_{way}"), picture=pen.icon("gift", 22), narrows=f"{way}:bonus:")
        for way in WAYS
        if fits(match, key, way)
    ]
    found += [
        EntryChoice(
            Phrase("entered.half", {"surface": surface_phrase(one)}), picture=bare_half(one), narrows=f"half:{one}:"
        )
        for one in GROUND
    ]
    return tuple(found)


def is_narrowed(match: BowerMatch, key: str, narrowed: str) -> bool:
    """Whether these are two surfaces and a way that a tile can lie here, or one half."""
    way, *surfaces = narrowed.split(":")
    return len(surfaces) == 2 and (way == "half" or (way in WAYS and fits(match, key, way)))


def fits(match: BowerMatch, key: str, way: str) -> bool:
    """Whether a tile that begins here stays in the nest."""
    column, row = (int(word) for word in key.split("."))
    return column < WIDTH if way == "lies" else row < rows_of(match)


def bare_tile(one: str, two: str, way: str) -> Markup:
    """Two surfaces side by side, or one below the other, without ornaments."""
    dx, dy = (BARE, 0) if way == "lies" else (0, BARE)
    first = Markup(surface(Half(one, (), 3), 0, 0, BARE, BARE, 4, -1))
    second = Markup(surface(Half(two, (), 7), dx, dy, BARE, BARE, 4, -1))
    return bare_svg(BARE + dx, BARE + dy, first, second)


def bare_half(name: str) -> Markup:
    return bare_svg(BARE, BARE, Markup(surface(Half(name, (), 3), 0, 0, BARE, BARE, 4, -1)))


def bare_svg(width: int, height: int, *parts: Markup) -> Markup:
    return tag("svg", *parts, viewBox=f"0 0 {width} {height}", width=width, height=height, aria_hidden="true")


def tile_choices(match: BowerMatch, table: EnteredTable, key: str, narrowed: str) -> tuple[EntryChoice, ...]:
    """The tiles with these two surfaces as they would lie here, half a or half b first; or single halves."""
    way, one, two = narrowed.split(":")
    column, row = (int(word) for word in key.split("."))
    beside = key_of_cell((column + 1, row) if way == "lies" else (column, row + 1))
    box = cached_parts_of(match.parts)
    lying = {face // 2 for seat in table.seats for face in entered_faces(match, seat).values()}
    found = []
    for number, tile in match.parts.tiles.items():
        left = 0 if number in lying else None
        if way == "half":
            for half, face in enumerate(tile.faces):
                if face.surface == one:
                    shown = Markup(square(box.half(2 * number + half), 50))
                    art = tag("svg", shown, viewBox="0 0 50 50", width=50, height=50, aria_hidden="true")
                    found.append(EntryChoice(face_phrase(face), f"{tile.id}{'ab'[half]}", art, left=left))
            continue
        wanted = [(0, key, WAYS[way][0]), (1, beside, WAYS[way][1])]
        for first, cell, arrow in wanted:
            a, b = tile.faces[first], tile.faces[1 - first]
            is_alike = first == 1 and a == b
            fits_pair = (
                number >= NEST_BONUS if one == "bonus" else number < NEST_BONUS and (a.surface, b.surface) == (one, two)
            )
            if fits_pair and not is_alike:
                halves = box.half(2 * number + first), box.half(2 * number + 1 - first)
                art = Markup(loose_tile(*halves, 44, 0 if way == "lies" else 1))
                label = Phrase("tile", {"id": tile.id, "a": face_phrase(a), "b": face_phrase(b)})
                found.append(EntryChoice(label, f"{tile.id}{arrow}", art, cell, left=left))
    return tuple(found)


def token_choices(
    match: BowerMatch, pen: Pen, table: EnteredTable, seat: int, narrowed: str
) -> tuple[EntryChoice, ...]:
    """Tokens go to a cell that is tapped next; ornament tiles lie beside the nest (BW-32, BW-35)."""
    if narrowed.startswith("x@"):
        where = narrowed.removeprefix("x@")
        face = entered_faces(match, table.seats[seat]).get(cell_of_key(match, where) or (0, 0))
        shown = set(match.parts.face(face).ornaments) if face is not None else set()
        shown |= {name for name in SET_TOKENS if table.of(seat).get(name) == where}
        kinds = [name for name in KIND_NAMES[:MARKABLE] if name in shown]
        return tuple(
            EntryChoice(Phrase(f"kind.{name}"), f"{where}:{name}", Markup(picture(name, 28)), "x") for name in kinds
        )
    found = []
    for name in TOKENS:
        art = pen.icon({"x": "x", "branch": "git-branch"}.get(name, "x"), 26, 2.6)
        if name in SET_TOKENS:
            art = Markup(picture("shell" if name == "shells" else name, 28))
        label = Phrase(f"bonus.token_{name}")
        if name in table.of(seat):
            found.append(EntryChoice(label, "", art, name, is_on=True))
        elif not (name == "x" and match.options["fair"]):
            found.append(EntryChoice(label, "", art, narrows=name, is_on=narrowed.partition("@")[0] == name))
    for name in ORNAMENT_TILES:
        has = table.seats[seat].number(name) > 0
        art = Markup(picture("shell" if name.endswith("shells") else f"{name.removeprefix('ornament_')}_flower", 28))
        found.append(EntryChoice(Phrase(f"bonus.{name}"), "" if has else "1", art, name, is_on=has))
    return tuple(found)


def tap_place(
    match: BowerMatch, table: EnteredTable, seat: int, narrowed: str, key: str
) -> tuple[Mapping[str, str], str]:
    """The token that was chosen goes here; the X asks for its ornament, the branch for its other end."""
    name, _, first = narrowed.partition("@")
    if name in SET_TOKENS:
        return {name: key}, ""
    if name == "x":
        return {}, f"x@{key}"
    if name == "branch":
        return ({"branch": f"{first}-{key}"}, "") if first and first != key else ({}, f"branch@{key}")
    return {}, ""


def held_choices(match: BowerMatch, pen: Pen, table: EnteredTable, seat: int, narrowed: str) -> tuple[EntryChoice, ...]:
    """A tile of the hand by its two halves, whichever way round, then itself."""
    way, *pair = narrowed.split(":")
    if way != "lies" or len(pair) != 2:
        pairs = [(one, two) for k, one in enumerate(GROUND) for two in GROUND[k:]]
        return tuple(
            EntryChoice(
                Phrase("entered.lies", {"first": surface_phrase(one), "second": surface_phrase(two)}),
                picture=bare_tile(one, two, "lies"),
                narrows=f"lies:{one}:{two}",
            )
            for one, two in pairs
        )
    lying = {face // 2 for one in table.seats for face in entered_faces(match, one).values()}
    return tuple(
        EntryChoice(tile_phrase(tile), tile.id, tile_picture(match, number), left=0 if number in lying else None)
        for number, tile in match.parts.tiles.items()
        if number < NEST_BONUS and sorted(face.surface for face in tile.faces) == sorted(pair)
    )


def held_card(match: BowerMatch, pen: Pen, value: str) -> tuple[Phrase, Markup]:
    number, tile = next((number, tile) for number, tile in match.parts.tiles.items() if tile.id == value)
    return tile_phrase(tile), tile_picture(match, number)


def tile_phrase(tile: NestTile) -> Phrase:
    a, b = tile.faces
    return Phrase("tile", {"id": tile.id, "a": face_phrase(a), "b": face_phrase(b)})


def tile_picture(match: BowerMatch, number: int) -> Markup:
    box = cached_parts_of(match.parts)
    return Markup(loose_tile(box.half(2 * number), box.half(2 * number + 1), 44, 0))


def number_picture(match: BowerMatch, pen: Pen, key: str) -> Markup:
    return bare_half(key) if key in GROUND else NO_MARKUP


BOARD = GameEntryBoard[BowerMatch](
    steps,
    ring,
    place_name,
    lies_there,
    draw_place,
    choices,
    tap_place,
    held_choices,
    held_card,
    secret_keys=SECRETS,
    setup=SETUP,
    on_board=ON_BOARD,
    number_picture=number_picture,
    long_numbers=GROUND,
    numbers_first=True,
)
