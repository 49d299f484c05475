"""Markup beside the house: running score with reasons, tools and helpers, rivals, discards, the result."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from functools import lru_cache

from domik.games.dream_home.page.context import CachedParts
from domik.games.dream_home.page.picture_hand import resource_picture
from domik.games.dream_home.page.picture_layout import ROOM_STYLES, capitalized_name
from domik.games.dream_home.page.picture_room import sign_icon
from domik.games.dream_home.rules.parts import HELPERS, Resource
from domik.kernel.drawing import NO_MARKUP, Markup, Pen, PlayerInfo
from domik.kernel.phrase import Phrase

STATES = {"acting": "hand", "done": "check", "skips": "hammer", "won": "trophy"}
WHEN = {
    "designer": "works",
    "architect": "works",
    "jackhammer": "round_start",
    "mixer": "your_turn",
    "drill": "your_turn",
}


@lru_cache(maxsize=256)
def score_button(pen: Pen, sheet: str, score: int, name: str) -> str:
    """The points so far, as a button that opens the score sheet."""
    words = pen.say(Phrase("draw.why_points", {"name": name, "n": score}))
    return (
        f'<button type="button" class="points" data-enlarge="{sheet}" aria-label="{words}">{pen.points(score)}</button>'
    )


@lru_cache(maxsize=256)
def tally(pen: Pen, heading: str, lines: tuple[tuple[str, str, int], ...]) -> str:
    """All points so far, line by line with their clauses."""
    rows = "".join(
        f'<li><span>{what}</span> <u data-clause="{clause}">{clause}</u><b>{n}</b></li>' for what, clause, n in lines
    )
    return f"<h2>{heading}</h2><ol>{rows}</ol>"


@lru_cache(maxsize=256)
def who(pen: Pen, seat: int, player: PlayerInfo, size: int, marker: str) -> str:
    """A face and a name with the first-player marker."""
    signs = NO_MARKUP
    if marker:
        words = pen.say(Phrase(f"draw.{marker}"))
        signs = Markup(
            f'<span class="key {marker}" role="img" aria-label="{words}" title="{words}">{pen.icon("key-round", 13, 2.4)}</span>'
        )
    return pen.who(seat, player, size, signs)


@lru_cache(maxsize=256)
def state(pen: Pen, key: str) -> str:
    return pen.state(key, STATES[key], Phrase(f"draw.{key}")) if key else ""


@lru_cache(maxsize=256)
def score_row(pen: Pen, icon: str, name: str, clause: str, detail: str, shown: str, sum_up: int, later: bool) -> str:
    """One line of the running score: name, clause, reasons, points."""
    return (
        f'<div class="reason{"" if sum_up else " none"}" title="{detail}"><span class="spot">{pen.icon(icon, 15)}</span>'
        f'<span class="why-so"><b>{name} <u data-clause="{clause}">{clause}</u></b><small>{shown or detail}</small></span><b class="sum">{"?" if later else sum_up}</b></div>'
    )


@lru_cache(maxsize=256)
def ticks(pen: Pen, wanted: tuple[tuple[str, bool], ...]) -> str:
    """Icons or numbers of what a bonus needs, each with a tick or a dash; the row's title has the words."""
    return "".join(
        f'<i class="{"there" if done else "missing"}">{what if what.isdigit() else sign_icon(what, 13)}{pen.icon("check" if done else "minus", 10, 3.4)}</i>'
        for what, done in wanted
    )


@lru_cache(maxsize=256)
def aid(pen: Pen, id: str, count: int, mode: str, brief: bool) -> str:
    """A tool or helper beside the house: its effect, and whether it can be used now."""
    name = pen.escape(capitalized_name(pen, f"resource.{id}"))
    text = pen.say(Phrase(f"resource_text.{id}"))
    when = "use" if mode else WHEN.get(id, "at_end")
    sign = "hand" if mode else "check" if when == "works" else "clock"
    small = "" if brief else f"<small>{text}</small>"
    inside = (
        f'<span class="spot {"helper" if id in HELPERS else "tool"}">{sign_icon(id, 18)}</span><span class="why-so"><b>{name}{f" ×{count}" if count > 1 else ""}</b>{small}'
        f'<span class="when">{pen.icon(sign, 12, 2.6)}{pen.say(Phrase(f"draw.{when}"))}</span></span>'
    )
    if mode:
        return f'<button id="tool-{id}" type="button" class="aid can" title="{text}">{inside}</button>'
    return f'<div class="aid" title="{text}">{inside}</div>'


