"""SVG and HTML of cards: resource chips, locations, free places, the card in hand, piles, small maps, dice."""

from __future__ import annotations

from functools import lru_cache

from domik.games.cabin.page.context import CachedParts, Key
from domik.games.cabin.page.picture_clearing import vignette
from domik.games.cabin.rules.parts import RESOURCE_NAMES
from domik.games.cabin.rules.state import HOME, KIND_SHIFT, NEIGHBOUR, UPGRADED
from domik.kernel.drawing import Pen
from domik.kernel.phrase import Phrase
from domik.kernel.tally import format_halves

# ruff: noqa: E501  markup and outlines read better unbroken


ICONS = ("log", "amphora", "droplets", "wheat", "flame", "soup", "coffee", "armchair")
GROUND = '<svg class="ground" viewBox="0 0 160 150" aria-hidden="true"><use href="#art-plot"/></svg>'
ROOF = '<svg class="roof" viewBox="0 0 160 34" preserveAspectRatio="none" aria-hidden="true"><path d="M0 34L80 2L160 34Z"/><path class="edge" d="M0 31L80 2L160 31"/></svg>'


@lru_cache(maxsize=256)
def resource_icon(pen: Pen, die: int, size: float = 15) -> str:
    return pen.icon(ICONS[die], size)


@lru_cache(maxsize=256)
def resource_name(pen: Pen, die: int) -> str:
    return pen.say(Phrase(f"resource.{RESOURCE_NAMES[die]}"))


@lru_cache(maxsize=256)
def chip(pen: Pen, die: int, text: str, extra: str = "") -> str:
    """A resource with an amount: colour, icon and accessible text."""
    return f'<span class="chip r-{RESOURCE_NAMES[die]}{extra}" title="{resource_name(pen, die)}">{resource_icon(pen, die)}<b>{text}</b></span>'


def arrow(pen: Pen, size: float = 13) -> str:
    return f'<span class="to">{pen.icon("arrow-right", size)}</span>'


@lru_cache(maxsize=256)
def effect(pen: Pen, box: CachedParts, face: int) -> str:
    """The effect of a visit as chips (CC-21, CC-22)."""
    side = box.side(face)
    takes, gives = box.parts.visit(face)
    if not face & HOME:
        return chip(pen, side.gives, f"+{gives}")
    return chip(pen, side.consumes, f"−{takes}") + arrow(pen) + chip(pen, side.produces, f"+{gives}")


@lru_cache(maxsize=256)
def effect_words(pen: Pen, box: CachedParts, face: int) -> str:
    """The effect of a visit as text."""
    side = box.side(face)
    takes, gives = box.parts.visit(face)
    if not face & HOME:
        return f"{resource_name(pen, side.gives)} +{gives}"
    return f"{resource_name(pen, side.consumes)} −{takes}, {resource_name(pen, side.produces)} +{gives}"


def cost(pen: Pen, box: CachedParts, face: int, sign: str = "") -> str:
    """The cost of building, as chips (CC-11)."""
    return "".join(chip(pen, die, f"{sign}{n}") for die, n in enumerate(box.side(face).cost) if n)


@lru_cache(maxsize=256)
def side_mark(pen: Pen, face: int, size: float = 13) -> str:
    """Icon of a card's side: leaf or house, with a plus when upgraded."""
    home = bool(face & HOME)
    words = pen.say(Phrase("draw.home" if home else "draw.nature"))
    plus = f'<i class="turned" title="{pen.say(Phrase("draw.upgraded"))}"></i>' if face & UPGRADED else ""
    return f'<span class="mark {"hearth" if home else "natural"}" title="{words}">{pen.icon("house" if home else "leaf", size)}{plus}</span>'


@lru_cache(maxsize=256)
def side_words(pen: Pen, face: int) -> str:
    words = pen.say(Phrase("draw.home" if face & HOME else "draw.nature"))
    return f"{words}, {pen.say(Phrase('draw.upgraded'))}" if face & UPGRADED else words


