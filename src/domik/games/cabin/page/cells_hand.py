"""The hand area by stage: planning, draft, neighbour, fence, life, end of the game."""

from __future__ import annotations

from functools import lru_cache

from domik.games.cabin.page.context import BoardContext, CachedParts, Key
from domik.games.cabin.page.picture_card import big_card, big_neighbour, fence_place, pile, pile_order
from domik.games.cabin.page.picture_hand import (
    build_choice,
    draft_card,
    drafted_pile,
    final_standings,
    flip_choice,
    gain_choice,
    life_note,
    neighbour_action,
    notice,
    upgrade_choice,
    victim,
)
from domik.games.cabin.page.picture_side import plate
from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.parts import RESOURCE_NAMES
from domik.games.cabin.rules.reading import HAND_PAIRS, PLACE_PAIRS, drafted_cards, fenced_seat, kept_pile
from domik.games.cabin.rules.scoring import outcome
from domik.kernel.drawing import Drawing, Fragment, Paths, Pen, Refusal, say_cached

ASIDE = at.GAIN | at.UPGRADE | at.FLIP


def draw_hand_area(context: BoardContext, drawing: Drawing) -> None:
    sheets, pen = drawing.fragments, context.pen
    if context.match.options["draft"]:
        draw_draft(context, drawing)
    if context.match.options["neighbour"]:
        draw_victims(context, drawing)
        draw_fence(context, drawing)
    if context.drafts:
        return
    if context.is_over:
        draw_end(context, drawing)
    elif context.stage == at.LIVES:
        sheets["card"] = life_panel(pen, context.mine.years + 1, context.score(context.me), context.is_awaited)
    elif context.stage == at.DONE:
        sheets["card"] = notice_panel(pen, "bed-double", "draw.done", "draw.done_text")
    else:
        draw_planning(context, drawing)


@lru_cache(maxsize=256)
def life_panel(pen: Pen, year: int, points: int, acts: bool) -> Fragment:
    return Fragment({"card": life_note(pen, year, points, acts)})


@lru_cache(maxsize=256)
def notice_panel(pen: Pen, icon: str, title: str, text: str) -> Fragment:
    """A notice in place of a card."""
    return Fragment({"card": notice(pen, icon, title, text)})


def draw_planning(context: BoardContext, drawing: Drawing) -> None:
    """The card in hand, both piles, and the four choices."""
    pen, box, sheets = context.pen, context.cached_parts, drawing.fragments
    face, aside = context.hand(context.me), context.mine.aside
    deck = context.mine.deck if context.stage != at.FENCES else (context.mine.hand, *context.mine.deck)
    top, last = deck[0] if deck else 0, aside[-1] if aside else 0
    seen = [one >> at.KIND_SHIFT for one in (*context.mine.places, face, top, last)]
    sheets["pile-this"] = month_pile(pen, box, "this", top, deck, key_of(context.me, top, seen))
    sheets["pile-later"] = month_pile(pen, box, "later", last, aside, key_of(context.me, last, seen))
    if context.stage == at.FENCES:
        return
    if not face:
        sheets["card"] = notice_panel(pen, "hourglass", "draw.waits", "draw.waits_text")
        return
    key = key_of(context.me, face, seen)
    if context.stage == at.MEETS:
        drawing.cells["card"] = big_neighbour(pen, box, face, key)
        draw_neighbour_actions(context, drawing, face)
        return
    sheets["card"] = card_in_hand(pen, box, face, key, context.is_awaited)
    sheets["choices"] = draw_choices(context, face)


def key_of(me: int, face: int, seen: list[int]) -> str:
    """The animation key of a card; empty when an indistinguishable card is also visible, so that neither moves."""
    kind = face >> at.KIND_SHIFT
    return f"card-{me}-{kind}" if kind and seen.count(kind) == 1 else ""


@lru_cache(maxsize=256)
def month_pile(pen: Pen, box: CachedParts, which: str, top: int, faces: Key, key: str) -> Fragment:
    """A pile, and its cards in order for browsing."""
    cells = {f"pile-{which}": pile(pen, box, which, top, len(faces), key)}
    if faces:
        cells[f"order-{which}"] = pile_order(pen, box, which, faces)
    return Fragment(cells)


