"""The skeleton of the Treehouse table: an empty element for every cell, constant for a table, language and screen."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from functools import lru_cache

from domik.games.treehouse.page.picture_layout import (
    SMALL,
    BoardLayout,
    crown,
    landscape,
    layout_for,
    path_of_stones,
    trimmings,
    trunk,
)
from domik.games.treehouse.page.picture_room import (
    HAND_CARD,
    PHONE_HAND_CARD,
    PHONE_WIDE_CARD,
    TREE_CARD,
    TREE_CARDS,
    symbols,
    wallpapers,
)
from domik.games.treehouse.page.picture_side import small_trunk, small_twigs
from domik.games.treehouse.rules.parts import COLOUR_NAMES
from domik.games.treehouse.rules.reading import LEVELS, PLACES, Place
from domik.games.treehouse.rules.state import HAND as HAND_SIZE
from domik.games.treehouse.rules.state import MOST, NOTHING
from domik.kernel.drawing import Pen
from domik.kernel.phrase import Phrase


def at_id(place: Place) -> str:
    """Cell id of a place on the viewer's tree."""
    return f"at-{place[0]}-{place[1] + 1}"


def bough_id(place: Place) -> str:
    """Cell id of the boughs above a place."""
    return f"bough-{place[0]}-{place[1] + 1}"


def small_id(seat: int, place: Place) -> str:
    """Cell id of a place on a rival's tree."""
    return f"tree-{seat}-{place[0]}-{place[1] + 1}"


def group(id: str, place: Place, shape: BoardLayout) -> str:
    """An empty SVG group at a place."""
    x, y = shape.corner(place)
    return f'<g id="{id}" transform="translate({x:.1f} {y:.1f})"></g>'


@lru_cache(maxsize=256)
def areas(pen: Pen, seats: int, me: int, tasks: bool) -> dict[str, str]:
    return {
        "ribbon": '<div class="clockwork" id="progress"></div>',
        "own": own(pen, seats, tasks),
        "side": side(pen, seats, me),
        "hand": hand(),
    }


def own(pen: Pen, seats: int, tasks: bool) -> str:
    """The landscape with the viewer's tree, the score path, and the plates on top of it."""
    shape = layout_for(pen)
    hands = (PHONE_HAND_CARD, PHONE_WIDE_CARD) if pen.phone else (HAND_CARD,)
    drawn = dict.fromkeys((TREE_CARDS[shape], TREE_CARD, *hands))  # TREE_CARD is for rivals' trees, enlarged
    defs = (
        f'<defs>{wallpapers(pen)}<radialGradient id="glow"><stop stop-color="#ffdf9a" stop-opacity=".5"/>'
        f'<stop offset="1" stop-color="#ffdf9a" stop-opacity="0"/></radialGradient>{"".join(symbols(form) for form in drawn)}</defs>'
    )
    upwards = sorted(PLACES)
    tree = (
        crown(shape)
        + trimmings(shape)
        + "".join(f'<g id="{bough_id(place)}"></g>' for place in reversed(upwards) if place[0] < LEVELS)
        + trunk(shape)
        + '<g id="bough-1-1"></g>'
        + '<g id="balance"></g>'
        + "".join(group(at_id(place), place, shape) for place in upwards)
    )
    pawns = "".join(f'<g id="pawn-{seat}"></g>' for seat in reversed(range(seats)))
    return (
        f'<svg class="board" viewBox="0 0 {shape.width} {shape.height}" preserveAspectRatio="xMidYMax meet" overflow="visible">{defs}'
        f'{landscape(shape)}<g id="reach"></g><g class="tree">{tree}</g>{path_of_stones(shape)}<g id="stones"></g>{pawns}</svg>'
        f'<div class="plate" id="plate"></div>{"<div id=" + chr(34) + "task" + chr(34) + "></div>" if tasks else ""}'
    )


def side(pen: Pen, seats: int, me: int) -> str:
    """Rivals in the order in which hands are passed, then the colour cards and the change cards to come."""
    rivals = "".join(rival((me + k) % seats) for k in range(1, seats))
    colours = "".join(f'<div id="worth-{colour}"></div>' for colour in COLOUR_NAMES)
    return (
        f'<div class="rivals rivals-{seats - 1}">{rivals}</div><section class="panel worth" aria-label="{pen.say(Phrase("draw.worth"))}">'
        f'<h2><span class="words">{pen.say(Phrase("draw.worth"))}</span><span class="spacer"></span><span id="seats"></span></h2>'
        f'<div class="colours">{colours}</div><div class="pool" id="changes"></div></section>'
    )


def rival(seat: int) -> str:
    """A rival's name, points, state, and small tree, which can be enlarged."""
    places = sorted(PLACES)
    twigs = f'<g class="twigs">{small_twigs(1, 0)}{"".join(f"<g id={chr(34)}twig-{seat}-{p[0]}-{p[1] + 1}{chr(34)}></g>" for p in places)}</g>'
    tree = "".join(group(small_id(seat, place), place, SMALL) for place in places)
    return (
        f'<section class="panel rival" id="rival-{seat}"><div class="who"><div class="line" id="who-{seat}"></div><div class="points" id="points-{seat}"></div>'
        f'<div id="state-{seat}"></div><div id="note-{seat}"></div></div><div class="look" id="look-{seat}"></div>'
        f'<svg class="sapling" id="tree-{seat}" viewBox="0 -7 {SMALL.width} {SMALL.height + 7}" aria-hidden="true"><g id="reach-{seat}"></g>'
        f'<g class="tree">{small_trunk()}{twigs}<g id="lean-{seat}"></g>{tree}</g></svg><div class="shown" id="room-{seat}"></div></section>'
    )


def hand() -> str:
    """A description, elements for all cards of any phase, and buttons."""
    cards = "".join(f'<div id="hand-{k + 1}"></div>' for k in range(HAND_SIZE))
    offers = "".join(f'<div id="offer-{kind}"></div>' for kind in range(NOTHING, MOST + 1))
    tiles = "".join(f'<div id="tile-{colour}"></div>' for colour in COLOUR_NAMES)
    return (
        f'<div class="about" id="about"></div><div class="cards"><div id="chosen"></div>{cards}{offers}{tiles}<div id="standing"></div></div>'
        '<div class="deeds" id="deeds"></div>'
    )
