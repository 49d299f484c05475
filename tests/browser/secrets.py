"""What one seat sees and another must not: words and keys of its drawing, taken from its own view.

Every seat's view is asked for over the JSON door with that seat's secret and drawn here. A mark (a text, a label, the
key of a thing that moves) that is in one seat's drawing, and was never in any drawing made from another viewer's own
views or in its text, is a secret to that viewer: it must not stand in a single byte that viewer's browser was sent.
"""

from __future__ import annotations

import html
import re
from typing import Any

import httpx
from librt.vecs import vec
from mypy_extensions import i64

from domik.games import game_package
from domik.kernel.drawing import PlayerInfo
from domik.kernel.game import SPECTATOR
from domik.kernel.options import Flag
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.server.rendering.renderers import draw_view, words_pen

MARKS = re.compile(r'(?:data-key|aria-label|title|alt)="([^"]{4,})"|>([^<>]{4,})<')
CLAUSE = re.compile(r"[A-Z]{2}-X?\d+")  # the rules are nobody's secret


def marks_in(markup: str) -> set[str]:
    """Every text, label and key that says something."""
    found = (html.unescape(key or text).strip() for key, text in MARKS.findall(markup))
    return {mark for mark in found if len(mark) > 3 and not mark.isdigit() and not CLAUSE.fullmatch(mark)}


class Watcher:
    """One viewer: what their seat may know, step by step, and what their browser was sent."""

    def __init__(self, door: httpx.Client, table: str, seat: int, secret: str) -> None:
        self.door = door
        self.address = f"/api/tables/{table}"
        self.headers = {"authorization": f"Bearer {secret}"} if secret else {}
        self.seat = seat
        self.sees: set[str] = set()  # in the drawing of now
        self.knows: set[str] = set()  # in any drawing so far
        self.before: View | None = None
        self.read = ""  # the same in letters: a name may be whole there and in two lines on a card

    def look(self, mover: int = -1) -> None:
        """Draw the seat's own view of now; an onlooker also tells what the last mover did, as the log does."""
        document: dict[str, Any] = self.door.get(self.address, headers=self.headers).json()
        assert document["seat"] == self.seat
        self.read += document["text"] + "\n"
        names = [player["name"] for player in document["players"]]
        match = game_package(document["game"]).match(len(names), document["options"])
        view = View(match.game, self.seat, vec[i64](document["view"]))
        self.read += "\n".join(told_to_all(match)) + "\n"
        if mover >= 0 and self.before is not None:
            say = words_pen("en", document["game"]).words.say
            told = match.events(self.before, view, mover)
            self.read += "\n".join(f"{say(event.what)} {event.clause}" for event in told) + "\n"
        self.before = view
        players = [PlayerInfo(name) for name in names]
        drawing = draw_view(match, view, players, "en", "desk", False).flatten()
        self.sees = marks_in(">".join([*drawing.areas.values(), *drawing.cells.values()]))
        self.knows |= self.sees
        pen = words_pen("en", document["game"])
        self.read += "\n".join(html.unescape(pen.say(no.reason)) for no in drawing.refusals.values()) + "\n"

    def secrets_of(self, other: Watcher) -> set[str]:
        """What only the other sees."""
        if other.seat == SPECTATOR:
            return set()
        known = "\n".join(self.knows) + "\n" + self.read  # "Take: a tile" also tells of "a tile"
        return {mark for mark in other.sees - self.knows if not stands_in(mark, known)}


def told_to_all(match: Match) -> list[str]:
    """What the ribbon says is played, as a card may have its variant's name; and what a guest does before the deal."""
    say = words_pen("en", match.package.name).words.say
    flags = [option for option in match.package.schema.options if isinstance(option, Flag)]
    played = [say(Phrase(f"{flag.group}.{flag.name}")) for flag in flags if match.options[flag.name]]
    return [*played, say(Phrase("web.gather.choosing"))]


def stands_in(mark: str, received: str) -> bool:
    """Whether a mark stands anywhere in what was received, as whole words."""
    return mark in received and re.search(rf"(?<!\w){re.escape(mark)}(?!\w)", received) is not None