@lru_cache(maxsize=256)
def chips(pen: Pen, aids: tuple[tuple[str, int], ...]) -> str:
    """A rival's tools and helpers as small pictures; enlarged, with names and effects."""
    return "".join(chip(pen, id, count) for id, count in aids)


@lru_cache(maxsize=256)
def chip(pen: Pen, id: str, count: int) -> str:
    name, text = pen.say(Phrase(f"resource.{id}")), pen.say(Phrase(f"resource_text.{id}"))
    many = f"<b>×{count}</b>" if count > 1 else ""
    return (
        f'<span class="aid-chip {"helper" if id in HELPERS else "tool"}" role="img" aria-label="{name}" title="{name}. {text}">'
        f'{sign_icon(id, 15)}{many}<span class="detail"><b>{pen.escape(capitalized_name(pen, f"resource.{id}"))}.</b> {text}</span></span>'
    )


@lru_cache(maxsize=256)
def enlarger(pen: Pen, seat: int, name: str) -> str:
    """The button that enlarges a rival's house, with tools, helpers and points."""
    words = pen.say(Phrase("draw.enlarge", {"name": name}))
    return f'<button type="button" class="enlarge" data-enlarge="rival-{seat}" aria-label="{words}">{pen.icon("maximize-2", 13)}</button>'


def pile(pen: Pen, rooms: int, resources: int) -> str:
    """The size of the discards, as a button that shows all of them (DH-14)."""
    words = pen.say(Phrase("draw.discards"))
    numbers = f'<span class="many">{pen.icon("layout-grid", 13)}{rooms}</span><span class="many">{pen.icon("package", 13)}{resources}</span>'
    return f'<button type="button" class="pile" data-enlarge="discards" aria-label="{words}: {rooms} + {resources}">{pen.icon("layers", 16)}<b>{words}</b>{numbers}</button>'


@lru_cache(maxsize=256)
def discarded_rooms(pen: Pen, kind: str, n: int) -> str:
    look = ROOM_STYLES[kind]
    return f'<span class="spot kind" style="--deep:{look.deep};--pale:{look.wall}">{sign_icon(kind, 16)}</span>{pen.say(Phrase(f"kind.{kind}"))}<b>×{n}</b>'


@lru_cache(maxsize=256)
def discarded_resources(pen: Pen, box_: CachedParts, card: Resource, n: int) -> str:
    points = box_.parts.furnishings[card.id].points if card.sort == "furnishing" else 0
    sign = resource_picture(pen, card, points, 30)
    return f'<svg width="30" height="24" viewBox="-2 -5 46 36" aria-hidden="true">{sign}</svg>{resource_words(pen, card)}<b>×{n}</b>'


def resource_words(pen: Pen, card: Resource) -> str:
    """A resource's name; a roof's name says whether it has a window."""
    if card.sort == "roof":
        return pen.say(Phrase(f"roof_window.{card.id}" if card.window else f"roof.{card.id}"))
    return pen.say(Phrase(f"resource.{card.id}"))


@lru_cache(maxsize=256)
def final_standings(
    pen: Pen, scores: tuple[int, ...], winners: int, players: tuple[PlayerInfo, ...], reason: str
) -> str:
    """All players by points, the winners with a cup and the reason (DH-64)."""
    rows = pen.final_standings(scores, winners, players, tuple(map(pen.points, scores)))
    return f'<div class="final">{rows}<p>{reason}</p></div>'


@lru_cache(maxsize=256)
def question_picture(pen: Pen, id: str) -> str:
    """The tool, helper or token that the decision is about."""
    sort = "helper" if id in HELPERS else "tool"
    return (
        f'<div class="about-aid"><span class="spot {sort}">{sign_icon(id, 24)}</span><b>{pen.escape(capitalized_name(pen, f"resource.{id}"))}</b>'
        f"<small>{pen.say(Phrase(f'resource_text.{id}'))}</small></div>"
    )
