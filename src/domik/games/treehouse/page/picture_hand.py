"""Markup of the hand area: the hand, the chosen room, change cards to take, colours to lay them on."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from functools import lru_cache

from domik.games.treehouse.page.picture_room import HAND_CARD, PHONE_HAND_CARD, PHONE_WIDE_CARD, room_card
from domik.games.treehouse.page.picture_side import change
from domik.games.treehouse.rules.parts import COLOUR_NAMES, KIND_NAMES, Room
from domik.games.treehouse.rules.phrases import (
    card_phrase,
    change_id,
    colour_id,
    colour_words,
    kind_phrase,
    theme_phrase,
)
from domik.games.treehouse.rules.state import *
from domik.kernel.drawing import Pen, PlayerInfo, Refusal
from domik.kernel.phrase import Phrase

ONE_ROW = 4  # cards that fit side by side on a phone


def picture(pen: Pen, room: Room, wide: bool = False) -> str:
    """A room card as an SVG of its own."""
    form = (PHONE_WIDE_CARD if wide else PHONE_HAND_CARD) if pen.phone else HAND_CARD
    w, h = form.w, form.h
    return f'<svg width="{w}" height="{h + 6}" viewBox="0 0 {w} {h + 6}" aria-hidden="true">{room_card(pen, room, form)}</svg>'


def hand_card(pen: Pen, room: Room, place: int, fits: int, wide: bool) -> str:
    """A card that can be chosen, with the number of places where it would fit."""
    key = "draw.fits" if fits else "draw.fits_not"
    fit = pen.say(Phrase(key, {"n": fits} if fits else None))
    words = pen.say(Phrase("draw.room", {"room": card_phrase(room), **colour_words(room.colour)}))
    tag = (
        f'<span class="fit{"" if fits else " none"}" title="{fit}">'
        f"{pen.icon('map-pin' if fits else 'map-pin-off', 13, 2.4)}{fits or ''}</span>"
    )
    return (
        f'<button id="card-{place}" type="button" class="card can{" wide" if wide else ""}" data-key="room-{room.id}"'
        f' data-drag="" aria-label="{words}; {fit}">{picture(pen, room, wide)}{tag}</button>'
    )


def idle_card_picture(pen: Pen, room: Room, chosen: bool) -> str:
    """A card that cannot be chosen now: one to be passed on, or the chosen one, which can be dragged."""
    words = pen.say(Phrase("draw.room", {"room": card_phrase(room), **colour_words(room.colour)}))
    drag = ' data-drag=""' if chosen else ""
    return f'<div class="card {"on" if chosen else "rest"}" role="img" data-key="room-{room.id}"{drag} aria-label="{words}">{picture(pen, room)}</div>'


@lru_cache(maxsize=256)
def discard(pen: Pen, refusal: str, clause: str) -> str:
    """The discard button (TH-35), disabled where `clause` forbids it."""
    off = ' aria-disabled="true"' if clause else ""
    tag = f"<sup>{clause}</sup>" if clause else ""
    words = pen.say(Phrase("draw.aside"))
    label = f' aria-label="{words}. {refusal} {clause}"' if clause else ""
    return f'<button id="discard" type="button" class="button quiet {"no" if clause else "can"}"{off}{label}>{pen.icon("archive", 17)}{words}{tag}</button>'


@lru_cache(maxsize=1024)
def offer(pen: Pen, kind: int, left: int, worth: tuple[int, int], mine: bool, refusal: Refusal | None) -> str:
    """A change card that can be taken (TH-40, TH-42)."""
    name = KIND_NAMES[kind]
    text = pen.say(Phrase(f"change_text.{name}"))
    sum_up = ""
    if kind in (FEWEST, MOST):
        sum_up = f" <b>{pen.say(Phrase(f'change_points.{name}', {'n': worth[1] if kind == FEWEST else worth[0]}))}</b>"
    inside = (
        f'<span class="title-line">{change(pen, kind, worth, True)}<b>{pen.say(kind_phrase(kind))}</b></span><span class="text"><span class="long">{text}</span>{sum_up}</span>'
        f"<small>{pen.say(Phrase('draw.left', {'n': left}))}</small>"
    )
    if not mine:
        return f'<div class="offer {name}{"" if left else " gone"}">{inside}</div>'
    off = f' aria-disabled="true" title="{pen.say(refusal.reason)}"' if refusal else f' title="{text}"'
    return f'<button id="{change_id(kind)}" type="button" class="offer {name} {"no" if refusal else "can"}"{off}>{inside}</button>'


@lru_cache(maxsize=4096)
def tile(
    pen: Pen,
    colour: int,
    laid: int,
    gains: tuple[tuple[int, int], ...],
    animals: tuple[str, ...],
    worth: tuple[int, int],
    mine: str,
) -> str:
    """A colour to lay a card on (TH-44) or to pick (TH-60): every seat's points now and with the card."""
    hue = COLOUR_NAMES[colour]
    rows = "".join(
        f'<span class="gain{" up" if then > now else " down" if then < now else ""}">{pen.face(seat, animals[seat], 18)}<s>{now}</s><b>{then}</b></span>'
        for seat, (now, then) in enumerate(gains)
    )
    key = "draw.covered" if laid else "draw.choose_it" if mine == "choose" else "draw.lay_on"
    top = change(pen, laid, worth) if laid else ""
    inside = f'<span class="theme">{pen.mark_icon(hue, 20)}<b>{pen.say(theme_phrase(colour))}</b>{top}</span><span class="gains">{rows}</span>'
    if not mine:
        return f'<div class="tile c-{hue}">{inside}</div>'
    off = ' aria-disabled="true"' if laid else ""
    words = pen.say(Phrase(key, {**colour_words(colour)}))
    return f'<button id="{colour_id(colour)}" type="button" class="tile c-{hue} {"no" if laid else "can"}"{off} aria-label="{words}">{inside}</button>'


