"""The viewer's house: its cards, where cards, furnishings and scaffolding may go, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from domik.games.dream_home.page.context import BoardContext, Built, CachedParts, PlacedCard, placed_cards
from domik.games.dream_home.page.picture_cell import NO_OFFER, CellOffer, cell_id, filled_cell, free_cell
from domik.games.dream_home.page.picture_house import birdhouse, stack, tree_house
from domik.games.dream_home.page.preview import Previews, previews
from domik.games.dream_home.page.skeleton import at_id
from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.phrases import place_phrase
from domik.games.dream_home.rules.reading import CELLS_OF, PLACES, Place, cells_for, free_cells, place_at
from domik.kernel.drawing import Drawing, Fragment, Pen
from domik.kernel.phrase import Argument, Phrase

INSIDE = (1 << at.CELLS) - 1
IDS = {place: cell_id(place) for place in PLACES}
AT_IDS = {place: at_id(place) for place in PLACES}
PASS_NUMBER = at.PASS.bit_length() - 1
AWAY_NUMBER = at.PUT_AWAY.bit_length() - 1
GARDEN_IDS = ("tree_house", "birdhouse")
PlacedCards = dict[Place, PlacedCard]


def draw_house(context: BoardContext, drawing: Drawing) -> None:
    pen, box, own, built = context.pen, context.cached_parts, context.own, context.built(context.me)
    sheets, offered = drawing.fragments, 0
    if context.is_awaited and context.phase in CHOICES:
        offers = Fragment({}, {}, {})
        CHOICES[context.phase](context, offers, placed_cards(pen, box, built))
        sheets["offers"] = offers
        for place, cell in CELLS_OF.items():
            if AT_IDS[place] in offers.cells:
                offered |= 1 << cell
    sheets["rooms"] = idle_rooms(pen, box, built, offered)
    sheets["bays"] = free_bays(pen, own.filled | offered, own.scaffold)
    sheets["stack"] = draw_stack(context, context.me, "stack", False)
    sheets["garden"] = garden(pen, box, own.garden, box.has(own.held, "designer"), "", False)


@lru_cache(maxsize=256)
def idle_rooms(pen: Pen, box: CachedParts, built: Built, offered: int) -> Fragment:
    """The cards of the house that the current decision does not concern."""
    cells = {}
    for place, laid in placed_cards(pen, box, built).items():
        if not offered >> CELLS_OF[place] & 1:
            cells[AT_IDS[place]] = filled_cell(pen, place, laid, NO_OFFER)
    return Fragment(cells)


@lru_cache(maxsize=256)
def free_bays(pen: Pen, taken: int, scaffold: int) -> Fragment:
    """The free cells that the current decision does not concern."""
    cells = {}
    for place, cell in CELLS_OF.items():
        if not taken >> cell & 1:
            cells[AT_IDS[place]] = free_cell(pen, place, bool(scaffold >> cell & 1), NO_OFFER)
    return Fragment(cells)


@lru_cache(maxsize=256)
def garden(pen: Pen, box: CachedParts, there: int, designed: bool, suffix: str, small: bool) -> Fragment:
    """Tree house and birdhouse beside the house (DH-33)."""
    more = box.parts.score["designer"] if designed else 0
    cells = {}
    for id, picture in zip(GARDEN_IDS, (tree_house, birdhouse), strict=True):
        if there & box.masks.get(id, 0):
            cells[id + suffix] = picture(pen, box.parts.furnishings[id].points + more, small)
    return Fragment(cells)


def draw_stack(context: BoardContext, seat: int, id: str, small: bool) -> Fragment:
    """The roof stack: only its size, except at the end, or for its owner with `open_roofs` (DH-30)."""
    held = context.houses[seat].held & context.cached_parts.roofs
    seen = context.phase == at.OVER or (seat == context.seat and bool(context.match.options["open_roofs"]))
    return roof_stack(context.pen, id, held.bit_count(), roofs_in(context.cached_parts, held) if seen else (), small)


@lru_cache(maxsize=256)
def roof_stack(pen: Pen, id: str, count: int, shown: tuple[tuple[str, bool], ...], small: bool) -> Fragment:
    return Fragment({id: stack(pen, count, shown, small)})


@lru_cache(maxsize=256)
def roofs_in(box: CachedParts, held: int) -> tuple[tuple[str, bool], ...]:
    """Colour and window of each of these roofs."""
    cards = [box.parts.resources[n] for n in range(held.bit_length()) if held >> n & 1]
    return tuple([(card.id, card.window) for card in cards])


# ---- one function per decision ----------------------------------------------------------------------


def draw_turn(context: BoardContext, sheet: Fragment, laid: PlacedCards) -> None:
    """While a column is chosen: where its room would fit, and what can be drilled out (DH-13, DH-40)."""
    cells = context.legal >> at.DRILL_OUT & INSIDE
    free = free_cells(context.view, context.me)
    masks = [
        0 if room is None else cells_for(context.view, context.me, context.kind(room), context.config)
        for room in context.market[0]
    ]
    for place, cell in CELLS_OF.items():
        if cells >> cell & 1:
            words = cell_label(context.pen, "draw.drill_here", place)
            draw_card(context, sheet, place, laid, CellOffer(tool=":drill", words=words))
            sheet.paths[at.DRILL_OUT + cell] = ("tool-drill", IDS[place])
        elif free >> cell & 1:
            fits = tuple(column + 1 for column in range(at.COLUMNS) if masks[column] >> cell & 1)
            draw_free(context, sheet, place, CellOffer(fits=fits))


def draw_lay(context: BoardContext, sheet: Fragment, laid: PlacedCards) -> None:
    """The room face up or face down, the furnishing or the scaffolding (DH-20 to DH-25, DH-31, DH-45)."""
    up, down, aim = (context.legal >> shift & INSIDE for shift in (0, at.DOWN, at.TARGET))
    scaffolding = context.is_scaffolding()
    preview = previews(context)
    for place, cell in CELLS_OF.items():
        bit = 1 << cell
        if context.own.filled & bit:
            if context.resource is not None and not scaffolding:
                draw_target(context, sheet, place, laid, context.resource, bool(aim & bit), preview)
        elif context.room is not None:
            prop = scaffolding and bool(aim & bit)
            draw_open(context, sheet, place, (bool(up & bit), bool(down & bit), prop), up == 0, preview)
            if prop:
                sheet.paths[at.TARGET + cell] = ("hand-resource", IDS[place])
        elif scaffolding:
            draw_scaffold(context, sheet, place, cell, bool(aim & bit))
    if context.legal & at.PUT_AWAY:
        sheet.paths[AWAY_NUMBER] = ("put-away",)


def draw_open(
    context: BoardContext,
    sheet: Fragment,
    place: Place,
    ways: tuple[bool, bool, bool],
    only_down: bool,
    preview: Previews,
) -> None:
    """A free cell while a room is laid; if it fits nowhere face up, a click lays it face down (DH-25)."""
    up, down, prop = ways
    cell = CELLS_OF[place]
    if only_down and down:
        gain = preview.text(preview.face_down_gain(cell))
        label = cell_label(context.pen, "draw.lay_down_here", place, gain)
        draw_free(context, sheet, place, CellOffer(True, up=":door-closed", prop=prop, words=label))
        sheet.paths[at.DOWN + cell] = (IDS[place],)
        return
    if down:
        sheet.paths[at.DOWN + cell] = ("face-down", IDS[place])
    below = preview.text(preview.face_down_gain(cell)) if down else ""
    if up:
        gain = preview.text(preview.face_up_gain(cell))
        before_after, ghost = preview.extension(place)
        label = cell_label(context.pen, "draw.lay_here", place, gain)
        offer = CellOffer(True, gain, below, prop, before_after=before_after, ghost=ghost, words=label)
        draw_free(context, sheet, place, offer)
        sheet.paths[cell] = (IDS[place],)
    else:
        draw_free(context, sheet, place, refused_offer(context, sheet, place, 1 << cell, below, prop))


def draw_scaffold(context: BoardContext, sheet: Fragment, place: Place, cell: int, may: bool) -> None:
    """A free cell once the room is laid and scaffolding is to be placed (DH-45)."""
    if may:
        words = cell_label(context.pen, "draw.scaffold_here", place)
        draw_free(context, sheet, place, CellOffer(True, up=":construction", words=words))
        sheet.paths[at.TARGET + cell] = (IDS[place],)
    else:
        draw_free(context, sheet, place, refused_offer(context, sheet, place, 1 << at.TARGET + cell))


def draw_target(
    context: BoardContext, sheet: Fragment, place: Place, laid: PlacedCards, resource: int, may: bool, preview: Previews
) -> None:
    """A card while a furnishing is to be placed (DH-31, DH-32)."""
    cell = CELLS_OF[place]
    if may:
        gain = preview.furnish_gain(cell, resource)
        words = cell_label(context.pen, "draw.furnish_here", place, preview.text(gain))
        id = context.cached_parts.parts.resources[resource].id
        draw_card(context, sheet, place, laid, CellOffer(True, medal=(id, gain), words=words))
        sheet.paths[at.TARGET + cell] = (IDS[place],)
    else:
        draw_card(context, sheet, place, laid, refused_offer(context, sheet, place, 1 << at.TARGET + cell))


def draw_deliver(context: BoardContext, sheet: Fragment, laid: PlacedCards) -> None:
    """The cards that the courier's room may replace (DH-53)."""
    up, down = context.legal & INSIDE, context.legal >> at.DOWN & INSIDE
    preview = previews(context)
    for place in laid:
        cell = CELLS_OF[place]
        bit = 1 << cell
        below = preview.text(preview.delivery_gain(cell, True))
        if up & bit:
            gain = preview.text(preview.delivery_gain(cell, False))
            label = cell_label(context.pen, "draw.replace", place, gain)
            draw_card(context, sheet, place, laid, CellOffer(True, gain, below, words=label))
            sheet.paths[cell] = (IDS[place],)
        elif not up:
            label = cell_label(context.pen, "draw.replace", place, below)
            draw_card(context, sheet, place, laid, CellOffer(True, below, words=label))
        else:
            draw_card(context, sheet, place, laid, refused_offer(context, sheet, place, bit, below))
        if down & bit:
            sheet.paths[at.DOWN + cell] = ("face-down", IDS[place]) if up else (IDS[place],)


