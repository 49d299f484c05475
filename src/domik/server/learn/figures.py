"""The pictures of the rules as markup: the game's own drawing, numbers on it, and what the engine says to each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from domik.games import title_of
from domik.kernel.drawing import Drawing
from domik.kernel.phrase import Phrase
from domik.learn.figures import Figure, figures_of
from domik.server.learn.lessons import ANIMALS, NAMES
from domik.server.sight.pens import painted, player, words_pen
from domik.server.sight.stills import definitions, named_still


@dataclass(frozen=True)
class Place:
    """A numbered place: whether something may go there, and what the engine says."""

    id: str
    may: bool
    text: str


@dataclass(frozen=True)
class Sum:
    """One line of a worked example."""

    clause: str
    points: str
    what: str


@dataclass(frozen=True)
class Picture:
    """A figure in one language."""

    clause: str
    area: str
    markup: Markup
    caption: str
    places: list[Place]
    sums: list[Sum]
    total: str
    defined: str  # what the markup refers to


@lru_cache(maxsize=16)
def figures(game: str) -> tuple[Figure, ...]:
    """A game's figures, read once."""
    return tuple(figures_of(title_of(game)))


@lru_cache(maxsize=48)
def pictures(game: str, language: str) -> tuple[Picture, ...]:
    """All pictures of a game's rules in one language."""
    return tuple(picture(figure, language) for figure in figures(game))


def all_defined(game: str, language: str) -> Markup:
    """What the pictures refer to, once for a page."""
    found = "".join(dict.fromkeys(one.defined for one in pictures(game, language)))
    return Markup(f'<svg width="0" height="0" aria-hidden="true">{found}</svg>')


def picture(figure: Figure, language: str) -> Picture:
    """One figure drawn, its places asked, its points counted."""
    match = figure.match
    say = words_pen(language, match.title.name).words.say
    players = [player(say(Phrase("web.learn.you")), ANIMALS[0], False, True)]
    players += [player(NAMES[k - 1], ANIMALS[k], True, True) for k in range(1, match.seats)]
    drawing = painted(match, figure.view, players, language, "desk", False).whole()
    counted = [
        Sum(line.clause, match.title.written(line.points), say(line.reason)) for line in figure.lines() if line.points
    ]
    return Picture(
        figure.clause,
        figure.area,
        Markup(named_still(drawing, figure.area)),
        say(figure.caption.phrase()),
        [place(figure, drawing, id, language) for id in figure.places],
        counted if figure.is_counted else [],
        match.title.written(figure.total()),
        definitions(drawing),
    )


def place(figure: Figure, drawing: Drawing, id: str, language: str) -> Place:
    """What the engine says about one place."""
    pen = words_pen(language, figure.match.title.name)
    say = pen.words.say
    inside = {id, *re.findall(r'\bid="([^"]+)"', drawing.cells.get(id, ""))}
    for named, no in drawing.refusals.items():
        if named in inside:
            return Place(id, False, say(no.reason))
    may = any(path and path[-1] in inside for path in drawing.paths.values())
    return Place(id, may, say(Phrase("web.rules.may" if may else "web.rules.may_not")))
