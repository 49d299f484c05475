"""Markup of the hand area: the market's columns, the cards to be laid, and the helpers' offers."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from domik.games.dream_home.page.context import CachedParts, kind_id
from domik.games.dream_home.page.picture_house import roof_card
from domik.games.dream_home.page.picture_layout import (
    CELL_W,
    PICTURE,
    ROOM_STYLES,
    at,
    box,
    capitalized_name,
    disc,
    path,
)
from domik.games.dream_home.page.picture_room import fitting_size, picture, sign
from domik.games.dream_home.rules.parts import KIND_IDS, Kind, Resource
from domik.games.dream_home.rules.phrases import card_phrase, cards_phrase, name_phrase, resource_phrase
from domik.kernel.drawing import Pen
from domik.kernel.phrase import Argument, Phrase

LONG = 13  # longer words would be too small on a phone
EDGE = 'class="edge"'
HOLLOW = 'class="hollow"'
VEIL = 'opacity=".86"'


@dataclass(frozen=True)
class ColumnLayout:
    """The measures of a market column, in SVG units."""

    w: int
    top: int  # height of the resource
    art: int  # height of the picture
    plate: int

    @property
    def h(self) -> int:
        """Height of the whole column."""
        return self.top + self.art + self.plate


DESKTOP = ColumnLayout(136, 48, 84, 30)
PHONE = ColumnLayout(72, 56, 46, 33)


def column_layout(pen: Pen) -> ColumnLayout:
    return PHONE if pen.phone else DESKTOP


def strip(kind: Kind) -> tuple[str, str]:
    """The points printed on a room card, by number of cards or by neighbour, and that neighbour's kind."""
    if kind.beside >= 0:
        return f"{kind.points[0]}·{kind.beside_points}", KIND_IDS[kind.beside]
    return "·".join(str(points) for points in kind.points), ""


@lru_cache(maxsize=256)
def room_face(pen: Pen, box_: CachedParts, room: int) -> str:
    """A room card of the market (picture, icon, name, points), with its corner at 0, 0."""
    form = column_layout(pen)
    w, art, foot = form.w, form.art, form.plate
    card = box_.parts.rooms[room]
    kind = box_.parts.kinds[card.kind]
    look = ROOM_STYLES[kind.id]
    text, beside = strip(kind)
    name = capitalized_name(pen, f"kind.{kind.id}")
    wide = (7.4 if not pen.phone else 6.6) * len(text) + 8 + (14 if beside else 0)
    scene = (
        f'<svg width="{w}" height="{art}" viewBox="0 0 {CELL_W} {PICTURE}" preserveAspectRatio="xMidYMax slice">'
        f"{picture(kind.id, 0, 1, card.children, room)}</svg>"
    )
    drawn = scene + path(f"M0 {art}H{w}V{art + foot - 11}q0 11-11 11H11q-11 0-11-11Z", "var(--plate)")
    if pen.phone:
        drawn += pen.label(name, w / 2, art + 9.2, w - 6, fitting_size(pen, name, w - 6, 10.5, 8.8), "var(--ink)")
        left, y = w / 2 - wide / 2, art + 18.0
    else:
        left, y = w - wide - 6, art + foot / 2 - 9.5
        space = left - 28
        drawn += f'<g style="--deep:{look.deep};--pale:{look.wall}" class="ink">{sign(kind.id, 7, art + foot / 2 - 8, 16)}</g>'
        drawn += pen.label(
            name, 26 + space / 2, art + foot / 2 + 0.5, space, fitting_size(pen, name, space, 12.5, 11.5), "var(--ink)"
        )
    tall = 13 if pen.phone else 19
    size = 10.5 if pen.phone else 12
    drawn += box(left, y, wide, tall, look.wall, 6)
    tw = wide - (14 if beside else 0)
    drawn += f'<text x="{left + tw / 2:g}" y="{y + tall / 2:g}" font-size="{size}" class="strip" fill="{look.deep}">{text}</text>'
    if beside:
        drawn += sign(beside, left + tw - 3, y + tall / 2 - 6, 12, look.deep)
    return drawn


@lru_cache(maxsize=256)
def resource_picture(pen: Pen, card: Resource, points: int, size: float) -> str:
    """A resource's sign: a roof, a brass token, a tool's square or a helper's circle."""
    if card.sort == "roof":
        scale = size / 50
        return f'<g transform="translate({size / 2 - 30 * scale:.2f} {size / 2 - 21 * scale:.2f}) scale({scale:.3f})">{roof_card(card.id, card.window)}</g>'
    icon = sign(card.id, size * 0.2, size * 0.2, size * 0.6, "#4d3500")
    if card.sort == "furnishing":
        r = size / 2
        return (
            disc(r, r, r, "#c8922f")
            + disc(r, r, r - 2, "#fff3cf")
            + icon
            + disc(size - 3, 4, 8, "#5b3a06")
            + f'<text x="{size - 3:g}" y="4" font-size="11" class="coin">{points}</text>'
        )
    if card.sort == "tool":
        return box(0, 0, size, size, "#ecd48a", 8) + icon
    return disc(size / 2, size / 2, size / 2, "#9dbb76") + icon