def face_classes(face: int) -> str:
    """CSS classes of a face: its side, and whether it is upgraded."""
    return ("hearth" if face & HOME else "natural") + (" up" if face & UPGRADED else "")


def key_attribute(key: str) -> str:
    """The attribute that identifies a card across updates, for animation."""
    return f' data-key="{key}"' if key else ""


@lru_cache(maxsize=256)
def location(pen: Pen, box: CachedParts, face: int, place: int, key: str, after: Key, badge: str) -> str:
    """A built location; `after` (points, whether the life ends) makes it a possible start of a year (CC-20)."""
    name = box.name(pen, face)
    words = f"{place + 1}: {name}, {side_words(pen, face)}; {effect_words(pen, box, face)}"
    head, foot, then = f'<div class="loc {face_classes(face)} {badge}" role="img" aria-label="{words}"', "</div>", ""
    if after:
        points, ends = after
        words = pen.say(
            Phrase("draw.start_ends" if ends else "draw.start", {"place": place + 1, "points": format_halves(points)})
        )
        head = f'<button type="button" id="place-{place + 1}" class="loc {face_classes(face)} can" aria-label="{words}: {name}"'
        foot = "</button>"
        flag = pen.icon("flag", 13) if ends else ""
        then = f'<span class="then">{pen.icon("footprints", 14)}{arrow(pen, 12)}{pen.icon("feather", 13)}<b>{format_halves(points)}</b>{flag}</span>'
    sign = ""
    if badge:
        sign = f'<span class="copy">{pen.icon("check" if badge == "right" else "x", 14, 3)}</span>'
    return (
        f'{head}{key_attribute(key)}>{ROOF if face & HOME else ""}{vignette(face >> KIND_SHIFT, bool(face & HOME))}<span class="tag">{place + 1}</span>{side_mark(pen, face)}{sign}{then}'
        f'<span class="foot"><b class="name">{name}</b><span class="fx">{effect(pen, box, face)}</span></span>{foot}'
    )


@lru_cache(maxsize=256)
def free_place(
    pen: Pen, box: CachedParts, place: int, kind: str, wanted: int, warning: str, clause: str, reason: str
) -> str:
    """A free place: idle, buildable or refused; a model shows through (CC-42)."""
    ghost, words = GROUND, ""
    if wanted:
        name = f"{box.name(pen, wanted)}, {side_words(pen, wanted)}"
        words = pen.say(Phrase("draw.wanted"))
        ghost = f'{vignette(wanted >> KIND_SHIFT, bool(wanted & HOME))}<span class="want"><small>{words}</small>{side_mark(pen, wanted, 11)}<b>{box.name(pen, wanted)}</b></span>'
        words = f"; {words}: {name}"
    tag = f'<span class="tag">{place + 1}</span>'
    free = pen.say(Phrase("draw.free_place", {"place": place + 1}))
    shape = "plot ghost" if wanted else "plot"
    if kind == "still":
        return f'<div class="{shape}" role="img" aria-label="{free}{words}">{ghost}{tag}</div>'
    if kind == "no":
        return (
            f'<button type="button" id="place-{place + 1}" class="{shape} not" aria-disabled="true" aria-label="{free}{words}. {reason} {clause}">{ghost}{tag}'
            f'<span class="spot">{pen.icon("lock", 17)}</span><span class="clause">{clause}</span></button>'
        )
    build = pen.say(Phrase("draw.build_at", {"place": place + 1}))
    if warning:  # a wrong build ends planning or spoils a scenario, so warn before the click (CC-42, CC-43)
        warning = pen.say(Phrase(warning))
        return f'<button type="button" id="place-{place + 1}" class="{shape} can misfit" aria-label="{build}{words}. {warning}" title="{warning}">{ghost}{tag}<span class="spot">{pen.icon("triangle-alert", 20)}</span></button>'
    here = "" if wanted else f'<b class="here">{pen.say(Phrase("draw.here"))}</b>'
    return f'<button type="button" id="place-{place + 1}" class="{shape} can" aria-label="{build}{words}">{ghost}{tag}<span class="spot">{pen.icon("hammer", 22)}</span>{here}</button>'


