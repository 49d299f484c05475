"""One's own house: what lies in it, where cards, furnishings and scaffolding may go, and why not elsewhere."""

from __future__ import annotations

from functools import lru_cache

from domik.games.dream_home.page.laid import laid_in
from domik.games.dream_home.page.moment import CELLS_OF, Box, Key, Moment
from domik.games.dream_home.page.picture_cell import NOTHING, Offer, cell_id, filled_cell, free_cell
from domik.games.dream_home.page.picture_garden import birdhouse, tree_house
from domik.games.dream_home.page.picture_roof import stack
from domik.games.dream_home.page.preview import Previews, previews
from domik.games.dream_home.page.skeleton import at_id
from domik.games.dream_home.rules.gate import fitting, open_cells
from domik.games.dream_home.rules.naming import place_phrase
from domik.games.dream_home.rules.reading import PLACES, Place, place_at
from domik.games.dream_home.rules.state import *
from domik.kernel.drawing import Drawing, Pen, Refusal, said
from domik.kernel.phrase import Argument, Phrase

INSIDE = (1 << CELLS) - 1
IDS = {place: cell_id(place) for place in PLACES}
PASS_NUMBER = PASS.bit_length() - 1
AWAY_NUMBER = PUT_AWAY.bit_length() - 1
GARDEN_IDS = ("tree_house", "birdhouse")


def draw_house(moment: Moment, drawing: Drawing) -> None:
    """The own house with everything that can be clicked in it."""
    block = moment.own
    drawing.cells |= plain_cells(moment.pen, moment.box, block)
    drawing.cells["stack"] = draw_stack(moment, moment.me, False)
    drawing.cells |= garden_cells(moment.pen, moment.box, block, "", False)
    if not moment.acts:
        return
    if moment.phase == LAY:
        draw_lay(moment, drawing)
    elif moment.phase == TURN:
        draw_turn(moment, drawing)
    elif moment.phase == DRILL:
        draw_card(moment, drawing, place_at(moment.chosen), NOTHING, True)
    elif moment.phase == DELIVER:
        draw_deliver(moment, drawing)
    elif moment.phase in (PARK, HANDYMAN, SWAP):
        draw_choice(moment, drawing)


@lru_cache(maxsize=4096)
def plain_cells(pen: Pen, box: Box, block: Key) -> dict[str, str]:
    """The house while nothing is to be done in it."""
    laid = laid_in(pen, box, block)
    return {
        at_id(place): filled_cell(pen, place, laid[place], NOTHING)
        if place in laid
        else free_cell(pen, place, bool(block[SCAFFOLD] >> cell & 1), NOTHING)
        for place, cell in CELLS_OF.items()
    }


@lru_cache(maxsize=4096)
def garden_cells(pen: Pen, box: Box, block: Key, suffix: str, small: bool) -> dict[str, str]:
    """Tree house and birdhouse beside the house (DH-33)."""
    more = box.parts.score["designer"] if box.has(block, "designer") else 0
    cells = {}
    for id, picture in zip(GARDEN_IDS, (tree_house, birdhouse), strict=True):
        there = block[GARDEN] & box.masks.get(id, 0)
        points = box.parts.furnishings[id].points + more
        cells[id + suffix] = picture(pen, points, small) if there else ""
    return cells


def draw_stack(moment: Moment, seat: int, small: bool) -> str:
    """The roof stack: only its size, unless it may be seen: at the end, or one's own by option (DH-30)."""
    held = moment.blocks[seat][HELD] & moment.box.roofs
    seen = moment.phase == OVER or (seat == moment.seat and bool(moment.match.options["open_roofs"]))
    shown = roofs_in(moment.box, held) if seen else ()
    return stack(moment.pen, held.bit_count(), shown, small)


@lru_cache(maxsize=4096)
def roofs_in(box: Box, held: int) -> tuple[tuple[str, bool], ...]:
    """The looks of these roofs, by colour."""
    cards = [box.parts.resources[n] for n in range(held.bit_length()) if held >> n & 1]
    return tuple((card.id, card.window) for card in cards)


# ---- one decision each ------------------------------------------------------------------------------


