"""HTML of the hand area: bonus tiles, tiles in the row and hand, buttons, and the end of the game."""

from __future__ import annotations

from functools import lru_cache

from domik.games.bower.page.context import CachedParts, tile_words
from domik.games.bower.page.picture_ornament import picture, use_symbol
from domik.games.bower.page.picture_tile import domino, loose_tile, token, turned_tile
from domik.games.bower.rules import state as at
from domik.games.bower.rules.parts import BONUS_NAMES, KIND_NAMES
from domik.games.bower.rules.phrases import bonus_phrase, effect_phrase, kind_phrase, turn_phrase
from domik.kernel.drawing import Markup, Pen, PlayerInfo, Refusal, say_cached
from domik.kernel.phrase import Phrase

GLYPHS = {at.COVER: "layers-2", at.GIFT: "gift", at.DOUBLE_TURN: "repeat-2", at.LOSS: "trash-2"}
INK = "#4b3417"


def shut_egg(x: float, y: float, scale: float) -> str:
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})">'
        '<path d="M0-14C12-14 13 14 0 14C-13 14-12-14 0-14Z" class="shut"/>'
        '<text y="6" class="quiz" font-size="17">?</text></g>'
    )


@lru_cache(maxsize=256)
def tile_art(pen: Pen, box: CachedParts, tile: int) -> str:
    """The picture of a bonus tile, 48 x 48."""
    if tile <= at.COLOURED_SHELLS:
        a, b = box.halves(at.NEST_BONUS + tile)
        return f'<g transform="translate(3 13)">{domino(a, b, 20, 20, 22, 0)}</g>'
    if tile < at.ORNAMENT_SHELLS:
        colour = ("yellow", "purple", "red")[tile - at.ORNAMENT_YELLOW]
        return use_symbol(f"{colour}_flower", 16, 21, 23) + use_symbol(f"{colour}_feather", 32, 27, 23)
    if tile == at.ORNAMENT_SHELLS:
        return use_symbol("shell", 16, 20, 22) + use_symbol("shell", 32, 28, 22)
    if tile == at.SCOUT_GOAL:
        return shut_egg(20, 22, 1.15) + eye(pen, 34, 34)
    if tile == at.SCOUT_ASIDE:
        return shut_egg(14, 20, 0.95) + shut_egg(31, 20, 0.95) + eye(pen, 24, 36)
    if tile == at.TOKEN_X:
        return use_symbol("cross", 24, 24, 34)
    if tile == at.TOKEN_BRANCH:
        return use_symbol("twig", 24, 24, 40)
    if tile < at.TOKEN_BRANCH:
        return token(("white_flower", "white_feather", "shells")[tile - at.TOKEN_WHITE_FLOWER], 24, 24, 38)
    twice = (
        f'<text x="38" y="15" font-size="14" font-weight="800" fill="{INK}" text-anchor="middle">×2</text>'
        if tile == at.DOUBLE_TURN
        else ""
    )
    return pen.glyph(GLYPHS[tile], 9, 9, 30, INK, 2, "#f0d9a8") + twice


def eye(pen: Pen, x: float, y: float) -> str:
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="#fffaf0" stroke="#50664e"'
        f' stroke-width="1.4"/>{pen.glyph("eye", x - 7, y - 7, 14, "#2c2822", 2.3)}'
    )


@lru_cache(maxsize=256)
def tile_face(pen: Pen, box: CachedParts, tile: int, size: int) -> str:
    """A bonus tile as a standalone SVG."""
    return (
        f'<svg class="bonus-face" width="{size}" height="{size}" viewBox="0 0 48 48"'
        f' aria-hidden="true">{tile_art(pen, box, tile)}</svg>'
    )


def short_name(tile: int) -> Phrase:
    """A bonus tile's name in short form."""
    plain = tile == at.COLOURED_SHELLS or tile > at.SCOUT_ASIDE
    return bonus_phrase(tile) if plain else Phrase(f"draw.{BONUS_NAMES[tile]}")


def tile_description(pen: Pen, box: CachedParts, tile: int, size: int) -> str:
    words = f"<b>{pen.say(bonus_phrase(tile))}</b> <small>{pen.say(effect_phrase(tile))}</small>"
    return f"{tile_face(pen, box, tile, size)}<span>{words}</span>"


@lru_cache(maxsize=256)
def choice(pen: Pen, box: CachedParts, tile: int) -> str:
    """A bonus tile that can be kept (BW-24, BW-60)."""
    return (
        f'<button id="bonus-{BONUS_NAMES[tile]}" type="button" class="offer can"'
        f' data-key="bonus-{BONUS_NAMES[tile]}">{tile_description(pen, box, tile, 44)}</button>'
    )


@lru_cache(maxsize=256)
def open_tile(pen: Pen, box: CachedParts, tile: int) -> str:
    """A bonus tile that lies open (BW-60)."""
    words = f"{pen.say(bonus_phrase(tile))}: {pen.say(effect_phrase(tile))}"
    return (
        f'<span class="lies" role="img" data-key="bonus-{BONUS_NAMES[tile]}" title="{words}"'
        f' aria-label="{words}">{tile_face(pen, box, tile, 36)}</span>'
    )