def row(icon: str, word: str, chips: str) -> str:
    return f'<span class="fact"><small>{icon}<span>{word}</span></small><span>{chips}</span></span>'


@lru_cache(maxsize=256)
def big_card(pen: Pen, box: CachedParts, face: int, key: str, acts: bool) -> str:
    """The card in hand: painting, name, cost, visit, and the gains from putting it aside as is and upgraded."""
    side = box.side(face)
    name = box.name(pen, face)
    basic, turned = box.parts.aside
    now, other = (turned, basic) if face & UPGRADED else (basic, turned)
    words = pen.say(Phrase("draw.basic" if face & UPGRADED else "draw.turned"))
    drag = ' data-drag="card"' if acts else ""
    return (
        f'<article class="big {face_classes(face)}" aria-label="{name}, {side_words(pen, face)}"{key_attribute(key)}{drag}>{ROOF if face & HOME else ""}'
        f'<span class="edge-up">{chip(pen, side.gives, f"+{other}")}<small>{words}</small></span>{vignette(face >> KIND_SHIFT, bool(face & HOME))}{side_mark(pen, face, 16)}'
        f'<span class="body"><b class="title-name">{name}</b>{row(pen.icon("hammer", 14), pen.say(Phrase("draw.cost")), cost(pen, box, face))}{row(pen.icon("footprints", 14), pen.say(Phrase("draw.visit")), effect(pen, box, face))}</span>'
        f'<span class="edge-down"><small>{pen.icon("hand-grab", 14)}<span>{pen.say(Phrase("draw.aside"))}</span></small>{chip(pen, side.gives, f"+{now}")}</span></article>'
    )


@lru_cache(maxsize=256)
def big_neighbour(pen: Pen, box: CachedParts, face: int, key: str) -> str:
    """The neighbour's card: its effect when put aside, and its strong effect (CC-44, CC-46)."""
    edge = box.parts.edges[face & 3]
    name = box.name(pen, face)
    does = pen.say(Phrase("draw.gives" if edge.gives else "draw.steals", {"n": edge.amount}))
    shot = pen.escape(edge.names[pen.language])
    return (
        f'<article class="big neighbour {face_classes(face)}" aria-label="{name}"{key_attribute(key)}>{ROOF if face & HOME else ""}{vignette(NEIGHBOUR, bool(face & HOME))}{side_mark(pen, face, 16)}'
        f'<span class="body"><b class="title-name">{name}</b><span class="does">{pen.icon("gift" if edge.gives else "hand-grab", 15)}<span>{does}</span></span><span class="does">{pen.icon("zap", 15)}<span>{shot}</span></span></span></article>'
    )


@lru_cache(maxsize=256)
def pile(pen: Pen, box: CachedParts, which: str, face: int, count: int, key: str) -> str:
    """A face-up pile: its top card and the number of cards; the deck's top also shows its cost."""
    label = pen.say(Phrase(f"draw.{which}_pile"))
    cards = pen.say(Phrase("draw.cards", {"n": count}))
    words = f"{label}: {cards}"
    if not face:
        return f'<div class="pile {which} bare" role="img" aria-label="{words}"><span class="top"></span><small>{label}</small></div>'
    name = box.name(pen, face)
    words += f"; {name}, {side_words(pen, face)}"
    head = f"<em>{pen.say(Phrase('draw.next'))}</em>" if which == "this" else ""
    price = gives = ""
    if face >> KIND_SHIFT != NEIGHBOUR:
        price = f'<span class="price">{cost(pen, box, face)}</span>' if which == "this" else ""
        gives = chip(pen, box.side(face).gives, f"+{box.parts.aside[face & UPGRADED]}", " gives")
    enlarge = f'<button type="button" class="enlarge" data-enlarge="order-{which}" aria-label="{pen.say(Phrase("draw.look_through"))}: {words}">{pen.icon("maximize-2", 12)}</button>'
    return (
        f'<div class="pile {which}"><span class="top {face_classes(face)}"{key_attribute(key)}>{vignette(face >> KIND_SHIFT, bool(face & HOME))}{side_mark(pen, face, 12)}<span class="said">{head}<b>{name}</b>{price}{gives}</span></span>'
        f'<span class="count" title="{cards}">{pen.icon("layers", 13)}<b>{count}</b></span><small>{label}</small>{enlarge}</div>'
    )