def draw_choice(context: BoardContext, sheet: Fragment, laid: PlacedCards) -> None:
    """The cards for the car, or for the handyman's swap (DH-54, DH-65)."""
    preview = previews(context)
    keys = {at.PARK: "draw.park_here", at.HANDYMAN: "draw.swap_first", at.SWAP: "draw.swap_second"}
    for place in laid:
        cell = CELLS_OF[place]
        chosen = context.phase == at.SWAP and cell == context.chosen
        if context.legal >> cell & 1:
            gain = preview.choice_gain(cell)
            text = ":arrow-left-right" if gain is None else preview.text(gain)
            words = cell_label(context.pen, keys[context.phase], place, preview.text(gain or 0))
            draw_card(context, sheet, place, laid, CellOffer(True, text, words=words))
            sheet.paths[cell] = (IDS[place],)
        elif chosen:
            draw_card(context, sheet, place, laid, NO_OFFER, True)
        elif context.phase != at.PARK:
            draw_card(context, sheet, place, laid, refused_offer(context, sheet, place, 1 << cell))
    if context.legal & at.PASS:
        sheet.paths[PASS_NUMBER] = ("pass",)


def draw_drill(context: BoardContext, sheet: Fragment, laid: PlacedCards) -> None:
    """The card that is drilled out (DH-40)."""
    draw_card(context, sheet, place_at(context.chosen), laid, NO_OFFER, True)


