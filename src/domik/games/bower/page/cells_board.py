"""The birds board: six niches with goals, gems and counts; in some phases a goal can be scouted (BW-34)."""

from __future__ import annotations

from functools import lru_cache

from domik.games.bower.page.context import BoardContext, ColumnScore, CurrentScore, as_viewer_sees
from domik.games.bower.page.picture_board import OWN, SEEN, SHUT, goal_piece, goal_words, niche, piece_size, side_names
from domik.games.bower.page.picture_layout import BoardLayout
from domik.games.bower.rules.reading import columns_of
from domik.games.bower.rules.state import OVER, SCOUT, WIDTH
from domik.games.bower.words.prompts import describe
from domik.kernel.drawing import Drawing, Fragment, Pen, say_cached
from domik.kernel.phrase import Phrase


def draw_board(context: BoardContext, drawing: Drawing, standing: CurrentScore) -> None:
    pen, stage = context.pen, context.layout
    mine = say_cached(pen, Phrase("draw.you")) if context.seat >= 0 else context.names[0]
    drawing.fragments["sides"] = names_on_log(pen, stage, mine, context.names[context.foe])
    if context.is_awaited and context.phase == SCOUT:
        drawing.fragments["niches"] = draw_scouting(context, standing)
    else:
        over = context.phase == OVER
        drawing.fragments["niches"] = niches(pen, stage, standing.columns, context.me, over)


@lru_cache(maxsize=256)
def names_on_log(pen: Pen, stage: BoardLayout, mine: str, theirs: str) -> Fragment:
    return Fragment({"sides": side_names(pen, stage, mine, theirs)})


@lru_cache(maxsize=256)
def niches(pen: Pen, stage: BoardLayout, columns: tuple[ColumnScore, ...], me: int, over: bool) -> Fragment:
    """All six niches while no goal can be scouted."""
    return Fragment(
        {f"niche-{k + 1}": niche_cell(pen, stage, k, shown, me, over, "", "") for k, shown in enumerate(columns)}
    )


def draw_scouting(context: BoardContext, standing: CurrentScore) -> Fragment:
    """All six niches while a goal can be scouted (BW-34)."""
    pen, sheet = context.pen, Fragment({}, {}, {})
    refused = context.refusals([column for column in range(WIDTH) if not context.legal >> column & 1])
    for column in range(WIDTH):
        id = f"goal-{column + 1}"
        if column in refused:
            state, words = "no", f"{say_cached(pen, refused[column].reason)} {refused[column].clause}"
            sheet.refusals[id] = refused[column]
        else:
            state, words = "can", say_cached(pen, describe(context.match, context.view, 1 << column))
            sheet.paths[column] = (id,)
        sheet.cells[f"niche-{column + 1}"] = niche_cell(
            pen, context.layout, column, standing.columns[column], context.me, False, state, words
        )
    return sheet


@lru_cache(maxsize=256)
def niche_cell(
    pen: Pen, stage: BoardLayout, column: int, shown: ColumnScore, me: int, over: bool, state: str, words: str
) -> str:
    mine = column + 1 in columns_of(me)
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
        stage,
        column + 1,
        mine,
        piece,
        as_viewer_sees(shown.gems, me),
        as_viewer_sees(shown.counts, me),
        as_viewer_sees(shown.eggs, me),
    )
