"""The shelf at the bottom, phase by phase: what can be picked, taken, laid, put aside."""

from __future__ import annotations

from functools import lru_cache

from domik.games.treehouse.drawing_tree import cards_in, said
from domik.games.treehouse.gate import slots_for
from domik.games.treehouse.moment import Box, Moment
from domik.games.treehouse.parts import COLOUR_NAMES, KIND_NAMES
from domik.games.treehouse.picture_hand import (
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
from domik.games.treehouse.scoring import points_for
from domik.games.treehouse.state import *
from domik.kernel.drawing import Drawing, Pen

EMPTY_SHELF = (
    {f"hand-{k + 1}": "" for k in range(HAND)}
    | {f"offer-{kind}": "" for kind in range(NOTHING, MOST + 1)}
    | {f"tile-{colour}": "" for colour in COLOUR_NAMES}
    | {"about": "", "chosen": "", "standing": "", "deeds": ""}
)


def draw_shelf(moment: Moment, drawing: Drawing) -> None:
    """The hand area."""
    drawing.cells |= EMPTY_SHELF
    if moment.phase == OVER:
        draw_standing(moment, drawing)
    elif moment.phase in (PICK, PLACE):
        draw_hand(moment, drawing)
    elif moment.phase == TAKE:
        draw_offers(moment, drawing)
    else:
        draw_tiles(moment, drawing)


def draw_hand(moment: Moment, drawing: Drawing) -> None:
    """The hand: to choose from, or what is left of it once a room is chosen (TH-21, TH-22)."""
    pen, cells, box = moment.pen, drawing.cells, moment.box
    if moment.seat < 0:
        cells["about"] = about_onlooker(pen)
        return
    cells["about"] = about_hand(pen, moment.me, moment.players, moment.turn == TURNS - 1)
    hand = cards_in(moment.own(IN_HAND))
    if moment.phase == PICK and moment.acts:
        at = SEAT + SEAT_SIZE * moment.me
        for k, card in enumerate(hand):
            fits = int(slots_for(moment.table, at, (card - 1) >> COLOUR_SHIFT)).bit_count()
            cells[f"hand-{k + 1}"] = card_to_pick(pen, box, card, k + 1, fits, len(hand) > ONE_ROW)
            drawing.paths[k] = (f"card-{k + 1}",)
        return
    chosen = moment.own(CHOSEN) or moment.blocks[moment.me][ROOM]
    if chosen:
        cells["chosen"] = card_lying(pen, box, chosen, True)
    for k, card in enumerate(hand):
        cells[f"hand-{k + 1}"] = card_lying(pen, box, card, False)
    if moment.phase == PLACE and moment.acts:
        draw_discard(moment, drawing)


@lru_cache(maxsize=2048)
def card_to_pick(pen: Pen, box: Box, card: int, place: int, fits: int, wide: bool) -> str:
    """A card of the hand that can be chosen."""
    return hand_card(pen, box.room(card), place, fits, wide)


@lru_cache(maxsize=2048)
def card_lying(pen: Pen, box: Box, card: int, chosen: bool) -> str:
    """A card that only lies there."""
    return still_card(pen, box.room(card), chosen)


def draw_discard(moment: Moment, drawing: Drawing) -> None:
    """Putting the room aside, or why not (TH-35)."""
    if moment.legal & DISCARD:
        drawing.cells["deeds"] = discard(moment.pen, "", "")
        drawing.paths[DISCARD.bit_length() - 1] = ("discard",)
        return
    refusal = moment.why_not(DISCARD)
    drawing.cells["deeds"] = discard(moment.pen, said(moment.pen, refusal.reason), refusal.clause)
    drawing.refusals["discard"] = refusal


def taking_order(moment: Moment) -> tuple[int, ...]:
    """Clockwise from the first chooser; laying runs backwards in the original edition with three or four (TH-40)."""
    first = int(moment.table[FIRST]) - 1
    order = tuple((first + k) % moment.seats for k in range(moment.seats))
    options = moment.match.options
    if moment.phase == LAY and options["edition"] == "original" and moment.seats > 2:
        return order[::-1]
    return order


def draw_offers(moment: Moment, drawing: Drawing) -> None:
    """The change cards that can be taken (TH-40, TH-42, TH-63)."""
    pen, worth = moment.pen, moment.box.worth
    now = moment.awaited.bit_length() - 1
    drawing.cells["about"] = about_order(pen, "draw.taking_order", taking_order(moment), now, moment.players)
    packed = int(moment.table[POOL])
    kinds = (NOTHING, DOUBLE, FEWEST, MOST) if moment.match.options["extra_changes"] else (NOTHING, DOUBLE)
    refused = moment.refusals(kind for kind in kinds if moment.acts and not moment.legal >> kind & 1)
    for kind in kinds:
        left = packed >> (KIND_BITS * kind) & KIND
        refusal = refused.get(kind)
        drawing.cells[f"offer-{kind}"] = offer(pen, kind, left, worth, moment.acts, refusal)
        if refusal:
            drawing.refusals[f"change-{KIND_NAMES[kind]}"] = refusal
        elif moment.acts:
            drawing.paths[kind] = (f"change-{KIND_NAMES[kind]}",)


def draw_tiles(moment: Moment, drawing: Drawing) -> None:
    """The colours on which a change card can be laid (TH-44), or that can be picked (TH-60)."""
    pen = moment.pen
    now = moment.awaited.bit_length() - 1
    picking = moment.phase == CHOOSE
    key = "draw.choosing_order" if picking else "draw.laying_order"
    drawing.cells["about"] = about_order(pen, key, taking_order(moment), now, moment.players)
    kind = PLAIN if picking else int(moment.table[TAKEN]) >> (KIND_BITS * now) & KIND
    if not picking:
        drawing.cells["chosen"] = held_change(pen, kind, moment.box.worth)
    mine = ("choose" if picking else "lay") if moment.acts else ""
    refused = moment.refusals(k for k in range(COLOURS) if moment.acts and not moment.legal >> k & 1)
    animals = tuple(player.animal for player in moment.players)
    for colour, name in enumerate(COLOUR_NAMES):
        laid = int(moment.table[LAID]) >> (KIND_BITS * colour) & KIND
        gains = gains_of(moment, colour, laid, kind)
        drawing.cells[f"tile-{name}"] = tile(pen, colour, laid, gains, animals, moment.box.worth, mine)
        if colour in refused:
            drawing.refusals[f"colour-{name}"] = refused[colour]
        elif moment.acts:
            drawing.paths[colour] = (f"colour-{name}",)


def gains_of(moment: Moment, colour: int, laid: int, kind: int) -> tuple[tuple[int, int], ...]:
    """Every seat's points for a colour as it lies there, and with the card that is about to be laid."""
    counts = list(moment.counts(colour))
    then = laid or kind
    return tuple(
        (points_for(moment.match, laid, counts, seat), points_for(moment.match, then, counts, seat))
        for seat in range(moment.seats)
    )


def draw_standing(moment: Moment, drawing: Drawing) -> None:
    """The end of the game (TH-51)."""
    winners = int(moment.table[WINNERS])
    drawing.cells["standing"] = moment.pen.standing(
        moment.scores, winners, moment.players, tuple(map(moment.pen.points, moment.scores))
    )
