"""Drawing context: what one view shows, read once per drawing; and the current standings."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from domik.games.bower.page.picture_layout import LAYOUTS, BoardLayout
from domik.games.bower.page.picture_tile import Half
from domik.games.bower.rules.config import Config
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.parts import KIND_NAMES, NestTile, Parts
from domik.games.bower.rules.phrases import face_phrase
from domik.games.bower.rules.points import (
    column_eggs,
    column_ornaments,
    gem_count,
    goal_count,
    group_size,
    larger_group,
    nest_count,
    ornament_pays,
)
from domik.games.bower.rules.reading import (
    Token,
    actor_of,
    bit_numbers,
    bonus_in_use,
    chosen_of,
    faces_of,
    goal_numbers,
    hand_of,
    kept_bonus_tiles,
    phase_of,
    refusal_numbers,
    rows_of,
    tokens_of,
    turns_in_all,
)
from domik.games.bower.rules.state import FEATHER, ORNAMENT_SHELLS, ORNAMENT_YELLOW, SHELL, SURFACES, WIDTH
from domik.kernel import drawing
from domik.kernel.drawing import PartsCache, Pen, PlayerInfo
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

Key = tuple[int, ...]
Tokens = tuple[Token, ...]


class CachedParts:
    """A component set as a cache key: one object per set of parts, compared by identity."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    def tile(self, number: int) -> NestTile:
        return self.parts.tiles[number]

    def half(self, face: int, tokens: Tokens = ()) -> Half:
        """A face (2 * tile + half) with the tokens on it."""
        found = self.parts.face(face)
        added = tuple(token.name for token in tokens if token.name != "x")
        shown = [*found.ornaments, *added]
        crossed = next((shown.index(KIND_NAMES[token.more]) for token in tokens if token.name == "x"), -1)
        return Half(found.surface, found.ornaments, face, added, crossed)

    def halves(self, tile: int) -> tuple[Half, Half]:
        """Both halves of a tile, without tokens."""
        return self.half(2 * tile), self.half(2 * tile + 1)


@lru_cache(maxsize=256)
def tile_words(pen: Pen, box: CachedParts, tile: int) -> str:
    """A tile's description as text."""
    a, b = box.tile(tile).faces
    return pen.say(Phrase("draw.tile", {"a": face_phrase(a), "b": face_phrase(b)}))


cached_parts_of = PartsCache(CachedParts)


class BoardContext(drawing.BaseDrawingContext):
    """A view prepared for the drawing functions of this game."""

    match: BowerMatch

    def __init__(self, match: BowerMatch, view: View, pen: Pen, players: tuple[PlayerInfo, ...]) -> None:
        super().__init__(match, view, pen, players)
        self.cached_parts = cached_parts_of(match.parts)
        self.config: Config = match.game.config
        self.hard = bool(match.options["hard"])
        self.rows = rows_of(match)
        self.turns = turns_in_all(match)
        self.layout: BoardLayout = LAYOUTS[self.rows, pen.form]
        self.foe = 1 - self.me
        self.phase = phase_of(view)
        self.actor = actor_of(view)
        self.faces = (faces_of(match, view, 0), faces_of(match, view, 1))
        self.kept = (tuple(kept_bonus_tiles(view, 0)), tuple(kept_bonus_tiles(view, 1)))
        self.tokens: Tokens = tuple(tokens_of(view))
        self.using = bonus_in_use(view)
        self.winners = int(match.game.winners(view.numbers))
        self.hand = hand_of(view)
        self.chosen = chosen_of(view)
        self.goals: Key = goal_numbers(view)
        self.names = tuple(player.name for player in players)

    def legal_numbers(self) -> list[int]:
        return bit_numbers(self.legal)

    def refusal_inputs(self) -> tuple[object, ...]:
        return self.cached_parts, self.hard, self.seat, refusal_numbers(self.view)


Pair = tuple[int, int]  # seat 0, seat 1


