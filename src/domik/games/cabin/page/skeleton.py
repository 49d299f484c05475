"""The skeleton of the Cozy Cabin page: an empty element per cell, fixed for a given table, language and screen."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from functools import cache, lru_cache

from domik.games.cabin import TITLE
from domik.games.cabin.page.context import CachedParts, cached_parts_of
from domik.games.cabin.page.picture_clearing import cabin, clearing, painting, plot
from domik.games.cabin.page.picture_paintings import stamps
from domik.games.cabin.rules.parts import DOMESTIC_NAMES, NATURAL_NAMES, RESOURCE_NAMES
from domik.games.cabin.rules.state import CARDS_EACH, NEIGHBOUR, PLACES
from domik.kernel.drawing import Pen
from domik.kernel.phrase import Phrase

ONWARD = ("right", "right", "down", "down", "left", "left", "up", "up")
PAINTINGS = '<svg class="paintings" width="0" height="0" aria-hidden="true"><defs>{}</defs></svg>'


@lru_cache(maxsize=256)
def areas(
    pen: Pen, box: CachedParts, seats: int, me: int, draft: bool, neighbour: bool, promo: bool, scenario: bool
) -> dict[str, str]:
    return {
        "ribbon": '<div class="calendar" id="progress"></div>',
        "own": own(pen, me)
        if box is built_in_parts()
        else PAINTINGS.format(paintings(box, neighbour, promo)) + own(pen, me),
        "side": side(pen, seats, me, scenario),
        "hand": hand(pen, seats, me, draft, neighbour),
    }


def paintings(box: CachedParts, neighbour: bool, promo: bool) -> str:
    """Both paintings of every card in the box as symbols for <use>, whichever cards are in the decks."""
    parts = box.parts
    arts = [stamps()]
    for kind, card in enumerate(parts.cards[: None if promo else CARDS_EACH], 1):
        for home, one in enumerate(card.sides):
            like = RESOURCE_NAMES[one.produces if home else one.gives]
            arts.append(f'<g id="art-{kind}-{home}">{painting(card.id, bool(home), like)}</g>')
    arts.append(f'<g id="art-plot">{plot()}</g>')
    if neighbour:
        arts += [f'<g id="art-{NEIGHBOUR}-{home}">{painting("neighbour", bool(home), "")}</g>' for home in (0, 1)]
    return "".join(arts)


@cache
def built_in_parts() -> CachedParts:
    """The built-in cards; their paintings are served as a cacheable file (`pictures`)."""
    return cached_parts_of(TITLE.parts())


def own(pen: Pen, me: int) -> str:
    """The clearing with the ring of places around the cabin, and the dice tray."""
    cells = "".join(
        f'<div class="cell c{n}" data-place="{me}.{n}"><div class="at" id="at-{n}"></div><span class="stone {way}">{pen.icon(f"chevron-{way}", 14)}</span></div>'
        for n, way in enumerate(ONWARD, 1)
    )
    return (
        f'<div class="glade">{clearing()}<div class="ring"><span class="footpath"></span>{cells}<div class="cell centre">{cabin()}</div></div>'
        f'<section class="tray" aria-label="{pen.say(Phrase("draw.dice"))}">{dice(pen, "forest", "trees", NATURAL_NAMES)}{dice(pen, "indoor", "house", DOMESTIC_NAMES)}</section></div>'
    )


def dice(pen: Pen, which: str, icon: str, names: tuple[str, ...]) -> str:
    cells = "".join(f'<div id="cube-{name}"></div>' for name in names)
    return f'<div class="set {which}"><h2>{pen.icon(icon, 14)}<span>{pen.say(Phrase(f"draw.dice_{which}"))}</span></h2>{cells}</div>'


def side(pen: Pen, seats: int, me: int, scenario: bool) -> str:
    """The viewer's points, scenario goals, then the other players clockwise."""
    rivals = "".join(rival((me + k) % seats) for k in range(1, seats))
    goals = '<section class="panel goals" id="goals"></section>' if scenario else ""
    return (
        f'<section class="panel peace" aria-label="{pen.say(Phrase("draw.points"))}"><div class="line-up"><div class="line" id="own-who"></div><div id="own-state"></div></div><div id="points"></div></section>'
        f'{goals}<div class="rivals rivals-{seats - 1}">{rivals}</div>'
    )


def rival(seat: int) -> str:
    """One rival: a small map that can be enlarged, name, points, status."""
    places = "".join(
        f'<div class="c{n}" id="mini-{seat}-{n}" data-place="{seat}.{n}"></div>' for n in range(1, PLACES + 1)
    )
    house = '<svg class="mid" viewBox="0 0 24 24" aria-hidden="true"><path d="M3 12L12 4l9 8v9h-6v-6H9v6H3z"/></svg>'
    return (
        f'<section class="panel rival" id="rival-{seat}"><div class="map" id="map-{seat}">{places}{house}</div><div class="look" id="look-{seat}"></div>'
        f'<div class="who"><div class="line" id="who-{seat}"></div><div class="points" id="points-{seat}"></div><div class="doing" id="state-{seat}"></div><div class="far" id="far-{seat}"></div><div class="stock" id="stock-{seat}"></div></div></section>'
    )


def hand(pen: Pen, seats: int, me: int, draft: bool, neighbour: bool) -> str:
    """The card in hand, both piles and the choices; draft cards, the neighbour's victims, a fence."""
    offers = "".join(f'<div id="offer-{k}"></div>' for k in range(1, 5))
    drafted = f'<div class="offers">{offers}</div><div class="kept" id="kept"></div>' if draft else ""
    aims = fence = ""
    if neighbour:
        aims = "".join(f'<div id="aim-{(me + k) % seats}"></div>' for k in range(1, seats))
        aims = f'<div class="aims" role="group" aria-label="{pen.say(Phrase("draw.victims"))}">{aims}</div>'
        posts = "".join(f'<div class="c{n}" id="post-{n}"></div>' for n in range(1, PLACES + 1))
        fence = f'<div class="fence">{posts}<div class="whose" id="whose"></div></div>'
    choices = "".join(f'<div id="do-{kind}"></div>' for kind in ("build", "gain", "upgrade", "flip"))
    return (
        f'<div class="stage"><div id="card"></div>{fence}<div class="piles"><div id="pile-this"></div><div id="pile-later"></div></div></div>{drafted}'
        f'{aims}<div class="choices">{choices}</div><div id="standing"></div><div class="order" id="order-this"></div><div class="order" id="order-later"></div>'
    )
