"""Beside the tree: rivals, colour cards, change cards to come."""

from __future__ import annotations

from functools import cache, lru_cache

from domik.games.treehouse.drawing_tree import BITS, is_tall, seat_state
from domik.games.treehouse.moment import Box, Key, Moment
from domik.games.treehouse.parts import COLOUR_NAMES
from domik.games.treehouse.picture_side import (
    change,
    colour_card,
    note,
    pool,
    small_balance,
    small_twigs,
    state,
)
from domik.games.treehouse.picture_slot import small_birdhouse, small_room
from domik.games.treehouse.reading import PLACES
from domik.games.treehouse.skeleton import small_id
from domik.games.treehouse.state import *
from domik.kernel.drawing import Drawing, Pen, Player
from domik.kernel.phrase import Phrase


def draw_side(moment: Moment, drawing: Drawing) -> None:
    """The side area."""
    for seat in range(moment.seats):
        if seat != moment.me:
            draw_rival(moment, drawing, seat)
    draw_colours(moment, drawing)
    key, kinds = changes_to_come(moment)
    drawing.cells["changes"] = pool(moment.pen, key, kinds, moment.box.worth)


def draw_rival(moment: Moment, drawing: Drawing, seat: int) -> None:
    """One rival's panel."""
    pen, cells, block = moment.pen, drawing.cells, moment.blocks[seat]
    player = moment.players[seat]
    cells[f"who-{seat}"] = pen.who(seat, player, 24 if pen.phone else 30)
    cells[f"points-{seat}"] = pen.points(moment.scores[seat])
    cells[f"state-{seat}"] = state(pen, seat_state(moment, seat))
    cells[f"note-{seat}"] = note(pen, remark(moment, seat))
    cells[f"look-{seat}"] = enlarger(pen, seat, player)
    cells[f"room-{seat}"] = shown(moment, seat, block)
    cells |= bare_tree(seat)
    cells |= small_tree(pen, moment.box, seat, block[BUILT : BUILT + ROUNDS * TURNS], block[BIRDHOUSE], block[BALANCE])


@lru_cache(maxsize=4096)
def enlarger(pen: Pen, seat: int, player: Player) -> str:
    """The button over a rival's tree that shows it large."""
    words = pen.say(Phrase("draw.enlarge", {"name": player.name}))
    picture = pen.icon("maximize-2", 13)
    return f'<button type="button" class="enlarge" data-enlarge="tree-{seat}" aria-label="{words}">{picture}</button>'


def remark(moment: Moment, seat: int) -> str:
    """Who chooses first; else where hands come from and go to."""
    if moment.phase in (TAKE, LAY, CHOOSE):
        return "first" if moment.table[FIRST] == seat + 1 else ""
    if moment.phase == OVER or moment.seat < 0:
        return ""
    if moment.seats == 2:
        return "both"
    away = (seat - moment.me) % moment.seats
    return "gets" if away == 1 else "gives" if away == moment.seats - 1 else ""


def shown(moment: Moment, seat: int, block: Key) -> str:
    """The revealed room that waits to be placed, or the change card a rival holds: both lie open."""
    if block[ROOM]:
        return waiting(moment.pen, moment.box, block[ROOM])
    kind = int(moment.table[TAKEN]) >> (KIND_BITS * seat) & KIND
    if moment.phase in (TAKE, LAY) and kind:
        return change(moment.pen, kind, moment.box.worth)
    return ""


@lru_cache(maxsize=1024)
def waiting(pen: Pen, box: Box, card: int) -> str:
    """A revealed room as a small tag."""
    room = box.room(card)
    hue = COLOUR_NAMES[room.colour]
    name = pen.escape(room.names[pen.language])
    pictures = pen.mark_icon(hue, 13) + pen.icon(room.icon, 16)
    return f'<span class="chip c-{hue}" data-key="room-{room.id}" title="{name}">{pictures}</span>'


