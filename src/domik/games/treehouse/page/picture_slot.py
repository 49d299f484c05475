"""Markup of a place on the tree: a built room, an open place, or a refused one with its reason."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from functools import lru_cache

from domik.games.treehouse.page.picture_layout import SMALL, BoardLayout, balance
from domik.games.treehouse.page.picture_room import TREE_CARD, TREE_CARDS, birdhouse, card, room_card
from domik.games.treehouse.rules.parts import COLOUR_NAMES, Room
from domik.games.treehouse.rules.phrases import card_phrase, colour_words, place_phrase, side_phrase, slot_id
from domik.games.treehouse.rules.reading import Place
from domik.kernel.drawing import Pen
from domik.kernel.phrase import Phrase

WHY = {"TH-31": "arrow-down-to-line", "TH-32": "palette", "TH-33": "scale", "TH-34": "lock"}


def dots(x: float, y: float, lean: int, seat: int, r: float = 3.2) -> str:
    """The three balance spots with the marker's future position."""
    return "".join(
        f'<circle cx="{x + k * r * 3.1:.1f}" cy="{y:.1f}" r="{r * (1.25 if k == lean else 0.8):.1f}"'
        f' fill="{f"var(--seat-{seat})" if k == lean else "none"}" stroke="var(--seat-{seat})" stroke-width="1.4"/>'
        for k in (-1, 0, 1)
    )


@lru_cache(maxsize=256)
def labelled_balance(pen: Pen, shape: BoardLayout, lean: int, seat: int, animal: str) -> str:
    """The balance board with a label for screen readers."""
    words = pen.say(Phrase("draw.marker", {"side": side_phrase(lean)}))
    return f'<g role="img" aria-label="{words}">{balance(pen, shape, lean, seat, animal)}</g>'


def built_room(pen: Pen, room: Room, place: Place, shape: BoardLayout) -> str:
    """A room on the viewer's tree; its windows glow at night."""
    words = Phrase(
        "draw.room_at", {"room": card_phrase(room), **colour_words(room.colour), "place": place_phrase(place)}
    )
    w, h = shape.card_w, shape.card_h
    return (
        f'<g class="room" role="img" aria-label="{pen.say(words)}" data-key="room-{room.id}">'
        f'<ellipse class="night" cx="{w / 2:g}" cy="{h / 2:g}" rx="{w * 0.78:.0f}" ry="{h * 0.95:.0f}" fill="url(#glow)"/>'
        f"{room_card(pen, room, TREE_CARDS[shape])}</g>"
    )


def built_birdhouse(pen: Pen, place: Place, shape: BoardLayout, seat: int) -> str:
    """The birdhouse on the viewer's tree (TH-61)."""
    words = pen.say(Phrase("draw.birdhouse_at", {"place": place_phrase(place)}))
    picture = birdhouse(pen, pen.say(Phrase("birdhouse")), shape.card_w, shape.card_h, shape.names)
    return f'<g class="room" role="img" aria-label="{words}" data-key="birdhouse-{seat}">{picture}</g>'


@lru_cache(maxsize=1024)
def open_slot(pen: Pen, shape: BoardLayout, place: Place, lean: int, seat: int, nest: bool) -> str:
    """A legal place: highlighted, with the resulting balance; a bird where the birdhouse would go."""
    w, h = shape.card_w, shape.card_h
    plus = 30 if shape.names else 24
    words = Phrase(
        "describe.birdhouse" if nest else "describe.place",
        {"place": place_phrase(place), "side": side_phrase(lean)},
    )
    return (
        f'<g id="{slot_id(place)}" class="slot can" role="button" tabindex="0" aria-label="{pen.say(words)}">'
        f'<rect class="halo" x="-5" y="-5" width="{w + 10}" height="{h + 10}" rx="14"/><rect class="bed" width="{w}" height="{h}" rx="10"/>'
        f'<circle class="plus" cx="{w / 2:g}" cy="{h / 2 - 7:g}" r="{plus / 2:g}"/>'
        + pen.glyph(
            "bird" if nest else "plus",
            w / 2 - plus * 0.34,
            h / 2 - 7 - plus * 0.34,
            plus * 0.68,
            "var(--accent-ink)",
            2.8,
        )
        + dots(w / 2, h - (12 if shape.names else 9), lean, seat)
        + "</g>"
    )


@lru_cache(maxsize=1024)
def refused_slot(pen: Pen, shape: BoardLayout, place: Place, clause: str, reason: str) -> str:
    """A refused place: dimmed, with the icon of its clause; the reason is in its label."""
    w, h = shape.card_w, shape.card_h
    size = 17 if shape.names else 15
    tag = f'<text x="{w / 2:g}" y="{h / 2 + 15:g}" class="clause">{clause}</text>' if shape.names else ""
    words = pen.say(Phrase("draw.refused", {"place": place_phrase(place)}))
    return (
        f'<g id="{slot_id(place)}" class="slot no" role="button" tabindex="0" aria-disabled="true"'
        f' aria-label="{words}. {reason} {clause}"><rect class="bed" width="{w}" height="{h}" rx="10"/>'
        + pen.glyph(
            WHY.get(clause, "lock"), w / 2 - size / 2, h / 2 - size / 2 - (7 if tag else 0), size, "currentColor", 2.2
        )
        + tag
        + "</g>"
    )


@lru_cache(maxsize=1024)
def waiting_slot(shape: BoardLayout, fits: tuple[int, ...]) -> str:
    """A free place while a card is chosen: highlighted along with the cards that would fit (see look.css)."""
    classes = "".join(f" fits-{k}" for k in fits)
    return (
        f'<g class="slot dream{classes}"><rect class="bed" width="{shape.card_w}" height="{shape.card_h}" rx="10"/></g>'
    )


@lru_cache(maxsize=2048)
def small_room(pen: Pen, colour: int, icon: str, name: str, key: str) -> str:
    """A room on a rival's tree: colour and mark; the whole card when enlarged."""
    hue = COLOUR_NAMES[colour]
    w, h = SMALL.card_w, SMALL.card_h
    scale = w / TREE_CARD.w
    return (
        f'<g class="c-{hue}" data-key="{key}"><g class="brief"><rect width="{w}" height="{h}" rx="4" fill="var(--p)" stroke="var(--c)" stroke-width="2"/>'
        f"{pen.mark(hue, w / 2 - 5.5, h / 2 - 5.5, 11)}</g>"
        f'<g class="detail" transform="translate(0 {h - TREE_CARD.h * scale:.2f}) scale({scale:.4f})">{card(pen, colour, icon, name, TREE_CARD)}</g></g>'
    )


@lru_cache(maxsize=64)
def small_birdhouse(pen: Pen) -> str:
    scale = SMALL.card_w / TREE_CARD.w
    picture = birdhouse(pen, pen.say(Phrase("birdhouse")), TREE_CARD.w, TREE_CARD.h, True)
    return f'<g transform="translate(0 {SMALL.card_h - TREE_CARD.h * scale:.2f}) scale({scale:.4f})">{picture}</g>'
