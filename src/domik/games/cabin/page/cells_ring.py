"""The own cabin: eight places around it, and the dice below."""

from __future__ import annotations

from domik.games.cabin.page.moment import Key, Moment
from domik.games.cabin.page.picture_card import free_place, location
from domik.games.cabin.page.picture_die import die_cell
from domik.games.cabin.page.preview import previews
from domik.games.cabin.rules.naming import place_id
from domik.games.cabin.rules.reading import dice_of, model_of, places_of
from domik.games.cabin.rules.resources import RESOURCE_NAMES
from domik.games.cabin.rules.state import *
from domik.kernel.drawing import Drawing


def draw_ring(moment: Moment, drawing: Drawing) -> None:
    """Every place and every die of the cabin that is drawn large."""
    draw_places(moment, drawing)
    draw_dice(moment, drawing)


def draw_places(moment: Moment, drawing: Drawing) -> None:
    """Locations, glowing places, refused ones."""
    pen, box, cells = moment.pen, moment.box, drawing.cells
    model = model_of(moment.match, moment.view)
    lives = moment.acts and moment.stage == LIVES
    first_free = moment.mine[FREE] & -moment.mine[FREE]
    years = previews(moment) if lives else ()
    keys = keys_of_built(moment)
    misfit = "draw.misfit" if moment.match.options["template"] else "draw.misplan"
    in_hand = moment.hand(moment.me) & FACE & ~UPGRADED
    for place, face in enumerate(places_of(moment.mine[PLACED])):
        wanted = model[place] if model else 0
        if face:
            badge = ("right" if face & ~UPGRADED == wanted else "wrong") if model else ""
            after: Key = years[place] if lives else ()
            cells[f"at-{place + 1}"] = location(pen, box, face, place, keys[place], after, badge)
            if lives:
                drawing.paths[place] = (place_id(place),)
            continue
        kind, clause, reason = "still", "", ""
        if moment.acts and moment.stage in (PLANS, LIVES) and not moment.drafts:
            kind = "can"
            if moment.legal >> place & 1:
                drawing.paths[place] = (place_id(place),)
            elif refusal := moment.refusal(1 << place if moment.stage == LIVES else first_free):  # one price for all
                kind, clause, reason = "no", refusal.clause, pen.say(refusal.reason)
                drawing.refusals[place_id(place)] = refusal
        warning = misfit if wanted and wanted != in_hand else ""
        cells[f"at-{place + 1}"] = free_place(pen, box, place, kind, wanted, warning, clause, reason)


def keys_of_built(moment: Moment) -> list[str]:
    """A key for every built card; two of the same kind in one cabin cannot be told apart and do not fly."""
    faces = places_of(moment.mine[PLACED])
    kinds = [face >> KIND_SHIFT for face in faces]
    return [f"card-{moment.me}-{kind}" if kind and kinds.count(kind) == 1 else "" for kind in kinds]


def draw_dice(moment: Moment, drawing: Drawing) -> None:
    """All eight, with what building would leave (CC-11) and the need to build (CC-18)."""
    values = dice_of(moment.mine[DICE])
    face = moment.hand(moment.me) & FACE
    after = values
    if face and face >> KIND_SHIFT != NEIGHBOUR and moment.stage == PLANS:
        price = moment.box.side(face).cost
        if all(values[die] >= price[die] for die in range(RESOURCES)):
            after = tuple(value - (price[die] if die < RESOURCES else 0) for die, value in enumerate(values))
    plans = moment.phase == PLAYING and moment.stage < LIVES
    for die, name in enumerate(RESOURCE_NAMES):
        need = plans and die < RESOURCES and values[die] == DIE_MOST
        drawing.cells[f"cube-{name}"] = die_cell(moment.pen, die, values[die], after[die], need)