@cache
def bare_tree(seat: int) -> dict[str, str]:
    """Every place of a rival's tree while nothing stands there."""
    twigs = (f"twig-{seat}-{place[0]}-{place[1] + 1}" for place in PLACES)
    return dict.fromkeys([*(small_id(seat, place) for place in PLACES), *twigs], "")


@lru_cache(maxsize=1024)
def small_tree(pen: Pen, box: Box, seat: int, built: Key, nest: int, lean: int) -> dict[str, str]:
    """What stands on a rival's tree; bare places are left out, so that caches stay small."""
    rooms = {
        number >> CARD_BITS: box.room(number & CARD) for number in built if number and number >> CARD_BITS != DISCARD
    }
    filled = TRUNK | nest
    for bit in rooms:
        filled |= bit
    cells = {f"lean-{seat}": small_balance(lean), f"reach-{seat}": '<g class="far"></g>' if is_tall(filled) else ""}
    for place in PLACES:
        bit = BITS[place]
        if bit in rooms:
            room = rooms[bit]
            cell = small_room(pen, room.colour, room.icon, room.names[pen.language], f"room-{room.id}")
            cells[small_id(seat, place)] = cell
        elif bit == nest:
            cells[small_id(seat, place)] = small_birdhouse(pen)
        if filled & bit:
            cells[f"twig-{seat}-{place[0]}-{place[1] + 1}"] = small_twigs(*place)
    return cells


def draw_colours(moment: Moment, drawing: Drawing) -> None:
    """The six colour cards: counts, and worth in every round."""
    table = moment.table
    now = ROUNDS if moment.phase == OVER else moment.round
    rounds = [int(table[LAID_IN + k]) for k in range(ROUNDS)]
    if moment.phase in (TAKE, LAY, CHOOSE):
        rounds[moment.round] = int(table[LAID])
    plain = int(not moment.match.options["young"])
    drawing.cells |= colour_cards(moment.pen, moment.all_counts(), tuple(rounds), now, plain, moment.box.worth)
    drawing.cells["seats"] = faces(moment.pen, tuple(player.animal for player in moment.players))


@lru_cache(maxsize=1024)
def colour_cards(
    pen: Pen, counts: tuple[Key, ...], rounds: Key, now: int, plain: int, worth: tuple[int, int]
) -> dict[str, str]:
    """All six at once: they change only when a room is built or a change card laid."""
    cells = {}
    for colour, name in enumerate(COLOUR_NAMES):
        laid = tuple((kinds >> KIND_BITS * colour) & KIND for kinds in rounds)
        cells[f"worth-{name}"] = colour_card(pen, colour, counts[colour], laid, now, plain, worth)
    return cells


@lru_cache(maxsize=256)
def faces(pen: Pen, animals: tuple[str, ...]) -> str:
    """The head of the counts: whose column is whose."""
    return "".join(pen.face(seat, animal, 18) for seat, animal in enumerate(animals))


def changes_to_come(moment: Moment) -> tuple[str, tuple[int, ...]]:
    """What will be laid after this round, or can still be taken (TH-11, TH-43, TH-60, TH-63)."""
    options = moment.match.options
    packed = int(moment.table[POOL])
    if moment.phase == OVER:
        return "draw.pool_bonus", ()
    if options["young"]:
        return "draw.pool_young", ()
    if moment.phase == LAY:
        return "draw.pool_bonus", ()
    if options["extra_changes"]:
        if moment.phase != TAKE and moment.seats > 2:
            packed = ONE_EACH
    elif moment.seats == 2:
        return "draw.pool", (NOTHING, NOTHING)
    elif moment.phase != TAKE:
        packed = FOUR
    kinds = [kind for kind in range(NOTHING, MOST + 1) for _ in range(packed >> (KIND_BITS * kind) & KIND)]
    return ("draw.pool_left" if moment.phase == TAKE else "draw.pool"), tuple(kinds)
