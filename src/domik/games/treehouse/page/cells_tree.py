"""The viewer's tree: rooms, boughs, open and refused places, balance, score path and name plate."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from domik.games.treehouse.page.context import AROUND, BoardContext, CachedParts, Key, filled_places
from domik.games.treehouse.page.picture_layout import ROW, BoardLayout, boughs, first_stone, fork, pawn, stone_numbers
from domik.games.treehouse.page.picture_side import state, task_card
from domik.games.treehouse.page.picture_slot import (
    built_birdhouse,
    built_room,
    labelled_balance,
    open_slot,
    refused_slot,
    waiting_slot,
)
from domik.games.treehouse.page.skeleton import at_id, bough_id
from domik.games.treehouse.rules.phrases import slot_id
from domik.games.treehouse.rules.reading import LEVELS, PLACES, Place, bit_at, side_of_place
from domik.games.treehouse.rules.state import *
from domik.games.treehouse.rules.tree import has_row, has_triangle, slots_for, supported_slots
from domik.kernel.drawing import Drawing, Fragment, Pen, PlayerInfo, Refusal, say_cached


class PlaceInfo(NamedTuple):
    """Precomputed facts about a place."""

    bit: int
    place: Place
    at: str  # ids of its cell and of the cell of its boughs
    bough: str
    above: tuple[int, int]  # bits of the two places above it, 0 on the top level


def place_info(place: Place) -> PlaceInfo:
    level, slot = place
    above = (bit_at((level + 1, slot)), bit_at((level + 1, slot + 1))) if level < LEVELS else (0, 0)
    return PlaceInfo(bit_at(place), place, at_id(place), bough_id(place), above)


PLACE_INFOS = {bit_at(place): place_info(place) for place in PLACES}
TOP_ROW = sum(bit_at(place) for place in PLACES if place[0] == LEVELS)
BITS = {place: bit_at(place) for place in PLACES}
SLOT_IDS = {place: slot_id(place) for place in PLACES}
FAR = '<g class="far"></g>'  # tells look.css that the sixth level is in the picture
RefusedPlaces = tuple[tuple[Place, Refusal], ...]


def is_tall(filled: int) -> bool:
    """Whether the sixth level is built on or can be built on."""
    return bool((int(supported_slots(filled)) | filled) & TOP_ROW)


def draw_tree(context: BoardContext, drawing: Drawing) -> None:
    pen, shape, me = context.pen, context.layout, context.me
    sheets, block, player = drawing.fragments, context.blocks[me], context.players[me]
    filled = filled_places(block)
    tall = is_tall(filled)
    sheets["rooms"] = room_cells(
        pen, context.cached_parts, shape, me, block[BUILT : BUILT + ROUNDS * TURNS], block[BIRDHOUSE]
    )
    sheets["boughs"] = bough_cells(shape, filled, tall)
    if context.is_awaited and context.phase == PICK:
        sheets["slots"] = waiting_slots(shape, int(supported_slots(filled)), context.fits())
    elif context.is_awaited and context.phase == PLACE:
        sheets["slots"] = slots_to_build_on(context, block, filled, tall)
    sheets["balance"] = balance_marker(pen, shape, block[BALANCE], me, player.animal)
    sheets["path"] = score_path(pen, shape, context.scores, context.players)
    sheets["plate"] = plate(pen, me, player, context.scores[me], "" if context.is_awaited else seat_state(context, me))
    if context.match.options["secret_tasks"]:
        drawing.cells["task"] = draw_task(context)


@lru_cache(maxsize=512)
def room_cells(pen: Pen, box: CachedParts, shape: BoardLayout, seat: int, built: Key, nest: int) -> Fragment:
    """The rooms and the birdhouse on the tree."""
    cells = {}
    for number in built:
        bit = number >> CARD_BITS
        if number and bit != DISCARD:
            cells[PLACE_INFOS[bit].at] = room_at(pen, box, shape, number)
    if nest:
        cells[PLACE_INFOS[nest].at] = built_birdhouse(pen, PLACE_INFOS[nest].place, shape, seat)
    return Fragment(cells)


@lru_cache(maxsize=1024)
def bough_cells(shape: BoardLayout, filled: int, tall: bool) -> Fragment:
    cells = {"bough-1-1": fork(shape, bool(filled & BITS[(2, 0)]), bool(filled & BITS[(2, 1)]))}
    if tall:
        cells["reach"] = FAR
    for bit, spot in PLACE_INFOS.items():
        if filled & bit and spot.above[0]:
            left, right = bool(filled & spot.above[0]), bool(filled & spot.above[1])
            cells[spot.bough] = boughs(shape, spot.place, left, right, LEVELS if tall else ROW)
    return Fragment(cells)


@lru_cache(maxsize=1024)
def room_at(pen: Pen, box: CachedParts, shape: BoardLayout, number: int) -> str:
    return built_room(pen, box.room(number & CARD), PLACE_INFOS[number >> CARD_BITS].place, shape)


@lru_cache(maxsize=1024)
def waiting_slots(shape: BoardLayout, free: int, fits: Key) -> Fragment:
    """While a room is chosen: the free places, marked with the cards of the hand that would fit."""
    cells = {}
    for bit, spot in PLACE_INFOS.items():
        if free & bit:
            found = tuple([k + 1 for k, slots in enumerate(fits) if slots & bit])
            cells[spot.at] = waiting_slot(shape, found)
    return Fragment(cells)


def slots_to_build_on(context: BoardContext, block: Key, filled: int, tall: bool) -> Fragment:
    """Legal places for the revealed room or the birdhouse, and refused ones (TH-31 to TH-33, TH-61)."""
    legal = context.legal & ~DISCARD
    at = SEAT + SEAT_SIZE * context.me
    nest = not int(slots_for(context.numbers, at, (block[ROOM] - 1) >> COLOUR_SHIFT))
    refused = []
    for place in reachable_places(filled, tall):
        bit = BITS[place]
        if not legal & bit and (refusal := context.refusal(bit)):
            refused.append((place, refusal))
    return open_slots(context.pen, context.layout, context.me, block[BALANCE], nest, legal, tuple(refused))


@lru_cache(maxsize=1024)
def reachable_places(filled: int, tall: bool) -> tuple[Place, ...]:
    """The free places with a card below them."""
    return tuple(
        spot.place
        for bit, spot in PLACE_INFOS.items()
        if not filled & bit and filled & AROUND[bit] and (tall or spot.place[0] < LEVELS)
    )


@lru_cache(maxsize=512)
def open_slots(
    pen: Pen, shape: BoardLayout, seat: int, lean: int, nest: bool, legal: int, refused: RefusedPlaces
) -> Fragment:
    sheet = Fragment({}, {}, {})
    for bit, spot in PLACE_INFOS.items():
        if legal & bit:
            place = spot.place
            sheet.cells[spot.at] = open_slot(pen, shape, place, lean + side_of_place(place), seat, nest)
            sheet.paths[bit.bit_length() - 1] = (SLOT_IDS[place],)
    for place, refusal in refused:
        at = PLACE_INFOS[BITS[place]].at
        sheet.cells[at] = refused_slot(pen, shape, place, refusal.clause, say_cached(pen, refusal.reason))
        sheet.refusals[SLOT_IDS[place]] = refusal
    return sheet


@lru_cache(maxsize=256)
def balance_marker(pen: Pen, shape: BoardLayout, lean: int, seat: int, animal: str) -> Fragment:
    return Fragment({"balance": labelled_balance(pen, shape, lean, seat, animal)})


@lru_cache(maxsize=1024)
def score_path(pen: Pen, shape: BoardLayout, scores: Key, players: tuple[PlayerInfo, ...]) -> Fragment:
    """The score path; animals on the same stone are drawn side by side."""
    first = first_stone(shape, max(scores))
    cells = {"stones": stone_numbers(shape, first)}
    for seat, score in enumerate(scores):
        together = sum(other == score for other in scores[:seat])
        cells[f"pawn-{seat}"] = pawn(pen, shape, score - first, seat, players[seat].animal, together)
    return Fragment(cells)


@lru_cache(maxsize=1024)
def plate(pen: Pen, seat: int, player: PlayerInfo, score: int, doing: str) -> Fragment:
    """Name, points and state of the tree's owner."""
    line = f'<div class="line">{pen.who(seat, player, 34)}</div><div class="points">{pen.points(score)}</div>'
    return Fragment({"plate": f"{line}{state(pen, doing)}"})


def seat_state(context: BoardContext, seat: int) -> str:
    """Message key of what a seat is doing: won, thinking, ready, acting; empty for nothing."""
    if context.phase == OVER:
        return "won" if int(context.numbers[WINNERS]) >> seat & 1 else ""
    awaited = context.awaited >> seat & 1
    if context.phase in (PICK, PLACE):
        return "thinking" if awaited else "ready"
    return "acting" if awaited else ""


def draw_task(context: BoardContext) -> str:
    """The viewer's own secret task with completed patterns ticked; never another seat's (TH-62)."""
    number = int(context.numbers[SEAT + SEAT_SIZE * context.me + SHOWN_TASK]) or context.own(TASK)
    if not number:
        return ""
    at = SEAT + SEAT_SIZE * context.me
    task = context.cached_parts.parts.tasks[number - 1]
    done = (has_row(context.numbers, at, *task.row.colours), has_triangle(context.numbers, at, *task.triangle.colours))
    return task_card(context.pen, task, done)
