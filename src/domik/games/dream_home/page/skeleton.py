"""The skeleton of the Dream Home table: an empty element for every cell, constant for a table, language and screen."""

# ruff: noqa: E501  markup reads better unbroken

from __future__ import annotations

from functools import lru_cache

from domik.games.dream_home.page.picture_house import VIEW, garden, small_garden
from domik.games.dream_home.page.picture_layout import corner
from domik.games.dream_home.rules.parts import HELPERS, KIND_IDS, TOOLS
from domik.games.dream_home.rules.reading import PLACES, Place
from domik.games.dream_home.rules.state import COLUMNS, RESOURCES
from domik.kernel.drawing import Pen
from domik.kernel.phrase import Phrase

ROWS = ("rooms", "furnishings", "comfort", "bathrooms", "empty", "roof")
AIDS = tuple(id for id in (*TOOLS, *HELPERS) if id != "scaffolding")  # scaffolding is in the house (DH-34)
SCORE_SHEET = "score-sheet"
ROOF_OFFERS = 8  # four colours, with and without a window
GONE_ROOMS = {kind: f"gone-{kind}" for kind in KIND_IDS}  # cell ids of the discards, by kind of room
GONE_RESOURCES = [f"gone-{number}" for number in range(RESOURCES)]  # and by look of resource


def at_id(place: Place) -> str:
    """Cell id of a place in the viewer's house."""
    return f"at-{place[0]}-{place[1]}"


def small_id(seat: int, place: Place) -> str:
    """Cell id of a place in a rival's house."""
    return f"at-{seat}-{place[0]}-{place[1]}"


def group(id: str, place: Place) -> str:
    """An empty SVG group at a place."""
    x, y = corner(place)
    return f'<g id="{id}" transform="translate({x} {y})"></g>'


@lru_cache(maxsize=256)
def areas(pen: Pen, seats: int, me: int, looks: int) -> dict[str, str]:
    """All four areas; `looks` is the number of resources that look different."""
    return {
        "ribbon": '<div class="calendar" id="progress"></div>',
        "own": own(pen, me, looks),
        "side": side(seats, me),
        "hand": hand(pen),
    }


def own(pen: Pen, me: int, looks: int) -> str:
    """Score and aids, and the house in its garden."""
    rows = "".join(f'<div id="score-{row}"></div>' for row in ROWS)
    aids = "".join(f'<div id="aid-{id}"></div>' for id in AIDS)
    cells = "".join(group(at_id(place), place) for place in PLACES)
    # On a phone both are shortened: a tap shows them as on a desktop.
    whole = (f' id="{SCORE_SHEET}" data-enlarge="{SCORE_SHEET}"', ' data-enlarge="aid-list"') if pen.phone else ("", "")
    ratio = ' preserveAspectRatio="xMidYMax"' if pen.phone else ""  # on a phone it stands on the notes below it
    return (
        f'<div class="lot"><div class="notes"><section class="panel score"{whole[0]}><div class="line"><span class="name" id="plate"></span><span id="state-{me}"></span><span id="points-{me}"></span></div>{rows}</section>'
        f'<section class="panel aids"><h2>{pen.say(Phrase("draw.aids"))}</h2><div class="list" id="aid-list"{whole[1]}>{aids}</div></section></div>'
        f'<svg class="board house" viewBox="{VIEW}" overflow="visible"{ratio}>{garden()}<g id="tree_house"></g><g id="birdhouse"></g><use href="#back"/>'
        f'<g class="cells">{cells}</g><use href="#front"/><use href="#roof"/><g id="stack"></g></svg>'
        f'<div class="discard-pile" id="pile"></div><div class="unfold" id="discards">{discards(pen, looks)}</div><div class="unfold" id="tally-{me}"></div></div>'
    )


def discards(pen: Pen, looks: int) -> str:
    """Both discard piles: a line for each kind of room and each look of resource, empty without cards."""
    rooms = "".join(f'<li id="{id}"></li>' for id in GONE_ROOMS.values())
    resources = "".join(f'<li id="{id}"></li>' for id in GONE_RESOURCES[:looks])
    return (
        f'<h2>{pen.say(Phrase("draw.room_discards"))}</h2><ul><li id="no-rooms"></li>{rooms}</ul>'
        f'<h2>{pen.say(Phrase("draw.resource_discards"))}</h2><ul><li id="no-resources"></li>{resources}</ul>'
    )


def side(seats: int, me: int) -> str:
    """The rivals in turn order."""
    return f'<div class="rivals rivals-{seats - 1}">{"".join(rival((me + k) % seats) for k in range(1, seats))}</div>'


def rival(seat: int) -> str:
    """A rival's name, points, state, and house, which can be enlarged."""
    cells = "".join(group(small_id(seat, place), place) for place in PLACES)
    return (
        f'<section class="panel rival" id="rival-{seat}"><div class="line" id="who-{seat}"></div><div class="sum-up" id="points-{seat}"></div><div class="doing" id="state-{seat}"></div>'
        f'<div class="chips" id="chips-{seat}"></div><div class="look" id="look-{seat}"></div>'
        f'<svg class="cottage" id="house-{seat}" viewBox="{VIEW}" aria-hidden="true">{small_garden()}<g id="tree_house-{seat}"></g><g id="birdhouse-{seat}"></g><use href="#back"/>{cells}'
        f'<use href="#front"/><use href="#roof"/><g id="stack-{seat}"></g></svg><div class="unfold" id="tally-{seat}"></div></section>'
    )


def hand(pen: Pen) -> str:
    """The market, the cards to be laid, the helpers' offers, and the result."""
    columns = "".join(f'<div class="col" id="col-{k + 1}"></div>' for k in range(COLUMNS))
    roofs = "".join(f'<div id="offer-roof-{k}"></div>' for k in range(ROOF_OFFERS))
    kinds = "".join(f'<div id="offer-{kind}"></div>' for kind in KIND_IDS)
    return (
        f'<section class="counter" aria-label="{pen.say(Phrase("draw.market"))}"><div class="market" id="market">{columns}</div><div id="about"></div><div class="desk"><div id="hand-room"></div><div class="with"><div id="hand-card"></div><div id="deed-down"></div><div id="deed-away"></div></div></div>'
        f'<div class="offers"><div class="row-of">{roofs}{kinds}</div><div class="choices" id="choices"></div></div><div id="deed-pass"></div><div id="standing"></div></section>'
    )