@lru_cache(maxsize=256)
def resource_face(pen: Pen, box_: CachedParts, resource: int | None) -> str:
    """A resource card: sign, name, and where it goes or what it is; None is the first-player marker."""
    form = column_layout(pen)
    w = form.w
    size = 24 if pen.phone else 30
    if resource is None:
        sign = disc(size / 2, size / 2, size / 2, "#f2c14e") + pen.glyph(
            "key-round", size * 0.2, size * 0.2, size * 0.6, "#4d3500", 2.2
        )
        name, below = capitalized_name(pen, "draw.first"), ""
    else:
        card = box_.parts.resources[resource]
        sign = resource_picture(pen, card, box_.parts.token_points(resource), size)
        key = f"roof.{card.id}" if card.sort == "roof" else f"resource.{card.id}"
        if pen.phone and card.sort == "furnishing" and max(map(len, capitalized_name(pen, key).split())) > LONG:
            key = f"short.{card.id}"
        name = capitalized_name(pen, key)
        below = goes_in_icons(pen, box_, card) if not pen.phone else ""
    if pen.phone:
        return at(w / 2 - size / 2, 5, sign) + pen.label(name, w / 2, 43, w - 6, 10, "var(--ink)")
    lift = 7 if below else 0
    return (
        at(8, form.top / 2 - size / 2, sign) + pen.label(name, 90, form.top / 2 - lift, 84, 11.5, "var(--ink)") + below
    )


def goes_in_icons(pen: Pen, box_: CachedParts, card: Resource) -> str:
    """Icons of the rooms that a furnishing goes in, or the sort of card."""
    kinds = box_.parts.furnishings[card.id].kinds if card.sort == "furnishing" else ()
    if kinds and len(kinds) <= 6:
        left = 90 - len(kinds) * 7.5
        return "".join(sign(KIND_IDS[kind], left + 15 * k, 32, 13, "var(--ink-2)") for k, kind in enumerate(kinds))
    text = (
        pen.say(Phrase("draw.with_window"))
        if card.window
        else ""
        if card.sort == "roof"
        else pen.say(Phrase(f"sort.{card.sort}"))
    )
    return pen.label(text, 90, 38, 84, 10, "var(--ink-2)", 600) if text else ""


@lru_cache(maxsize=256)
def column(
    pen: Pen, box_: CachedParts, number: int, room: int | None, resource: int | None, coin: str, words: str
) -> str:
    """One column, the same for every viewer: the script highlights it by the paths; `coin` is a click's effect."""
    form = column_layout(pen)
    w, h = form.w, form.h
    art = f'<svg viewBox="-4 -6 {w + 8} {h + 10}" aria-hidden="true">'
    if room is None:
        return f'<div class="column gone">{art}{box(1, 1, w - 2, h - 2, "none", 11, HOLLOW)}</svg></div>'
    key = "" if resource is None else f' data-key="resource-{resource}"'
    drawn = (
        box(0, 0, w, h, "var(--card)", 11, 'class="paper"')
        + f"<g{key}>{resource_face(pen, box_, resource)}</g>"
        + path(f"M0 {form.top - 1}H{w}", more='stroke="var(--line)" stroke-width="2" stroke-dasharray="4 4"')
        + f'<g data-key="room-{box_.parts.rooms[room].id}" transform="translate(0 {form.top})">{room_face(pen, box_, room)}</g>'
        + box(0, 0, w, h, "none", 11, EDGE)
        + f'<g class="number"><circle cx="6" cy="4" r="9.5"/><text x="6" y="4">{number}</text></g>'
    )
    if coin:
        sign_on = (
            pen.glyph(coin[1:], -8, -8, 16, "var(--accent-ink)", 2.4)
            if coin.startswith(":")
            else f'<text font-size="14">{coin}</text>'
        )
        drawn += f'<g class="bubble up" transform="translate({w - 15} {form.top + 15})"><circle r="14" class="round-coin"/>{sign_on}</g>'
    return f'<div id="column-{number}" class="column" role="img" data-lit="" data-drag="lit" aria-label="{words}">{art}{drawn}</svg></div>'


def column_words(box_: CachedParts, number: int, room: int, resource: int | None) -> Phrase:
    return Phrase("describe.take", {"column": number, "cards": cards_phrase(box_.parts, room, resource)})