@lru_cache(maxsize=256)
def card_in_hand(pen: Pen, box: CachedParts, face: int, key: str, acts: bool) -> Fragment:
    return Fragment({"card": big_card(pen, box, face, key, acts)})


def refusal_of(context: BoardContext, action: int) -> Refusal | None:
    """The refusal of one of the viewer's actions; None for a legal one."""
    return None if not context.is_awaited or context.legal & action else context.refusal(action)


def refusal_text(pen: Pen, refusal: Refusal | None) -> tuple[str, str]:
    """Clause and reason of a refusal; empty strings for None."""
    return (refusal.clause, say_cached(pen, refusal.reason)) if refusal is not None else ("", "")


def draw_choices(context: BoardContext, face: int) -> Fragment:
    """Build, gain, upgrade, flip (CC-10)."""
    acts, free = context.is_awaited, context.mine.free()
    able = bool(context.legal & at.EVERY_PLACE)
    return choices(
        context.pen,
        context.cached_parts,
        face,
        context.mine.dice,
        acts,
        acts and able and not context.legal & at.GAIN,
        context.legal & ASIDE if acts else 0,
        refusal_of(context, free & -free) if acts and not able else None,
        refusal_of(context, at.GAIN),
        refusal_of(context, at.UPGRADE),
        refusal_of(context, at.FLIP),
    )


@lru_cache(maxsize=256)
def choices(
    pen: Pen,
    box: CachedParts,
    face: int,
    dice: Key,
    acts: bool,
    must: bool,
    asides: int,
    build: Refusal | None,
    gain: Refusal | None,
    upgrade: Refusal | None,
    flip: Refusal | None,
) -> Fragment:
    """All four choices; refused ones stay in place, disabled."""
    cells = {
        "do-build": build_choice(pen, box, face, dice, must, *refusal_text(pen, build)),
        "do-gain": gain_choice(pen, box, face, dice[box.side(face).gives], *refusal_text(pen, gain), acts),
        "do-upgrade": upgrade_choice(pen, box, face, *refusal_text(pen, upgrade), acts),
        "do-flip": flip_choice(pen, box, face, *refusal_text(pen, flip), acts),
    }
    found = {"build": build, "gain": gain, "upgrade": upgrade, "flip": flip}
    refusals = {id: refusal for id, refusal in found.items() if refusal is not None}
    return Fragment(cells, paths_of_asides(asides), refusals)


def paths_of_asides(legal: int) -> Paths:
    """Paths for gain, upgrade and flip, which take one click each."""
    found: Paths = {}
    for number, id in enumerate(("gain", "upgrade", "flip"), at.GAIN_NUMBER):
        if legal >> number & 1:
            found[number] = (id,)
    return found


# ---- the neighbour (CC-44 to CC-47) -------------------------------------------------------------------


def draw_neighbour_actions(context: BoardContext, drawing: Drawing, face: int) -> None:
    """Steal or give, strong effect, upgrade, flip; with no possible victim, only putting aside."""
    pen, box, cells, acts = context.pen, context.cached_parts, drawing.cells, context.is_awaited
    alone = bool(context.legal & at.GAIN)
    cells["do-gain"] = neighbour_action(pen, box, face, "gain" if alone else "hit", "", "", acts)
    shots = context.legal >> at.SHOT
    shot = shot_refusal(context) if acts and not shots else None
    upgrade, flip = refusal_of(context, at.UPGRADE), refusal_of(context, at.FLIP)
    cells["do-build"] = neighbour_action(pen, box, face, "shot", *refusal_text(pen, shot), acts)
    cells["do-upgrade"] = upgrade_choice(pen, box, face, *refusal_text(pen, upgrade), acts)
    cells["do-flip"] = flip_choice(pen, box, face, *refusal_text(pen, flip), acts)
    found = {"shot": shot, "upgrade": upgrade, "flip": flip}
    drawing.refusals |= {id: refusal for id, refusal in found.items() if refusal is not None}
    drawing.paths |= paths_of_asides(context.legal)
    if not acts:
        return
    plain = box.parts.edges[face & 3].shot in (at.FENCE, at.LONG_VISIT)
    for seat in range(context.seats):
        for die in range(at.RESOURCES):
            loot = f"loot-{seat}-{RESOURCE_NAMES[die]}"
            if context.legal >> (at.HIT + 4 * seat + die) & 1:
                drawing.paths[at.HIT + 4 * seat + die] = ("hit", loot)
            if context.legal >> (at.SHOT + 4 * seat + die) & 1:
                drawing.paths[at.SHOT + 4 * seat + die] = ("shot", f"victim-{seat}" if plain else loot)


