"""The shelf at the bottom, phase by phase: what can be picked, taken, laid, put aside."""

from __future__ import annotations

from functools import lru_cache

from domik.games.treehouse.page.moment import Box, Key, Moment
from domik.games.treehouse.page.picture_shelf import (
    ONE_ROW,
    about_hand,
    about_onlooker,
    about_order,
    discard,
    hand_card,
    held_change,
    offer,
    still_card,
    tile,
)
from domik.games.treehouse.page.preview import previews
from domik.games.treehouse.rules.naming import change_id, colour_id
from domik.games.treehouse.rules.parts import COLOUR_NAMES
from domik.games.treehouse.rules.reading import laid_kinds, pool_counts, taken_kind
from domik.games.treehouse.rules.state import *
from domik.kernel.drawing import Drawing, Pen, Player, Refusal, Sheet, said


def draw_shelf(moment: Moment, drawing: Drawing) -> None:
    """The hand area."""
    drawing.sheets["shelf"] = shelf(moment)


def shelf(moment: Moment) -> Sheet:
    """What lies on the shelf in this phase."""
    if moment.phase == OVER:
        return standing(moment)
    if moment.phase == TAKE:
        return draw_offers(moment)
    if moment.phase in (LAY, CHOOSE):
        return draw_tiles(moment)
    if moment.seat < 0:
        return onlooking(moment.pen)
    pen, box, last = moment.pen, moment.box, moment.turn == TURNS - 1
    if moment.phase == PICK and moment.acts:
        return hand_to_pick_from(pen, box, moment.me, moment.players, last, moment.hand, moment.fits())
    chosen = moment.own(CHOSEN) or moment.blocks[moment.me][ROOM]
    building = moment.phase == PLACE and moment.acts
    refusal = moment.why_not(DISCARD) if building and not moment.legal & DISCARD else None
    return hand_lying(pen, box, moment.me, moment.players, last, moment.hand, chosen, building, refusal)


@lru_cache(maxsize=16)
def onlooking(pen: Pen) -> Sheet:
    """An onlooker sees no hand."""
    return Sheet({"about": about_onlooker(pen)})


@lru_cache(maxsize=128)
def hand_to_pick_from(
    pen: Pen, box: Box, seat: int, players: tuple[Player, ...], last: bool, hand: Key, fits: Key
) -> Sheet:
    """The hand while a room is chosen from it (TH-21)."""
    cells = {"about": about_hand(pen, seat, players, last)}
    for k, (card, slots) in enumerate(zip(hand, fits, strict=True), 1):
        cells[f"hand-{k}"] = card_to_pick(pen, box, card, k, slots.bit_count(), len(hand) > ONE_ROW)
    return Sheet(cells, {k: (f"card-{k + 1}",) for k in range(len(hand))})


@lru_cache(maxsize=128)
def hand_lying(
    pen: Pen,
    box: Box,
    seat: int,
    players: tuple[Player, ...],
    last: bool,
    hand: Key,
    chosen: int,
    building: bool,
    refusal: Refusal | None,
) -> Sheet:
    """What is left of the hand once a room is chosen; while it is built it may be put aside, or not (TH-22, TH-35)."""
    cells = {"about": about_hand(pen, seat, players, last)}
    if chosen:
        cells["chosen"] = card_lying(pen, box, chosen, True)
    for k, card in enumerate(hand, 1):
        cells[f"hand-{k}"] = card_lying(pen, box, card, False)
    if not building:
        return Sheet(cells)
    if refusal is None:
        cells["deeds"] = discard(pen, "", "")
        return Sheet(cells, {DISCARD.bit_length() - 1: ("discard",)})
    cells["deeds"] = discard(pen, said(pen, refusal.reason), refusal.clause)
    return Sheet(cells, refusals={"discard": refusal})


@lru_cache(maxsize=4096)
def card_to_pick(pen: Pen, box: Box, card: int, place: int, fits: int, wide: bool) -> str:
    """A card of the hand that can be chosen."""
    return hand_card(pen, box.room(card), place, fits, wide)


@lru_cache(maxsize=2048)
def card_lying(pen: Pen, box: Box, card: int, chosen: bool) -> str:
    """A card that only lies there."""
    return still_card(pen, box.room(card), chosen)


def taking_order(moment: Moment) -> tuple[int, ...]:
    """Clockwise from the first chooser; laying runs backwards in the original edition with three or four (TH-40)."""
    first = int(moment.numbers[FIRST]) - 1
    order = tuple((first + k) % moment.seats for k in range(moment.seats))
    options = moment.match.options
    if moment.phase == LAY and options["edition"] == "original" and moment.seats > 2:
        return order[::-1]
    return order


def draw_offers(moment: Moment) -> Sheet:
    """The change cards that can be taken (TH-40, TH-42, TH-63)."""
    pen, worth = moment.pen, moment.box.worth
    now = moment.awaited.bit_length() - 1
    sheet = Sheet({}, {}, {})
    sheet.cells["about"] = about_order(pen, "draw.taking_order", taking_order(moment), now, moment.players)
    left = pool_counts(moment.view)
    kinds = (NOTHING, DOUBLE, FEWEST, MOST) if moment.match.options["extra_changes"] else (NOTHING, DOUBLE)
    refused = moment.refusals(kind for kind in kinds if moment.acts and not moment.legal >> kind & 1)
    for kind in kinds:
        refusal = refused.get(kind)
        sheet.cells[f"offer-{kind}"] = offer(pen, kind, left[kind], worth, moment.acts, refusal)
        if refusal:
            sheet.refusals[change_id(kind)] = refusal
        elif moment.acts:
            sheet.paths[kind] = (change_id(kind),)
    return sheet


def draw_tiles(moment: Moment) -> Sheet:
    """The colours on which a change card can be laid (TH-44), or that can be picked (TH-60)."""
    pen = moment.pen
    sheet = Sheet({}, {}, {})
    now = moment.awaited.bit_length() - 1
    picking = moment.phase == CHOOSE
    key = "draw.choosing_order" if picking else "draw.laying_order"
    sheet.cells["about"] = about_order(pen, key, taking_order(moment), now, moment.players)
    kind = PLAIN if picking else taken_kind(moment.view, now)
    if not picking:
        sheet.cells["chosen"] = held_change(pen, kind, moment.box.worth)
    mine = ("choose" if picking else "lay") if moment.acts else ""
    refused = moment.refusals(k for k in range(COLOURS) if moment.acts and not moment.legal >> k & 1)
    animals = tuple([player.animal for player in moment.players])
    laid, gains = laid_kinds(int(moment.numbers[LAID])), previews(moment, kind)
    for colour, name in enumerate(COLOUR_NAMES):
        sheet.cells[f"tile-{name}"] = tile(pen, colour, laid[colour], gains[colour], animals, moment.box.worth, mine)
        if colour in refused:
            sheet.refusals[colour_id(colour)] = refused[colour]
        elif moment.acts:
            sheet.paths[colour] = (colour_id(colour),)
    return sheet


def standing(moment: Moment) -> Sheet:
    """The end of the game (TH-51)."""
    points = tuple(map(moment.pen.points, moment.scores))
    winners = int(moment.numbers[WINNERS])
    return Sheet({"standing": moment.pen.standing(moment.scores, winners, moment.players, points)})
