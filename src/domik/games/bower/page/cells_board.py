"""The birds board: six niches with goals, gems and counts; a goal can be looked at (BW-34)."""

from __future__ import annotations

from functools import lru_cache

from domik.games.bower.page.moment import Moment
from domik.games.bower.page.picture_board import OWN, SEEN, SHUT, goal_piece, goal_words, names, niche, piece_size
from domik.games.bower.page.picture_stage import Stage
from domik.games.bower.page.standing import Column, Standing, facing
from domik.games.bower.rules.state import COLUMNS_OF_SEAT_0, GOAL, GOAL_BITS, OVER, SCOUT, WIDTH
from domik.games.bower.words.telling import describe
from domik.kernel.drawing import Drawing, Pen, Sheet, said
from domik.kernel.phrase import Phrase

OWNERS = tuple(0 if COLUMNS_OF_SEAT_0 >> GOAL_BITS * column & GOAL else 1 for column in range(WIDTH))


def draw_board(moment: Moment, drawing: Drawing, standing: Standing) -> None:
    """All niches and the names on the log."""
    pen, stage = moment.pen, moment.stage
    mine = said(pen, Phrase("draw.you")) if moment.seat >= 0 else moment.names[0]
    drawing.sheets["sides"] = names_on_log(pen, stage, mine, moment.names[moment.foe])
    if moment.acts and moment.phase == SCOUT:
        drawing.sheets["niches"] = draw_scouting(moment, standing)
    else:
        over = moment.phase == OVER
        drawing.sheets["niches"] = niches(pen, stage, standing.columns, moment.me, over)


@lru_cache(maxsize=256)
def names_on_log(pen: Pen, stage: Stage, mine: str, theirs: str) -> Sheet:
    """Whose side is which."""
    return Sheet({"sides": names(pen, stage, mine, theirs)})


@lru_cache(maxsize=512)
def niches(pen: Pen, stage: Stage, columns: tuple[Column, ...], me: int, over: bool) -> Sheet:
    """All six while nobody looks into one."""
    return Sheet({f"niche-{k + 1}": filled(pen, stage, k, shown, me, over, "", "") for k, shown in enumerate(columns)})


def draw_scouting(moment: Moment, standing: Standing) -> Sheet:
    """All six while a goal may be looked at (BW-34)."""
    pen, sheet = moment.pen, Sheet({}, {}, {})
    refused = moment.refusals([column for column in range(WIDTH) if not moment.legal >> column & 1])
    for column in range(WIDTH):
        id = f"goal-{column + 1}"
        if column in refused:
            state, words = "no", f"{said(pen, refused[column].reason)} {refused[column].clause}"
            sheet.refusals[id] = refused[column]
        else:
            state, words = "can", said(pen, describe(moment.match, moment.view, 1 << column))
            sheet.paths[column] = (id,)
        sheet.cells[f"niche-{column + 1}"] = filled(
            pen, moment.stage, column, standing.columns[column], moment.me, False, state, words
        )
    return sheet


@lru_cache(maxsize=2048)
def filled(pen: Pen, stage: Stage, column: int, shown: Column, me: int, over: bool, state: str, words: str) -> str:
    """One niche."""
    mine = OWNERS[column] == me
    how = SHUT if not shown.goal else OWN if mine or over else SEEN
    label = pen.say(goal_words(shown.goal, column + 1, how))
    piece = f'<g role="img" aria-label="{label}">{goal_piece(pen, shown.goal, how, piece_size(stage))}</g>'
    if state:
        r = piece_size(stage) / 2 + 5
        off = ' aria-disabled="true"' if state == "no" else ""
        piece = (
            f'<g id="goal-{column + 1}" class="look {state}" role="button" tabindex="0"{off}'
            f' aria-label="{label}. {words}">{goal_piece(pen, shown.goal, how, piece_size(stage))}'
            f'<circle r="{r:.1f}" class="aim"/></g>'
        )
    return niche(
        stage, column + 1, mine, piece, facing(shown.gems, me), facing(shown.counts, me), facing(shown.eggs, me)
    )
