"""Patches: what makes the markup that a page has into the markup that it should have.

Most of what changes in a cell is a class, a number or one picture among many, and a new cell is mostly like one beside
it. So a cell is sent as copies out of markup that the page has, by the numbers of its tags and texts, and as what is
new between them: `[0, 7, "<b>4</b>", 10, 12]`, with the name of another cell `["at-1-2", [0, 7, "<b>4</b>"]]`, or whole
where that is no longer. web/static/live.js puts it together.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import msgspec

WORTH = 100  # characters of markup below which it is sent whole
LEAST = 8  # characters that a copy has to save
LOOKED_AT = 4  # places of the same tag at which a copy may begin
UNKNOWN = "?"  # no markup: nobody knows what the page shows there
TOKEN = re.compile(r"<[^>]*>|[^<]+")
encoder = msgspec.json.Encoder()
Patch = msgspec.Raw | tuple[str, msgspec.Raw]


def on_the_wire(token: str) -> str:
    """A tag with single quotes: in JSON every double one would cost a sign more."""
    return token.replace('"', "'") if token[0] == "<" and "'" not in token else token


def thin(markup: str) -> str:
    """Markup as it travels."""
    return "".join([on_the_wire(token) for token in TOKEN.findall(markup)])


@lru_cache(maxsize=8192)
def whole(markup: str) -> msgspec.Raw:
    """Markup ready for a message: most cells are shown many times, and quoting them is most of a message's cost."""
    return msgspec.Raw(encoder.encode(thin(markup)))


EMPTIED: Final = whole("")


def copied(had: list[str], now: list[str]) -> list[int | str]:
    """The tokens of the new markup: copies of runs of the old ones, and between them what is new."""
    places: dict[str, list[int]] = {}
    for at, token in enumerate(had):
        places.setdefault(token, []).append(at)
    found: list[int | str] = []
    fresh: list[str] = []
    expected, done, end = 0, 0, len(now)
    while done < end:
        token = now[done]
        straight = expected < len(had) and had[expected] == token
        begin, length = -1, 0
        for place in [expected] if straight else places.get(token, [])[:LOOKED_AT]:
            run = run_at(had, place, now, done)
            if run > length:
                begin, length = place, run
        if length and (length > 1 or len(token) >= LEAST):
            if fresh:
                found.append("".join(fresh))
                fresh = []
            found.append(begin)
            found.append(begin + length)
            done += length
            expected = begin + length
        else:
            fresh.append(on_the_wire(token))
            done += 1
            expected += 1
    if fresh:
        found.append("".join(fresh))
    return found


def run_at(had: list[str], place: int, now: list[str], done: int) -> int:
    """How many tokens are the same from here on."""
    most = min(len(had) - place, len(now) - done)
    run = 0
    while run < most and had[place + run] == now[done + run]:
        run += 1
    return run


@lru_cache(maxsize=4096)
def difference(had: str, now: str) -> msgspec.Raw | None:
    """Copies out of the old markup, None where the new one as a whole is no longer."""
    found = msgspec.Raw(encoder.encode(copied(TOKEN.findall(had), TOKEN.findall(now))))
    return found if len(found) < len(whole(now)) else None


@lru_cache(maxsize=4096)
def kind_of(id: str) -> str:
    """Cells with the same name but for its numbers look alike."""
    return id.rstrip("-0123456789")


def relative(id: str, now: dict[str, str]) -> str:
    """The cell before this one that looks most like it; the page has it by the time it comes to this one."""
    kind, found = kind_of(id), ""
    for other, markup in now.items():
        if other == id:
            break
        if len(markup) >= WORTH and kind_of(other) == kind:
            found = other
    return found


def patch(id: str, had: str, now: dict[str, str]) -> Patch:
    """The shortest way from what the page has to this cell."""
    markup = now[id]
    if len(markup) < WORTH:
        return whole(markup)
    if len(had) >= WORTH:
        return difference(had, markup) or whole(markup)
    other = relative(id, now)
    like = difference(now[other], markup) if other else None
    return (other, like) if like is not None else whole(markup)


def find_changed(had: dict[str, str], now: dict[str, str], found: dict[str, Patch]) -> None:
    """Find the markup that a page does not have yet; most of it is the very same object as before."""
    for id, markup in now.items():
        old = had.get(id, "")
        if old is not markup and old != markup:
            found[id] = patch(id, old, now)
