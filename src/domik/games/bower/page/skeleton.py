"""The skeleton of the Bower page: an empty element per cell, fixed for a given table, language and screen."""

from __future__ import annotations

from functools import lru_cache

from domik.games.bower.page.cells_hand import MOST_HELD
from domik.games.bower.page.cells_nest import PLACES, aim_id, at_id
from domik.games.bower.page.picture_layout import LARGE, LAYOUTS, BoardLayout, birds, log, nests, scenery
from domik.games.bower.page.picture_target import slot
from domik.games.bower.rules.parts import SURFACE_NAMES
from domik.games.bower.rules.state import ROW_SIZE, SURFACES, WIDTH
from domik.kernel.drawing import Pen
from domik.kernel.phrase import Phrase


@lru_cache(maxsize=64)
def areas(pen: Pen, rows: int, me: int, hard: bool) -> dict[str, str]:
    return {
        "ribbon": '<div class="clockwork" id="progress"></div>',
        "own": own(LAYOUTS[rows, pen.form], me),
        "side": side(pen),
        "hand": hand(pen, hard),
    }


def group(id: str, x: float, y: float) -> str:
    """An empty group at a position."""
    return f'<g id="{id}" transform="translate({x:g} {y:g})"></g>'


def own(stage: BoardLayout, me: int) -> str:
    """Both nests with the birds board between them; targets are drawn on top."""
    places = PLACES[: WIDTH * stage.rows]
    layers = []
    for id_of in (at_id, aim_id):
        theirs = "".join(group(id_of("their", place), *stage.corner(False, place)) for place in places)
        mine = "".join(group(id_of("my", place), *stage.corner(True, place)) for place in places)
        layers.append(f'<g data-enlarge="their-large">{theirs}</g>{mine}')
    niches = "".join(group(f"niche-{k + 1}", stage.left + k * stage.pitch, stage.y_log) for k in range(WIDTH))
    return (
        f'<svg class="board" viewBox="0 0 {stage.width} {stage.height}" preserveAspectRatio="xMidYMid meet"'
        f' overflow="visible"><defs id="ghost-of"></defs>{scenery(stage)}{nests(stage)}'
        f'<g class="timber" data-keep="">{log(stage)}{niches}<g id="sides"></g></g>{layers[0]}'
        f'<g id="their-branch"></g><g id="my-branch"></g>{birds(stage, me)}<g class="aims">{layers[1]}</g></svg>'
        f"{large(LARGE[stage.rows])}"
    )


def large(stage: BoardLayout) -> str:
    """The enlarged nest of the opponent, shown on demand."""
    places = PLACES[: WIDTH * stage.rows]
    free = slot(*stage.cell(False), "")
    pits = "".join(at(*stage.corner(False, place), free) for place in places)
    tiles = "".join(group(at_id("large", place), *stage.corner(False, place)) for place in places)
    return (
        f'<svg id="their-large" class="large" viewBox="0 0 {stage.width} {stage.y_log}" aria-hidden="true">'
        f'<rect width="{stage.width}" height="{stage.y_log}" rx="16" class="mat"/>{pits}{tiles}'
        '<g id="large-branch"></g></svg>'
    )


def at(x: float, y: float, inside: str) -> str:
    return f'<g transform="translate({x:g} {y:g})">{inside}</g>'


def side(pen: Pen) -> str:
    """The opponent, the standings, the viewer; on a phone the standings open over the board."""
    rows = "".join(f'<div id="duel-{name}"></div>' for name in SURFACE_NAMES[:SURFACES])
    rows += "".join(f'<div id="duel-{name}"></div>' for name in ("columns", "ornaments", "shells"))
    words = pen.say(Phrase("draw.standing"))
    inside = f'<p id="total-note"></p><div class="duels">{rows}</div><div class="aside" id="aside"></div>'
    if pen.phone:
        stand = (
            f'<details class="stand"><summary aria-label="{words}"><span class="total" id="total"></span>'
            f'</summary><div class="panel"><h2>{words}</h2>{inside}</div></details>'
        )
    else:
        stand = f'<section class="panel stand"><h2>{words}</h2><div class="total" id="total"></div>{inside}</section>'
    return player("their") + stand + player("my")


def player(side_name: str) -> str:
    return (
        f'<section class="panel who {side_name}"><div class="whois" id="{side_name}-head"></div>'
        f'<div class="given" id="{side_name}-gift"></div>'
        f'<div class="kept-by" id="{side_name}-kept"></div></section>'
    )


def hand(pen: Pen, hard: bool) -> str:
    """The row with its stacks, and the hand with its controls."""
    row = "".join(f'<div id="row-at-{k + 1}"></div>' for k in range(ROW_SIZE))
    tiles = "".join(f'<div id="hand-at-{k + 1}"></div>' for k in range(MOST_HELD))
    deeds = "".join(f'<div id="deed-{k}"></div>' for k in range(1, 9))
    row_words, hand_words = pen.say(Phrase("draw.row")), pen.say(Phrase("draw.shelf"))
    open_bonus = '<div class="open-bonus" id="open-bonus"></div>' if hard else ""
    return (
        f'<section class="panel market" aria-label="{row_words}"><h2><span>{row_words}</span><small id="stacks">'
        f'</small></h2><div class="slabs">{row}</div>{open_bonus}</section>'
        f'<section class="panel grasp" aria-label="{hand_words}"><div class="asks">{deeds}'
        '<div class="deeds" id="deeds"></div></div>'
        f'<h2 id="hand-head"></h2><div class="slabs"><div id="chosen"></div>{tiles}</div></section>'
    )
