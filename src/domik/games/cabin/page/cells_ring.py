"""The viewer's cabin: eight places around it, and the dice below."""

from __future__ import annotations

from functools import lru_cache

from domik.games.cabin.page.context import BoardContext, CachedParts, Key
from domik.games.cabin.page.picture_card import die_cell, free_place, location
from domik.games.cabin.page.preview import Preview, previews
from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.parts import RESOURCE_NAMES
from domik.games.cabin.rules.phrases import place_id
from domik.games.cabin.rules.reading import model_of
from domik.kernel.drawing import Drawing, Fragment, Pen, Refusal, say_cached

PLACE_IDS = tuple(map(place_id, range(at.PLACES)))
Refused = tuple[Refusal | None, ...]  # by place; None where nothing is refused


def draw_ring(context: BoardContext, drawing: Drawing) -> None:
    """Draw the places and dice of the cabin shown in full size."""
    pen, box, faces = context.pen, context.cached_parts, context.mine.places
    model = model_of(context.match, context.view)
    years = previews(context) if context.is_awaited and context.stage == at.LIVES else ()
    drawing.fragments["built"] = built_places(pen, box, context.me, faces, years, model)
    drawing.fragments["plots"] = draw_plots(context, model)
    drawing.fragments["dice"] = draw_dice(context)


@lru_cache(maxsize=256)
def built_places(pen: Pen, box: CachedParts, me: int, faces: Key, years: tuple[Preview, ...], model: Key) -> Fragment:
    """Built locations: possible starts of a year in life (CC-20), right or wrong beside a model (CC-42)."""
    keys = keys_of_built(me, faces)
    sheet = Fragment({}, {})
    for place, face in enumerate(faces):
        if face:
            badge = ("right" if face & ~at.UPGRADED == model[place] else "wrong") if model else ""
            after: Key = years[place] if years else ()
            sheet.cells[f"at-{place + 1}"] = location(pen, box, face, place, keys[place], after, badge)
            if years:
                sheet.paths[place] = (PLACE_IDS[place],)
    return sheet


def draw_plots(context: BoardContext, model: Key) -> Fragment:
    """The free places: idle, buildable, or refused."""
    misfit = "draw.misfit" if context.match.options["template"] else "draw.misplan"
    in_hand = context.hand(context.me) & ~at.UPGRADED if model else 0
    free = context.mine.free()
    acts = context.is_awaited and context.stage in (at.PLANS, at.LIVES) and not context.drafts
    refused: Refused = ()
    if acts and free & ~context.legal:
        lives = context.stage == at.LIVES  # while planning, the price is the same for all places
        why = None if lives else context.refusal(free & -free)
        refused = tuple(
            [
                None
                if context.legal >> place & 1 or not free >> place & 1
                else context.refusal(1 << place)
                if lives
                else why
                for place in range(at.PLACES)
            ]
        )
    legal = context.legal & at.EVERY_PLACE if acts else 0
    return plots(context.pen, context.cached_parts, free, acts, legal, refused, model, in_hand, misfit)


@lru_cache(maxsize=256)
def plots(
    pen: Pen,
    box: CachedParts,
    free: int,
    acts: bool,
    legal: int,
    refused: Refused,
    model: Key,
    in_hand: int,
    misfit: str,
) -> Fragment:
    sheet = Fragment({}, {}, {})
    for place in range(at.PLACES):
        if not free >> place & 1:
            continue
        kind, clause, reason = "can" if acts else "still", "", ""
        refusal = refused[place] if refused else None
        if legal >> place & 1:
            sheet.paths[place] = (PLACE_IDS[place],)
        elif refusal is not None:
            kind, clause, reason = "no", refusal.clause, say_cached(pen, refusal.reason)
            sheet.refusals[PLACE_IDS[place]] = refusal
        wanted = model[place] if model else 0
        warning = misfit if wanted and wanted != in_hand else ""
        sheet.cells[f"at-{place + 1}"] = free_place(pen, box, place, kind, wanted, warning, clause, reason)
    return sheet


def keys_of_built(me: int, faces: Key) -> list[str]:
    """An animation key for every built card; two of the same kind are indistinguishable and are not animated."""
    kinds = [face >> at.KIND_SHIFT for face in faces]
    return [f"card-{me}-{kind}" if kind and kinds.count(kind) == 1 else "" for kind in kinds]


def draw_dice(context: BoardContext) -> Fragment:
    """All eight dice, with the values after building (CC-11) and the need to build (CC-18)."""
    face = context.hand(context.me)
    priced = bool(face) and face >> at.KIND_SHIFT != at.NEIGHBOUR and context.stage == at.PLANS
    price = tuple(context.cached_parts.side(face).cost) if priced else ()
    plans = context.phase == at.PLAYING and context.stage < at.LIVES
    return tray(context.pen, context.mine.dice, price, plans)


@lru_cache(maxsize=256)
def tray(pen: Pen, dice: Key, price: Key, plans: bool) -> Fragment:
    """The dice, and the values left after a price that can be paid."""
    after = dice
    if price and all(dice[die] >= price[die] for die in range(at.RESOURCES)):
        after = tuple([value - (price[die] if die < at.RESOURCES else 0) for die, value in enumerate(dice)])
    cells = {}
    for die, name in enumerate(RESOURCE_NAMES):
        need = plans and die < at.RESOURCES and dice[die] == at.DIE_MOST
        cells[f"cube-{name}"] = die_cell(pen, die, dice[die], after[die], need)
    return Fragment(cells)