def draw_turn(moment: Moment, drawing: Drawing) -> None:
    """While one chooses a column: where its room would fit, and what can be drilled out (DH-13, DH-40)."""
    cells = moment.legal >> DRILL_OUT & INSIDE
    at = SEAT + SEAT_SIZE * moment.me
    free = int(open_cells(moment.numbers, at))
    masks = [
        int(fitting(moment.numbers, at, moment.kit.room_kind[room - 1], moment.kit)) if room else 0
        for room in moment.market[:COLUMNS]
    ]
    for place, cell in CELLS_OF.items():
        if cells >> cell & 1:
            words = said(moment.pen, Phrase("draw.drill_here", {"place": place_phrase(place)}))
            draw_card(moment, drawing, place, Offer(tool=":drill", words=words))
            drawing.paths[DRILL_OUT + cell] = ("tool-drill", IDS[place])
        elif free >> cell & 1:
            fits = tuple(column + 1 for column in range(COLUMNS) if masks[column] >> cell & 1)
            draw_free(moment, drawing, place, Offer(fits=fits))


def draw_lay(moment: Moment, drawing: Drawing) -> None:
    """The room face up or face down, the furnishing or the scaffolding (DH-20 to DH-25, DH-31, DH-45)."""
    up, down, aim = (moment.legal >> shift & INSIDE for shift in (0, DOWN, TARGET))
    scaffolding = bool(moment.resource) and not moment.kit.goes_in[moment.resource - 1]
    preview = previews(moment)
    for place, cell in CELLS_OF.items():
        bit = 1 << cell
        if moment.own[FILLED] & bit:
            if moment.resource and not scaffolding:
                draw_target(moment, drawing, place, cell, bool(aim & bit), preview)
        elif moment.room:
            prop = scaffolding and bool(aim & bit)
            draw_open(moment, drawing, place, (bool(up & bit), bool(down & bit), prop), up == 0, preview)
            if prop:
                drawing.paths[TARGET + cell] = ("hand-resource", IDS[place])
        elif scaffolding:
            draw_scaffold(moment, drawing, place, cell, bool(aim & bit))
    if moment.legal & PUT_AWAY:
        drawing.paths[AWAY_NUMBER] = ("put-away",)


def draw_open(
    moment: Moment, drawing: Drawing, place: Place, ways: tuple[bool, bool, bool], only_down: bool, preview: Previews
) -> None:
    """A free cell while a room is to be laid; where nothing fits face up, a plain click lays it face down (DH-25)."""
    up, down, prop = ways
    cell = CELLS_OF[place]
    words = {"place": place_phrase(place)}
    if only_down and down:
        gain = preview.text(preview.down(cell))
        label = said(moment.pen, Phrase("draw.lay_down_here", {**words, "gain": gain}))
        draw_free(moment, drawing, place, Offer(True, up=":door-closed", prop=prop, words=label))
        drawing.paths[DOWN + cell] = (IDS[place],)
        return
    if down:
        drawing.paths[DOWN + cell] = ("face-down", IDS[place])
    below = preview.text(preview.down(cell)) if down else ""
    if up:
        gain = preview.text(preview.up(cell))
        before_after, ghost = preview.joined(place)
        label = said(moment.pen, Phrase("draw.lay_here", {**words, "gain": gain}))
        offer = Offer(True, gain, below, prop, before_after=before_after, ghost=ghost, words=label)
        draw_free(moment, drawing, place, offer)
        drawing.paths[cell] = (IDS[place],)
    else:
        refusal = refuse(moment, drawing, place, 1 << cell)
        offer = Offer(down=below, prop=prop, clause=refusal.clause, words=refused(moment, place, refusal))
        draw_free(moment, drawing, place, offer)


def draw_scaffold(moment: Moment, drawing: Drawing, place: Place, cell: int, may: bool) -> None:
    """Scaffolding after the room: a plain click (DH-45)."""
    if may:
        words = said(moment.pen, Phrase("draw.scaffold_here", {"place": place_phrase(place)}))
        draw_free(moment, drawing, place, Offer(True, up=":construction", words=words))
        drawing.paths[TARGET + cell] = (IDS[place],)
    else:
        refusal = refuse(moment, drawing, place, 1 << TARGET + cell)
        draw_free(moment, drawing, place, Offer(clause=refusal.clause, words=refused(moment, place, refusal)))