def pile_order(pen: Pen, box: CachedParts, which: str, faces: Key) -> str:
    """The cards of a pile in order, as far as the rules reveal them (CC-4, CC-15)."""
    unknown = f"<li><b>{pen.say(Phrase('draw.unknown'))}</b></li>"
    rows = [
        f"<li><b>{box.name(pen, face)}</b><small>{side_words(pen, face)}</small></li>" if face else unknown
        for face in faces
    ]
    return f"<h2>{pen.say(Phrase(f'draw.{which}_pile'))}</h2><ol>{''.join(rows)}</ol>"


@lru_cache(maxsize=256)
def small_location(pen: Pen, box: CachedParts, seat: int, face: int, place: int) -> str:
    """One place of a rival's cabin; when enlarged it also shows its name and the effect of a visit."""
    if not face:
        return f'<span class="mini free"><i>{place + 1}</i></span>'
    name = box.name(pen, face)
    return (
        f'<span class="mini {face_classes(face)}" data-key="mini-{seat}-{place}-{face}" title="{name}">{vignette(face >> KIND_SHIFT, bool(face & HOME))}{side_mark(pen, face, 9)}'
        f'<span class="detail"><b>{name}</b><span class="fx">{effect(pen, box, face)}</span></span></span>'
    )


@lru_cache(maxsize=256)
def fence_place(pen: Pen, box: CachedParts, face: int, place: int) -> str:
    """A victim's location that a moved fence may swap (CC-46)."""
    if not face:
        return f'<span class="mini free"><i>{place + 1}</i></span>'
    name = box.name(pen, face)
    words = f"{place + 1}: {name}, {side_words(pen, face)}"
    return f'<button type="button" id="fence-{place + 1}" class="mini big-mini {face_classes(face)}" aria-label="{words}">{vignette(face >> KIND_SHIFT, bool(face & HOME))}<i>{place + 1}</i>{side_mark(pen, face, 11)}<b>{name}</b></button>'


PIPS: tuple[Key, ...] = ((), (4,), (2, 6), (2, 4, 6), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))


@lru_cache(maxsize=256)
def die_cell(pen: Pen, die: int, value: int, after: int, need: bool) -> str:
    """A die with pips, icon, value and name; empty at 0, flagged at 6, with the value after building beside it."""
    dots = "".join(f'<circle cx="{12 + 12 * (p % 3)}" cy="{12 + 12 * (p // 3)}" r="4"/>' for p in PIPS[value])
    cube = f'<svg class="cube" viewBox="0 0 48 52" aria-hidden="true"><rect class="under" x="1" y="5" width="46" height="46" rx="11"/><rect class="face-up" x="1" y="1" width="46" height="46" rx="11"/>{dots}</svg>'
    shape = cube if value else f'<span class="socket">{resource_icon(pen, die, 20)}</span>'
    change = f'<small class="will">{pen.icon("arrow-right", 11)}{after}</small>' if after != value else ""
    flag = f'<span class="flag">{pen.icon("hammer", 12)}{pen.say(Phrase("draw.need"))}</span>' if need else ""
    name = resource_name(pen, die)
    state = " six" if need else "" if value else " none"
    return f'<div class="die r-{RESOURCE_NAMES[die]}{state}" id="die-{RESOURCE_NAMES[die]}">{flag}{shape}<span class="num"><b>{value}</b>{change}</span><span class="what">{resource_icon(pen, die, 13)}<span>{name}</span></span></div>'
