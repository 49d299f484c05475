"""The row and the hand: tiles to take, tiles to turn and lay, tiles that only lie there; and the end of the game."""

from __future__ import annotations

from functools import lru_cache

from domik.games.bower.page.moment import Box, tile_words
from domik.games.bower.page.picture_ornament import picture
from domik.games.bower.page.picture_tile import loose, turned
from domik.games.bower.rules.naming import kind_phrase, turn_phrase
from domik.games.bower.rules.parts import KIND_NAMES
from domik.games.bower.rules.state import TURNS
from domik.kernel.drawing import Pen, Player, Refusal, said
from domik.kernel.phrase import Phrase


def key_of(box: Box, tile: int) -> str:
    """What makes a tile the same tile wherever it goes."""
    return f' data-key="tile-{box.tile(tile).id}"'


@lru_cache(maxsize=4096)
def tile_in_row(pen: Pen, box: Box, id: str, tile: int, size: int) -> str:
    """A tile that can be taken, given away or discarded when the paths say so."""
    return (
        f'<div id="{id}" class="slab rest" role="img" data-lit=""{key_of(box, tile)}'
        f' aria-label="{tile_words(pen, box, tile)}">{loose(*box.halves(tile), size, 0)}</div>'
    )


@lru_cache(maxsize=4096)
def tile_lying(pen: Pen, box: Box, tile: int, size: int, turn: int = 0, how: str = "") -> str:
    """A tile that only lies there; the one to be laid can be dragged to its place."""
    drag = ' data-drag=""' if how == "on" else ""
    return (
        f'<div class="slab {how or "rest"}" role="img"{key_of(box, tile)}{drag}'
        f' aria-label="{tile_words(pen, box, tile)}">{loose(*box.halves(tile), size, turn)}</div>'
    )


@lru_cache(maxsize=4096)
def tile_refused(pen: Pen, box: Box, id: str, tile: int, size: int, refusal: Refusal) -> str:
    """A tile that cannot be chosen now."""
    words = f"{tile_words(pen, box, tile)}. {pen.say(refusal.reason)} {refusal.clause}"
    return (
        f'<button id="{id}" type="button" class="slab no"{key_of(box, tile)} aria-disabled="true"'
        f' aria-label="{words}">{loose(*box.halves(tile), size, 0)}</button>'
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


@lru_cache(maxsize=4096)
def sheaf(pen: Pen, box: Box, place: int, tile: int, size: int, refused: tuple[Refusal | None, ...]) -> str:
    """A tile in its four turns, just as it would lie: one click chooses tile and turn (BW-21, BW-36)."""
    a, b = box.halves(tile)
    buttons = {}
    for turn in range(TURNS):
        refusal = refused[turn]
        words = said(pen, turn_phrase(turn))  # which tile it is, the group says
        state = "can"
        off = ""
        if refusal is not None:
            state, off = "no", ' aria-disabled="true"'
            words += f". {pen.say(refusal.reason)} {refusal.clause}"
        lies = "lies" if turn % 2 == 0 else "stands"
        buttons[turn] = (
            f'<button id="turn-{place}-{turn}" class="turn {lies} {state}"{off}'
            f' aria-label="{words}">{turned(f"half-{place}", a, b, size, turn)}</button>'
        )
    return (
        f'<div class="sheaf" role="group"{key_of(box, tile)} aria-label="{tile_words(pen, box, tile)}">'
        f"<span>{buttons[0]}{buttons[2]}</span>{buttons[1]}{buttons[3]}</div>"
    )


@lru_cache(maxsize=1024)
def kind_button(pen: Pen, kind: int) -> str:
    """An ornament that the X can lie on (BW-35)."""
    name = KIND_NAMES[kind]
    return (
        f'<button id="kind-{name}" type="button" class="pick can">{picture(name, 40)}'
        f"<b>{pen.say(kind_phrase(kind))}</b></button>"
    )


@lru_cache(maxsize=1024)
def title(pen: Pen, key: str, icon: str = "") -> str:
    """What a part of the shelf is."""
    return f"{pen.icon(icon, 15) if icon else ''}<span>{pen.say(Phrase(key))}</span>"


@lru_cache(maxsize=1024)
def stacks(pen: Pen, nest: int, bonus: int) -> str:
    """How many tiles are left; in `hard` there is no bonus stack."""
    if bonus < 0:
        return pen.say(Phrase("draw.stack", {"n": nest}))
    return pen.say(Phrase("draw.stacks", {"n": nest, "bonus": bonus}))


@lru_cache(maxsize=1024)
def ending(pen: Pen, eggs: tuple[int, int], winners: int, players: tuple[Player, ...], why: str, clause: str) -> str:
    """The end: eggs and who won, and why (BW-56)."""
    said = tuple(f"{n}{picture('egg', 22)}" for n in eggs)
    rows = pen.standing(eggs, winners, players, said)
    return f'{rows}<p class="because">{why} <span class="clause-tag">{clause}</span></p>'