def draw_target(moment: Moment, drawing: Drawing, place: Place, cell: int, may: bool, preview: Previews) -> None:
    """A card while a furnishing waits (DH-31, DH-32)."""
    if may:
        gain = preview.text(preview.furnished(cell))
        words = said(moment.pen, Phrase("draw.furnish_here", {"place": place_phrase(place), "gain": gain}))
        id = moment.box.parts.resources[moment.resource - 1].id
        draw_card(moment, drawing, place, Offer(True, medal=(id, preview.furnished(cell)), words=words))
        drawing.paths[TARGET + cell] = (IDS[place],)
    else:
        refusal = refuse(moment, drawing, place, 1 << TARGET + cell)
        draw_card(moment, drawing, place, Offer(clause=refusal.clause, words=refused(moment, place, refusal)))


def draw_deliver(moment: Moment, drawing: Drawing) -> None:
    """The card that the courier's room replaces (DH-53)."""
    up, down = moment.legal & INSIDE, moment.legal >> DOWN & INSIDE
    preview = previews(moment)
    for place in laid_in(moment.pen, moment.box, moment.own):
        cell = CELLS_OF[place]
        bit = 1 << cell
        words = {"place": place_phrase(place)}
        below = preview.text(preview.delivered(cell, True))
        if up & bit:
            gain = preview.text(preview.delivered(cell, False))
            label = said(moment.pen, Phrase("draw.replace", {**words, "gain": gain}))
            draw_card(moment, drawing, place, Offer(True, gain, below, words=label))
            drawing.paths[cell] = (IDS[place],)
        elif not up:
            label = said(moment.pen, Phrase("draw.replace", {**words, "gain": below}))
            draw_card(moment, drawing, place, Offer(True, below, words=label))
        else:
            refusal = refuse(moment, drawing, place, bit)
            offer = Offer(down=below, clause=refusal.clause, words=refused(moment, place, refusal))
            draw_card(moment, drawing, place, offer)
        if down & bit:
            drawing.paths[DOWN + cell] = ("face-down", IDS[place]) if up else (IDS[place],)


def draw_choice(moment: Moment, drawing: Drawing) -> None:
    """The car's place, the handyman's two cards (DH-54, DH-65)."""
    preview = previews(moment)
    keys = {PARK: "draw.park_here", HANDYMAN: "draw.swap_first", SWAP: "draw.swap_second"}
    for place in laid_in(moment.pen, moment.box, moment.own):
        cell = CELLS_OF[place]
        chosen = moment.phase == SWAP and cell == moment.chosen
        if moment.legal >> cell & 1:
            gain = preview.choice(cell)
            text = ":arrow-left-right" if gain is None else preview.text(gain)
            args: dict[str, Argument] = {"place": place_phrase(place), "gain": preview.text(gain or 0)}
            words = said(moment.pen, Phrase(keys[moment.phase], args))
            draw_card(moment, drawing, place, Offer(True, text, words=words))
            drawing.paths[cell] = (IDS[place],)
        elif chosen:
            draw_card(moment, drawing, place, NOTHING, True)
        elif moment.phase != PARK:
            refusal = refuse(moment, drawing, place, 1 << cell)
            draw_card(moment, drawing, place, Offer(clause=refusal.clause, words=refused(moment, place, refusal)))
    if moment.legal & PASS:
        drawing.paths[PASS_NUMBER] = ("pass",)


# ---- leaves -----------------------------------------------------------------------------------------


def draw_free(moment: Moment, drawing: Drawing, place: Place, offer: Offer) -> None:
    """A cell without a card."""
    scaffold = bool(moment.own[SCAFFOLD] >> CELLS_OF[place] & 1)
    drawing.cells[at_id(place)] = free_cell(moment.pen, place, scaffold, offer)


def draw_card(moment: Moment, drawing: Drawing, place: Place, offer: Offer, chosen: bool = False) -> None:
    """A cell with a card."""
    laid = laid_in(moment.pen, moment.box, moment.own)[place]
    drawing.cells[at_id(place)] = filled_cell(moment.pen, place, laid, offer, chosen)


def refuse(moment: Moment, drawing: Drawing, place: Place, action: int) -> Refusal:
    """Why a plain click on a cell does nothing."""
    refusal = moment.why_not(action)
    drawing.refusals[IDS[place]] = refusal
    return refusal


def refused(moment: Moment, place: Place, refusal: Refusal) -> str:
    """The same for those who hear it."""
    words = said(moment.pen, Phrase("draw.refused", {"place": place_phrase(place)}))
    return f"{words}. {said(moment.pen, refusal.reason)} {refusal.clause}"