@lru_cache(maxsize=256)
def room_in_hand(pen: Pen, box_: CachedParts, room: int) -> str:
    """The room to be laid, which can be dragged to its cell."""
    form = column_layout(pen)
    words = pen.say(card_phrase(box_.parts, room))
    w, h = form.w, form.art + form.plate
    return (
        f'<div class="inhand" role="img" data-drag="" data-key="room-{box_.parts.rooms[room].id}" aria-label="{words}" title="{words}">'
        f'<svg viewBox="-3 -3 {w + 6} {h + 6}" aria-hidden="true">{box(0, 0, w, h, "var(--plate)", 11)}{room_face(pen, box_, room)}{box(0, 0, w, h, "none", 11, EDGE)}</svg></div>'
    )


@lru_cache(maxsize=256)
def resource_in_hand(pen: Pen, box_: CachedParts, resource: int, can: bool) -> str:
    """The furnishing or scaffolding to be placed."""
    form = column_layout(pen)
    words = pen.say(resource_phrase(box_.parts, resource))
    inside = (
        f'<svg viewBox="-3 -5 {form.w + 6} {form.top + 8}" aria-hidden="true">{box(0, 0, form.w, form.top, "var(--card)", 11)}{resource_face(pen, box_, resource)}'
        f"{box(0, 0, form.w, form.top, 'none', 11, 'class=' + chr(34) + 'edge' + chr(34))}</svg>"
    )
    head = f'data-drag="" data-key="resource-{resource}" aria-label="{words}" title="{words}"'
    if can:
        return f'<button id="hand-resource" type="button" class="inhand can" {head}>{inside}</button>'
    return f'<div class="inhand" role="img" {head}>{inside}</div>'


@lru_cache(maxsize=256)
def action_button(pen: Pen, id: str, key: str, icon: str) -> str:
    """A button for an action without a place: passing, putting away, turning a card over."""
    return f'<button id="{id}" type="button" class="button quiet can deed">{pen.icon(icon, 16, 2.4)}<span>{pen.say(Phrase(key))}</span></button>'


@lru_cache(maxsize=256)
def roof_offer(pen: Pen, id: str, colour: str, window: bool, copies: int, can: bool) -> str:
    """A discarded roof that the roofer may take (DH-52)."""
    key = f"roof_window.{colour}" if window else f"roof.{colour}"
    name = capitalized_name(pen, key)
    inside = (
        f'<svg viewBox="-2 -2 104 80" aria-hidden="true">{at(20, 0, roof_card(colour, window))}{pen.label(name, 50, 60, 98, 11, "var(--ink)")}</svg>'
        f"<small>×{copies}</small>"
    )
    if can:
        return f'<button id="{id}" type="button" class="pickable can" aria-label="{pen.escape(name)}">{inside}</button>'
    return f'<div class="pickable" role="img" aria-label="{pen.escape(name)}">{inside}</div>'


@lru_cache(maxsize=256)
def kind_offer(pen: Pen, kind: str, copies: int, can: bool) -> str:
    """A kind of room among the discards, for the courier (DH-53)."""
    look = ROOM_STYLES[kind]
    name = capitalized_name(pen, f"kind.{kind}")
    inside = (
        f'<svg viewBox="0 0 84 48" aria-hidden="true">{box(0, 0, 84, 48, f"url(#paper-{kind})", 8)}{sign(kind, 32, 3, 20, look.deep)}'
        f"{box(0, 25, 84, 23, '#fffaf0', 0, VEIL)}{pen.label(name, 42, 36.5, 80, 11, look.deep)}</svg><small>×{copies}</small>"
    )
    label = f'aria-label="{pen.escape(name)} ×{copies}"'
    if can:
        return f'<button id="kind-{kind}" type="button" class="pickable kind can" {label}>{inside}</button>'
    return f'<div class="pickable kind" role="img" {label}>{inside}</div>'


@lru_cache(maxsize=256)
def room_offer(pen: Pen, box_: CachedParts, room: int) -> str:
    """One of several discarded rooms of a kind, which differ in name and children (DH-53, DH-64)."""
    card = box_.parts.rooms[room]
    args: dict[str, Argument] = {"card": card_phrase(box_.parts, room), "n": card.children}
    kids = pen.icon("baby", 13, 2.4) * card.children
    return (
        f'<button id="discarded-{card.id}" type="button" class="pickable one of-{kind_id(box_, room)}" data-key="room-{card.id}" aria-label="{pen.say(Phrase("describe.courier", args))}">'
        f"<b>{pen.say(name_phrase(box_.parts, room))}</b>{kids}</button>"
    )
