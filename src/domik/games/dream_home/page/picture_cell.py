"""Markup of a cell of the viewer's house: a card, an open cell, or a refused one, and what a click would gain."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from domik.games.dream_home.page.context import PlacedCard
from domik.games.dream_home.page.picture_layout import CELL_H, CELL_W, PICTURE, PLATE, at, box, disc
from domik.games.dream_home.page.picture_room import picture, room, scaffolding, small_room, small_scaffolding, token
from domik.games.dream_home.rules.reading import Place
from domik.kernel.drawing import Pen

WHY = {"DH-21": "arrow-down-to-line", "DH-22": "arrow-up-down"}  # other clauses show a lock
COINS = (18, 26)  # radius on a desktop and on a phone


class CellOffer(NamedTuple):
    """What can be done with a cell now."""

    is_open: bool = False  # it can be clicked first
    up: str = ""  # what a click gains, such as "+3"; or an icon's name after a colon
    down: str = ""  # the same after `face down` is chosen
    prop: bool = False  # scaffolding may be placed here after it is chosen
    tool: str = ""  # icon of the tool that the card can be chosen for
    medal: tuple[str, int] = ("", 0)  # a furnishing that would be placed here, and its points
    before_after: str = ""  # the room's points: "1 → 4"
    ghost: tuple[str, int, int] = ("", 0, 1)  # kind, part and number of cards of the room it would become
    clause: str = ""  # the clause that refuses a plain click
    fits: tuple[int, ...] = ()  # columns whose room would fit here
    words: str = ""


NO_OFFER = CellOffer()


def cell_id(place: Place) -> str:
    """Id of a clickable cell; objections use the same."""
    return f"cell-{place[0]}-{place[1]}"


def coin(pen: Pen, x: float, y: float, text: str, mode: str) -> str:
    """A round coin with the gain of a click."""
    r = COINS[pen.phone]
    inside = (
        pen.glyph(text[1:], -r * 0.58, -r * 0.58, r * 1.16, "var(--accent-ink)", 2.4)
        if text.startswith(":")
        else f'<text font-size="{r * (0.9 if len(text) < 3 else 0.76):g}">{text}</text>'
    )
    worse = " loss" if text.startswith("−") else ""
    return f'<g class="bubble {mode}{worse}" transform="translate({x:g} {y:g})"><use href="#coin-{r}" class="round-coin"/>{inside}</g>'


@lru_cache(maxsize=256)
def clause_tag(pen: Pen, clause: str, y: float) -> str:
    """A small tag with an icon and the clause that refuses."""
    size = 1.35 if pen.phone else 1
    large = f" scale({size:g})" if size != 1 else ""
    return (
        f'<g class="tag" transform="translate({CELL_W / 2:g} {y:g}){large}"><use href="#tab" class="tab"/>'
        f'<use href="#why-{WHY.get(clause, "lock")}"/><text x="10">{clause}</text></g>'
    )


def symbols(pen: Pen) -> str:
    """Symbols used by the cells of a house that offer something."""
    coins = "".join(f'<g id="coin-{r}"><circle r="{r}" cy="1.5" class="cast"/><circle r="{r}"/></g>' for r in COINS)
    icons = "".join(
        f'<g id="why-{icon}">{pen.glyph(icon, -28, -6.5, 13, "currentColor", 2.6)}</g>'
        for icon in (*WHY.values(), "lock")
    )
    return (
        f'{coins}{icons}<rect id="tab" x="-37" y="-12" width="74" height="24" rx="12"/><rect id="bay" x="4" y="4" width="{CELL_W - 8}" height="{CELL_H - 8}" rx="7"/>'
        f'<g id="hatched">{box(4, 4, CELL_W - 8, CELL_H - 8, "url(#hatch)", 7)}</g><g id="light">{disc(CELL_W / 2, CELL_H / 2, 58, "url(#glow)")}</g>'
    )


def offer_coins(pen: Pen, offer: CellOffer, x: float, y: float) -> str:
    """The coins of an offer; look.css shows the one for the current selection."""
    drawn = coin(pen, x, y, offer.up, "up") if offer.up else ""
    if offer.down:
        drawn += coin(pen, x, y, offer.down, "down")
    if offer.prop:
        drawn += coin(pen, x, y, ":construction", "prop")
    if offer.medal[0]:
        drawn += at(x, y, token(pen, *offer.medal), 'class="bubble up brass"')
    if offer.tool:
        drawn += coin(pen, x, y, offer.tool, "tool")
    return drawn


def cell_group(place: Place, offer: CellOffer, kind: str, words: str) -> str:
    """The group around a cell; the script makes it a button where it can be clicked."""
    clickable = offer.is_open or offer.down or offer.prop or offer.tool or offer.clause
    fits = "".join(f" fits-{column}" for column in offer.fits)
    state = " can" if offer.is_open else " no" if offer.clause else ""
    if not clickable:
        role = 'role="img"' if words else 'aria-hidden="true"'
        return (
            f'<g id="{cell_id(place)}" class="cell {kind}{fits}" {role} aria-label="{words}">'
            if words
            else f'<g id="{cell_id(place)}" class="cell {kind}{fits}">'
        )
    return f'<g id="{cell_id(place)}" class="cell {kind}{state}{fits}" role="img" data-lit="" aria-label="{words}">'


@lru_cache(maxsize=256)
def free_cell(pen: Pen, place: Place, scaffold: bool, offer: CellOffer) -> str:
    """A cell without a card: studs or scaffolding, and its offer."""
    kind, part, cards = offer.ghost
    drawn = scaffolding(pen) if scaffold else ""
    drawn += '<use href="#bay" class="bed"/>'
    if kind:
        drawn += f'<g class="ghost">{picture(kind, part, cards)}</g>'
    if offer.up or offer.down or offer.prop:
        drawn += '<use href="#light" class="light"/>'
    if offer.before_after:
        drawn += (
            f'<g class="becomes">{box(2, PICTURE, CELL_W - 4, PLATE - 2, "var(--accent)", 5)}'
            f'<text x="{CELL_W / 2:g}" y="{PICTURE + PLATE / 2:g}" font-size="{21 if pen.phone else 15}">{offer.before_after}</text></g>'
        )
    drawn += offer_coins(pen, offer, CELL_W / 2, CELL_H / 2 - (8 if offer.before_after or scaffold else 0))
    if offer.clause:
        if not scaffold:
            drawn += '<use href="#hatched" class="hatch"/>'
        drawn += clause_tag(pen, offer.clause, 52 if scaffold else CELL_H / 2)
    return cell_group(place, offer, "free", offer.words) + drawn + "</g>"


@lru_cache(maxsize=256)
def room_card(pen: Pen, laid: PlacedCard) -> str:
    """A card with its furnishing; both are animated when they move."""
    drawn = room(pen, laid.kind, laid.part, laid.cards, laid.children, laid.look, laid.worth, laid.most, laid.finished)
    key = f' data-key="{laid.key}"' if laid.key else ""
    drawn = f"<g{key}>{drawn}</g>"
    if laid.token:
        y = 36 if pen.phone else 28  # lower on a phone, where tokens are larger: the eaves must not cover the points
        drawn += at(28, y, token(pen, laid.token, laid.token_points), f'data-key="{laid.token_key}"')
    return drawn


@lru_cache(maxsize=256)
def filled_cell(pen: Pen, place: Place, laid: PlacedCard, offer: CellOffer, chosen: bool = False) -> str:
    """A cell with a card, and its offer."""
    drawn = room_card(pen, laid)
    kind = "filled chosen" if chosen else "filled"
    if offer != NO_OFFER or chosen:
        drawn += box(3, 3, CELL_W - 6, CELL_H - 6, "none", 6, 'class="ring"')
        drawn += offer_coins(pen, offer, CELL_W - 28, 36 if pen.phone else 30)
        if offer.clause:
            drawn += clause_tag(pen, offer.clause, 50)
    words = offer.words or laid.words
    return cell_group(place, offer, kind, words) + drawn + "</g>"


@lru_cache(maxsize=256)
def small_cell(pen: Pen, laid: PlacedCard | None) -> str:
    """A cell of a rival's house, in brief and in detail for the enlarged view; None is scaffolding."""
    if laid is None:
        return f'<g class="brief">{small_scaffolding(pen)}</g><g class="detail">{scaffolding(pen)}</g>'
    key = f' data-key="{laid.key}"' if laid.key else ""
    whole = room(pen, laid.kind, laid.part, laid.cards, laid.children, laid.look, laid.worth, laid.most, laid.finished)
    drawn = (
        f'<g{key}><g class="brief">{small_room(laid.kind, laid.part, laid.cards)}</g><g class="detail">{whole}</g></g>'
    )
    if laid.token:
        medal = token(pen, laid.token, laid.token_points, True)
        plain = token(pen, laid.token, laid.token_points)
        drawn += at(
            28, 30, f'<g class="brief">{medal}</g><g class="detail">{plain}</g>', f'data-key="{laid.token_key}"'
        )
    return drawn