@lru_cache(maxsize=1024)
def held_change(pen: Pen, kind: int, worth: tuple[int, int]) -> str:
    """The change card to be laid."""
    return f'<div class="laying" data-drag="" data-key="held">{change(pen, kind, worth, True)}<b>{pen.say(kind_phrase(kind))}</b></div>'


@lru_cache(maxsize=1024)
def about_hand(pen: Pen, me: int, players: tuple[PlayerInfo, ...], last: bool) -> str:
    """Whose hand it is and where the rest of it is passed (TH-23, TH-24)."""
    seats = len(players)
    order = [(me + k) % seats for k in range(seats)]
    row = pen.icon("arrow-right", 12).join(pen.face(seat, players[seat].animal, 23) for seat in order)
    text = Phrase("draw.last_card") if last else Phrase("draw.passes", {"name": players[(me + 1) % seats].name})
    return (
        f'<h2>{pen.say(Phrase("draw.hand"))}</h2><p>{pen.say(text)}</p><div class="pass" aria-hidden="true">{row}</div>'
    )


@lru_cache(maxsize=1024)
def about_order(pen: Pen, key: str, order: tuple[int, ...], now: int, players: tuple[PlayerInfo, ...]) -> str:
    """The order in which seats take, lay or pick; the current one is highlighted."""
    row = pen.icon("arrow-right", 12).join(
        f'<span class="turn{" now" if seat == now else ""}">{pen.face(seat, players[seat].animal, 23)}</span>'
        for seat in order
    )
    return f'<h2>{pen.say(Phrase("draw.scoring_head"))}</h2><p>{pen.say(Phrase(key))}</p><div class="pass" aria-hidden="true">{row}</div>'


@lru_cache(maxsize=256)
def about_spectator(pen: Pen) -> str:
    return f'<p class="quietly">{pen.icon("eye", 18)}{pen.say(Phrase("draw.hands"))}</p>'