@lru_cache(maxsize=256)
def owned_tile(pen: Pen, box: CachedParts, tile: int, note: str, how: str) -> str:
    """A bonus tile beside its owner, with its status below."""
    words = f"{pen.say(bonus_phrase(tile))}: {pen.say(effect_phrase(tile))}; {note}"
    key = f' data-key="bonus-{BONUS_NAMES[tile]}"'
    return (
        f'<div class="kept {how}" role="img" title="{words}" aria-label="{words}"{key}>'
        f'<span class="plaque">{tile_face(pen, box, tile, 44)}</span>'
        f"<b>{pen.say(short_name(tile))}</b><small>{note}</small></div>"
    )


@lru_cache(maxsize=256)
def question(pen: Pen, box: CachedParts, tile: int) -> str:
    """The bonus tile whose effect is being decided."""
    return f'<div class="offer asked" data-key="bonus-{BONUS_NAMES[tile]}">{tile_description(pen, box, tile, 48)}</div>'


@lru_cache(maxsize=256)
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


def key_of(box: CachedParts, tile: int) -> str:
    """The animation key of a tile."""
    return f' data-key="tile-{box.tile(tile).id}"'


@lru_cache(maxsize=256)
def tile_in_row(pen: Pen, box: CachedParts, id: str, tile: int, size: int) -> str:
    """A tile that can be taken, given away or discarded when a click path says so."""
    return (
        f'<div id="{id}" class="slab rest" role="img" data-lit=""{key_of(box, tile)}'
        f' aria-label="{tile_words(pen, box, tile)}">{loose_tile(*box.halves(tile), size, 0)}</div>'
    )


@lru_cache(maxsize=256)
def idle_tile(pen: Pen, box: CachedParts, tile: int, size: int, turn: int = 0, how: str = "") -> str:
    """A tile that cannot be clicked; the one to be laid can be dragged to its place."""
    drag = ' data-drag=""' if how == "on" else ""
    return (
        f'<div class="slab {how or "rest"}" role="img"{key_of(box, tile)}{drag}'
        f' aria-label="{tile_words(pen, box, tile)}">{loose_tile(*box.halves(tile), size, turn)}</div>'
    )


@lru_cache(maxsize=256)
def refused_tile(pen: Pen, box: CachedParts, id: str, tile: int, size: int, refusal: Refusal) -> str:
    words = f"{tile_words(pen, box, tile)}. {pen.say(refusal.reason)} {refusal.clause}"
    return (
        f'<button id="{id}" type="button" class="slab no"{key_of(box, tile)} aria-disabled="true"'
        f' aria-label="{words}">{loose_tile(*box.halves(tile), size, 0)}</button>'
    )


@lru_cache(maxsize=256)
def gap(pen: Pen, id: str, refusal: Refusal | None) -> str:
    """An empty place of the row (BW-12, BW-40)."""
    if refusal is None:
        return '<div class="slab gone"></div>'
    return (
        f'<button id="{id}" type="button" class="slab gone no" aria-disabled="true"'
        f' aria-label="{pen.say(refusal.reason)} {refusal.clause}"></button>'
    )


@lru_cache(maxsize=256)
def turned_tiles(
    pen: Pen, box: CachedParts, place: int, tile: int, size: int, refused: tuple[Refusal | None, ...]
) -> str:
    """A tile in its four turns, as it would lie; one click chooses tile and turn (BW-21, BW-36)."""
    a, b = box.halves(tile)
    buttons = {}
    for turn in range(at.TURNS):
        refusal = refused[turn]
        words: str = say_cached(pen, turn_phrase(turn))  # the group's label already names the tile
        state = "can"
        off = ""
        if refusal is not None:
            state, off = "no", ' aria-disabled="true"'
            words += f". {pen.say(refusal.reason)} {refusal.clause}"
        lies = "lies" if turn % 2 == 0 else "stands"
        buttons[turn] = (
            f'<button id="turn-{place}-{turn}" class="turn {lies} {state}"{off}'
            f' aria-label="{words}">{turned_tile(f"half-{place}", a, b, size, turn)}</button>'
        )
    return (
        f'<div class="sheaf" role="group"{key_of(box, tile)} aria-label="{tile_words(pen, box, tile)}">'
        f"<span>{buttons[0]}{buttons[2]}</span>{buttons[1]}{buttons[3]}</div>"
    )


@lru_cache(maxsize=256)
def kind_button(pen: Pen, kind: int) -> str:
    """An ornament that the X can lie on (BW-35)."""
    name = KIND_NAMES[kind]
    return (
        f'<button id="kind-{name}" type="button" class="pick can">{picture(name, 40)}'
        f"<b>{pen.say(kind_phrase(kind))}</b></button>"
    )


@lru_cache(maxsize=256)
def title(pen: Pen, key: str, icon: str = "") -> str:
    return f"{pen.icon(icon, 15) if icon else ''}<span>{pen.say(Phrase(key))}</span>"


@lru_cache(maxsize=256)
def stacks(pen: Pen, nest: int, bonus: int) -> str:
    """The number of tiles left in the stacks; `hard` has no bonus stack."""
    if bonus < 0:
        return pen.say(Phrase("draw.stack", {"n": nest}))
    return pen.say(Phrase("draw.stacks", {"n": nest, "bonus": bonus}))


@lru_cache(maxsize=256)
def final_result(
    pen: Pen, eggs: tuple[int, int], winners: int, players: tuple[PlayerInfo, ...], why: str, clause: str
) -> str:
    """The end: eggs and who won, and why (BW-56)."""
    said = tuple(Markup(f"{n}{picture('egg', 22)}") for n in eggs)
    rows = pen.final_standings(eggs, winners, players, said)
    return f'{rows}<p class="because">{why} <span class="clause-tag">{clause}</span></p>'