def shot_refusal(context: BoardContext) -> Refusal | None:
    """Why the strong effect has no possible victim: the refusal for the last candidate."""
    found = None
    for seat in range(context.seats):
        if seat != context.me:
            found = context.refusal(1 << at.SHOT + 4 * seat) or found
    return found


def draw_victims(context: BoardContext, drawing: Drawing) -> None:
    """The possible victims and their resources."""
    aims = context.is_awaited and context.phase == at.PLAYING and context.stage == at.MEETS
    for seat in range(context.seats):
        if seat != context.me and aims:
            refusal = refusal_of(context, 1 << at.HIT + 4 * seat)
            if refusal is not None:
                drawing.refusals[f"victim-{seat}"] = refusal
            dice = context.each[seat].dice[: at.RESOURCES]
            drawing.cells[f"aim-{seat}"] = victim(
                context.pen, seat, context.players[seat], dice, *refusal_text(context.pen, refusal)
            )


def draw_fence(context: BoardContext, drawing: Drawing) -> None:
    """The victim's cabin while a fence is moved: two locations change places (CC-46)."""
    moves = context.is_awaited and context.phase == at.PLAYING and context.stage == at.FENCES
    if not moves:
        return
    victim_seat = fenced_seat(context.view)
    drawing.cells["whose"] = plate(context.pen, victim_seat, context.players[victim_seat], 40)
    for place, face in enumerate(context.each[victim_seat].places):
        drawing.cells[f"post-{place + 1}"] = fence_place(context.pen, context.cached_parts, face, place)
    for number, (first, second) in enumerate(PLACE_PAIRS):
        if context.legal >> number & 1:
            drawing.paths[number] = (f"fence-{first + 1}", f"fence-{second + 1}")


# ---- the draft (CC-41) --------------------------------------------------------------------------------


def draw_draft(context: BoardContext, drawing: Drawing) -> None:
    """The viewer's hand of two or four cards, and the cards they have laid down."""
    pen, box, cells = context.pen, context.cached_parts, drawing.cells
    if not context.drafts:
        return
    if context.is_awaited:
        for place, card in enumerate(drafted_cards(context.view), 1):
            cells[f"offer-{place}"] = draft_card(pen, box, card & at.FACE, place, f"draft-{card}")
        for number, (lower, upper) in enumerate(HAND_PAIRS):
            if context.legal >> number & 1:
                drawing.paths[number] = (f"draft-{lower + 1}", f"draft-{upper + 1}")
    elif context.seat < 0:
        cells["card"] = notice(pen, "eye", "draw.drafting", "draw.draft_secret")
    else:
        cells["card"] = notice(pen, "hourglass", "draw.drafting", "draw.draft_waits")
    cells["kept"] = drafted_pile(pen, box, tuple(kept_pile(context.view)))


# ---- the end ------------------------------------------------------------------------------------------


def draw_end(context: BoardContext, drawing: Drawing) -> None:
    """Who won and why (CC-31, CC-42, CC-43)."""
    found = outcome(context.match, context.view)
    scores = tuple(context.score(seat) for seat in range(context.seats))
    alone = context.seats == 1
    drawing.cells["standing"] = final_standings(
        context.pen,
        scores,
        () if alone else found.winners,
        context.players,
        say_cached(context.pen, found.reason),
        found.clause,
    )