CHOICES: dict[int, Callable[[BoardContext, Fragment, PlacedCards], None]] = {
    at.TURN: draw_turn,
    at.DRILL: draw_drill,
    at.LAY: draw_lay,
    at.DELIVER: draw_deliver,
    at.PARK: draw_choice,
    at.HANDYMAN: draw_choice,
    at.SWAP: draw_choice,
}


# ---- cells ------------------------------------------------------------------------------------------


def draw_free(context: BoardContext, sheet: Fragment, place: Place, offer: CellOffer) -> None:
    """A cell without a card."""
    scaffold = bool(context.own.scaffold >> CELLS_OF[place] & 1)
    sheet.cells[AT_IDS[place]] = free_cell(context.pen, place, scaffold, offer)


def draw_card(
    context: BoardContext, sheet: Fragment, place: Place, laid: PlacedCards, offer: CellOffer, chosen: bool = False
) -> None:
    """A cell with a card."""
    sheet.cells[AT_IDS[place]] = filled_cell(context.pen, place, laid[place], offer, chosen)


def refused_offer(
    context: BoardContext, sheet: Fragment, place: Place, action: int, down: str = "", prop: bool = False
) -> CellOffer:
    """The offer of a cell where a plain click is refused; registers the refusal."""
    refusal = context.why_not(action)
    sheet.refusals[IDS[place]] = refusal
    return CellOffer(down=down, prop=prop, clause=refusal.clause, words=cell_label(context.pen, "draw.refused", place))


@lru_cache(maxsize=256)
def cell_label(pen: Pen, key: str, place: Place, gain: str = "") -> str:
    """What a click on a cell does and gains, for screen readers; the script adds why it is refused."""
    args: dict[str, Argument] = {"place": place_phrase(place)}
    return pen.say(Phrase(key, args | {"gain": gain} if gain else args))
