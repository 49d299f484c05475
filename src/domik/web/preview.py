"""A still page of one view with the real stylesheet: for screenshots, and for the eyes of whoever draws.

python -m domik.web.preview OUT.html --game treehouse --seats 3 --moves 40 --seat 0 --language ru --theme dark --phone
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path

from domik.bots.bot import bot_of
from domik.games import title_of
from domik.kernel.drawing import Drawing, Player
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.state import State, View, new_state
from domik.kernel.title import Match
from domik.web.pen import Pen, pen_for
from domik.web.scenes import SCENES, hills, scene, wordmark

PLAYERS = (
    Player("Mila"),
    Player("Ola", "bird", is_bot=True),
    Player("Марк", "rabbit"),
    Player("Agnieszka", "turtle", is_present=False),
)


@cache
def stylesheet(game: str = "") -> str:
    """domik.css and the game's own look, as the server joins them; the font from the package on disk."""
    sheets = [files("domik.web").joinpath("static/domik.css").read_text(encoding="utf-8")]
    if game:
        sheets.append(title_of(game).resource("look.css"))
    fonts = files("font_manrope").joinpath("files")
    return re.sub(
        r"url\(/static/font/([^)]+)\)", lambda found: f"url(file://{fonts.joinpath(found[1])})", "\n".join(sheets)
    )


def filled(drawing: Drawing, area: str) -> str:
    """An area with its cells in it, as the script would put them there."""
    markup = drawing.areas.get(area, "")
    for id, inside in drawing.cells.items():
        markup = re.sub(
            rf'(<(?:g|div|span|svg|section|ol|ul)\b[^>]* id="{id}"[^>]*>|<(?:g|div|span) id="{id}"[^>]*>)(?=</)',
            lambda found, inside=inside: found[1] + inside,
            markup,
            count=1,
        )  # type: ignore[misc]
    return markup


def table_page(
    match: Match, view: View, pen: Pen, players: Sequence[Player], theme: str, log: Sequence[tuple[int, str]]
) -> str:
    """The whole table without a script."""
    drawing: Drawing = match.title.module("drawing").draw(match, view, pen, players)
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
        f'<div class="table"><header class="ribbon"><a class="brand" href="/" aria-label="Domik">{icon("house", 22, 2.4)}</a>'
        f'<div class="title"><h1>{name}</h1><small>{edition}</small></div><div class="area">{filled(drawing, "ribbon")}</div>'
        f'<div class="now{waits}">{icon("hourglass" if waits else "hand", 22)}<div class="todo">{pen.say(match.prompt(view))}</div></div><span class="spacer"></span>'
        f'<span class="langs">{langs}</span><button class="round" aria-label="menu">{icon("ellipsis", 18)}</button></header>'
        f'<main class="own">{filled(drawing, "own")}</main><aside class="side"><div class="others">{filled(drawing, "side")}</div>'
        f'<section class="panel sheet"><nav>{tabs}</nav><div class="page"><ol class="log">{lines}</ol></div></section></aside>'
        f'<div class="hand"><div class="shelf">{filled(drawing, "hand")}</div><div class="acts">'
        f'<button class="button ready wait">{icon("check", 18, 2.8)}OK</button><button class="button quiet">{icon("undo-2", 17)}Undo</button></div></div></div>'
    )
    return page(body, match.title.name, pen.language, theme, "at-table")


def page(body: str, game: str, language: str, theme: str, kind: str) -> str:
    """A page of its own."""
    return (
        f'<!doctype html>\n<html lang="{language}" data-theme="{theme}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>Domik</title><style>{stylesheet(game)}</style><body class="{kind}">{body}</body></html>\n'
    )


def home_page(pen: Pen, theme: str) -> str:
    """The home page with every scene, roughly as the server's template has it."""
    icon = pen.icon
    cards = "".join(
        f'<article class="game">{scene(name)}<div class="text"><h2>{name.replace("_", " ").title()}</h2><p>Stack rooms on your branches and keep the tree upright.</p>'
        f'<div class="facts"><span>{icon("users-round", 15)}2–4</span><span>{icon("clock", 15)}20 min</span></div>'
        f'<div class="go"><a class="button">{icon("play", 16, 2.6)}Play now</a><a class="more">Rules</a></div></div></article>'
        for name in SCENES
    )
    rows = "".join(
        f'<a class="row {"turn" if k == 0 else ""}"><span class="thumb">{scene(name)}</span><span class="what"><b>{name}</b><small>Ola, Марк · 2/3</small></span><span class="badge">Your turn</span></a>'
        for k, name in enumerate(SCENES)
    )
    body = (
        f'{hills()}<div class="home"><header class="head">{wordmark()}<span class="tagline">Four little-house games, one table</span><span class="spacer"></span>'
        f'<span class="langs"><a class="on">EN</a><a>RU</a><a>PL</a></span><button class="round">{icon("moon", 18)}</button><a class="me">{pen.face(0, "squirrel", 30)}<b>Mila</b></a></header>'
        f'<div class="ask"><div><h1>Which house shall we build today?</h1><p>Play at once against friends, family or patient bots.</p></div></div>'
        f'<main class="games">{cards}</main><section class="mine"><h2>My games</h2><div class="rows">{rows}</div></section></div>'
    )
    return page(body, "", pen.language, theme, "home-page")


def played(match: Match, moves: int, seed: str) -> tuple[State, list[tuple[int, Phrase]]]:
    """A game of greedy bots after so many moves, and the last things everybody saw."""
    luck = luck_of(seed)
    state = new_state(match.game, luck)
    bot = bot_of("greedy", luck)
    told: list[tuple[int, Phrase]] = []
    for _ in range(moves):
        if state.is_over():
            break
        seat = max(seat for seat in range(match.seats) if int(state.awaited()) >> seat & 1)
        before, view = state.view(), state.view(seat)
        state.play(seat, bot.decide(view, int(view.legal())))
        told += [(event.seat, event.what) for event in match.tell(before, state.view(), seat) if event.seat >= 0]
    return state, told[-6:][::-1]


def main() -> None:
    """Write one page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--game", default="treehouse")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--option", action="append", default=[], help="name=value")
    parser.add_argument("--language", default="en", choices=("en", "ru", "pl"))
    parser.add_argument("--theme", default="light", choices=("light", "dark"))
    parser.add_argument("--phone", action="store_true")
    chosen = parser.parse_args()
    if chosen.game == "home":
        write(chosen.out, home_page(pen_for(chosen.language, chosen.phone), chosen.theme), chosen.phone)
        return
    title = title_of(chosen.game)
    match = title.match(chosen.seats, dict(option.split("=", 1) for option in chosen.option))
    state, told = played(match, chosen.moves, chosen.seed)
    pen = pen_for(chosen.language, chosen.phone, title.package)
    log = [(seat, pen.say(what)) for seat, what in told]
    markup = table_page(match, state.view(chosen.seat), pen, PLAYERS[: chosen.seats], chosen.theme, log)
    write(chosen.out, markup, chosen.phone)


def write(out: Path, markup: str, phone: bool) -> None:
    """The page, and for a phone a frame around it: Chromium has no window as narrow as that."""
    out.write_text(markup, encoding="utf-8")
    if phone:
        frame = f'<!doctype html><body style="margin:0"><iframe src="{escape(out.name)}" style="width:390px;height:844px;border:0"></iframe>'
        out.with_suffix(".phone.html").write_text(frame, encoding="utf-8")


if __name__ == "__main__":
    main()
