"""The hand area below the board, by phase: cards to pick, take, lay or discard."""

from __future__ import annotations

from functools import lru_cache

from domik.games.treehouse.page.context import BoardContext, CachedParts, Key
from domik.games.treehouse.page.picture_hand import (
    ONE_ROW,
    about_hand,
    about_order,
    about_spectator,
    discard,
    hand_card,
    held_change,
    idle_card_picture,
    offer,
    tile,
)
from domik.games.treehouse.page.preview import previews
from domik.games.treehouse.rules.parts import COLOUR_NAMES
from domik.games.treehouse.rules.phrases import change_id, colour_id
from domik.games.treehouse.rules.reading import laid_kinds, pool_counts, taken_kind
from domik.games.treehouse.rules.state import *
from domik.kernel.drawing import Drawing, Fragment, Pen, PlayerInfo, Refusal, say_cached


def draw_hand_area(context: BoardContext, drawing: Drawing) -> None:
    drawing.fragments["shelf"] = hand_area(context)


def hand_area(context: BoardContext) -> Fragment:
    if context.phase == OVER:
        return final_standings(context)
    if context.phase == TAKE:
        return draw_offers(context)
    if context.phase in (LAY, CHOOSE):
        return draw_tiles(context)
    if context.seat < 0:
        return spectator_hand(context.pen)
    pen, box, last = context.pen, context.cached_parts, context.turn == TURNS - 1
    if context.phase == PICK and context.is_awaited:
        return hand_to_pick_from(pen, box, context.me, context.players, last, context.hand, context.fits())
    chosen = context.own(CHOSEN) or context.blocks[context.me][ROOM]
    building = context.phase == PLACE and context.is_awaited
    refusal = context.why_not(DISCARD) if building and not context.legal & DISCARD else None
    return idle_hand(pen, box, context.me, context.players, last, context.hand, chosen, building, refusal)


@lru_cache(maxsize=16)
def spectator_hand(pen: Pen) -> Fragment:
    return Fragment({"about": about_spectator(pen)})


@lru_cache(maxsize=128)
def hand_to_pick_from(
    pen: Pen, box: CachedParts, seat: int, players: tuple[PlayerInfo, ...], last: bool, hand: Key, fits: Key
) -> Fragment:
    """The hand while a room is chosen from it (TH-21)."""
    cells = {"about": about_hand(pen, seat, players, last)}
    for k, (card, slots) in enumerate(zip(hand, fits, strict=True), 1):
        cells[f"hand-{k}"] = card_to_pick(pen, box, card, k, slots.bit_count(), len(hand) > ONE_ROW)
    return Fragment(cells, {k: (f"card-{k + 1}",) for k in range(len(hand))})


@lru_cache(maxsize=128)
def idle_hand(
    pen: Pen,
    box: CachedParts,
    seat: int,
    players: tuple[PlayerInfo, ...],
    last: bool,
    hand: Key,
    chosen: int,
    building: bool,
    refusal: Refusal | None,
) -> Fragment:
    """The rest of the hand after the choice, with the discard button while the room is built (TH-22, TH-35)."""
    cells = {"about": about_hand(pen, seat, players, last)}
    if chosen:
        cells["chosen"] = idle_card(pen, box, chosen, True)
    for k, card in enumerate(hand, 1):
        cells[f"hand-{k}"] = idle_card(pen, box, card, False)
    if not building:
        return Fragment(cells)
    if refusal is None:
        cells["deeds"] = discard(pen, "", "")
        return Fragment(cells, {DISCARD.bit_length() - 1: ("discard",)})
    cells["deeds"] = discard(pen, say_cached(pen, refusal.reason), refusal.clause)
    return Fragment(cells, refusals={"discard": refusal})


@lru_cache(maxsize=4096)
def card_to_pick(pen: Pen, box: CachedParts, card: int, place: int, fits: int, wide: bool) -> str:
    return hand_card(pen, box.room(card), place, fits, wide)


@lru_cache(maxsize=2048)
def idle_card(pen: Pen, box: CachedParts, card: int, chosen: bool) -> str:
    """A card that cannot be clicked."""
    return idle_card_picture(pen, box.room(card), chosen)


def taking_order(context: BoardContext) -> tuple[int, ...]:
    """Clockwise from the first chooser; laying is reversed in the original edition with 3-4 seats (TH-40)."""
    first = int(context.numbers[FIRST]) - 1
    order = tuple((first + k) % context.seats for k in range(context.seats))
    options = context.match.options
    if context.phase == LAY and options["edition"] == "original" and context.seats > 2:
        return order[::-1]
    return order


def draw_offers(context: BoardContext) -> Fragment:
    """The change cards that can be taken (TH-40, TH-42, TH-63)."""
    pen, worth = context.pen, context.cached_parts.worth
    now = context.awaited.bit_length() - 1
    sheet = Fragment({}, {}, {})
    sheet.cells["about"] = about_order(pen, "draw.taking_order", taking_order(context), now, context.players)
    left = pool_counts(context.view)
    kinds = (NOTHING, DOUBLE, FEWEST, MOST) if context.match.options["extra_changes"] else (NOTHING, DOUBLE)
    refused = context.refusals(kind for kind in kinds if context.is_awaited and not context.legal >> kind & 1)
    for kind in kinds:
        refusal = refused.get(kind)
        sheet.cells[f"offer-{kind}"] = offer(pen, kind, left[kind], worth, context.is_awaited, refusal)
        if refusal:
            sheet.refusals[change_id(kind)] = refusal
        elif context.is_awaited:
            sheet.paths[kind] = (change_id(kind),)
    return sheet


def draw_tiles(context: BoardContext) -> Fragment:
    """The colours a change card can be laid on (TH-44), or that can be picked (TH-60)."""
    pen = context.pen
    sheet = Fragment({}, {}, {})
    now = context.awaited.bit_length() - 1
    picking = context.phase == CHOOSE
    key = "draw.choosing_order" if picking else "draw.laying_order"
    sheet.cells["about"] = about_order(pen, key, taking_order(context), now, context.players)
    kind = PLAIN if picking else taken_kind(context.view, now)
    if not picking:
        sheet.cells["chosen"] = held_change(pen, kind, context.cached_parts.worth)
    mine = ("choose" if picking else "lay") if context.is_awaited else ""
    refused = context.refusals(k for k in range(COLOURS) if context.is_awaited and not context.legal >> k & 1)
    animals = tuple([player.animal for player in context.players])
    laid, gains = laid_kinds(int(context.numbers[LAID])), previews(context, kind)
    for colour, name in enumerate(COLOUR_NAMES):
        sheet.cells[f"tile-{name}"] = tile(
            pen, colour, laid[colour], gains[colour], animals, context.cached_parts.worth, mine
        )
        if colour in refused:
            sheet.refusals[colour_id(colour)] = refused[colour]
        elif context.is_awaited:
            sheet.paths[colour] = (colour_id(colour),)
    return sheet


def final_standings(context: BoardContext) -> Fragment:
    """The result of the game (TH-51)."""
    points = tuple(map(context.pen.points, context.scores))
    winners = int(context.numbers[WINNERS])
    return Fragment({"standing": context.pen.final_standings(context.scores, winners, context.players, points)})
