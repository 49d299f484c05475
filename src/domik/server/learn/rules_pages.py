"""The rules as pages: the whole book, what differs between editions, one clause beside the board."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import title_of
from domik.kernel.phrase import Phrase
from domik.kernel.title import Title
from domik.learn.glance import Box, boxes_of
from domik.learn.help import Help, help_of
from domik.server.http.errors import Refused
from domik.server.learn.figures import Picture, all_defined, pictures
from domik.server.learn.lessons import taught
from domik.server.learn.rulebook import Chapter, chapters, marks, with_terms
from domik.server.paper.assets import asset
from domik.server.paper.templates import page
from domik.server.sight.pens import pictures_of
from domik.server.tables.pages import card, checked, game_words, switched
from domik.server.visitors.visitors import visitor_of
from domik.web.tobi import tobi


def shared(request: Request, title: Title) -> dict[str, Any]:
    """What every page of the rules needs."""
    return book_of(title, visitor_of(request).language) | {"here": request.scope["path"]}


def book_of(title: Title, language: str) -> dict[str, Any]:
    """The whole book in a language."""
    found = chapters(title.name, language)
    return {
        "game": card(title, language),
        "chapters": found,
        "marks": marks(title.name),
        "sheet": asset(f"game/{title.name}.css"),
        "pictures": Markup(pictures_of(title.name)) + all_defined(title.name, language),
        "has_editions": any(rule.editions for chapter in found for rule in chapter.clauses),
        "is_taught": title in taught(),
        "has_card": bool(glance_of(title.name)),
        "example": next((rule.id for chapter in found for rule in chapter.clauses if rule.id), ""),
        "unfolded": lambda text: with_terms(title.name, language, text),
    }


async def rules(request: Request) -> Response:
    """The whole book: contents, chapters with pictures, search, glossary."""
    if switch := switched(request):
        return switch
    title = checked(request.path_params["game"])
    return page(request, "rules.html", **shared(request, title))


async def sheet(request: Request) -> Response:
    """The book for the sheet beside the table."""
    title = checked(request.path_params["game"])
    return page(request, "rules_sheet.html", **shared(request, title))


async def editions(request: Request) -> Response:
    """What differs between the editions, side by side."""
    if switch := switched(request):
        return switch
    title = checked(request.path_params["game"])
    found = shared(request, title)
    if not found["has_editions"]:
        raise Refused(404, Phrase("web.rules.one_edition"))
    rows = [rule for chapter in found["chapters"] for rule in chapter.clauses if rule.editions]
    names = list(dict.fromkeys(name for rule in rows for name, _ in rule.editions))
    return page(request, "editions.html", **found, rows=rows, names=names)


async def clause(request: Request) -> Response:
    """One clause with its picture, for whoever sits at a table."""
    title = checked(request.path_params["game"])
    wanted = request.path_params["clause"].upper()
    found = shared(request, title)
    for chapter in found["chapters"]:
        for rule in chapter.clauses:
            if rule.id == wanted:
                picture = picture_for(chapter, wanted)
                return page(request, "clause.html", game=found["game"], chapter=chapter, clause=rule, picture=picture)
    raise Refused(404, Phrase("web.rules.no_clause", {"clause": wanted[:20]}))


def picture_for(chapter: Chapter, clause: str) -> Any:
    """The clause's own picture, or else its chapter's first one."""
    own = [picture for picture in chapter.pictures if picture.clause == clause]
    return next(iter(own or chapter.pictures), None)


@lru_cache(maxsize=64)
def helps(game: str) -> dict[str, Help]:
    """A game's explanations, read once."""
    return help_of(title_of(game))


async def explained(request: Request) -> Response:
    """What somebody who is new hears about one kind of decision; nothing where there is nothing to say."""
    title = checked(request.path_params["game"])
    found = helps(title.name).get(request.path_params["kind"])
    if found is None:
        return Response(status_code=204)
    language = visitor_of(request).language
    say = game_words(title.name, language).say
    return page(
        request,
        "tip.html",
        game=card(title, language),
        kind=request.path_params["kind"],
        clause=found.clause,
        title=say(found.title.phrase()),
        text=say(found.text.phrase()),
        picture=picture_of(title.name, found, language),
        tobi=Markup(tobi("talk")),
    )


def picture_of(game: str, help: Help, language: str) -> Picture | None:
    """What an explanation can show."""
    return next((one for one in pictures(game, language) if one.clause == help.clause), None)


async def explained_by(request: Request) -> Response:
    """The picture of an explanation, for whoever opens it."""
    title = checked(request.path_params["game"])
    found = helps(title.name).get(request.path_params["kind"])
    picture = found and picture_of(title.name, found, visitor_of(request).language)
    if not picture:
        raise Refused(404, Phrase("web.error.page"))
    return page(request, "tip_picture.html", picture=picture, game=title.name)


@lru_cache(maxsize=16)
def glance_of(game: str) -> tuple[Box, ...]:
    """A game's card, read once."""
    return tuple(boxes_of(title_of(game)))


async def glance(request: Request) -> Response:
    """A game at a glance: what scores what; as a page, or for the dialog at a table."""
    is_page = not request.scope["path"].endswith("/sheet")
    if is_page and (switch := switched(request)):
        return switch
    title = checked(request.path_params["game"])
    boxes = glance_of(title.name)
    if not boxes:
        raise Refused(404, Phrase("web.card.none"))
    language = visitor_of(request).language
    say = game_words(title.name, language).say
    drawn = {one.clause: one for one in pictures(title.name, language)}
    shown = [
        (
            box.sign,
            say(box.title.phrase()),
            [(one.sign, say(one.text.phrase()), one.points, one.best) for one in box.lines],
            drawn.get(box.figure),
        )
        for box in boxes
    ]
    return page(
        request,
        "card.html" if is_page else "card_sheet.html",
        game=card(title, language),
        here=request.scope["path"],
        boxes=shown,
        sheet=asset(f"game/{title.name}.css"),
        pictures=Markup(pictures_of(title.name)) + all_defined(title.name, language) if is_page else "",
    )


READS = [
    ("/g/{game}/rules", rules),
    ("/g/{game}/rules/sheet", sheet),
    ("/g/{game}/rules/editions", editions),
    ("/g/{game}/rules/clause/{clause}", clause),
    ("/g/{game}/help/{kind}", explained),
    ("/g/{game}/help/{kind}/picture", explained_by),
    ("/g/{game}/card", glance),
    ("/g/{game}/card/sheet", glance),
]
