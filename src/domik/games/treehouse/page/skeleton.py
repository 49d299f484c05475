"""The skeleton of the Treehouse table: an empty element for every cell, constant for a table, language and screen."""

from __future__ import annotations

from domik.games.treehouse.page.boughs import small_twigs
from domik.games.treehouse.page.layout import SMALL, BoardLayout, art, card_formats, layout_for
from domik.games.treehouse.page.rooms import symbols, wallpapers
from domik.games.treehouse.rules.parts import COLOUR_NAMES
from domik.games.treehouse.rules.reading import LEVELS, PLACES, Place
from domik.games.treehouse.rules.state import HAND, MOST, NOTHING
from domik.kernel.drawing import Markup, Pen
from domik.kernel.phrase import Phrase
from domik.web.board.element import join, tag
from domik.web.board.memo import memo
from domik.web.board.parts import empty_cells


def at_id(place: Place) -> str:
    """Cell id of a place on the viewer's tree."""
    return f"at-{place[0]}-{place[1] + 1}"


def bough_id(place: Place) -> str:
    """Cell id of the boughs above a place."""
    return f"bough-{place[0]}-{place[1] + 1}"


def small_id(seat: int, place: Place) -> str:
    """Cell id of a place on a rival's tree."""
    return f"tree-{seat}-{place[0]}-{place[1] + 1}"


def twig_id(seat: int, place: Place) -> str:
    """Cell id of the twigs above a place on a rival's tree."""
    return f"twig-{seat}-{place[0]}-{place[1] + 1}"


def group(id: str, place: Place, shape: BoardLayout) -> Markup:
    """An empty SVG group at a place."""
    x, y = shape.corner(place)
    return tag("g", id=id, transform=f"translate({x:.1f} {y:.1f})")


@memo
def areas(pen: Pen, seats: int, me: int, tasks: bool) -> dict[str, str]:
    return {
        "ribbon": tag("div", class_="clockwork", id="progress"),
        "own": own(pen, seats, tasks),
        "side": side(pen, seats, me),
        "hand": hand(),
    }


def own(pen: Pen, seats: int, tasks: bool) -> Markup:
    """The landscape with the viewer's tree, the score path, and the plates on top of it."""
    shape = layout_for(pen)
    tree = tag(
        "g",
        art(f"crown_{shape.name}"),
        empty_cells((bough_id(place) for place in reversed(PLACES) if place[0] < LEVELS), "g"),
        art(f"trunk_{shape.name}"),
        empty_cells(("bough-1-1", "balance"), "g"),
        *(group(at_id(place), place, shape) for place in PLACES),
        class_="tree",
    )
    board = tag(
        "svg",
        tag("defs", wallpapers(pen), art("glow"), *map(symbols, card_formats(pen))),
        art(f"landscape_{shape.name}"),
        empty_cells(("reach",), "g"),
        tree,
        art(f"stones_{shape.name}"),
        empty_cells(("stones", *(f"pawn-{seat}" for seat in reversed(range(seats)))), "g"),
        class_="board",
        viewBox=f"0 0 {shape.width} {shape.height}",
        preserveAspectRatio="xMidYMax meet",
        overflow="visible",
    )
    return join(board, tag("div", class_="plate", id="plate"), empty_cells(("task",) if tasks else ()))


def side(pen: Pen, seats: int, me: int) -> Markup:
    """Rivals in the order in which hands are passed, then the colour cards and the change cards to come."""
    rivals = tag("div", *(rival((me + k) % seats) for k in range(1, seats)), class_=f"rivals rivals-{seats - 1}")
    words = Phrase("draw.worth")
    head = tag("span", pen.say(words), class_="words"), tag("span", class_="spacer"), tag("span", id="seats")
    colours = tag("div", empty_cells(f"worth-{colour}" for colour in COLOUR_NAMES), class_="colours")
    inside = tag("h2", *head), colours, tag("div", class_="pool", id="changes")
    return join(rivals, tag("section", *inside, class_="panel worth", aria_label=pen.text(words)))


def rival(seat: int) -> Markup:
    """A rival's name, points, state, and small tree, which can be enlarged."""
    who = (
        tag("div", class_="line", id=f"who-{seat}"),
        tag("div", class_="points", id=f"points-{seat}"),
        empty_cells((f"state-{seat}", f"note-{seat}")),
    )
    twigs = tag("g", small_twigs(1, 0), empty_cells((twig_id(seat, p) for p in PLACES), "g"), class_="twigs")
    places = (group(small_id(seat, place), place, SMALL) for place in PLACES)
    tree = tag("g", art("sapling"), twigs, tag("g", id=f"lean-{seat}"), *places, class_="tree")
    reach, box = tag("g", id=f"reach-{seat}"), f"0 -7 {SMALL.width} {SMALL.height + 7}"
    return tag(
        "section",
        tag("div", *who, class_="who"),
        tag("div", class_="look", id=f"look-{seat}"),
        tag("svg", reach, tree, class_="sapling", id=f"tree-{seat}", viewBox=box, aria_hidden="true"),
        tag("div", class_="shown", id=f"room-{seat}"),
        class_="panel rival",
        id=f"rival-{seat}",
    )


def hand() -> Markup:
    """A description, elements for all cards of any phase, and buttons."""
    cards = (f"hand-{k + 1}" for k in range(HAND))
    offers = (f"offer-{kind}" for kind in range(NOTHING, MOST + 1))
    tiles = (f"tile-{colour}" for colour in COLOUR_NAMES)
    return join(
        tag("div", class_="about", id="about"),
        tag("div", empty_cells(("chosen", *cards, *offers, *tiles, "standing")), class_="cards"),
        tag("div", class_="deeds", id="deeds"),
    )
