"""The rules as one file that needs no server: pictures, style and search are all inside."""

from __future__ import annotations

import contextlib
import re

from markupsafe import Markup

from domik.kernel.title import Title
from domik.server.learn.rules_pages import book_of
from domik.server.paper.assets import content
from domik.server.paper.templates import filled

SHEETS = (
    *(("", "screens.css"), ("", "domik.css"), ("(prefers-color-scheme: dark)", "night.css"), ("", "pages.css")),
    *(("", "beside.css"), ("", "rules.css")),
)
FROM_SERVER = re.compile(r"@font-face\s*\{[^}]*\}")  # the reader's own typeface will do
OF_A_MODULE = re.compile(r"^import .*?;$|^export (?=const)", re.MULTILINE)


def style_of(name: str) -> Markup:
    """A style sheet that asks for nothing from anywhere."""
    return Markup(FROM_SERVER.sub("", content(name)[0].decode()))


def script() -> Markup:
    """The script of the rules' page with what it leans on, in one piece."""
    return Markup("\n".join(OF_A_MODULE.sub("", content(name)[0].decode()) for name in ("page.js", "rules.js")))


def booklet(title: Title, language: str) -> str:
    """The whole book of a game."""
    styles = [(media, style_of(name)) for media, name in SHEETS]
    with contextlib.suppress(FileNotFoundError):  # a guest without a look of its own
        styles.insert(4, ("", style_of(f"game/{title.name}.css")))
    return filled("booklet.html", language, styles=styles, script=script(), **book_of(title, language))
