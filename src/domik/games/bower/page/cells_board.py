"""The birds board: six niches with goals, gems and counts; a goal can be looked at (BW-34)."""

from __future__ import annotations

from functools import lru_cache

from domik.games.bower.page.moment import Moment
from domik.games.bower.page.picture_board import OWN, SEEN, SHUT, goal_piece, goal_words, names, niche, piece_size
from domik.games.bower.page.picture_stage import Stage
from domik.games.bower.page.standing import Column, Standing, facing
from domik.games.bower.rules.state import COLUMNS_OF_SEAT_0, GOAL, GOAL_BITS, OVER, SCOUT, WIDTH
from domik.games.bower.words.telling import describe
from domik.kernel.drawing import Drawing, Pen, said
from domik.kernel.phrase import Phrase

OWNERS = tuple(0 if COLUMNS_OF_SEAT_0 >> GOAL_BITS * column & GOAL else 1 for column in range(WIDTH))


def draw_board(moment: Moment, drawing: Drawing, standing: Standing) -> None:
    """All niches and the names on the log."""
    mine = said(moment.pen, Phrase("draw.you")) if moment.seat >= 0 else moment.names[0]
    drawing.cells["sides"] = names(moment.pen, moment.stage, mine, moment.names[moment.foe])
    scouting = moment.acts and moment.phase == SCOUT
    numbers = [column for column in range(WIDTH) if not moment.legal >> column & 1] if scouting else []
    refused = moment.refusals(numbers) if scouting else {}
    for column in range(WIDTH):
        state = ""
        words = ""
        if scouting:
            id = f"goal-{column + 1}"
            if column in refused:
                state, words = "no", f"{said(moment.pen, refused[column].reason)} {refused[column].clause}"
                drawing.refusals[id] = refused[column]
            else:
                state, words = "can", said(moment.pen, describe(moment.match, moment.view, 1 << column))
                drawing.paths[column] = (id,)
        over = moment.phase == OVER
        drawing.cells[f"niche-{column + 1}"] = filled(
            moment.pen, moment.stage, column, standing.columns[column], moment.me, over, state, words
        )


@lru_cache(maxsize=8192)
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