class ColumnScore(NamedTuple):
    """One column of the board; counts are -1 while its goal is unknown to the viewer."""

    goal: int  # goal + 1; 0 when unknown
    gems: Pair
    counts: Pair
    eggs: Pair


class CurrentScore(NamedTuple):
    """The eggs if the game ended now, as far as the viewer knows the goals."""

    groups: tuple[Pair, ...]  # cells of the largest group, by surface
    group_eggs: tuple[Pair, ...]
    columns: tuple[ColumnScore, ...]
    ornaments: tuple[tuple[int, Pair, Pair], ...]  # each ornament tile kept by either seat, with counts and eggs
    shells: Pair
    eggs: Pair
    hidden: Key  # columns whose goal is unknown, counted from 1


def pair_for(seat: int, eggs: int) -> Pair:
    """Eggs for one seat as a pair; seat -1 gives none."""
    return (eggs, 0) if seat == 0 else (0, eggs) if seat == 1 else (0, 0)


def column_of(context: BoardContext, column: int) -> ColumnScore:
    """The current state of a column (BW-52, BW-53)."""
    first, second = (column_ornaments(context.numbers, seat, column) for seat in (0, 1))
    gems = (int(gem_count(first)), int(gem_count(second)))
    goal = context.goals[column]
    if not goal:
        return ColumnScore(0, gems, (-1, -1), (0, 0))
    counts = (int(goal_count(first, goal - 1)), int(goal_count(second, goal - 1)))
    eggs = int(column_eggs(context.numbers, column, goal - 1))
    return ColumnScore(goal, gems, counts, (max(0, eggs), max(0, -eggs)))


def ornament_counts(context: BoardContext, tile: int) -> Pair:
    """The counts that an ornament tile compares (BW-32, BW-33)."""
    colour = tile - ORNAMENT_YELLOW
    kinds = (SHELL,) if tile == ORNAMENT_SHELLS else (colour, colour + FEATHER)
    first, second = (sum(int(nest_count(context.numbers, seat, kind)) for kind in kinds) for seat in (0, 1))
    return first, second


_KNOWN: dict[tuple[object, ...], CurrentScore] = {}


def current_score(context: BoardContext) -> CurrentScore:
    """The current score, cached by position and by the goals the viewer knows."""
    key = (context.cached_parts, context.goals, context.tokens, context.kept, context.faces)
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= 4096:
            _KNOWN.clear()
        found = _KNOWN[key] = compute_score(context)
    return found


def compute_score(context: BoardContext) -> CurrentScore:
    """Compute the score with the rules' own functions, from open information only."""
    numbers, kit = context.numbers, context.config
    groups, group_eggs = [], []
    for surface in range(SURFACES):
        first, second = (int(group_size(numbers, kit, seat, surface)) for seat in (0, 1))
        groups.append((first, second))
        group_eggs.append(pair_for(int(larger_group(numbers, kit, surface)), 1))
    columns = tuple(column_of(context, column) for column in range(WIDTH))
    ornaments = []
    for seat in (0, 1):
        for tile, _ in context.kept[seat]:
            if ORNAMENT_YELLOW <= tile <= ORNAMENT_SHELLS:
                worth = int(kit.eggs[tile - ORNAMENT_YELLOW]) if ornament_pays(numbers, seat, tile) else 0
                ornaments.append((tile, ornament_counts(context, tile), pair_for(seat, worth)))
    paid = [*group_eggs, *(column.eggs for column in columns), *(eggs for _, _, eggs in ornaments)]
    return CurrentScore(
        tuple(groups),
        tuple(group_eggs),
        columns,
        tuple(ornaments),
        (int(nest_count(numbers, 0, SHELL)), int(nest_count(numbers, 1, SHELL))),
        (sum(eggs[0] for eggs in paid), sum(eggs[1] for eggs in paid)),
        tuple(k + 1 for k, column in enumerate(columns) if not column.goal),
    )


@lru_cache(maxsize=256)
def as_viewer_sees(pair: Pair, me: int) -> Pair:
    """A pair by seat as (mine, theirs)."""
    return (pair[me], pair[1 - me])
