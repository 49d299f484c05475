"""The card in hand with its choices, stage by stage: planning, draft, neighbour, fence, life, the end."""

from __future__ import annotations

from domik.games.cabin.page.moment import Key, Moment
from domik.games.cabin.page.picture_card import big_card, big_neighbour, fence_place, order, pile
from domik.games.cabin.page.picture_shelf import (
    build_choice,
    deed,
    draft_card,
    flip_choice,
    gain_choice,
    kept,
    life_note,
    notice,
    standing,
    upgrade_choice,
    victim,
)
from domik.games.cabin.page.picture_side import plate
from domik.games.cabin.rules.reading import cards_of, dice_of, kept_pile, places_of
from domik.games.cabin.rules.resources import RESOURCE_NAMES
from domik.games.cabin.rules.scoring import outcome
from domik.games.cabin.rules.state import *
from domik.kernel.drawing import Drawing, Refusal

STILL = ("card", "do-build", "do-gain", "do-upgrade", "do-flip", "standing")
PILES = ("pile-this", "pile-later", "order-this", "order-later")


def draw_shelf(moment: Moment, drawing: Drawing) -> None:
    """The hand area."""
    cells = drawing.cells
    for name in (*STILL, *PILES):
        cells[name] = ""
    if moment.match.options["draft"]:
        draw_draft(moment, drawing)
    if moment.match.options["neighbour"]:
        draw_victims(moment, drawing)
        draw_fence(moment, drawing)
    if moment.drafts:
        return
    if moment.is_over:
        draw_end(moment, drawing)
    elif moment.stage == LIVES:
        cells["card"] = life_note(moment.pen, moment.mine[YEARS] + 1, moment.score(moment.me), moment.acts)
    elif moment.stage == DONE:
        cells["card"] = notice(moment.pen, "bed-double", "draw.done", "draw.done_text")
    else:
        draw_planning(moment, drawing)


def key_of(moment: Moment, face: int) -> str:
    """The key by which a card moves; a card whose twin is also in sight stays still."""
    kind = face >> KIND_SHIFT
    if not kind:
        return ""
    seen = [one >> KIND_SHIFT for one in places_of(moment.mine[PLACED])]
    others = [moment.hand(moment.me), moment.next(), *moment.aside()[-1:]]
    seen += [(one & FACE) >> KIND_SHIFT for one in others]
    return f"card-{moment.me}-{kind}" if seen.count(kind) == 1 else ""


def draw_planning(moment: Moment, drawing: Drawing) -> None:
    """The card in hand, both piles, and what can be done."""
    pen, box, cells = moment.pen, moment.box, drawing.cells
    face = moment.hand(moment.me) & FACE
    deck, aside = moment.deck(), tuple(card & FACE for card in moment.aside())
    top = moment.next() & FACE
    cells["pile-this"] = pile(pen, box, "this", top, len(deck), key_of(moment, top))
    cells["pile-later"] = pile(
        pen, box, "later", aside[-1] if aside else 0, len(aside), key_of(moment, (aside or (0,))[-1])
    )
    cells["order-this"] = order(pen, box, "this", deck) if deck else ""
    cells["order-later"] = order(pen, box, "later", aside) if aside else ""
    if moment.stage == FENCES:
        return
    if not face:
        cells["card"] = notice(pen, "hourglass", "draw.waits", "draw.waits_text")
        return
    if moment.stage == MEETS:
        cells["card"] = big_neighbour(pen, box, face, key_of(moment, face))
        draw_deeds(moment, drawing, face)
        return
    cells["card"] = big_card(pen, box, face, key_of(moment, face), moment.acts)
    draw_choices(moment, drawing, face)


def refused(moment: Moment, drawing: Drawing, action: int, id: str) -> tuple[str, str]:
    """Clause and reason of a refused action, noted in the drawing; nothing for a legal one."""
    if not moment.acts or moment.legal & action:
        return "", ""
    refusal = moment.refusal(action)
    if refusal is None:
        return "", ""
    drawing.refusals[id] = refusal
    return refusal.clause, moment.pen.say(refusal.reason)


def draw_choices(moment: Moment, drawing: Drawing, face: int) -> None:
    """Build, gain, upgrade, flip (CC-10); refused ones keep their place."""
    pen, box, cells, acts = moment.pen, moment.box, drawing.cells, moment.acts
    dice = dice_of(moment.mine[DICE])
    clause, reason = "", ""
    if acts and not moment.legal & EVERY_PLACE:
        free = moment.mine[FREE]
        clause, reason = refused(moment, drawing, free & -free, "build")
    must = acts and bool(moment.legal & EVERY_PLACE) and not moment.legal & GAIN
    cells["do-build"] = build_choice(pen, box, face, moment.mine[DICE] & NATURAL, must, clause, reason)
    had = dice[box.side(face).gives]
    clause, reason = refused(moment, drawing, GAIN, "gain")
    cells["do-gain"] = gain_choice(pen, box, face, had, clause, reason, acts)
    clause, reason = refused(moment, drawing, UPGRADE, "upgrade")
    cells["do-upgrade"] = upgrade_choice(pen, box, face, clause, reason, acts)
    clause, reason = refused(moment, drawing, FLIP, "flip")
    cells["do-flip"] = flip_choice(pen, box, face, clause, reason, acts)
    paths_of_asides(moment, drawing)


def paths_of_asides(moment: Moment, drawing: Drawing) -> None:
    """Gain, upgrade and flip are one click each."""
    for number, id in enumerate(("gain", "upgrade", "flip"), GAIN_NUMBER):
        if moment.legal >> number & 1:
            drawing.paths[number] = (id,)


