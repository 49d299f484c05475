"""Bonus tiles: a small picture each, a card to choose, and how one lies beside its owner."""

from __future__ import annotations

from functools import lru_cache

from domik.games.bower.page.moment import Box
from domik.games.bower.page.picture_ornament import use
from domik.games.bower.page.picture_tile import domino, token
from domik.games.bower.rules.naming import bonus_phrase, effect_phrase
from domik.games.bower.rules.parts import BONUS_NAMES
from domik.games.bower.rules.state import *
from domik.kernel.drawing import Pen, Refusal
from domik.kernel.phrase import Phrase

GLYPHS = {COVER: "layers-2", GIFT: "gift", DOUBLE_TURN: "repeat-2", LOSS: "trash-2"}
INK = "#4b3417"


def shut_egg(x: float, y: float, scale: float) -> str:
    """A goal that nobody has looked at."""
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})">'
        '<path d="M0-14C12-14 13 14 0 14C-13 14-12-14 0-14Z" class="shut"/>'
        '<text y="6" class="quiz" font-size="17">?</text></g>'
    )


@lru_cache(maxsize=1024)
def art(pen: Pen, box: Box, tile: int) -> str:
    """The picture of a bonus tile on 48 x 48."""
    if tile <= COLOURED_SHELLS:
        a, b = box.halves(NEST_BONUS + tile)
        return f'<g transform="translate(3 13)">{domino(a, b, 20, 20, 22, 0)}</g>'
    if tile < ORNAMENT_SHELLS:
        colour = ("yellow", "purple", "red")[tile - ORNAMENT_YELLOW]
        return use(f"{colour}_flower", 16, 21, 23) + use(f"{colour}_feather", 32, 27, 23)
    if tile == ORNAMENT_SHELLS:
        return use("shell", 16, 20, 22) + use("shell", 32, 28, 22)
    if tile == SCOUT_GOAL:
        return shut_egg(20, 22, 1.15) + eye(pen, 34, 34)
    if tile == SCOUT_ASIDE:
        return shut_egg(14, 20, 0.95) + shut_egg(31, 20, 0.95) + eye(pen, 24, 36)
    if tile == TOKEN_X:
        return use("cross", 24, 24, 34)
    if tile == TOKEN_BRANCH:
        return use("twig", 24, 24, 40)
    if tile < TOKEN_BRANCH:
        return token(("white_flower", "white_feather", "shells")[tile - TOKEN_WHITE_FLOWER], 24, 24, 38)
    twice = (
        f'<text x="38" y="15" font-size="14" font-weight="800" fill="{INK}" text-anchor="middle">×2</text>'
        if tile == DOUBLE_TURN
        else ""
    )
    return pen.glyph(GLYPHS[tile], 9, 9, 30, INK, 2, "#f0d9a8") + twice


def eye(pen: Pen, x: float, y: float) -> str:
    """Somebody looks."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="#fffaf0" stroke="#50664e"'
        f' stroke-width="1.4"/>{pen.glyph("eye", x - 7, y - 7, 14, "#2c2822", 2.3)}'
    )


@lru_cache(maxsize=1024)
def face(pen: Pen, box: Box, tile: int, size: int) -> str:
    """A bonus tile as a picture of its own."""
    return (
        f'<svg class="bonus-face" width="{size}" height="{size}" viewBox="0 0 48 48"'
        f' aria-hidden="true">{art(pen, box, tile)}</svg>'
    )


def short_name(tile: int) -> Phrase:
    """Its name where there is little room."""
    plain = tile == COLOURED_SHELLS or tile > SCOUT_ASIDE
    return bonus_phrase(tile) if plain else Phrase(f"draw.{BONUS_NAMES[tile]}")


def told(pen: Pen, box: Box, tile: int, size: int) -> str:
    """A bonus tile with its name and what it does."""
    words = f"<b>{pen.say(bonus_phrase(tile))}</b> <small>{pen.say(effect_phrase(tile))}</small>"
    return f"{face(pen, box, tile, size)}<span>{words}</span>"


@lru_cache(maxsize=512)
def choice(pen: Pen, box: Box, tile: int) -> str:
    """A bonus tile that can be kept (BW-24, BW-60)."""
    return (
        f'<button id="bonus-{BONUS_NAMES[tile]}" type="button" class="offer can"'
        f' data-key="bonus-{BONUS_NAMES[tile]}">{told(pen, box, tile, 44)}</button>'
    )


@lru_cache(maxsize=512)
def shown(pen: Pen, box: Box, tile: int) -> str:
    """A bonus tile that lies open for everybody (BW-60)."""
    words = f"{pen.say(bonus_phrase(tile))}: {pen.say(effect_phrase(tile))}"
    return (
        f'<span class="lies" role="img" data-key="bonus-{BONUS_NAMES[tile]}" title="{words}"'
        f' aria-label="{words}">{face(pen, box, tile, 36)}</span>'
    )


@lru_cache(maxsize=1024)
def kept(pen: Pen, box: Box, tile: int, note: str, how: str) -> str:
    """A bonus tile beside its owner: what became of it stands below."""
    words = f"{pen.say(bonus_phrase(tile))}: {pen.say(effect_phrase(tile))}; {note}"
    key = f' data-key="bonus-{BONUS_NAMES[tile]}"'
    return (
        f'<div class="kept {how}" role="img" title="{words}" aria-label="{words}"{key}>'
        f'<span class="plaque">{face(pen, box, tile, 44)}</span>'
        f"<b>{pen.say(short_name(tile))}</b><small>{note}</small></div>"
    )


@lru_cache(maxsize=512)
def question(pen: Pen, box: Box, tile: int) -> str:
    """The bonus tile whose effect is being decided."""
    return f'<div class="offer asked" data-key="bonus-{BONUS_NAMES[tile]}">{told(pen, box, tile, 48)}</div>'


@lru_cache(maxsize=512)
def answers(pen: Pen, refusal: Refusal | None) -> str:
    """Use it now, or why not; or never use it (BW-24, BW-37 to BW-40)."""
    words = pen.say(Phrase("draw.use"))
    state, icon, label, clause = "can", "sparkles", "", ""
    if refusal is not None:
        state, icon, clause = "no", "ban", f"<sup>{refusal.clause}</sup>"
        label = f' aria-disabled="true" aria-label="{words}. {pen.say(refusal.reason)} {refusal.clause}"'
    never = f"{pen.icon('archive', 17)}{pen.say(Phrase('draw.decline'))}"
    return (
        f'<button id="use" type="button" class="button {state}"{label}>{pen.icon(icon, 17)}{words}{clause}</button>'
        f'<button id="decline" type="button" class="button quiet can">{never}</button>'
    )
