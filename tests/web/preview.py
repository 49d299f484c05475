"""A still page of one view with the real stylesheet: for screenshots, and for the eyes of whoever draws."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from domik.kernel.drawing import PlayerInfo
from domik.kernel.package import GamePackage, Match
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.testing.drawings import fill_area
from domik.web.fonts import faces
from domik.web.illustrations import hills, scene_of, wordmark
from domik.web.pen import MarkupPen, picture_definitions


@cache
def stylesheet(package: str = "", theme: str = "light") -> str:
    """Domik's sheets and the game's own look, as a page has them; the font from the package on disk."""
    names = ("screens", "domik", "night") if theme == "dark" else ("screens", "domik")
    sheets = [files("domik.web").joinpath(f"static/{name}.css").read_text(encoding="utf-8") for name in names]
    arranged = files("domik.web").joinpath("static/sizes.css")
    own = (
        [files(package).joinpath(f"page/{name}.css") for name in ("look", "sizes")] if package else [arranged, arranged]
    )
    sheets += [sheet.read_text(encoding="utf-8") for sheet in (own[0], arranged, own[1]) if sheet.is_file()]
    fonts = files("font_manrope").joinpath("files")
    typeface = faces(lambda name: f"file://{fonts.joinpath(name.removeprefix('font/'))}")
    return "\n".join([typeface, *sheets])


def table_page(
    match: Match, view: View, pen: MarkupPen, players: Sequence[PlayerInfo], theme: str, log: Sequence[tuple[int, str]]
) -> str:
    """The whole table without a script."""
    own = match.package.page()
    assert own is not None
    drawing = own.draw(match, view, pen, players).flatten()
    pictures = picture_definitions({player.animal for player in players}, own.pictures(pen))
    icon = pen.icon
    langs = "".join(
        f'<a class="{"on" if code == pen.language else ""}">{code.upper()}</a>' for code in ("en", "ru", "pl")
    )
    lines = "".join(f"<li>{pen.face(seat, players[seat].animal, 20)}<span>{text}</span></li>" for seat, text in log)
    name = pen.say(Phrase("game.name"))
    edition = pen.say(Phrase(f"edition.{match.options['edition']}")) if "edition" in match.options else ""
    waits = "" if view.is_awaited() else " waits"
    tabs = "".join(
        f'<button type="button" class="{"on" if k == 0 else ""}">{icon(picture, 16)}{text}</button>'
        for k, (picture, text) in enumerate(
            (("scroll-text", "Log"), ("book-open", "Rules"), ("message-circle", "Chat"))
        )
    )
    body = (
        f'<div class="table"><div class="pictures">{pictures}</div><header class="ribbon"><a class="brand" href="/" aria-label="Domik">{icon("house", 22, 2.4)}</a>'
        f'<div class="title"><h1>{name}</h1><small>{edition}</small></div><div class="area">{fill_area(drawing, "ribbon")}</div>'
        f'<div class="now{waits}">{icon("hourglass" if waits else "hand", 22)}<div class="todo">{pen.say(match.prompt(view))}</div></div><span class="spacer"></span>'
        f'<span class="langs">{langs}</span><button class="round" aria-label="menu">{icon("ellipsis", 18)}</button></header>'
        f'<main class="own">{fill_area(drawing, "own")}</main><aside class="side"><div class="others">{fill_area(drawing, "side")}</div>'
        f'<section class="panel sheet"><nav>{tabs}</nav><div class="page"><ol class="log">{lines}</ol></div></section></aside>'
        f'<div class="hand"><div class="shelf">{fill_area(drawing, "hand")}</div><div class="acts">'
        f'<button class="button ready wait">{icon("check", 18, 2.8)}OK</button><button class="button quiet">{icon("undo-2", 17)}Undo</button></div></div></div>'
    )
    return page(body, match.package.python_package, pen.language, theme, "at-table")


def page(body: str, package: str, language: str, theme: str, kind: str) -> str:
    """A page of its own."""
    return (
        f'<!doctype html>\n<html lang="{language}" data-theme="{theme}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>Domik</title><style>{stylesheet(package, theme)}</style><body class="{kind}">{body}</body></html>\n'
    )


def home_page(pen: MarkupPen, theme: str, titles: Sequence[GamePackage]) -> str:
    """The home page with every game's scene, roughly as the server's template has it."""
    icon = pen.icon
    cards = "".join(
        f'<article class="game">{scene_of(title, pen)}<div class="text"><h2>{title.name.replace("_", " ").title()}</h2><p>Stack rooms on your branches and keep the tree upright.</p>'
        f'<div class="facts"><span>{icon("users-round", 15)}2–4</span><span>{icon("clock", 15)}20 min</span></div>'
        f'<div class="go"><a class="button">{icon("play", 16, 2.6)}Play now</a><a class="more">Rules</a></div></div></article>'
        for title in titles
    )
    rows = "".join(
        f'<a class="row {"turn" if k == 0 else ""}"><span class="thumb">{scene_of(title, pen)}</span><span class="what"><b>{title.name}</b><small>Ola, Марк · 2/3</small></span><span class="badge">Your turn</span></a>'
        for k, title in enumerate(titles)
    )
    body = (
        f'{picture_definitions(("squirrel",), "")}{hills()}<div class="home"><header class="head">{wordmark()}<span class="tagline">Four little-house games, one table</span><span class="spacer"></span>'
        f'<span class="langs"><a class="on">EN</a><a>RU</a><a>PL</a></span><button class="round">{icon("moon", 18)}</button><a class="me">{pen.face(0, "squirrel", 30)}<b>Mila</b></a></header>'
        f'<div class="ask"><div><h1>Which house shall we build today?</h1><p>Play right away with friends, family or patient bots.</p></div></div>'
        f'<main class="games">{cards}</main><section class="mine"><h2>My games</h2><div class="rows">{rows}</div></section></div>'
    )
    return page(body, "", pen.language, theme, "home-page")