# ---- the neighbour (CC-44 to CC-47) -------------------------------------------------------------------


def draw_deeds(moment: Moment, drawing: Drawing, face: int) -> None:
    """Hit somebody, leave the game, turn or flip; with nobody to hit, just lay it aside."""
    pen, box, cells, acts = moment.pen, moment.box, drawing.cells, moment.acts
    alone = bool(moment.legal & GAIN)
    cells["do-gain"] = deed(pen, box, face, "gain" if alone else "hit", "", "", acts)
    shots = moment.legal >> SHOT
    clause, reason = "", ""
    if acts and not shots:
        refusal = refused_shot(moment)
        if refusal is not None:
            drawing.refusals["shot"] = refusal
            clause, reason = refusal.clause, pen.say(refusal.reason)
    cells["do-build"] = deed(pen, box, face, "shot", clause, reason, acts)
    clause, reason = refused(moment, drawing, UPGRADE, "upgrade")
    cells["do-upgrade"] = upgrade_choice(pen, box, face, clause, reason, acts)
    clause, reason = refused(moment, drawing, FLIP, "flip")
    cells["do-flip"] = flip_choice(pen, box, face, clause, reason, acts)
    paths_of_asides(moment, drawing)
    if not acts:
        return
    plain = box.parts.edges[face & 3].shot in (FENCE, LONG_VISIT)
    for seat in range(moment.seats):
        for die in range(RESOURCES):
            loot = f"loot-{seat}-{RESOURCE_NAMES[die]}"
            if moment.legal >> (HIT + 4 * seat + die) & 1:
                drawing.paths[HIT + 4 * seat + die] = ("hit", loot)
            if moment.legal >> (SHOT + 4 * seat + die) & 1:
                drawing.paths[SHOT + 4 * seat + die] = ("shot", f"victim-{seat}" if plain else loot)


def refused_shot(moment: Moment) -> Refusal | None:
    """Why nobody can be hit by the strong effect: the reason of the last one who nearly could."""
    found = None
    for seat in range(moment.seats):
        if seat != moment.me:
            found = moment.refusal(1 << SHOT + 4 * seat) or found
    return found


def draw_victims(moment: Moment, drawing: Drawing) -> None:
    """Whom the neighbour may hit, and what they have."""
    aims = moment.acts and moment.phase == PLAYING and moment.stage == MEETS
    for seat in range(moment.seats):
        if seat == moment.me:
            continue
        cell = ""
        if aims:
            clause, reason = "", ""
            if not moment.legal >> (HIT + 4 * seat) & 1:
                clause, reason = refused(moment, drawing, 1 << HIT + 4 * seat, f"victim-{seat}")
            dice = dice_of(moment.blocks[seat][DICE])[:RESOURCES]
            cell = victim(moment.pen, seat, moment.players[seat], dice, clause, reason)
        drawing.cells[f"aim-{seat}"] = cell


def draw_fence(moment: Moment, drawing: Drawing) -> None:
    """The victim's cabin while a fence is moved: two locations change places (CC-46)."""
    moves = moment.acts and moment.phase == PLAYING and moment.stage == FENCES
    faces: Key = (0,) * PLACES
    drawing.cells["whose"] = ""
    if moves:
        victim_seat = int(moment.numbers[FENCED]) - 1
        faces = places_of(moment.blocks[victim_seat][PLACED])
        drawing.cells["whose"] = plate(moment.pen, victim_seat, moment.players[victim_seat], 40)
    for place, face in enumerate(faces):
        drawing.cells[f"post-{place + 1}"] = fence_place(moment.pen, moment.box, face, place) if moves else ""
    if moves:
        for number in range(FENCE_PAIRS):
            if moment.legal >> number & 1:
                first, second = int(FENCE_FIRST[number]), int(FENCE_SECOND[number])
                drawing.paths[number] = (f"fence-{first + 1}", f"fence-{second + 1}")


# ---- the draft (CC-41) --------------------------------------------------------------------------------


def draw_draft(moment: Moment, drawing: Drawing) -> None:
    """The viewer's hand of two or four, and what they laid down."""
    pen, box, cells = moment.pen, moment.box, drawing.cells
    for place in range(1, 5):
        cells[f"offer-{place}"] = ""
    cells["kept"] = ""
    if not moment.drafts:
        return
    if moment.acts:
        for place, card in enumerate(cards_of(moment.own(HAND)), 1):
            cells[f"offer-{place}"] = draft_card(pen, box, card & FACE, place, f"draft-{card}")
        for number in range(len(PAIR_LOWER)):
            if moment.legal >> number & 1:
                drawing.paths[number] = (f"draft-{PAIR_LOWER[number] + 1}", f"draft-{PAIR_UPPER[number] + 1}")
    elif moment.seat < 0:
        cells["card"] = notice(pen, "eye", "draw.drafting", "draw.draft_secret")
    else:
        cells["card"] = notice(pen, "hourglass", "draw.drafting", "draw.draft_waits")
    cells["kept"] = kept(pen, box, tuple(kept_pile(moment.view)))


# ---- the end ------------------------------------------------------------------------------------------


def draw_end(moment: Moment, drawing: Drawing) -> None:
    """Who won and why (CC-31, CC-42, CC-43)."""
    found = outcome(moment.match, moment.view)
    scores = tuple(moment.score(seat) for seat in range(moment.seats))
    alone = moment.seats == 1
    drawing.cells["standing"] = standing(
        moment.pen,
        scores,
        () if alone else found.winners,
        moment.players,
        moment.pen.say(found.reason),
        found.clause,
    )
