"""Routes of the rules: the rulebook, differences between editions, and single clauses and help beside the board."""

from __future__ import annotations

import contextlib
from functools import lru_cache
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import game_package
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase
from domik.learn.reference import FirstGameHelp, ScoringBox, load_help, load_scoring_boxes
from domik.server.accounts.visitors import visitor_of
from domik.server.http.errors import HttpError
from domik.server.pages.learn.lessons import games_with_lessons
from domik.server.pages.learn.rulebook import (
    Chapter,
    RenderedFigure,
    certainty_counts,
    chapters,
    mark_terms,
    rendered_figures,
    shared_definitions,
)
from domik.server.rendering.assets import content
from domik.server.rendering.renderers import game_pictures
from domik.server.rendering.templates import find_game, game_card, game_words, render_in_language, render_page
from domik.web.mascot import draw_mascot


def rules_context(request: Request, package: GamePackage) -> dict[str, Any]:
    return book_context(package, visitor_of(request).language) | {"here": request.scope["path"]}


def book_context(package: GamePackage, language: str) -> dict[str, Any]:
    """Template context of the whole rulebook in one language; needs no request."""
    found = chapters(package.name, language)
    return {
        "game": game_card(package, language),
        "chapters": found,
        "marks": certainty_counts(package.name),
        "pictures": Markup(game_pictures(package.name)) + shared_definitions(package.name, language),
        "has_editions": any(rule.editions for chapter in found for rule in chapter.clauses),
        "is_taught": package in games_with_lessons(),
        "has_card": bool(glance_boxes(package.name)),
        "example": next((rule.id for chapter in found for rule in chapter.clauses if rule.id), ""),
        "unfolded": lambda text: mark_terms(package.name, language, text),
    }


async def rules_page(request: Request) -> Response:
    """GET /g/GAME/rules: the whole rulebook with contents, figures, search and glossary."""
    title = find_game(request.path_params["game"])
    return render_page(request, "rules.html", **rules_context(request, title))


async def rules_panel(request: Request) -> Response:
    """The rulebook for the panel beside the table."""
    title = find_game(request.path_params["game"])
    return render_page(request, "rules_sheet.html", **rules_context(request, title))


async def editions_page(request: Request) -> Response:
    """Differences between editions side by side; raises HttpError 404 for a game with one edition."""
    title = find_game(request.path_params["game"])
    found = rules_context(request, title)
    if not found["has_editions"]:
        raise HttpError(404, Phrase("web.rules.one_edition"))
    rows = [rule for chapter in found["chapters"] for rule in chapter.clauses if rule.editions]
    names = list(dict.fromkeys(name for rule in rows for name, _ in rule.editions))
    return render_page(request, "editions.html", **found, rows=rows, names=names)


async def clause_panel(request: Request) -> Response:
    """One clause with its figure, for the panel beside the table."""
    title = find_game(request.path_params["game"])
    wanted = request.path_params["clause"].upper()
    found = rules_context(request, title)
    for chapter in found["chapters"]:
        for rule in chapter.clauses:
            if rule.id == wanted:
                picture = clause_figure(chapter, wanted)
                return render_page(
                    request, "clause.html", game=found["game"], chapter=chapter, clause=rule, picture=picture
                )
    raise HttpError(404, Phrase("web.rules.no_clause", {"clause": wanted[:20]}))


def clause_figure(chapter: Chapter, clause: str) -> Any:
    """The clause's own figure, or else the first one of its chapter."""
    own = [picture for picture in chapter.pictures if picture.clause == clause]
    return next(iter(own or chapter.pictures), None)


@lru_cache(maxsize=64)
def game_help(game: str) -> dict[str, FirstGameHelp]:
    return load_help(game_package(game))


async def help_panel(request: Request) -> Response:
    """Explanation of one kind of decision for a player's first game; 204 if there is none."""
    title = find_game(request.path_params["game"])
    found = game_help(title.name).get(request.path_params["kind"])
    if found is None:
        return Response(status_code=204)
    language = visitor_of(request).language
    say = game_words(title.name, language).say
    return render_page(
        request,
        "tip.html",
        game=game_card(title, language),
        kind=request.path_params["kind"],
        clause=found.clause,
        title=say(found.title.phrase()),
        text=say(found.text.phrase()),
        picture=help_figure(title.name, found, language),
        tobi=Markup(draw_mascot("talk")),
    )


def help_figure(game: str, help: FirstGameHelp, language: str) -> RenderedFigure | None:
    return next((one for one in rendered_figures(game, language) if one.clause == help.clause), None)


async def help_figure_panel(request: Request) -> Response:
    """The figure of an explanation, loaded when it is opened."""
    title = find_game(request.path_params["game"])
    found = game_help(title.name).get(request.path_params["kind"])
    picture = found and help_figure(title.name, found, visitor_of(request).language)
    if not picture:
        raise HttpError(404, Phrase("web.error.page"))
    return render_page(request, "tip_picture.html", picture=picture, game=title.name)


@lru_cache(maxsize=16)
def glance_boxes(game: str) -> tuple[ScoringBox, ...]:
    return tuple(load_scoring_boxes(game_package(game)))


async def glance_page(request: Request) -> Response:
    """Scoring overview on one card, as a page or for the dialog at a table."""
    is_page = not request.scope["path"].endswith("/sheet")
    title = find_game(request.path_params["game"])
    boxes = glance_boxes(title.name)
    if not boxes:
        raise HttpError(404, Phrase("web.card.none"))
    language = visitor_of(request).language
    say = game_words(title.name, language).say
    drawn = {one.clause: one for one in rendered_figures(title.name, language)}
    shown = [
        (
            box.sign,
            say(box.title.phrase()),
            [(one.sign, say(one.text.phrase()), one.points, one.best) for one in box.lines],
            drawn.get(box.figure),
        )
        for box in boxes
    ]
    return render_page(
        request,
        "card.html" if is_page else "card_sheet.html",
        game=game_card(title, language),
        here=request.scope["path"],
        boxes=shown,
        pictures=Markup(game_pictures(title.name)) + shared_definitions(title.name, language) if is_page else "",
    )


PAGES = [
    ("/g/{game}/rules", rules_page),
    ("/g/{game}/rules/editions", editions_page),
    ("/g/{game}/card", glance_page),
]
READS = [
    ("/g/{game}/rules/sheet", rules_panel),
    ("/g/{game}/rules/clause/{clause}", clause_panel),
    ("/g/{game}/help/{kind}", help_panel),
    ("/g/{game}/help/{kind}/picture", help_figure_panel),
    ("/g/{game}/card/sheet", glance_page),
]


STYLESHEETS = (
    *(("", "screens.css"), ("", "domik.css"), ("(prefers-color-scheme: dark)", "night.css"), ("", "pages.css")),
    *(("", "beside.css"), ("", "rules.css")),
)


def text_of(name: str) -> Markup:
    """Content of a bundled style sheet or script, to be inlined."""
    return Markup(content(name)[0].decode())


def booklet(package: GamePackage, language: str) -> str:
    """The whole rulebook as one self-contained HTML file."""
    styles = [(media, text_of(name)) for media, name in STYLESHEETS]
    with contextlib.suppress(FileNotFoundError):  # a third-party game without a style sheet
        styles.insert(4, ("", text_of(f"game/{package.name}.css")))
    return render_in_language(
        "booklet.html", language, styles=styles, script=text_of("rules.js"), **book_context(package, language)
    )
