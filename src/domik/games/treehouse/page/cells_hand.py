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


def draw_hand_area(moment: BoardContext, drawing: Drawing) -> None:
    drawing.fragments["shelf"] = hand_area(moment)


def hand_area(moment: BoardContext) -> Fragment:
    if moment.phase == OVER:
        return final_standings(moment)
    if moment.phase == TAKE:
        return draw_offers(moment)
    if moment.phase in (LAY, CHOOSE):
        return draw_tiles(moment)
    if moment.seat < 0:
        return spectator_hand(moment.pen)
    pen, box, last = moment.pen, moment.cached_parts, moment.turn == TURNS - 1
    if moment.phase == PICK and moment.is_awaited:
        return hand_to_pick_from(pen, box, moment.me, moment.players, last, moment.hand, moment.fits())
    chosen = moment.own(CHOSEN) or moment.blocks[moment.me][ROOM]
    building = moment.phase == PLACE and moment.is_awaited
    refusal = moment.why_not(DISCARD) if building and not moment.legal & DISCARD else None
    return idle_hand(pen, box, moment.me, moment.players, last, moment.hand, chosen, building, refusal)


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


def taking_order(moment: BoardContext) -> tuple[int, ...]:
    """Clockwise from the first chooser; laying is reversed in the original edition with 3-4 seats (TH-40)."""
    first = int(moment.numbers[FIRST]) - 1
    order = tuple((first + k) % moment.seats for k in range(moment.seats))
    options = moment.match.options
    if moment.phase == LAY and options["edition"] == "original" and moment.seats > 2:
        return order[::-1]
    return order


def draw_offers(moment: BoardContext) -> Fragment:
    """The change cards that can be taken (TH-40, TH-42, TH-63)."""
    pen, worth = moment.pen, moment.cached_parts.worth
    now = moment.awaited.bit_length() - 1
    sheet = Fragment({}, {}, {})
    sheet.cells["about"] = about_order(pen, "draw.taking_order", taking_order(moment), now, moment.players)
    left = pool_counts(moment.view)
    kinds = (NOTHING, DOUBLE, FEWEST, MOST) if moment.match.options["extra_changes"] else (NOTHING, DOUBLE)
    refused = moment.refusals(kind for kind in kinds if moment.is_awaited and not moment.legal >> kind & 1)
    for kind in kinds:
        refusal = refused.get(kind)
        sheet.cells[f"offer-{kind}"] = offer(pen, kind, left[kind], worth, moment.is_awaited, refusal)
        if refusal:
            sheet.refusals[change_id(kind)] = refusal
        elif moment.is_awaited:
            sheet.paths[kind] = (change_id(kind),)
    return sheet


def draw_tiles(moment: BoardContext) -> Fragment:
    """The colours a change card can be laid on (TH-44), or that can be picked (TH-60)."""
    pen = moment.pen
    sheet = Fragment({}, {}, {})
    now = moment.awaited.bit_length() - 1
    picking = moment.phase == CHOOSE
    key = "draw.choosing_order" if picking else "draw.laying_order"
    sheet.cells["about"] = about_order(pen, key, taking_order(moment), now, moment.players)
    kind = PLAIN if picking else taken_kind(moment.view, now)
    if not picking:
        sheet.cells["chosen"] = held_change(pen, kind, moment.cached_parts.worth)
    mine = ("choose" if picking else "lay") if moment.is_awaited else ""
    refused = moment.refusals(k for k in range(COLOURS) if moment.is_awaited and not moment.legal >> k & 1)
    animals = tuple([player.animal for player in moment.players])
    laid, gains = laid_kinds(int(moment.numbers[LAID])), previews(moment, kind)
    for colour, name in enumerate(COLOUR_NAMES):
        sheet.cells[f"tile-{name}"] = tile(
            pen, colour, laid[colour], gains[colour], animals, moment.cached_parts.worth, mine
        )
        if colour in refused:
            sheet.refusals[colour_id(colour)] = refused[colour]
        elif moment.is_awaited:
            sheet.paths[colour] = (colour_id(colour),)
    return sheet


def final_standings(moment: BoardContext) -> Fragment:
    """The result of the game (TH-51)."""
    points = tuple(map(moment.pen.points, moment.scores))
    winners = int(moment.numbers[WINNERS])
    return Fragment({"standing": moment.pen.standing(moment.scores, winners, moment.players, points)})
